//! The threads between this program and a child process: one reads its output lines with
//! timestamps, one writes its input, and one reads its standard error, so that neither an engine
//! that floods its output nor one that never reads can block the caller.
//!
//! [`Pipes`] bounds the memory: it counts the waiting bytes in either direction.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest output line that is kept, in bytes; the rest of it is dropped.
pub const LONGEST_LINE: usize = 256 << 10;

/// The most unread output in bytes; more is a flood.
const MOST_UNREAD: usize = 8 << 20;

/// The most output in bytes since the last line to the process; more is a flood. That is about
/// 100,000 `info` lines, more than a search of several hours sends.
const MOST_ANSWER: usize = 16 << 20;

/// The most queued input in bytes; more is dropped.
const MOST_QUEUED: usize = 16 << 20;

/// The number of kept lines of standard error.
const MOST_ERRORS: usize = 50;

/// The bytes that a line counts besides its text, so that a flood of empty lines is found, too.
const LINE_COST: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text without its `\n`; invalid UTF-8 is replaced.
    pub text: String,
    /// The time of arrival.
    pub at: Instant,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PipeEvent {
    Line(Line),
    /// The limits were exceeded; nothing more is read.
    Flood,
    /// The output was closed.
    End,
}

/// The state that the threads share, such as the unread output of a process and the last lines of
/// its standard error.
#[derive(Default)]
pub struct Pipes {
    state: Mutex<State>,
    changed: Condvar,
    /// Bytes of output since the last line to the process.
    answer: AtomicUsize,
    /// Bytes that wait to be written to the process.
    queued: AtomicUsize,
    written: Mutex<Option<Instant>>,
    errors: Mutex<VecDeque<Line>>,
    errors_ended: AtomicBool,
}

#[derive(Default)]
struct State {
    lines: VecDeque<Line>,
    /// The total cost of the unread lines.
    unread: usize,
    flooded: bool,
    ended: bool,
    /// Set while a thread waits: the lines that wake it.
    wake_on: Option<WakeOn>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WakeOn {
    AnyLine,
    /// Any line but `info`: a wake-up for each of the many `info` lines would take time from the
    /// engines.
    NonInfo,
}

impl Pipes {
    /// The next event; `None` if none comes within the time.
    pub fn next(&self, wake_on: WakeOn, time: Duration) -> Option<PipeEvent> {
        let deadline = Instant::now() + time;
        let mut state = locked(&self.state);
        loop {
            if state.flooded {
                return Some(PipeEvent::Flood);
            }
            if let Some(line) = state.lines.pop_front() {
                state.unread -= cost(&line);
                return Some(PipeEvent::Line(line));
            }
            let rest = deadline.saturating_duration_since(Instant::now());
            if state.ended || rest.is_zero() {
                return state.ended.then_some(PipeEvent::End);
            }
            state.wake_on = Some(wake_on);
            let wait = self.changed.wait_timeout(state, rest);
            state = wait.unwrap_or_else(PoisonError::into_inner).0;
            state.wake_on = None;
        }
    }

    fn is_flood(&self, bytes: usize) -> bool {
        self.answer.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes) > MOST_ANSWER
    }

    /// Queues a line; returns whether to go on reading.
    fn push(&self, text: &[u8], at: Instant) -> bool {
        let line = Line { text: String::from_utf8_lossy(text).into_owned(), at };
        let is_info = line.text.split_ascii_whitespace().next() == Some("info");
        let mut state = locked(&self.state);
        state.unread += cost(&line);
        state.lines.push_back(line);
        let wakes = match state.wake_on {
            Some(WakeOn::AnyLine) => true,
            Some(WakeOn::NonInfo) => !is_info,
            None => false,
        };
        let fits = state.unread <= MOST_UNREAD;
        drop(state);
        if wakes {
            self.changed.notify_all();
        }
        fits && !self.is_flood(LINE_COST)
    }

    fn end(&self, flooded: bool) {
        let mut state = locked(&self.state);
        state.flooded = flooded;
        state.ended = true;
        drop(state);
        self.changed.notify_all();
    }

    pub fn written(&self) -> Option<Instant> {
        *locked(&self.written)
    }

    /// Counts bytes as queued; false if they exceed the limit.
    fn queue(&self, bytes: usize) -> bool {
        let add = |queued: usize| queued.checked_add(bytes).filter(|sum| *sum <= MOST_QUEUED);
        self.queued.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_ok()
    }

    /// The last lines of standard error so far, oldest first.
    pub fn last_errors(&self) -> Vec<Line> {
        locked(&self.errors).iter().cloned().collect()
    }

