use serde::Serialize;
use serde_json::json;
use zugi_game::{AnyGame, Chances, GameError, Objection, Player, shown_text};
use zugi_protocol::{Origin, QUESTIONS, Query, Question, Reply};
use zugi_show::{
    Action, Appearance, BoardView, Puzzles, Sheet, scene_json, state_json, text_of_setup,
};

use super::{Engine, EngineError};

/// The answer if there is no value.
const NONE: &str = "none";

/// A named playing strength.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Level {
    /// One word.
    pub name: &'static str,
    /// The rating, see `UGI_Elo`.
    pub elo: u32,
    /// A sentence about its play.
    pub about: &'static str,
}

/// In order of strength. `docs/guides/play.md` lists them, and a test compares that list;
/// `scripts/xboard.sh` has a copy.
pub const LEVELS: [Level; 7] = [
    Level { name: "beginner", elo: 600, about: "It is for a first game." },
    Level { name: "novice", elo: 950, about: "It sees what stands open." },
    Level { name: "casual", elo: 1250, about: "It plays simple plans." },
    Level { name: "club", elo: 1600, about: "It sees a capture coming, and misses plans." },
    Level { name: "advanced", elo: 1950, about: "It makes few slips." },
    Level { name: "expert", elo: 2250, about: "It is hard to beat." },
    Level { name: "master", elo: 2600, about: "It is nearly at its full strength." },
];

/// `refusal` is the error of the last change.
pub(super) fn query(engine: &Engine, query: &Query, refusal: Option<&EngineError>) -> Reply {
    let game = engine.game();
    let or_none = |answer: Option<String>| answer.unwrap_or_else(|| NONE.to_owned());
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
            moves if moves.is_empty() => NONE.to_owned(),
            moves => moves.join(" "),
        },
        Query::Board => match scene_json(game) {
            Ok(json) => json,
            Err(missing) => return Reply::Error(missing.to_string()),
        },
        Query::State => state_json(game),
        Query::Text(setup) => match text_of_setup(game, setup) {
            Ok(text) => text,
            Err(reason) => return Reply::Error(reason),
        },
        Query::Sheet => match game.capability::<Sheet>().map(Sheet::json) {
            Ok(Ok(json)) => json,
            Ok(Err(wrong)) => return Reply::Error(wrong),
            Err(_) => NONE.to_owned(),
        },
        Query::Why(text) => or_none(match text.split_once(' ') {
            Some((from, to)) => why_not_there(game, from, to),
            None => why_not(game, text).map(|it| objection_json(game, &it, None)),
        }),
        Query::Refusal => or_none(refusal.map(|error| refusal_json(game, error))),
        Query::Ended => or_none(game.ended()),
        Query::Puzzles => {
            game.capability::<Puzzles>().map_or_else(|_| NONE.to_owned(), Puzzles::json)
        }
        Query::Variants => variants(engine),
        Query::Levels => {
            // In the unit of search scores, in which alpha-beta counts a piece as about 100: the
            // score of one checker (a piece of Zola), and the least scores that are called better
            // and winning.
            let scale = json!({ "checker": 100, "better": 100, "winning": 300 });
            json!({ "levels": LEVELS, "scale": scale }).to_string()
        }
        Query::Tables => engine.tables(),
        Query::Extensions => extensions(game),
    };
    Reply::Response(answer)
}

/// Whether this is a legal move, or a decision with random outcomes.
fn may_decide(game: &dyn AnyGame, text: &str) -> bool {
    let decides = |chances: &dyn Chances| chances.find_decision(game, text).is_some();
    game.legal_move(text).is_ok() || game.capability().is_ok_and(decides)
}

/// Why a move or decision is illegal; `None` if it is legal or the game gives no reasons.
fn why_not(game: &dyn AnyGame, text: &str) -> Option<Objection> {
    if may_decide(game, text) { None } else { game.why_not(text) }
}

/// Explains why no move leads to a square from another square, or from a place and a letter such as
/// `hand:F`.
fn why_not_there(game: &dyn AnyGame, from: &str, to: &str) -> Option<String> {
    let mut objection = why_not(game, &attempt(game, from, to))?;
    // `attempt` replaces the last square of a legal move, which may have more squares than a move
    // from `from` to `to`. If the result is not the text of a move, the reason against the direct
    // move explains more.
    if !objection.is_move
        && let Some(direct) = why_not(game, &format!("{from}{to}")).filter(|it| it.is_move)
    {
        objection = direct;
    }
    Some(objection_json(game, &objection, None))
}

