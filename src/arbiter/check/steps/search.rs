//! Searches: every `go` is answered by one move that is legal.

use std::time::{Duration, Instant};

use crate::arbiter::check::facts::Facts;
use crate::arbiter::check::talk::{Best, Checked, Stop, Talk};

/// How long an endless search is watched.
const WATCH: Duration = Duration::from_millis(200);

/// Plies of the game that is played to its end, if it has one by then.
const MOST_PLIES: usize = 300;

/// Searches the start position; the move must be legal where the rules are known.
pub fn from_start(talk: &mut Talk, facts: &mut Facts, limits: &str) -> Checked<Best> {
    talk.send("position startpos");
    let best = talk.go(facts, limits)?;
    legal_at_start(talk, facts, &best.mv)?;
    talk.ready(facts)?;
    Ok(best)
}

fn legal_at_start(talk: &mut Talk, facts: &Facts, mv: &str) -> Checked {
    if let Ok(mut rules) = Talk::rules(facts)
        && let Err(expected) = rules.play(mv)
    {
        talk.expecting(expected);
        return Err(Stop::Fail);
    }
    Ok(())
}

pub fn move_time(talk: &mut Talk, facts: &mut Facts) -> Checked {
    from_start(talk, facts, "movetime 100").map(drop)
}

pub fn depth(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mv = talk.first_move(facts)?;
    legal_at_start(talk, facts, &mv)
}

pub fn nodes(talk: &mut Talk, facts: &mut Facts) -> Checked {
    from_start(talk, facts, "nodes 100").map(drop)
}

pub fn clocks(talk: &mut Talk, facts: &mut Facts) -> Checked {
    from_start(talk, facts, "p1time 1000 p2time 1000 p1inc 10 p2inc 10")?;
    from_start(talk, facts, "p1time 500 p2time 500 movestogo 10").map(drop)
}

pub fn one_answer(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.send("position startpos");
    for limits in ["depth 1", "movetime 20"] {
        talk.go(facts, limits)?;
        talk.nothing_for(facts, Duration::from_millis(100))?;
        talk.expecting("no second bestmove");
    }
    let lines = talk.ask(facts, "query gameover")?;
    talk.expecting("no second bestmove");
    talk.must(!lines.iter().any(|line| line.starts_with("bestmove")))
}

pub fn two_words(talk: &mut Talk, facts: &mut Facts) -> Checked {
    from_start(talk, facts, "depth 2")?;
    talk.expecting("bestmove and one word: some clients wait for ever for less or more");
    match facts.wordy.first() {
        Some(line) => talk.fail(line.clone()),
        None => Ok(()),
    }
}

pub fn whole_game(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mut rules = Talk::rules(facts)?;
    let mut line = "position startpos".to_owned();
    let begin = Instant::now();
    for ply in 0..MOST_PLIES {
        if rules.outcome().is_some() || begin.elapsed() > 4 * talk.timeout() {
            break;
        }
        talk.begin();
        talk.send(&line);
        let best = talk.go(facts, "depth 1")?;
        talk.expecting("a legal move in canonical notation");
        match rules.play(&best.mv) {
            Ok(mv) if mv == best.mv => {}
            Ok(_) => return Err(Stop::Fail),
            Err(expected) => {
                talk.expecting(expected);
                return Err(Stop::Fail);
            }
        }
        line.push_str(if ply == 0 { " moves " } else { " " });
        line.push_str(&best.mv);
    }
    Ok(())
}

/// Starts an endless search in the start position.
pub fn go_infinite(talk: &mut Talk) {
    talk.send("position startpos");
    talk.send("go infinite");
}

/// Reads for a while; no move may come.
fn no_move_for(talk: &mut Talk, facts: &mut Facts, time: Duration) -> Checked {
    let end = Instant::now() + time;
    talk.expecting("no bestmove before stop");
    loop {
        let rest = end.saturating_duration_since(Instant::now());
        match talk.line_within(facts, rest, true)? {
            Some(line) if line.text.starts_with("bestmove") => return Err(Stop::Fail),
            Some(_) if rest > Duration::ZERO => {}
            _ => return Ok(()),
        }
    }
}

pub fn infinite(talk: &mut Talk, facts: &mut Facts) -> Checked {
    go_infinite(talk);
    no_move_for(talk, facts, WATCH)?;
    talk.send("stop");
    let best = talk.best(facts)?;
    legal_at_start(talk, facts, &best.mv)?;
    talk.ready(facts)
}

pub fn go_stop(talk: &mut Talk, facts: &mut Facts) -> Checked {
    for _ in 0..5 {
        talk.send_all(&["position startpos", "go infinite", "stop"]);
        talk.best(facts)?;
        let lines = talk.ask(facts, "stop")?;
        talk.expecting("one bestmove for each go");
        talk.must(!lines.iter().any(|line| line.starts_with("bestmove")))?;
    }
    Ok(())
}

pub fn idle_stop(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.silent(facts, "stop")
}

/// Asks `isready` during an endless search; the time that the answer takes.
pub fn ready_time(talk: &mut Talk, facts: &mut Facts) -> Checked<Duration> {
    go_infinite(talk);
    no_move_for(talk, facts, Duration::from_millis(50))?;
    talk.send("isready");
    talk.expecting("readyok before stop");
    let (_, at) = talk.until(facts, "readyok")?;
    let time = at.saturating_duration_since(talk.written());
    talk.send("stop");
    talk.best(facts)?;
    talk.ready(facts)?;
    Ok(time)
}

pub fn ready_in_search(talk: &mut Talk, facts: &mut Facts) -> Checked {
    ready_time(talk, facts).map(drop)
}

/// The end of a game of random moves: the line that sets it up.
fn finished_line(facts: &Facts) -> Checked<String> {
    let mut rules = Talk::rules(facts)?;
    let mut random = fastrand::Rng::with_seed(2);
    let mut line = "position startpos moves".to_owned();
    for _ in 0..10_000 {
        let moves = rules.moves();
        let Some(mv) = random.choice(&moves) else { break };
        line.push(' ');
        line.push_str(mv);
        if rules.play(mv).is_err() {
            break;
        }
    }
    match rules.outcome() {
        Some(_) => Ok(line),
        None => Err(Stop::Skip("no finished position was found".to_owned())),
    }
}

pub fn finished(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let line = finished_line(facts)?;
    talk.send(&line);
    let best = talk.go(facts, "movetime 100")?;
    talk.expecting("bestmove 0000");
    talk.must(best.mv == "0000")?;
    talk.ready(facts)
}
