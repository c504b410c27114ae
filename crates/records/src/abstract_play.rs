//! Games of Abstract Play: records (one, an array, or a sequence), game states, and the server's
//! messages to bots.

use std::time::Duration;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::move_list::end_word;
use super::{End, GameRecord, MoveRecord, Reason};

#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Item {
    Record(Box<Record>),
    /// A game state with all its positions.
    State(State),
    Message(Message),
}

#[derive(Deserialize)]
pub(crate) struct Record {
    header: Header,
    #[serde(default)]
    moves: Vec<Option<Move>>,
}

#[derive(Deserialize)]
struct Header {
    game: Game,
    event: Option<Text>,
    round: Option<Text>,
    site: Option<Site>,
    #[serde(rename = "date-start")]
    start: Option<String>,
    #[serde(rename = "date-end")]
    end: Option<String>,
    #[serde(default)]
    players: Vec<Side>,
}

#[derive(Deserialize)]
struct Game {
    name: String,
    variants: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Site {
    name: Option<String>,
    gameid: Option<String>,
}

#[derive(Deserialize)]
struct Side {
    name: Option<String>,
    result: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Text(String),
    Number(f64),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Move {
    /// One move per player.
    Round(Vec<Option<Move>>),
    Text(String),
    Object {
        #[serde(rename = "move")]
        text: Option<String>,
    },
}

#[derive(Deserialize)]
pub(crate) struct State {
    game: String,
    stack: Vec<Step>,
    numplayers: u32,
    #[serde(default)]
    gameover: bool,
    #[serde(default)]
    winner: Vec<u32>,
}

#[derive(Deserialize)]
struct Step {
    lastmove: Option<Move>,
    board: Option<Value>,
    #[serde(rename = "_timestamp")]
    time: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Message {
    #[serde(rename = "metaGame")]
    game: String,
    #[serde(default)]
    variants: Vec<String>,
    gameid: Option<String>,
    moves: Vec<Option<Move>>,
}

impl Item {
    /// Converts to a game, with the width of its board; an error if it does not have two players.
    pub fn draft(self) -> Result<(GameRecord, Option<u32>), String> {
        match self {
            Item::Record(record) => record.draft(),
            Item::State(state) => state.draft(),
            Item::Message(message) => {
                let Message { game: variant, variants, gameid, moves } = message;
                let (players, site) = (unnamed(), site(Some("Abstract Play".to_owned()), gameid));
                let mut record = GameRecord { variant, players, site, ..GameRecord::default() };
                add_moves(&mut record, moves.into_iter().flatten());
                Ok((record, width(&variants)))
            }
        }
    }
}

impl Record {
    fn draft(self) -> Result<(GameRecord, Option<u32>), String> {
        let Header { game, event, round, site: place, start, end, players } = self.header;
        let [one, two] = <[Side; 2]>::try_from(players)
            .map_err(|players| format!("a game of {} players: expected 2", players.len()))?;
        let results = one.result.zip(two.result);
        let name = |side: Side, other: &str| side.name.unwrap_or_else(|| other.to_owned());
        let place = place.map(|it| site(it.name, it.gameid));
        let event = [event, round].into_iter().flatten().map(Text::text);
        let (started, time) = start_and_duration(start.as_deref(), end.as_deref());
        let mut record = GameRecord {
            variant: game.name,
            players: [name(one, "p1"), name(two, "p2")],
            site: place.unwrap_or_default(),
            event: event.collect::<Vec<_>>().join(", "),
            started,
            time,
            ..GameRecord::default()
        };
        add_moves(&mut record, self.moves.into_iter().flatten());
        // The results overrule the end that a word in the last round gives.
        if let Some((one, two)) = results {
            record.end = match one.total_cmp(&two) {
                std::cmp::Ordering::Greater => End::P1win,
                std::cmp::Ordering::Less => End::P2win,
                std::cmp::Ordering::Equal => End::Draw,
            };
        }
        Ok((record, width(&game.variants.unwrap_or_default())))
    }
}

impl State {
    fn draft(self) -> Result<(GameRecord, Option<u32>), String> {
        if self.numplayers != 2 {
            return Err(format!("a game of {} players: expected 2", self.numplayers));
        }
        let [first, last] = [self.stack.first(), self.stack.last()];
        let squares = first.and_then(|step| step.board.as_ref()?.get("value")?.as_array());
        let squares = squares.map_or(0, |squares| u32::try_from(squares.len()).unwrap_or(0));
        let [start, end] = [first, last].map(|step| step.and_then(|step| step.time.as_deref()));
        let (started, time) = start_and_duration(start, end);
        let mut record = GameRecord {
            variant: self.game,
            players: unnamed(),
            site: "Abstract Play".to_owned(),
            started,
            time,
            ..GameRecord::default()
        };
        add_moves(&mut record, self.stack.into_iter().filter_map(|step| step.lastmove));
        record.end = match self.winner.as_slice() {
            [1] if self.gameover => End::P1win,
            [2] if self.gameover => End::P2win,
            [_, _] if self.gameover => End::Draw,
            _ => End::None,
        };
        // In the starting position every square has a piece, so the board has a value for each.
        let width = Some(squares.isqrt()).filter(|it| *it > 0 && it * it == squares);
        Ok((record, width))
    }
}

impl Move {
    fn texts(self) -> Vec<String> {
        match self {
            Move::Round(moves) => moves.into_iter().flatten().flat_map(Move::texts).collect(),
            Move::Text(text) => vec![text],
            Move::Object { text } => text.into_iter().collect(),
        }
    }
}

impl Text {
    fn text(self) -> String {
        match self {
            Text::Text(text) => text,
            Text::Number(number) => number.to_string(),
        }
    }
}

fn unnamed() -> [String; 2] {
    ["p1", "p2"].map(str::to_owned)
}

fn site(name: Option<String>, game: Option<String>) -> String {
    [name, game].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Adds moves up to the word that ends the game.
fn add_moves(record: &mut GameRecord, moves: impl Iterator<Item = Move>) {
    for text in moves.flat_map(Move::texts) {
        if let Some(reason) = end_word(&text) {
            record.reason = reason;
            record.end = if reason == Reason::Agreement { End::Draw } else { End::None };
            return;
        }
        record.moves.push(MoveRecord { text, ..MoveRecord::default() });
    }
}

/// The board width from variant names such as `8x8 board`, whose words depend on the language.
fn width(variants: &[String]) -> Option<u32> {
    variants.iter().find_map(|variant| {
        let digits = variant.trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    })
}

/// The start in milliseconds since 1970, 0 if it is unknown or invalid, and the time from there to
/// the end; zero if one of them is unknown.
fn start_and_duration(start: Option<&str>, end: Option<&str>) -> (u64, Duration) {
    let [start, end] = [start, end].map(|text| {
        let moment = text.and_then(|text| text.parse::<Timestamp>().ok());
        moment.and_then(|it| u64::try_from(it.as_millisecond()).ok()).unwrap_or(0)
    });
    (start, Duration::from_millis(if start == 0 { 0 } else { end.saturating_sub(start) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_with_all_that_the_schema_allows() {
        let text = r#"{"header": {"game": {"name": "X", "variants": ["Brett 8x8"]},
            "event": "Cup", "round": 2, "site": {"name": "Y", "gameid": "x#1"},
            "date-start": "1970-01-01T00:00:01Z", "date-end": "1970-01-01T00:00:03Z",
            "players": [{"name": "a", "result": 0}, {"name": "b", "result": 1, "is_ai": true}]},
            "moves": [["m1", null], [null, {"move": "m2", "sequence": 2, "result": []}],
            null, "m3", [{"sequence": 1}, "resign"]], "notes": {}}"#;
        let item: Item = serde_json::from_str(text).unwrap();
        let (record, width) = item.draft().unwrap();
        assert_eq!((record.variant.as_str(), width), ("X", Some(8)));
        let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves, ["m1", "m2", "m3"]);
        assert_eq!((record.end, record.reason), (End::P2win, Reason::Resign));
        assert_eq!((record.site.as_str(), record.event.as_str()), ("Y, x#1", "Cup, 2"));
        assert_eq!((record.started, record.time.as_secs()), (1000, 2));
        let item: Item = serde_json::from_str(&text.replace("date-start", "date")).unwrap();
        assert_eq!(item.draft().unwrap().0.time, Duration::ZERO);
    }
}
