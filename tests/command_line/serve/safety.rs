//! Limits of visitors, and attempts to exceed them.

use std::time::{Duration, Instant};

use tungstenite::Message;

use super::page::handshake;
use super::visitor::Visitor;
use super::{Serve, request};
use crate::support::{wait_until, zugi};

#[test]
fn garbage_changes_nothing() {
    let serve = Serve::start(&[]);
    let mut visitor = serve.visitor();
    visitor.say("position startpos moves b6c6");
    let before = visitor.ask("query board", "response");
    for line in ["nonsense", "isready\nquit", "setoption name TablePath value /", "\0\u{1b}[2J"] {
        let error = visitor.ask(line, "");
        assert!(error.starts_with("serve error "), "{line:?}: {error}");
        assert!(error.contains('"') && error.contains("expected "), "{line:?}: {error}");
        assert!(!error.contains(['\n', '\0', '\u{1b}']), "{error:?}");
    }
    visitor.send(Message::binary(vec![0, 159, 146, 150]));
    assert_eq!(visitor.line(), "serve error 4 bytes that are no text: expected one line");
    for nothing in ["", "   ", "\t\r\n"] {
        visitor.say(nothing);
    }
    assert_eq!(visitor.ask("query board", "response"), before);
    assert_eq!(serve.engines().len(), 1);
}

#[test]
fn a_message_that_is_too_long_ends_only_its_visit() {
    let serve = Serve::start(&[]);
    let mut other = serve.visitor();
    let before = other.ask("query board", "response");
    for message in [Message::text("x".repeat(1 << 20)), Message::binary(vec![0; 1 << 20])] {
        let mut visitor = serve.visitor();
        visitor.ask("isready", "readyok");
        visitor.send(message);
        let [end] = &visitor.rest()[..] else { panic!("one line that says why") };
        assert!(end.starts_with("serve ended "), "{end}");
        assert!(end.ends_with(": expected messages of up to 65536 bytes"), "{end}");
        serve.wait_for_engines(1);
    }
    // A message of the maximum length is answered.
    let longest = format!("query islegal {}", "x".repeat((64 << 10) - 14));
    assert_eq!(other.ask(&longest, "response"), "response false");
    assert_eq!(other.ask("query board", "response"), before);
}

#[test]
fn every_end_of_a_websocket_is_a_close_frame() {
    let serve = Serve::start(&[]);
    let host = serve.address().to_string();
    let request = handshake(&host, &format!("Origin: http://{host}\r\n"));
    let close = |code: u16| [&[0x88, 2], &code.to_be_bytes()[..]].concat();
    // The first byte, the payload, and the last frame of the server.
    for (first, payload, end) in [
        (0x88, &b""[..], vec![0x88, 0]),
        (0x88, b"\x03\xe8", close(1000)),
        (0x88, b"\x03\xe9bye", b"\x88\x05\x03\xe9bye".to_vec()),
        // 1005 is no code that may be sent, and one byte is no code.
        (0x88, b"\x03\xed", b"\x88\x14\x03\xeaProtocol violation".to_vec()),
        (0x88, b"\x03", close(1002)),
        (0x83, b"", close(1002)),
        (0x8b, b"", close(1002)),
        (0xc1, b"x", close(1002)),
        (0x80, b"x", close(1002)),
        (0x89, &[0; 126], close(1002)),
        (0x81, b"\xff", close(1007)),
    ] {
        let length = payload.len() as u8;
        let length = if length < 126 { vec![0x80 | length] } else { vec![0xfe, 0, length] };
        // A mask of zeros leaves the payload as it is.
        let frame = [&[first], &length[..], &[0; 4], payload].concat();
        let answer = serve.ask_bytes(&[request.as_bytes(), &frame].concat());
        let text = String::from_utf8_lossy(&answer);
        assert!(answer.ends_with(&end), "{first:x} {payload:?}: {text:?}");
    }
    let unmasked = [request.as_bytes(), b"\x81\x01x"].concat();
    assert!(serve.ask_bytes(&unmasked).ends_with(&close(1002)));
}

#[test]
fn hash_and_threads_are_limited() {
    let serve = Serve::start(&["--hash", "8", "--threads", "1"]);
    let mut visitor = serve.visitor();
    visitor.say("ugi");
    let options = visitor.lines_until("ugiok");
    assert!(options.contains(&"option name Hash type spin default 8 min 1 max 8".to_owned()));
    assert!(options.contains(&"option name Threads type spin default 1 min 1 max 1".to_owned()));
    assert!(!options.iter().any(|line| line.contains("type string")), "{options:?}");
    assert_eq!(
        visitor.ask("setoption name Hash value 1000000", "serve"),
        "serve error option \"Hash\" cannot be \"1000000\": expected 1 to 8, 8 is used"
    );
    visitor.ask("isready", "readyok");
}

#[test]
fn a_search_that_is_too_long_is_stopped() {
    let serve = Serve::start(&["--longest", "1"]);
    let mut visitor = serve.visitor();
    // Lower bounds hold on a busy machine, too.
    for endless in ["go infinite", "go depth 1000", "go p1time 86400000 p2time 86400000"] {
        let began = Instant::now();
        visitor.say(endless);
        let lines = visitor.lines_until("bestmove");
        let error = "serve error The server lets an engine think for up to 1 s.".to_owned();
        assert!(lines.contains(&error), "{endless}: {lines:?}");
        assert!(began.elapsed() > Duration::from_secs(1), "not before its time");
    }
}

