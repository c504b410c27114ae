//! Games of Abstract Play: records (one, an array, or a sequence), game states, and the server's
//! messages to bots.

use std::cmp::Ordering;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

use super::move_list::end_word;
use super::{End, GameRecord, MoveRecord, Reason};

/// A game with its number of players and the width of its board.
type Found = (u64, GameRecord, Option<u32>);

/// Reads a game, with the width of its board; an error if it does not have two players.
pub(crate) fn read(text: &str) -> Result<(GameRecord, Option<u32>), String> {
    let json: Value = serde_json::from_str(text).unwrap_or_default();
    let found = record(&json).or_else(|| state(&json)).or_else(|| message(&json));
    let expected = "expected a record, a state or a message of Abstract Play";
    match found.ok_or(expected)? {
        (2, record, width) => Ok((record, width)),
        (players, ..) => Err(format!("a game of {players} players: expected 2")),
    }
}

fn record(json: &Value) -> Option<Found> {
    let variant = text(json, "/header/game/name")?;
    let players = json.pointer("/header/players").and_then(Value::as_array).map_or(0, Vec::len);
    let name = |seat| text(json, &format!("/header/players/{seat}/name"));
    let [start, end] = ["/header/date-start", "/header/date-end"].map(|place| text(json, place));
    let (started, time) = start_and_duration(start, end);
    let mut record = GameRecord {
        variant,
        players: [0, 1].map(|seat| name(seat).unwrap_or_else(|| format!("p{}", seat + 1))),
        site: joined(["/header/site/name", "/header/site/gameid"].map(|place| text(json, place))),
        event: joined(["/header/event", "/header/round"].map(|place| text(json, place))),
        started,
        time,
        ..GameRecord::default()
    };
    add_moves(&mut record, json.get("moves").unwrap_or_default())?;
    // The results overrule the end that a word in the last round gives.
    let result = |seat| json.pointer(&format!("/header/players/{seat}/result"))?.as_f64();
    if let (Some(one), Some(two)) = (result(0), result(1)) {
        record.end = match one.total_cmp(&two) {
            Ordering::Greater => End::P1win,
            Ordering::Less => End::P2win,
            Ordering::Equal => End::Draw,
        };
    }
    Some((players as u64, record, width(json.pointer("/header/game/variants"))))
}

/// A game state with all its positions.
fn state(json: &Value) -> Option<Found> {
    let variant = text(json, "/game")?;
    let players = json.get("numplayers")?.as_u64()?;
    let stack = json.get("stack")?.as_array()?;
    let [first, last] = [stack.first(), stack.last()];
    let [start, end] = [first, last].map(|step| text(step?, "/_timestamp"));
    let (started, time) = start_and_duration(start, end);
    let site = "Abstract Play".to_owned();
    let mut record =
        GameRecord { variant, players: unnamed(), site, started, time, ..GameRecord::default() };
    let moves = stack.iter().filter_map(|step| step.get("lastmove")).cloned().collect();
    add_moves(&mut record, &moves)?;
    let is_over = json.get("gameover").and_then(Value::as_bool) == Some(true);
    let winners = json.get("winner").and_then(Value::as_array).filter(|_| is_over);
    record.end = match winners.map_or(&[][..], Vec::as_slice) {
        [winner] if *winner == 1 => End::P1win,
        [winner] if *winner == 2 => End::P2win,
        [_, _] => End::Draw,
        _ => End::None,
    };
    // In the starting position every square has a piece, so the board has a value for each.
    let squares = first.and_then(|step| step.pointer("/board/value")?.as_array());
    let squares = squares.map_or(0, |squares| u32::try_from(squares.len()).unwrap_or(0));
    let width = Some(squares.isqrt()).filter(|it| *it > 0 && it * it == squares);
    Some((players, record, width))
}

fn message(json: &Value) -> Option<Found> {
    let variant = text(json, "/metaGame")?;
    let site = joined([Some("Abstract Play".to_owned()), text(json, "/gameid")]);
    let mut record = GameRecord { variant, players: unnamed(), site, ..GameRecord::default() };
    add_moves(&mut record, json.get("moves")?)?;
    Some((2, record, width(json.get("variants"))))
}

/// The text or the number at this place.
fn text(json: &Value, place: &str) -> Option<String> {
    match json.pointer(place)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => number.as_f64().map(|number| number.to_string()),
        _ => None,
    }
}

fn unnamed() -> [String; 2] {
    ["p1", "p2"].map(str::to_owned)
}

fn joined(names: [Option<String>; 2]) -> String {
    names.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Adds moves up to the word that ends the game; `None` if a move has an unknown form.
fn add_moves(record: &mut GameRecord, moves: &Value) -> Option<()> {
    for text in texts(moves)? {
        if let Some(reason) = end_word(&text) {
            record.reason = reason;
            record.end = if reason == Reason::Agreement { End::Draw } else { End::None };
            break;
        }
        record.moves.push(MoveRecord { text, ..MoveRecord::default() });
    }
    Some(())
}

/// The texts of a move, of a list of moves, or of a list of rounds. A round is a list with a move
/// for each player.
fn texts(moves: &Value) -> Option<Vec<String>> {
    match moves {
        Value::Null => Some(Vec::new()),
        Value::String(text) => Some(vec![text.clone()]),
        Value::Object(of_move) => of_move.get("move").map_or(Some(Vec::new()), texts),
        Value::Array(moves) => Some(moves.iter().map(texts).collect::<Option<Vec<_>>>()?.concat()),
        Value::Bool(_) | Value::Number(_) => None,
    }
}

/// The board width from variant names such as `8x8 board`, whose words depend on the language.
fn width(variants: Option<&Value>) -> Option<u32> {
    variants?.as_array()?.iter().filter_map(Value::as_str).find_map(|variant| {
        let digits = variant.trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    })
}

/// The start in milliseconds since 1970, 0 if it is unknown or invalid, and the time from there to
/// the end; zero if one of them is unknown.
fn start_and_duration(start: Option<String>, end: Option<String>) -> (u64, Duration) {
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
        let (record, width) = read(text).unwrap();
        assert_eq!((record.variant.as_str(), width), ("X", Some(8)));
        let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves, ["m1", "m2", "m3"]);
        assert_eq!((record.end, record.reason), (End::P2win, Reason::Resign));
        assert_eq!((record.site.as_str(), record.event.as_str()), ("Y, x#1", "Cup, 2"));
        assert_eq!((record.started, record.time.as_secs()), (1000, 2));
        let (record, _) = read(&text.replace("date-start", "date")).unwrap();
        assert_eq!(record.time, Duration::ZERO);
    }
}
