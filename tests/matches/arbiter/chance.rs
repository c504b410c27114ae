//! Matches with chance, hidden pieces and several seats: shuffles, what each engine is sent, and
//! who moves.

use std::collections::{BTreeSet, HashSet};

use zugi::arbiter::{GameRecord, Reason};
use zugi::game::{Player, Setup, shown_text};
use zugi::registry;

use super::support::{
    Place, bad, check_by_the_rules, engine, match_of, numbers, overheard, winner, words_of, zugi,
};

const VARIANTS: [&str; 5] = ["zoka", "zoka-3", "zoka-4", "zoka-1v2", "zoka-2v2"];

/// Two engines with random but reproducible moves.
fn engines(variant: &str) -> [Vec<String>; 2] {
    let command = |seed| bad(&format!("--variant {variant} --seed {seed}"));
    [engine("one", &command(1), "tc=6000+1"), engine("two", &command(2), "tc=6000+1")]
}

fn play(place: &Place, variant: &str, prefix: &str, more: &str) -> Vec<GameRecord> {
    let before = format!("--variant {variant} --out {prefix} {more}");
    place.succeed(&match_of(&before, &engines(variant), ""));
    let mut games = place.games(prefix);
    games.sort_by_key(|game| game.number);
    games
}

/// Checks that the rules have ended all games.
#[track_caller]
fn check_all(games: &[GameRecord]) {
    for game in games {
        check_by_the_rules(game);
        assert_eq!(game.reason, Reason::Rules, "{game}");
    }
}

/// Checks that each side has its own clock.
fn check_clocks(game: &GameRecord) {
    for player in Player::BOTH {
        let (mut before, mut moves) = (6_001_000.0, 0);
        for mv in game.moves.iter().filter(|mv| mv.player == Some(player)) {
            let millis = mv.clock.unwrap().as_secs_f64() * 1000.0;
            let expected = before - mv.time.as_secs_f64() * 1000.0 + 1000.0;
            assert!((millis - expected).abs() < 0.01, "{millis} and not {expected} in {game}");
            (before, moves) = (millis, moves + 1);
        }
        assert!(moves > 0, "it has moved");
    }
}

#[test]
fn both_games_of_a_pair_have_the_same_shuffles_and_each_pair_has_its_own() {
    let place = Place::new();
    let random = "--random-plies 8 --games 8";
    let games = play(&place, "zoka", "m", random);
    assert!(games.iter().all(|game| game.opening.len() == 8));
    assert_eq!(numbers(&games), (1..=8).collect::<Vec<_>>());
    check_all(&games);
    let fens: Vec<&String> = games.iter().map(|game| game.fen.as_ref().unwrap()).collect();
    assert_eq!(fens.iter().collect::<HashSet<_>>().len(), 4);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].fen, pair[1].fen);
        assert_eq!(pair[0].players[0], pair[1].players[1]);
    }
    assert_eq!(place.header("m")["openings_from"], "shuffles by the seed and 8 random plies");
    // The same seed gives the same games, another seed other ones.
    let moves = |games: &[GameRecord]| -> Vec<Vec<String>> {
        games.iter().map(|game| game.moves.iter().map(|mv| mv.text.clone()).collect()).collect()
    };
    let again = play(&place, "zoka", "again", random);
    assert_eq!(moves(&again), moves(&games));
    let other = play(&place, "zoka", "other", &format!("{random} --seed 2"));
    assert!(other.iter().all(|game| !fens.contains(&game.fen.as_ref().unwrap())));
    // All formats of the record have the shuffle and can be replayed.
    assert!(place.read("m.pgn").contains(&format!("[FEN \"{}\"]", fens[0])));
    let shown = place.succeed(&words_of("replay m.jsonl --number 1")).stdout;
    let turned_over = games[0].moves.iter().position(|mv| mv.text == "t").unwrap();
    let line = format!("\n{}. {} t", turned_over + 1, games[0].moves[turned_over].player.unwrap());
    let (_, piece) = shown.split_once(&line).expect("what was turned over");
    assert!(piece.starts_with(|c| "Z123456".contains(c)), "{line}{}", &piece[..9]);
    let page = place.read("m-games/0001.js");
    for place in ["line", "hand", "exchange"] {
        assert!(page.contains(&format!("\"name\":\"{place}\",\"pieces\":{{")), "{place}");
    }
}

#[test]
fn games_that_only_shuffles_tell_apart_are_told() {
    let place = Place::new();
    let engines = [engine("a", &zugi(""), "nodes=200"), engine("b", &zugi(""), "nodes=100")];
    let settings = "--variant zoka --random-plies 0 --games 10";
    let exit = place.succeed(&match_of(settings, &engines, "--out m"));
    let games = place.games("m");
    let moves = |game: &GameRecord| -> Vec<String> {
        game.moves.iter().map(|mv| mv.text.clone()).collect()
    };
    // The same moves that reveal different pieces are different games.
    let end = |game: &GameRecord| {
        let mut rules = zugi::registry().find("zoka").unwrap().game();
        rules.set_up(Setup::Text(game.fen.as_deref().unwrap()), &moves(game)).unwrap();
        shown_text(rules.as_ref())
    };
    let kinds: HashSet<_> =
        games.iter().map(|game| (game.players.clone(), moves(game), end(game))).collect();
    let starts: HashSet<_> = games.iter().map(|game| &game.fen).collect();
    assert!(kinds.len() < 10 && starts.len() == 5, "{} of {}", kinds.len(), starts.len());
    let said = format!("{} of 10 games are move by move what others were", 10 - kinds.len());
    assert!(exit.stdout.contains(&said), "{said}: {exit:?}");
}

