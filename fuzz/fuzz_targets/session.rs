//! Any bytes are a session that goes on to its end and answers what comes after them.
#![no_main]

use std::io::{Cursor, Read};

use libfuzzer_sys::fuzz_target;
use zugi::engine::{Session, SessionConfig};

fuzz_target!(|input: &[u8]| {
    // Work that takes long is not what is looked for here.
    let text = String::from_utf8_lossy(input);
    if ["perft", "divide", "bench", "go", "quit", "Hash", "Threads"].iter().any(|word| text.contains(word)) {
        return;
    }
    let config = SessionConfig { registry: zugi::variants::registry(), variant: "zola-4".into(), colour: false };
    let bytes = Cursor::new(input.to_vec()).chain(&b"\nisready\n"[..]);
    let mut output = Vec::new();
    Session::run(std::io::BufReader::new(bytes), &mut output, &config).expect("zola-4 exists");
    assert!(output.ends_with(b"readyok\n"), "{}", String::from_utf8_lossy(&output));
});
