//! Saving, loading, and starting from files in `zugi play`.

use std::fs;

use tempfile::TempDir;

use super::play;
use crate::support::{output_of, zugi};

/// A folder, and the path of a file in it that is not there yet.
fn new_file(name: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name).to_str().expect("UTF-8").to_owned();
    (folder, path)
}

#[test]
fn a_game_is_saved_and_loaded_and_replayed() {
    let (_folder, name) = new_file("my game.txt");
    let text = play("--side both --variant zola-4 --pie", &format!("a1b1\nswap\nsave {name}\n"));
    assert!(text.contains("The game is in "), "{text}");
    let text = play("--side both", &format!("load {name}\nundo\nmoves\nsave {name}\n"));
    assert!(text.contains("zola-4: two people."), "{text}");
    assert!(
        text.lines().any(|line| line.starts_with("a2a1 ") && line.ends_with(" swap")),
        "{text}"
    );
    let replayed = zugi().args(["replay", &name]).output().expect("the program starts");
    let replayed = String::from_utf8_lossy(&replayed.stdout);
    assert!(replayed.contains("\n1. p1 a1b1\n"), "{replayed}");
    assert!(replayed.ends_with("\nnot finished\n\n"), "{replayed}");
    // A file that is not a saved game is neither loaded nor overwritten, and nothing changes.
    fs::write(&name, "my diary").expect("a file");
    let text = play("--side both", &format!("a1b1\nsave {name}\nload {name}\nundo\n"));
    assert!(text.contains("exists already: expected another name, or --force"), "{text}");
    assert!(text.contains("is no saved game: line 1: "), "{text}");
    assert!(text.contains("One move is taken back."), "{text}");
    assert_eq!(fs::read_to_string(&name).expect("a file"), "my diary");
    let wrong = "[variant zola-6]\n1 a1f6 {time 0}\n";
    fs::write(&name, wrong).expect("a file");
    let text = play("--side both --variant zola-4", &format!("load {name}\nmoves\n"));
    assert!(text.contains("illegal move \"a1f6\"") && text.contains("\na1a2 a1b1 a3a2 "), "{text}");
}

#[test]
fn a_loaded_game_keeps_its_sides_its_level_and_its_result() {
    let (_folder, name) = new_file("game.txt");
    play("--side second --level casual --depth 1", &format!("save {name}\nquit\n"));
    let text = play("--level beginner --depth 1", &format!("load {name}\nsave {name}\nquit\n"));
    assert!(text.contains("zola-6: you are Blue ○, zugi is Red ●, level casual.\n"), "{text}");
    let saved = fs::read_to_string(&name).expect("a file");
    let has = |tag: &str| saved.contains(tag);
    assert!(has("[White \"zugi casual\"]") && has("[Black \"person\"]"), "{saved}");
    // A resigned game stays lost until the resignation is undone.
    let another = format!("a1b1\nresign\nresign\nsave {name}\n");
    let text = play("--side both", &another);
    assert!(text.contains("exists already: expected another name, or --force"), "{text}");
    assert_eq!(fs::read_to_string(&name).expect("a file"), saved, "another game is kept");
    let text = play("--side both", &another.replace("save ", "save --force "));
    assert!(text.contains("The game is in "), "{text}");
    let text = play("--side both", &format!("load {name}\nmoves\nundo\nmoves\n"));
    let (_, loaded) = text.split_once("Blue ○ resigns. Red ● wins.").expect("an end");
    assert!(loaded.contains("\nThe game is over.\nThe end is taken back"), "{text}");
    assert!(loaded.contains("\nBlue ○ to move.\n"), "{text}");
    // For records of other games, the players and the end are shown.
    let match_record = "[variant zola-4]\n[p1 Ann]\n[p2 Bob]\n[result p2win]\n";
    let of = |reason: &str| {
        let moves = "1 a1b1 {time 1}\n";
        fs::write(&name, format!("{match_record}[reason {reason}]\n{moves}")).expect("a file");
        play("--side both", &format!("load {name}\n"))
    };
    let text = of("time-loss");
    assert!(text.contains("The file is of \"Ann\" and \"Bob\": the sides and the level stay."));
    assert!(text.contains("Red ● has no time left. Blue ○ wins."), "{text}");
    let text = of("crash");
    assert!(text.contains("The record ends here: p2win (crash). You can play on."), "{text}");
    assert!(text.contains("Blue ○ to move."), "{text}");
}

