//! The page's files, their headers, and access checks.

use std::fs;

use super::{Serve, refusal, request};
use crate::support::run;

/// The head and the body of an HTTP response.
fn parts(answer: &str) -> (&str, &str) {
    answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"))
}

pub fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let lines = parts(answer).0.lines().skip(1);
    let mut headers = lines.filter_map(|line| line.split_once(": "));
    headers.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

#[test]
fn every_file_is_served_as_built() {
    let serve = Serve::start(&[]);
    for (path, file, kind) in [
        ("/", "index.html", "text/html; charset=utf-8"),
        ("/?a=b", "index.html", "text/html; charset=utf-8"),
        ("/app.js", "app.js", "text/javascript; charset=utf-8"),
        ("/shared.js", "shared.js", "text/javascript; charset=utf-8"),
        ("/later.js", "later.js", "text/javascript; charset=utf-8"),
        ("/early.js", "early.js", "text/javascript; charset=utf-8"),
        ("/favicon.ico", "icon.svg", "image/svg+xml"),
        ("/app.css", "app.css", "text/css; charset=utf-8"),
        ("/icon.svg", "icon.svg", "image/svg+xml"),
    ] {
        let answer = serve.get(path);
        let built = fs::read_to_string(format!("crates/serve/dist/{file}")).unwrap();
        assert_eq!((status(&answer), parts(&answer).1), ("200", built.as_str()), "{path}");
        assert_eq!(header(&answer, "content-type"), Some(kind));
    }
    let (host, page) = (serve.address().to_string(), serve.get("/"));
    let known = format!("If-None-Match: {}\r\n", header(&page, "etag").expect("a tag"));
    for (method, more, expected) in [("HEAD", "", "200"), ("GET", known.as_str(), "304")] {
        let answer = serve.ask(&request(method, "/", &host, more));
        assert_eq!((status(&answer), parts(&answer).1), (expected, ""));
    }
}

#[test]
fn every_answer_has_the_security_headers() {
    let serve = Serve::start(&[]);
    let foreign = request("GET", "/", "evil.example", "");
    let posted = request("POST", "/", &serve.address().to_string(), "Content-Length: 0\r\n");
    let answers = [
        ("200", serve.get("/")),
        ("404", serve.get("/nothing")),
        ("404", serve.get("/../Cargo.toml")),
        ("400", serve.get("/engine")),
        ("403", serve.ask(&foreign)),
        ("405", serve.ask(&posted)),
    ];
    for (expected, answer) in answers {
        assert_eq!(status(&answer), expected, "{answer}");
        let policy = header(&answer, "content-security-policy").expect("a policy");
        for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(header(&answer, name), Some(value), "{answer}");
        }
    }
}

/// A WebSocket request with these headers.
pub fn handshake(host: &str, more: &str) -> String {
    format!(
        "GET /engine HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
    )
}

#[test]
fn pages_of_other_origins_do_not_reach_an_engine() {
    let serve = Serve::start(&[]);
    let host = serve.address().to_string();
    let answer = serve.ask(&handshake(&host, "Origin: https://evil.example\r\n"));
    assert_eq!(status(&answer), "403", "{answer}");
    assert!(parts(&answer).1.contains("expected"), "{answer}");
    assert_eq!(serve.engines(), [0; 0]);
}

#[test]
fn a_malformed_request_only_closes_its_connection() {
    let serve = Serve::start(&[]);
    let host = serve.address();
    let long = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    for request in ["nonsense\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET\r\n\r\n", &long] {
        let answer = serve.ask(request);
        assert!(["", "400", "431"].contains(&status(&answer)), "{answer}");
    }
    assert!(parts(&serve.get("/engine")).1.contains("expected the request of a WebSocket"));
    assert_eq!(status(&serve.get("/")), "200");
}

#[test]
fn the_server_answers_to_further_host_names() {
    let serve = Serve::start(&["--name", "board.example"]);
    let request = request("GET", "/", "Board.Example:1234", "");
    assert_eq!(status(&serve.ask(&request)), "200");
}

#[test]
fn an_address_that_cannot_be_used_is_one_clear_error() {
    let serve = Serve::start(&[]);
    let port = serve.address().port().to_string();
    let (code, _, error) = run(&["serve", "--port", &port]);
    let expected = format!("error: cannot listen on 127.0.0.1 port {port}: ");
    assert!(error.starts_with(&expected), "{error}");
    assert!(error.ends_with("expected another --port, or 0 for any\n"), "{error}");
    assert_eq!((code, error.lines().count()), (Some(2), 1));
    for wrong in ["256.0.0.1", "1.2.3.4", "nowhere.invalid", ""] {
        let error = refusal(&["--host", wrong]);
        assert!(error.starts_with(&format!("error: cannot listen on \"{wrong}\": ")), "{error}");
        let expected = ": expected an address or a name of this machine for --host";
        assert!(error.ends_with(expected), "{error}");
    }
}

#[test]
fn an_impossible_host_name_is_one_clear_error() {
    for wrong in ["http://board.example", "board.example:80", "192.0.2.1"] {
        let expected = "is no host name: expected one such as board.example for --name, without \
                        scheme, port or path";
        assert_eq!(refusal(&["--name", wrong]), format!("error: \"{wrong}\" {expected}"));
    }
}

#[test]
fn serving_other_machines_gives_a_warning() {
    let serve = Serve::start(&["--host", "0.0.0.0"]);
    assert!(serve.address().ip().is_loopback(), "an address that can be opened");
    serve.error("warning: other machines can connect to this address without a password");
    assert_eq!(status(&serve.get("/")), "200");
}
