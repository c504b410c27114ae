//! The questions that an arbiter of any game depends on.

use std::time::Instant;

use zugi_game::{AnyGame, Chances, Outcome, Player, Setup, shown_text};
use zugi_protocol::{Origin, QUESTIONS};

use super::search::finished_line;
use crate::check::session::{CheckSession, Checked, Stop};

/// Plies after which a game is long enough.
const MOST_PLIES: usize = 300;

pub fn is_answered(session: &mut CheckSession) -> Checked {
    session.query_at(&session.start_line(), "gameover").map(drop)
}

pub fn knows_fen(session: &mut CheckSession) -> Checked {
    let lines = session.ask_all(&[session.start_line().as_str(), "query fen"])?;
    match lines.iter().find_map(|line| line.strip_prefix("response ")) {
        None => Err(not_known()),
        Some(fen) => {
            session.expecting("response and the position text");
            session.must(!fen.trim().is_empty())?;
            session.findings.knows_fen = true;
            Ok(())
        }
    }
}

/// An extension need not be there.
fn not_known() -> Stop {
    Stop::Skip("the engine does not know it".to_owned())
}

/// The answer in a finished position, if the rules are known.
fn at_the_end(session: &mut CheckSession, question: &str) -> Checked<Option<String>> {
    match finished_line(session) {
        Ok((line, _)) => session.query_at(&line, question).map(Some),
        Err(Stop::Skip(_)) => Ok(None),
        Err(stop) => Err(stop),
    }
}

pub fn game_over(session: &mut CheckSession) -> Checked {
    let at_start = session.query_at(&session.start_line(), "gameover")?;
    let at_end = at_the_end(session, "gameover")?;
    session.expecting("false in the start position and true in a finished one");
    let wrong = match (at_start.as_str(), at_end.as_deref()) {
        ("false", None | Some("true")) => return Ok(()),
        ("true", Some("false")) => "the answer is inverted: true at the start, false at the end",
        ("true", None) => "true at the start: perhaps the answer is inverted",
        ("true", Some("true")) => "every game is over",
        ("false", Some("false")) => "no game is over",
        _ => return session.fail([at_start, at_end.unwrap_or_default()].join(", ")),
    };
    session.fail(format!("({wrong})"))
}

pub fn turn(session: &mut CheckSession) -> Checked {
    let (mv, line) = session.first_move()?;
    let at_start = session.query_at(&session.start_line(), "p1turn")?;
    let after = session.query_at(&line, "p1turn")?;
    session.expecting("response true or response false");
    let is_truth = |word: &str| matches!(word, "true" | "false");
    session.must(is_truth(&at_start) && is_truth(&after))?;
    if let Ok(mut rules) = session.rules() {
        let turn = |rules: &dyn AnyGame| (rules.to_move() == Player::One).to_string();
        let first = turn(&*rules);
        let second = rules.play_text(&mv).map_or(after.clone(), |_| turn(&*rules));
        session.expecting(format!("{first}, and after {mv} {second}"));
        if (&at_start, &after) != (&first, &second) {
            return session.fail(format!("{at_start}, and after {mv} {after}"));
        }
    }
    Ok(())
}

pub fn turn_of_two(session: &mut CheckSession) -> Checked {
    let start = session.start_line();
    let lines = session.ask_all(&[start.as_str(), "query p2turn"])?;
    if !lines.iter().any(|line| line.starts_with("response")) {
        return Err(not_known());
    }
    let first = session.first_move().map_or_else(|_| start.clone(), |(_, line)| line);
    for line in [&start, &first] {
        let answers = session.query_all(&[line, "query p1turn", "query p2turn"])?;
        session.expecting("true and false, or false and true");
        let words: Vec<&str> = answers.iter().map(String::as_str).collect();
        session.must(matches!(words.as_slice(), ["true", "false"] | ["false", "true"]))?;
    }
    Ok(())
}

/// A GUI shows this answer to the players, so it must not have hidden information, even
/// if `position` has sent it.
pub fn shown(session: &mut CheckSession) -> Checked {
    let mut rules = session.whole_rules()?;
    let start = format!("position fen {}", rules.text());
    let lines = session.ask_all(&[start.as_str(), "query shown"])?;
    if !lines.iter().any(|line| line.starts_with("response")) {
        return Err(not_known());
    }
    let first = session.first_move().ok().map(|(_, line)| line);
    for line in [Some(start), first].into_iter().flatten() {
        let answers = session.query_all(&[line.as_str(), "query fen", "query shown"])?;
        let [fen, shown] = answers.as_slice() else { return Err(Stop::Fail) };
        session.expecting("response and the text of a position, to query fen");
        session.must(rules.set_up(Setup::Text(fen), &[]).is_ok())?;
        let expected = shown_text(rules.as_ref());
        session.expecting(format!("response {expected}, to query shown"));
        session.must(*shown == expected)?;
    }
    Ok(())
}

/// The word for how a game stands.
fn word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(Player::One)) => "p1win",
        Some(Outcome::Win(Player::Two)) => "p2win",
    }
}

