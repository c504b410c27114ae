//! `zugi openings`: balanced, legal, distinct openings that a match can use.

use std::collections::HashSet;

use zugi::arbiter::openings::{Opening, parse_openings};
use zugi::game::{Game, GameInProgress, OpeningBook, Variant};
use zugi::games::zola::{Zola4, Zola6};
use zugi::registry;

use super::support::{Place, bad, bad4, engine, match_of, words_of};

/// Plays all openings and checks that no two are equal by symmetry.
#[track_caller]
fn check<G: Game>(text: &str, count: usize, plies: usize) {
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
        let command = format!("openings 12 --plies 4 --depth 3 --games 0 {more}");
        place.succeed(&words_of(&command)).stdout
    };
    let text = find("--threads 1");
    check::<Zola6>(&text, 12, 4);
    assert!(text.starts_with("# zugi openings 12 --variant zola-6 --plies 4 "), "{text}");
    assert_eq!(text, find("--threads 2"));
    assert_ne!(text, find("--seed 2"));
}

#[test]
fn a_match_takes_the_file_of_openings() {
    let place = Place::new();
    place.succeed(&words_of("openings 5 --plies 3 --depth 2 --games 0 --out o"));
    check::<Zola6>(&place.read("o"), 5, 3);
    let engines = [engine("a", &bad(""), "nodes=1"), engine("b", &bad(""), "nodes=1")];
    place.succeed(&match_of("", &engines, "--openings o --games 10 --out m"));
    let played: HashSet<String> = place.games("m").iter().map(|it| it.opening.join(" ")).collect();
    let file = place.read("o");
    assert_eq!(played.len(), 5);
    assert!(played.iter().all(|moves| file.contains(&format!("startpos moves {moves}\n"))));
}

#[test]
fn positions_are_the_same_openings() {
    let place = Place::new();
    let command = "openings 3 --variant zola-4 --plies 2 --window 500 --games 2 --nodes 200";
    let (moves, positions) =
        (place.succeed(&words_of(command)), place.succeed(&words_of(&format!("{command} --fen"))));
    assert!(moves.stderr.contains("player one has 50.0 % of the points of 6 games"), "{moves:?}");
    let moves = parse_openings(&moves.stdout, None).unwrap();
    let positions = parse_openings(&positions.stdout, None).unwrap();
    assert_eq!((moves.len(), positions.len()), (3, 3));
    for (moves, position) in moves.iter().zip(positions) {
        let mut game = GameInProgress::new(Zola4::start());
        game.play_texts(&moves.moves).unwrap();
        assert_eq!(position, Opening { fen: Some(game.position().text()), moves: vec![] });
    }
}

#[test]
fn books_are_what_the_command_in_their_first_line_made() {
    let registry = registry();
    let has_book = |variant: &&Variant| variant.capability::<OpeningBook>().is_ok();
    assert!(registry.variants().any(|variant| has_book(&variant)));
    for variant in registry.variants().filter(has_book) {
        let OpeningBook(text) = variant.capability().unwrap();
        let openings = parse_openings(text, Some(variant)).unwrap();
        let command = format!("# zugi openings {} --variant {} ", openings.len(), variant.name());
        assert!(text.starts_with(&command), "{command:?} does not begin the file");
        assert!(openings.len() >= 50, "{} has {}", variant.name(), openings.len());
        let different: HashSet<_> = openings.iter().collect();
        assert_eq!(different.len(), openings.len(), "{}", variant.name());
    }
}

#[test]
fn a_match_begins_with_the_openings_of_its_variant() {
    for variant in ["zola-6", "zoka-2v2"] {
        let place = Place::new();
        let command = |seed| bad(&format!("--variant {variant} --seed {seed}"));
        let engines = [1, 2].map(|seed| engine(&format!("e{seed}"), &command(seed), "nodes=1"));
        place.succeed(&match_of(&format!("--variant {variant}"), &engines, "--games 8 --out m"));
        assert_eq!(place.header("m")["openings_from"], format!("those of {variant}"));
        let games = place.games("m");
        assert!(games.iter().all(|game| game.opening.is_empty()));
        let played: HashSet<String> = games.into_iter().filter_map(|game| game.fen).collect();
        assert_eq!(played.len(), 4, "both sides of four openings");
        let book = registry().find(variant).unwrap().capability::<OpeningBook>().unwrap().0;
        assert!(played.iter().all(|fen| book.lines().any(|line| line == fen)), "{played:?}");
    }
}

#[test]
fn games_with_shuffles_have_options_of_their_own() {
    let place = Place::new();
    let command = "openings 2 --variant zoka --plies 3 --games 2 --share 50 --nodes 20 --fen";
    let exit = place.succeed(&words_of(command));
    let options = "--plies 3 --window 50 --games 2 --share 50 --nodes 20 --seed 1 --fen";
    let text = format!("# zugi openings 2 --variant zoka {options}\n");
    assert!(exit.stdout.starts_with(&text), "{exit:?}");
    assert!(exit.stderr.contains("player one has 50.0 % of the points of 4 games"), "{exit:?}");
    let registry = registry();
    let openings = parse_openings(&exit.stdout, registry.find("zoka").ok()).unwrap();
    assert_eq!(openings.len(), 2);
    for (option, said) in [
        ("--depth 5", "has no use for --depth: expected --nodes, which its search takes"),
        ("--pie", "has no use for --pie"),
    ] {
        let exit = place.end_with(2, &words_of(&format!("{command} --out o {option}")));
        assert_eq!(exit.stderr, format!("error: variant \"zoka\" {said}\n"));
        assert!(!place.path("o").exists());
    }
}

#[test]
fn openings_that_come_again_are_warned_about() {
    let place = Place::new();
    place.write("o", "startpos moves a1b1 a4b4\nstartpos moves a1a2\nstartpos moves a1a2\n");
    let engines = [engine("a", &bad4(""), "nodes=1"), engine("b", &bad4(""), "nodes=1")];
    let said =
        place.succeed(&match_of("--variant zola-4", &engines, "--openings o --games 2")).stderr;
    let warning = "warning: openings \"o\": 1 repeats an earlier one: line 3 is line 2 again\n";
    assert!(said.contains(warning), "{said}");
}

#[test]
fn too_few_openings_and_a_wrong_output_are_told() {
    let place = Place::new();
    let command = "openings 100 --variant zola-4 --plies 1 --depth 1 --window 10000 --games 0";
    let exit = place.succeed(&words_of(command));
    let count = exit.stdout.lines().count() - 1;
    assert!((1..=9).contains(&count), "{exit:?}");
    check::<Zola4>(&exit.stdout, count, 1);
    assert!(exit.stderr.contains(&format!("only {count} ")), "{exit:?}");
    let exit = place.end_with(2, &words_of("openings 1 --out missing/o"));
    assert!(exit.stderr.contains("missing/o"), "{exit:?}");
}