#[test]
fn a_saved_game_keeps_its_shuffles() {
    let (_folder, name) = new_file("game.txt");
    let text = play("--variant zoka --side both --seed 0", &format!("t\nt\nsave {name}\nt\n"));
    let narration = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains(" turned over "));
        lines.map(str::to_owned).collect()
    };
    let loaded = play("--side both", &format!("load {name}\nt\n"));
    assert_eq!(narration(&loaded), narration(&text)[2..]);
    assert!(!loaded.contains("huffled"), "{loaded}");
    let replayed = zugi().args(["replay", &name]).output().expect("the program starts");
    let replayed = String::from_utf8_lossy(&replayed.stdout);
    let first = &narration(&text)[0];
    let piece = first.trim_end_matches('.').rsplit(' ').next().expect("a piece");
    let piece = piece.replace("Zoker", "Z");
    assert!(["p1", "p2"].iter().any(|who| replayed.contains(&format!("\n1. {who} t{piece}\n"))));
}

#[test]
fn discarding_an_unsaved_game_needs_confirmation() {
    let (folder, name) = new_file("game.txt");
    play("--side both --variant zola-4", &format!("a1b1\nsave {name}\n"));
    let doubt = "The game is not finished and not saved: type save FILE to keep it, or the same \
                 once more to drop it.\n";
    for drop in [format!("load {name}"), "new".to_owned(), "variant zola-8".to_owned()] {
        let once = play("--side both", &format!("b6c6\n{drop}\nundo\n"));
        assert!(once.contains(doubt) && once.contains("One move is taken back."), "{once}");
        // A command in between cancels the confirmation.
        let between = play("--side both", &format!("b6c6\n{drop}\nboard\n{drop}\nundo\n"));
        assert_eq!(between.matches(doubt).count(), 2, "{between}");
        let twice = play("--side both", &format!("b6c6\n{drop}\n{drop}\n"));
        assert_eq!(twice.matches(doubt).count(), 1, "{twice}");
        let other = folder.path().join("other.txt");
        for input in [
            drop.clone(),
            format!("b6c6\nresign\nresign\n{drop}"),
            format!("b6c6\nsave {}\n{drop}", other.display()),
        ] {
            let text = play("--side both", &format!("{input}\n"));
            assert!(!text.contains(doubt), "{text}");
            fs::remove_file(&other).unwrap_or_default();
        }
    }
}

#[test]
fn a_game_begins_from_a_file() {
    let (_folder, name) = new_file("my game.txt");
    play("--variant zola-4 --side second --level casual --depth 1", &format!("save {name}\n"));
    let text = play(&format!("'{name}'"), "");
    assert!(text.starts_with("zola-4: you are Blue ○, zugi is Red ●, level casual.\n"), "{text}");
    // The loaded game is in a file, so discarding it needs no confirmation.
    let text = play(&format!("'{name}' --side both --level full"), "new\n");
    assert!(text.starts_with("zola-4: two people.\n") && !text.contains("not saved"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_tilde_is_the_home_folder() {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = zugi();
    command.args(["play", "--side", "both"]).env("HOME", home.path());
    let output = output_of(&mut command, "a1b1\nsave ~/game.txt\nload ~/game.txt\n");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(home.path().join("game.txt").exists(), "{text}");
    assert_eq!(text.matches("zola-6: two people.").count(), 2, "{text}");
}
