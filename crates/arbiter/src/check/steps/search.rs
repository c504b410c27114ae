//! Searches: every `go` is answered by one move.

use std::time::{Duration, Instant};

use zugi_client::Answer;
use zugi_game::Chances;
use zugi_protocol::{Command, GoLimits, Info, LIMITS, LimitEffect};

use crate::check::findings::{Phase, Rule};
use crate::check::session::{CheckSession, Checked, Stop, has};

/// The time for which an endless search is watched.
const WATCH: Duration = Duration::from_millis(200);

/// The most tries for a time limit, because the machine may be busy.
const TRIES: usize = 5;

/// Searches the start position with these limits, see [`CheckSession::best_and_infos`].
pub fn answers(session: &mut CheckSession, limits: &str) -> Checked<(Answer, Vec<Info>)> {
    session.send(&session.start_line());
    session.send(&format!("go {limits}"));
    let (best, infos) = session.best_and_infos()?;
    record_move(session, &best.best);
    session.ready()?;
    Ok((best, infos))
}

fn record_move(session: &mut CheckSession, mv: &str) -> Option<String> {
    let mut rules = session.rules().ok();
    session.play_or_record(rules.as_deref_mut(), mv, &session.start_line())
}

pub fn depth(session: &mut CheckSession) -> Checked {
    let (best, _) = answers(session, "depth 1")?;
    // If the engine's move is illegal, any legal move lets the other steps run.
    let legal = session.rules().ok().and_then(|rules| rules.move_texts().into_iter().next());
    session.findings.first_move = record_move(session, &best.best).or(legal);
    Ok(())
}

pub fn one_answer(session: &mut CheckSession) -> Checked {
    for _ in 0..2 {
        session.send(&session.start_line());
        session.go("depth 1")?;
        session.expecting("no second bestmove");
        let mut lines = session.said_within(Duration::from_millis(100))?;
        lines.extend(session.ask_all(&[session.start_line()])?);
        session.must(!has(&lines, "bestmove"), "no second bestmove")?;
    }
    Ok(())
}

/// Tests each limit of [`LIMITS`], together with a depth, so that an engine that does not know the
/// limit answers, too.
pub fn each_limit(session: &mut CheckSession) -> Checked {
    let mv = session.first_move()?;
    for limit in LIMITS {
        let mut limits = GoLimits::default();
        let argument = if limit.details.unit.is_some() { "100" } else { mv.as_str() };
        let _ = (limit.value.set)(&mut limits, &[argument]);
        limits.depth = Some(1);
        session.send_all(&[session.start_line(), Command::Go(limits).to_string()]);
        if limit.details.effect == LimitEffect::Waits {
            session.send("stop");
        }
        session.best()?;
        session.no_second_move()?;
    }
    Ok(())
}

/// Sends `stop`, and waits for the move of an endless search. `early` is the line `bestmove` if it
/// came before `stop`.
fn stop_and_wait(session: &mut CheckSession, early: Option<String>) -> Checked {
    session.send("stop");
    if let Some(early) = early {
        session.findings.broken.insert(Rule::WaitsForStop, vec![early]);
    } else {
        let best = session.best()?;
        record_move(session, &best.best);
    }
    session.no_second_move()
}

pub fn infinite(session: &mut CheckSession) -> Checked {
    session.send_all(&[session.start_line().as_str(), "go infinite"]);
    session.expecting("bestmove and a move");
    let end = Instant::now() + WATCH;
    let mut early = None;
    while early.is_none() && Instant::now() < end {
        let rest = end.saturating_duration_since(Instant::now());
        let Some(received) = session.line_within(rest, Phase::Search)? else { break };
        early = Some(received.line.text).filter(|line| line.trim_start().starts_with("bestmove"));
    }
    stop_and_wait(session, early)
}

pub fn go_stop(session: &mut CheckSession) -> Checked {
    for _ in 0..5 {
        session.send_all(&[session.start_line().as_str(), "go infinite", "stop"]);
        session.best()?;
        session.no_second_move()?;
    }
    Ok(())
}

