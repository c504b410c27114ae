//! An SPRT match ends at its verdict. The tests of `sprt` in the arbiter have the error rates.

use super::support::{Place, engine, match_of, zugi};

#[test]
fn a_match_ends_at_its_verdict_and_does_not_go_on() {
    let place = Place::new();
    // With one game at a time, none starts while the last one is counted.
    let engines = [engine("one", &zugi(""), "nodes=1000"), engine("two", &zugi(""), "nodes=20")];
    let after = "--each option.Hash=1 --sprt elo0=0 elo1=100 --out m";
    let mut arguments = match_of("--concurrency 1 --games 4000", &engines, after);
    let exit = place.succeed(&arguments);
    assert!(exit.stdout.contains("  SPRT "), "{exit:?}");
    let report: serde_json::Value = serde_json::from_str(&place.read("m.json")).unwrap();
    let matchup = &report["matchups"][0];
    let games = place.games("m").len();
    assert_eq!((&matchup["verdict"], &matchup["decided_at"]), (&"accept-h1".into(), &games.into()));
    let record = place.read("m.jsonl");
    arguments.push("--resume".to_owned());
    place.succeed(&arguments);
    assert_eq!(place.read("m.jsonl"), record);
}
