//! `zugi play` in a pipe: whole games without a word of the protocol, and all that can be
//! typed.

mod support;

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

use support::{Client, zugi};

/// Plays by these lines; what was printed, all being well.
#[track_caller]
fn play(args: &str, input: &str) -> String {
    let output = run(args, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!text.contains('\u{1b}'), "colours in a pipe");
    text
}

fn run(args: &str, input: &str) -> Output {
    let mut child = zugi()
        .arg("play")
        .args(shell_words::split(args).expect("words"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Who leaves early does not read all.
    drop(child.stdin.take().expect("a pipe").write_all(input.as_bytes()));
    child.wait_with_output().expect("our process")
}

/// A win in one for Blue, who is to move.
const WON: &str = "--fen '5r/6/6/6/6/b5 b'";

/// Blue has to pass, and then Red has one move.
const BLUE_PASSES: &str = "--variant zola-4 --fen '3b/4/r3/4 b'";

#[test]
fn a_person_plays_a_whole_game_without_a_word_of_the_protocol() {
    for (variant, side) in [("zola-4", "first"), ("zola-4", "blue"), ("zvp", "White")] {
        let args = ["play", "--variant", variant, "--side", side, "--level", "beginner"];
        let mut client = Client::with_args(&args);
        let mut transcript = Vec::new();
        loop {
            let lines =
                client.lines_until(|line| line.ends_with("to move.") || line.ends_with("or quit."));
            let is_over = lines.last().is_some_and(|line| line.ends_with("or quit."));
            transcript.extend(lines);
            if is_over {
                break;
            }
            let moves = client.ask("moves");
            client.send(moves.split(' ').next().expect("a move"));
        }
        client.quit_with("Goodbye.");
        let text = transcript.join("\n");
        assert!(text.contains(" plays ") && text.contains("level beginner"), "{text}");
        for word in ["p1", "p2", "0000", "fen", "bestmove", "info", "position"] {
            assert!(!text.contains(word), "{word} in\n{text}");
        }
    }
}

#[test]
fn two_people_play_and_the_end_is_told_by_the_names_of_the_sides() {
    let text = play(&format!("--side both {WON}"), "a1f6\n");
    assert!(
        text.starts_with("zola-6: two people.\nType a move such as a1f6, or help.\n"),
        "{text}"
    );
    assert!(text.contains("\nBlue ○ to move.\n"), "{text}");
    assert!(text.ends_with("\nBlue ○ wins after move 1. Type new, undo, save FILE or quit.\n"));
}

#[test]
fn the_side_that_plays_second_sees_the_board_from_its_own_side() {
    let first_rank = |args: &str| {
        let text = play(args, "");
        let row = text.lines().find(|line| line.contains('│')).expect("a board").to_owned();
        row.trim_start().chars().next()
    };
    assert_eq!(first_rank("--side first"), Some('6'));
    assert_eq!(first_rank("--side second --depth 1"), Some('1'));
    assert_eq!(first_rank("--side both"), Some('6'));
    let flipped = play("--side both", "flip\n");
    assert!(flipped.contains("f   e   d   c   b   a"), "{flipped}");
}

#[test]
fn a_forced_pass_is_made_and_told() {
    let text = play(&format!("--side both {BLUE_PASSES}"), "");
    let (before, after) = text.split_once("Blue ○ has no move and passes.\n").expect("a pass");
    assert!(!before.contains("to move."), "{text}");
    assert!(after.starts_with("Red ● to move.\n"), "{text}");
    // The pass of a person is taken back with the move before it, never alone.
    let text = play(&format!("--side both {BLUE_PASSES}"), "undo\n");
    assert!(text.contains("There is no move of yours to take back."), "{text}");
}

#[test]
fn undo_takes_back_the_move_of_the_person_and_the_answer_to_it() {
    let text = play("--depth 1 --side red", "a1a2\nundo\nmoves\nundo\n");
    assert!(text.contains("2 moves are taken back."), "{text}");
    assert!(text.lines().any(|line| line.starts_with("a1a2 a1b1 ")), "{text}");
    assert!(text.contains("There is no move of yours to take back."), "{text}");
    let text = play("--depth 1 --side blue", "undo\n");
    assert!(text.contains("There is no move of yours to take back."), "{text}");
    let text = play(&format!("--side both {WON}"), "a1f6\nundo\nresign\nundo\n");
    assert!(text.contains("One move is taken back."), "{text}");
    assert!(text.contains("Blue ○ resigns. Red ● wins after move 0."), "{text}");
}

#[test]
fn a_hint_is_a_move_at_full_strength() {
    let text = play(&format!("--side blue --level beginner {WON}"), "hint\n");
    assert!(text.contains("\na1f6 (wins in 1 ply"), "{text}");
}

#[test]
fn a_game_that_is_over_takes_no_moves_until_something_is_taken_back() {
    const OVER: &str = "The game is over.\n";
    let over = |args: &str, end: &str| {
        let text = play(args, &format!("{end}\na2a1\nmoves\nhint\nboard\n"));
        let (before, after) =
            text.split_once("Type new, undo, save FILE or quit.\n").expect("an end");
        assert!(after.starts_with(&OVER.repeat(3)), "{text}");
        assert_eq!((before.matches('┌').count(), after.matches('┌').count()), (1, 1), "{text}");
    };
    over("--side both", "resign");
    over("--side first --depth 1", "resign");
    over("--side both --fen '5r/6/6/6/6/6 b'", "");
    // A resignation is taken back alone.
    let text = play("--side both", "a1b1\nresign\nundo\nundo\nundo\n");
    let (_, after) = text.split_once("The end is taken back: the game goes on.").expect("undone");
    assert!(after.contains("Blue ○ to move.\n"), "{text}");
    assert!(
        after.contains("One move is taken back.") && after.contains("no move of yours"),
        "{text}"
    );
}

#[test]
fn a_position_without_a_move_to_choose_has_none_as_an_example() {
    for position in ["--fen '5r/6/6/6/6/6 b'", BLUE_PASSES] {
        let text = play(&format!("--side both {position}"), "help\n");
        assert!(text.contains("two people.\nType help for what can be typed.\n"), "{text}");
    }
    let text = play("--side both --fen '5r/6/6/6/6/6 b'", "help\n");
    assert!(text.contains("\n  undo "), "{text}");
    assert!(!text.contains("play this move"), "{text}");
}

#[test]
fn the_swap_of_the_pie_rule_is_explained_and_told() {
    let text = play("--side both --pie", "help\na1b1\nhelp\nrules\nswap\n");
    let second = "The pie rule is on: Blue ○ may answer the first move by swapping sides.\n";
    assert!(text.contains(second), "{text}");
    assert_eq!(text.matches("\n  swap       change sides").count(), 1, "{text}");
    assert!(text.contains("Blue ○ to move, or to swap sides: type swap.\n"), "{text}");
    assert!(text.contains("with swap: the players change sides."), "{text}");
    let told =
        "Blue ○ has swapped sides: every piece has changed its colour, and Red ● is to move.\n";
    assert!(text.contains(told), "{text}");
    assert!(!play("--side both", "a1b1\nhelp\n").contains("swap"));
}

#[test]
fn the_rules_are_those_of_the_game() {
    assert!(play("--side both", "rules\n").contains("Zola, by Mark Steere."));
    assert!(play("--side both --variant zvp", "RULES\n").contains("nine princesses"));
}

#[test]
fn a_move_may_be_shortened_where_no_other_begins_so() {
    let chains = "--side both --variant zvp --fen '8/8/5b2/8/3b1b2/2w5/8/8 w'";
    let text = play(chains, "c3e5\nC3xe5-g3\nquit\n");
    assert!(text.contains("\"c3e5\" could be c3e5g3, c3e5g7: which one?"), "{text}");
    assert!(text.contains("Black ● to move."), "{text}");
    let one = "--side both --variant zvp --fen '8/6w1/5b2/8/3b1b2/2w5/8/8 w'";
    let text = play(one, "c3\n");
    assert!(text.contains("Black ● to move."), "{text}");
    let text = play(one, "c\n");
    assert!(text.contains("\"c\" is neither a move nor a command"), "{text}");
}

#[test]
fn what_is_no_move_is_one_complaint_and_changes_nothing() {
    for (line, complaint) in [
        ("fly", "\"fly\" is neither a move nor a command"),
        ("hnit", "Did you mean hint?"),
        ("a1f6", "\"a1f6\" is not legal: a checker of yours is on f6."),
        ("a1c2", "\"a1c2\" is not legal: a1 and c2 are not on a line."),
        ("A1 - F6", "\"A1-F6\" is not legal: a checker of yours is on f6."),
        ("e5e7", "\"e5e7\" is no move here: expected from-square and to-square within a1 to f6"),
        ("undo 2", "undo stands alone"),
        ("save", "Type save FILE"),
        ("load no/such/file", "cannot read \"no/such/file\""),
        ("\u{1b}[2J", "\"\\u{1b}[2J\" is neither"),
    ] {
        let text = play("--side both", &format!("{line}\nmoves\n"));
        assert!(text.contains(complaint), "{line}: {text}");
        assert!(text.lines().any(|line| line.starts_with("a1a2 a1b1 ")), "{text}");
        assert_eq!(text.matches('┌').count(), 1, "{text}");
    }
}

#[test]
fn the_end_of_the_input_ends_it_politely() {
    let text = play("--depth 1", "");
    assert!(text.ends_with("The input has ended, and the game is not finished. Goodbye.\n"));
    assert!(play("--depth 1", "a1b1\nq\na1b1\n").ends_with("Goodbye.\n"));
}

#[test]
fn a_game_is_saved_and_loaded_and_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my game.txt");
    let name = path.to_str().expect("UTF-8");
    let text = play("--side both --variant zola-4 --pie", &format!("a1b1\nswap\nsave {name}\n"));
    assert!(text.contains("The game is in "), "{text}");
    let text = play("--side both", &format!("load {name}\nundo\nmoves\nsave {name}\n"));
    assert!(text.contains("zola-4: two people."), "{text}");
    assert!(
        text.lines().any(|line| line.starts_with("a2a1 ") && line.ends_with(" swap")),
        "{text}"
    );
    let replayed = zugi().args(["replay", name]).output().expect("the program starts");
    let replayed = String::from_utf8_lossy(&replayed.stdout);
    assert!(replayed.contains("\n1. p1 a1b1\n"), "{replayed}");
    assert!(replayed.ends_with("\nnot finished\n\n"), "{replayed}");
    // What is no saved game is neither loaded nor overwritten, and nothing changes.
    fs::write(&path, "my diary").expect("a file");
    let text = play("--side both", &format!("a1b1\nsave {name}\nload {name}\nundo\n"));
    assert!(text.contains("is no saved game, and is not overwritten"), "{text}");
    assert!(text.contains("is no saved game: line 1: bad record \"my diary\""), "{text}");
    assert!(text.contains("One move is taken back."), "{text}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), "my diary");
    let wrong = "[variant zola-6]\n1 a1f6 {time 0}\n";
    fs::write(&path, wrong).expect("a file");
    let text = play("--side both --variant zola-4", &format!("load {name}\nmoves\n"));
    assert!(text.contains("illegal move \"a1f6\"") && text.contains("\na1a2 a1b1 a3a2 "), "{text}");
}

#[test]
fn a_saved_game_goes_on_with_its_sides_its_level_and_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let name = path.to_str().expect("UTF-8");
    play("--side second --level casual --depth 1", &format!("save {name}\nquit\n"));
    let text = play("--level beginner --depth 1", &format!("load {name}\nsave {name}\nquit\n"));
    assert!(text.contains("zola-6: you are Blue ○, zugi is Red ●, level casual.\n"), "{text}");
    let saved = fs::read_to_string(&path).expect("a file");
    assert!(saved.contains("[p1 zugi casual]") && saved.contains("[p2 person]"), "{saved}");
    // Who has resigned has still lost, until that is taken back.
    play("--side both", &format!("a1b1\nresign\nsave {name}\n"));
    let text = play("--side both", &format!("load {name}\nmoves\nundo\nmoves\n"));
    let (_, loaded) = text.split_once("Blue ○ resigns. Red ● wins after move 1.").expect("an end");
    assert!(loaded.contains("\nThe game is over.\nThe end is taken back"), "{text}");
    assert!(loaded.contains("\nBlue ○ to move.\n"), "{text}");
    // A record of others says who they were, and why it ends.
    let match_record = "[variant zola-4]\n[p1 Ann]\n[p2 Bob]\n[result p2win]\n";
    let of = |reason: &str| {
        let moves = "1 a1b1 {time 1}\n";
        fs::write(&path, format!("{match_record}[reason {reason}]\n{moves}")).expect("a file");
        play("--side both", &format!("load {name}\n"))
    };
    let text = of("time-loss");
    assert!(text.contains("The file is of \"Ann\" and \"Bob\": the sides and the level stay."));
    assert!(text.contains("Red ● has no time left. Blue ○ wins after move 1."), "{text}");
    let text = of("crash");
    assert!(text.contains("The record ends here: p2win (crash). You can play on."), "{text}");
    assert!(text.contains("Blue ○ to move."), "{text}");
}

/// Lets the clock of Blue fall, and takes that back; false if Red's has fallen before, which
/// may be where the machine stands still.
fn undo_after_the_fall_of_a_clock(minutes: f64) -> bool {
    let clock = minutes.to_string();
    let mut client = Client::with_args(&["play", "--side", "both", "--clock", &clock]);
    let turn = |name: &'static str| move |line: &str| line.starts_with(&format!("{name} to move"));
    let begun = client.lines_until(turn("Red ●"));
    client.send("a1b1");
    let is_fallen = |line: &str| line.contains(" has no time left.");
    let answer = client.lines_until(|line| turn("Blue ○")(line) || is_fallen(line));
    if answer.last().is_some_and(|line| is_fallen(line)) {
        return false;
    }
    thread::sleep(Duration::from_secs_f64(60.0 * minutes + 0.1));
    client.send("a2b2");
    client.expect(
        "Blue ○ has no time left. Red ● wins after move 1. Type new, undo, save FILE or quit.",
    );
    client.send("undo");
    client.expect("One move is taken back.");
    // Both have what they had.
    assert_eq!(client.lines_until(turn("Red ●")).last(), begun.last());
    client.quit_with("Goodbye.");
    true
}

#[test]
fn undo_after_the_fall_of_a_clock_gives_the_time_back() {
    let mut minutes = [0.02, 0.2, 1.0].into_iter();
    assert!(minutes.any(undo_after_the_fall_of_a_clock), "Red has lost each time");
}

#[test]
fn who_oversteps_the_time_has_lost() {
    let mut client = Client::with_args(&["play", "--side", "both", "--clock", "0.001"]);
    client.lines_until(|line| line == "Red ● to move (Red ● 0:00, Blue ○ 0:00).");
    thread::sleep(Duration::from_millis(100));
    client.send("a1b1");
    let end =
        "Red ● has no time left. Blue ○ wins after move 0. Type new, undo, save FILE or quit.";
    client.expect(end);
    client.quit_with("Goodbye.");
    // Ten minutes come with each move, and less than one goes by.
    let text = play("--clock 5+600 --side both", "a1b1\n");
    assert!(text.contains("Red ● to move (Red ● 5:00, Blue ○ 5:00)."), "{text}");
    assert!(text.contains("Blue ○ to move (Red ● 14:"), "{text}");
}

/// The seed that a game says it was shuffled with.
fn seed(text: &str) -> u32 {
    let (_, after) = text.split_once("Shuffled with the seed ").expect("a seed");
    after.split(':').next().expect("a number").parse().expect("a number")
}

/// Whether a text has the order of face-down pieces, as position texts write it.
fn tells_an_order(text: &str) -> bool {
    text.contains(" =") || text.contains("/=")
}

/// What lies beside the board the first time.
fn beside(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.contains("  line "));
    lines.take(2).map(str::to_owned).collect()
}

