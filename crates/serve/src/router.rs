//! Routes an HTTP request: a file of the page, an uploaded game file, or the WebSocket.

use std::net::IpAddr;
use std::sync::Arc;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH, VARY,
};
use hyper::upgrade::{self, OnUpgrade};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::Role;
use zugi_protocol::quote;

use super::address_counter::client_address;
use super::admission::NoPlace;
use super::assets::{self, Asset};
use super::game_upload::games;
use super::http_answer::{HttpAnswer, text};
use super::shared_state::ServerState;
use super::static_page;
use super::visitor::{self, turn_away};
use super::visitor_limits::websocket_config;

const ENGINE: &str = "/engine";

const GAMES: &str = "/games";

/// The security headers of all answers, besides the policy of the page.
const HEADERS: &[(&str, &str)] = &[
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
];

/// Isolates the static page so that it may share memory with its worker and stop a search at once.
const ISOLATION: (&str, &str) = ("cross-origin-embedder-policy", "require-corp");

pub async fn answer(
    state: &Arc<ServerState>,
    peer: IpAddr,
    request: Request<Incoming>,
) -> HttpAnswer {
    let address = client_address(peer, &state.proxies, request.headers());
    let is_static = request.uri().path().starts_with(static_page::PATH);
    let page = state.static_page.as_ref().filter(|_| is_static);
    let mut answer = route(state, address, request).await;
    let headers = answer.headers_mut();
    for (name, value) in HEADERS.iter().chain(page.map(|_| &ISOLATION)) {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    let policy = page.map_or(&*assets::POLICY, |page| &page.policy);
    headers.insert(CONTENT_SECURITY_POLICY, policy.clone());
    answer
}

async fn route(
    state: &Arc<ServerState>,
    address: IpAddr,
    mut request: Request<Incoming>,
) -> HttpAnswer {
    if let Err(rejection) = state.hosts.check(request.uri(), request.headers()) {
        log::info!("address {address} refused: {rejection}");
        return text(StatusCode::FORBIDDEN, &rejection);
    }
    let (methods, expected): (&[Method], _) = match request.uri().path() {
        GAMES => (&[Method::POST], "POST"),
        _ => (&[Method::GET, Method::HEAD], "GET, HEAD"),
    };
    if !methods.contains(request.method()) {
        let problem = format!("method {}: expected {expected}", quote(request.method().as_str()));
        let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, &problem);
        answer.headers_mut().insert(ALLOW, HeaderValue::from_static(expected));
        return answer;
    }
    match request.uri().path() {
        ENGINE => engine(state, address, &mut request),
        GAMES => games(state, request).await,
        // The page asks whether there is a static page; absence is not an error.
        static_page::PATH if state.static_page.is_none() => {
            let mut answer = HttpAnswer::default();
            *answer.status_mut() = StatusCode::NO_CONTENT;
            answer
        }
        path => match assets::find(path)
            .or_else(|| state.static_page.as_ref().and_then(|page| page.find(path)))
        {
            Some(asset) => file(asset, request.headers()),
            None => {
                let problem = format!("no page {}: expected /", quote(path));
                text(StatusCode::NOT_FOUND, &problem)
            }
        },
    }
}

fn file(asset: &'static Asset, headers: &HeaderMap) -> HttpAnswer {
    let packed = asset.packed.as_ref().filter(|_| takes_gzip(headers));
    let (bytes, tag) =
        packed.map_or((asset.bytes, &asset.tag), |(bytes, tag)| (bytes.as_slice(), tag));
    let known = is_known(headers, tag);
    let body = if known { &[] } else { bytes };
    let mut answer = Response::new(Full::new(Bytes::from_static(body)).boxed_unsync());
    if known {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if packed.is_some() && !known {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    // Another version of the program may later serve this address.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(ETAG, tag);
    }
    answer
}

/// Whether the client has the contents with this tag (RFC 9110, 13.1.2: a list of tags, weak or
/// strong, or `*` for any contents).
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let lists = headers.get_all(IF_NONE_MATCH).iter();
    let mut tags = lists.flat_map(|list| list.as_bytes().split(|&byte| byte == b','));
    tags.any(|known| {
        let known = known.trim_ascii();
        known == b"*" || known.strip_prefix(b"W/").unwrap_or(known) == tag.as_bytes()
    })
}

