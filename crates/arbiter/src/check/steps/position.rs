use crate::check::findings::Phase;
use crate::check::session::{CheckSession, Checked, NOT_KNOWN};

/// Fills in the words in braces: `{start}` is the start position, `{move}` a first move, `{fen}`
/// the text of the start position, and `{illegal}` a move that is illegal after the first one.
fn fill(session: &mut CheckSession, line: &str) -> Checked<String> {
    let mut filled = line.replace("{start}", &session.first_position());
    type Value = fn(&mut CheckSession) -> Checked<String>;
    let values: [(&str, Value); 3] = [
        ("{move}", |session| session.first_move()),
        ("{fen}", fen_of_start),
        ("{illegal}", illegal_move),
    ];
    for (word, value) in values {
        if filled.contains(word) {
            filled = filled.replace(word, &value(session)?);
        }
    }
    Ok(filled)
}

pub fn same(session: &mut CheckSession, lines: &[&str], like: &str) -> Checked {
    let like = fill(session, like)?;
    let filled: Checked<Vec<String>> = lines.iter().map(|line| fill(session, line)).collect();
    let filled = filled?;
    let expected = session.state_after(&[&like])?;
    session.must_be(&filled.iter().map(String::as_str).collect::<Vec<_>>(), &expected)
}

/// The text of the start position, from the rules or from the engine.
fn fen_of_start(session: &mut CheckSession) -> Checked<String> {
    if session.findings.knows_fen {
        return session.state_after(&[&session.start_line()]);
    }
    session.rules().map(|rules| rules.text())
}

/// A move that is illegal after the first move. If the rules are known, it is well-formed: the same
/// move again, or one that was legal before.
fn illegal_move(session: &mut CheckSession) -> Checked<String> {
    let mv = session.first_move()?;
    let well_formed = || {
        let mut rules = session.rules().ok()?;
        let before = rules.move_texts();
        rules.play_text(&mv).ok()?;
        let legal = rules.move_texts();
        [mv].into_iter().chain(before).find(|text| !legal.contains(text))
    };
    Ok(well_formed().unwrap_or_else(|| "zz99zz".to_owned()))
}

pub fn kept(session: &mut CheckSession) -> Checked {
    let line = session.moved_line()?;
    let before = session.state_after(&[&line])?;
    session.ask_all(&[&line])?;
    session.must_be(&[], &before)
}

pub fn moves(session: &mut CheckSession) -> Checked {
    let line = session.moved_line()?;
    session.silent(&line)?;
    let Ok(mut rules) = session.rules() else { return Ok(()) };
    if rules.play_text(&session.first_move()?).is_err() {
        return Ok(());
    }
    let expected = session.state_by(&*rules);
    session.must_be(&[&line], &expected)
}

pub fn carriage_returns(session: &mut CheckSession) -> Checked {
    same(session, &["position {start} moves {move}\r"], super::MOVED)?;
    session.send("isready\r");
    session.expecting("readyok");
    session.until_ready(Phase::Commands).map(drop)
}

pub fn plays_on(session: &mut CheckSession) -> Checked {
    let (start, line, mv) = (session.start_line(), session.moved_line()?, session.first_move()?);
    let before = session.state_after(&[&start])?;
    let moved = session.state_after(&[&line])?;
    let found = session.state_after(&[&start, &format!("moves {mv}")])?;
    if found == before && before != moved {
        return Err(NOT_KNOWN);
    }
    session.must(found == moved, format!("response {moved}"))
}
