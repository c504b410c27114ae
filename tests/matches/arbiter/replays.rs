//! Replays of the report page for every variant: all that a board without rules needs.

use std::fs;

use serde_json::{Map, Value, json};
use zugi::arbiter::GameRecord;
use zugi::arbiter::openings::random_openings;
use zugi::arbiter::report::{MatchReport, write_page};
use zugi::game::{Appearance, BoardSpec, Registry, Setup, Variant, seen_text};
use zugi::registry;

const PLIES: usize = 20;

/// The page's data for a game.
fn shown(registry: &Registry, game: GameRecord) -> Value {
    let (place, games) = (tempfile::tempdir().unwrap(), [game]);
    let report = MatchReport::new(&[], &games, false, None);
    write_page(&place.path().join("m"), &report, &games, registry).unwrap();
    let file = fs::read_to_string(place.path().join("m-games/0001.js")).unwrap();
    let json = file.strip_prefix("zugiGames(").unwrap().strip_suffix(");\n").unwrap();
    serde_json::from_str::<Value>(json).unwrap()["games"][0].take()
}

/// The pieces on the squares at the start and after each move.
fn pictures(game: &Value, equipment: &BoardSpec) -> Vec<Vec<Option<char>>> {
    let letter = |kind: usize| kind.checked_sub(1).map(|at| equipment.kinds[at].letter);
    let mut squares = vec![None; equipment.board.squares.len()];
    let develop = |frame: &Value| {
        let changes: Vec<usize> = serde_json::from_value(frame[0].clone()).unwrap();
        for change in changes.chunks(2) {
            squares[change[0]] = letter(change[1]);
        }
        squares.clone()
    };
    game["frames"].as_array().unwrap().iter().map(develop).collect()
}

/// Applies a change to the data beside the pieces.
fn develop(value: &mut Value, change: &Value) {
    let Value::Object(members) = change else {
        *value = change.clone();
        return;
    };
    if !value.is_object() && !value.is_array() {
        *value = Value::Object(Map::new());
    }
    for (name, part) in members {
        match value {
            Value::Object(all) if part.is_null() && name != "player" => {
                all.remove(name);
            }
            Value::Object(all) => develop(all.entry(name).or_insert(Value::Null), part),
            Value::Array(list) => develop(&mut list[name.parse::<usize>().unwrap()], part),
            _ => unreachable!(),
        }
    }
}

fn check(registry: &Registry, rules: &Variant) {
    let appearance: &Appearance = rules.capability().unwrap();
    let [opening] = random_openings(rules, PLIES, 1, 7).try_into().unwrap();
    let mut game = rules.game();
    if let Some(fen) = &opening.fen {
        game.set_up(Setup::Text(fen), &[]).unwrap();
    }
    let record = GameRecord {
        number: 1,
        variant: rules.name().to_owned(),
        fen: Some(game.text()),
        opening: opening.moves.clone(),
        ..GameRecord::default()
    };
    let film = shown(registry, record);
    let pictures = pictures(&film, &appearance.equipment());
    assert_eq!((pictures.len(), &film["note"]), (PLIES + 1, &Value::Null), "{}", rules.name());
    let changes = film["around"].as_array().map_or(0, Vec::len);
    assert_eq!(changes, if appearance.places().is_empty() { 0 } else { PLIES + 1 });
    let mut around = Value::Object(Map::new());
    for (ply, squares) in pictures.iter().enumerate() {
        let scene = appearance.scene(game.as_ref());
        if let Some(now) = &scene.around {
            let change = &film["around"][ply];
            develop(&mut around, change);
            assert_eq!(around, serde_json::to_value(now).unwrap());
            // A change has only what differs.
            assert!(ply == 0 || change.to_string().len() < 500, "{change}");
        }
        assert_eq!((squares, &film["frames"][ply][1]), (&scene.pieces, &json!(scene.last)));
        if let Some(text) = opening.moves.get(ply) {
            let seen = seen_text(game.as_ref(), text);
            assert_eq!(film["moves"][ply][0], game.to_move().index());
            assert_eq!(film["moves"][ply][1], *seen);
            game.play_text(text).unwrap();
        }
    }
}

#[test]
fn films_show_what_was_to_be_seen() {
    let registry = registry();
    registry.variants().for_each(|rules| check(&registry, rules));
    assert!(registry.variants().len() >= 5);
}
