//! Searches: every `go` is answered by one move that is legal.

use std::time::{Duration, Instant};

use crate::arbiter::check::findings::Phase;
use crate::arbiter::check::session::{CheckSession, Checked, Stop};
use crate::arbiter::client::Answer;
use crate::protocol::Info;

/// How long an endless search is watched.
const WATCH: Duration = Duration::from_millis(200);

/// Plies of the game that is played to its end, if it has one by then.
const MOST_PLIES: usize = 300;

/// Searches the start position; the move must be legal where the rules are known.
pub fn from_start(session: &mut CheckSession, limits: &str) -> Checked<Answer> {
    infos_from_start(session, limits).map(|(best, _)| best)
}

/// The same, with the `info` lines.
pub fn infos_from_start(session: &mut CheckSession, limits: &str) -> Checked<(Answer, Vec<Info>)> {
    session.send("position startpos");
    session.send(&format!("go {limits}"));
    let (best, infos) = session.best_and_infos()?;
    legal_at_start(session, &best.best)?;
    session.ready()?;
    Ok((best, infos))
}

fn legal_at_start(session: &mut CheckSession, mv: &str) -> Checked {
    if let Ok(mut rules) = session.rules()
        && let Err(error) = rules.play_text(mv)
    {
        session.expecting(error.expected());
        return Err(Stop::Fail);
    }
    Ok(())
}

pub fn depth(session: &mut CheckSession) -> Checked {
    let mv = session.first_move()?;
    legal_at_start(session, &mv)
}

pub fn clocks(session: &mut CheckSession) -> Checked {
    from_start(session, "p1time 1000 p2time 1000 p1inc 10 p2inc 10")?;
    from_start(session, "p1time 500 p2time 500 movestogo 10").map(drop)
}

pub fn one_answer(session: &mut CheckSession) -> Checked {
    session.send("position startpos");
    for limits in ["depth 1", "movetime 20"] {
        session.go(limits)?;
        session.nothing_for(Duration::from_millis(100))?;
        session.expecting("no second bestmove");
    }
    let lines = session.ask("query gameover")?;
    session.expecting("no second bestmove");
    session.must(!lines.iter().any(|line| line.starts_with("bestmove")))
}

pub fn two_words(session: &mut CheckSession) -> Checked {
    from_start(session, "depth 2")?;
    session.expecting("bestmove and one word: some clients wait for ever for less or more");
    match session.findings.wordy.first() {
        Some(line) => session.fail(line.clone()),
        None => Ok(()),
    }
}

pub fn whole_game(session: &mut CheckSession) -> Checked {
    let mut rules = session.rules()?;
    let mut line = "position startpos".to_owned();
    let begin = Instant::now();
    for ply in 0..MOST_PLIES {
        if rules.outcome().is_some() || begin.elapsed() > 4 * session.timeout() {
            break;
        }
        session.begin();
        session.send(&line);
        let best = session.go("depth 1")?;
        session.expecting("a legal move in canonical notation");
        match rules.play_text(&best.best) {
            Ok(mv) if mv == best.best => {}
            Ok(_) => return Err(Stop::Fail),
            Err(error) => {
                session.expecting(error.expected());
                return Err(Stop::Fail);
            }
        }
        line.push_str(if ply == 0 { " moves " } else { " " });
        line.push_str(&best.best);
    }
    Ok(())
}

/// Starts an endless search in the start position.
pub fn go_infinite(session: &mut CheckSession) {
    session.send("position startpos");
    session.send("go infinite");
}

/// Reads for a while; no move may come.
fn no_move_for(session: &mut CheckSession, time: Duration) -> Checked {
    let end = Instant::now() + time;
    session.expecting("no bestmove before stop");
    loop {
        let rest = end.saturating_duration_since(Instant::now());
        match session.line_within(rest, Phase::Search)? {
            Some(received) if received.line.text.trim_start().starts_with("bestmove") => {
                return Err(Stop::Fail);
            }
            Some(_) if rest > Duration::ZERO => {}
            _ => return Ok(()),
        }
    }
}

pub fn infinite(session: &mut CheckSession) -> Checked {
    go_infinite(session);
    no_move_for(session, WATCH)?;
    session.send("stop");
    let best = session.best()?;
    legal_at_start(session, &best.best)?;
    session.ready()
}

pub fn go_stop(session: &mut CheckSession) -> Checked {
    for _ in 0..5 {
        session.send_all(&["position startpos", "go infinite", "stop"]);
        session.best()?;
        let lines = session.ask("stop")?;
        session.expecting("one bestmove for each go");
        session.must(!lines.iter().any(|line| line.starts_with("bestmove")))?;
    }
    Ok(())
}

/// Asks `isready` during an endless search; the time that the answer takes.
pub fn ready_time(session: &mut CheckSession) -> Checked<Duration> {
    go_infinite(session);
    no_move_for(session, Duration::from_millis(50))?;
    session.send("isready");
    session.expecting("readyok before stop");
    let (_, at) = session.until_ready(Phase::Commands)?;
    let time = at.saturating_duration_since(session.written());
    session.send("stop");
    session.best()?;
    session.ready()?;
    Ok(time)
}

/// The end of a game of random moves: the line that sets it up.
fn finished_line(session: &CheckSession) -> Checked<String> {
    let mut rules = session.rules()?;
    let mut random = fastrand::Rng::with_seed(2);
    let mut line = "position startpos moves".to_owned();
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
        Some(_) => Ok(line),
        None => Err(Stop::Skip("no finished position was found".to_owned())),
    }
}

pub fn finished(session: &mut CheckSession) -> Checked {
    let line = finished_line(session)?;
    session.send(&line);
    let best = session.go("movetime 100")?;
    session.expecting("bestmove 0000");
    session.must(best.best == "0000")?;
    session.ready()
}
