//! `query board`: its form. `check_presentation`, in the tests of the games, checks that the
//! actions of each move lead to the next board.

use fastrand::Rng;
use serde_json::Value;

use crate::schema::{board_schema, check};
use crate::support::Client;

pub fn board(client: &mut Client) -> Value {
    serde_json::from_str(&client.query("board")).expect("JSON")
}

/// Plays random moves to the end or this many plies, and queries the board after each.
fn play(variant: &str, settings: &str, plies: usize, rng: &mut Rng) {
    let schema = board_schema();
    let mut client = Client::with_args(&["--variant", variant]);
    client.send(&format!("{settings}\nposition startpos"));
    for _ in 0..plies {
        let shown = board(&mut client);
        check(&shown, &schema, &schema);
        assert_eq!(shown["variant"], variant);
        assert_eq!(shown["turn"] == "p1", client.query("p1turn") == "true");
        let moves = shown["moves"].as_array().unwrap();
        let texts: Vec<&str> = moves.iter().map(|mv| mv["move"].as_str().unwrap()).collect();
        let legal = client.query("legalmoves");
        let Some(chosen) = rng.choice(&texts) else { return assert_eq!(legal, "none") };
        assert_eq!(texts.join(" "), legal);
        client.send(&format!("moves {chosen}"));
    }
}

#[test]
fn a_board_has_the_form_of_its_schema_and_the_legal_moves() {
    let mut rng = Rng::with_seed(1);
    for variant in ["zola-4", "zola-6", "zola-8", "zola-10", "zvp"] {
        play(variant, "", 60, &mut rng);
    }
    for _ in 0..3 {
        play("zvp", "", 200, &mut rng);
        play("zoka-3", "setoption name Seed value 3", 60, &mut rng);
        play("zoka", "", 100, &mut rng);
        play("zola-4", "setoption name PieRule value true", 60, &mut rng);
    }
}
