//! `query sheet`, `why`, `ended`, `puzzles` and `extensions`: a game's descriptions for people.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use zugi::show::{RefusalWords, Sheet};

use crate::board::board;
use crate::schema::check;
use crate::support::Client;

const SHEET: &str = include_str!("../../docs/reference/sheet.schema.json");
const WHY: &str = include_str!("../../docs/reference/why.schema.json");
const STATE: &str = include_str!("../../docs/reference/state.schema.json");
const VARIANTS: &str = include_str!("../../docs/reference/variants.schema.json");
const LEVELS: &str = include_str!("../../docs/reference/levels.schema.json");
const ENDED: &str = include_str!("../../docs/reference/ended.schema.json");
const EXTENSIONS: &str = include_str!("../../docs/reference/extensions.schema.json");
const PUZZLES: &str = include_str!("../../docs/reference/puzzles.schema.json");
const GUIDE: &str = include_str!("../../docs/guides/play.md");

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn with(variant: &str) -> Client {
    Client::with_args(&["--variant", variant])
}

fn variants() -> Vec<&'static str> {
    zugi::registry().names()
}

/// The texts under this key in a list of objects.
fn members<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().into_iter().flatten().map(|it| it[key].as_str().unwrap()).collect()
}

fn set<T: Ord>(list: Vec<T>) -> BTreeSet<T> {
    list.into_iter().collect()
}

/// The answer for a variant, checked against its schema.
fn sheet(client: &mut Client) -> Value {
    let (schema, sheet) = (json(SHEET), json(&client.query("sheet")));
    check(&sheet, &schema, &schema);
    sheet
}

/// The crates of the games check the cards themselves.
#[test]
fn every_variant_answers_with_its_own_sheet_whose_cards_have_the_view_of_their_positions() {
    let extensions = json(EXTENSIONS);
    for variant in variants() {
        let mut client = with(variant);
        check(&Value::from(client.query("extensions")), &extensions, &extensions);
        let sheet = sheet(&mut client);
        assert_eq!(sheet["variant"], variant);
        for card in sheet["cards"].as_array().unwrap() {
            client.send(&format!("position fen {}", card["position"].as_str().unwrap()));
            assert_eq!(board(&mut client), card["scene"], "{variant}: {}", card["title"]);
        }
    }
}

