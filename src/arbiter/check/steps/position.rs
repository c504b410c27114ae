//! Setting up positions.

use crate::arbiter::check::facts::Facts;
use crate::arbiter::check::talk::{Checked, Stop, Talk};

/// All that can be learnt about the position: its text, or else what is asked of it in
/// any game.
fn state(talk: &mut Talk, facts: &mut Facts) -> Checked<String> {
    match talk.fen(facts)? {
        Some(fen) => Ok(fen),
        None => Ok([talk.query(facts, "p1turn")?, talk.query(facts, "gameover")?].join(" ")),
    }
}

/// Fails unless the position is this one.
fn must_be(talk: &mut Talk, facts: &mut Facts, expected: &str) -> Checked {
    let found = state(talk, facts)?;
    talk.expecting(expected);
    talk.must(found == expected)
}

pub fn start(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.silent(facts, "position startpos")?;
    if let Ok(rules) = Talk::rules(facts)
        && let Some(fen) = talk.fen(facts)?
    {
        talk.expecting(rules.position());
        talk.must(fen == rules.position())?;
    }
    Ok(())
}

pub fn moves(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mv = talk.first_move(facts)?;
    let line = format!("position startpos moves {mv}");
    talk.silent(facts, &line)?;
    if let Ok(mut rules) = Talk::rules(facts) {
        if let Err(why) = rules.play(&mv) {
            talk.expecting(why);
            return talk.fail(mv);
        }
        if let Some(fen) = talk.fen(facts)? {
            talk.expecting(rules.position());
            talk.must(fen == rules.position())?;
        }
    }
    Ok(())
}

pub fn idempotent(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let line = format!("position startpos moves {}", talk.first_move(facts)?);
    talk.send(&line);
    let once = state(talk, facts)?;
    talk.send_all(&[&line, &line]);
    must_be(talk, facts, &once)
}

pub fn anew(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mv = talk.first_move(facts)?;
    let before = state(talk, facts)?;
    talk.send(&format!("position startpos moves {mv}"));
    talk.send("position startpos");
    must_be(talk, facts, &before)
}

/// The text of the start position, from the rules or from the engine.
fn fen_of_start(talk: &mut Talk, facts: &mut Facts) -> Checked<String> {
    if let Ok(rules) = Talk::rules(facts) {
        return Ok(rules.position());
    }
    talk.send("position startpos");
    let unknown = || Stop::Skip("no position text is known".to_owned());
    talk.fen(facts)?.ok_or_else(unknown)
}

pub fn fen(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mv = talk.first_move(facts)?;
    let fen = fen_of_start(talk, facts)?;
    talk.send("position startpos");
    let expected = state(talk, facts)?;
    talk.send(&format!("position startpos moves {mv}"));
    talk.silent(facts, &format!("position fen {fen}"))?;
    must_be(talk, facts, &expected)
}

pub fn fen_with_moves(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mv = talk.first_move(facts)?;
    let fen = fen_of_start(talk, facts)?;
    talk.send(&format!("position startpos moves {mv}"));
    let expected = state(talk, facts)?;
    talk.send("position startpos");
    talk.silent(facts, &format!("position fen {fen} moves {mv}"))?;
    must_be(talk, facts, &expected)
}

/// Sends a line that must leave the position as it is.
fn refused(talk: &mut Talk, facts: &mut Facts, bad: &str) -> Checked {
    let mv = talk.first_move(facts)?;
    talk.send(&format!("position startpos moves {mv}"));
    let before = talk.fen(facts)?;
    talk.silent(facts, bad)?;
    match before {
        Some(fen) => must_be(talk, facts, &fen),
        None => {
            let why =
                "it was survived, but query fen is not known: the position cannot be compared";
            Err(Stop::Skip(why.to_owned()))
        }
    }
}

pub fn bad_move(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mv = talk.first_move(facts)?;
    refused(talk, facts, "position startpos moves zz99zz")?;
    refused(talk, facts, &format!("position startpos moves {mv} zz99zz"))
}

pub fn illegal_move(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mut rules = Talk::rules(facts)?;
    let mv = talk.first_move(facts)?;
    let legal = rules.moves();
    // The same move again, or one that both sides had in the start position.
    let twice = rules.play(&mv).and_then(|_| rules.play(&mv));
    let mut all = legal.iter();
    let illegal = match twice {
        Err(_) => Some(mv.clone()),
        Ok(_) => all.find(|&text| !rules.moves().contains(text)).cloned(),
    };
    match illegal {
        Some(illegal) => refused(talk, facts, &format!("position startpos moves {mv} {illegal}")),
        None => Err(Stop::Skip("no illegal move was found".to_owned())),
    }
}

pub fn bad_fen(talk: &mut Talk, facts: &mut Facts) -> Checked {
    refused(talk, facts, "position fen xyzzy/zz99zz ? ?")
}
