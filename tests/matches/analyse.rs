//! `zugi analyse`: game files, and queries on stdin.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{output_of, zugi};
use serde_json::{Value, json};
use zugi::records::{GameFile, GameRecord, MoveMark};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/records/tests/data").join(name)
}

fn command(folder: &Path, args: &str) -> Command {
    let mut command = zugi();
    command.args(["analyse", "--hash", "1"]).args(args.split_whitespace()).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn analyse(folder: &Path, args: &str, files: &[PathBuf]) -> Output {
    command(folder, args).args(files).output().expect("the program starts")
}

#[track_caller]
fn stdout(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn record(folder: &Path, name: &str) -> Vec<GameRecord> {
    let text = fs::read_to_string(folder.join(name)).expect("a record");
    GameFile::read(text, &zugi::registry()).expect("games").games().collect()
}

#[test]
fn every_position_has_a_score_and_bad_moves_have_marks() {
    let place = tempfile::tempdir().expect("a folder");
    let game = [data("abstractplay-6x6-1.json")];
    let text = stdout(&analyse(place.path(), "--nodes 1000 --threads 1 --out one --html", &game));
    assert!(text.starts_with("game 1, zola-6: Random One (p1) - Random Two (p2), Abstract Play"));
    assert!(
        text.contains("p1 Random One: accuracy ") && text.contains("turned at move "),
        "{text}"
    );
    let games = record(place.path(), "one.jsonl");
    let [game] = &games[..] else { panic!("one game") };
    assert!(game.moves.iter().all(|mv| mv.score.is_some() && !mv.best.is_empty()), "{game}");
    let blunders =
        game.moves.iter().filter(|mv| mv.mark == Some(MoveMark::Blunder)).collect::<Vec<_>>();
    assert!(!blunders.is_empty(), "random moves are bad");
    assert!(blunders.iter().all(|mv| mv.best[0] != mv.text), "{game}");
    assert!(game.accuracy.expect("it was analysed").iter().all(|it| (1.0..99.0).contains(it)));
    let page = fs::read_to_string(place.path().join("one.html")).expect("a page");
    assert!(page.contains("accuracy of game 1") && page.contains("Random One"));
    let boards = fs::read_to_string(place.path().join("one-games/0001.js")).expect("boards");
    assert!(boards.contains("cp "), "the curve has scores");
    assert!(!place.path().join("one.analysis").exists(), "nothing is under way");
}

#[test]
fn a_folder_is_searched_for_games_and_what_has_none_is_left_out() {
    let place = tempfile::tempdir().expect("a folder");
    let games = place.path().join("games");
    fs::create_dir_all(games.join("below")).expect("a folder");
    fs::copy(data("ludii-6x6-1.trl"), games.join("below/b.trl")).expect("a copy");
    fs::copy(data("abstractplay-6x6-2.json"), games.join("c.json")).expect("a copy");
    fs::write(games.join("a.txt"), "shopping: milk\n").expect("it is written");
    fs::write(games.join(".hidden"), "not read\n").expect("it is written");
    let run = |args: &str| analyse(place.path(), args, std::slice::from_ref(&games));
    let output = run("--depth 1 --out games/out --html");
    let (text, said) = (stdout(&output), stderr(&output));
    // The output has nothing but the games.
    assert!(!text.contains("left out"), "{text}");
    let left_out: Vec<&str> = said.lines().filter(|line| line.starts_with("left out")).collect();
    assert_eq!(left_out.len(), 1, "{said}");
    assert!(left_out[0].contains("a.txt"), "{said}");
    let first = record(&games, "out.jsonl");
    let sites: Vec<(usize, usize)> = first.iter().map(|it| (it.number, it.moves.len())).collect();
    // Its own output files are not analysed, nor what a kill leaves of them.
    fs::copy(games.join("out.jsonl"), games.join("out.jsonl.part")).expect("a copy");
    let said = stderr(&run("--depth 1 --out games/out --html --force"));
    assert_eq!(said.matches("left out").count(), 1, "{said}");
    let again = record(&games, "out.jsonl");
    assert_eq!(again.iter().map(|it| (it.number, it.moves.len())).collect::<Vec<_>>(), sites);
    // A named file must have games.
    let named = analyse(place.path(), "--depth 1", &[games.join("a.txt")]);
    assert!(!named.status.success());
    assert!(stderr(&named).contains("a.txt"));
    let empty = analyse(place.path(), "--depth 1", &[games.join("none")]);
    assert!(stderr(&empty).contains("none"));
}

#[test]
fn a_game_of_several_files_names_its_file() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("games");
    fs::create_dir_all(folder.join("below")).expect("a folder");
    fs::copy(data("ludii-6x6-1.trl"), folder.join("below/b.trl")).expect("a copy");
    let two = "[number 4]\n[variant zola-4]\n[p1 a]\n[p2 b]\n[started 0]\n[time 0]\n[result none]\n\
               [reason unknown]\n1 p1 a1a2 {time 0}\n\n[number 7]\n[variant zoka]\n[p1 a]\n[p2 b]\n\
               [started 0]\n[time 0]\n[result none]\n[reason unknown]\n\n";
    fs::write(folder.join("c.txt"), two).expect("it is written");
    let run = |args: &str, path: &str| analyse(place.path(), args, &[PathBuf::from(path)]);
    let output = run("--depth 1 --out out", "games");
    let (text, said) = (stdout(&output), stderr(&output));
    let files = ["games/below/b.trl", "games/c.txt"];
    for (number, file) in (1..).zip(files) {
        let head = text.lines().find(|it| it.starts_with(&format!("game {number}, ")));
        assert!(head.expect("a game").ends_with(&format!(", {file:?}")), "{text}");
    }
    assert!(said.contains("\"games/c.txt\": 1 games skipped: hidden pieces"), "{said}");
    let record = record(place.path(), "out.jsonl");
    assert_eq!(record.iter().map(|it| it.file.as_str()).collect::<Vec<_>>(), files);
    let lines = stdout(&run("--depth 1 --json", "games"));
    let games: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.iter().map(|game| &game["file"]).collect::<Vec<_>>(), files);
    for (number, game) in (1..).zip(&games) {
        assert_eq!(game["number"], number, "several files are numbered as one");
        let (last, others) = game["positions"].as_array().and_then(|all| all.split_last()).unwrap();
        for position in others {
            let scores = ["cp", "mate"].iter().filter(|key| position[**key].is_i64()).count();
            assert_eq!(scores, 1, "{position}");
            assert!(position["proven"].is_boolean() && position["move"].is_string(), "{position}");
        }
        assert!(last["move"].is_null());
    }
    // The output about a single file does not name it, and the games keep their numbers.
    let text = stdout(&run("--depth 1", "games/c.txt"));
    assert!(text.starts_with("game 4, zola-4: a (p1) - b (p2)\n"), "{text}");
}

