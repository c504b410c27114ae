//! `zugi play` through a pipe: whole games without protocol commands, and all commands.

mod chance;
mod files;

use std::process::Output;
use std::thread;
use std::time::Duration;

use crate::support::{Client, output_of, zugi};

/// Plays with these input lines; returns the output of a successful run.
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
    output_of(zugi().arg("play").args(shell_words::split(args).expect("words")), input)
}

/// A win in one for Blue, who is to move.
const WON: &str = "--fen '5r/6/6/6/6/b5 b'";

/// Blue has to pass, and then Red has one move.
const BLUE_PASSES: &str = "--variant zola-4 --fen '3b/4/r3/4 b'";

#[test]
fn a_whole_game_needs_no_protocol_commands() {
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
        for word in ["p1", "p2", "0000", "fen", "bestmove", "info", "position startpos"] {
            assert!(!text.contains(word), "{word} in\n{text}");
        }
    }
}

#[test]
fn a_game_of_two_people_ends_with_the_name_of_the_winner() {
    let text = play(&format!("--side both {WON}"), "a1f6\n");
    assert!(
        text.starts_with("zola-6: two people.\nType a move such as a1f6, or help.\n"),
        "{text}"
    );
    assert!(text.contains("\nBlue ○ to move.\n"), "{text}");
    let end = "\nRed has no checker left. Blue ○ wins. Type new, undo, save FILE or quit.\n";
    assert!(text.ends_with(end), "{text}");
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
fn a_forced_pass_is_played_and_announced() {
    let text = play(&format!("--side both {BLUE_PASSES}"), "");
    let (before, after) = text.split_once("Blue ○ has no move and passes.\n").expect("a pass");
    assert!(!before.contains("to move."), "{text}");
    assert!(after.starts_with("Red ● to move.\n"), "{text}");
    // A forced pass alone cannot be taken back.
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
    let text = play(&format!("--side both {WON}"), "a1f6\nundo\nresign\nresign\nundo\n");
    assert!(text.contains("One move is taken back."), "{text}");
    assert!(
        text.contains("Type resign once more to give the game up.\nBlue ○ resigns. Red ● wins.")
    );
}

#[test]
fn a_hint_is_a_move_at_full_strength() {
    let text = play(&format!("--side blue --level beginner {WON}"), "hint\n");
    assert!(text.contains("\na1f6 (wins in 1 move"), "{text}");
}

#[test]
fn a_finished_game_accepts_moves_only_after_undo() {
    const OVER: &str = "The game is over.\n";
    let over = |args: &str, end: &str| {
        let text = play(args, &format!("{end}\na2a1\nmoves\nhint\nboard\n"));
        let (before, after) =
            text.split_once("Type new, undo, save FILE or quit.\n").expect("an end");
        assert!(after.starts_with(&OVER.repeat(3)), "{text}");
        assert_eq!((before.matches('┌').count(), after.matches('┌').count()), (1, 1), "{text}");
    };
    over("--side both", "resign\nresign");
    over("--side first --depth 1", "resign\nresign");
    over("--side both --fen '5r/6/6/6/6/6 b'", "");
    // A resignation is undone alone.
    let text = play("--side both", "a1b1\nresign\nresign\nundo\nundo\nundo\n");
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
    assert_eq!(text.matches("\n  swap         change sides").count(), 1, "{text}");
    assert!(text.contains("Blue ○ to move, or to swap sides: type swap.\n"), "{text}");
    assert!(text.contains("with swap: the players change sides."), "{text}");
    let expected =
        "Blue ○ has swapped sides: every piece has changed its colour, and Red ● is to move.\n";
    assert!(text.contains(expected), "{text}");
    assert!(!play("--side both", "a1b1\nhelp\n").contains("swap"));
}

#[test]
fn the_rules_are_those_of_the_game() {
    assert!(play("--side both", "rules\n").contains("Zola, by Mark Steere (2021)\n"));
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
fn a_wrong_line_gives_one_error_and_changes_nothing() {
    for (line, complaint) in [
        ("fly", "\"fly\" is neither a move nor a command"),
        ("hnit", "Did you mean hint?"),
        ("a1f6", "\"a1f6\" is not legal: a checker of yours is on f6."),
        ("a1c2", "\"a1c2\" is not legal: a1 and c2 are not on a line."),
        ("A1 - F6", "\"A1-F6\" is not legal: a checker of yours is on f6."),
        ("e5e7", "is no move here: expected from-square and to-square within a1 to f6, or pass."),
        ("pass", "\"pass\" is not legal: who has a move may not pass."),
        ("level 5000", "\"5000\" is no level: expected beginner, "),
        ("variant chess", "chess"),
        ("side green", "no side \"green\": expected one of first, red, second, blue, both."),
        ("undo 2", "undo stands alone"),
        ("save", "Type save FILE"),
        ("load no/such/file", "cannot use \"no/such/file\": No such file"),
        ("\u{1b}[2J", "\"\\u{1b}[2J\" is neither"),
    ] {
        let text = play("--side both", &format!("{line}\nmoves\n"));
        assert!(text.contains(complaint), "{line}: {text}");
        assert!(text.lines().any(|line| line.starts_with("a1a2 a1b1 ")), "{text}");
        assert_eq!(text.matches('┌').count(), 1, "{text}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_game_with_a_message() {
    let text = play("--depth 1", "");
    assert!(text.ends_with("The input has ended, and the game is not finished. Goodbye.\n"));
    assert!(play("--depth 1", "a1b1\nq\na1b1\n").ends_with("Goodbye.\n"));
}

/// Lets Blue's time run out and undoes that; false if Red's ran out first, as may happen if the
/// machine stalls.
fn undo_after_the_end_of_the_time(minutes: f64) -> bool {
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
    client.expect("Blue ○ has no time left. Red ● wins. Type new, undo, save FILE or quit.");
    client.send("undo");
    client.expect("One move is taken back.");
    // Both clocks are restored.
    assert_eq!(client.lines_until(turn("Red ●")).last(), begun.last());
    client.quit_with("Goodbye.");
    true
}

#[test]
fn undo_after_the_end_of_the_time_restores_the_clocks() {
    let mut minutes = [0.02, 0.2, 1.0].into_iter();
    assert!(minutes.any(undo_after_the_end_of_the_time), "Red has lost each time");
}

#[test]
fn each_move_adds_its_seconds_to_the_clock() {
    // Each move adds ten minutes and takes less than one.
    let text = play("--clock 5+600 --side both", "a1b1\n");
    assert!(text.contains("Red ● to move (Red ● 5:00, Blue ○ 5:00)."), "{text}");
    assert!(text.contains("Blue ○ to move (Red ● 14:"), "{text}");
}

#[test]
fn level_variant_and_side_change_within_a_game() {
    let level = "The level is club. Type level NAME: beginner, novice, casual, club, advanced, \
                 expert, master, full, or a rating from 600 to 2600.";
    let variants = "This is zola-6. Type variant NAME for a new game of ";
    for (typed, expected) in [
        ("level", level),
        ("level full\nlevel", "The level is full.\nThe level is full. Type"),
        ("level 1500\nboard", "zugi is Blue ○, level 1500."),
        ("variant", variants),
        ("variant ZOLA-4", "zola-4: you are Red ●, zugi is Blue ○, level club.\nType a move"),
        ("side", "level club. Type side NAME: first, red, second, blue, both."),
        ("side both\na1b1", "\nBlue ○ to move."),
        ("side blue", "zola-6: you are Blue ○, zugi is Red ●, level club.\n"),
        ("side blue", "\nRed ● plays "),
        ("a1b1\nvariant zvp\nundo", "the same once more to drop it.\n2 moves are taken back."),
    ] {
        let text = play("--depth 1", &format!("{typed}\n"));
        assert!(text.contains(expected), "{typed}: {text}");
    }
}

#[test]
fn one_board_is_shown_after_a_move_and_the_answer() {
    let text = play("--depth 1", "a1b1\n");
    let (_, after) = text.split_once("Red ● to move.\n").expect("a turn");
    assert!(after.starts_with("Red ● plays a1b1.\nBlue ○ plays "), "{text}");
    assert_eq!((text.matches('┌').count(), text.matches("you are").count()), (2, 1), "{text}");
}

#[test]
fn puzzles_are_solved_by_the_winning_move_alone() {
    let registry = zugi::registry();
    let puzzles = registry.find("zola-6").unwrap().capability::<zugi::show::Puzzles>().unwrap();
    let all = puzzles.all();
    let (first, count) = (&all[0], all.len());
    let text = play("--puzzle", &format!("z9z9\n{}\nquit\n", first.line[0]));
    assert!(text.starts_with(&format!("Puzzle 1 of {count}, level 1 of 5. ")), "{text}");
    assert!(text.contains("\"z9z9\" is no move here"), "{text}");
    assert!(text.contains(&format!("{} wins. The proof goes on with", first.line[0])), "{text}");
    assert!(text.ends_with("You found 1 of 2 at the first try. Goodbye.\n"), "{text}");
    let text = play("--puzzle", "level\nlevel 6\nlevel 3\n");
    let levels =
        "Type level N: 1, 2, 3, 4, 5.\nNo puzzle has the level 6: expected 1, 2, 3, 4, 5.\n";
    assert!(text.contains(levels) && text.contains(", level 3 of 5. "), "{text}");
    // Another legal move is refused, and the last puzzle is followed by the end.
    let last = all.last().unwrap();
    let mut game = registry.find("zola-6").unwrap().game();
    game.set_up(zugi::game::Setup::Text(last.position), &[]).unwrap();
    let other = game.move_texts().into_iter().find(|mv| mv != last.line[0]).unwrap();
    let text = play(&format!("--puzzle {count}"), &format!("{other}\nsolution\n"));
    assert!(text.contains(&format!("{other} gives the win away.")), "{text}");
    assert!(text.ends_with("You found 0 of 1 at the first try. Goodbye.\n"), "{text}");
}

#[test]
fn puzzles_of_a_game_with_hands_have_hints_for_all_kinds_of_moves() {
    let registry = zugi::registry();
    let puzzles = registry.find("zoka").unwrap().capability::<zugi::show::Puzzles>().unwrap();
    let all = puzzles.all();
    let solving = all.iter().map(|puzzle| format!("hint\n{}\n", puzzle.line[0]));
    let text = play("--variant zoka --puzzle", &solving.collect::<String>());
    let (mut rest, mut placed) = (&*text, 0);
    for (number, puzzle) in (1..).zip(&all) {
        let mv = puzzle.line[0];
        let (hint, words) = match mv.split_once('@') {
            Some((piece, square)) => {
                let name = if piece == "Z" { "Zoker" } else { &format!("Scorer {piece}") };
                let hint = format!("puts a piece onto the board: {name}.");
                (hint, format!("place {name} on {square}"))
            }
            None => (format!("starts on {}.", &mv[..2]), String::new()),
        };
        placed += usize::from(mv.contains('@'));
        for part in [
            format!("Puzzle {number} of {}, level {} of 5. ", all.len(), puzzle.level),
            format!("The winning move {hint}\n"),
            words,
        ] {
            let (_, after) =
                rest.split_once(&part).unwrap_or_else(|| panic!("no {part:?}: {rest}"));
            rest = after;
        }
    }
    assert!((1..all.len()).contains(&placed), "{placed}");
    assert!(rest.ends_with(&format!("You found 0 of {} at the first try. Goodbye.\n", all.len())));
}
