//! The arbiter's side of a UGI conversation with one engine.
//!
//! Tolerant where that is safe: `info` lines are skipped anywhere, white space does not
//! matter, `bestmove M ponder N` is fine, and a few lines that are no UGI cost nothing.
//! Strict where the result of a game depends on it: one `go` gets one `bestmove`, a
//! `response` is one word, and nothing is waited for without a deadline.

use std::time::{Duration, Instant};

use log::warn;
use thiserror::Error;

use super::process::{Line, Process};
use super::record::Reason;
use super::wait::Wait;
use crate::protocol::{OptionDeclaration, Reply, parse_reply, quote};

/// For how long an engine is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// From the start to `ugiok`, and for the first `readyok`.
    pub start: Duration,
    /// For a later `readyok` and for a `response`.
    pub ready: Duration,
    /// For the answer to a `go` that has no limit of its own.
    pub search: Duration,
    /// For the end of the process after `quit`.
    pub quit: Duration,
}

impl Default for Timeouts {
    /// Ten seconds for the start, five for an answer, ten minutes for a search, one
    /// second to quit.
    fn default() -> Timeouts {
        let [start, ready, search, quit] = [10, 5, 600, 1].map(Duration::from_secs);
        Timeouts { start, ready, search, quit }
    }
}

/// What an engine did wrong. The client that reports it is of no more use: drop it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct Fault {
    /// What kind of thing.
    pub kind: FaultKind,
    /// What exactly, in one line, without the engine's name.
    pub text: String,
    /// The last lines in both directions of an engine that did not start, as by
    /// [`Client::transcript`]: there is no client to ask for them. Else empty.
    pub transcript: Vec<String>,
}

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// It cannot be started as it was asked for: no such program, option or value.
    /// Comes from [`Client::start`] only.
    Setup,
    /// Its process ended or closed its output.
    Crash,
    /// It did not answer before the deadline.
    Stall,
    /// It answered with something that is no answer, or without end.
    Malformed,
}

impl Fault {
    /// A fault and what exactly it is.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Fault {
        Fault { kind, text: text.into(), transcript: Vec::new() }
    }

    /// Why a game ends with this fault.
    #[must_use]
    pub fn reason(&self) -> Reason {
        match self.kind {
            FaultKind::Setup | FaultKind::Crash => Reason::Crash,
            FaultKind::Stall => Reason::Stall,
            FaultKind::Malformed => Reason::Malformed,
        }
    }
}

/// What an engine answers to `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The move as the engine wrote it: one word.
    pub best: String,
    /// From the write of `go` to the arrival of `bestmove`.
    pub elapsed: Duration,
    /// The last score of the first variation, as the engine wrote it: `cp 12` or
    /// `mate -4`.
    pub score: Option<String>,
    /// The last depth, in plies.
    pub depth: Option<u32>,
    /// The last node count.
    pub nodes: Option<u64>,
    /// The last variation.
    pub pv: Vec<String>,
}

/// An engine that has introduced itself and is ready to play.
pub struct Client {
    name: String,
    id_name: Option<String>,
    options: Vec<OptionDeclaration>,
    process: Process,
    timeouts: Timeouts,
    /// Commands without an answer, to be sent together with the next one that has one.
    pending: Vec<String>,
    /// Whether an answer has come since the last `bestmove`: nothing of the search
    /// before can come any more.
    settled: bool,
}

