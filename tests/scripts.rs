//! The scripts and their configs are well formed, and the configs name existing options and
//! openings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use zugi::arbiter::openings::parse_openings;
use zugi::engine::Engine;
use zugi::game::OpeningBook;

fn scripts(extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|is| is == extension)).collect()
}

#[cfg(unix)]
#[test]
fn shell_scripts_are_executable_and_parse() {
    use std::os::unix::fs::PermissionsExt;

    let scripts = scripts("sh");
    assert!(scripts.len() >= 5);
    for script in scripts {
        let mode = fs::metadata(&script).unwrap().permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{script:?} is not executable");
        let status = Command::new("bash").arg("-n").arg(&script).status().unwrap();
        assert!(status.success(), "{script:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_sequential_test_explains_itself() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/sprt.sh");
    for (arguments, code) in [(&[][..], 2), (&["--help"], 0)] {
        let output = Command::new(&script).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        for part in ["scripts/sprt.sh REVISION", "--sprt elo0=0 elo1=10", "--resume"] {
            assert!(said.contains(part), "no {part} in {said}");
        }
    }
}

/// Checks that all names in a Cute Games config exist in zugi.
fn check_config(config: &Value, what: &str) {
    let registry = zugi::registry();
    let variant = config["options"]["UGI_Variant"].as_str().unwrap();
    let rules = registry.find(variant).ok();
    assert!(rules.is_some(), "{what}: {variant}");
    let engines = config["engines"].as_array().unwrap();
    assert!(engines.len() >= 2, "{what}");
    let options = engines.iter().map(|engine| &engine["options"]).chain([&config["options"]]);
    for (name, value) in options.filter_map(Value::as_object).flatten() {
        let mut engine = Engine::new(&registry, variant).unwrap();
        // Cute Games accepts only strings as values.
        let set = engine.set_option(name, Some(value.as_str().expect("a string")));
        assert!(set.is_ok(), "{what}: {name}: {set:?}");
    }
    let openings = config["openings"]["path"].as_str().unwrap();
    let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join(openings);
    let openings = parse_openings(&fs::read_to_string(openings).unwrap(), rules);
    assert!(openings.is_ok(), "{what}: {openings:?}");
}

#[test]
fn configs_name_options_and_openings_that_exist() {
    let configs = scripts("json");
    assert!(configs.len() >= 3);
    for path in configs {
        let config = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        check_config(&config, &path.display().to_string());
    }
}

#[cfg(unix)]
#[test]
fn every_variant_with_openings_has_the_configs() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cutegames.sh");
    let run = |arguments: &[&str]| Command::new(&script).args(arguments).output().unwrap();
    let registry = zugi::registry();
    let with_book =
        registry.variants().filter(|variant| variant.capability::<OpeningBook>().is_ok());
    let names: Vec<&str> = with_book.map(|variant| variant.name()).collect();
    assert!(names.len() >= 2);
    for name in names {
        for config in ["cutegames", "cutegames-sprt", "cutegames-gauntlet"] {
            let output = run(&["--print", name, config]);
            assert!(output.status.success(), "{output:?}");
            let config: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(config["options"]["UGI_Variant"], name);
            check_config(&config, name);
        }
    }
    for arguments in [&[][..], &["chess"], &["--print"], &["--print", "chess"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{output:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_script_for_releases_explains_itself_and_its_arguments() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/release.sh");
    for (arguments, code, part) in [
        (&["--help"][..], 0, "--wheel WHEN"),
        (&["--outt", "x"], 2, "unknown argument \"--outt\": expected --out"),
        (&["--out"], 2, "--out: expected a value"),
        (&["--wheel", "soon"], 2, "--wheel \"soon\": expected always, never or auto"),
    ] {
        let output = Command::new("bash").arg(&script).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(said.contains(part), "no {part} in {said}");
    }
}

/// Runs the script with arguments that end it before it builds anything; returns its output.
#[cfg(unix)]
fn xboard(arguments: &[&str]) -> (Option<i32>, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/xboard.sh");
    let output = Command::new("bash").arg(script).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[cfg(unix)]
#[test]
fn the_script_for_xboard_explains_itself_and_its_arguments() {
    let (code, help) = xboard(&["--help"]);
    assert_eq!(code, Some(0));
    assert!(help.contains("[VARIANT] [TIME] [--level LEVEL]") && help.contains("casual"), "{help}");
    for (arguments, quoted) in [
        (&["--level", "soft"][..], "no level soft"),
        (&["--level", "599"], "no level 599"),
        (&["--level"], "no level"),
        (&["--levl", "club"], "no option --levl"),
        (&["zola", "soon"], "no time soon"),
        (&["zola", "0"], "no time 0"),
        (&["0:00"], "no time 0:00"),
        (&["zola", "5", "6"], "zola 5 6"),
    ] {
        let (code, text) = xboard(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {text}");
        assert!(text.contains(quoted) && text.contains("expected"), "{arguments:?}: {text}");
    }
}

/// The script has the levels of `zugi play`, by the same names.
#[cfg(unix)]
#[test]
fn the_script_for_xboard_has_the_levels_of_play() {
    let play = Command::new(env!("CARGO_BIN_EXE_zugi")).args(["play", "--level", "x"]).output();
    let message = String::from_utf8(play.unwrap().stderr).unwrap();
    let (_, expected) = message.lines().next().unwrap().split_once("expected ").unwrap();
    let (code, text) = xboard(&["--level", "x"]);
    assert_eq!(code, Some(2));
    assert_eq!(text.trim().split_once("expected ").unwrap().1, expected);
}

/// The list is that of the guide.
#[cfg(unix)]
#[test]
fn the_levels_of_the_script_for_xboard_have_the_ratings_of_the_guide() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guides/play.md");
    let guide = fs::read_to_string(guide).unwrap();
    let rows = guide.lines().skip_while(|line| !line.starts_with("| level | rating"));
    let rows: Vec<_> = rows.skip(2).take_while(|line| line.starts_with('|')).collect();
    assert!(!rows.is_empty());
    for row in rows {
        let mut cells = row.split('|').map(|cell| cell.trim().trim_matches('`')).skip(1);
        let (name, rating) = (cells.next().unwrap(), cells.next().unwrap());
        let said = xboard_started(&["--level", name]).join("\n");
        let strength = format!("UGI_LimitStrength=1,UGI_Elo={rating}");
        assert!(said.contains(&strength), "{name}: {said}");
    }
}

/// Runs the script to its end with stand-ins for XBoard and cargo; returns the arguments for
/// XBoard, one per line.
#[cfg(unix)]
fn xboard_started(arguments: &[&str]) -> Vec<String> {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let place = tempfile::tempdir().unwrap();
    for (program, text) in
        [("cargo", "#!/bin/sh\n"), ("xboard", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n")]
    {
        let path = place.path().join(program);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    fs::create_dir(place.path().join("release")).unwrap();
    symlink(env!("CARGO_BIN_EXE_zugi"), place.path().join("release/zugi")).unwrap();
    let path = format!("{}:{}", place.path().display(), std::env::var("PATH").unwrap());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/xboard.sh");
    let mut command = Command::new("bash");
    command.arg(script).args(arguments).env("PATH", path).env("CARGO_TARGET_DIR", place.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn xboard_starts_with_what_the_script_was_told() {
    for (arguments, variant, time, strength) in [
        (&[][..], "zola", "5", "UGI_LimitStrength=1,UGI_Elo=1250"),
        (&["7:30"], "zola", "7:30", "UGI_LimitStrength=1,UGI_Elo=1250"),
        (&["Zola-8", "3", "--level=easy"], "zola8", "3", "UGI_LimitStrength=1,UGI_Elo=600"),
        (&["zola-6", "--level", "full"], "zola", "5", "UGI_LimitStrength=0"),
        (&["zvp", "--level", "2000", "-mg", "2"], "zvp", "5", "UGI_LimitStrength=1,UGI_Elo=2000"),
    ] {
        let said = xboard_started(arguments);
        let value = |flag: &str| {
            let at = said.iter().position(|word| word == flag).unwrap();
            said[at + 1].as_str()
        };
        assert_eq!(value("-variant"), variant, "{arguments:?}");
        assert_eq!(value("-timeControl"), time, "{arguments:?}");
        assert_eq!(value("-firstOptions"), strength, "{arguments:?}");
        assert_eq!(value("-startupMessage"), "", "nothing lies over the board");
        if arguments.contains(&"-mg") {
            assert_eq!(said[said.len() - 2..], ["-mg", "2"]);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_gauntlet_explains_itself_before_anything_is_built() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/gauntlet.sh");
    let run = |arguments: &[&str]| {
        let output = Command::new(&script).args(arguments).output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        (output.status.code(), said)
    };
    for (arguments, code) in [(&[][..], 2), (&["--help"], 0), (&["--", "--games", "2"], 2)] {
        let (ended, said) = run(arguments);
        assert_eq!(ended, Some(code), "{arguments:?}: {said}");
        assert!(said.contains("[NAME=]PROGRAM") && said.contains("--each tc=1+0.01"), "{said}");
    }
    let (code, said) = run(&["no-such-revision"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("no-such-revision") && said.lines().count() == 1, "{said}");
}

#[test]
fn each_game_on_a_board_program_has_its_pieces() {
    // The positions of the pieces in `setup`, by XBoard's piece names.
    for (game, kinds) in [("zola", &["Commoner"][..]), ("zvp", &["Archbishop", "Marshall"])] {
        for (colour, kind) in ["White", "Black"]
            .iter()
            .flat_map(|colour| kinds.iter().map(move |kind| (colour, kind)))
        {
            let path = format!("scripts/pieces/{game}/{colour}{kind}.svg");
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{path:?}");
        }
    }
}
