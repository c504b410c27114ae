//! Games with shuffles, hidden pieces and more than two players.

use super::{play, run};

fn seed(text: &str) -> u32 {
    let (_, after) = text.split_once("Shuffled with the seed ").expect("a seed");
    after.split(':').next().expect("a number").parse().expect("a number")
}

/// Whether a text reveals the order of face-down pieces, as position texts write it.
fn tells_an_order(text: &str) -> bool {
    text.contains(" =") || text.contains("/=")
}

/// The areas beside the first board.
fn beside(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.contains("  line "));
    lines.take(2).map(str::to_owned).collect()
}

#[test]
fn each_game_has_a_new_shuffle_and_its_seed_repeats_it() {
    let begin = |args: &str| play(&format!("--variant zoka --side both {args}"), "");
    let (one, other) = (begin(""), begin(""));
    assert_ne!(seed(&one), seed(&other));
    let given = begin("--seed 7");
    assert_eq!((seed(&given), given.as_str()), (7, begin("--seed 7").as_str()));
    let again = begin(&format!("--seed {}", seed(&one)));
    assert_eq!(again, one);
    // A new game has another shuffle.
    let text = play("--variant zoka --side both --seed 7", "new\n");
    assert_eq!(text.matches("Shuffled with the seed").count(), 2, "{text}");
    assert!(text.contains(
        "Shuffled with the seed 8: zugi play --variant zoka --seed 8 repeats this start."
    ));
    assert_ne!(beside(&begin("--seed 7")), beside(&begin("--seed 8")));
    // The order is hidden.
    assert!(!tells_an_order(&one) && beside(&one).iter().all(|line| line.contains("(face down)")));
}

#[test]
fn undo_keeps_the_piece_that_was_turned_over() {
    let text = play("--variant zoka --side both --seed 3", "t\nundo\nt\n");
    let turn_overs: Vec<&str> = text.lines().filter(|it| it.contains(" turned over ")).collect();
    assert_eq!(turn_overs.len(), 2, "{text}");
    assert_eq!(turn_overs[0], turn_overs[1]);
    assert!(["a Zoker.", "Scorer "].iter().any(|it| turn_overs[0].contains(it)), "{text}");
    assert!(text.contains("One move is taken back."), "{text}");
    // A pass that is not forced is an ordinary move.
    let text = play("--variant zoka --side both --seed 3", "t\npass\nundo\nundo\nundo\n");
    assert_eq!(text.matches("One move is taken back.").count(), 2, "{text}");
    assert!(text.contains("There is no move of yours to take back."), "{text}");
    // A revealed piece is not part of the typed move.
    let text = play("--variant zoka --side both --seed 3", "tZ\n");
    assert!(
        text.contains("\"tZ\" is not legal: the order is known, so that t is enough."),
        "{text}"
    );
}

#[test]
fn players_at_one_board_are_named_by_their_seats() {
    let text = play("--variant zoka-2v2 --side both --seed 2", "t\nt\nt\nt\n");
    for who in ["Red (a)", "Blue (b)", "Green (c)", "Yellow (d)"] {
        assert!(text.contains(&format!("\n{who} to move.\n")), "{who}: {text}");
        assert!(text.contains(&format!("\n{who} turned over ")), "{who}: {text}");
    }
    assert!(!text.contains("not settled"), "{text}");
    let text = play("--variant zoka-3 --side both --seed 2", "rules\n");
    assert!(text.contains("Who plays with whom is not settled yet"), "{text}");
    assert!(text.contains("the rules say how that comes about"), "{text}");
    assert!(text.contains("first places a piece plays alone against all others"), "{text}");
    assert!(text.contains("Type a move such as ") && !text.contains("such as 0000"), "{text}");
}

#[test]
fn a_position_without_hidden_order_is_shuffled_for_a_game() {
    let board = ["........"; 8].join("/");
    let fen = format!("{board} 1 - ZZ12/Z345 6/Z6 -/- 0:0 -/- 0:0:-");
    let args = format!("--variant zoka --side both --seed 5 --fen '{fen}'");
    let text = play(&args, "t\nt\n");
    assert!(text.contains("The face-down pieces were shuffled with the seed 5."), "{text}");
    assert_eq!(text.matches(" turned over ").count(), 2, "{text}");
    assert_eq!(text, play(&args, "t\nt\n"));
}

#[test]
fn zugi_plays_games_with_chance_and_gives_hints() {
    for variant in ["zoka", "zoka-3", "zoka-1v2"] {
        let args = format!("--variant {variant} --side first --seed 4 --level full --movetime 20");
        let text = play(&args, "t\nhint\nundo\nt\nt\nmoves\n");
        assert!(text.contains("\nBlue (b) "), "{text}");
        let hint = text.lines().find(|line| line.ends_with(')') && line.contains(", depth "));
        let hint = hint.unwrap_or_else(|| panic!("no hint in {text}"));
        assert!(
            ["turn over (", "pass (", "place "].iter().any(|it| hint.starts_with(it)),
            "{hint}"
        );
        assert!(text.contains("\n  t            turn over\n"), "{text}");
        assert!(!tells_an_order(&text) && !text.contains(" plays t"), "{text}");
    }
    let output = run("--variant zoka --watch --seed 1 --movetime 1", "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("Shuffled with the seed 1: "), "{text}");
    assert!(!tells_an_order(&text), "{text}");
    assert!(["\n1. Red (a) ", "\n1. Blue (b) "].iter().any(|it| text.contains(it)), "{text}");
}

#[test]
fn the_example_move_is_one_of_the_player_and_the_pass_has_a_word() {
    // Depending on the seed, either side begins.
    let mut begun = [false; 2];
    for seed in 0..6 {
        let args = format!("--variant zoka --side first --seed {seed} --movetime 20");
        let text = play(&args, "");
        let zugi_begins = text.contains("\nzugi is to move.\n");
        begun[usize::from(zugi_begins)] = true;
        let (before, after) = text.split_once("Type a move such as ").expect("an example");
        assert_eq!(before.contains("\nBlue (b) "), zugi_begins, "{text}");
        assert!(after.contains("), pass to make no move, or help.\n"), "{text}");
        let (example, words) = after.split_once(" (").expect("a move and its words");
        let words = words.split(')').next().expect("words").to_uppercase();
        let text = play(&args, &format!("help\nmoves\n{words}\n"));
        assert!(text.contains(&format!("\n  {example} ")), "{text}");
        assert!(text.contains("\n  pass         make no move"), "{text}");
        assert!(text.contains("\n  pass         make no move in this turn\n"), "{text}");
        assert!(text.contains("\nRed (a) placed "), "{text}");
        assert!(!text.contains("not legal") && !text.contains("0000"), "{text}");
    }
    assert_eq!(begun, [true; 2]);
    let text = play("--variant zoka --side both --seed 1", "Pass\n");
    assert!(text.contains(" passed.\n"), "{text}");
    assert!(!play("--side both", "help\n").contains("pass"));
}