#[test]
fn a_folder_with_the_output_of_a_match_has_each_game_once() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("m");
    fs::create_dir(&folder).expect("a folder");
    let zugi = env!("CARGO_BIN_EXE_zugi");
    let args = "match --variant zola-4 --games 2 --each depth=1 --out m/x.1 --engine name=a";
    let mut command = crate::support::zugi();
    command.args(args.split(' ')).arg(format!("cmd={zugi}")).args(["--engine", "name=b"]);
    let played = command.arg(format!("cmd={zugi}")).current_dir(place.path()).output();
    stdout(&played.expect("the program starts"));
    // Not of the match: another prefix, and a file that a match does not write.
    fs::copy(folder.join("x.1.pgn"), folder.join("x.pgn")).expect("a copy");
    fs::copy(folder.join("x.1.pgn"), folder.join("x.1.old")).expect("a copy");
    let run = || analyse(place.path(), "--depth 1 --json", &[PathBuf::from("m")]);
    let output = run();
    let files = |text: &str| -> Vec<String> {
        let games = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        games.map(|game| game["file"].as_str().expect("a file").to_owned()).collect()
    };
    let twice = |names: &[&str]| -> Vec<String> {
        names.iter().flat_map(|name| [format!("m/{name}"), format!("m/{name}")]).collect()
    };
    assert_eq!(files(&stdout(&output)), twice(&["x.1.jsonl", "x.1.old", "x.pgn"]));
    let said = stderr(&output);
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("left out")).collect();
    let [line] = lines[..] else { panic!("{said}") };
    assert!(line.contains("the other files of the match \"m/x.1.jsonl\" ("), "{line}");
    // A damaged record has no games: its copies are read.
    fs::write(folder.join("x.1.jsonl"), "{\"match\": 1}\n{\"game").expect("it is written");
    let text = stdout(&run());
    assert!(files(&text).contains(&"m/x.1.pgn".to_owned()), "{text}");
}

