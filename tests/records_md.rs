//! The examples of `docs/reference/records.md` match what the program writes and reads.

use zugi::records::{GameRecord, MoveMark, PgnEngine, parse_games, pgn};

/// The first code block of this kind in the page.
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
        tables: Some("up to 8 pieces from the cache".to_owned()).filter(|_| !options.is_empty()),
    };
    let options = [("Hash".to_owned(), "16".to_owned()), ("Threads".to_owned(), "2".to_owned())];
    let engines = [engine("new", &options), engine("old", &[])];
    assert_eq!(pgn(game, &engines).trim_end(), example("pgn").trim_end());
    let written = serde_json::to_value(game).unwrap();
    assert_eq!(keys(&json), keys(&written), "nothing but what is written");
}

/// The report page has its own copy of the thresholds in `judgement.rs`, for its marks and their
/// explanation.
#[test]
fn the_page_and_the_description_have_the_thresholds_of_the_marks() {
    let tree = include_str!("../web/src/tree.ts");
    let legend = include_str!("../web/src/index.html");
    let guide = include_str!("../docs/guides/serve.md");
    let description = include_str!("../docs/reference/records.md");
    for mark in MoveMark::ALL {
        let (sign, name, least) = (mark.sign(), mark.name(), mark.threshold());
        let row = format!("{{ sign: \"{sign}\", least: {least}, name: \"{name}\" }}");
        assert_eq!(tree.matches(&row).count(), 1, "web/src/tree.ts: {row}");
        let percent = format!("{} %", 100.0 * least);
        let said = format!("<span class=\"{name}\">{sign}</span>{percent}");
        assert!(legend.contains(&said), "web/src/index.html: {said}");
        let row = format!("| `{sign}` {name} | {percent}");
        assert!(guide.contains(&row), "docs/guides/serve.md: {row}");
        let article = if mark == MoveMark::Inaccuracy { "an" } else { "a" };
        let words = format!("`{sign}`, {article} {name}");
        let at = description.find(&words).unwrap_or_else(|| panic!("records.md: {words}"));
        let rest = &description[at..description.len().min(at + 60)];
        assert!(rest.contains(&format!(" {least}")), "records.md: {rest}");
    }
    assert_eq!(tree.matches("least: 0.").count(), MoveMark::ALL.len(), "no other marks");
    let chances = zugi::records::winning_chances(zugi::protocol::UgiScore::Cp(220));
    assert!((chances - 1.0 / (1.0 + (-1.0_f64).exp())).abs() < 1e-12);
    for text in [include_str!("../web/src/info.ts"), description] {
        assert!(text.contains("cp / 220"), "the scale of the chances to win");
    }
}