#[test]
fn searches_that_wait_for_each_other_are_limited() {
    let serve = Serve::start(&[]);
    let mut visitor = serve.visitor();
    for _ in 0..8 {
        visitor.say("go infinite");
    }
    assert_eq!(
        visitor.ask("go infinite", "serve"),
        "serve error \"go infinite\" is too much: expected up to 8 searches at once"
    );
}

/// The number of messages that a visitor may send at once, and after that per second.
const BURST: usize = 1000;
const PER_SECOND: usize = 200;

#[test]
fn a_flood_of_messages_waits() {
    let serve = Serve::start(&[]);
    let (mut visitor, began) = (serve.visitor(), Instant::now());
    let count = BURST + 2 * PER_SECOND;
    visitor.repeat("isready", count);
    (0..count).for_each(|_| assert_eq!(visitor.line(), "readyok"));
    assert!(began.elapsed() >= Duration::from_secs(2), "{:?}", began.elapsed());
    serve.visitor().ask("isready", "readyok");
}

#[test]
fn a_stop_does_not_wait_in_a_flood() {
    let serve = Serve::start(&[]);
    let mut visitor = serve.visitor();
    visitor.ask("go infinite", "info");
    let waiting = 3 * PER_SECOND;
    visitor.repeat("isready", BURST + waiting);
    visitor.say("stop");
    let lines = visitor.lines_until("bestmove");
    let answered = lines.iter().filter(|line| *line == "readyok").count();
    assert!(answered < BURST + waiting / 2, "{answered}");
    // `stop` also stops a search that is queued before it.
    visitor.say("go infinite");
    visitor.say("stop");
    visitor.until("bestmove");
}

#[test]
fn a_close_does_not_wait_in_a_flood() {
    let serve = Serve::start(&[]);
    let mut visitor = serve.visitor();
    visitor.repeat("isready", BURST + 900);
    let began = Instant::now();
    visitor.close();
    serve.wait_for_engines(0);
    assert!(began.elapsed() < Duration::from_millis(4000), "{:?}", began.elapsed());
}

#[test]
fn a_visitor_beyond_the_limit_is_told_so() {
    let serve = Serve::start(&["--visitors", "2"]);
    let (one, mut two) = (serve.visitor(), serve.visitor());
    let mut three = serve.connect();
    let line = three.line();
    assert_eq!(line, "serve busy all 2 places are taken: try again later");
    assert_eq!(three.try_line(), None);
    two.ask("isready", "readyok");
    one.close();
    let mut four = serve.connect();
    wait_until("the place is free", || {
        let is_in = !four.line().starts_with("serve busy");
        if !is_in {
            four = serve.connect();
        }
        is_in
    });
    four.ask("isready", "readyok");
}

/// The lines that docs/reference/serve.md promises to programs that watch a server.
#[test]
fn the_log_names_the_address_of_each_visitor_refusal_and_limit() {
    let mut command = zugi();
    command.env("RUST_LOG", "info").args(["serve", "--port", "0", "--per-address", "1"]);
    let serve = Serve::spawn(command.args(["--proxy", "127.0.0.1"]));
    let connect = |from: &str| Visitor::connect_by(serve.address(), Some(from)).unwrap();
    let logged = |text: &str| {
        let line = serve.log(text);
        let (head, rest) = line.split_once("] ").expect("a head");
        assert!(head.starts_with("[20") && head.contains(" INFO "), "{line}");
        assert!(rest.starts_with(text), "{line}");
    };
    let mut one = connect("192.0.2.1");
    logged("address 192.0.2.1 begins a visit");
    let mut again = connect("203.0.113.9, 192.0.2.1");
    let busy = "your address has 1 visitors already";
    assert_eq!(again.line(), format!("serve busy {busy}: try again later"));
    logged(&format!("address 192.0.2.1 refused: {busy}"));
    let other = connect("192.0.2.2");
    logged("address 192.0.2.2 begins a visit");
    serve.ask(&request("GET", "/", "evil.example", "X-Forwarded-For: 2001:db8::3\r\n"));
    logged("address 2001:db8::3 refused: unknown host \"evil.example\"");
    one.say(&"x".repeat(65_537));
    assert!(one.until("serve ended").contains("expected messages of up to"));
    logged("address 192.0.2.1 limited: ");
    logged("address 192.0.2.1 ends after ");
    other.close();
    logged("address 192.0.2.2 ends after ");
    // The place is free when the closing handshake is over.
    drop(one);
    wait_until("its place is free", || connect("192.0.2.1").line().starts_with("serve engine "));
}

#[test]
fn an_idle_visitor_loses_its_engine_and_gets_it_back_as_it_was() {
    let serve = Serve::start(&["--engine-idle", "0"]);
    let mut visitor = serve.visitor();
    visitor.ask("ugi", "ugiok");
    visitor.say("setoption name UGI_Variant value zola-4");
    visitor.say("position startpos moves a1a2");
    let fen = visitor.ask("query fen", "response");
    serve.wait_for_engines(0);
    visitor.say("query fen");
    assert_eq!(visitor.line(), fen, "and nothing else");
    visitor.ask("isready", "readyok");
}