impl Client {
    /// Starts an engine, waits for its introduction, sets the options, and waits until
    /// it is ready. `name` is how the arbiter calls it.
    ///
    /// # Errors
    /// [`FaultKind::Setup`] for a program that does not start, an option that the
    /// engine does not declare, or a value that it does not allow; otherwise what went
    /// wrong in the conversation. With what was said, if the program started.
    pub fn start(
        name: &str,
        command: &[String],
        options: &[(String, String)],
        timeouts: &Timeouts,
    ) -> Result<Client, Fault> {
        let process = Process::spawn(command)
            .map_err(|error| Fault::new(FaultKind::Setup, error.to_string()))?;
        let mut client = Client {
            name: name.to_owned(),
            id_name: None,
            options: Vec::new(),
            process,
            timeouts: *timeouts,
            pending: Vec::new(),
            settled: true,
        };
        match client.introduce().and_then(|()| client.set_options(options)) {
            Ok(()) => Ok(client),
            Err(fault) => Err(Fault { transcript: client.transcript(), ..fault }),
        }
    }

    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        for (option, value) in options {
            let setting = OptionDeclaration::find(&self.options, option).and_then(|declared| {
                let named = |why| format!("option {} cannot be {why}", quote(option));
                declared.accept(value).map_err(named).map(|()| declared.set(value).to_string())
            });
            self.pending.push(setting.map_err(|text| Fault::new(FaultKind::Setup, text))?);
        }
        self.wait_ready(self.timeouts.start)
    }

    /// Sets the option `UGI_Variant` if the engine has declared it; an engine without it
    /// plays one game only.
    ///
    /// # Errors
    /// [`FaultKind::Setup`] if the engine does not know the variant; otherwise what went
    /// wrong in the conversation.
    pub fn choose_variant(&mut self, variant: &str) -> Result<(), Fault> {
        let Ok(option) = OptionDeclaration::find(&self.options, "UGI_Variant") else {
            return Ok(());
        };
        let refused = |why| Fault::new(FaultKind::Setup, format!("it cannot play {why}"));
        option.accept(variant).map_err(refused)?;
        self.pending.push(option.set(variant).to_string());
        self.wait_ready(self.timeouts.ready)
    }

    /// `ugi` … `ugiok`.
    fn introduce(&mut self) -> Result<(), Fault> {
        self.send("ugi");
        let mut wait = Wait::new("ugiok", "ugi", self.timeouts.start);
        loop {
            let line = wait.line(&mut self.process)?;
            let text = line.text.trim();
            match text.split_ascii_whitespace().next() {
                Some("ugiok") if text == "ugiok" => return Ok(()),
                Some("id") => {
                    if let Some(name) = text.strip_prefix("id name ") {
                        self.id_name = Some(name.trim().to_owned());
                    }
                }
                Some("option") => match parse_reply(text) {
                    Ok(Some(Reply::OptionDeclaration(option))) => self.options.push(option),
                    Ok(_) => {}
                    Err(why) => warn!("{}: {}: {why}", self.name, quote(text)),
                },
                _ => wait.skip(text, &self.name)?,
            }
        }
    }

    /// The name by which the arbiter calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name by which it has introduced itself.
    #[must_use]
    pub fn id_name(&self) -> Option<&str> {
        self.id_name.as_deref()
    }

    /// The options that it has declared.
    #[must_use]
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.options
    }

    /// The number of its process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// The last lines in both directions, each with the seconds since the start.
    #[must_use]
    pub fn transcript(&self) -> Vec<String> {
        self.process.transcript()
    }

    /// Tells it that a new game begins. The command goes out with the next one that has
    /// an answer.
    ///
    /// # Errors
    /// None so far; the next answer may have one.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.pending.push("uginewgame".to_owned());
        Ok(())
    }

    /// Tells it the position: the start position or a position text, and the moves from
    /// there. The command goes out with the next one that has an answer.
    ///
    /// # Errors
    /// None so far; the next answer may have one.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), Fault> {
        let mut line = match fen {
            None => "position startpos".to_owned(),
            Some(fen) => format!("position fen {fen}"),
        };
        if !moves.is_empty() {
            line.push_str(" moves ");
            line.push_str(&moves.join(" "));
        }
        self.pending.push(line);
        Ok(())
    }

    /// `isready`: waits until all commands so far are carried out.
    ///
    /// # Errors
    /// See [`FaultKind`]; a second `bestmove` for the last `go` is found here.
    pub fn ready(&mut self) -> Result<(), Fault> {
        self.wait_ready(self.timeouts.ready)
    }

    fn wait_ready(&mut self, timeout: Duration) -> Result<(), Fault> {
        self.send("isready");
        self.ready_ok(timeout)
    }

    fn ready_ok(&mut self, timeout: Duration) -> Result<(), Fault> {
        let mut wait = Wait::new("readyok", "isready", timeout);
        loop {
            let line = wait.line(&mut self.process)?;
            match line.text.trim() {
                "readyok" => break,
                text => wait.skip_between(text, &self.name)?,
            }
        }
        self.settled = true;
        Ok(())
    }

    /// `query QUESTION`: the one word of the answer.
    ///
    /// # Errors
    /// See [`FaultKind`].
    pub fn query(&mut self, question: &str) -> Result<String, Fault> {
        let command = format!("query {question}");
        self.send(&command);
        let mut wait = Wait::new("response", &command, self.timeouts.ready);
        loop {
            let line = wait.line(&mut self.process)?;
            let words: Vec<&str> = line.text.split_ascii_whitespace().collect();
            match words.as_slice() {
                ["response", word] => {
                    self.settled = true;
                    return Ok((*word).to_owned());
                }
                ["response", ..] => {
                    let text = format!("{} instead of `response` and one word", quote(&line.text));
                    return Err(Fault::new(FaultKind::Malformed, text));
                }
                _ => wait.skip_between(line.text.trim(), &self.name)?,
            }
        }
    }

    /// `go WORDS`: lets it search and waits for its move, but not longer than
    /// `time_limit` (if that is none, [`Timeouts::search`]). An answer that comes after
    /// the limit but before anybody has looked is returned: compare
    /// [`Answer::elapsed`].
    ///
    /// Makes sure with an `isready` just before it that the search before is over, unless
    /// an answer to something else has come since.
    ///
    /// # Errors
    /// See [`FaultKind`].
    pub fn go(&mut self, words: &str, time_limit: Option<Duration>) -> Result<Answer, Fault> {
        let settled = self.settled;
        if !settled {
            self.pending.push("isready".to_owned());
        }
        self.send(format!("go {words}").trim_end());
        if !settled {
            self.ready_ok(self.timeouts.ready)?;
        }
        self.settled = false;
        self.best_move("go", time_limit.unwrap_or(self.timeouts.search))
    }

    /// `stop`: ends the running search, whose [`Client::go`] has timed out, and waits
    /// for its move.
    ///
    /// # Errors
    /// See [`FaultKind`].
    pub fn stop(&mut self, grace: Duration) -> Result<Answer, Fault> {
        self.send("stop");
        self.best_move("stop", grace)
    }

    fn best_move(&mut self, command: &str, limit: Duration) -> Result<Answer, Fault> {
        let asked = Instant::now();
        let mut wait = Wait::new("bestmove", command, limit);
        let mut answer = Answer::default();
        loop {
            let line = wait.line(&mut self.process)?;
            let mut words = line.text.split_ascii_whitespace();
            match words.next() {
                Some("info") => {
                    wait.is_thinking();
                    read_info(words, &mut answer);
                }
                Some("bestmove") => {
                    answer.best = best_of(&line)?;
                    let written = self.process.written().unwrap_or(asked);
                    answer.elapsed = line.at.saturating_duration_since(written);
                    return Ok(answer);
                }
                _ => wait.skip(line.text.trim(), &self.name)?,
            }
        }
    }

    /// Says `quit` and waits for the end, for a while; then kills it. Nothing is left
    /// of it either way. Whether it ended on its own.
    pub fn quit(self) -> bool {
        self.process.quit(self.timeouts.quit).is_some()
    }

    /// Sends what is pending and this command, in one write.
    fn send(&mut self, command: &str) {
        self.pending.push(command.to_owned());
        self.process.send_lines(&self.pending);
        self.pending.clear();
    }
}

