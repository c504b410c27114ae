//! Uploads of game files and the answers.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Serve;
use super::page::status;

/// The answer to an upload by a page of this server. With HTTP/1.0 the answer ends with the
/// connection.
fn post(serve: &Serve, query: &str, more: &str, text: &str) -> String {
    let (host, length) = (serve.address(), text.len());
    serve.ask(&format!(
        "POST /games{query} HTTP/1.0\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: {length}\r\n{more}\r\n{text}"
    ))
}

/// The lines of the answer to a text.
#[track_caller]
fn games(serve: &Serve, query: &str, text: &str) -> Vec<Value> {
    let answer = post(serve, query, "", text);
    assert_eq!(status(&answer), "200", "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    body.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn sample(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/records/tests/data");
    fs::read_to_string(folder.join(name)).expect(name)
}

/// `tests/matches/games.rs` reads all formats.
#[test]
fn an_upload_is_answered_with_its_games_or_one_error() {
    let serve = Serve::start(&[]);
    let lines = games(&serve, "", &sample("handmade/mixed.json"));
    assert!(lines[0]["summary"].as_str().unwrap().starts_with("10 games, 3 shown; "), "{lines:?}");
    assert_eq!(lines.len(), 4);
    // A bare move list is read as the page's variant.
    assert_eq!(games(&serve, "?variant=zola-8", "1. a1-b1")[1]["variant"], "zola-8");
    let lines = games(&serve, "", "hello there");
    assert!(lines.len() == 1 && lines[0]["error"].is_string(), "{lines:?}");
}

#[test]
fn uploads_by_other_pages_and_too_long_ones_are_refused() {
    let serve = Serve::start(&[]);
    let host = serve.address();
    let foreign = format!(
        "POST /games HTTP/1.0\r\nHost: {host}\r\nOrigin: https://evil.example\r\nContent-Length: 1\r\n\r\nx"
    );
    let long = |length: u64| {
        format!("POST /games HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n")
    };
    let endless = format!(
        "POST /games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
    );
    let packed = format!(
        "POST /games HTTP/1.0\r\nHost: {host}\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx"
    );
    for (request, expected, said) in [
        (foreign, "403", "foreign origin"),
        (long((64 << 20) + 1), "413", "65 MiB of games: expected at most 64 MiB"),
        (long(1 << 40), "413", "expected at most 64 MiB"),
        (endless, "411", "expected a Content-Length"),
        (packed, "415", "Content-Encoding \"gzip\": expected a text that is not compressed"),
        (format!("GET /games HTTP/1.0\r\nHost: {host}\r\n\r\n"), "405", "expected POST"),
    ] {
        let answer = serve.ask(&request);
        assert_eq!(status(&answer), expected, "{answer}");
        assert!(answer.contains(said), "{answer}");
    }
    assert_eq!(serve.engines(), [0; 0]);
}
