//! Games adjudicated by tablebases.

use std::fs;

use zugi::arbiter::{End, GameRecord, Reason};
use zugi::game::board::Bits;
use zugi::game::{Game, Player, Probe};
use zugi::games::zola::Zola4;
use zugi::tables::EndgameTables;

use super::support::{Place, bad4, engine, match_of, words_of};

fn engines() -> [Vec<String>; 2] {
    [engine("one", &bad4("--seed 1"), "nodes=1"), engine("two", &bad4("--seed 2"), "nodes=1")]
}

fn build(place: &Place, folder: &str, pieces: u32) {
    let words = format!("table build --variant zola-4 --checkers {pieces} --dir {folder}");
    place.succeed(&words_of(&words));
}

fn play(place: &Place, after: &str) -> Vec<GameRecord> {
    let after = format!("--out m --random-plies 3 --games 20 {after}");
    place.succeed(&match_of("--variant zola-4 --concurrency 2", &engines(), &after));
    place.games("m")
}

/// The positions after each move of the engines.
fn positions(game: &GameRecord) -> Vec<Zola4> {
    let mut position = Zola4::start();
    let mut positions = Vec::new();
    let moves = game.moves.iter().map(|mv| &mv.text);
    for (ply, text) in game.opening.iter().chain(moves).enumerate() {
        position.play(position.parse_move(text).unwrap()).unwrap();
        if ply >= game.opening.len() {
            positions.push(position.clone());
        }
    }
    positions
}

fn checkers(position: &Zola4) -> u32 {
    Player::BOTH.into_iter().map(|player| position.checkers(player).count()).sum()
}

#[test]
fn a_game_ends_when_a_table_knows_who_wins() {
    let place = Place::new();
    build(&place, "tables", 6);
    let games = play(&place, "--tables tables");
    let oracle = EndgameTables::<Zola4>::make(6).unwrap();
    let mut ended = 0;
    for game in &games {
        let positions = positions(game);
        let (last, before) = positions.split_last().unwrap();
        assert!(before.iter().all(|position| checkers(position) > 6), "{game}");
        if game.reason == Reason::Rules {
            assert!(last.outcome().is_some(), "{game}");
            continue;
        }
        let winner = oracle.winner(last).expect("six checkers");
        let end = if winner == Player::One { End::P1win } else { End::P2win };
        assert_eq!((game.reason, game.end), (Reason::Tables, end), "{game}");
        assert!(last.outcome().is_none(), "{game}");
        assert_eq!(game.detail, format!("{} wins with best play", game.players[winner.index()]));
        ended += 1;
    }
    assert!(ended >= 15, "{ended} of 20");
    // All formats of the record have the tables.
    let header = place.header("m");
    let expected = serde_json::json!({ "from": ["tables"], "pieces": [1, 2, 3, 4, 5, 6] });
    assert_eq!(header["ruling_tables"], expected);
    let report: serde_json::Value = serde_json::from_str(&place.read("m.json")).unwrap();
    assert_eq!(report["reasons"]["tables"], ended);
    assert!(report["notes"].to_string().contains("tables (1, 2, 3, 4, 5, 6 pieces)"), "{report}");
    assert!(place.read("m.html").contains("\"tables\""), "the list of games has the reason");
    assert!(place.read("m.pgn").contains("[Termination \"adjudication\"]"));
    let replay = place.succeed(&words_of("replay m.jsonl"));
    assert!(replay.stdout.contains("tables"), "{}", replay.stdout);
    assert!(replay.stdout.contains(" wins with best play"), "{}", replay.stdout);
}

/// The built-in tables cover all of 4x4.
#[test]
fn small_tables_need_no_files() {
    let place = Place::new();
    let oracle = EndgameTables::<Zola4>::make(16).unwrap();
    for game in play(&place, "--tables small") {
        assert_eq!((game.reason, game.moves.len()), (Reason::Tables, 1), "{game}");
        let winner = oracle.winner(&positions(&game)[0]).unwrap();
        assert_eq!(game.end == End::P1win, winner == Player::One, "{game}");
    }
}

#[test]
fn a_match_goes_on_with_the_same_tables_only() {
    let place = Place::new();
    build(&place, "tables", 4);
    build(&place, "others", 4);
    play(&place, "--tables tables");
    let before = place.read("m.jsonl");
    let resume = |tables: &str| {
        let after = format!("--out m --random-plies 3 --games 24 --resume {tables}");
        place.run(&match_of("--variant zola-4", &engines(), &after))
    };
    let refused = |tables: &str| {
        let exit = resume(tables);
        assert_eq!(exit.code, Some(2), "{tables}: {exit:?}");
        assert!(exit.stderr.contains("is the record of another match"), "{exit:?}");
        assert_eq!(place.read("m.jsonl"), before);
    };
    for tables in ["--tables others", "--tables small", "--tables tables --tables small"] {
        refused(tables);
    }
    // The same folder with more tables.
    build(&place, "tables", 5);
    refused("--tables tables");
    fs::remove_file(place.path("tables").join("zola-4.5.table")).unwrap();
    let exit = resume("--tables tables");
    assert_eq!(exit.code, Some(0), "{exit:?}");
    assert_eq!(place.games("m").len(), 24);
}

#[test]
fn missing_and_damaged_tables_are_one_error() {
    let place = Place::new();
    fs::create_dir(place.path("empty")).unwrap();
    build(&place, "damaged", 3);
    let path = place.path("damaged").join("zola-4.3.table");
    let mut bytes = fs::read(&path).unwrap();
    bytes.pop();
    fs::write(&path, bytes).unwrap();
    for (variant, tables, parts) in [
        ("zola-4", "empty", ["\"empty\" has no tables of zola-4", "zola-4.4.table"]),
        ("zola-4", "missing", ["cannot use \"missing\"", "No such file"]),
        ("zola-4", "damaged", ["zola-4.3.table\" is truncated", "expected"]),
        ("generic", "small", ["no tables for \"generic\"", "expected a variant of this program"]),
    ] {
        let before = format!("--variant {variant} --tables {tables}");
        let exit = place.end_with(2, &match_of(&before, &engines(), "--games 2 --out m"));
        assert_eq!((exit.stdout.as_str(), exit.stderr.lines().count()), ("", 1), "{exit:?}");
        for part in parts {
            assert!(exit.stderr.contains(part), "no {part:?} in {}", exit.stderr);
        }
        assert!(!place.path("m.jsonl").exists());
    }
}