#[test]
fn a_folder_without_files_is_named() {
    let place = tempfile::tempdir().expect("a folder");
    for name in ["one", "two"] {
        fs::create_dir(place.path().join(name)).expect("a folder");
    }
    fs::write(place.path().join("one/.hidden"), "").expect("it is written");
    let folders = ["one", "two"].map(PathBuf::from);
    for paths in [&folders[..1], &folders[..]] {
        let output = analyse(place.path(), "--depth 1", paths);
        assert_eq!(output.status.code(), Some(2));
        let said = stderr(&output);
        assert!(said.contains("no game to analyse: the folder \"one\" has no files"), "{said}");
    }
    // Other files are analysed.
    let output = analyse(place.path(), "--depth 1", &[folders[0].clone(), data("ludii-6x6-1.trl")]);
    assert!(stdout(&output).starts_with("game 1, "));
    assert!(stderr(&output).contains("left out: \"one\": the folder has no files"));
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let place = tempfile::tempdir().expect("a folder");
    let game = [data("abstractplay-6x6-2.json")];
    let args = |threads: usize, out: &str| format!("--nodes 2000 --threads {threads} --out {out}");
    stdout(&analyse(place.path(), &args(1, "one"), &game));
    stdout(&analyse(place.path(), &args(3, "three"), &game));
    let one = record(place.path(), "one.jsonl");
    assert_eq!(record(place.path(), "three.jsonl"), one);
    // A run that is killed.
    let begun = Instant::now();
    let name = (0..).map(|number| format!("killed{number}")).find(|name| {
        assert!(begun.elapsed() < Duration::from_secs(60), "all runs ended before the kill");
        let mut child =
            command(place.path(), &args(1, name)).args(&game).spawn().expect("it starts");
        let journal = place.path().join(format!("{name}.analysis"));
        let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
        while lines() < 3 && child.try_wait().expect("our process").is_none() {
            thread::sleep(Duration::from_millis(2));
        }
        child.kill().expect("our process");
        child.wait().expect("our process");
        lines() >= 3
    });
    let name = name.expect("one of them");
    let journal = place.path().join(format!("{name}.analysis"));
    let mut torn = fs::read_to_string(&journal).expect("a journal");
    let found = torn.lines().count() - 1;
    // Blank lines do no harm.
    torn = torn.replacen('\n', "\n\n", 2) + "\n \n{\"game\":0,\"pl";
    fs::write(&journal, &torn).expect("it is written");
    fs::write(place.path().join("forced.analysis"), torn).expect("it is written");
    let refused = analyse(place.path(), &args(1, &name), &game);
    assert!(stderr(&refused).contains("expected --resume"));
    let text = stdout(&analyse(place.path(), &args(1, "forced --force"), &game));
    assert!(text.contains(&format!(", {} positions searched", one[0].moves.len() + 1)), "{text}");
    assert_eq!(record(place.path(), "forced.jsonl"), one);
    let running = fs::File::open(&journal).expect("a journal");
    running.lock().expect("nobody else has it");
    for more in ["--resume", "--force", ""] {
        let second = analyse(place.path(), &format!("{} {more}", args(1, &name)), &game);
        assert!(stderr(&second).contains("is in use by another process"), "{more}");
    }
    drop(running);
    let other = analyse(place.path(), &format!("--depth 1 --resume --out {name}"), &game);
    let why = "has an analysis by another program, or of other files or limits";
    assert!(stderr(&other).contains(why));
    // A run that is killed at its end may have written the record.
    fs::write(place.path().join(format!("{name}.jsonl")), "").expect("it is written");
    let text = stdout(&analyse(place.path(), &format!("{} --resume", args(2, &name)), &game));
    let searched = one[0].moves.len() + 1 - found;
    assert!(text.contains(&format!(", {searched} positions searched")), "{found}: {text}");
    assert_eq!(record(place.path(), &format!("{name}.jsonl")), one);
}

/// The answers to lines, sorted by id and turn.
fn answers(lines: &str) -> Vec<Value> {
    let place = tempfile::tempdir().expect("a folder");
    let mut command = command(place.path(), "--nodes 500 --threads 2");
    let output = output_of(&mut command, lines);
    let mut answers: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    answers.sort_by_key(|answer| (answer["id"].to_string(), answer["turn"].as_u64()));
    answers
}

