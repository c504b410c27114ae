//! A position for every sentence of the rules.

use zugi_game::{Game, History, Outcome, Player, Setup};
use zugi_show::{DrawingStyle, draw};
use zugi_zvp::Zvp;

use super::support::{play, sorted_moves, zvp};

const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Player::One));
const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Player::Two));

fn text_after(text: &str, moves: &str) -> String {
    let mut position = zvp(text);
    play(&mut position, moves);
    position.text()
}

#[test]
fn nine_princesses_and_four_zombies() {
    let start = Zvp::start();
    assert_eq!(start.text(), "5b1b/6b1/7b/w7/1w6/w1w5/1w1w4/w1w1w3 w 0");
    assert_eq!(start.to_move(), Player::One);
    assert_eq!(sorted_moves(&start), ["a5b6", "b4c5", "c3d4", "d2e3", "e1f2"]);
}

#[test]
fn a_step_goes_forwards_or_sideways_and_promoted_also_backwards() {
    for (text, moves) in [
        ("7b/8/8/8/3w4/8/8/8 w", &["d4c5", "d4e3", "d4e5"][..]),
        ("7b/8/8/8/3W4/8/8/8 w", &["d4c3", "d4c5", "d4e3", "d4e5"]),
        ("8/8/8/8/3b4/8/8/w7 b", &["d4c3", "d4c5", "d4e3"]),
        ("8/8/8/8/3B4/8/8/w7 b", &["d4c3", "d4c5", "d4e3", "d4e5"]),
        ("7b/8/8/2w5/3w4/8/8/8 w", &["c5b6", "c5d6", "d4e3", "d4e5"]),
    ] {
        assert_eq!(sorted_moves(&zvp(text)), moves, "{text}");
    }
}

#[test]
fn a_jump_goes_the_ways_of_a_step() {
    for (piece, enemy, moves) in [
        ('w', 'b', &["d4b6", "d4f2", "d4f6"][..]),
        ('W', 'B', &["d4b2", "d4b6", "d4f2", "d4f6"]),
        ('b', 'w', &["d4b2", "d4b6", "d4f2"]),
        ('B', 'W', &["d4b2", "d4b6", "d4f2", "d4f6"]),
    ] {
        let side = piece.to_ascii_lowercase();
        let around = format!("2{enemy}1{enemy}3");
        let position = zvp(&format!("8/8/8/{around}/3{piece}4/{around}/8/8 {side}"));
        assert_eq!(sorted_moves(&position), moves, "{piece}");
    }
}

/// The third figure of the rules. In its text, A is f6, B is d4, C is g5 and D is c3; 1 is h4, 2 is
/// b2, 3 is e7, 4 is e5 and 5 is g7.
#[test]
fn the_figure_on_capturing() {
    let board = "8/8/5b2/6w1/3b4/2w5/8/8";
    let (white, black) = (format!("{board} w"), format!("{board} b"));
    assert_eq!(sorted_moves(&zvp(&black)), ["d4b2", "f6h4"]);
    assert_eq!(text_after(&black, "f6h4"), "8/8/8/6b1/3b3b/2w5/8/8 w 0");
    assert_eq!(text_after(&black, "d4b2"), "8/8/5b2/6w1/8/2b5/1b6/8 w 0");
    assert_eq!(sorted_moves(&zvp(&white)), ["c3e5g7", "g5e7"]);
    assert_eq!(text_after(&white, "g5e7"), "8/4w3/8/8/3b4/2w5/8/8 b 0");
    assert_eq!(text_after(&white, "c3e5g7"), "8/6w1/8/6w1/8/8/8/8 b 0");
}

#[test]
fn captures_are_compulsory_and_the_choice_is_free() {
    // One piece can jump, so no other may step.
    let position = zvp("8/8/5b2/8/3b3b/2w3w1/8/w7 w");
    assert_eq!(sorted_moves(&position), ["c3e5g7"]);
    // Captures of one or two jumps: the longer chain is not compulsory.
    let position = zvp("8/8/1b3b2/w7/3b4/2w5/8/w7 w");
    assert_eq!(sorted_moves(&position), ["a5c7", "c3e5g7"]);
}

