//! SPRT matches of zugi against itself: right verdicts, then a stop.

use super::support::{Place, engine, match_of, zugi};

/// A match with an SPRT of 0 against 100 Elo, and its arguments.
fn arguments(one: &str, two: &str, seed: usize, concurrency: usize) -> Vec<String> {
    let engines = [engine("one", &zugi(""), one), engine("two", &zugi(""), two)];
    let settings = format!("--seed {seed} --concurrency {concurrency} --games 4000");
    match_of(&settings, &engines, "--each option.Hash=1 --sprt elo0=0 elo1=100 --out m")
}

/// The verdict of a match with these arguments, and its number of games.
fn verdict(place: &Place, arguments: &[String]) -> (String, usize) {
    let exit = place.succeed(arguments);
    let report: serde_json::Value = serde_json::from_str(&place.read("m.json")).unwrap();
    let matchup = &report["matchups"][0];
    let verdict = matchup["verdict"].as_str().unwrap().to_owned();
    assert!(exit.stdout.contains("  SPRT "), "{exit:?}");
    let games = place.games("m").len();
    println!("{verdict} after {games} games, LLR {}: {arguments:?}", matchup["llr"]);
    (verdict, games)
}

#[test]
fn the_weaker_side_is_rejected() {
    let (rejected, _) = verdict(&Place::new(), &arguments("nodes=50", "nodes=1000", 2, 2));
    assert_eq!(rejected, "accept-h0");
}

#[test]
fn a_match_ends_at_its_verdict_and_does_not_go_on() {
    let place = Place::new();
    // With one game at a time, none starts while the last one is counted.
    let mut arguments = arguments("nodes=1000", "nodes=20", 1, 1);
    let (accepted, games) = verdict(&place, &arguments);
    assert_eq!(accepted, "accept-h1");
    let report: serde_json::Value = serde_json::from_str(&place.read("m.json")).unwrap();
    assert_eq!(report["matchups"][0]["decided_at"], games, "{report}");
    let record = place.read("m.jsonl");
    arguments.push("--resume".to_owned());
    place.succeed(&arguments);
    assert_eq!(place.read("m.jsonl"), record);
}

/// At least 18 of 20 seeds must give the expected verdict, or all but one of the `ZUGI_SEEDS` of
/// CI. The error rates are 5 % each: 17 or fewer of 20 would have a probability below 8 %, and 3 or
/// fewer of 5 below 3 %; the output shows the games.
///
/// An engine against itself at equal nodes plays mirrored pairs of games; with different nodes the
/// results are random.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn most_seeds_decide_as_they_should() {
    let seeds = std::env::var("ZUGI_SEEDS").map_or(20, |text| text.parse().expect("a number"));
    for (one, two, expected) in [
        ("nodes=2000", "nodes=200", "accept-h1"),
        ("nodes=200", "nodes=2000", "accept-h0"),
        ("nodes=500", "nodes=500", "accept-h0"),
        ("nodes=505", "nodes=500", "accept-h0"),
    ] {
        let decide = |seed| verdict(&Place::new(), &arguments(one, two, seed, 2)).0;
        let right = (1..=seeds).filter(|&seed| decide(seed) == expected).count();
        println!("{one} - {two}: {right} of {seeds} {expected}");
        let enough = right >= seeds - seeds.div_ceil(10);
        assert!(enough, "{one} - {two}: {right} of {seeds} {expected}");
    }
}
