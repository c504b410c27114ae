//! The questions that an arbiter of any game depends on.

use std::time::Instant;

use zugi_game::{AnyGame, Chances, Outcome, Player, Setup, shown_text};
use zugi_protocol::{Origin, QUESTIONS};
use zugi_records::End;

use crate::check::session::{CheckSession, Checked, Stop, has};

const MOST_PLIES: usize = 300;

pub fn is_answered(session: &mut CheckSession) -> Checked {
    session.query_at(&session.start_line(), "gameover").map(drop)
}

pub fn knows_fen(session: &mut CheckSession) -> Checked {
    let lines = session.ask_optional(&session.start_line(), "fen")?;
    let mut fens = lines.iter().filter_map(|line| line.strip_prefix("response "));
    let is_told = fens.next().is_some_and(|fen| !fen.trim().is_empty());
    session.must(is_told, "response and the position text")?;
    session.findings.knows_fen = true;
    Ok(())
}

pub fn game_over(session: &mut CheckSession) -> Checked {
    let at_start = session.query_at(&session.start_line(), "gameover")?;
    let finished = session.finished_line();
    let at_end = finished.map(|(line, _)| session.query_at(&line, "gameover")).transpose()?;
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
    let mv = session.first_move()?;
    let at_start = session.query_at(&session.start_line(), "p1turn")?;
    let after = session.query_at(&session.moved_line()?, "p1turn")?;
    let is_truth = |word: &str| matches!(word, "true" | "false");
    session.must(is_truth(&at_start) && is_truth(&after), "response true or response false")?;
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
    session.ask_optional(&start, "p2turn")?;
    for line in [start, session.moved_line()?] {
        let answers = session.query_all(&[&line, "query p1turn", "query p2turn"])?;
        let are_opposite = answers == ["true", "false"] || answers == ["false", "true"];
        session.must(are_opposite, "true and false, or false and true")?;
    }
    Ok(())
}

/// A GUI shows this answer to the players, so it must not have hidden information, even
/// if `position` has sent it.
pub fn shown(session: &mut CheckSession) -> Checked {
    let mut rules = session.whole_rules()?;
    let start = format!("position fen {}", rules.text());
    session.ask_optional(&start, "shown")?;
    for line in [Ok(start), session.moved_line()].into_iter().flatten() {
        let answers = session.query_all(&[line.as_str(), "query fen", "query shown"])?;
        let [fen, shown] = answers.as_slice() else { return Err(Stop::Fail) };
        let is_text = rules.set_up(Setup::Text(fen), &[]).is_ok();
        session.must(is_text, "response and the text of a position, to query fen")?;
        let expected = shown_text(rules.as_ref());
        session.must(*shown == expected, format!("response {expected}, to query shown"))?;
    }
    Ok(())
}

/// The word of `query result`.
fn word(outcome: Option<Outcome>) -> &'static str {
    outcome.map(End::from).unwrap_or_default().word()
}

pub fn result(session: &mut CheckSession) -> Checked {
    let finished = session.finished_line().map(|(line, outcome)| (line, Some(outcome)));
    for (line, outcome) in [Some((session.start_line(), None)), finished].into_iter().flatten() {
        let answer = session.query_at(&line, "result")?;
        session.must(answer == word(outcome), format!("response {}", word(outcome)))?;
    }
    Ok(())
}

/// Fails unless the answers about a position agree with each other, and with the rules if they are
/// known. Returns whether the game is over.
fn judge(session: &mut CheckSession, line: &str, rules: Option<&dyn AnyGame>) -> Checked<bool> {
    let answers = session.query_all(&[line, "query p1turn", "query gameover", "query result"])?;
    let [turn, over, result] = answers.as_slice() else { return Err(Stop::Fail) };
    let agree = match over.as_str() {
        "false" => result == "none",
        "true" => matches!(result.as_str(), "p1win" | "p2win" | "draw"),
        _ => false,
    };
    session.must(agree, "response none while the game goes on, else p1win, p2win or draw")?;
    if let Some(rules) = rules {
        let expected = word(rules.outcome());
        session.must(result == expected, format!("response {expected}"))?;
        let ones_turn = (rules.to_move() == Player::One).to_string();
        let is_right = rules.outcome().is_some() || *turn == ones_turn;
        session.must(is_right, format!("response {ones_turn} to query p1turn"))?;
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
        let happens = session.play_or_record(rules.as_deref_mut(), &best, &line);
        let happens = happens.ok_or(Stop::Skip("the engine has played an illegal move"))?;
        line.push_str(if ply == 0 { " moves " } else { " " });
        line.push_str(&happens);
    }
    Ok(())
}

/// Queries the engine about the moves that it has played, because the rules are unknown.
pub fn legal_by_its_word(session: &mut CheckSession) -> Checked {
    for (line, mv) in session.findings.played.clone() {
        session.begin();
        let lines = session.ask_optional(&line, &format!("islegal {mv}"))?;
        let is_legal = lines.iter().any(|line| line == "response true");
        session.must(is_legal, "response true, as it has played this move here")?;
    }
    Ok(())
}

pub fn legal_moves(session: &mut CheckSession) -> Checked {
    let (start, rules) = (session.start_line(), session.rules()?);
    let legal = format!("response {}", rules.move_texts().join(" "));
    let lines = session.ask_optional(&start, "legalmoves")?;
    session.must(lines.contains(&legal), legal)?;
    // In games with chance, a decision without its outcome is legal, too.
    let chances = rules.capability::<dyn Chances>().ok();
    let decided = |mv| chances?.decision(rules.as_ref(), mv).map(|(text, _)| text);
    let decided =
        rules.moves().into_iter().find_map(|(text, mv)| decided(mv).filter(|it| *it != text));
    for mv in [Some(session.first_move()?), decided].into_iter().flatten() {
        let lines = session.ask_all(&[start.as_str(), &format!("query islegal {mv}")])?;
        session.must(lines.iter().any(|line| line == "response true"), "response true")?;
    }
    let lines = session.ask_all(&[start.as_str(), "query islegal zz99zz"])?;
    // A text that is not a move may also be answered with an error.
    let is_refused = has(&lines, "info string") || lines.iter().any(|it| it == "response false");
    session.must(is_refused, "response false")
}

/// Asks each question of the table, so that new ones are checked, too.
pub fn each_word(session: &mut CheckSession) -> Checked {
    let mv = session.first_move()?;
    for question in QUESTIONS {
        let asked = format!("query {}", (question.ask)(mv.clone()));
        let lines = session.ask_all(&[session.start_line().as_str(), &asked])?;
        let answers = lines.iter().filter(|line| line.starts_with("response")).count();
        let (is_right, how) = match question.origin {
            Origin::Ugi => (answers == 1, "one line"),
            _ => (answers <= 1, "at most one line"),
        };
        session.must(is_right, format!("{how} `response` for {asked}"))?;
    }
    Ok(())
}
