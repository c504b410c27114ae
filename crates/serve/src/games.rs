//! Reads an uploaded game file (of another program, a record, or a list of moves) and answers with
//! a line of JSON for each game.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::unfold;
use http_body_util::{BodyExt, StreamBody};
use hyper::body::{Body as _, Bytes, Frame, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::http::uri::Uri;
use hyper::{Request, Response, StatusCode};
use serde::Serialize;
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use zugi_game::Registry;
use zugi_records::{GameFile, GameFileError, MAX_BYTES};

use super::http_answer::{HttpAnswer, text};
use super::shared_state::ServerState;

/// Texts of more bytes than this are large; few of them are held in memory at once.
const LARGE: u64 = 1 << 20;

/// The timeout of an upload.
const BODY_TIME: Duration = Duration::from_secs(60);

/// Bytes of output that are sent together.
const CHUNK: usize = 64 << 10;

/// The first line of an answer.
#[derive(Serialize)]
#[serde(untagged)]
enum Head {
    Games {
        /// The format, in words.
        kind: String,
        /// How many lines follow.
        games: usize,
        /// The number of games and of those left out; none if all are shown.
        #[serde(skip_serializing_if = "Option::is_none")]
        summary: Option<String>,
    },
    Error {
        error: String,
    },
}

/// Reads the uploaded text and answers with its games. The status is 200 for an unreadable text
/// too; the first line has the error.
pub async fn games(state: &Arc<ServerState>, request: Request<Incoming>) -> HttpAnswer {
    let Some(length) = request.body().size_hint().exact() else {
        return text(StatusCode::LENGTH_REQUIRED, "no length: expected a Content-Length");
    };
    if length > MAX_BYTES as u64 {
        let problem = GameFileError::TooLarge(usize::try_from(length).unwrap_or(usize::MAX));
        return text(StatusCode::PAYLOAD_TOO_LARGE, &problem.to_string());
    }
    // Held until the text has been read. The error cannot occur: it means a closed semaphore.
    let large = match length > LARGE {
        true => Arc::clone(&state.large_files).acquire_owned().await.ok(),
        false => None,
    };
    let registry = registry_for(&state.registry, request.uri());
    let body = match timeout(BODY_TIME, request.into_body().collect()).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) => return text(StatusCode::BAD_REQUEST, &format!("no text: {error}")),
        Err(_) => {
            let problem = format!("no text after {} s: expected it sooner", BODY_TIME.as_secs());
            return text(StatusCode::REQUEST_TIMEOUT, &problem);
        }
    };
    let reading = Arc::clone(&state.readings).acquire_owned().await.ok();
    let (sender, receiver) = channel(2);
    spawn_blocking(move || {
        send_games(body, &registry, &sender);
        drop((large, reading));
    });
    let frames = unfold(receiver, |mut receiver| async {
        let bytes = receiver.recv().await?;
        Some((Ok::<_, Infallible>(Frame::data(bytes)), receiver))
    });
    let mut answer = Response::new(StreamBody::new(frames).boxed_unsync());
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/jsonl; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// The registry with the page's variant as the default: a list of moves may fit several variants.
fn registry_for(registry: &Registry, uri: &Uri) -> Registry {
    let words = uri.query().unwrap_or_default().split('&');
    let variant = words.filter_map(|word| word.strip_prefix("variant=")).next();
    // An external engine may have variants that are unknown here.
    let chosen = variant.and_then(|name| registry.clone().with_default(name).ok());
    chosen.unwrap_or_else(|| registry.clone())
}

/// Reads a text and sends its games until the receiver is gone.
fn send_games(body: Bytes, registry: &Registry, sender: &Sender<Bytes>) {
    let mut chunk = Vec::new();
    let sent = each_line(body, registry, |line| {
        chunk.extend_from_slice(line.as_bytes());
        chunk.push(b'\n');
        chunk.len() < CHUNK || sender.blocking_send(std::mem::take(&mut chunk).into()).is_ok()
    });
    if sent && !chunk.is_empty() {
        drop(sender.blocking_send(chunk.into()));
    }
}

