//! Searches: every `go` is answered by one move.

use std::thread;
use std::time::{Duration, Instant};

use zugi_client::Answer;
use zugi_game::Outcome;
use zugi_protocol::{Command, GoLimits, Info, LIMITS, LimitEffect};

use crate::check::findings::Phase;
use crate::check::session::{CheckSession, Checked, Stop};

/// How long an endless search is watched.
const WATCH: Duration = Duration::from_millis(200);

/// Long enough for a search to be under way.
pub const UNDER_WAY: Duration = Duration::from_millis(50);

/// Searches the start position.
pub fn from_start(session: &mut CheckSession, limits: &str) -> Checked<Answer> {
    infos_from_start(session, limits).map(|(best, _)| best)
}

/// The same, with the `info` lines.
pub fn infos_from_start(session: &mut CheckSession, limits: &str) -> Checked<(Answer, Vec<Info>)> {
    session.send(&session.start_line());
    session.send(&format!("go {limits}"));
    let (best, infos) = session.best_and_infos()?;
    note_if_illegal(session, &best.best);
    session.ready()?;
    Ok((best, infos))
}

/// Takes note of a move in the start position that is not legal.
fn note_if_illegal(session: &mut CheckSession, mv: &str) {
    let start = session.start_line();
    match session.rules() {
        Ok(mut rules) => {
            session.plays(&mut *rules, mv, &start);
        }
        Err(_) => session.findings.note_played(&start, mv),
    }
}

/// Searches with each of these limits.
pub fn answers(session: &mut CheckSession, limits: &[&str]) -> Checked {
    limits.iter().try_for_each(|limits| from_start(session, limits).map(drop))
}

pub fn depth(session: &mut CheckSession) -> Checked {
    let best = from_start(session, "depth 1")?.best;
    session.findings.first_move = match session.rules() {
        Ok(mut rules) => {
            let legal = rules.move_texts().into_iter().next();
            let start = session.start_line();
            // With a legal one the other steps can go on.
            session.plays(&mut *rules, &best, &start).or(legal)
        }
        Err(_) => Some(best),
    };
    Ok(())
}

pub fn one_answer(session: &mut CheckSession) -> Checked {
    for _ in 0..2 {
        session.send(&session.start_line());
        session.go("depth 1")?;
        session.expecting("no second bestmove");
        let mut lines = session.said_within(Duration::from_millis(100))?;
        lines.extend(session.ask(&session.start_line())?);
        session.expecting("no second bestmove");
        session.must(!lines.iter().any(|line| line.starts_with("bestmove")))?;
    }
    Ok(())
}

pub fn two_words(session: &mut CheckSession) -> Checked {
    session.sent.push("go".to_owned());
    session.expecting("bestmove and one word: some clients wait for ever for less or more");
    match session.findings.lines.wordy.first().cloned() {
        Some(line) => session.fail(line),
        None => Ok(()),
    }
}

pub fn all_legal(session: &mut CheckSession) -> Checked {
    session.sent.push("go".to_owned());
    session.expecting("legal moves");
    match session.findings.lines.illegal.first().cloned() {
        Some(line) => session.fail(line),
        None => Ok(()),
    }
}

/// Each limit of the table, together with a depth, so that an engine that does not know it answers,
/// too.
pub fn each_limit(session: &mut CheckSession) -> Checked {
    let (mv, _) = session.first_move()?;
    for limit in LIMITS {
        let mut limits = GoLimits::default();
        let argument = if limit.details.unit.is_some() { "100" } else { mv.as_str() };
        let _ = (limit.value.set)(&mut limits, &[argument]);
        limits.depth = Some(1);
        let go = Command::Go(limits);
        session.send_all(&[session.start_line(), go.to_string()]);
        if limit.details.effect == LimitEffect::Waits {
            session.send("stop");
        }
        session.best()?;
        let lines = session.ask_all::<&str>(&[])?;
        session.expecting("one bestmove for each go");
        session.must(!lines.iter().any(|line| line.starts_with("bestmove")))?;
    }
    Ok(())
}

/// Starts an endless search in the start position.
pub fn go_infinite(session: &mut CheckSession) {
    session.send_all(&[session.start_line().as_str(), "go infinite"]);
}

/// Sends `stop` and waits for the move of an endless search, unless it has come.
fn stop_and_wait(session: &mut CheckSession, has_come: bool) -> Checked {
    session.findings.ended_early |= has_come;
    session.send("stop");
    if !has_come {
        let best = session.best()?;
        note_if_illegal(session, &best.best);
    }
    let lines = session.ask_all::<&str>(&[])?;
    session.expecting("one bestmove for each go");
    session.must(!lines.iter().any(|line| line.starts_with("bestmove")))
}

pub fn infinite(session: &mut CheckSession) -> Checked {
    go_infinite(session);
    session.expecting("bestmove and a move");
    let end = Instant::now() + WATCH;
    let mut has_come = false;
    while !has_come && Instant::now() < end {
        let rest = end.saturating_duration_since(Instant::now());
        let Some(received) = session.line_within(rest, Phase::Search)? else { break };
        has_come = received.line.text.trim_start().starts_with("bestmove");
    }
    stop_and_wait(session, has_come)
}

pub fn go_stop(session: &mut CheckSession) -> Checked {
    for _ in 0..5 {
        session.send_all(&[session.start_line().as_str(), "go infinite", "stop"]);
        session.best()?;
        let lines = session.ask_all::<&str>(&[])?;
        session.expecting("one bestmove for each go");
        session.must(!lines.iter().any(|line| line.starts_with("bestmove")))?;
    }
    Ok(())
}

/// Asks `isready` during an endless search; the time that the answer takes.
pub fn ready_time(session: &mut CheckSession) -> Checked<Duration> {
    go_infinite(session);
    thread::sleep(UNDER_WAY);
    session.send("isready");
    session.expecting("readyok before stop");
    let (lines, at) = session.until_ready(Phase::Search)?;
    let time = at.saturating_duration_since(session.written());
    stop_and_wait(session, lines.iter().any(|line| line.starts_with("bestmove")))?;
    Ok(time)
}

/// The end of a game of random moves: the line that sets it up, and how it ends.
pub fn finished_line(session: &CheckSession) -> Checked<(String, Outcome)> {
    let mut rules = session.rules()?;
    let mut random = fastrand::Rng::with_seed(2);
    let mut line = format!("{} moves", session.start_line());
    for _ in 0..10_000 {
        let moves = rules.move_texts();
        let Some(mv) = random.choice(&moves) else { break };
        line.push(' ');
        line.push_str(mv);
        if rules.play_text(mv).is_err() {
            break;
        }
    }
    match rules.outcome() {
        Some(outcome) => Ok((line, outcome)),
        None => Err(Stop::Skip("no finished position was found".to_owned())),
    }
}

pub fn finished(session: &mut CheckSession) -> Checked {
    let (line, _) = finished_line(session)?;
    session.send(&line);
    let best = session.go("movetime 100")?;
    session.expecting("bestmove 0000");
    session.must(best.best == "0000")?;
    session.ready()
}
