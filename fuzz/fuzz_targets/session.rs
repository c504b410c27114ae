//! After any bytes as input, a session still answers further commands and ends, even if the bytes
//! start searches.
#![no_main]

use std::io::{BufReader, Cursor, Read};

use libfuzzer_sys::fuzz_target;
use zugi::engine::{Session, TextFront};

fuzz_target!(|input: &[u8]| {
    // Skipped: after `quit` nothing is answered, `xboard` selects another protocol, and the other
    // words may start long work.
    let text = String::from_utf8_lossy(input);
    if ["quit", "bench", "Hash", "hash", "HASH", "hreads", "HREADS", "xboard"]
        .iter()
        .any(|word| text.contains(word))
    {
        return;
    }
    let session = Session::new(&zugi::registry(), "zola-4").expect("zola-4 exists");
    let bytes = Cursor::new(input.to_vec()).chain(&b"\nstop\nponderhit\nisready\n"[..]);
    let mut output = Vec::new();
    session.run(BufReader::new(bytes), &mut TextFront::new(&mut output)).expect("threads");
    let output = String::from_utf8(output).expect("UTF-8");
    assert!(output.lines().any(|line| line == "readyok"), "{output}");
});