#[test]
fn a_chain_goes_on_to_its_end_by_any_path() {
    let position = zvp("8/8/3b1b2/8/3b1b2/2w5/8/8 w");
    assert_eq!(sorted_moves(&position), ["c3e5c7", "c3e5g3", "c3e5g7"]);
    assert!(!position.is_legal(position.parse_move("c3e5").unwrap()));
    // A princess does not jump backwards; a queen does, even back to its first square.
    let board = |piece: &str| format!("8/8/8/8/3b1b2/2{piece}5/3b1b2/8 w");
    assert_eq!(sorted_moves(&zvp(&board("w"))), ["c3e1g3e5", "c3e5g3"]);
    assert_eq!(sorted_moves(&zvp(&board("W"))), ["c3e1g3e5c3", "c3e5g3e1c3"]);
    assert_eq!(text_after(&board("W"), "c3e5g3e1c3"), "8/8/8/8/8/2W5/8/8 b 0");
}

#[test]
fn nine_jumps_in_a_chain() {
    let white = zvp("8/8/1b1b1b2/8/1b1b1b2/8/1b1b1b2/W7 w");
    let longest = "a1c3e1g3e5c3a5c7e5g7";
    assert!(sorted_moves(&white).contains(&longest.to_owned()));
    let black = "8/6B1/1w1w1w2/8/1w1w1w2/8/1W1w1w2/8 b 33";
    let back = "g7e5c7a5c3e5g3e1c3a1";
    assert_eq!(text_after(black, back), "8/8/1b1b1b2/8/1b1b1b2/8/1b1b1b2/B7 w 0");
    assert_eq!(text_after(&white.text(), longest), "8/6W1/8/8/8/8/8/8 b 0");
}

#[test]
fn black_converts_a_queen_to_a_zombie_without_a_brain() {
    assert_eq!(text_after("8/8/8/4b3/3W4/8/8/w7 b", "e5c3"), "8/8/8/8/3b4/2b5/8/w7 w 0");
    // A converted piece keeps its square and cannot be jumped again, so it blocks the chain.
    let position = zvp("8/8/8/4B3/3w4/8/8/w7 b");
    assert_eq!(sorted_moves(&position), ["e5c3"]);
}

#[test]
fn who_reaches_the_other_corner_is_promoted() {
    for (text, mv, after) in [
        ("8/6w1/8/8/8/8/8/2b5 w 5", "g7h8", "7W/8/8/8/8/8/8/2b5 b 0"),
        ("8/6b1/5w2/8/8/8/8/2b5 w 5", "f6h8", "7W/8/8/8/8/8/8/2b5 b 0"),
        ("5w2/8/8/8/8/8/1b6/8 b 5", "b2a1", "5w2/8/8/8/8/8/8/B7 w 0"),
        ("5w2/8/8/8/8/2b5/1w6/8 b 5", "c3a1", "5w2/8/8/8/8/8/1b6/B7 w 0"),
        // A piece is not promoted in its own corner, and not twice.
        ("8/8/8/8/8/8/1W6/4b3 w 5", "b2a1", "8/8/8/8/8/8/8/W3b3 b 6"),
        ("8/6W1/8/8/8/8/8/4b3 w 5", "g7h8", "7W/8/8/8/8/8/8/4b3 b 6"),
    ] {
        assert_eq!(text_after(text, mv), after);
    }
}

