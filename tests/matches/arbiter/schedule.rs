//! Pairings, openings, and adjudication.

use std::collections::{BTreeMap, HashSet};
use zugi::protocol::UgiScore;

use zugi::arbiter::{End, GameRecord, Reason};

use super::support::{Place, bad, bad4, engine, match_of, numbers, winner, zugi};

fn three() -> [Vec<String>; 3] {
    ["a", "b", "c"].map(|name| engine(name, &bad4(""), "nodes=1"))
}

/// How often each two engines have met, by seats.
fn meetings(games: &[GameRecord]) -> BTreeMap<String, usize> {
    let mut meetings = BTreeMap::new();
    for game in games {
        *meetings.entry(game.players.join("-")).or_default() += 1;
    }
    meetings
}

#[track_caller]
fn expect_meetings(settings: &str, expected: &[(&str, usize)]) {
    for concurrency in [1, 3] {
        let place = Place::new();
        let before = format!("--variant zola-4 --concurrency {concurrency} {settings}");
        place.succeed(&match_of(&before, &three(), "--out m"));
        let games = place.games("m");
        let expected: BTreeMap<String, usize> =
            expected.iter().map(|(players, count)| ((*players).to_owned(), *count)).collect();
        assert_eq!(meetings(&games), expected, "{settings}");
        assert_eq!(numbers(&games), (1..=games.len()).collect::<Vec<_>>());
    }
}

#[test]
fn everybody_meets_as_often_as_asked_for() {
    let round_robin = [("a-b", 2), ("b-a", 2), ("a-c", 2), ("c-a", 2), ("b-c", 2), ("c-b", 2)];
    expect_meetings("--games 4", &round_robin);
    let gauntlet = [("a-b", 3), ("b-a", 3), ("a-c", 3), ("c-a", 3)];
    expect_meetings("--gauntlet --games 6", &gauntlet);
    let round_robin = [("a-b", 1), ("b-a", 1), ("a-c", 1), ("c-a", 1), ("b-c", 1), ("c-b", 1)];
    expect_meetings("--no-swap --games 2", &round_robin);
}

#[test]
fn openings_come_in_pairs_with_swapped_seats() {
    let place = Place::new();
    let before = "--variant zola-4 --games 8 --random-plies 3 --concurrency 2";
    place.succeed(&match_of(before, &three(), "--out m"));
    let mut games = place.games("m");
    games.sort_by_key(|game| game.number);
    for pair in games.chunks(2) {
        let [first, second] = pair else { panic!("{pair:?}") };
        assert_eq!(first.opening, second.opening);
        assert_eq!(first.opening.len(), 3);
        let [one, two] = &first.players;
        assert_eq!([two, one], second.players.each_ref());
    }
    let openings: HashSet<_> = games.iter().map(|game| &game.opening).collect();
    assert_eq!(openings.len(), 4, "one for each round");
}

#[test]
fn a_seed_gives_the_same_openings_in_the_same_order() {
    let place = Place::new();
    place.write("o", "startpos moves a1b1\nstartpos moves a1a2\nstartpos moves d4c4\nstartpos\n");
    let schedule = |prefix: &str, settings: &str| {
        let before = format!("--variant zola-4 --games 8 {settings}");
        place.succeed(&match_of(&before, &three(), &format!("--out {prefix}")));
        let mut games = place.games(prefix);
        games.sort_by_key(|game| game.number);
        games.into_iter().map(|game| (game.players, game.opening)).collect::<Vec<_>>()
    };
    let random = schedule("r1", "--random-plies 4 --seed 7");
    assert_eq!(schedule("r2", "--random-plies 4 --seed 7 --concurrency 2"), random);
    assert_ne!(schedule("r3", "--random-plies 4 --seed 8"), random);
    let of_file = schedule("f1", "--openings o --seed 1");
    assert_eq!(schedule("f2", "--openings o --seed 1"), of_file);
    let others = [2, 3, 4].map(|seed| {
        let settings = format!("--openings o --seed {seed}");
        schedule(&format!("g{seed}"), &settings)
    });
    assert!(others.iter().any(|other| *other != of_file), "another order");
}

#[test]
fn openings_with_position_texts_are_played() {
    let place = Place::new();
    place.write("o", "4/4/1b2/r3 r -\n4/4/1b2/r3 r - moves a1b2\n");
    let exit = place.run(&match_of("--variant zola-4 --openings o", &three(), "--out m"));
    assert_eq!(exit.code, Some(2), "the second one is over: {exit:?}");
    place.write("o", "rbrb/brbr/rbrb/brbr b\n");
    place.succeed(&match_of("--variant zola-4 --games 2 --openings o", &three(), "--out m"));
    for game in place.games("m") {
        assert_eq!(game.reason, Reason::Rules, "{game}");
        assert!(game.fen.is_some());
    }
}

#[test]
fn long_games_are_drawn() {
    let place = Place::new();
    let engines = [engine("a", &bad(""), "nodes=1"), engine("b", &bad(""), "nodes=1")];
    place.succeed(&match_of("--max-plies 7 --games 4", &engines, "--out m"));
    for game in place.games("m") {
        assert_eq!((game.reason, game.end, game.moves.len()), (Reason::Length, End::Draw, 7));
    }
}

#[test]
fn games_are_adjudicated_when_both_engines_agree() {
    let place = Place::new();
    let engines = [engine("strong", &zugi(""), "depth=5"), engine("weak", &zugi(""), "depth=1")];
    let games = |prefix: &str, settings: &str| {
        let after = format!("--out {prefix} --games 4");
        place.succeed(&match_of(&format!("{settings} --concurrency 2"), &engines, &after));
        place.games(prefix)
    };
    let mut early = 0;
    for game in games("win", "--win moves=2 score=90 after=6") {
        if game.reason != Reason::Adjudication {
            continue;
        }
        early += 1;
        assert!(game.moves.len() >= 7 && winner(&game).is_some(), "{game}");
        let one = winner(&game) == Some(game.players[0].as_str());
        // Players alternate, and player one does not always move first.
        let last = game.moves.len() + game.opening.len();
        for (ply, mv) in (game.opening.len()..last).zip(&game.moves).skip(game.moves.len() - 4) {
            let score = mv.score.unwrap();
            let ahead = match score {
                UgiScore::Cp(value) => value,
                UgiScore::Mate(plies) => 10_000 * plies.signum(),
            };
            let for_one = if ply % 2 == 0 { ahead } else { -ahead };
            assert!(if one { for_one >= 90 } else { for_one <= -90 }, "{score}: {game}");
        }
    }
    assert!(early >= 2, "most of the games");
    for game in games("draw", "--draw moves=1 score=100000 after=10") {
        assert_eq!((game.reason, game.end), (Reason::Adjudication, End::Draw), "{game}");
        assert_eq!(game.moves.len(), 11, "the first ply after 10: {game}");
    }
}