/// The crates of the games test their solutions.
#[test]
fn puzzles_are_sorted_by_their_levels_none_comes_twice_and_the_guide_counts_them() {
    let (schema, mut counted) = (json(PUZZLES), Vec::new());
    for variant in variants() {
        let answer = with(variant).query("puzzles");
        if answer == "none" {
            assert!(
                !["zola-6", "zola-8", "zvp", "zoka"].contains(&variant),
                "{variant} has puzzles"
            );
            continue;
        }
        let answer = json(&answer);
        check(&answer, &schema, &schema);
        let puzzles = answer["puzzles"].as_array().unwrap();
        let levels: Vec<u64> = puzzles.iter().map(|it| it["level"].as_u64().unwrap()).collect();
        assert!(levels.is_sorted() && levels[0] == 1, "{levels:?}");
        let positions = set(members(&answer["puzzles"], "position"));
        assert_eq!(positions.len(), puzzles.len(), "{variant} has one twice");
        let counts = (1..=5).map(|level| {
            format!(" {} |", levels.iter().filter(|&&of_puzzle| of_puzzle == level).count())
        });
        counted.push(format!("| `{variant}` |{}", counts.collect::<String>()));
    }
    let table = GUIDE.split("\n## Puzzles\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows, counted);
}

/// A variant, and for each row of its `refusals` a part of the reason, a position, and a move that
/// is illegal there.
type Refused = (&'static str, &'static [(&'static str, &'static str, &'static str)]);

const REFUSED: [Refused; 3] = [
    (
        "zola-6",
        &[
            ("nearer to the centre", "6/2b3/1br3/6/6/6 b", "b4c3"),
            ("leads outward", "6/2b3/1br3/6/6/6 b", "c5d5"),
            ("one step", "6/2b3/1br3/6/6/6 b", "b4b1"),
            ("captures lead inward", "6/2b3/2r3/6/6/6 r", "c4c5"),
            ("in the way", "6/6/1brr2/6/6/6 b", "b4d4"),
            ("not on a line", "6/2b3/1br3/6/6/6 b", "b4d5"),
            ("'s checker", "6/2b3/1br3/6/6/6 b", "c4c5"),
            ("may not pass", "6/2b3/1br3/6/6/6 b", "0000"),
        ],
    ),
    (
        "zvp",
        &[
            ("you must capture", "8/8/5b2/8/3b1b2/2w5/8/8 w", "c3b4"),
            ("jump on", "8/8/5b2/8/3b1b2/2w5/8/8 w", "c3e5"),
            ("nothing to capture", "8/8/5b2/8/3b1b2/2w5/8/8 w", "c3a5"),
            ("goes back", "8/8/7b/8/8/2w5/3w4/8 w", "c3b2"),
            ("is not yours", "8/8/5b2/8/3b1b2/2w5/8/8 w", "d4e5"),
            ("is light", "8/8/7b/8/8/2w5/3w4/8 w", "c3c4"),
            ("next square of a diagonal", "8/8/7b/8/8/2w5/3w4/8 w", "c3c5"),
            ("occupied", "8/8/7b/8/8/2w5/3w4/8 w", "c3d2"),
        ],
    ),
    (
        "zoka",
        &[
            ("beside an enemy piece", CORNER, "Z@e2"),
            ("is held by", HELD, "h1h2"),
            ("straight back", BACK, "b3b2"),
            ("is not yours", CORNER, "f2f3"),
            ("safe for good", OPEN, "c3e3"),
            ("occupied", CORNER, "a1b1"),
            ("in the way", FOUGHT, "c3c8"),
            ("only Zokers strike", FOUGHT, "h1xg3"),
        ],
    ),
];

const CORNER: &str = ".....bZb3b5/......bZ./.......bZ/....bZ.../....a2.../aZ......./.aZ...b6../\
    a6a4aZ..... 1 - =Z5/=Z4 Z3/2 -/- 0:0 -/- 0:0:-";
const BACK: &str = ".....bZb3b5/......bZ./.......bZ/....bZ.../....a2.../aZ......./.aZ...b6../\
    a6a4aZ..... 1 - =Z5/=Z4 Z3/2 -/- 0:0 -/- 0:0:- moves b2b3 0000";
const FOUGHT: &str = "......../......../......../..a2...b4./......../..aZ...b3./aZ......./\
    a1aZb1....a3 1 - =Z4/ZZ -/Z Z5/- 0:0 -/- 0:0:-";
const HELD: &str = "......../......../......../..a2...b4./......../..aZ...b3./aZ......./\
    a1aZb1...bZa3 1 - =Z4/ZZ -/Z Z5/- 0:0 -/- 0:0:-";
const OPEN: &str = "......../......../......../..a2...b4./......../..aZ...b3./......../\
    a1aZb1....a3 1 - =Z4/ZZ -/Z Z5/- 0:0 -/- 0:0:-";

fn refusals(variant: &str) -> Vec<RefusalWords> {
    let registry = zugi::registry();
    let sheet = registry.find(variant).unwrap().capability::<Sheet>().unwrap();
    sheet.words().unwrap().refusals
}

/// A changed reason must still match the sheet.
#[test]
fn every_refusal_of_the_sheet_occurs() {
    for (variant, rows) in REFUSED {
        let mut client = with(variant);
        let words = refusals(variant);
        let listed: Vec<&str> = words.iter().map(|row| row.has.as_str()).collect();
        let tried: Vec<&str> = rows.iter().map(|&(has, ..)| has).collect();
        assert_eq!(listed, tried, "{variant}");
        for (&(has, position, mv), RefusalWords { sentence, rule, .. }) in rows.iter().zip(&words) {
            client.send(&format!("position fen {position}"));
            let why = json(&client.query(&format!("why {mv}")));
            let reason = why["reason"].as_str().unwrap();
            assert!(reason.contains(has), "{variant}: {reason}");
            assert_eq!((&why["sentence"], &why["rule"]), (&json!(sentence), &json!(rule)));
        }
    }
}

#[test]
fn a_reason_is_that_of_the_error_and_none_for_a_legal_move() {
    let schema = json(WHY);
    for variant in variants() {
        let mut client = with(variant);
        let legal = client.query("legalmoves");
        for mv in legal.split(' ') {
            assert_eq!(client.query(&format!("why {mv}")), "none", "{variant}: {mv}");
        }
        for mv in ["zz99", "swap", "0000", "a1a2", "\u{fffd}"] {
            let (is_legal, why) =
                (client.query(&format!("islegal {mv}")), client.query(&format!("why {mv}")));
            assert_eq!(is_legal == "true", why == "none", "{variant}: {mv}: {why}");
            if is_legal == "true" {
                continue;
            }
            let why = json(&why);
            check(&why, &schema, &schema);
            let reason = why["reason"].as_str().unwrap();
            assert!(!reason.ends_with('.'), "{reason}");
            if !reason.starts_with("this is no move") {
                let error = client.refused(&format!("moves {mv}"));
                assert!(error.contains(reason), "{error}");
                let mut refusal = json(&client.query("refusal"));
                check(&refusal, &schema, &schema);
                assert_eq!(refusal["index"].take(), 1);
                assert_eq!(refusal["kind"].take(), "illegalMove");
                let message = format!("Move 1, \"{mv}\", is not legal: {reason}.");
                assert_eq!(refusal["message"].take(), message);
                assert_eq!(refusal, why);
            }
        }
    }
    // A move without its random outcome is legal, so it has no reason.
    let mut client = with("zoka");
    client.send("position fen ......../......../......../......../......../......../......../a1....... 1 - Z4/ZZ -/Z Z5/- 0:0 -/- 0:0:-");
    assert_eq!(client.query("why t"), "none");
}

#[test]
fn state_variants_and_levels_have_the_form_of_their_schemas() {
    for (question, schema) in [("state", STATE), ("variants", VARIANTS), ("levels", LEVELS)] {
        let schema = json(schema);
        for variant in variants() {
            let answer = json(&with(variant).query(question));
            check(&answer, &schema, &schema);
        }
    }
    let mut client = with("zoka");
    let told = json(&client.query("variants"));
    assert_eq!(members(&told["variants"], "name"), variants());
    client.send(&format!("position fen {IN_HAND}"));
    let state = json(&client.query("state"));
    assert_eq!(state["board"], board(&mut client));
    assert_eq!(state["text"], IN_HAND);
    let mut client = with("zola-6");
    assert_eq!(json(&client.query("state"))["last"], Value::Null);
    client.send("position startpos moves B6-C6");
    assert_eq!(json(&client.query("state"))["last"], "b6c6");
}

#[test]
fn a_refusal_has_a_kind_and_a_sentence() {
    let (schema, mut client) = (json(WHY), with("zola-6"));
    for (line, kind, message) in [
        ("position fen 6/6 r", "position", "This is no position of the game: expected 6 rows"),
        ("moves zz", "moveText", "Move 1, \"zz\", is no move of the game."),
        ("moves b6c6 b6a6", "illegalMove", "Move 2, \"b6a6\", is not legal: there is no"),
        ("position fen 6/6/1br3/6/6/6 b moves b4c4 c4c5", "gameOver", "Move 2, \"c4c5\", comes"),
        ("undo 3", "undo", "Cannot undo \"3\" moves: expected none"),
        ("setoption name Hash value x", "badValue", "Hash cannot be \"x\": expected a number"),
        ("setoption name Hash", "noValue", "Option \"Hash\" needs a value"),
        ("setoption name Style value x", "unknownOption", "Unknown option \"Style\""),
        ("setoption name EvalFile value /none", "evalFile", "Cannot set EvalFile to"),
        ("setoption name TablePath value /none", "tablePath", "Cannot set TablePath to"),
    ] {
        let error = client.refused(line);
        let told = json(&client.query("refusal"));
        check(&told, &schema, &schema);
        assert_eq!(told["kind"], kind, "{line}: {told}");
        let said = told["message"].as_str().unwrap();
        assert!(said.starts_with(message) && said.ends_with('.'), "{line}: {said}");
        assert!(error.contains(told["reason"].as_str().unwrap()), "{line}: {error}");
    }
}

#[test]
fn each_game_has_one_example_in_play() {
    let mut client = Client::start();
    let told = json(&client.query("variants"));
    let mut titles = Vec::new();
    for it in told["variants"].as_array().unwrap() {
        let Some(example) = it["example"].as_str() else { continue };
        titles.push(it["title"].as_str().unwrap());
        client.send(&format!("setoption name UGI_Variant value {}", it["name"].as_str().unwrap()));
        client.send(&format!("position fen {example}"));
        assert_eq!(client.query("fen"), example);
        assert_eq!(client.query("gameover"), "false");
    }
    let games = set(members(&told["variants"], "title"));
    assert_eq!((titles.len(), set(titles)), (games.len(), games));
}

#[test]
fn a_position_is_written_from_its_pieces() {
    for (variant, setup, text) in [
        ("zola-6", json!({"squares": {"b4": "b", "c4": "r"}, "turn": 0}), "6/6/1br3/6/6/6 r -"),
        ("zvp", json!({"squares": {"c3": "w", "h6": "b"}, "turn": 1}), "8/8/7b/8/8/2w5/8/8 b 0"),
        (
            "zoka",
            json!({"squares": {"e4": "I"}, "places": [{"hand": {"A": 1, "C": 1}}], "turn": 1}),
            "......../......../......../......../....b1.../......../......../........ 2 - \
             =3/ZZ6 Z2/ZZ5 Z/Z 3:0 -/- 0:0:-",
        ),
        (
            "zoka",
            json!({"squares": {"e4": "I"}, "places": [{"line": {}, "hand": {}}], "turn": 1}),
            "......../......../......../......../....b1.../......../......../........ 2 - \
             -/ZZ6 -/ZZ5 Z/Z 3:0 -/- 0:0:1",
        ),
    ] {
        let mut client = with(variant);
        if variant == "zoka" {
            client.send(&format!("position fen {IN_HAND}"));
        }
        assert_eq!(client.query(&format!("text {setup}")), text, "{variant}");
    }
    for (setup, reason) in [
        ("{", "expected {\"squares\""),
        (r#"{"squares":{"z9":"b"},"turn":0}"#, "no square \"z9\""),
        (r#"{"squares":{"a1":"x"},"turn":0}"#, "no piece 'x' on a1"),
    ] {
        let error = with("zola-6").refused(&format!("query text {setup}"));
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_square_without_a_move_has_a_reason() {
    for (variant, position, question, reason) in [
        ("zola-6", "6/2b3/1br3/6/6/6 b", "b4 d5", "b4 and d5 are not on a line"),
        ("zvp", "8/8/7b/8/8/2w5/3w4/8 w", "c3 d2", "d2 is occupied"),
        ("zoka", IN_HAND, "hand:A e4", "e4 is beside an enemy piece"),
    ] {
        let mut client = with(variant);
        client.send(&format!("position fen {position}"));
        let why = json(&client.query(&format!("why {question}")));
        assert_eq!(why["reason"], reason, "{variant}: {question}");
    }
    assert_eq!(with("zola-6").query("why a1 b1"), "none");
}

const IN_HAND: &str = "......../......../......../......../...b4..../......../......../........ \
    1 - =3/ZZ6 ZZ25/ZZ5 Z/Z 3:0 -/- 0:0:-";

#[test]
fn a_finished_game_has_a_reason() {
    let schema = json(ENDED);
    for (variant, line, reason) in [
        ("zola-6", "fen 6/2b3/1br3/6/6/6 b moves b4c4", "Red has no checker left"),
        // The text of the position does not show repetitions.
        (
            "zvp",
            "fen 7W/8/8/8/8/8/8/B7 w moves h8g7 a1b2 g7h8 b2a1 h8g7 a1b2 g7h8 b2a1",
            "the position has occurred 3 times",
        ),
        ("zoka", "startpos moves 0000 0000 0000 0000", "4 passes in a row"),
    ] {
        let mut client = with(variant);
        assert_eq!(client.query("ended"), "none");
        client.send(&format!("position {line}"));
        assert_eq!(client.query("gameover"), "true", "{line}");
        let said = client.query("ended");
        check(&Value::from(said.clone()), &schema, &schema);
        assert_eq!(said, reason, "{variant}");
        let mv = if variant == "zvp" { "c3d4" } else { "0000" };
        let why = json(&client.query(&format!("why {mv}")));
        assert_eq!(why["reason"], "the game is over");
    }
}

#[test]
fn the_rules_name_the_sides() {
    for (variant, sides) in [
        ("zoka", "Red and Blue have a turn each"),
        ("zoka-3", "first places a piece plays alone"),
        ("zoka-4", "first places a piece plays alone"),
        ("zoka-1v2", "Red plays alone"),
        ("zoka-2v2", "Red and Green play against Blue and Yellow"),
    ] {
        let registry = zugi::registry();
        let rules = registry.find(variant).unwrap().capability::<Sheet>().unwrap().rules().unwrap();
        let rules = rules.replace("\n ", "");
        assert!(rules.contains(sides), "{rules}");
    }
}