#[test]
fn shuffles_are_others_each_time_and_their_seed_is_told_and_can_be_given() {
    let begin = |args: &str| play(&format!("--variant zoka --side both {args}"), "");
    let (one, other) = (begin(""), begin(""));
    assert_ne!(seed(&one), seed(&other));
    let given = begin("--seed 7");
    assert_eq!((seed(&given), given.as_str()), (7, begin("--seed 7").as_str()));
    let again = begin(&format!("--seed {}", seed(&one)));
    assert_eq!(again, one);
    // A new game has others.
    let text = play("--variant zoka --side both --seed 7", "new\n");
    assert_eq!(text.matches("Shuffled with the seed").count(), 2, "{text}");
    assert!(
        text.contains(
            "Shuffled with the seed 8: zugi play --variant zoka --seed 8 begins so again."
        )
    );
    assert_ne!(beside(&begin("--seed 7")), beside(&begin("--seed 8")));
    // Nobody sees the order.
    assert!(!tells_an_order(&one) && beside(&one).iter().all(|line| line.contains("(face down)")));
    let output = run("--variant zola-6 --seed 1", "");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("variant \"zola-6\" cannot use a seed: chance has no part in it"),
        "{said}"
    );
    assert_eq!(run("--variant zoka --seed -1", "").status.code(), Some(2));
}

