//! `UGI_LimitStrength` and `UGI_Elo`: limited strength against people.

use crate::WON;
use crate::support::referee::Referee;
use crate::support::{Answer, Client};

fn at(elo: u32) -> Client {
    let mut client = Client::start();
    limit(&mut client, elo);
    client
}

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
fn lower_levels_search_fewer_nodes() {
    let answers = [600, 1600, 2600].map(|elo| {
        let mut client = at(elo);
        let answer = client.go("movetime 60000");
        client.quit();
        (answer.last().number("depth"), answer.last().number("nodes"))
    });
    assert!(answers.is_sorted_by(|low, high| low.0 <= high.0 && low.1 < high.1), "{answers:?}");
    assert!(answers[0].0 == 1 && answers[2].0 > 4, "{answers:?}");
}

#[test]
fn limits_apply_beside_the_strength() {
    let mut client = at(2600);
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