/// The move text from `from` to `to`: the text of a legal move from there with its last square
/// replaced by `to`, or both names joined if there is none.
fn attempt(game: &dyn AnyGame, from: &str, to: &str) -> String {
    let view = |it: &dyn Appearance| it.scene(game);
    let moves = game.capability().map(view).map_or_else(|_| Vec::new(), |it: BoardView| it.moves);
    let begins = moves.iter().find_map(|mv| {
        let end = mv.text.rfind(|c: char| c.is_ascii_lowercase())?;
        let begins = origin(mv.actions.first()?)? == from;
        (end > 0 && begins).then(|| format!("{}{to}", &mv.text[..end]))
    });
    begins.unwrap_or_else(|| format!("{from}{to}"))
}

/// The square from which an action takes its piece, or a place with the piece's letter.
fn origin(action: &Action) -> Option<String> {
    match action {
        Action::Lift(square) => Some(square.to_string()),
        Action::FromHand(letter) => Some(format!("hand:{letter}")),
        Action::Take(place, letter) => Some(format!("{place}:{letter}")),
        _ => None,
    }
}

fn refusal_json(game: &dyn AnyGame, error: &EngineError) -> String {
    use GameError::{GameOver, IllegalMove};
    let is_move = matches!(error, EngineError::Game(IllegalMove { .. } | GameOver { .. }));
    let reason = match error {
        EngineError::Game(IllegalMove { reason: Some(reason), .. }) => reason.clone(),
        _ => error.to_string(),
    };
    objection_json(game, &Objection { reason, is_move }, Some(error))
}

/// The objection as JSON, with the keys of its sentence and its rule from the [`Sheet`] of the
/// game. `error` is that of the refused change, if there was one.
fn objection_json(
    game: &dyn AnyGame,
    objection: &Objection,
    error: Option<&EngineError>,
) -> String {
    let Objection { reason, is_move } = objection;
    let words = game.capability::<Sheet>().ok().and_then(|sheet| sheet.words().ok());
    let row =
        words.and_then(|words| words.refusals.into_iter().find(|it| reason.contains(&it.has)));
    let (sentence, rule) = row.map(|row| (row.sentence, row.rule)).unzip();
    let index = error.and_then(|error| match error {
        EngineError::Game(error) => error.number(),
        _ => None,
    });
    json!({
        "kind": error.map(EngineError::kind),
        "message": error.map(EngineError::message),
        "reason": reason,
        "sentence": sentence,
        "rule": rule,
        "index": index,
        "isMove": is_move,
    })
    .to_string()
}

fn variants(engine: &Engine) -> String {
    let view = |variant: &zugi_game::Variant| {
        let game = variant.game();
        let words = game.capability::<Sheet>().ok().and_then(|sheet| sheet.words().ok());
        let own = words.as_ref().and_then(|words| words.variants.get(variant.name()));
        json!({
            "name": variant.name(),
            "alias": variant.alias(),
            "title": words.as_ref().map(|words| &words.title),
            "start": shown_text(game.as_ref()),
            "example": own.and_then(|own| own.example.as_ref()),
            "options": engine.options_of(game.as_ref()),
            "puzzles": game.capability::<Puzzles>().map_or(0, |puzzles| puzzles.all().len()),
        })
    };
    let all: Vec<serde_json::Value> = engine.registry().variants().map(view).collect();
    json!({ "variants": all }).to_string()
}

fn extensions(game: &dyn AnyGame) -> String {
    let is_drawn = game.capability::<dyn Appearance>().is_ok();
    let is_answered = |question: &&Question| {
        let needs_look = matches!((question.ask)(String::new()), Query::Board | Query::Text(_));
        question.origin == Origin::Extension && (is_drawn || !needs_look)
    };
    let words: Vec<&str> = QUESTIONS.iter().filter(is_answered).map(|it| it.word).collect();
    words.join(" ")
}

/// In the words of the protocol; `none` if the game is not over.
pub(super) fn result(game: &dyn AnyGame) -> String {
    game.outcome().map_or_else(|| NONE.to_owned(), |outcome| outcome.to_string())
}
