//! The two threads between the arbiter and a child process: one reads its output line
//! by line and stamps the time, the other writes its input, so that neither an engine
//! that talks for ever nor one that never listens can hold up the arbiter.
//!
//! Memory is bounded: a [`Meter`] counts what waits in either direction.

use std::io::{BufRead, BufReader, Read, Write};
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The longest line of output that is kept, in bytes; the rest of it is dropped.
pub const LONGEST_LINE: usize = 64 << 10;

/// More output than this that nobody has read is a flood, in bytes.
const MOST_UNREAD: usize = 8 << 20;

/// More output than this since the last line to the process is a flood, in bytes:
/// 100,000 `info` lines or so, more than hours of search give.
const MOST_ANSWER: usize = 16 << 20;

/// Input that waits for a process that does not read; what is sent beyond this is lost,
/// in bytes.
const MOST_QUEUED: usize = 16 << 20;

/// What a line costs besides its text, so that empty lines are a flood, too.
const LINE_COST: usize = 64;

/// A line of output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text without its `\n`, invalid UTF-8 replaced.
    pub text: String,
    /// When it arrived.
    pub at: Instant,
}

/// What the reading thread reports. The end of the output is the end of the channel.
pub enum Event {
    /// A line.
    Line(Line),
    /// Too much of everything; nothing more is read.
    Flood,
}

/// What is under way between the arbiter and a process.
#[derive(Default)]
pub struct Meter {
    unread: AtomicUsize,
    answer: AtomicUsize,
    queued: AtomicUsize,
    flooded: AtomicBool,
    written: Mutex<Option<Instant>>,
}

impl Meter {
    /// Whether the process has flooded its output.
    pub fn flooded(&self) -> bool {
        self.flooded.load(Ordering::Relaxed)
    }

    /// When the latest write to the process began.
    pub fn written(&self) -> Option<Instant> {
        *self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a line as read.
    pub fn took(&self, line: &Line) {
        self.unread.fetch_sub(line.text.len() + LINE_COST, Ordering::Relaxed);
    }

    /// Whether so many bytes may be queued for the process; a new answer begins.
    pub fn queue(&self, bytes: usize) -> bool {
        self.answer.store(0, Ordering::Relaxed);
        let fits = self.queued.load(Ordering::Relaxed).saturating_add(bytes) <= MOST_QUEUED;
        if fits {
            self.queued.fetch_add(bytes, Ordering::Relaxed);
        }
        fits
    }

    /// Counts output; whether it is too much.
    fn is_flood(&self, answer: usize, unread: usize) -> bool {
        let answer = self.answer.fetch_add(answer, Ordering::Relaxed).saturating_add(answer);
        let unread = self.unread.fetch_add(unread, Ordering::Relaxed).saturating_add(unread);
        answer > MOST_ANSWER || unread > MOST_UNREAD
    }
}

/// Reads lines until the output ends, nobody wants them, or there are too many.
pub fn read(mut output: impl Read, meter: &Meter, lines: &Sender<Event>) {
    let mut buffer = vec![0; LONGEST_LINE];
    let mut partial = Vec::new();
    while let Ok(length @ 1..) = output.read(&mut buffer) {
        let at = Instant::now();
        if meter.is_flood(length, 0) {
            break;
        }
        for piece in buffer.get(..length).unwrap_or_default().split_inclusive(|&b| b == b'\n') {
            let (text, ends) = match piece {
                [text @ .., b'\n'] => (text, true),
                text => (text, false),
            };
            let room = LONGEST_LINE.saturating_sub(partial.len());
            partial.extend_from_slice(text.get(..room).unwrap_or(text));
            if ends && !report(&mem::take(&mut partial), at, meter, lines) {
                return;
            }
        }
    }
    if !partial.is_empty() {
        report(&partial, Instant::now(), meter, lines);
    }
    if meter.is_flood(0, 0) {
        flood(meter, lines);
    }
}

/// Hands over a line; whether to go on.
fn report(text: &[u8], at: Instant, meter: &Meter, lines: &Sender<Event>) -> bool {
    let text = String::from_utf8_lossy(text).into_owned();
    if meter.is_flood(LINE_COST, text.len() + LINE_COST) {
        flood(meter, lines);
        return false;
    }
    lines.send(Event::Line(Line { text, at })).is_ok()
}

fn flood(meter: &Meter, lines: &Sender<Event>) {
    meter.flooded.store(true, Ordering::Relaxed);
    // Nobody to hear of it: nobody to suffer from it.
    drop(lines.send(Event::Flood));
}

/// Writes what comes until nothing more can come, or the process has closed its input.
pub fn write(mut input: impl Write, meter: &Meter, texts: &Receiver<Vec<u8>>) {
    while let Ok(mut text) = texts.recv() {
        // What has gathered meanwhile goes in one write.
        while let Ok(more) = texts.try_recv() {
            text.extend_from_slice(&more);
        }
        *meter.written.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        if input.write_all(&text).and_then(|()| input.flush()).is_err() {
            break;
        }
        meter.queued.fetch_sub(text.len(), Ordering::Relaxed);
    }
}

/// Logs the lines of a process' standard error.
pub fn log_lines(output: impl Read, program: &str) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while let Ok(1..) = (&mut output).take(LONGEST_LINE as u64).read_until(b'\n', &mut line) {
        log::debug!("{program}: {}", String::from_utf8_lossy(&line).trim_end());
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor};
    use std::sync::mpsc::channel;

    use super::*;

    fn lines_of(output: impl Read) -> (Vec<String>, bool) {
        let (sender, events) = channel();
        let meter = Meter::default();
        read(output, &meter, &sender);
        drop(sender);
        let text = |event| match event {
            Event::Line(line) => Some(line.text),
            Event::Flood => None,
        };
        (events.into_iter().filter_map(text).collect(), meter.flooded())
    }

    #[test]
    fn lines_are_split_cut_and_decoded() {
        let lines = |bytes: &[u8]| lines_of(Cursor::new(bytes.to_vec())).0;
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"a\n\nb \r\nc"), ["a", "", "b \r", "c"]);
        assert_eq!(lines(b"\xff\n"), ["\u{fffd}"]);
        let long = [vec![b'x'; LONGEST_LINE + 7], b"\nnext\n".to_vec()].concat();
        assert_eq!(lines(&long), ["x".repeat(LONGEST_LINE), "next".to_owned()]);
    }

    #[test]
    fn every_kind_of_flood_is_found() {
        for byte in [b'x', b'\n'] {
            let (lines, flooded) = lines_of(io::repeat(byte));
            assert!(flooded, "{byte}");
            let cost = |line: &String| line.len() + LINE_COST;
            assert!(lines.iter().map(cost).sum::<usize>() <= MOST_UNREAD);
        }
    }
}