/// Whether the client accepts gzip with a nonzero weight.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let said = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    said.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let zero = weight.trim().strip_prefix("q=").and_then(|q| q.parse().ok()) == Some(0.0);
        name.trim().eq_ignore_ascii_case("gzip") && !zero
    })
}

/// Upgrades the connection to a WebSocket. If a visitor gets no place, the WebSocket sends only the
/// reason, or the answer is an HTTP error if there are also too many connections.
fn engine(
    state: &Arc<ServerState>,
    address: IpAddr,
    request: &mut Request<Incoming>,
) -> HttpAnswer {
    let answer = match create_response_with_body(&*request, || Full::default().boxed_unsync()) {
        Ok(answer) if request.method() == Method::GET => answer,
        Ok(_) => return text(StatusCode::BAD_REQUEST, "HEAD: expected the GET of a WebSocket"),
        Err(error) => {
            let problem = format!("{error}: expected the request of a WebSocket");
            return text(StatusCode::BAD_REQUEST, &problem);
        }
    };
    let upgrade = upgrade::on(request);
    let why = match state.visitors.admit(address) {
        Ok(place) => {
            let state = Arc::clone(state);
            tokio::spawn(async move {
                if let Some(socket) = accept(upgrade).await {
                    visitor::visit(socket, state, address, place).await;
                }
            });
            return answer;
        }
        Err(NoPlace::Full(all)) => format!("all {all} places are taken"),
        Err(NoPlace::Address(most)) => format!("your address has {most} visitors already"),
    };
    log::info!("address {address} refused: {why}");
    let Ok(place) = state.connections.admit(address) else {
        return text(StatusCode::SERVICE_UNAVAILABLE, "too many connections: try again later");
    };
    tokio::spawn(async move {
        if let Some(socket) = accept(upgrade).await {
            turn_away(socket, &why).await;
        }
        drop(place);
    });
    answer
}

/// The WebSocket after the upgrade; `None` if the connection failed.
async fn accept(upgrade: OnUpgrade) -> Option<visitor::Socket> {
    let stream = TokioIo::new(upgrade.await.ok()?);
    Some(WebSocketStream::from_raw_socket(stream, Role::Server, Some(websocket_config())).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_for_browsers_that_take_it() {
        for (said, takes) in [
            ("gzip", true),
            ("deflate, GZIP;q=0.5, br", true),
            ("br", false),
            ("gzip;q=0", false),
            ("gzip;q=0.0", false),
            ("xgzip", false),
        ] {
            let value = HeaderValue::from_static(said);
            assert_eq!(
                takes_gzip(&HeaderMap::from_iter([(ACCEPT_ENCODING, value)])),
                takes,
                "{said}"
            );
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn what_the_client_has_is_not_sent_again() {
        let asset = assets::find("/app.js").unwrap();
        let (plain, (_, packed)) = (asset.tag.as_str(), asset.packed.as_ref().unwrap());
        let weak = format!("W/{plain}");
        let list = format!("\"a,b\" ,\t{weak}");
        for (known, coding, status) in [
            (&[plain][..], "br", 304),
            (&[&weak], "br", 304),
            (&[&list], "br", 304),
            (&["\"x\"", plain], "br", 304),
            (&["*"], "br", 304),
            (&[packed], "gzip", 304),
            (&[], "br", 200),
            (&["", "\"*\""], "br", 200),
            (&[plain.trim_matches('"')], "br", 200),
            (&[&format!("w/{plain}")], "br", 200),
            // The other representation has another tag.
            (&[packed], "br", 200),
            (&[plain], "gzip", 200),
        ] {
            let tags = known.iter().map(|tag| (IF_NONE_MATCH, HeaderValue::from_str(tag).unwrap()));
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(coding));
            headers.extend(tags);
            let answer = file(asset, &headers);
            assert_eq!(answer.status(), status, "{known:?} {coding}");
            let tag = if coding == "gzip" { packed } else { plain };
            assert_eq!(answer.headers()[ETAG], tag, "{known:?} {coding}");
        }
    }
}
