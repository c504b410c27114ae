//! Setting up positions.

use crate::check::findings::Phase;
use crate::check::session::{CheckSession, Checked, Stop};

/// What comes after the start, and after a first move.
fn two_positions(session: &mut CheckSession) -> Checked<(String, String)> {
    let (_, line) = session.first_move()?;
    let start = session.start_line();
    Ok((session.state_after(&[&start])?, session.state_after(&[&line])?))
}

pub fn kept(session: &mut CheckSession) -> Checked {
    let (_, line) = session.first_move()?;
    let before = session.state_after(&[&line])?;
    session.send_all(&[line.as_str(), "isready"]);
    session.until_ready(Phase::Commands)?;
    session.must_be(&[], &before)
}

pub fn moves(session: &mut CheckSession) -> Checked {
    let (mv, line) = session.first_move()?;
    session.silent(&line)?;
    let Ok(mut rules) = session.rules() else { return Ok(()) };
    if rules.play_text(&mv).is_err() {
        return Ok(());
    }
    let expected = session.state_by(&*rules);
    session.must_be(&[&line], &expected)
}

pub fn idempotent(session: &mut CheckSession) -> Checked {
    let (_, line) = session.first_move()?;
    let once = session.state_after(&[&line])?;
    session.must_be(&[&line, &line], &once)
}

pub fn anew(session: &mut CheckSession) -> Checked {
    let (start, _) = two_positions(session)?;
    let (_, line) = session.first_move()?;
    session.must_be(&[&line, &session.start_line()], &start)
}

/// The text of the start position, from the rules or from the engine.
fn fen_of_start(session: &mut CheckSession) -> Checked<String> {
    if session.findings.knows_fen {
        return session.state_after(&[&session.start_line()]);
    }
    session.rules().map(|rules| rules.text())
}

pub fn fen(session: &mut CheckSession) -> Checked {
    let fen = fen_of_start(session)?;
    let (start, moved) = two_positions(session)?;
    let (mv, line) = session.first_move()?;
    let set_up = format!("position fen {fen}");
    session.must_be(&[&line, &set_up], &start)?;
    session.must_be(&[&session.start_line(), &format!("{set_up} moves {mv}")], &moved)
}

/// Sends a line that must leave the position after a first move as it is.
fn refused(session: &mut CheckSession, bad: &str) -> Checked {
    let (_, line) = session.first_move()?;
    let before = session.state_after(&[&line])?;
    session.must_be(&[&line, bad], &before)
}

pub fn bad_fen(session: &mut CheckSession) -> Checked {
    refused(session, "position fen xyzzy/zz99zz ? ?")
}

pub fn bad_move(session: &mut CheckSession) -> Checked {
    let (_, line) = session.first_move()?;
    refused(session, &format!("{} moves zz99zz", session.start_line()))?;
    refused(session, &format!("{line} zz99zz"))?;
    match illegal_move(session) {
        Some(illegal) => refused(session, &format!("{line} {illegal}")),
        None => Ok(()),
    }
}

/// A well-formed move that is not legal after the first move: the same again, or one that
/// was legal before.
fn illegal_move(session: &CheckSession) -> Option<String> {
    let mut rules = session.rules().ok()?;
    let (mv, _) = session.first_move().ok()?;
    let before = rules.move_texts();
    rules.play_text(&mv).ok()?;
    let legal = rules.move_texts();
    [mv].into_iter().chain(before).find(|text| !legal.contains(text))
}

pub fn no_moves(session: &mut CheckSession) -> Checked {
    let (start, _) = two_positions(session)?;
    let (_, line) = session.first_move()?;
    session.must_be(&[&line, &format!("{} moves", session.start_line())], &start)
}

pub fn trailing_blank(session: &mut CheckSession) -> Checked {
    let (start, moved) = two_positions(session)?;
    let (_, line) = session.first_move()?;
    session.must_be(&[&session.start_line(), &format!("{line} ")], &moved)?;
    session.must_be(&[&line, &format!("{} moves ", session.start_line())], &start)
}

pub fn plays_on(session: &mut CheckSession) -> Checked {
    let (start, moved) = two_positions(session)?;
    let (mv, _) = session.first_move()?;
    let found = session.state_after(&[&session.start_line(), &format!("moves {mv}")])?;
    if found == start && start != moved {
        return Err(Stop::Skip("the engine does not know it".to_owned()));
    }
    session.expecting(format!("response {moved}"));
    session.must(found == moved)
}
