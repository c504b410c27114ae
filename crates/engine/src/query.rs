//! Answers `query`: questions about the state of the game.

use zugi_game::{
    AnyGame, Appearance, Chances, Explanation, Player, Puzzles, Sheet, scene_json, shown_text,
};
use zugi_protocol::{Origin, QUESTIONS, Query, Question, Reply};

use super::Engine;

/// Answers a question about the current position.
pub(super) fn query(engine: &Engine, query: &Query) -> Reply {
    let game = engine.game();
    let answer = match query {
        Query::GameOver => game.outcome().is_some().to_string(),
        Query::PlayerOneTurn => (game.to_move() == Player::One).to_string(),
        Query::PlayerTwoTurn => (game.to_move() == Player::Two).to_string(),
        Query::Result => result(game),
        Query::Fen => game.text(),
        Query::Shown => shown_text(game),
        Query::Variant => game.variant().to_owned(),
        Query::IsLegal(text) => may_decide(game, text).to_string(),
        Query::LegalMoves => match game.move_texts() {
            moves if moves.is_empty() => "none".to_owned(),
            moves => moves.join(" "),
        },
        Query::Board => match scene_json(game) {
            Ok(json) => json,
            Err(missing) => return Reply::Error(missing.to_string()),
        },
        Query::Sheet => match game.capability::<Sheet>().map(Sheet::json) {
            Ok(Ok(json)) => json,
            Ok(Err(wrong)) => return Reply::Error(wrong.to_string()),
            Err(_) => "none".to_owned(),
        },
        Query::Why(text) => why_not(game, text).unwrap_or_else(|| "none".to_owned()),
        Query::Ended => {
            let reason = game.capability::<Explanation>().ok().and_then(|it| it.ended(game));
            reason.unwrap_or_else(|| "none".to_owned())
        }
        Query::Puzzles => {
            game.capability::<Puzzles>().map_or_else(|_| "none".to_owned(), Puzzles::json)
        }
        Query::Tables => engine.tables(),
        Query::Extensions => extensions(game),
    };
    Reply::Response(answer)
}

/// Whether this is a legal move, or the decision part of a move with random outcomes.
fn may_decide(game: &dyn AnyGame, text: &str) -> bool {
    let decides = |chances: &Chances| chances.find_decision(game, text).is_some();
    game.legal_move(text).is_ok() || game.capability().is_ok_and(decides)
}

/// Why a move or decision is illegal; `None` if it is legal or the game gives no reasons.
fn why_not(game: &dyn AnyGame, text: &str) -> Option<String> {
    let explanation = game.capability::<Explanation>().ok()?;
    if may_decide(game, text) { None } else { explanation.why_not(game, text) }
}

/// The queries beyond UGI that this game supports.
fn extensions(game: &dyn AnyGame) -> String {
    let is_answered = |question: &&Question| {
        question.origin == Origin::Extension
            && (question.word != Query::Board.to_string()
                || game.capability::<Appearance>().is_ok())
    };
    let words: Vec<&str> = QUESTIONS.iter().filter(is_answered).map(|it| it.word).collect();
    words.join(" ")
}

/// The result as in the protocol; `none` if the game is not over.
pub(super) fn result(game: &dyn AnyGame) -> String {
    game.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}