#[test]
fn who_has_no_piece_or_no_move_has_lost() {
    let taken = zvp(&text_after("8/8/8/8/3b4/2w5/8/8 w", "c3e5"));
    assert_eq!(taken.outcome(), WHITE_WINS);
    let converted = zvp(&text_after("8/8/8/8/3b4/2w5/8/8 b", "d4b2"));
    assert_eq!(converted.outcome(), BLACK_WINS);
    // Blocked in a1: b2 and c3 are occupied.
    let blocked = zvp(&text_after("8/8/8/8/3b4/8/1b6/w7 b", "d4c3"));
    assert_eq!(blocked.outcome(), BLACK_WINS);
    assert_eq!(sorted_moves(&blocked), [""; 0]);
    assert_eq!(zvp("8/8/8/8/8/2b5/1b6/w7 b").outcome(), None);
    // Set-up positions: White has won, even without a legal move.
    for text in ["8/8/8/8/8/8/8/w7 w", "5w1W/6w1/7w/8/8/8/8/8 w"] {
        assert_eq!(zvp(text).outcome(), WHITE_WINS, "{text}");
        assert_eq!(sorted_moves(&zvp(text)), [""; 0]);
    }
}

#[test]
fn eighty_quiet_plies_are_a_draw() {
    let drawn = zvp(&text_after("8/8/8/4W3/8/8/8/B7 w 78", "e5f6 a1b2"));
    assert_eq!(drawn.text(), "8/8/5W2/8/8/8/1B6/8 w 80");
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
    assert_eq!(sorted_moves(&drawn), [""; 0]);
    assert_eq!(zvp("8/8/5W2/8/8/8/1B6/8 w 79").outcome(), None);
    // A player without a legal move has lost nevertheless.
    let blocked = zvp(&text_after("8/8/8/8/1B6/8/1b6/w7 b 79", "b4c3"));
    assert_eq!(blocked.text(), "8/8/8/8/8/2B5/1b6/w7 w 80");
    assert_eq!(blocked.outcome(), BLACK_WINS);
}

#[test]
fn what_counts_as_quiet() {
    let board = "8/8/8/4w3/8/8/8/B1b5";
    for (mv, quiet) in [("e5f6", 0), ("e5d6", 8), ("e5f4", 8)] {
        let after = text_after(&format!("{board} w 7"), mv);
        assert!(after.ends_with(&format!(" b {quiet}")), "{mv}: {after}");
    }
    for (mv, quiet) in [("a1b2", 8), ("c1b2", 8)] {
        let after = text_after(&format!("{board} b 7"), mv);
        assert!(after.ends_with(&format!(" w {quiet}")), "{mv}: {after}");
    }
}

/// The third position has another count of quiet plies than the first, which does not matter.
#[test]
fn the_third_occurrence_is_a_draw() {
    let mut position = zvp("7b/8/5W2/8/8/8/8/B7 w 3");
    let mut history = History::default();
    for ply in 0..8 {
        assert_eq!(history.occurrences(&position), 1 + ply / 4);
        assert_eq!(history.outcome(&position), None);
        history.push(&position);
        play(&mut position, ["f6e7", "a1b2", "e7f6", "b2a1"][ply % 4]);
    }
    assert_eq!(history.outcome(&position), Some(Outcome::Draw));
    // The same board with the other side to move is another position.
    let other = zvp(&position.text().replace(" w ", " b "));
    assert_eq!(history.occurrences(&other), 1);
}

#[test]
fn the_drawing_tells_the_pieces_apart() {
    let mut game = zugi_zvp::variants(None)[0].game();
    let moves = ["c3e5".to_owned()];
    game.set_up(Setup::Text("7W/8/8/8/3b4/2w5/8/B7 w"), &moves).unwrap();
    let drawing = draw(game.as_ref(), DrawingStyle::default());
    let rows: Vec<&str> = drawing.lines().skip(1).step_by(2).collect();
    assert_eq!(rows[0], "  8 │   │ · │   │ · │   │ · │   │ ◎ │");
    assert_eq!(rows[3], "  5 │ · │   │ · │   │[○]│   │ · │   │");
    assert_eq!(rows[5], "  3 │ · │   │[·]│   │ · │   │ · │   │");
    assert_eq!(rows[7], "  1 │ ◉ │   │ · │   │ · │   │ · │   │");
    game.set_up(Setup::Text("8/8/8/8/3b4/8/8/w7 w"), &[]).unwrap();
    assert!(draw(game.as_ref(), DrawingStyle::default()).contains('●'));
}
