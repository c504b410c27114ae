//! The examples of `docs/reference/records.md` are what the program writes and reads.

use zugi::records::{GameRecord, PgnEngine, parse_games, pgn};

/// The first block of this kind in the description of the records.
fn example(kind: &str) -> &'static str {
    let text = include_str!("../docs/reference/records.md");
    let block = text.split_once(&format!("```{kind}\n")).expect("a block").1;
    block.split_once("```").expect("its end").0
}

#[test]
fn the_examples_of_the_description_are_one_game() {
    let games = parse_games(example("text")).unwrap();
    let [game] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!(game.to_string().trim_end(), example("text").trim_end());
    let json: serde_json::Value = serde_json::from_str(example("json")).unwrap();
    assert_eq!(serde_json::from_value::<GameRecord>(json.clone()).unwrap(), *game);
    let keys = |value: &serde_json::Value| -> Vec<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    let engine = |name: &str, options: &[(String, String)]| PgnEngine {
        name: name.to_owned(),
        time_control: "2+0.02".to_owned(),
        options: options.to_vec(),
    };
    let options = [("Hash".to_owned(), "16".to_owned()), ("Threads".to_owned(), "2".to_owned())];
    let engines = [engine("new", &options), engine("old", &[])];
    assert_eq!(pgn(game, &engines).trim_end(), example("pgn").trim_end());
    let written = serde_json::to_value(game).unwrap();
    assert_eq!(keys(&json), keys(&written), "nothing but what is written");
}