    pub fn have_errors_ended(&self) -> bool {
        self.errors_ended.load(Ordering::SeqCst)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn cost(line: &Line) -> usize {
    line.text.len() + LINE_COST
}

/// Sends lines to a process, from any thread. They are not part of its transcript.
#[derive(Clone)]
pub struct StdinWriter {
    pub(super) texts: Sender<Vec<u8>>,
    pub(super) pipes: Arc<Pipes>,
}

impl StdinWriter {
    /// Queues a line, adding its line end; never blocks. Returns false if the queue is full or the
    /// process has closed its input.
    pub fn send(&self, line: &str) -> bool {
        self.send_bytes(format!("{line}\n").into_bytes())
    }

    pub(super) fn send_bytes(&self, bytes: Vec<u8>) -> bool {
        self.pipes.answer.store(0, Ordering::Relaxed);
        self.pipes.queue(bytes.len()) && self.texts.send(bytes).is_ok()
    }
}

/// Reads lines until the output is closed or exceeds the limits.
pub fn read(mut source: impl Read, pipes: &Pipes) {
    let mut buffer = vec![0; LONGEST_LINE];
    let mut partial = Vec::new();
    while let Ok(length @ 1..) = source.read(&mut buffer) {
        let at = Instant::now();
        if pipes.is_flood(length) {
            return pipes.end(true);
        }
        for piece in buffer.get(..length).unwrap_or_default().split_inclusive(|&b| b == b'\n') {
            let (text, ends) = match piece {
                [text @ .., b'\n'] => (text, true),
                text => (text, false),
            };
            let room = LONGEST_LINE.saturating_sub(partial.len());
            partial.extend_from_slice(text.get(..room).unwrap_or(text));
            if ends && !pipes.push(&mem::take(&mut partial), at) {
                return pipes.end(true);
            }
        }
    }
    let fits = partial.is_empty() || pipes.push(&partial, Instant::now());
    pipes.end(!fits);
}

/// Writes queued lines until the queue or the process's input is closed.
pub fn write(mut sink: impl Write, pipes: &Pipes, texts: &Receiver<Vec<u8>>) {
    while let Ok(mut text) = texts.recv() {
        // Write everything queued meanwhile at once.
        while let Ok(more) = texts.try_recv() {
            text.extend_from_slice(&more);
        }
        *locked(&pipes.written) = Some(Instant::now());
        if sink.write_all(&text).and_then(|()| sink.flush()).is_err() {
            break;
        }
        pipes.queued.fetch_sub(text.len(), Ordering::Relaxed);
    }
}

/// Reads the standard error of a process to its end: keeps the last lines, logs all, and appends
/// all to the file, if any.
pub fn read_errors(source: impl Read, pipes: &Pipes, name: &str, mut file: Option<impl Write>) {
    let mut source = BufReader::new(source);
    let mut bytes = Vec::new();
    while let Ok(1..) = (&mut source).take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes) {
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        log::debug!("{name} ! {text}");
        // One write per line: other processes may append to the same file.
        if let Some(open) = &mut file
            && let Err(error) = open.write_all(format!("{text}\n").as_bytes())
        {
            log::warn!("{name}: its standard error is written no more: {error}");
            file = None;
        }
        let mut errors = locked(&pipes.errors);
        if errors.len() >= MOST_ERRORS {
            errors.pop_front();
        }
        errors.push_back(Line { text, at: Instant::now() });
        drop(errors);
        bytes.clear();
    }
    pipes.errors_ended.store(true, Ordering::SeqCst);
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor};
    use std::thread;

    use super::*;

    fn lines_of(source: impl Read) -> (Vec<String>, PipeEvent) {
        let pipes = Pipes::default();
        read(source, &pipes);
        let unread = locked(&pipes.state).lines.clone();
        let mut lines: Vec<String> = Vec::new();
        loop {
            match pipes.next(WakeOn::AnyLine, Duration::ZERO) {
                Some(PipeEvent::Line(line)) => lines.push(line.text),
                Some(PipeEvent::Flood) => {
                    return (unread.into_iter().map(|line| line.text).collect(), PipeEvent::Flood);
                }
                last => return (lines, last.unwrap()),
            }
        }
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
    fn the_last_lines_of_errors_are_kept() {
        let pipes = Pipes::default();
        let text: Vec<String> = (0..200).map(|number| format!("line {number}\r\n")).collect();
        let mut file = Vec::new();
        read_errors(Cursor::new(text.concat()), &pipes, "engine", Some(&mut file));
        let lines: Vec<String> = pipes.last_errors().into_iter().map(|line| line.text).collect();
        assert_eq!((lines.len(), pipes.have_errors_ended()), (MOST_ERRORS, true));
        assert_eq!(lines.last().map(String::as_str), Some("line 199"));
        assert_eq!(file, text.concat().replace('\r', "").as_bytes(), "the file has all");
    }

    #[test]
    fn every_kind_of_flood_is_found() {
        for byte in [b'x', b'\n'] {
            let (lines, last) = lines_of(io::repeat(byte));
            assert_eq!(last, PipeEvent::Flood, "{byte}");
            let cost = |line: &String| line.len() + LINE_COST;
            assert!(
                lines.iter().map(cost).sum::<usize>() <= MOST_UNREAD + LONGEST_LINE + LINE_COST
            );
        }
    }

    #[test]
    fn info_lines_wake_only_those_who_wait_for_any_line() {
        let pipes = Pipes::default();
        let woken = |wake_on, text: &'static str, time: Duration| {
            thread::scope(|scope| {
                let push = || {
                    while locked(&pipes.state).wake_on.is_none() {
                        thread::yield_now();
                    }
                    pipes.push(text.as_bytes(), Instant::now());
                };
                scope.spawn(push);
                let began = Instant::now();
                assert!(pipes.next(wake_on, time).is_some(), "what has come is found at last");
                began.elapsed() < time
            })
        };
        let (long, short) = (Duration::from_secs(120), Duration::from_millis(100));
        assert!(woken(WakeOn::AnyLine, "info depth 1", long));
        assert!(woken(WakeOn::NonInfo, "bestmove a1a2", long));
        assert!(!woken(WakeOn::NonInfo, "info depth 1", short));
    }
}
