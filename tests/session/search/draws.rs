//! Draws in the search: repetitions and the quiet-ply count are detected exactly, and never lead to
//! a false proof.

use std::collections::HashMap;

use fastrand::Rng;
use zugi::game::board::{Bits, Square};
use zugi::game::{Game, GameInProgress, Outcome, Player, RawMove};
use zugi::games::zvp::{DARK, Zvp};
use zugi::search::{
    AlphaBeta, Evaluator, Limits, PROVEN, PvInfo, Score, Search, Searchable, Settings, StopToken,
    Value, WIN,
};

fn zvp(text: &str) -> Zvp {
    Zvp::from_text(text).unwrap()
}

/// Counts pieces, promoted ones three times, so that an advantage clearly differs from a draw.
struct Men;

impl Evaluator<Zvp> for Men {
    fn evaluate(&self, position: &Zvp, _: &<Zvp as Searchable>::Context) -> Value {
        let worth = |player: Player| {
            let pieces = position.pieces(player);
            100 * (pieces.count() + 2 * (pieces & position.promoted()).count()).cast_signed()
        };
        let side = position.to_move();
        worth(side) - worth(side.opponent())
    }
}

/// A search with an empty hash table.
fn player() -> AlphaBeta<Zvp, Men> {
    AlphaBeta::new(Men, 1).unwrap()
}

/// The result of a position without history.
fn search(player: &AlphaBeta<Zvp, Men>, position: &Zvp, limits: &Limits) -> PvInfo {
    let (game, settings) = (GameInProgress::new(position.clone()), Settings::default());
    player.search(&game, limits, &settings, &StopToken::default(), None).unwrap()
}

fn searched(position: &Zvp, depth: u32, player: &AlphaBeta<Zvp, Men>) -> PvInfo {
    search(player, position, &Limits { depth: Some(depth), ..Limits::default() })
}

/// Wins and losses within this many plies by brute force, with the scores of the search; 0 for
/// everything else. It follows the quiet-ply count but not repetitions, because no win needs them.
fn brute_force(position: &Zvp, plies: i32, known: &mut HashMap<(Zvp, i32), Value>) -> Value {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Win(winner) if winner == position.to_move() => WIN,
            Outcome::Win(_) => -WIN,
            Outcome::Draw => 0,
        };
    }
    if plies == 0 {
        return 0;
    }
    let of_node = (position.clone(), plies);
    if let Some(&value) = known.get(&of_node) {
        return value;
    }
    let mut best = -WIN;
    for mv in position.moves() {
        let value = -brute_force(&position.after(mv), plies - 1, known);
        best = best.max(value - value.signum());
    }
    known.insert(of_node, best);
    best
}

/// Endings of up to five pieces, some of them promoted, with quiet-ply count 0.
fn endings(count: usize, seed: u64) -> Vec<Zvp> {
    let mut rng = Rng::with_seed(seed);
    let dark: Vec<Square> = DARK.squares().collect();
    let mut ending = || {
        let mut board = [[' '; 8]; 8];
        for letter in ['w', 'b', 'W', 'w', 'b'].into_iter().take(rng.usize(2..=5)) {
            let letter = if rng.u8(..4) == 0 { letter.to_ascii_uppercase() } else { letter };
            let square = usize::from(rng.choice(&dark).copied().unwrap());
            board[7 - square / 8][square % 8] = letter;
        }
        let rows = board.map(|row| row.map(|c| if c == ' ' { "1".into() } else { c.to_string() }));
        let mut text = rows.map(|row| row.concat()).join("/");
        for run in (2..=8).rev() {
            text = text.replace(&"1".repeat(run), &run.to_string());
        }
        Zvp::from_text(&format!("{text} {}", if rng.bool() { 'w' } else { 'b' })).ok()
    };
    std::iter::from_fn(|| Some(ending()))
        .flatten()
        .filter(|position| position.outcome().is_none())
        .take(count)
        .collect()
}

fn with_count(position: &Zvp, quiet: u32) -> Zvp {
    let text = position.text();
    zvp(&format!("{} {quiet}", text.rsplit_once(' ').unwrap().0))
}

/// The depth of the comparison with brute force.
const DEPTH: u32 = 7;

