//! Config files of matches, read and written.

use super::support::{Place, bad, bad4, engine, match_of, words_of};

fn engines() -> [Vec<String>; 2] {
    [engine("a", &bad4(""), "option.Hash=2 nodes=3"), engine("b", &bad4("--seed 2"), "")]
}

/// The first line of a record: the plan of the match.
fn plan(place: &Place, prefix: &str) -> String {
    place.read(&format!("{prefix}.jsonl")).lines().next().unwrap().to_owned()
}

#[test]
fn a_match_is_the_same_from_its_file() {
    let place = Place::new();
    let after = "--each tc=1:00+0.5 --games 4 --no-swap --openings 7 --order sequential --start 2 \
                 --win moves=3 score=500 --margin 77 --save-config c.toml --out 1";
    place.write("7", "startpos moves a1b1\nstartpos moves a1a2\n");
    place.succeed(&match_of("--variant zola-4", &engines(), after));
    let saved = place.read("c.toml");
    assert!(saved.starts_with("# zugi match --config FILE\n"), "{saved}");
    for part in ["margin = 77", "tc = \"60+0.5\"", "no-swap = true", "[[engine]]", "Hash = \"2\""] {
        assert!(saved.contains(part), "no {part} in\n{saved}");
    }
    let again = saved.replace("out = \"1\"", "out = \"two\"");
    place.write("c.toml", &again);
    place.succeed(&words_of("match --config c.toml"));
    assert_eq!(plan(&place, "1"), plan(&place, "two"));
    assert_eq!(place.games("two").len(), 4);
    // The config names the match to resume.
    let more = again.replace("games = 4", "games = 6");
    place.write("c.toml", &more);
    place.succeed(&words_of("match --config c.toml --resume"));
    assert_eq!(place.games("two").len(), 6);
    let exit =
        place.end_with(2, &match_of("--variant zola-4 --resume", &engines(), "--each nodes=1"));
    assert!(exit.stderr.contains("--out PREFIX"), "{exit:?}");
}

#[test]
fn the_command_line_goes_before_the_file() {
    let place = Place::new();
    let file = "variant = 'zola-6'\ngames = 2\nquiet = false\nout = 'm'\n\
                each = 'nodes=1'\nrandom-plies = 2\n";
    place.write("c.toml", file);
    let after = "--config c.toml --games 4 --random-plies 1";
    place.succeed(&match_of("--variant zola-4", &engines(), after));
    let games = place.games("m");
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.variant == "zola-4" && game.opening.len() == 1));
}

#[test]
fn a_wrong_file_is_one_error() {
    let place = Place::new();
    for (file, part) in [("margin = 5\n\ngames = [1", "line 3"), ("gamse = 5", "field `gamse`")] {
        place.write("c.toml", file);
        let arguments = [words_of("match --config c.toml"), engines().concat()].concat();
        let exit = place.end_with(2, &arguments);
        assert!(exit.stdout.is_empty() && exit.stderr.contains(part), "{file:?}: {exit:?}");
    }
    let exit = place.end_with(2, &words_of("match --config nowhere.toml"));
    assert!(exit.stderr.contains("config \"nowhere.toml\": "), "{}", exit.stderr);
}

#[test]
fn the_example_of_the_guide_is_a_match() {
    let place = Place::new();
    let guide = include_str!("../../../docs/guides/matches.md");
    let (_, example) = guide.split_once("```toml\n").unwrap();
    place.write("c.toml", example.split_once("```").unwrap().0);
    let engines = ["a", "b"].map(|name| engine(name, &bad("--variant zola-8"), "nodes=1"));
    // The command line overrides the file's engines and time.
    let after = "--config c.toml --games 2 --each option.Hash=1 --out m";
    place.succeed(&match_of("", &engines, after));
    assert!(plan(&place, "m").contains("\"variant\":\"zola-8\""));
    assert_eq!(place.games("m").len(), 2);
}
