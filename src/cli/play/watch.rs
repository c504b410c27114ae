//! `zugi play --watch`: shows a game of the engine against itself.

use std::slice;

use zugi_engine::Engine;
use zugi_game::{AnyGame, Outcome};
use zugi_protocol::GoLimits;
use zugi_show::{draw, mover_name, player_name};

use super::super::fit_to_terminal::Frame;
use super::super::{CliError, show, style};
use super::move_words::played_words;
use super::narration::end_reason;
use super::thinking::{comment, count, think};

/// Plays the game and shows the board after every move; a message about the shuffle comes first.
pub(super) fn watch(
    mut engine: Engine,
    limits: &GoLimits,
    shuffles: Option<String>,
) -> Result<(), CliError> {
    shuffles.map_or(Ok(()), |said| show(&said))?;
    show_board(engine.game().variant(), engine.game())?;
    let mut moves = 0;
    while engine.game().outcome().is_none() {
        let player = mover_name(engine.game());
        let (mv, report) = think(&engine, limits)?;
        let played = played_words(engine.game(), &mv);
        engine.play_moves(slice::from_ref(&mv))?;
        moves += 1;
        let comment = report.as_ref().map(comment).unwrap_or_default();
        show_board(&format!("{moves}. {player} {played}   {comment}"), engine.game())?;
    }
    let end = match engine.game().outcome() {
        Some(Outcome::Win(winner)) => format!("{} wins", player_name(engine.game(), winner)),
        _ => "The game is drawn".to_owned(),
    };
    end_reason(engine.game()).map_or(Ok(()), |why| show(&format!("{why}.")))?;
    show(&format!("{end} after {}.", count(moves)))
}

/// Shows the board, with a blank line after it.
fn show_board(head: &str, game: &dyn AnyGame) -> Result<(), CliError> {
    let body = format!("{}\n", draw(game, style()));
    let frame = Frame { head, body: &body, free: 0, again: "" };
    show(&frame.for_stdout())
}
