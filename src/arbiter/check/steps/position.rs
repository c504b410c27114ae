//! Setting up positions.

use crate::arbiter::check::session::{CheckSession, Checked, Stop};

/// All that can be learnt about the position: its text, or else what is asked of it in
/// any game.
fn state(session: &mut CheckSession) -> Checked<String> {
    match session.fen()? {
        Some(fen) => Ok(fen),
        None => Ok([session.query("p1turn")?, session.query("gameover")?].join(" ")),
    }
}

/// Fails unless the position is this one.
fn must_be(session: &mut CheckSession, expected: &str) -> Checked {
    let found = state(session)?;
    session.expecting(expected);
    session.must(found == expected)
}

pub fn start(session: &mut CheckSession) -> Checked {
    session.silent("position startpos")?;
    if let Ok(rules) = session.rules()
        && let Some(fen) = session.fen()?
    {
        session.expecting(rules.text());
        session.must(fen == rules.text())?;
    }
    Ok(())
}

pub fn moves(session: &mut CheckSession) -> Checked {
    let mv = session.first_move()?;
    let line = format!("position startpos moves {mv}");
    session.silent(&line)?;
    if let Ok(mut rules) = session.rules() {
        if let Err(error) = rules.play_text(&mv) {
            session.expecting(error.expected());
            return session.fail(mv);
        }
        if let Some(fen) = session.fen()? {
            session.expecting(rules.text());
            session.must(fen == rules.text())?;
        }
    }
    Ok(())
}

pub fn idempotent(session: &mut CheckSession) -> Checked {
    let line = format!("position startpos moves {}", session.first_move()?);
    session.send(&line);
    let once = state(session)?;
    session.send_all(&[&line, &line]);
    must_be(session, &once)
}

pub fn anew(session: &mut CheckSession) -> Checked {
    let mv = session.first_move()?;
    let before = state(session)?;
    session.send(&format!("position startpos moves {mv}"));
    session.send("position startpos");
    must_be(session, &before)
}

/// The text of the start position, from the rules or from the engine.
fn fen_of_start(session: &mut CheckSession) -> Checked<String> {
    if let Ok(rules) = session.rules() {
        return Ok(rules.text());
    }
    session.send("position startpos");
    let unknown = || Stop::Skip("no position text is known".to_owned());
    session.fen()?.ok_or_else(unknown)
}

pub fn fen(session: &mut CheckSession) -> Checked {
    let mv = session.first_move()?;
    let fen = fen_of_start(session)?;
    session.send("position startpos");
    let expected = state(session)?;
    session.send(&format!("position startpos moves {mv}"));
    session.silent(&format!("position fen {fen}"))?;
    must_be(session, &expected)
}

pub fn fen_with_moves(session: &mut CheckSession) -> Checked {
    let mv = session.first_move()?;
    let fen = fen_of_start(session)?;
    session.send(&format!("position startpos moves {mv}"));
    let expected = state(session)?;
    session.send("position startpos");
    session.silent(&format!("position fen {fen} moves {mv}"))?;
    must_be(session, &expected)
}

/// Sends a line that must leave the position as it is.
pub fn refused(session: &mut CheckSession, bad: &str) -> Checked {
    let mv = session.first_move()?;
    session.send(&format!("position startpos moves {mv}"));
    let before = session.fen()?;
    session.silent(bad)?;
    match before {
        Some(fen) => must_be(session, &fen),
        None => {
            let why =
                "it was survived, but query fen is not known: the position cannot be compared";
            Err(Stop::Skip(why.to_owned()))
        }
    }
}

pub fn bad_move(session: &mut CheckSession) -> Checked {
    let mv = session.first_move()?;
    refused(session, "position startpos moves zz99zz")?;
    refused(session, &format!("position startpos moves {mv} zz99zz"))
}

pub fn illegal_move(session: &mut CheckSession) -> Checked {
    let mut rules = session.rules()?;
    let mv = session.first_move()?;
    let legal = rules.move_texts();
    // The same move again, or one that both sides had in the start position.
    let twice = rules.play_text(&mv).and_then(|_| rules.play_text(&mv));
    let mut all = legal.iter();
    let illegal = match twice {
        Err(_) => Some(mv.clone()),
        Ok(_) => all.find(|&text| !rules.move_texts().contains(text)).cloned(),
    };
    match illegal {
        Some(illegal) => refused(session, &format!("position startpos moves {mv} {illegal}")),
        None => Err(Stop::Skip("no illegal move was found".to_owned())),
    }
}
