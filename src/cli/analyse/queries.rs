//! Answers queries on stdin, a line of JSON each; answers may come in any order.

use std::collections::HashMap;
use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::{Value, json};
use zugi_game::{AnyGame, HiddenInformation, Registry, Setup};
use zugi_records::{PositionAnalysis, expected_json};

use super::output;
use super::pool::{self, Cancel, PositionLimits, Task};
use super::{CliError, show};

/// The JSON schema of queries and answers.
pub const SCHEMA: &str = include_str!("schema.json");

/// The longest line in bytes.
const MAX_LINE: u64 = 16 << 20;
/// The longest id in bytes.
const MAX_ID: usize = 1000;

/// A line of input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Option<Value>,
    cancel: Option<Value>,
    variant: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    turns: Option<Vec<usize>>,
    movetime: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

/// A query in progress.
#[derive(Default)]
struct Query {
    cancel: Cancel,
    /// The number of unanswered positions.
    left: AtomicUsize,
}

/// The queries in progress, by id as JSON.
type Queries = Arc<Mutex<HashMap<String, Arc<Query>>>>;

/// A position of a query.
struct Turn {
    id: Value,
    turn: usize,
    query: Arc<Query>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers all lines of stdin.
pub fn answer(
    registry: &Registry,
    variant: &str,
    effort: PositionLimits,
    threads: usize,
    hash: u64,
) -> Result<(), CliError> {
    let (tasks, waiting) = mpsc::channel();
    let (found, answers) = mpsc::channel();
    pool::start(registry, threads, hash, waiting.into_iter(), &found)?;
    drop(found);
    // One thread writes both the reader's messages and the results.
    let (lines, out) = mpsc::channel();
    let queries = Queries::default();
    let reader = Reader {
        registry: registry.clone(),
        variant: variant.to_owned(),
        effort,
        tasks,
        lines: lines.clone(),
        queries: Arc::clone(&queries),
    };
    // If the output is closed, this thread stays blocked on stdin.
    zugi_search::spawn(move || reader.read())?;
    zugi_search::spawn(move || {
        for (turn, found) in answers {
            let line = answered(&queries, &turn, found);
            if line.is_some_and(|line| lines.send(Ok(line)).is_err()) {
                return;
            }
        }
    })?;
    for line in out {
        show(&line?.to_string())?;
    }
    Ok(())
}

/// The answer to a position; `None` if its query was cancelled.
fn answered(
    queries: &Queries,
    Turn { id, turn, query }: &Turn,
    found: Result<PositionAnalysis, String>,
) -> Option<Value> {
    let mut queries = locked(queries);
    if query.left.fetch_sub(1, Ordering::SeqCst) == 1 && !query.cancel.is_cancelled() {
        queries.remove(&id.to_string());
    }
    if query.cancel.is_cancelled() {
        return None;
    }
    let more = json!({ "id": id, "turn": turn });
    Some(match found {
        Ok(found) => output::position(&found, more),
        Err(why) => json!({ "id": id, "turn": turn, "error": why }),
    })
}

struct Reader {
    registry: Registry,
    variant: String,
    effort: PositionLimits,
    tasks: Sender<Task<Turn>>,
    lines: Sender<io::Result<Value>>,
    queries: Queries,
}

impl Reader {
    fn read(self) {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) => {
                    let _ = self.lines.send(Err(error));
                    return;
                }
            }
            let answer = if line.len() as u64 == MAX_LINE && !line.ends_with(b"\n") {
                if input.skip_until(b'\n').is_err() {
                    return;
                }
                Some(
                    json!({ "id": null, "error": format!("expected lines of at most {} MiB", MAX_LINE >> 20) }),
                )
            } else {
                self.line(&line)
            };
            if answer.is_some_and(|answer| self.lines.send(Ok(answer)).is_err()) {
                return;
            }
        }
    }

    /// Executes a line; returns an immediate answer, if any.
    fn line(&self, line: &[u8]) -> Option<Value> {
        // A byte order mark, as Windows shells write it.
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        if line.trim_ascii().is_empty() {
            return None;
        }
        let wrong = |id: &Value, why: String| Some(json!({ "id": id, "error": why }));
        let query = match serde_json::from_slice::<Line>(line) {
            Ok(query) => query,
            Err(error) => {
                // If the line is JSON, use its id.
                let value = serde_json::from_slice::<Value>(line).unwrap_or_default();
                let id = value.get("id").filter(|id| is_id(id)).cloned().unwrap_or_default();
                return wrong(&id, expected_json("query", &error));
            }
        };
        if let Some(cancelled) = &query.cancel {
            return Some(self.cancel(cancelled));
        }
        let id = query.id.clone().unwrap_or_default();
        if !is_id(&id) {
            let expected = format!("expected an id: a text or a number of at most {MAX_ID} bytes");
            return wrong(&Value::Null, expected);
        }
        self.begin(&id, &query).err().and_then(|why| wrong(&id, why))
    }

    fn cancel(&self, id: &Value) -> Value {
        let Some(query) = locked(&self.queries).remove(&id.to_string()) else {
            return json!({ "id": id, "error": "expected the id of a query under way to cancel" });
        };
        query.cancel.cancel();
        json!({ "id": id, "cancelled": true })
    }

    /// Validates a query, then queues its positions.
    fn begin(&self, id: &Value, line: &Line) -> Result<(), String> {
        let name = line.variant.as_deref().unwrap_or(&self.variant);
        let variant = self.registry.find(name).map_err(|error| error.to_string())?;
        if variant.capability::<HiddenInformation>().is_ok() {
            return Err(format!("{name} hides pieces: expected a variant that shows all"));
        }
        let mut game = variant.game();
        let setup = match line.position.as_deref() {
            None | Some("startpos") => Setup::Start,
            Some(text) => Setup::Text(text),
        };
        game.set_up(setup, &line.moves).map_err(|error| error.to_string())?;
        let last = line.moves.len();
        let turns = line.turns.clone().unwrap_or_else(|| vec![last]);
        if turns.is_empty() || turns.iter().any(|&turn| turn > last) {
            return Err(format!("expected turns from 0 to {last}, the number of moves"));
        }
        let mut effort =
            PositionLimits { movetime: line.movetime, nodes: line.nodes, depth: line.depth };
        if [line.movetime, line.nodes, line.depth.map(u64::from)].contains(&Some(0)) {
            return Err("expected limits of at least 1".to_owned());
        }
        if effort.is_endless() {
            effort = self.effort;
        }
        let query = Arc::new(Query::default());
        query.left.store(turns.len(), Ordering::SeqCst);
        let key = id.to_string();
        {
            let mut queries = locked(&self.queries);
            if queries.contains_key(&key) {
                return Err("expected an id that no query under way has".to_owned());
            }
            queries.insert(key, Arc::clone(&query));
        }
        for turn in turns {
            let mut position: Box<dyn AnyGame> = variant.game();
            let moves = line.moves.get(..turn).unwrap_or_default();
            position.set_up(setup, moves).map_err(|error| error.to_string())?;
            let tag = Turn { id: id.clone(), turn, query: Arc::clone(&query) };
            let task = Task { tag, game: position, effort, cancel: query.cancel.clone() };
            // The workers are gone, and so is the reader of answers.
            if self.tasks.send(task).is_err() {
                break;
            }
        }
        Ok(())
    }
}

fn is_id(id: &Value) -> bool {
    (id.is_string() || id.is_number()) && id.to_string().len() <= MAX_ID
}

#[cfg(test)]
mod tests {
    use super::*;

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
