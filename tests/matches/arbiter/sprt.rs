//! SPRT matches of zugi against itself: right verdicts, then a stop.

use super::support::{Place, engine, match_of, zugi};

/// A match with an SPRT of 0 against 100 Elo; returns the verdict and the number of games.
fn verdict(one: &str, two: &str, seed: usize, concurrency: usize) -> (String, usize) {
    let place = Place::new();
    let engines = [engine("one", &zugi(""), one), engine("two", &zugi(""), two)];
    let settings = format!("--seed {seed} --concurrency {concurrency} --games 4000");
    let after = "--each option.Hash=1 --sprt elo0=0 elo1=100 --out m";
    let exit = place.succeed(&match_of(&settings, &engines, after));
    let report: serde_json::Value = serde_json::from_str(&place.read("m.json")).unwrap();
    let matchup = &report["matchups"][0];
    let verdict = matchup["verdict"].as_str().unwrap().to_owned();
    assert!(exit.stdout.contains("  SPRT "), "{exit:?}");
    let games = place.games("m").len();
    assert_eq!(report["games"], games);
    let llr = matchup["llr"].as_f64().unwrap();
    println!("{one} - {two}, seed {seed}: {verdict} after {games} games, LLR {llr:.2}");
    (verdict, games)
}

#[test]
fn the_stronger_side_is_accepted_and_the_weaker_one_rejected() {
    let (accepted, games) = verdict("nodes=1000", "nodes=50", 1, 2);
    assert_eq!(accepted, "accept-h1");
    assert!(games < 200, "it stops at the verdict: {games} games");
    let (rejected, _) = verdict("nodes=50", "nodes=1000", 2, 2);
    assert_eq!(rejected, "accept-h0");
}

#[test]
fn a_decided_match_does_not_go_on() {
    let place = Place::new();
    let engines = [engine("one", &zugi(""), "nodes=1000"), engine("two", &zugi(""), "nodes=20")];
    let mut arguments = match_of("--games 4000 --sprt elo0=0 elo1=100", &engines, "--out m");
    place.succeed(&arguments);
    let games = place.read("m.jsonl");
    // With one game at a time, none starts while the last one is counted.
    let report: serde_json::Value = serde_json::from_str(&place.read("m.json")).unwrap();
    assert_eq!(report["matchups"][0]["decided_at"], place.games("m").len(), "{report}");
    arguments.push("--resume".to_owned());
    place.succeed(&arguments);
    assert_eq!(place.read("m.jsonl"), games);
}

/// At least 18 of 20 seeds must give the expected verdict, or all but one of the `ZUGI_SEEDS` of
/// CI. The error rates are 5 % each: 17 or fewer of 20 would have a probability below 8 %, and 3 or
/// fewer of 5 below 3 %; the output shows the games.
#[track_caller]
fn most_seeds_decide(one: &str, two: &str, expected: &str) {
    let seeds = std::env::var("ZUGI_SEEDS").map_or(20, |text| text.parse().expect("a number"));
    let decided = |seed: &usize| verdict(one, two, *seed, 2).0 == expected;
    let right = (1..=seeds).filter(decided).count();
    println!("{one} - {two}: {right} of {seeds} {expected}");
    assert!(right >= seeds - seeds.div_ceil(10), "{one} - {two}: {right} of {seeds} {expected}");
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn seeds_accept_the_stronger_side() {
    most_seeds_decide("nodes=2000", "nodes=200", "accept-h1");
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn seeds_reject_the_weaker_side() {
    most_seeds_decide("nodes=200", "nodes=2000", "accept-h0");
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn seeds_reject_the_same_engine() {
    most_seeds_decide("nodes=500", "nodes=500", "accept-h0");
}

/// An engine against itself at equal nodes plays mirrored pairs of games; with different nodes the
/// results are random.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn seeds_reject_nearly_the_same_engine() {
    most_seeds_decide("nodes=505", "nodes=500", "accept-h0");
}
