//! The session without threads: the same output as with threads, and the duties of its host.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use zugi::engine::{InlineSession, Session, TextFront};
use zugi::search::HostSignal;

use super::{ONE_MOVE, WON};

#[derive(Clone, Default)]
struct Output(Arc<Mutex<String>>);

impl Output {
    fn take(&self) -> String {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().push_str(std::str::from_utf8(bytes).expect("whole lines"));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An inline session with its host, which answers a number of polls with "go on" and then with a
/// signal.
struct Hosted {
    session: InlineSession<TextFront<Output>>,
    output: Output,
    host: Arc<Mutex<(u64, HostSignal)>>,
}

impl Hosted {
    fn new() -> Hosted {
        let output = Output::default();
        let host = Arc::new(Mutex::new((u64::MAX, HostSignal::Stop)));
        let asked = Arc::clone(&host);
        let poll = move || {
            let mut host = asked.lock().unwrap();
            host.0 = host.0.saturating_sub(1);
            if host.0 == 0 { host.1 } else { HostSignal::GoOn }
        };
        let front = TextFront::new(output.clone());
        let session = InlineSession::new(&zugi::registry(), "zola-6", front, poll).unwrap();
        Hosted { session, output, host }
    }

    /// From the `nth` poll on, the host answers with this signal.
    fn answer(&self, nth: u64, signal: HostSignal) {
        *self.host.lock().unwrap() = (nth, signal);
    }

    fn line(&mut self, line: &str) -> String {
        assert!(self.session.execute_line(line).unwrap(), "{line}");
        self.output.take()
    }
}

/// The lines without time-dependent parts.
fn timeless(output: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut words = line.split(' ');
        let mut kept = Vec::new();
        while let Some(word) = words.next() {
            if matches!(word, "time" | "nps") {
                words.next();
            } else {
                kept.push(word);
            }
        }
        kept.join(" ")
    };
    output.lines().filter(|line| !line.starts_with("info currmove")).map(line).collect()
}

/// With threads, answers to lines may come before the output of a running search; so only the last
/// lines of these transcripts take time.
#[test]
fn both_sessions_give_the_same_answers() {
    for lines in [
        "ugi\nisready\nsetoption name UGI_Variant value zola-8\nposition startpos moves a8b8\n\
         query p1turn\nd\neval\ngo depth 5\n",
        "position fen nonsense\ngo nodes 3000\ngo nodes 2000\nperft 3\ndivide 2\n",
        "setoption name UGI_Variant value zoka\nsetoption name Seed value 7\nposition startpos\n\
         go nodes 300\n",
        "setoption name UGI_Variant value zvp\ngo nodes 2000 depth\n",
        "setoption name MultiPV value 2\nsetoption name EvalFile value /nowhere\nhelp go\ngo depth 4\n",
        "\n\nuci\nnonsense\nquit\nisready\n",
    ] {
        let mut threaded = Vec::new();
        let session = Session::new(&zugi::registry(), "zola-6").unwrap();
        session.run(lines.as_bytes(), &mut TextFront::new(&mut threaded)).unwrap();
        let threaded = timeless(&String::from_utf8(threaded).unwrap());
        let mut hosted = Hosted::new();
        for line in lines.lines() {
            hosted.session.execute_line(line).unwrap();
        }
        hosted.session.end_of_input().unwrap();
        assert_eq!(timeless(&hosted.output.take()), threaded, "{lines}");
    }
}

#[test]
fn the_host_stops_searches_and_other_long_work() {
    for work in ["go infinite", "go depth 200", "perft 30", "bench 30"] {
        let mut hosted = Hosted::new();
        hosted.answer(3, HostSignal::Stop);
        let output = hosted.line(work);
        let ended = output.lines().last().expect(work);
        let end = if work.starts_with("go") { "bestmove " } else { "message " };
        let said = ended.starts_with(end) || ended.contains("stopped before its end");
        assert!(said, "{work}: {output}");
        hosted.answer(u64::MAX, HostSignal::Stop);
        assert_eq!(hosted.line("isready"), "readyok\n", "{work}");
    }
}

#[test]
fn an_infinite_search_with_nothing_left_to_do_answers_only_after_a_stop() {
    let searching = |fen| {
        let mut hosted = Hosted::new();
        hosted.line(&format!("position fen {fen}"));
        let searched = hosted.line("go infinite");
        assert!(searched.contains(" pv ") && !searched.contains("bestmove"), "{searched}");
        assert_eq!(hosted.line("isready"), "readyok\n");
        hosted
    };
    for fen in [ONE_MOVE, WON] {
        assert!(searching(fen).line("stop").starts_with("bestmove "));
        // The next search stops it, too, and its output comes after.
        let output = searching(fen).line("go depth 1");
        assert!(output.starts_with("bestmove "), "{output}");
        assert_eq!(output.matches("bestmove").count(), 2, "{output}");
        let mut quitting = searching(fen);
        assert!(!quitting.session.execute_line("quit").unwrap());
        assert!(quitting.output.take().starts_with("bestmove "));
        let mut ending = searching(fen);
        ending.session.end_of_input().unwrap();
        assert!(ending.output.take().starts_with("bestmove "));
    }
}

#[test]
fn a_search_that_ponders_answers_after_ponderhit() {
    let mut hosted = Hosted::new();
    hosted.line(&format!("position fen {ONE_MOVE}"));
    assert!(!hosted.line("go ponder movetime 1").contains("bestmove"));
    assert!(hosted.line("ponderhit").starts_with("bestmove "));
    // The host signals `ponderhit` during the search, and the clock starts.
    hosted.line("position startpos");
    hosted.answer(2, HostSignal::PonderHit);
    assert!(hosted.line("go ponder movetime 1").contains("bestmove "));
}

#[test]
fn a_search_of_a_finished_game_answers_at_once() {
    let mut hosted = Hosted::new();
    hosted.line("position fen 6/6/6/2r3/6/6 b");
    for go in ["go infinite", "go ponder", "go ponder movetime 1"] {
        let output = hosted.line(go);
        assert!(output.ends_with("bestmove 0000\n"), "{go}: {output}");
    }
}

/// An output that is closed after some lines.
struct Gone(Arc<AtomicU64>);

impl Write for Gone {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.load(Relaxed) {
            0 => Err(io::ErrorKind::BrokenPipe.into()),
            left => {
                self.0.store(left - 1, Relaxed);
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_the_search() {
    let left = Arc::new(AtomicU64::new(2));
    let front = TextFront::new(Gone(Arc::clone(&left)));
    let poll = || HostSignal::GoOn;
    let mut session = InlineSession::new(&zugi::registry(), "zola-6", front, poll).unwrap();
    assert!(session.execute_line("go infinite").is_err());
    assert_eq!(left.load(Relaxed), 0);
}

#[test]
fn a_line_that_is_too_long_is_one_error() {
    let mut hosted = Hosted::new();
    let output = hosted.line(&"x".repeat((4 << 20) + 1));
    assert!(output.starts_with("info string error: too long: \"xxxx"), "{output}");
    assert!(output.len() < 300);
}
