//! `zugi openings`: balanced, legal, different, and of use for a match.

use std::collections::HashSet;

use zugi::game::{Game, Symmetric};
use zugi::games::zola::{Zola4, Zola6};

use super::support::{Place, bad, engine, match_of, numbers, words_of};

/// Plays all openings; no two of them may be images of each other.
#[track_caller]
fn check<G: Symmetric>(text: &str, count: usize, plies: usize) {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), count, "{text}");
    let mut seen = HashSet::new();
    for line in lines {
        let moves: Vec<&str> = line.strip_prefix("startpos moves ").unwrap().split(' ').collect();
        assert_eq!(moves.len(), plies, "{line}");
        let mut position = G::start();
        for text in moves {
            position.play(position.parse_move(text).unwrap()).unwrap();
        }
        assert!(position.outcome().is_none(), "{line}");
        let images: HashSet<String> = position.images().iter().map(Game::text).collect();
        assert!(images.is_disjoint(&seen), "{line} is another one turned");
        seen.insert(position.text());
    }
}

#[test]
fn the_openings_are_right_and_do_not_depend_on_threads() {
    let place = Place::new();
    let find = |more: &str| {
        let command = format!("openings 12 --plies 4 --depth 3 {more}");
        place.succeed(&words_of(&command)).stdout
    };
    let text = find("--threads 1");
    check::<Zola6>(&text, 12, 4);
    assert!(text.starts_with("# zola-6: 12 openings of 4 plies"), "{text}");
    assert_eq!(text, find("--threads 2"));
    assert_ne!(text, find("--seed 2"));
}

#[test]
fn a_match_takes_the_file() {
    let place = Place::new();
    place.succeed(&words_of("openings 5 --plies 3 --depth 2 --out o"));
    check::<Zola6>(&place.read("o"), 5, 3);
    let engines = [engine("a", &bad(""), "nodes=1"), engine("b", &bad(""), "nodes=1")];
    place.succeed(&match_of("", &engines, "--openings o --games 10 --out m"));
    let games = place.games("m");
    assert_eq!(numbers(&games), (1..=10).collect::<Vec<_>>());
    let played: HashSet<String> = games.iter().map(|game| game.opening.join(" ")).collect();
    let file = place.read("o");
    assert_eq!(played.len(), 5);
    assert!(played.iter().all(|moves| file.contains(&format!("startpos moves {moves}\n"))));
}

#[test]
fn when_there_are_no_more_it_says_so() {
    let place = Place::new();
    let command = "openings 100 --variant zola-4 --plies 1 --depth 1 --window 10000";
    let exit = place.succeed(&words_of(command));
    let count = exit.stdout.lines().count() - 1;
    assert!((1..=9).contains(&count), "{exit:?}");
    check::<Zola4>(&exit.stdout, count, 1);
    assert!(exit.stderr.contains(&format!("only {count} ")), "{exit:?}");
}

#[test]
fn an_output_that_cannot_be_written_is_named() {
    let exit = Place::new().run(&words_of("openings 1 --out missing/o"));
    assert_eq!(exit.code, Some(2), "{exit:?}");
    assert!(exit.stderr.contains("missing/o"), "{exit:?}");
}
