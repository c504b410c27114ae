//! The conversation of a step: sends, reads with a deadline, and notes both.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use super::facts::{Facts, InfoLine, keep, read_info};
use super::steps::StepPlan;
use super::{Step, Verdict};
use crate::arbiter::process::{Line, Process, ReadError, SpawnError};
use crate::arbiter::referee::{Referee, referee};

/// Lines of output that a step keeps.
const KEPT: usize = 12;

/// Characters of a line that a step keeps.
const KEPT_LINE: usize = 300;

/// Why a step ends before its end.
pub enum Stop {
    /// Something else came than what was expected, or nothing.
    Fail,
    /// It cannot be checked.
    Skip(String),
}

/// The result of a part of a step.
pub type Checked<T = ()> = Result<T, Stop>;

/// The answer to a search.
pub struct Best {
    /// The move.
    pub mv: String,
    /// From the command to the answer.
    pub elapsed: Duration,
    /// The `info` lines that could be read and are no text, in order.
    pub infos: Vec<InfoLine>,
}

/// A process and what was said to it and by it in the present step.
pub struct Talk {
    process: Process,
    timeout: Duration,
    sent: Vec<String>,
    got: Vec<String>,
    expected: String,
}

impl Talk {
    /// Starts the engine.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &[String], timeout: Duration) -> Result<Talk, SpawnError> {
        let process = Process::spawn(command)?;
        let (sent, got, expected) = (Vec::new(), Vec::new(), String::new());
        Ok(Talk { process, timeout, sent, got, expected })
    }

    /// Begins a new step.
    pub fn begin(&mut self) {
        self.sent.clear();
        self.got.clear();
        self.expected.clear();
    }

    /// The step as it went.
    pub fn step(&self, plan: &StepPlan, verdict: Verdict) -> Step {
        let (sent, got, expected) = (self.sent.clone(), self.got.clone(), self.expected.clone());
        Step { name: plan.name, rank: plan.rank, sent, expected, got, verdict }
    }

    /// What went wrong, in one line.
    pub fn problem(&self) -> String {
        let got = self.got.last().map_or("nothing", String::as_str);
        format!("expected {}, got {got}", self.expected)
    }

    /// How long any answer may take.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Says what must come now.
    pub fn expecting(&mut self, expected: impl Into<String>) {
        self.expected = expected.into();
    }

    /// Notes something that counts as having come.
    pub fn note(&mut self, text: impl Into<String>) {
        if self.got.len() >= KEPT {
            self.got.remove(0);
        }
        self.got.push(cut(&text.into()));
    }

    /// The step fails, with what has come last.
    pub fn fail<T>(&mut self, got: impl Into<String>) -> Checked<T> {
        self.note(got);
        Err(Stop::Fail)
    }

    /// The step fails unless the condition holds.
    pub fn must(&mut self, holds: bool) -> Checked {
        if holds { Ok(()) } else { Err(Stop::Fail) }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_all(&[line]);
    }

    /// Sends several lines in one write.
    pub fn send_all<T: AsRef<[u8]>>(&mut self, lines: &[T]) {
        let shown = lines.iter().map(|line| show(&String::from_utf8_lossy(line.as_ref())));
        self.sent.extend(shown);
        self.process.send_lines(lines);
    }

    /// Ends the engine's input.
    pub fn close_input(&mut self) {
        self.sent.push("(the end of the input)".to_owned());
        self.process.close_input();
    }

    /// The next line, if one comes in time.
    pub fn line_within(
        &mut self,
        facts: &mut Facts,
        time: Duration,
        awaits_move: bool,
    ) -> Checked<Option<Line>> {
        match self.process.read_line(Instant::now() + time) {
            Ok(line) => {
                facts.look(&line.text, awaits_move);
                self.note(show(&line.text));
                Ok(Some(Line { text: line.text.trim().to_owned(), at: line.at }))
            }
            Err(ReadError::Timeout) => Ok(None),
            Err(error) => self.fail(format!("({error})")),
        }
    }

    /// The next line, which must come before the deadline.
    fn line(&mut self, facts: &mut Facts, end: Instant, awaits_move: bool) -> Checked<Line> {
        let rest = end.saturating_duration_since(Instant::now());
        match self.line_within(facts, rest, awaits_move)? {
            Some(line) => Ok(line),
            None => self.fail(format!("(nothing more within {} ms)", self.timeout.as_millis())),
        }
    }

    /// Reads up to the line with this text, and returns the lines before it and when it
    /// came.
    pub fn until(&mut self, facts: &mut Facts, text: &str) -> Checked<(Vec<String>, Instant)> {
        let end = Instant::now() + self.timeout;
        let mut before = Vec::new();
        loop {
            let line = self.line(facts, end, false)?;
            if line.text == text {
                return Ok((before, line.at));
            }
            before.push(line.text);
        }
    }

    /// Sends lines and `isready`, and returns what comes before the `readyok`.
    pub fn ask_all<T: AsRef<[u8]>>(
        &mut self,
        facts: &mut Facts,
        lines: &[T],
    ) -> Checked<Vec<String>> {
        let mut all: Vec<&[u8]> = lines.iter().map(AsRef::as_ref).collect();
        all.push(b"isready");
        self.send_all(&all);
        self.expecting("readyok");
        let (before, _) = self.until(facts, "readyok")?;
        for line in &before {
            let first = line.split_ascii_whitespace().next();
            if !matches!(first, None | Some("info" | "response" | "readyok" | "bestmove")) {
                keep(&mut facts.strange, line.as_str());
            }
        }
        Ok(before)
    }

    /// Sends a line and `isready`, and returns what comes before the `readyok`.
    pub fn ask(&mut self, facts: &mut Facts, line: &str) -> Checked<Vec<String>> {
        self.ask_all(facts, &[line])
    }

    /// Waits until all commands so far are carried out.
    pub fn ready(&mut self, facts: &mut Facts) -> Checked {
        self.ask_all::<&str>(facts, &[]).map(drop)
    }

    /// Sends a command that has no answer: nothing but `info` lines may come.
    pub fn silent(&mut self, facts: &mut Facts, line: &str) -> Checked {
        let lines = self.ask(facts, line)?;
        self.expecting("no answer but info lines, and readyok to the isready after it");
        self.must(lines.iter().all(|line| line.is_empty() || line.starts_with("info ")))
    }

    /// Nothing may come for a while.
    pub fn nothing_for(&mut self, facts: &mut Facts, time: Duration) -> Checked {
        self.expecting(format!("nothing within {} ms", time.as_millis()));
        match self.line_within(facts, time, false)? {
            None => Ok(()),
            Some(_) => Err(Stop::Fail),
        }
    }

    /// The one word of the answer to a query.
    pub fn query(&mut self, facts: &mut Facts, question: &str) -> Checked<String> {
        let lines = self.ask(facts, &format!("query {question}"))?;
        self.expecting("one line `response` with one word, before readyok");
        let mut responses = lines.iter().filter(|line| line.starts_with("response"));
        let (first, second) = (responses.next(), responses.next());
        let words: Vec<&str> = first.map_or("", String::as_str).split(' ').collect();
        match (words.as_slice(), second) {
            (["response", word], None) if !word.is_empty() => Ok((*word).to_owned()),
            _ => Err(Stop::Fail),
        }
    }

    /// The position text by `query fen`, which not every engine knows.
    pub fn fen(&mut self, facts: &mut Facts) -> Checked<Option<String>> {
        let lines = self.ask(facts, "query fen")?;
        let text = lines.iter().find_map(|line| line.strip_prefix("response "));
        Ok(text.map(|text| text.trim().to_owned()))
    }

    /// Sends `go` with these limits and waits for the move.
    pub fn go(&mut self, facts: &mut Facts, limits: &str) -> Checked<Best> {
        self.send(format!("go {limits}").trim_end());
        self.best(facts)
    }

    /// Waits for the move of a search.
    pub fn best(&mut self, facts: &mut Facts) -> Checked<Best> {
        self.expecting("bestmove and a move");
        let asked = Instant::now();
        let end = asked + self.timeout;
        let mut infos = Vec::new();
        loop {
            let line = self.line(facts, end, true)?;
            let words: Vec<&str> = line.text.split_ascii_whitespace().collect();
            match words.as_slice() {
                ["bestmove", mv, more @ ..] => {
                    if !more.is_empty() {
                        keep(&mut facts.wordy, line.text.as_str());
                    }
                    let since = self.process.written().unwrap_or(asked);
                    let elapsed = line.at.saturating_duration_since(since);
                    return Ok(Best { mv: (*mv).to_owned(), elapsed, infos });
                }
                ["bestmove"] => return Err(Stop::Fail),
                ["info", "string", ..] | [] => {}
                ["info", ..] => infos.extend(read_info(&line.text)),
                ["readyok"] => {}
                _ => keep(&mut facts.strange, line.text.as_str()),
            }
        }
    }

    /// When the latest write to the engine began.
    pub fn written(&self) -> Instant {
        self.process.written().unwrap_or_else(Instant::now)
    }

    /// Waits for the end of the process.
    pub fn exit(&mut self) -> Checked<ExitStatus> {
        match self.process.wait(Instant::now() + self.timeout) {
            Some(status) => {
                self.note(format!("({status})"));
                Ok(status)
            }
            None => self.fail(format!("(it still runs after {} ms)", self.timeout.as_millis())),
        }
    }

    /// A referee for the game from the start position, if its rules are known.
    pub fn rules(facts: &Facts) -> Checked<Box<dyn Referee>> {
        let unknown = || Stop::Skip("the rules of the game are not known".to_owned());
        let variant = facts.variant.as_deref().ok_or_else(unknown)?;
        referee(variant, None).and_then(Result::ok).ok_or_else(unknown)
    }

    /// A first move of the engine from the start position, which is set up.
    pub fn first_move(&mut self, facts: &mut Facts) -> Checked<String> {
        self.send("position startpos");
        if let Some(mv) = &facts.first_move {
            return Ok(mv.clone());
        }
        if facts.tried_to_move {
            return Err(Stop::Skip("the engine gives no first move".to_owned()));
        }
        facts.tried_to_move = true;
        let best = self.go(facts, "depth 2")?;
        self.ready(facts)?;
        facts.first_move = Some(best.mv.clone());
        Ok(best.mv)
    }
}

/// A line as it is shown: what cannot be seen is escaped.
fn show(line: &str) -> String {
    if line.is_empty() {
        return "(an empty line)".to_owned();
    }
    let odd = line.trim() != line || line.contains(char::is_control);
    cut(&if odd { format!("{line:?}") } else { line.to_owned() })
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(KEPT_LINE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}