#[test]
fn queries_are_answered_and_wrong_ones_have_an_error_with_their_id() {
    let lines = [
        json!({"id": "a", "variant": "zola-6", "moves": ["b6-c6"], "turns": [0, 1], "depth": 3}),
        json!({"id": 2, "moves": ["b6b7"]}),
        json!({"id": "o", "variant": "zola-4", "position": "4/4/4/r3 b -"}),
        json!({"id": "p", "position": "6/6/6/6/6/rb4 r -"}),
        json!({"id": "t", "turns": [3]}),
        json!({"id": "twice", "turns": [0, 0]}),
        json!({"id": "negative", "nodes": -5}),
        json!({"id": "nulls", "moves": null, "turns": null, "variant": null, "depth": 1}),
        json!(["array", null, null, null, [], null, null, null, 1]),
        json!({"id": "v", "variant": "chess"}),
        json!({"id": "x", "what": 1}),
        json!({"id": "z", "variant": "zoka"}),
        json!({"id": "zero", "nodes": 0}),
        json!({"cancel": "no"}),
    ];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let answers = answers(&format!("\u{feff}{lines}\nhello"));
    let find =
        |id: Value| -> Vec<&Value> { answers.iter().filter(|answer| answer["id"] == id).collect() };
    let [start, after] = find(json!("a"))[..] else { panic!("{answers:?}") };
    assert_eq!((&start["player"], &after["player"]), (&json!("p1"), &json!("p2")));
    assert!(start["cp"].is_i64() && start["depth"] == 3 && start["best"].is_array(), "{start}");
    let over = json!({"id": "o", "turn": 0, "player": "p2", "result": "p1win", "chances": 1.0});
    assert_eq!(*find(json!("o"))[0], over);
    // The chances are those of player one, whoever is to move.
    for (position, for_one) in [(start, 1.0), (after, -1.0)] {
        let cp = position["cp"].as_f64().expect("a score");
        let chances = 1.0 / (1.0 + (-for_one * cp / 220.0).exp());
        let said = position["chances"].as_f64().expect("a number");
        assert!((said - chances).abs() < 0.001, "{position}");
    }
    let mate = &find(json!("p"))[0];
    assert_eq!(
        [&mate["mate"], &mate["chances"], &mate["proven"]],
        [&json!(1), &json!(1.0), &json!(true)]
    );
    for (id, error) in [
        (json!(2), "number 1"),
        (json!("t"), "expected turns from 0 to 0"),
        (json!("twice"), "expected each turn once"),
        (json!("negative"), "expected a whole number from 0"),
        (json!("v"), "unknown variant \"chess\""),
        (json!("x"), "unknown field `what`"),
        (json!("z"), "hides pieces"),
        (json!("zero"), "at least 1"),
        (json!("no"), "under way to cancel"),
    ] {
        let found = find(id.clone());
        assert_eq!(found.len(), 1, "{id}");
        assert!(found[0]["error"].as_str().is_some_and(|text| text.contains(error)), "{found:?}");
    }
    let without_id = find(Value::Null);
    let expected = "expected an object with id or cancel";
    assert!(without_id.len() == 2 && without_id.iter().all(|it| it["error"] == expected));
    assert_eq!(find(json!("nulls"))[0]["depth"], 1);
    assert_eq!(answers.len(), 16);
}

#[test]
fn a_cancel_ends_a_query_and_its_id_is_free_again() {
    // Ten-minute searches must be cancelled at once, or the test never ends.
    let lines = "{\"id\":1,\"turns\":[0],\"movetime\":600000}\n{\"id\":1,\"nodes\":9}\n{\"cancel\":1}\n\
                 {\"id\":1,\"nodes\":100}\n";
    let answers = answers(lines);
    let count = |key: &str| answers.iter().filter(|answer| !answer[key].is_null()).count();
    assert_eq!((count("error"), count("cancelled"), count("nodes")), (1, 1, 1), "{answers:?}");
}

#[test]
fn the_schema_is_json() {
    let place = tempfile::tempdir().expect("a folder");
    let schema = stdout(&analyse(place.path(), "--schema", &[]));
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    assert_eq!(schema["$defs"]["query"]["required"], json!(["id"]));
    assert_eq!(schema["$defs"]["answer"]["properties"]["chances"]["type"], "number");
}
