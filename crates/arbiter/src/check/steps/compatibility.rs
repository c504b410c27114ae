//! Habits of particular clients, beyond the core of the protocol.

use std::time::Duration;

use zugi_game::Chances;
use zugi_protocol::Info;

use super::search::{UNDER_WAY, from_start, go_infinite, infos_from_start, ready_time};
use crate::check::findings::Lines;
use crate::check::session::{CheckSession, Checked, Stop};

/// Times a thing may be tried: a busy machine is not the engine's fault.
const TRIES: usize = 5;

/// Tries until the time is short enough.
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
            from_start(session, &format!("movetime {time}")).map(|best| best.elapsed)
        })?;
    }
    Ok(())
}

pub fn ready_soon(session: &mut CheckSession) -> Checked {
    soon(session, Duration::from_millis(50), ready_time)
}

pub fn stops_soon(session: &mut CheckSession) -> Checked {
    soon(session, Duration::from_millis(50), |session| {
        go_infinite(session);
        std::thread::sleep(UNDER_WAY);
        session.send("stop");
        let best = session.best()?;
        session.ready()?;
        Ok(best.elapsed)
    })
}

pub fn huge_clocks(session: &mut CheckSession) -> Checked {
    let huge = u64::MAX / 2;
    session.send(&session.start_line());
    session.send(&format!("go wtime {huge} btime {huge} winc 0 binc 0"));
    std::thread::sleep(UNDER_WAY);
    session.send("stop");
    session.best()?;
    session.ready()
}

pub fn waits_for_stop(session: &mut CheckSession) -> Checked {
    session.sent.push("go infinite".to_owned());
    session.expecting("no bestmove before stop");
    match session.findings.ended_early {
        true => session.fail("(a bestmove)"),
        false => Ok(()),
    }
}

pub fn last_info(session: &mut CheckSession) -> Checked {
    for limits in ["depth 1", "depth 3", "nodes 1", "movetime 50"] {
        let (_, infos) = infos_from_start(session, limits)?;
        session.expecting("an info line with depth, nodes, time and nps before bestmove");
        let is_whole = |info: &Info| {
            info.depth.is_some()
                && info.nodes.is_some()
                && info.time.is_some()
                && info.nps.is_some()
        };
        session.must(infos.last().is_some_and(is_whole))?;
    }
    Ok(())
}

pub fn variations(session: &mut CheckSession) -> Checked {
    let (best, infos) = infos_from_start(session, "movetime 100")?;
    let Some(last) = infos.iter().rev().find(|info| !info.pv.is_empty()) else {
        return Err(Stop::Skip("no variation was shown".to_owned()));
    };
    session.expecting(format!("pv {} …", best.best));
    let first = last.pv.first().map(|mv| decision_of(session, mv));
    // Moves may be written in any case.
    session.must(first.is_some_and(|first| first.eq_ignore_ascii_case(&best.best)))?;
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

/// What the mover decides at the start where this happens, if the rules are known.
fn decision_of(session: &CheckSession, mv: &str) -> String {
    let decided = || {
        let rules = session.rules().ok()?;
        let chances = rules.capability::<dyn Chances>().ok()?;
        let mv = rules.legal_move(mv).ok()?;
        chances.decision(rules.as_ref(), mv).map(|(text, _)| text)
    };
    decided().unwrap_or_else(|| mv.to_owned())
}

/// Fails if there are such lines.
fn none_of(session: &mut CheckSession, expected: &str, of: fn(&Lines) -> &Vec<String>) -> Checked {
    session.expecting(expected);
    let lines = of(&session.findings.lines).clone();
    lines.iter().for_each(|line| session.note(line.as_str()));
    session.must(lines.is_empty())
}

pub fn tidy(session: &mut CheckSession) -> Checked {
    none_of(session, "lines that begin and end with text, \\n alone after it", |found| {
        &found.untidy
    })
}

pub fn infos(session: &mut CheckSession) -> Checked {
    none_of(session, "info lines of known keys, integers, plain scores", |found| &found.bad_infos)
}

pub fn no_short_lines(session: &mut CheckSession) -> Checked {
    none_of(session, "lines of 7 characters or more", |found| &found.short)
}

pub fn no_strange_lines(session: &mut CheckSession) -> Checked {
    none_of(session, "only info, readyok, response and bestmove", |found| &found.strange)
}
