//! Answers queries on stdin, one line of JSON each; answers may come in any order.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, SendError, Sender};
use std::sync::{Arc, Mutex};

use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use zugi_game::{HiddenInformation, Registry, Setup};
use zugi_records::{PositionAnalysis, expected_json};

use super::super::input_lines::read_line;
use super::super::locked;
use super::output;
use super::pool::{self, Cancel, PositionLimits, Task};
use super::{CliError, show};

pub const SCHEMA: &str = include_str!("schema.json");

/// In bytes.
const MAX_LINE: u64 = 16 << 20;
/// In bytes.
const MAX_ID: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Option<Box<RawValue>>,
    cancel: Option<Box<RawValue>>,
    variant: Option<String>,
    position: Option<String>,
    moves: Option<Vec<String>>,
    turns: Option<Vec<usize>>,
    movetime: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

/// Any line with an id, for the answer to an invalid query.
#[derive(Deserialize)]
struct AnyLine {
    id: Box<RawValue>,
}

/// An id as JSON: a number keeps its spelling and may have any size.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Id(String);

impl Id {
    fn null() -> Id {
        Id("null".to_owned())
    }

    /// `None` if it is not text or a number, or is too long.
    fn read(value: &RawValue) -> Option<Id> {
        let text = match value.get().as_bytes() {
            // Parsed first, because JSON can spell the same text in several ways.
            [b'"', ..] => serde_json::from_str::<Value>(value.get()).ok()?.to_string(),
            [b'-' | b'0'..=b'9', ..] => value.get().to_owned(),
            _ => return None,
        };
        (text.len() <= MAX_ID).then_some(Id(text))
    }

    /// A line of output: these keys and the id.
    fn line(&self, more: Value) -> String {
        let Value::Object(more) = more else { return String::new() };
        let mut keys: BTreeMap<String, Box<RawValue>> = BTreeMap::new();
        // Cannot fail: the values and the id are JSON already.
        keys.extend(
            more.into_iter().filter_map(|(key, value)| Some((key, to_raw_value(&value).ok()?))),
        );
        keys.extend(RawValue::from_string(self.0.clone()).map(|id| ("id".to_owned(), id)));
        serde_json::to_string(&keys).unwrap_or_default()
    }
}

#[derive(Default)]
struct Query {
    cancel: Cancel,
    /// The number of unanswered positions.
    left: AtomicUsize,
}

type Queries = Arc<Mutex<HashMap<Id, Arc<Query>>>>;

/// A position of a query.
struct Turn {
    id: Id,
    turn: usize,
    query: Arc<Query>,
}

/// A position that waits for a thread, which then sets up its game.
type WaitingTurn = Box<dyn FnOnce() -> Task<Turn> + Send>;

impl Line {
    fn setup(&self) -> Setup<'_> {
        match self.position.as_deref() {
            None | Some("startpos") => Setup::Start,
            Some(text) => Setup::Text(text),
        }
    }

    fn moves(&self) -> &[String] {
        self.moves.as_deref().unwrap_or_default()
    }
}

pub fn answer(
    registry: &Registry,
    variant: &str,
    limits: PositionLimits,
    threads: usize,
    hash: u64,
) -> Result<(), CliError> {
    let (tasks, waiting) = mpsc::channel::<WaitingTurn>();
    let (found, answers) = mpsc::channel();
    let waiting = waiting.into_iter().map(|set_up| set_up());
    pool::start(registry, threads, hash, waiting, &found)?;
    drop(found);
    // One thread writes the reader's messages and the results.
    let (lines, out) = mpsc::channel();
    let queries = Queries::default();
    let reader = Reader {
        registry: registry.clone(),
        variant: variant.to_owned(),
        limits,
        tasks,
        lines: lines.clone(),
        queries: Arc::clone(&queries),
    };
    // If the output is closed, this thread stays blocked on stdin.
    zugi_search::spawn(move || reader.read())?;
    zugi_search::spawn(move || {
        for (turn, found) in answers {
            if answered(&queries, &turn, found, &lines).is_err() {
                return;
            }
        }
    })?;
    for line in out {
        show(&line?)?;
    }
    Ok(())
}

/// Answers a position, unless its query was cancelled. The lock is held until the answer is sent,
/// so that none follows the line of a cancellation.
fn answered(
    queries: &Queries,
    Turn { id, turn, query }: &Turn,
    found: Result<PositionAnalysis, String>,
    lines: &Sender<io::Result<String>>,
) -> Result<(), SendError<io::Result<String>>> {
    let mut queries = locked(queries);
    if query.left.fetch_sub(1, Ordering::SeqCst) == 1 && !query.cancel.is_cancelled() {
        queries.remove(id);
    }
    if query.cancel.is_cancelled() {
        return Ok(());
    }
    let line = id.line(match found {
        Ok(found) => output::position(&found, json!({ "turn": turn })),
        Err(why) => json!({ "turn": turn, "error": why }),
    });
    lines.send(Ok(line))
}

struct Reader {
    registry: Registry,
    variant: String,
    limits: PositionLimits,
    tasks: Sender<WaitingTurn>,
    lines: Sender<io::Result<String>>,
    queries: Queries,
}

