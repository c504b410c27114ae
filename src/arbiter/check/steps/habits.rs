//! What particular clients count on, beyond the core of the protocol.

use std::time::Duration;

use super::search::{from_start, go_infinite, ready_time};
use crate::arbiter::check::facts::Facts;
use crate::arbiter::check::talk::{Checked, Stop, Talk};

/// Times a thing may be tried: a busy machine is not the engine's fault.
const TRIES: usize = 5;

/// Tries until the time is short enough.
fn soon(
    talk: &mut Talk,
    facts: &mut Facts,
    limit: Duration,
    what: impl Fn(&mut Talk, &mut Facts) -> Checked<Duration>,
) -> Checked {
    let mut times = Vec::new();
    for _ in 0..TRIES {
        let time = what(talk, facts)?;
        if time <= limit {
            return Ok(());
        }
        times.push(format!("{:.1}", time.as_secs_f64() * 1000.0));
    }
    talk.expecting(format!("an answer within {} ms, once in {TRIES} times", limit.as_millis()));
    talk.fail(format!("after {} ms", times.join(", ")))
}

pub fn in_time(talk: &mut Talk, facts: &mut Facts) -> Checked {
    for time in [10, 100] {
        soon(talk, facts, Duration::from_millis(time + 10), |talk, facts| {
            talk.begin();
            from_start(talk, facts, &format!("movetime {time}")).map(|best| best.elapsed)
        })?;
    }
    Ok(())
}

pub fn ready_soon(talk: &mut Talk, facts: &mut Facts) -> Checked {
    soon(talk, facts, Duration::from_millis(50), ready_time)
}

pub fn stops_soon(talk: &mut Talk, facts: &mut Facts) -> Checked {
    soon(talk, facts, Duration::from_millis(50), |talk, facts| {
        go_infinite(talk);
        // Long enough for the search to be under way.
        std::thread::sleep(Duration::from_millis(50));
        talk.send("stop");
        let best = talk.best(facts)?;
        talk.ready(facts)?;
        Ok(best.elapsed)
    })
}

pub fn chess_clocks(talk: &mut Talk, facts: &mut Facts) -> Checked {
    from_start(talk, facts, "wtime 500 btime 500 winc 10 binc 10").map(drop)
}

pub fn huge_clocks(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let huge = u64::MAX / 2;
    talk.send("position startpos");
    talk.send(&format!("go wtime {huge} btime {huge} winc 0 binc 0"));
    std::thread::sleep(Duration::from_millis(50));
    talk.send("stop");
    talk.best(facts)?;
    talk.ready(facts)
}

pub fn no_time(talk: &mut Talk, facts: &mut Facts) -> Checked {
    for limits in ["p1time 1 p2time 1", "p1time 0 p2time 0", "p1time -5 p2time -5"] {
        from_start(talk, facts, limits)?;
    }
    Ok(())
}

/// The position text after this line, which must be that after the plain line.
fn same_position(talk: &mut Talk, facts: &mut Facts, plain: &str, odd: &[&str]) -> Checked {
    talk.send(plain);
    let question = match talk.fen(facts)? {
        Some(_) => "query fen",
        None => "query p1turn",
    };
    let expected = talk.ask(facts, question)?;
    talk.send_all(odd);
    let found = talk.ask(facts, question)?;
    talk.expecting(expected.join(", "));
    talk.must(found == expected)
}

pub fn no_moves(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mv = talk.first_move(facts)?;
    let before = format!("position startpos moves {mv}");
    let odd = [before.as_str(), "position startpos moves"];
    same_position(talk, facts, "position startpos", &odd)
}

pub fn trailing_blank(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mv = talk.first_move(facts)?;
    let plain = format!("position startpos moves {mv}");
    let odd = ["position startpos", &format!("{plain} ")];
    same_position(talk, facts, &plain, &odd)?;
    same_position(talk, facts, "position startpos", &[plain.as_str(), "position startpos moves "])
}

pub fn moves(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mv = talk.first_move(facts)?;
    let plain = format!("position startpos moves {mv}");
    same_position(talk, facts, &plain, &["position startpos", &format!("moves {mv}")])
}

pub fn knows_fen(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.send("position startpos");
    match talk.fen(facts)? {
        None => Err(not_known()),
        Some(fen) => {
            talk.expecting("response and the position text");
            talk.must(!fen.is_empty())
        }
    }
}

/// An extension need not be there.
fn not_known() -> Stop {
    Stop::Skip("the engine does not know it".to_owned())
}

pub fn legal_moves(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mut legal = Talk::rules(facts)?.moves();
    legal.sort();
    talk.send("position startpos");
    let lines = talk.ask(facts, "query legalmoves")?;
    if !lines.iter().any(|line| line.starts_with("response")) {
        return Err(not_known());
    }
    talk.expecting(format!("response {}", legal.join(" ")));
    talk.must(lines.iter().any(|line| *line == format!("response {}", legal.join(" "))))?;
    let mv = talk.first_move(facts)?;
    for (mv, answer) in [(mv.as_str(), "response true"), ("zz99zz", "response false")] {
        let lines = talk.ask(facts, &format!("query islegal {mv}"))?;
        talk.expecting(answer);
        // A text that is no move at all may be an error, too.
        let is_error = |line: &String| answer.ends_with("false") && line.starts_with("info string");
        talk.must(lines.iter().any(|line| line == answer || is_error(line)))?;
    }
    Ok(())
}

pub fn last_info(talk: &mut Talk, facts: &mut Facts) -> Checked {
    for limits in ["depth 1", "depth 3", "nodes 1", "movetime 50"] {
        let best = from_start(talk, facts, limits)?;
        let keys = best.infos.last().map(|info| info.keys.clone()).unwrap_or_default();
        talk.expecting("an info line with depth, nodes, time and nps before bestmove");
        let has = |key: &&str| keys.iter().any(|one| one == key);
        talk.must(["depth", "nodes", "time", "nps"].iter().all(has))?;
    }
    Ok(())
}

pub fn variations(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let best = from_start(talk, facts, "depth 5")?;
    let Some(last) = best.infos.iter().rev().find(|info| !info.pv.is_empty()) else {
        return Err(Stop::Skip("no variation was shown".to_owned()));
    };
    talk.expecting(format!("pv {} …", best.mv));
    talk.must(last.pv.first() == Some(&best.mv))?;
    for info in &best.infos {
        let Ok(mut rules) = Talk::rules(facts) else { break };
        for mv in &info.pv {
            if let Err(expected) = rules.play(mv) {
                talk.expecting(expected);
                return talk.fail(format!("{mv} in pv {}", info.pv.join(" ")));
            }
        }
    }
    Ok(())
}

/// Fails if there are such lines.
fn none_of(talk: &mut Talk, expected: &str, lines: &[String]) -> Checked {
    talk.expecting(expected);
    lines.iter().for_each(|line| talk.note(line.as_str()));
    talk.must(lines.is_empty())
}

pub fn tidy(talk: &mut Talk, facts: &mut Facts) -> Checked {
    none_of(talk, "lines that begin and end with text, \\n alone after it", &facts.untidy)
}

pub fn infos(talk: &mut Talk, facts: &mut Facts) -> Checked {
    none_of(talk, "info lines of known keys, integers, plain scores", &facts.bad_infos)
}

pub fn no_short_lines(talk: &mut Talk, facts: &mut Facts) -> Checked {
    none_of(talk, "lines of 7 characters or more", &facts.short)
}

pub fn no_strange_lines(talk: &mut Talk, facts: &mut Facts) -> Checked {
    none_of(talk, "only info, readyok, response and bestmove", &facts.strange)
}