/// Passes each line of the answer to `take` until that returns false; returns whether it took all.
fn each_line(body: Bytes, registry: &Registry, mut take: impl FnMut(String) -> bool) -> bool {
    let file = match read(body, registry) {
        Ok(file) => file,
        Err(error) => return take(json(&Head::Error { error })),
    };
    let kind = file.kind().to_string();
    let head = Head::Games { kind, games: file.len(), summary: file.summary() };
    take(json(&head)) && file.games().all(|game| take(json(&game)))
}

fn read(body: Bytes, registry: &Registry) -> Result<GameFile, String> {
    let body = String::from_utf8(body.into());
    // A byte order mark, as Windows programs write it.
    let body = body.map(|text| text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text));
    let body = body.map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("byte {at} is no text: expected a file of games in UTF-8")
    })?;
    let file = GameFile::read(body, registry).map_err(|error| error.to_string())?;
    if file.is_empty() {
        return Err("there is no game in it: expected at least one".to_owned());
    }
    Ok(file)
}

/// A line of JSON. Serialization cannot fail: all keys are strings.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use zugi_game::Variant;
    use zugi_game::toy::{Corridor, Hexapawn};

    use super::*;

    fn registry() -> Registry {
        Registry::new(vec![Variant::new::<Corridor>(), Variant::new::<Hexapawn>()], "corridor")
    }

    fn lines(text: &[u8]) -> Vec<Value> {
        let mut lines = Vec::new();
        each_line(Bytes::copy_from_slice(text), &registry(), |line| {
            lines.push(serde_json::from_str(&line).unwrap());
            true
        });
        lines
    }

    #[test]
    fn a_line_for_the_text_and_one_for_each_game() {
        let game = "[Event \"x\"]\n[White \"A\"]\n[Variant \"hexapawn\"]\n\n1. a1a2 b4b3 0-1\n\n";
        let other = "[Event \"x\"]\n[Variant \"chess\"]\n\n1. e4 *\n\n";
        let lines = lines([game, other, game].concat().as_bytes());
        let [head, one, two] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!((&head["kind"], &head["games"]), (&"a game in PGN".into(), &2.into()));
        assert_eq!(head["summary"], "3 games, 2 shown; left out: 1 of chess");
        assert_eq!((&one["p1"], &one["moves"][0]["move"]), (&"A".into(), &"a1a2".into()));
        assert_eq!((&one["number"], &two["number"]), (&1.into(), &3.into()));
        assert_eq!(one["result"], "p2win");
    }

    #[test]
    fn what_cannot_be_read_is_one_line() {
        for (text, expected) in [
            (&b"hello there"[..], "no games: \"hello\": expected a record of zugi"),
            (b"\xff\xfe", "byte 0 is no text: expected"),
            (b"", "there is no game in it"),
            (b"{\"number\":1,", "JSON of a game"),
        ] {
            let lines = lines(text);
            let error = lines[0]["error"].as_str().unwrap();
            assert!(error.contains(expected) && lines.len() == 1, "{lines:?}");
        }
    }

    #[test]
    fn nobody_is_read_to_who_has_gone() {
        let text = "[Variant \"hexapawn\"]\n\n1. a1a2 *\n\n".repeat(5);
        let mut taken = 0;
        let all = each_line(text.into(), &registry(), |_| {
            taken += 1;
            taken < 3
        });
        assert_eq!((all, taken), (false, 3));
    }

    #[test]
    fn the_variant_in_view_is_tried_first() {
        for (query, variant) in [
            ("variant=hexapawn", "hexapawn"),
            ("a=b&variant=Hexapawn", "hexapawn"),
            ("variant=chess", "corridor"),
            ("", "corridor"),
        ] {
            let uri = format!("/games?{query}").parse().unwrap();
            assert_eq!(registry_for(&registry(), &uri).default_variant().name(), variant);
        }
    }
}
