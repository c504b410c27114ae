//! `zugi play --watch`: shows a game of the engine against itself.

use std::slice;

use zugi_engine::{Engine, EngineError};
use zugi_game::{AnyGame, Outcome, draw, seen_text, shown_text};
use zugi_protocol::GoLimits;

use super::super::fit_to_terminal::Frame;
use super::super::replay::mover;
use super::super::{CliError, show, style};
use super::narration::end_reason;
use super::thinking::{comment, count, think};

/// Plays the game and shows the board after every move; a message about the shuffle comes first.
pub(super) fn watch(
    mut engine: Engine,
    limits: &GoLimits,
    shuffles: Option<String>,
) -> Result<(), CliError> {
    shuffles.map_or(Ok(()), |said| show(&said))?;
    let game = engine.game();
    let start = [game.variant(), &shown_text(game)].join("\n");
    show_board(&start, engine.game())?;
    let mut plies = 0;
    while engine.game().outcome().is_none() {
        let player = mover(engine.game());
        let (mv, report) = think(&engine, limits)?;
        let seen = seen_text(engine.game(), &mv);
        engine.play_moves(slice::from_ref(&mv)).map_err(EngineError::from)?;
        plies += 1;
        let comment = report.as_ref().map(comment).unwrap_or_default();
        show_board(&format!("{plies}. {player} {seen}   {comment}"), engine.game())?;
    }
    let end = match engine.game().outcome() {
        Some(Outcome::Win(winner)) => format!("{winner} wins"),
        _ => "draw".to_owned(),
    };
    end_reason(engine.game()).map_or(Ok(()), |why| show(&format!("{why}.")))?;
    show(&format!("{end} after {}", count(plies)))
}

/// Shows the board, with a blank line after it.
fn show_board(head: &str, game: &dyn AnyGame) -> Result<(), CliError> {
    let body = format!("{}\n", draw(game, style()));
    let frame = Frame { head, head_can_be_missed: false, body: &body, free: 0, again: "" };
    show(&frame.for_stdout())
}
