//! The files of games beside the page. A file is a script, because a page that is opened as a file
//! can load data in no other way.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use zugi_game::{Player, Registry};
use zugi_records::millis::to_number;
use zugi_records::{GameRecord, MoveRecord};
use zugi_show::{Appearance, BoardSpec};

use super::points;
use super::replay::GameReplay;
use super::script::literal;

/// The most games of a file; the number of a game determines its file.
pub const GAMES_A_FILE: usize = 200;

/// A game for the viewer.
fn shown(game: &GameRecord, registry: &Registry) -> Value {
    let (replay, note) = replay(game, registry);
    // Without a known mover, players are taken to alternate.
    let first = game.moves.first().and_then(|mv| mv.player);
    let shift = first.map_or(0, |player| game.opening.len() + player.index());
    let seat = |ply: usize, said: Option<&MoveRecord>| {
        let mover = replay.movers.get(ply).copied().or(said.and_then(|mv| mv.player));
        mover.map_or((ply + shift) % 2, Player::index)
    };
    let opening = game.opening.iter().map(|text| (text, None));
    let moves = opening.chain(game.moves.iter().map(|mv| (&mv.text, Some(mv))));
    // A time is that of the move, and a clock the time left, both in milliseconds.
    let ply = |(ply, (text, said)): (usize, (&String, Option<&MoveRecord>))| {
        json!([
            seat(ply, said),
            replay.texts.get(ply).unwrap_or(text),
            said.and_then(|mv| mv.score).map(|score| score.to_string()),
            said.and_then(|mv| mv.depth),
            said.and_then(|mv| mv.nodes),
            said.map(|mv| to_number(mv.time)),
            said.and_then(|mv| mv.clock).map(to_number),
        ])
    };
    json!({
        "number": game.number,
        "variant": game.variant,
        "players": game.players,
        "result": points(&game.end),
        "reason": game.reason.to_string(),
        "fault": game.reason.is_fault(),
        "detail": game.detail,
        "seconds": game.time.as_secs_f64(),
        "fen": game.fen,
        "opening": game.opening.len(),
        "moves": moves.enumerate().map(ply).collect::<Vec<Value>>(),
        "frames": replay.frames,
        "around": replay.around,
        "note": note,
        "transcript": game.transcript,
    })
}

/// The pictures of a game, or why there are none.
fn replay(game: &GameRecord, registry: &Registry) -> (GameReplay, Option<String>) {
    let rules = registry.find(&game.variant);
    let rules = rules.map_err(|_| "only the engines know the rules".to_owned());
    let refused = |why: String| format!("the rules refuse the game: {why}");
    let replay = rules.and_then(|rules| GameReplay::of(rules, game).map_err(refused));
    let why = match &replay {
        Ok(replay) if !replay.frames.is_empty() => None,
        Ok(_) => Some("the variant does not say what it looks like"),
        Err(why) => Some(why.as_str()),
    };
    let note = why.map(|why| format!("No board: {why}."));
    (replay.unwrap_or_default(), note)
}

/// The number of the file of a game, from 0.
pub fn file_of(game: &GameRecord) -> usize {
    game.number.saturating_sub(1) / GAMES_A_FILE
}

pub fn name(file: usize) -> String {
    format!("{:04}.js", file + 1)
}

pub fn content(games: &[GameRecord], registry: &Registry) -> String {
    let looks = games.iter().filter_map(|game| {
        let variant = registry.find(&game.variant).ok()?;
        Some((&game.variant, variant.capability::<dyn Appearance>().ok()?.board_spec()))
    });
    let looks: BTreeMap<&String, BoardSpec> = looks.collect();
    let games: Vec<Value> = games.iter().map(|game| shown(game, registry)).collect();
    // The looks are a list, because a variant may have any name.
    let looks: Vec<_> = looks.into_iter().collect();
    format!("zugiGames({});\n", literal(&json!({ "looks": looks, "games": games })))
}

#[cfg(test)]
mod tests {
    use zugi_records::{End, Reason};

    use super::super::sample::game;
    use super::super::toy::registry;
    use super::*;

