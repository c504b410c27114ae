//! The optional questions that the engine says it answers.

use serde::Deserialize;
use serde_json::{Value, json};
use zugi_protocol::{Origin, QUESTIONS, Question};

use super::search::finished_line;
use crate::check::session::{CheckSession, Checked, Stop};

const NONE: &str = "none";

/// What is read of the words of a game.
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

/// The optional questions of the table that the engine names.
fn named(session: &mut CheckSession) -> Checked<Vec<&'static Question>> {
    let lines = session.ask_all(&[session.start_line().as_str(), "query extensions"])?;
    let answers: Vec<&str> = lines.iter().filter_map(|it| it.strip_prefix("response ")).collect();
    let words: Vec<&str> = match answers.as_slice() {
        [] => return Err(Stop::Skip("the engine does not know it".to_owned())),
        [one] => one.split(' ').collect(),
        _ => {
            session.expecting("one line `response`");
            return Err(Stop::Fail);
        }
    };
    let optional = QUESTIONS.iter().filter(|it| it.origin == Origin::Extension);
    Ok(optional.filter(|it| words.contains(&it.word)).collect())
}

/// Whether the engine names this question.
fn names(session: &mut CheckSession, word: &str) -> Checked<bool> {
    Ok(named(session)?.iter().any(|question| question.word == word))
}

/// The answer after this line.
fn answer(session: &mut CheckSession, line: &str, question: &str) -> Checked<String> {
    let answers = session.query_all(&[line, &format!("query {question}")])?;
    session.expecting("one line `response`, before readyok");
    answers.into_iter().next().ok_or(Stop::Fail)
}

/// Each question that it names is answered.
pub fn are_answered(session: &mut CheckSession) -> Checked {
    let (mv, _) = session.first_move()?;
    let start = session.start_line();
    // What is asked in JSON has a step of its own.
    for question in named(session)?.into_iter().filter(|question| question.argument != "JSON") {
        let asked = (question.ask)(mv.clone()).to_string();
        session.expecting(format!("one line `response` for query {asked}"));
        answer(session, &start, &asked)?;
    }
    Ok(())
}

/// The texts of the game have the form of the schema, and its positions can be read.
pub fn sheet(session: &mut CheckSession) -> Checked {
    if !names(session, "sheet")? {
        return Err(Stop::Skip("the engine does not name it".to_owned()));
    }
    let text = answer(session, &session.start_line(), "sheet")?;
    if text == NONE {
        return Ok(());
    }
    session.expecting("none, or a JSON object with a title, and with a position on each card");
    let Ok(game) = serde_json::from_str::<ToldGame>(&text) else { return Err(Stop::Fail) };
    for ToldCard { position, arrows, steps, play } in game.cards {
        let line = format!("position fen {position}");
        for mv in arrows.iter().chain(&steps).chain(&play) {
            let lines = session.ask_all(&[line.as_str(), &format!("query islegal {mv}")])?;
            session.expecting(format!("the legal move {mv} there"));
            let is_refused =
                |line: &String| line == "response false" || line.starts_with("info string error");
            session.must(!lines.iter().any(is_refused))?;
        }
    }
    Ok(())
}

/// What is read of the answer to `query state`.
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

/// The state is that of the other questions, and its pieces have its text.
pub fn state(session: &mut CheckSession) -> Checked {
    let named = named(session)?;
    let has = |word| named.iter().any(|question| question.word == word);
    if !has("state") {
        return Err(Stop::Skip("the engine does not name it".to_owned()));
    }
    let start = session.start_line();
    let json = answer(session, &start, "state")?;
    session.expecting("a JSON object with text, result, moves and board");
    let Ok(state) = serde_json::from_str::<ToldState>(&json) else { return Err(Stop::Fail) };
    let result = state.result.unwrap_or_else(|| NONE.to_owned());
    let moves = if state.moves.is_empty() { NONE.to_owned() } else { state.moves.join(" ") };
    for (question, told) in [("fen", &state.text), ("result", &result), ("legalmoves", &moves)] {
        let expected = answer(session, &start, question)?;
        session.expecting(format!("the answer to query {question} in it: {expected}"));
        session.must(expected == *told)?;
    }
    if let Some(ToldBoard { pieces, turn, seat }) = state.board.filter(|_| has("text")) {
        let turn = seat.unwrap_or(usize::from(turn == "p2"));
        let setup = json!({ "squares": pieces, "turn": turn });
        let text = answer(session, &start, &format!("text {setup}"))?;
        session.expecting(format!("the text of the position: {}", state.text));
        session.must(text == state.text)?;
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

/// A line that was refused has a reason, and one that was accepted after it has none.
pub fn refusal(session: &mut CheckSession) -> Checked {
    if !names(session, "refusal")? {
        return Err(Stop::Skip("the engine does not name it".to_owned()));
    }
    let (mv, start) = (session.first_move()?.0, session.start_line());
    let told = answer(session, &format!("{start} moves {mv} zz99zz"), "refusal")?;
    session.expecting("a JSON object with kind, message, index 2 and isMove false");
    let Ok(told) = serde_json::from_str::<ToldRefusal>(&told) else { return Err(Stop::Fail) };
    session.must(!told.kind.is_empty() && !told.message.is_empty())?;
    session.must(told.index == Some(2) && !told.is_move)?;
    let told = answer(session, &start, "refusal")?;
    session.expecting("response none after a line that was accepted");
    session.must(told == NONE)
}

/// A legal move has no reason, nor has a game that is not over.
pub fn reasons(session: &mut CheckSession) -> Checked {
    let named = named(session)?;
    let has = |word| named.iter().any(|question| question.word == word);
    if !has("why") && !has("ended") {
        return Err(Stop::Skip("the engine names neither".to_owned()));
    }
    let (mv, start) = (session.first_move()?.0, session.start_line());
    if has("why") {
        let said = answer(session, &start, &format!("why {mv}"))?;
        session.expecting("response none, as the engine has played this move here");
        session.must(said == NONE)?;
        answer(session, &start, "why zz99zz")?;
    }
    if has("ended") {
        let said = answer(session, &start, "ended")?;
        session.expecting("response none at the start of a game");
        session.must(said == NONE)?;
        match finished_line(session) {
            Ok((line, _)) => drop(answer(session, &line, "ended")?),
            Err(Stop::Skip(_)) => {}
            Err(stop) => return Err(stop),
        }
    }
    Ok(())
}
