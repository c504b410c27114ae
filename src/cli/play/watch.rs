//! `zugi play --watch`: a game of the engine against itself, for people to watch.

use std::slice;

use super::super::{CliError, show, style};
use super::thinking::{comment, count, think};
use crate::engine::{Engine, EngineError};
use crate::game::{Outcome, draw};
use crate::protocol::GoLimits;

/// Plays the game and shows the board after every move.
pub(super) fn watch(mut engine: Engine, limits: &GoLimits) -> Result<(), CliError> {
    let game = engine.game();
    show(&[game.variant(), &game.text(), &draw(game, style()), ""].join("\n"))?;
    let mut plies = 0;
    while engine.game().outcome().is_none() {
        let player = engine.game().to_move();
        let (mv, report) = think(&engine, limits)?;
        engine.play_moves(slice::from_ref(&mv)).map_err(EngineError::from)?;
        plies += 1;
        let comment = report.as_ref().map(comment).unwrap_or_default();
        show(&format!("{plies}. {player} {mv}   {comment}\n{}\n", draw(engine.game(), style())))?;
    }
    let end = match engine.game().outcome() {
        Some(Outcome::Win(winner)) => format!("{winner} wins"),
        _ => "draw".to_owned(),
    };
    show(&format!("{end} after {}", count(plies)))
}
