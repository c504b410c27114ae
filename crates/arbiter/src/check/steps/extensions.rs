//! The optional questions that the engine says it answers.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use zugi_protocol::{Origin, QUESTIONS, Question};

use crate::check::session::{CheckSession, Checked, Stop, has};

const NONE: &str = "none";

/// The optional questions of [`QUESTIONS`] that the engine names.
fn named(session: &mut CheckSession) -> Checked<Vec<&'static Question>> {
    let lines = session.ask_optional(&session.start_line(), "extensions")?;
    let answers: Vec<&str> = lines.iter().filter_map(|it| it.strip_prefix("response ")).collect();
    session.must(answers.len() == 1, "one line `response`")?;
    let words: Vec<&str> = answers.iter().flat_map(|answer| answer.split(' ')).collect();
    let optional = QUESTIONS.iter().filter(|it| it.origin == Origin::Extension);
    Ok(optional.filter(|it| words.contains(&it.word)).collect())
}

/// The words of the questions that the engine names. If this one is not among them, the step is
/// skipped.
fn words_with(session: &mut CheckSession, word: &'static str) -> Checked<Vec<&'static str>> {
    let words: Vec<&str> = named(session)?.into_iter().map(|question| question.word).collect();
    if words.contains(&word) { Ok(words) } else { Err(Stop::Skip("the engine does not name it")) }
}

fn parsed<T: DeserializeOwned>(session: &mut CheckSession, json: &str, form: &str) -> Checked<T> {
    session.expecting(form);
    serde_json::from_str(json).map_err(|_| Stop::Fail)
}

pub fn are_answered(session: &mut CheckSession) -> Checked {
    let (start, mv) = (session.start_line(), session.first_move()?);
    // `query text` takes JSON; the step `state` asks it.
    for question in named(session)?.into_iter().filter(|question| question.argument != "JSON") {
        session.answer(&start, &(question.ask)(mv.clone()).to_string())?;
    }
    Ok(())
}

/// The checked part of the answer to `query sheet`.
#[derive(Deserialize)]
struct ToldGame {
    #[serde(rename = "title")]
    _title: String,
    #[serde(default)]
    cards: Vec<ToldCard>,
}

/// A position and moves that are legal there.
#[derive(Deserialize)]
struct ToldCard {
    position: String,
    #[serde(default)]
    arrows: Vec<String>,
    #[serde(default)]
    steps: Vec<String>,
    #[serde(default)]
    play: Vec<String>,
}

/// The sheet must be valid, and the moves on its cards legal.
pub fn sheet(session: &mut CheckSession) -> Checked {
    words_with(session, "sheet")?;
    let text = session.answer(&session.start_line(), "sheet")?;
    if text == NONE {
        return Ok(());
    }
    let form = "none, or a JSON object with a title, and with a position on each card";
    for card in parsed::<ToldGame>(session, &text, form)?.cards {
        let line = format!("position fen {}", card.position);
        for mv in card.arrows.iter().chain(&card.steps).chain(&card.play) {
            let lines = session.ask_all(&[line.as_str(), &format!("query islegal {mv}")])?;
            let is_refused = has(&lines, "response false") || has(&lines, "info string error");
            session.must(!is_refused, format!("the legal move {mv} there"))?;
        }
    }
    Ok(())
}

/// The checked part of the answer to `query state`.
#[derive(Deserialize)]
struct ToldState {
    text: String,
    result: Option<String>,
    moves: Vec<String>,
    board: Option<ToldBoard>,
}

#[derive(Deserialize)]
struct ToldBoard {
    pieces: Value,
    turn: String,
    seat: Option<usize>,
}

/// The state must agree with the other questions, and its pieces with its text.
pub fn state(session: &mut CheckSession) -> Checked {
    let (start, words) = (session.start_line(), words_with(session, "state")?);
    let json = session.answer(&start, "state")?;
    let form = "a JSON object with text, result, moves and board";
    let state: ToldState = parsed(session, &json, form)?;
    let result = state.result.unwrap_or_else(|| NONE.to_owned());
    let moves = if state.moves.is_empty() { NONE.to_owned() } else { state.moves.join(" ") };
    for (question, told) in [("fen", &state.text), ("result", &result), ("legalmoves", &moves)] {
        let answer = session.answer(&start, question)?;
        session.must(answer == *told, format!("the answer to query {question} in it: {answer}"))?;
    }
    if let Some(ToldBoard { pieces, turn, seat }) = state.board.filter(|_| words.contains(&"text"))
    {
        let turn = seat.unwrap_or(usize::from(turn == "p2"));
        let setup = json!({ "squares": pieces, "turn": turn });
        let text = session.answer(&start, &format!("text {setup}"))?;
        session.must(text == state.text, format!("the text of the position: {}", state.text))?;
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToldRefusal {
    kind: String,
    message: String,
    index: Option<usize>,
    is_move: bool,
}

/// A refused line must have a reason, and an accepted line after it none.
pub fn refusal(session: &mut CheckSession) -> Checked {
    words_with(session, "refusal")?;
    let json = session.answer(&format!("{} zz99zz", session.moved_line()?), "refusal")?;
    let form = "a JSON object with kind, message, index 2 and isMove false";
    let told: ToldRefusal = parsed(session, &json, form)?;
    let is_told = !told.kind.is_empty() && !told.message.is_empty();
    session.must(is_told && told.index == Some(2) && !told.is_move, form)?;
    let told = session.answer(&session.start_line(), "refusal")?;
    session.must(told == NONE, "response none after a line that was accepted")
}

/// There must be no reason against a legal move, and none for the end of a game that is not over.
pub fn reasons(session: &mut CheckSession) -> Checked {
    let (start, named) = (session.start_line(), named(session)?);
    let [why, ended] = ["why", "ended"].map(|word| named.iter().any(|it| it.word == word));
    if !why && !ended {
        return Err(Stop::Skip("the engine names neither"));
    }
    if why {
        let said = session.answer(&start, &format!("why {}", session.first_move()?))?;
        session.must(said == NONE, "response none, as the engine has played this move here")?;
        session.answer(&start, "why zz99zz")?;
    }
    if ended {
        let said = session.answer(&start, "ended")?;
        session.must(said == NONE, "response none at the start of a game")?;
        if let Some((line, _)) = session.finished_line() {
            session.answer(&line, "ended")?;
        }
    }
    Ok(())
}