pub fn result(session: &mut CheckSession) -> Checked {
    let answer = session.query_at(&session.start_line(), "result")?;
    session.expecting("response none");
    session.must(answer == "none")?;
    let (line, outcome) = match finished_line(session) {
        Ok(finished) => finished,
        Err(Stop::Skip(_)) => return Ok(()),
        Err(stop) => return Err(stop),
    };
    let (answer, expected) = (session.query_at(&line, "result")?, word(Some(outcome)));
    session.expecting(format!("response {expected}"));
    session.must(answer == expected)
}

/// Fails unless the answers about a position agree with each other, and with the rules if
/// they are known. Whether the game is over.
fn judge(session: &mut CheckSession, line: &str, rules: Option<&dyn AnyGame>) -> Checked<bool> {
    let answers = session.query_all(&[line, "query p1turn", "query gameover", "query result"])?;
    let [turn, over, result] = answers.as_slice() else { return Err(Stop::Fail) };
    session.expecting("response none while the game goes on, else p1win, p2win or draw");
    session.must(match over.as_str() {
        "false" => result == "none",
        "true" => matches!(result.as_str(), "p1win" | "p2win" | "draw"),
        _ => false,
    })?;
    if let Some(rules) = rules {
        let expected = word(rules.outcome());
        session.expecting(format!("response {expected}"));
        session.must(result == expected)?;
        let ones_turn = rules.to_move() == Player::One;
        session.expecting(format!("response {ones_turn} to query p1turn"));
        session.must(rules.outcome().is_some() || *turn == ones_turn.to_string())?;
    }
    Ok(over == "true")
}

pub fn whole_game(session: &mut CheckSession) -> Checked {
    let mut rules = session.rules().ok();
    let mut line = session.start_line();
    let end = Instant::now() + session.time_left() / 4;
    for ply in 0..MOST_PLIES {
        session.begin();
        if judge(session, &line, rules.as_deref())? || Instant::now() > end {
            return Ok(());
        }
        session.send(&line);
        let best = session.go("depth 1")?.best;
        let happens = match rules.as_deref_mut() {
            Some(rules) => session.plays(rules, &best, &line),
            None => {
                session.findings.note_played(&line, &best);
                Some(best)
            }
        };
        let Some(happens) = happens else {
            return Err(Stop::Skip("the engine has played an illegal move".to_owned()));
        };
        line.push_str(if ply == 0 { " moves " } else { " " });
        line.push_str(&happens);
    }
    Ok(())
}

/// Queries the engine about the moves that it has played, because the rules are unknown.
pub fn legal_by_its_word(session: &mut CheckSession) -> Checked {
    for (line, mv) in session.findings.played.clone() {
        session.begin();
        let lines = session.ask_all(&[line.as_str(), &format!("query islegal {mv}")])?;
        if !lines.iter().any(|line| line.starts_with("response")) {
            return Err(not_known());
        }
        session.expecting("response true, as it has played this move here");
        session.must(lines.iter().any(|line| line == "response true"))?;
    }
    Ok(())
}

pub fn legal_moves(session: &mut CheckSession) -> Checked {
    let (start, rules) = (session.start_line(), session.rules()?);
    let legal = rules.move_texts().join(" ");
    let lines = session.ask_all(&[start.as_str(), "query legalmoves"])?;
    if !lines.iter().any(|line| line.starts_with("response")) {
        return Err(not_known());
    }
    session.expecting(format!("response {legal}"));
    session.must(lines.contains(&format!("response {legal}")))?;
    let (mv, _) = session.first_move()?;
    // What somebody decides is legal, too, where chance says what comes of it.
    let chances = rules.capability::<dyn Chances>().ok();
    let decided = |mv| chances?.decision(rules.as_ref(), mv).map(|(text, _)| text);
    let decided =
        rules.moves().into_iter().find_map(|(text, mv)| decided(mv).filter(|it| *it != text));
    let legal = [Some(mv), decided].into_iter().flatten().map(|mv| (mv, "response true"));
    for (mv, answer) in legal.chain([("zz99zz".to_owned(), "response false")]) {
        let lines = session.ask_all(&[start.as_str(), &format!("query islegal {mv}")])?;
        session.expecting(answer);
        // A text that is no move at all may be an error, too.
        let is_error = |line: &String| answer.ends_with("false") && line.starts_with("info string");
        session.must(lines.iter().any(|line| line == answer || is_error(line)))?;
    }
    Ok(())
}

/// Each word of the table, so that none is forgotten here that the protocol has.
pub fn each_word(session: &mut CheckSession) -> Checked {
    let (mv, _) = session.first_move()?;
    for question in QUESTIONS {
        let asked = format!("query {}", (question.ask)(mv.clone()));
        let lines = session.ask_all(&[session.start_line().as_str(), &asked])?;
        let answers = lines.iter().filter(|line| line.starts_with("response")).count();
        let must_be_known = question.origin == Origin::Ugi;
        let how = if must_be_known { "one line `response`" } else { "at most one line `response`" };
        session.expecting(format!("{how} for {asked}"));
        session.must(answers == 1 || (answers == 0 && !must_be_known))?;
    }
    Ok(())
}
