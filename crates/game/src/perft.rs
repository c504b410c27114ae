//! Perft counts legal move sequences of one length: the test and the benchmark of move generators.

use std::ops::ControlFlow;

use super::Game;

/// The number of legal sequences of `depth` moves. A forced pass counts as a move; a finished game
/// has no moves.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count_leaves(position, depth, &|| false).unwrap_or_default()
}

/// Like [`perft`]; returns `None` within milliseconds after `stop` returns true.
pub fn count_leaves<G: Game>(position: &G, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    // The last two plies take most of the time, so the game may count them by a faster method.
    match depth {
        0 => return Some(1),
        1 => return Some(position.count_moves()),
        2 => return Some(position.count_replies()),
        _ if stop() => return None,
        _ => {}
    }
    let mut count = 0;
    let flow =
        position.visit_moves(&mut |mv| match count_leaves(&position.after(mv), depth - 1, stop) {
            Some(leaves) => {
                count += leaves;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        });
    flow.is_continue().then_some(count)
}