#[test]
fn what_was_turned_over_is_told_and_comes_again_after_undo() {
    let text = play("--variant zoka --side both --seed 3", "t\nundo\nt\n");
    let told: Vec<&str> = text.lines().filter(|line| line.contains(" plays t")).collect();
    assert_eq!(told.len(), 2, "{text}");
    assert_eq!(told[0], told[1]);
    let piece = told[0].split_once(" plays t").expect("a turn-over").1;
    assert!(["Z.", "1.", "2.", "3.", "4.", "5.", "6."].contains(&piece), "{text}");
    assert!(text.contains("One move is taken back."), "{text}");
    // A pass is a move like others where it is not the only one.
    let text = play("--variant zoka --side both --seed 3", "t\npass\nundo\nundo\nundo\n");
    assert_eq!(text.matches("One move is taken back.").count(), 2, "{text}");
    assert!(text.contains("There is no move of yours to take back."), "{text}");
    // What is told is no move.
    let text = play("--variant zoka --side both --seed 3", "tZ\n");
    assert!(
        text.contains("\"tZ\" is not legal: the order is known, so that t is enough."),
        "{text}"
    );
}

#[test]
fn people_at_one_board_are_called_by_their_seats() {
    let text = play("--variant zoka-2v2 --side both --seed 2", "t\nt\nt\nt\n");
    for who in ["One, seat a", "Two, seat b", "One, seat c", "Two, seat d"] {
        assert!(text.contains(&format!("\n{who} to move.\n")), "{who}: {text}");
        assert!(text.contains(&format!("\n{who} plays t")), "{who}: {text}");
    }
    assert!(!text.contains("not settled"), "{text}");
    let text = play("--variant zoka-3 --side both --seed 2", "");
    assert!(text.contains("Who plays with whom is not settled yet"), "{text}");
    assert!(text.contains("Type a move such as ") && !text.contains("such as 0000"), "{text}");
}

