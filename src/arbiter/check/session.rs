//! The conversation of a step: sends, reads with a deadline, and notes both.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use super::findings::{Findings, Phase};
use crate::arbiter::client::{Answer, Client, Fault, Received, Timeouts};
use crate::arbiter::process::{ReadError, SpawnError};
use crate::game::AnyGame;
use crate::protocol::{Info, Reply};

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

/// A process and what was said to it and by it in the present step.
pub struct CheckSession {
    client: Client,
    timeout: Duration,
    /// What is known of the engine; it outlives the process.
    pub findings: Findings,
    /// The lines that were sent.
    pub sent: Vec<String>,
    /// The last lines that came, and in the end what did not come.
    pub got: Vec<String>,
    /// What must come now.
    pub expected: String,
}

impl CheckSession {
    /// Starts the engine.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &[String], timeout: Duration) -> Result<CheckSession, SpawnError> {
        let timeouts = Timeouts { start: timeout, ready: timeout, search: timeout, quit: timeout };
        let mut client = Client::spawn("the engine", command, &timeouts)?;
        client.heard();
        let (sent, got, expected) = (Vec::new(), Vec::new(), String::new());
        Ok(CheckSession { client, timeout, findings: Findings::default(), sent, got, expected })
    }

    /// Begins a new step.
    pub fn begin(&mut self) {
        self.sent.clear();
        self.got.clear();
        self.expected.clear();
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

    /// The engine, for what it has told of itself.
    pub fn client(&self) -> &Client {
        &self.client
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
        self.client.process().send_lines(lines);
    }

    /// Ends the engine's input.
    pub fn close_input(&mut self) {
        self.sent.push("(the end of the input)".to_owned());
        self.client.process().close_input();
    }

    /// Notes all that has come, and returns it.
    fn heard<T>(&mut self, phase: Phase, result: Result<T, Fault>) -> Checked<(Vec<Received>, T)> {
        let heard = self.client.heard();
        for received in &heard {
            self.findings.look(received, phase);
            self.note(show(&received.line.text));
        }
        match result {
            Ok(value) => Ok((heard, value)),
            Err(fault) => self.fail(format!("({fault})")),
        }
    }

    /// Says `ugi` and returns what came before the `ugiok`.
    pub fn introduce(&mut self) -> Checked<Vec<String>> {
        self.sent.push("ugi".to_owned());
        let introduced = self.client.introduce();
        let (heard, ()) = self.heard(Phase::Introduction, introduced)?;
        Ok(texts_before_last(&heard))
    }

    /// The next line, if one comes in time.
    pub fn line_within(&mut self, time: Duration, phase: Phase) -> Checked<Option<Received>> {
        let line = match self.client.next_line(Instant::now() + time) {
            Ok(line) => Some(line),
            Err(ReadError::Timeout) => None,
            Err(error) => return self.fail(format!("({error})")),
        };
        self.heard(phase, Ok(line)).map(|(_, line)| line)
    }

    /// Reads up to the `readyok`, and returns the lines before it and when it came.
    pub fn until_ready(&mut self, phase: Phase) -> Checked<(Vec<String>, Instant)> {
        let ready = self.client.wait_for("readyok", "isready", self.timeout, |received| {
            let is_ready = matches!(received.reply, Ok(Some(Reply::ReadyOk)));
            Ok(is_ready.then_some(received.line.at))
        });
        let (heard, at) = self.heard(phase, ready)?;
        Ok((texts_before_last(&heard), at))
    }

    /// Sends lines and `isready`, and returns what comes before the `readyok`.
    pub fn ask_all<T: AsRef<[u8]>>(&mut self, lines: &[T]) -> Checked<Vec<String>> {
        let mut all: Vec<&[u8]> = lines.iter().map(AsRef::as_ref).collect();
        all.push(b"isready");
        self.send_all(&all);
        self.expecting("readyok");
        Ok(self.until_ready(Phase::Commands)?.0)
    }

    /// Sends a line and `isready`, and returns what comes before the `readyok`.
    pub fn ask(&mut self, line: &str) -> Checked<Vec<String>> {
        self.ask_all(&[line])
    }

    /// Waits until all commands so far are carried out.
    pub fn ready(&mut self) -> Checked {
        self.ask_all::<&str>(&[]).map(drop)
    }

    /// Sends a command that has no answer: nothing but `info` lines may come.
    pub fn silent(&mut self, line: &str) -> Checked {
        let lines = self.ask(line)?;
        self.expecting("no answer but info lines, and readyok to the isready after it");
        self.must(lines.iter().all(|line| line.is_empty() || line.starts_with("info ")))
    }

    /// Nothing may come for a while.
    pub fn nothing_for(&mut self, time: Duration) -> Checked {
        self.expecting(format!("nothing within {} ms", time.as_millis()));
        match self.line_within(time, Phase::Introduction)? {
            None => Ok(()),
            Some(_) => Err(Stop::Fail),
        }
    }

    /// The one word of the answer to a query.
    pub fn query(&mut self, question: &str) -> Checked<String> {
        let lines = self.ask(&format!("query {question}"))?;
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
    pub fn fen(&mut self) -> Checked<Option<String>> {
        let lines = self.ask("query fen")?;
        let text = lines.iter().find_map(|line| line.strip_prefix("response "));
        Ok(text.map(|text| text.trim().to_owned()))
    }

    /// Sends `go` with these limits and waits for the move.
    pub fn go(&mut self, limits: &str) -> Checked<Answer> {
        self.send(format!("go {limits}").trim_end());
        self.best()
    }

    /// Waits for the move of a search.
    pub fn best(&mut self) -> Checked<Answer> {
        self.best_and_infos().map(|(best, _)| best)
    }

    /// Waits for the move of a search; with the `info` lines that are no text and that
    /// any client can read.
    pub fn best_and_infos(&mut self) -> Checked<(Answer, Vec<Info>)> {
        self.expecting("bestmove and a move");
        let best = self.client.best_move("go", self.timeout);
        let (heard, best) = self.heard(Phase::Search, best)?;
        let info = |received: Received| match received.reply {
            Ok(Some(Reply::Info(info))) if info.rejected.is_empty() => Some(info),
            _ => None,
        };
        Ok((best, heard.into_iter().filter_map(info).collect()))
    }

    /// When the latest write to the engine began.
    pub fn written(&mut self) -> Instant {
        self.client.process().written().unwrap_or_else(Instant::now)
    }

    /// Waits for the end of the process.
    pub fn exit(&mut self) -> Checked<ExitStatus> {
        match self.client.process().wait(Instant::now() + self.timeout) {
            Some(status) => {
                self.note(format!("({status})"));
                Ok(status)
            }
            None => self.fail(format!("(it still runs after {} ms)", self.timeout.as_millis())),
        }
    }

    /// A game from the start position, if the rules are known.
    pub fn rules(&self) -> Checked<Box<dyn AnyGame>> {
        let unknown = || Stop::Skip("the rules of the game are not known".to_owned());
        Ok(self.findings.variant.as_ref().ok_or_else(unknown)?.game())
    }

    /// A first move of the engine from the start position, which is set up.
    pub fn first_move(&mut self) -> Checked<String> {
        self.send("position startpos");
        if let Some(mv) = &self.findings.first_move {
            return Ok(mv.clone());
        }
        if self.findings.tried_to_move {
            return Err(Stop::Skip("the engine gives no first move".to_owned()));
        }
        self.findings.tried_to_move = true;
        let best = self.go("depth 2")?;
        self.ready()?;
        self.findings.first_move = Some(best.best.clone());
        Ok(best.best)
    }
}

fn texts_before_last(heard: &[Received]) -> Vec<String> {
    let before = heard.split_last().map_or(heard, |(_, before)| before);
    before.iter().map(|received| received.line.text.trim().to_owned()).collect()
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
