//! The exports of the module that reads files of games.
#![expect(unsafe_code, reason = "exported functions have names that others could have, too")]

use std::io::Write;

use zugi_records::json_lines;

use super::{buffer, host};

/// The least number of bytes that is passed to the host at once, except at the end.
const CHUNK: usize = 64 << 10;

/// Reads the text in the buffer: a line with the name of the default variant, then the file. Writes
/// a line of JSON for the file, and one for each game.
// SAFETY: no other export has this name.
#[unsafe(no_mangle)]
extern "C" fn games() {
    host::install();
    let mut text = buffer::take();
    let end = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
    let variant: Vec<u8> = text.drain(..end).collect();
    let registry = zugi::registry_of_rules();
    let chosen = String::from_utf8_lossy(&variant);
    let registry = registry.clone().with_default(chosen.trim()).unwrap_or(registry);
    let mut chunk = Vec::new();
    json_lines(text, &registry, |line| {
        chunk.extend_from_slice(line.as_bytes());
        chunk.push(b'\n');
        if chunk.len() >= CHUNK {
            write_chunk(&mut chunk);
        }
        true
    });
    write_chunk(&mut chunk);
}

fn write_chunk(chunk: &mut Vec<u8>) {
    // Writing to the host cannot fail.
    let _ = host::HostOutput.write_all(chunk);
    chunk.clear();
}
