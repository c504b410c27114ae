//! `query board`: a client without rules can show every game.

use fastrand::Rng;
use serde_json::{Map, Value};

use crate::schema::{board_schema, check};
use crate::support::Client;

pub fn board(client: &mut Client) -> Value {
    serde_json::from_str(&client.query("board")).expect("JSON")
}

fn act(pieces: &mut Map<String, Value>, actions: &Value) {
    let mut held = None;
    for action in actions.as_array().unwrap() {
        let (name, what) = action.as_object().unwrap().iter().next().unwrap();
        let square = || what.as_str().unwrap().to_owned();
        match name.as_str() {
            "lift" => held = pieces.remove(&square()),
            "put" => assert_eq!(pieces.insert(square(), held.take().unwrap()), None),
            "remove" => assert!(pieces.remove(&square()).is_some()),
            // From an area beside the board, and into one.
            "take" => assert_eq!(held.replace(what[1].clone()), None),
            "lay" => assert!(held.take().is_some()),
            "change" => pieces[what[0].as_str().unwrap()] = what[1].clone(),
            _ => panic!("no game does this yet: {action}"),
        }
    }
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
        let Some(chosen) = rng.choice(moves) else { return assert_eq!(legal, "none") };
        assert_eq!(texts.join(" "), legal);
        let mut pieces = shown["pieces"].as_object().unwrap().clone();
        act(&mut pieces, &chosen["actions"]);
        client.send(&format!("moves {}", chosen["move"].as_str().unwrap()));
        assert_eq!(board(&mut client)["pieces"], Value::Object(pieces), "{chosen}");
    }
}

#[test]
fn a_client_without_rules_shows_every_game() {
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

#[test]
fn a_swap_turns_every_piece() {
    let mut client = Client::with_args(&["--variant", "zola-4"]);
    client.send("setoption name PieRule value true\nposition startpos moves a1b1");
    let shown = board(&mut client);
    let swap = shown["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "swap").unwrap();
    let mut pieces = shown["pieces"].as_object().unwrap().clone();
    act(&mut pieces, &swap["actions"]);
    assert_eq!(swap["actions"].as_array().unwrap().len(), pieces.len());
    client.send("moves swap");
    assert_eq!(board(&mut client)["pieces"], Value::Object(pieces));
}
