//! After any bytes as input, a session in the XBoard protocol still answers further commands and
//! ends.
#![no_main]

use std::io::{BufReader, Cursor, Read};

use libfuzzer_sys::fuzz_target;
use zugi::engine::{Session, TextFront};
use zugi::protocol::xboard::parse;
use zugi::xboard::UgiOrXBoard;

fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    for line in text.lines() {
        if let Err(error) = parse(line) {
            let text = error.to_string();
            assert!(!text.contains('\n') && text.chars().count() <= 400, "{text:?}");
        }
    }
    // After `quit` nothing is answered; the other words may start long work, which would slow the
    // fuzzer down.
    if ["quit", "Hash", "Threads", "memory", "cores", "zola10"]
        .iter()
        .any(|word| text.contains(word))
    {
        return;
    }
    let session = Session::new(&zugi::registry(), "zola-4").expect("zola-4 exists");
    let bytes = Cursor::new(b"xboard\n".to_vec())
        .chain(Cursor::new(input.to_vec()))
        .chain(&b"\nforce\nping 123456789\n"[..]);
    let mut output = Vec::new();
    let mut front = UgiOrXBoard::new(TextFront::new(&mut output));
    session.run(BufReader::new(bytes), &mut front).expect("threads");
    assert!(output.ends_with(b"pong 123456789\n"), "{}", String::from_utf8_lossy(&output));
});
