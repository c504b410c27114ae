//! `UGI_LimitStrength` and `UGI_Elo`: limited strength against people.

use crate::WON;
use crate::support::referee::Referee;
use crate::support::{Answer, Client};

fn limit(client: &mut Client, elo: u32) {
    client.send(&format!(
        "setoption name UGI_LimitStrength value true\nsetoption name UGI_Elo value {elo}"
    ));
}

/// The parts of an answer that do not depend on time.
fn essence(answer: &Answer) -> (String, Vec<(u64, u64, Vec<String>)>) {
    let line =
        |info: &crate::support::Info| (info.number("depth"), info.number("nodes"), info.pv.clone());
    (answer.best.clone(), answer.infos.iter().map(line).collect())
}

#[test]
fn weak_answers_do_not_depend_on_earlier_searches() {
    let run = |before: &str| {
        let mut client = Client::start();
        client.send(before);
        client.go("depth 5");
        limit(&mut client, 1500);
        let answers = ["", " moves b6c6", " moves b6c6 a6a5"].map(|moves| {
            client.send(&format!("position startpos{moves}"));
            essence(&client.go("p1time 60000 p2time 60000"))
        });
        client.quit();
        answers
    };
    let plain = run("");
    assert_eq!(run("setoption name Threads value 3"), plain);
    assert_eq!(run("setoption name MultiPV value 4\nsetoption name Hash value 1"), plain);
}

#[test]
fn limits_apply_beside_the_strength() {
    let mut client = Client::start();
    limit(&mut client, 2600);
    assert_eq!(client.go("depth 2").last().number("depth"), 2);
    assert_eq!(client.go("nodes 500").last().number("nodes"), 500);
    client.quit();
}

#[test]
fn a_win_in_one_is_never_missed() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut client = Client::start();
    for elo in [600, 800, 1600] {
        limit(&mut client, elo);
        client.send(&format!("position fen {WON}"));
        let answer = client.go("movetime 60000");
        assert_eq!((answer.best.as_str(), answer.last().mate()), ("b4c4", Some(1)), "{elo}");
    }
    // A win in one is not missed in late positions of random games, either.
    limit(&mut client, 600);
    client.send("setoption name UGI_Variant value zola-4");
    for _ in 0..40 {
        let mut game = Referee::new("zola-4");
        game.play_at_random(1_000, &mut rng);
        client.send(&game.position_command());
        let answer = client.go("movetime 60000");
        game.play(&answer.best);
        assert!(game.is_over(), "{} instead of a win: {:?}", answer.best, game.moves);
    }
    client.quit();
}