#[test]
fn seats_are_played_by_the_engine_of_their_side_with_its_clock() {
    for variant in VARIANTS {
        let place = Place::new();
        let games = play(&place, variant, "m", "--games 2");
        check_all(&games);
        games.iter().for_each(check_clocks);
        let seats = |game: &GameRecord, player: Player| -> BTreeSet<u32> {
            let own = game.moves.iter().filter(|mv| mv.player == Some(player));
            own.filter_map(|mv| mv.seat).collect()
        };
        for game in &games {
            let [one, two] = Player::BOTH.map(|player| Vec::from_iter(seats(game, player)));
            match variant {
                "zoka" => assert!(one.is_empty() && two.is_empty()),
                "zoka-1v2" => assert_eq!((one, two), (vec![1], vec![2, 3])),
                "zoka-2v2" => assert_eq!((one, two), (vec![1, 3], vec![2, 4])),
                // Until there is a solo player, player two has all seats but the first.
                _ => assert!(one.contains(&1) && !two.contains(&1), "{one:?} {two:?}"),
            }
            let mut movers = game.moves.windows(2);
            let again = movers.any(|two| two[0].player == two[1].player);
            assert_eq!(again, !matches!(variant, "zoka" | "zoka-2v2"), "{variant}");
        }
        let record = place.read("m.jsonl");
        assert_eq!(record.contains("\"seat\":2,"), variant != "zoka", "{variant}");
    }
}

#[test]
fn engines_see_what_they_may_know_and_are_told_what_came() {
    for (more, reveals) in [("", false), ("--reveal", true)] {
        let place = Place::new();
        let engines = [
            engine("spy", &overheard("said", &bad("--variant zoka-2v2 --seed 1")), "nodes=1"),
            engine("two", &bad("--variant zoka-2v2 --seed 2"), "nodes=1"),
        ];
        // The engines made all moves of the game, because its opening is a position without moves.
        let before = format!("--variant zoka-2v2 --games 2 --out m {more}");
        place.succeed(&match_of(&before, &engines, ""));
        let said = place.read("said");
        let positions: Vec<&str> =
            said.lines().filter(|line| line.starts_with("position ")).collect();
        assert!(positions.len() > 50, "{}", positions.len());
        for line in positions {
            assert!(line.starts_with("position fen "), "{line}");
            assert_eq!(line.contains(" =") || line.contains("/="), reveals, "{line}");
            let turned: Vec<&str> = line.split(' ').filter(|word| word.starts_with('t')).collect();
            assert!(turned.iter().all(|mv| (mv.len() == 1) == reveals), "{line}");
        }
        let games = place.games("m");
        check_all(&games);
        // The last position sent to the engine is that of the game, without hidden information
        // unless it is revealed.
        let game = &games[1];
        let registry = registry();
        let mut rules = registry.find("zoka-2v2").unwrap().game();
        rules.set_up(Setup::Text(game.fen.as_ref().unwrap()), &[]).unwrap();
        let shown = if reveals { rules.text() } else { shown_text(rules.as_ref()) };
        let last = said.lines().rfind(|line| line.starts_with("position ")).unwrap();
        assert!(last.starts_with(&format!("position fen {shown} moves ")), "{last}");
        let turned_over = last.split(" moves ").nth(1).unwrap().split(' ').count();
        assert_eq!(turned_over, game.moves.len());
        assert_eq!(place.header("m")["match"]["reveal"] == true, reveals);
    }
}

#[test]
fn a_move_that_is_no_legal_decision_loses_with_the_reason() {
    for (fault, begin, end) in [
        (
            "tells-outcome",
            "bad: \"t",
            "expected \"t\": what comes of it is not for an engine to say",
        ),
        ("illegal-move", "bad: \"a1a1\": ", ""),
    ] {
        let place = Place::new();
        let failing = bad(&format!("--variant zoka --seed 1 --after 4 {fault}"));
        let good = bad("--variant zoka --seed 2");
        let engines = [engine("good", &good, "nodes=1"), engine("bad", &failing, "nodes=1")];
        let exit = place.succeed(&match_of("--variant zoka --games 2 --out m", &engines, ""));
        for game in place.games("m") {
            assert_eq!((winner(&game), game.reason), (Some("good"), Reason::IllegalMove), "{game}");
            assert!(game.detail.starts_with(begin) && game.detail.ends_with(end), "{game}");
            assert!(
                !end.is_empty() || game.detail.contains(": expected a legal move of "),
                "{game}"
            );
            assert!(exit.stderr.contains(end), "{exit:?}");
        }
    }
}

#[test]
fn openings_of_a_file_are_dealt() {
    let place = Place::new();
    let board = ["........"; 8].join("/");
    let known = format!("{board} 1 - =Z1/=Z2 3/4 -/- 0:0 -/- 0:0:-");
    place.write("o", format!("startpos\n{known} moves t\n"));
    let games = play(&place, "zoka", "m", "--openings o --order sequential --games 8");
    check_all(&games);
    let rounds: Vec<&GameRecord> = games.iter().step_by(2).collect();
    assert_ne!(rounds[0].fen, rounds[2].fen, "others each time");
    for round in [rounds[1], rounds[3]] {
        assert_eq!((round.fen.as_ref(), round.opening.concat()), (Some(&known), "t".to_owned()));
    }
}