/// Sends `isready` during an endless search, and returns the time of the answer.
pub fn ready_time(session: &mut CheckSession) -> Checked<Duration> {
    session.search("infinite");
    session.send("isready");
    session.expecting("readyok before stop");
    let (lines, at) = session.until_ready(Phase::Search)?;
    let time = at.saturating_duration_since(session.client.process().written().unwrap_or(at));
    stop_and_wait(session, lines.into_iter().find(|line| line.starts_with("bestmove")))?;
    Ok(time)
}

pub fn finished(session: &mut CheckSession) -> Checked {
    let Some((line, _)) = session.finished_line() else {
        return Err(Stop::Skip("no finished position was found"));
    };
    session.send(&line);
    let best = session.go("movetime 100")?;
    session.must(best.best == "0000", "bestmove 0000")?;
    session.ready()
}

/// Tries up to [`TRIES`] times until the time is within the limit.
fn soon(
    session: &mut CheckSession,
    limit: Duration,
    what: impl Fn(&mut CheckSession) -> Checked<Duration>,
) -> Checked {
    let mut times = Vec::new();
    for _ in 0..TRIES {
        let time = what(session)?;
        if time <= limit {
            return Ok(());
        }
        times.push(format!("{:.1}", time.as_secs_f64() * 1000.0));
    }
    session.expecting(format!("an answer within {} ms, once in {TRIES} times", limit.as_millis()));
    session.fail(format!("after {} ms", times.join(", ")))
}

pub fn in_time(session: &mut CheckSession) -> Checked {
    for time in [10, 100] {
        soon(session, Duration::from_millis(time + 10), |session| {
            session.begin();
            answers(session, &format!("movetime {time}")).map(|(best, _)| best.elapsed)
        })?;
    }
    Ok(())
}

pub fn ready_soon(session: &mut CheckSession) -> Checked {
    soon(session, Duration::from_millis(50), ready_time)
}

/// Stops a search with these limits, and returns the time of the answer.
fn stop_time(session: &mut CheckSession, limits: &str) -> Checked<Duration> {
    session.search(limits);
    session.send("stop");
    let best = session.best()?;
    session.ready()?;
    Ok(best.elapsed)
}

pub fn stops_soon(session: &mut CheckSession) -> Checked {
    soon(session, Duration::from_millis(50), |session| stop_time(session, "infinite"))
}

pub fn huge_clocks(session: &mut CheckSession) -> Checked {
    let huge = u64::MAX / 2;
    stop_time(session, &format!("wtime {huge} btime {huge} winc 0 binc 0")).map(drop)
}

pub fn last_info(session: &mut CheckSession) -> Checked {
    for limits in ["depth 1", "depth 3", "nodes 1", "movetime 50"] {
        let (_, infos) = answers(session, limits)?;
        let is_whole = |info: &Info| {
            matches!(info, Info { depth: Some(_), nodes: Some(_), time: Some(_), nps: Some(_), .. })
        };
        let expected = "an info line with depth, nodes, time and nps before bestmove";
        session.must(infos.last().is_some_and(is_whole), expected)?;
    }
    Ok(())
}

pub fn variations(session: &mut CheckSession) -> Checked {
    let (best, infos) = answers(session, "movetime 100")?;
    let last = infos.iter().rev().find(|info| !info.pv.is_empty());
    let last = last.ok_or(Stop::Skip("no variation was shown"))?;
    let first = last.pv.first().map(|mv| decision_of(session, mv));
    // Moves may be written in any case.
    let begins_so = first.is_some_and(|first| first.eq_ignore_ascii_case(&best.best));
    session.must(begins_so, format!("pv {} …", best.best))?;
    for info in &infos {
        let Ok(mut rules) = session.rules() else { break };
        for mv in &info.pv {
            if let Err(error) = rules.play_text(mv) {
                session.expecting(error.expected());
                return session.fail(format!("{mv} in pv {}", info.pv.join(" ")));
            }
        }
    }
    Ok(())
}

/// A move in the start position without its random outcome: only the decision. The move itself if
/// it names no outcome or the rules are unknown.
fn decision_of(session: &CheckSession, mv: &str) -> String {
    let decided = || {
        let rules = session.rules().ok()?;
        let chances = rules.capability::<dyn Chances>().ok()?;
        let mv = rules.legal_move(mv).ok()?;
        chances.decision(rules.as_ref(), mv).map(|(text, _)| text)
    };
    decided().unwrap_or_else(|| mv.to_owned())
}