impl Reader {
    fn read(self) {
        let mut input = io::stdin().lock();
        loop {
            let answer = match read_line(&mut input, MAX_LINE) {
                Ok(None) => return,
                Ok(Some((line, true))) => self.line(&line),
                Ok(Some((_, false))) => {
                    let why = format!("expected lines of at most {} MiB", MAX_LINE >> 20);
                    Some(Id::null().line(json!({ "error": why })))
                }
                Err(error) => {
                    let _ = self.lines.send(Err(error));
                    return;
                }
            };
            if answer.is_some_and(|answer| self.lines.send(Ok(answer)).is_err()) {
                return;
            }
        }
    }

    /// Executes a line; returns an immediate answer, if any.
    fn line(&self, line: &[u8]) -> Option<String> {
        if line.trim_ascii().is_empty() {
            return None;
        }
        let wrong = |id: &Id, why: String| Some(id.line(json!({ "error": why })));
        if !line.trim_ascii_start().starts_with(b"{") {
            return wrong(&Id::null(), "expected an object with id or cancel".to_owned());
        }
        let query = match serde_json::from_slice::<Line>(line) {
            Ok(query) => query,
            Err(error) => {
                let any = serde_json::from_slice::<AnyLine>(line).ok();
                let id = any.and_then(|any| Id::read(&any.id));
                return wrong(&id.unwrap_or_else(Id::null), expected_json("query", &error));
            }
        };
        if let Some(cancelled) = &query.cancel {
            return Some(self.cancel(cancelled));
        }
        let Some(id) = query.id.as_deref().and_then(Id::read) else {
            let expected = format!("expected an id: a text or a number of at most {MAX_ID} bytes");
            return wrong(&Id::null(), expected);
        };
        self.begin(&id, query).err().and_then(|why| wrong(&id, why))
    }

    fn cancel(&self, id: &RawValue) -> String {
        let id = Id::read(id).unwrap_or_else(Id::null);
        match locked(&self.queries).remove(&id) {
            Some(query) => {
                query.cancel.cancel();
                id.line(json!({ "cancelled": true }))
            }
            None => id.line(json!({ "error": "expected the id of a query under way to cancel" })),
        }
    }

    /// Validates a query, then queues its positions.
    fn begin(&self, id: &Id, line: Line) -> Result<(), String> {
        let name = line.variant.as_deref().unwrap_or(&self.variant);
        let variant = self.registry.find(name).map_err(|error| error.to_string())?;
        if variant.capability::<dyn HiddenInformation>().is_ok() {
            return Err(format!("{name} hides pieces: expected a variant that shows all"));
        }
        let mut game = variant.game();
        game.set_up(line.setup(), line.moves()).map_err(|error| error.to_string())?;
        let last = line.moves().len();
        let turns = line.turns.clone().unwrap_or_else(|| vec![last]);
        if turns.is_empty() || turns.iter().any(|&turn| turn > last) {
            return Err(format!("expected turns from 0 to {last}, the number of moves"));
        }
        if turns.iter().collect::<HashSet<_>>().len() < turns.len() {
            return Err("expected each turn once".to_owned());
        }
        let mut limits =
            PositionLimits { movetime: line.movetime, nodes: line.nodes, depth: line.depth };
        if [line.movetime, line.nodes, line.depth.map(u64::from)].contains(&Some(0)) {
            return Err("expected limits of at least 1".to_owned());
        }
        if limits.is_endless() {
            limits = self.limits;
        }
        let query = Arc::new(Query::default());
        query.left.store(turns.len(), Ordering::SeqCst);
        {
            let mut queries = locked(&self.queries);
            if queries.contains_key(id) {
                return Err("expected an id that no query under way has".to_owned());
            }
            queries.insert(id.clone(), Arc::clone(&query));
        }
        let (line, variant) = (Arc::new(line), variant.clone());
        for turn in turns {
            let tag = Turn { id: id.clone(), turn, query: Arc::clone(&query) };
            let (line, variant) = (Arc::clone(&line), variant.clone());
            let set_up = move || {
                let mut game = variant.game();
                // Cannot fail: the reader has played all moves.
                let _ = game.set_up(line.setup(), line.moves().get(..turn).unwrap_or_default());
                let cancel = tag.query.cancel.clone();
                Task { tag, game, limits, cancel }
            };
            // Fails if the workers are gone. Then no thread writes answers either.
            if self.tasks.send(Box::new(set_up)).is_err() {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_repeated_as_it_was_written() {
        let read = |text: &str| Id::read(&RawValue::from_string(text.to_owned()).expect("JSON"));
        for (given, repeated) in [
            ("18446744073709551616", "18446744073709551616"),
            ("-1", "-1"),
            ("1.10", "1.10"),
            ("1e400", "1e400"),
            (r#""\u0061\n""#, r#""a\n""#),
        ] {
            let line = read(given).expect("an id").line(json!({ "a": 1, "turn": 2 }));
            assert_eq!(line, format!("{{\"a\":1,\"id\":{repeated},\"turn\":2}}"));
        }
        let long = "1".repeat(MAX_ID + 1);
        for wrong in ["null", "true", "[1]", "{}", &long] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
        assert_eq!(Id::null().line(json!({})), r#"{"id":null}"#);
    }

    #[test]
    fn the_schema_names_the_keys_of_a_query() {
        let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
        let keys = schema["$defs"]["query"]["properties"].as_object().expect("an object");
        assert!(keys.len() > 8);
        for key in keys.keys() {
            let error = serde_json::from_value::<Line>(json!({ key.as_str(): {"wrong": 1} })).err();
            let error = error.map_or_else(String::new, |error| error.to_string());
            assert!(!error.contains("unknown field"), "{key}: {error}");
        }
    }
}