#[test]
fn a_position_as_players_see_it_is_shuffled_for_a_game() {
    let board = ["........"; 8].join("/");
    let fen = format!("{board} 1 - ZZ12/Z345 6/Z6 -/- 0:0 -/- 0:0:-");
    let args = format!("--variant zoka --side both --seed 5 --fen '{fen}'");
    let text = play(&args, "t\nt\n");
    assert!(text.contains("What is face down was shuffled with the seed 5."), "{text}");
    assert_eq!(text.matches(" plays t").count(), 2, "{text}");
    assert_eq!(text, play(&args, "t\nt\n"));
}

#[test]
fn zugi_answers_where_chance_has_a_part_and_gives_hints() {
    for variant in ["zoka", "zoka-3", "zoka-1v2"] {
        let args = format!("--variant {variant} --side first --seed 4 --level full --movetime 20");
        let text = play(&args, "t\nhint\nundo\nt\nt\nmoves\n");
        assert!(text.contains("\nTwo") && text.contains(" plays "), "{text}");
        let hint = text.lines().find(|line| line.ends_with(')') && line.contains(", depth "));
        let hint = hint.unwrap_or_else(|| panic!("no hint in {text}"));
        let moves = text.lines().rfind(|line| line.starts_with("0000 ")).expect("moves");
        let mv = hint.split(' ').next().expect("a move");
        assert!(mv == "t" || mv == "0000" || mv.len() >= 4, "{hint}: {moves}");
        assert!(!tells_an_order(&text) && !text.contains(" plays t."), "{text}");
    }
    let output = run("--variant zoka --watch --seed 1 --movetime 1", "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("Shuffled with the seed 1: "), "{text}");
    assert!(!tells_an_order(&text), "{text}");
    assert!(text.lines().any(|line| line.starts_with("1. p")), "{text}");
}

#[test]
fn a_saved_game_keeps_its_shuffles() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let name = path.to_str().expect("UTF-8");
    let text = play("--variant zoka --side both --seed 0", &format!("t\nt\nsave {name}\nt\n"));
    let told = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains(" plays t"));
        lines.map(str::to_owned).collect()
    };
    let loaded = play("--side both", &format!("load {name}\nt\n"));
    assert_eq!(told(&loaded), told(&text)[2..]);
    assert!(!loaded.contains("huffled"), "{loaded}");
    let replayed = zugi().args(["replay", name]).output().expect("the program starts");
    let replayed = String::from_utf8_lossy(&replayed.stdout);
    let piece = told(&text)[0].rsplit(' ').next().expect("a move").trim_end_matches('.').to_owned();
    assert!(
        replayed.contains(&format!("\n1. p2 {piece}\n"))
            || replayed.contains(&format!("\n1. p1 {piece}\n")),
        "{replayed}"
    );
}

#[test]
fn bad_arguments_say_what_was_expected() {
    for (args, part) in [
        ("--side green", "no side \"green\": expected one of first, red, second, blue, both"),
        ("--side red --variant zvp", "expected one of first, white, second, black, both"),
        ("--level grandmaster", "beginner, casual, club, expert, master, full, or a rating"),
        ("--level 5000", "from 600 to 2600"),
        ("--clock soon", "expected MINUTES or MINUTES+SECONDS"),
        ("--clock 0+5", "expected more than 0 minutes, such as 5 or 0.5+3"),
        ("--clock 5 --movetime 100", "--movetime"),
        ("--watch --side red", "--side"),
    ] {
        let output = run(args, "");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {complaint}");
        assert!(complaint.starts_with("error: ") && complaint.contains(part), "{complaint}");
        assert_eq!(output.stdout, b"");
    }
}
