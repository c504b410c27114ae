//! Game files of other programs, read by our rules.

use std::fs;
use std::path::PathBuf;

use zugi::game::{Outcome, Player, Setup};
use zugi::records::{End, GameFile, GameFileKind, GameRecord, Reason};
use zugi::registry;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/records/tests/data")
}

#[track_caller]
fn read(name: &str) -> GameFile {
    let text = fs::read_to_string(folder().join(name)).expect("a sample");
    GameFile::read(text, &registry()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn games(name: &str) -> Vec<GameRecord> {
    read(name).games().collect()
}

fn samples(begin: &str) -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the folder").flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| name.starts_with(begin)).collect()
}

#[test]
fn all_samples_open_and_end_as_their_sites_say() {
    let (abstract_play, ludii) = (samples("abstractplay-"), samples("ludii-"));
    assert_eq!((abstract_play.len(), ludii.len()), (17, 3));
    for name in abstract_play.iter().chain(&ludii) {
        let file = read(name);
        let is_ludii = name.starts_with("ludii");
        let kind = if is_ludii { GameFileKind::Ludii } else { GameFileKind::AbstractPlay };
        assert_eq!((file.kind(), file.summary()), (kind, None), "{name}");
        for game in file.games() {
            assert!(game.moves.len() > 10, "{name}: {game}");
            assert!(!game.site.is_empty() && game.detail.is_empty(), "{name}: {game}");
            assert_ne!(game.end, End::None, "{name}: {game}");
            assert!(!name.contains("6x6") || game.variant == "zola-6", "{name}: {game}");
            assert!(!name.contains("8x8") || game.variant == "zola-8", "{name}: {game}");
            assert_ne!(game.reason, Reason::Unknown, "{name}: {game}");
        }
    }
}

#[test]
fn players_dates_results_and_reasons_are_kept() {
    let ends = ["resign", "timeout", "draw"].map(|end| {
        let games = games(&format!("abstractplay-6x6-{end}.json"));
        let [game] = &games[..] else { panic!("one game") };
        assert_eq!(game.players, ["Random One", "Random Two"]);
        assert!(game.site.starts_with("Abstract Play, zola#test-6-"), "{game}");
        assert_eq!(zugi::records::date(game.started), "2026.11.25");
        assert_eq!(game.time.as_secs(), 14 * 3600);
        (game.end, game.reason)
    });
    assert_eq!(ends[0], (End::P1win, Reason::Resign));
    assert_eq!(ends[1], (End::P1win, Reason::TimeLoss));
    assert_eq!(ends[2], (End::Draw, Reason::Agreement));
    let passed = games("ludii-6x6-2.trl").remove(0);
    assert_eq!(passed.moves.iter().filter(|mv| mv.text == "0000").count(), 1);
    assert_eq!((passed.end, passed.reason), (End::P1win, Reason::Rules));
}

#[test]
fn a_list_and_a_state_have_the_games_of_the_records() {
    let moves = |game: &GameRecord| -> Vec<String> {
        game.moves.iter().map(|mv| mv.text.clone()).collect()
    };
    let list = games("abstractplay-meta-6x6.json");
    let one = games("abstractplay-6x6-1.json").remove(0);
    assert_eq!(moves(&list[0]), moves(&one));
    assert!(list.iter().zip(1..).all(|(game, number)| game.number == number));
    let state = games("abstractplay-state-6x6.json").remove(0);
    assert_eq!((moves(&state), state.end), (moves(&one), one.end));
}

fn read_text(text: &str) -> Result<GameFile, String> {
    GameFile::read(text.to_owned(), &registry()).map_err(|error| error.to_string())
}

fn texts(game: &GameRecord) -> Vec<&str> {
    game.moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn handmade_files_tell_the_games_that_they_were_made_of() {
    let six = games("abstractplay-6x6-1.json").remove(0);
    let eight = games("abstractplay-8x8-1.json").remove(0);
    for (name, game, plies) in [
        ("annotated.json", &six, six.moves.len()),
        ("null-moves.json", &six, six.moves.len()),
        ("object-moves.json", &eight, eight.moves.len()),
        ("no-variant.json", &eight, eight.moves.len()),
        ("lines.json", &six, six.moves.len()),
        ("message.json", &eight, 12),
        ("running-state.json", &six, 8),
        ("pasted.txt", &six, 14),
        ("pasted-8x8.txt", &eight, 20),
    ] {
        let file = read(&format!("handmade/{name}"));
        let read = file.game(0).expect("a game");
        assert_eq!(read.variant, game.variant, "{name}");
        assert_eq!(texts(&read), texts(game)[..plies], "{name}");
        assert_eq!(file.summary(), None, "{name}");
    }
    let annotated = games("handmade/annotated.json").remove(0);
    assert_eq!((annotated.event.as_str(), annotated.end), ("Spring Cup, 2", End::P1win));
    let running = games("handmade/running-state.json").remove(0);
    assert_eq!((running.end, running.reason), (End::None, Reason::Rules));
    let unnamed = games("handmade/no-variant.json").remove(0);
    assert_eq!(unnamed.players, ["p1", "Random Two"]);
    for (name, end, reason) in [
        ("pasted.txt", End::P2win, Reason::Resign),
        ("pasted-8x8.txt", End::P2win, Reason::TimeLoss),
    ] {
        let game = games(&format!("handmade/{name}")).remove(0);
        assert_eq!((game.end, game.reason), (end, reason), "{name}");
    }
}

/// The games that XBoard saved, of all variants that it can show: moves and results are those by
/// the rules.
#[test]
fn games_of_xboard_are_played_by_the_rules() {
    for (name, variant) in [
        ("zola", "zola-6"),
        ("zola4", "zola-4"),
        ("zola8", "zola-8"),
        ("zola10", "zola-10"),
        ("zvp", "zvp"),
        ("zvp-draws", "zvp"),
    ] {
        let file = read(&format!("xboard/{name}.pgn"));
        assert_eq!((file.len(), file.summary()), (2, None), "{name}");
        for game in file.games() {
            assert_eq!((game.variant.as_str(), &game.fen), (variant, &None), "{name}: {game}");
            assert_eq!(game.players, ["zugi 0.2.0", "zugi 0.2.0"], "{name}");
            assert_eq!(game.reason, Reason::Rules, "{name}: {game}");
            let comments = game.moves.iter().filter(|mv| !mv.comment.is_empty());
            assert_eq!(comments.count(), 0, "{name}: scores, depths and times are read: {game}");
            let mut played = registry().find(variant).expect("a variant").game();
            let moves: Vec<String> = game.moves.iter().map(|mv| mv.text.clone()).collect();
            played.set_up(Setup::Start, &moves).expect("legal moves");
            let end = match played.outcome() {
                Some(Outcome::Win(Player::One)) => End::P1win,
                Some(Outcome::Win(Player::Two)) => End::P2win,
                Some(Outcome::Draw) => End::Draw,
                None => End::None,
            };
            assert_eq!(game.end, end, "{name}: {game}");
        }
    }
}

#[test]
fn games_that_cannot_be_shown_are_counted_with_the_reason() {
    let file = read("handmade/mixed.json");
    let numbers: Vec<usize> = file.games().map(|game| game.number).collect();
    assert_eq!(numbers, [2, 3, 10]);
    let summary = file.summary().expect("games are left out");
    assert!(summary.starts_with("10 games, 3 shown; left out: 2 of Havannah; 1 of Hex; "));
    assert!(
        summary.contains("1 of Zola on 14x14; 3 wrong, the first of them game 5, line 1: "),
        "{summary}"
    );
    assert!(summary.ends_with("a game of 3 players: expected 2"), "{summary}");
}

#[test]
fn what_cannot_be_read_is_told_by_its_kind_and_line() {
    let record = fs::read_to_string(folder().join("abstractplay-6x6-1.json")).expect("a sample");
    let trial = fs::read_to_string(folder().join("ludii-6x6-1.trl")).expect("a sample");
    let cases = [
        (
            record.replace("Zola", "Havannah"),
            "line 1: an Abstract Play record of Havannah: zugi plays Zola, zvp, zoka",
        ),
        (
            format!("[{0},\n{0}]", record.trim().replace("Zola", "Hex")),
            "line 1: an Abstract Play record of Hex, and 1 more games: zugi plays Zola",
        ),
        (
            record.replace("e3xd3", "e3xd4"),
            "line 1: an Abstract Play record: zola-6, move 1, \"e3xd4\"",
        ),
        (format!("[{record},\n{{\"header\":"), "line 3: damaged JSON after 1 games: EOF"),
        (format!("[{record}"), "damaged JSON after 1 games"),
        (trial.replace("Zola.lud", "Chess.lud"), "line 1: a Ludii trial of Chess: zugi plays"),
        (trial.replace("mover=1,from=21", "mover=1,from=99"), "line 42: a Ludii trial: no square"),
        (trial.replace("mover=1,from=21", "from=21"), "line 42: a Ludii trial: expected a move"),
        (
            "[Event \"x\"]\n[Variant \"crazyhouse\"]\n\n1. e4 e5 *\n".to_owned(),
            "line 1: a game in PGN of crazyhouse: zugi plays Zola",
        ),
        ("[Event \"x\"]\n\n1. e4 e5 *\n".to_owned(), "line 1: a game in PGN: "),
        ("{\"status\":1,\"data\":{\"logs\":[]}}".to_owned(), "a log of Board Game Arena"),
        ("<!DOCTYPE html>".to_owned(), "line 1: a page of the web: expected"),
        ("hello there".to_owned(), "; or a record of zugi as text"),
        ("{\"a\":1}".to_owned(), "line 1: JSON without a game: expected"),
        ("{\n  \"a\": []\n}\n".to_owned(), "JSON without a game: expected a record of zugi"),
        ("\u{fffd}\u{1}[".to_owned(), "line 1: "),
        ("{\"number\":1,\n".to_owned(), "JSON of a game"),
        ("{\"number\":1,\"variant\":\"zvp\"}".to_owned(), "line 1: bad record"),
    ];
    for (text, expected) in cases {
        let error = read_text(&text).expect_err(expected);
        assert!(error.contains(expected), "{expected}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn too_large_a_file_or_game_is_an_error() {
    let large = " ".repeat(zugi::records::MAX_BYTES + 1);
    assert_eq!(
        read_text(&large).expect_err("it is too large"),
        "65 MiB of games: expected at most 64 MiB, or the file in parts"
    );
    let long = "a1-b2 ".repeat(800_000);
    let error = read_text(&long).expect_err("it is too long");
    assert!(error.contains("a game of more than 4 MiB"), "{error}");
}

/// Characters with a meaning in one of the formats.
const PARTS: [char; 13] = ['[', ']', '{', '}', '"', ',', ':', 'x', '0', '\n', '%', '(', ';'];

/// A corrupted file gives an error or other games, never a panic; games that are read are valid.
#[test]
fn corrupted_files_are_errors_or_valid_games() {
    let names = samples("abstractplay-").into_iter().chain(samples("ludii-"));
    let within = |inner: &'static str| {
        let entries = fs::read_dir(folder().join(inner)).expect("the folder").flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.map(move |name| format!("{inner}/{name}"))
    };
    let names: Vec<String> = names.chain(within("handmade")).chain(within("xboard")).collect();
    let registry = registry();
    let mut errors = 0;
    for (seed, name) in (1..).zip(&names) {
        let text = fs::read_to_string(folder().join(name)).expect("a sample");
        let mut rng = zugi::game::random::Rng::with_seed(seed);
        for _ in 0..40 {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(0..chars.len());
                match rng.u32(0..4) {
                    0 => drop(chars.remove(at)),
                    1 => chars.truncate(at.max(1)),
                    2 => chars.insert(at, *rng.choice(&PARTS).expect("not empty")),
                    _ => chars[at] = char::from(rng.u8(32..127)),
                }
            }
            match GameFile::read(chars.into_iter().collect(), &registry) {
                Ok(file) => {
                    for game in file.games() {
                        assert!(registry.find(&game.variant).is_ok(), "{name}: {game}");
                    }
                }
                Err(error) => {
                    errors += 1;
                    assert!(!error.to_string().contains(char::is_control), "{name}: {error}");
                }
            }
        }
    }
    assert!(errors > 100, "{errors}");
}

#[test]
fn a_file_may_have_ten_thousand_games() {
    let record = fs::read_to_string(folder().join("abstractplay-6x6-draw.json")).expect("a sample");
    let list = format!("[{}]", vec![record.trim(); 10_000].join(",\n"));
    let file = read_text(&list).expect("games");
    assert_eq!((file.len(), file.summary()), (10_000, None));
    assert_eq!(file.game(9_999).expect("the last one").number, 10_000);
}