/// The move of a `bestmove` line.
fn best_of(line: &Line) -> Result<String, Fault> {
    let words: Vec<&str> = line.text.split_ascii_whitespace().collect();
    match words.as_slice() {
        [_, best] | [_, best, "ponder", ..] => Ok((*best).to_owned()),
        _ => {
            let text = format!("{} instead of `bestmove` and one move", quote(&line.text));
            Err(Fault::new(FaultKind::Malformed, text))
        }
    }
}

/// Takes what an `info` line says about the first variation.
fn read_info<'a>(mut words: impl Iterator<Item = &'a str>, answer: &mut Answer) {
    let mut latest = Answer::default();
    while let Some(key) = words.next() {
        match key {
            "string" => break,
            "multipv" if words.next() != Some("1") => return,
            // The depth of such a line is not completed yet.
            "currmove" => return,
            "depth" => latest.depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => latest.nodes = words.next().and_then(|word| word.parse().ok()),
            "score" => {
                if let (Some(kind), Some(value)) = (words.next(), words.next()) {
                    latest.score = Some(format!("{kind} {value}"));
                }
            }
            "pv" => latest.pv = words.by_ref().map(str::to_owned).collect(),
            _ => {}
        }
    }
    answer.depth = latest.depth.or(answer.depth);
    answer.nodes = latest.nodes.or(answer.nodes);
    answer.score = latest.score.or(answer.score.take());
    if !latest.pv.is_empty() {
        answer.pv = latest.pv;
    }
}