/// Searches each position. A proven result must agree with brute force, and every result that brute
/// force finds within the depth must be proven by a mate search, which prunes nothing.
fn check(
    position: &Zvp,
    player: &AlphaBeta<Zvp, Men>,
    known: &mut HashMap<(Zvp, i32), Value>,
) -> Score {
    let score = searched(position, DEPTH, player).score;
    let limits = Limits { mate: Some(DEPTH), ..Limits::default() };
    let exact = search(player, position, &limits).score;
    let expected = brute_force(position, DEPTH as i32, known);
    let text = position.text();
    for score in [score, exact] {
        match score.plies_to_end() {
            Some(plies) if plies > DEPTH => {
                // Extensions for forced moves went beyond the depth.
                let farther = brute_force(position, plies as i32, known);
                assert_eq!(Score::from_value(farther), score, "{text}");
            }
            Some(_) => assert_eq!(Score::from_value(expected), score, "{text}"),
            None => {}
        }
    }
    assert!(expected.abs() < PROVEN || exact.plies_to_end().is_some(), "missed in {text}");
    exact
}

#[test]
fn proven_results_are_those_of_brute_force_at_any_count() {
    let (mut known, mut proven, mut spoilt) = (HashMap::new(), 0, 0);
    for ending in endings(150, 1) {
        known.clear();
        let full = check(&ending, &player(), &mut known);
        for quiet in [75, 77, 79] {
            let late = with_count(&ending, quiet);
            let score = check(&late, &player(), &mut known);
            proven += usize::from(score.plies_to_end().is_some());
            spoilt += usize::from(full.plies_to_end().is_some() && score == Score::Centipawns(0));
        }
    }
    assert!(proven > 50 && spoilt > 20, "{proven} proven results, {spoilt} spoilt by the count");
}

/// Hash entries ignore the quiet-ply count: a result from one count must not be wrong at another.
#[test]
fn a_used_table_proves_nothing_false_at_another_count() {
    let mut known = HashMap::new();
    let player = player();
    for (number, ending) in endings(150, 2).into_iter().enumerate() {
        known.clear();
        let mut counts = [0, 72, 74, 76, 78, 79];
        if number % 2 == 0 {
            counts.reverse();
        }
        for quiet in counts {
            let position = with_count(&ending, quiet);
            check(&position, &player, &mut known);
        }
    }
}

/// Plays back and forth, so that the first position recurs every four plies.
fn to_and_fro(text: &str, moves: [&str; 4], plies: usize) -> GameInProgress<Zvp> {
    let mut game = GameInProgress::new(zvp(text));
    for mv in moves.into_iter().cycle().take(plies) {
        game.play_text(mv).unwrap();
    }
    game
}

/// One queen against three zombies with brains, far apart.
const BEHIND: &str = "8/B7/1B6/8/8/B5W1/8/8 b";

fn searched_game(
    game: &GameInProgress<Zvp>,
    only: &str,
    player: &AlphaBeta<Zvp, Men>,
) -> Option<PvInfo> {
    let search_moves = game.position().parse_move(only).into_iter().map(RawMove::of).collect();
    let limits = Limits { depth: Some(4), search_moves, ..Limits::default() };
    player.search(game, &limits, &Settings::default(), &StopToken::default(), None)
}

#[test]
fn a_third_occurrence_is_a_draw_only_with_its_history() {
    let moves = ["a7b8", "g3h2", "b8a7", "h2g3"];
    let game = to_and_fro(BEHIND, moves, 7);
    let player = player();
    let score = |game: &GameInProgress<Zvp>| {
        searched_game(game, "h2g3", &player).map(|report| report.score)
    };
    assert_eq!(score(&game), Some(Score::Centipawns(0)));
    let without_past = GameInProgress::new(game.position().clone());
    assert!(matches!(score(&without_past), Some(Score::Centipawns(..=-100))));
    assert_eq!(score(&game), Some(Score::Centipawns(0)));
    assert_eq!(searched_game(&to_and_fro(BEHIND, moves, 8), "a7b8", &player), None);
}

#[test]
fn a_second_occurrence_is_no_draw() {
    let game = to_and_fro(BEHIND, ["a7b8", "g3h2", "b8a7", "h2g3"], 3);
    let report = searched_game(&game, "h2g3", &player()).unwrap();
    assert!(matches!(report.score, Score::Centipawns(..=-100)), "{:?}", report.score);
}
