//! Reads an uploaded game file (of another program, a record, or a list of moves) and answers with
//! one line of JSON for each game.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::unfold;
use http_body_util::{BodyExt, StreamBody};
use hyper::body::{Body as _, Bytes, Frame, Incoming};
use hyper::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use hyper::http::uri::Uri;
use hyper::{Request, Response, StatusCode};
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use zugi_game::Registry;
use zugi_protocol::quote;
use zugi_records::{GameFileError, MAX_BYTES, json_lines};

use super::http_answer::{HttpAnswer, text};
use super::shared_state::ServerState;

/// In bytes. Of the longer texts, only `READINGS` are in memory at once.
const LARGE: u64 = 1 << 20;

/// The timeout of an upload.
const BODY_TIME: Duration = Duration::from_secs(60);

/// The number of bytes of output that are sent together.
const CHUNK: usize = 64 << 10;

/// The status is 200 even if the text is unreadable; the first line of the answer has the error.
pub async fn games(state: &Arc<ServerState>, request: Request<Incoming>) -> HttpAnswer {
    let mut codings = request.headers().get_all(CONTENT_ENCODING).iter();
    if let Some(coding) =
        codings.find(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity"))
    {
        let coding = quote(&String::from_utf8_lossy(coding.as_bytes()));
        let problem = format!("Content-Encoding {coding}: expected a text that is not compressed");
        let mut answer = text(StatusCode::UNSUPPORTED_MEDIA_TYPE, &problem);
        answer.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        return answer;
    }
    let Some(length) = request.body().size_hint().exact() else {
        return text(StatusCode::LENGTH_REQUIRED, "no length: expected a Content-Length");
    };
    if length > MAX_BYTES as u64 {
        let problem = GameFileError::TooLarge(usize::try_from(length).unwrap_or(usize::MAX));
        return text(StatusCode::PAYLOAD_TOO_LARGE, &problem.to_string());
    }
    // Held until the text has been read. Acquiring fails only if the semaphore is closed.
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

/// The registry with the page's variant as the default, because a list of moves may fit several.
fn registry_for(registry: &Registry, uri: &Uri) -> Registry {
    let words = uri.query().unwrap_or_default().split('&');
    let variant = words.filter_map(|word| word.strip_prefix("variant=")).next();
    // An external engine may have unknown variants.
    let chosen = variant.and_then(|name| registry.clone().with_default(name).ok());
    chosen.unwrap_or_else(|| registry.clone())
}

/// Reads a text and sends its games until the receiver is gone.
fn send_games(body: Bytes, registry: &Registry, sender: &Sender<Bytes>) {
    let mut chunk = Vec::new();
    let sent = json_lines(body.into(), registry, |line| {
        chunk.extend_from_slice(line.as_bytes());
        chunk.push(b'\n');
        chunk.len() < CHUNK || sender.blocking_send(std::mem::take(&mut chunk).into()).is_ok()
    });
    if sent && !chunk.is_empty() {
        drop(sender.blocking_send(chunk.into()));
    }
}

#[cfg(test)]
mod tests {
    use zugi_game::Variant;
    use zugi_game::toy::{Corridor, Hexapawn};

    use super::*;

    fn registry() -> Registry {
        Registry::new(vec![Variant::new::<Corridor>(), Variant::new::<Hexapawn>()], "corridor")
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