    fn played(number: usize, variant: &str, opening: &[&str], moves: &[&str]) -> GameRecord {
        let mut game = game(number, "a", "b", End::P1win, Reason::Rules);
        game.variant = variant.to_owned();
        game.opening = opening.iter().map(|&text| text.to_owned()).collect();
        for (mv, text) in game.moves.iter_mut().zip(moves) {
            mv.text = (*text).to_owned();
        }
        game.moves.truncate(moves.len());
        game
    }

    fn parse(file: &str) -> Value {
        let json = file.strip_prefix("zugiGames(").unwrap().strip_suffix(");\n").unwrap();
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_game_is_in_the_file_of_its_number() {
        for (number, file) in [(450, "0003.js"), (200, "0001.js"), (201, "0002.js"), (0, "0001.js")]
        {
            assert_eq!(name(file_of(&GameRecord { number, ..GameRecord::default() })), file);
        }
    }

    #[test]
    fn a_game_says_all_that_is_shown() {
        let game = played(1, "Hexa Pawn", &["a1a2"], &["b4b3", "a2b3"]);
        let content = parse(&content(&[game], &registry()));
        assert_eq!(content["looks"][0][0], "Hexa Pawn");
        assert_eq!(content["looks"][0][1]["players"], serde_json::json!(["White", "Black"]));
        let game = &content["games"][0];
        assert_eq!((&game["opening"], &game["note"]), (&1.into(), &Value::Null));
        let moves = serde_json::json!([
            [0, "a1a2", null, null, null, null, null],
            [1, "b4b3", "cp 12", 7, 1000, 50.0, 9000.0],
            [0, "a2b3", "cp -30", 7, 1000, 50.0, 9000.0],
        ]);
        assert_eq!(game["moves"], moves);
        assert_eq!(game["frames"].as_array().unwrap().len(), 4);
        // The white pawn, the first kind, from a1 to a2.
        assert_eq!(game["frames"][1], serde_json::json!([[0, 0, 4, 1], [0, 4]]));
    }

    #[test]
    fn games_without_a_board_say_why_and_have_their_moves() {
        for (variant, moves, said) in [
            ("generic", ["e4", "e5"], "only the engines know the rules"),
            ("hexapawn", ["a1a2", "h8h9"], "the rules refuse the game: move 2, \"h8h9\""),
        ] {
            let games = [played(1, variant, &[], &moves)];
            let content = content(&games, &registry());
            let game = &parse(&content)["games"][0];
            assert!(game["note"].as_str().unwrap().contains(said), "{game}");
            assert_eq!(game["frames"], serde_json::json!([]));
            assert_eq!((&game["moves"][0][0], &game["moves"][1][0]), (&0.into(), &1.into()));
            assert_eq!(game["moves"][1][1], moves[1]);
        }
    }

    #[test]
    fn movers_are_those_of_the_record_or_alternate() {
        let seats = |player: Option<Player>| -> Vec<u64> {
            let mut game = played(1, "generic", &["e4", "e5", "d4"], &["d5", "c4"]);
            game.moves.iter_mut().for_each(|mv| mv.player = player);
            let content = content(&[game], &registry());
            let moves = parse(&content)["games"][0]["moves"].clone();
            moves.as_array().unwrap().iter().map(|mv| mv[0].as_u64().unwrap()).collect()
        };
        assert_eq!(seats(Some(Player::One)), [1, 0, 1, 0, 0]);
        assert_eq!(seats(Some(Player::Two)), [0, 1, 0, 1, 1]);
        assert_eq!(seats(None), [0, 1, 0, 1, 0]);
    }

    #[test]
    fn text_of_others_is_a_text() {
        let bad = "</script>\");alert(1)//\u{2028}\0é";
        let mut game = played(1, bad, &[bad], &[bad]);
        game.players = [bad.to_owned(), bad.to_owned()];
        game.fen = Some(bad.to_owned());
        game.detail = bad.to_owned();
        game.transcript = vec![bad.to_owned()];
        let content = content(&[game], &registry());
        assert!(content.is_ascii() && !content.contains('<') && !content.contains('\0'));
        let game = &parse(&content)["games"][0];
        for text in [&game["variant"], &game["fen"], &game["detail"], &game["transcript"][0]] {
            assert_eq!(text, bad);
        }
        assert_eq!((&game["players"][1], &game["moves"][1][1]), (&bad.into(), &bad.into()));
    }
}
