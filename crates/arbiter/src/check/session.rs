//! The conversation of a step: sends, reads with a deadline, and records both.

use std::thread;
use std::time::{Duration, Instant};

use zugi_client::process::{Launch, ReadError, SpawnError};
use zugi_client::{Answer, Client, Fault, FaultKind, Received, Timeouts};
use zugi_game::{AnyGame, Chances, Outcome, Player, Setup, Variant, shown_text};
use zugi_protocol::{Info, Reply, cut, parse_reply_line};

use super::findings::{Findings, Phase, Rule};
use super::{CheckOptions, Evidence};

/// The number of lines of output that a step keeps.
const KEPT: usize = 12;

/// The number of characters of a line that a step keeps.
const KEPT_LINE: usize = 300;

/// Long enough for a search to be under way.
pub const SEARCH_START_TIME: Duration = Duration::from_millis(50);

/// Skips a step, because an engine need not know an extension.
pub const NOT_KNOWN: Stop = Stop::Skip("the engine does not know it");

pub enum Stop {
    Fail,
    TimedOut,
    /// The step cannot be checked, for this reason.
    Skip(&'static str),
    /// The time limit of the whole check has passed.
    Late,
}

pub type Checked<T = ()> = Result<T, Stop>;

/// A process, with the conversation of the current step.
pub struct CheckSession {
    pub client: Client,
    pub options: CheckOptions,
    deadline: Instant,
    /// The findings about the engine, which outlive the process.
    pub findings: Findings,
    pub evidence: Evidence,
}

impl CheckSession {
    /// All waits end at the deadline.
    pub fn start(
        command: &[String],
        options: &CheckOptions,
        deadline: Instant,
        findings: Findings,
    ) -> Result<CheckSession, SpawnError> {
        let start = options.start.min(deadline.saturating_duration_since(Instant::now()));
        let timeouts = Timeouts { start, ..Timeouts::all(options.timeout) };
        let mut client = Client::spawn("the engine", &Launch::new(command), &timeouts)?;
        client.take_received();
        let (options, evidence) = (options.clone(), Evidence::default());
        Ok(CheckSession { client, options, deadline, findings, evidence })
    }

    /// Begins a new step, or a new part of one.
    pub fn begin(&mut self) {
        self.evidence = Evidence::default();
    }

    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// The time that the next answer may take.
    fn patience(&self) -> Duration {
        self.options.timeout.min(self.time_left())
    }

    pub fn expecting(&mut self, expected: impl Into<String>) {
        self.evidence.expected = expected.into();
    }

    /// Records a text as received.
    pub fn note(&mut self, text: impl Into<String>) {
        if self.evidence.got.len() >= KEPT {
            self.evidence.got.remove(0);
        }
        self.evidence.got.push(cut(&text.into(), KEPT_LINE).into_owned());
    }

    pub fn fail<T>(&mut self, got: impl Into<String>) -> Checked<T> {
        self.note(got);
        Err(Stop::Fail)
    }

    pub fn must(&mut self, holds: bool, expected: impl Into<String>) -> Checked {
        self.expecting(expected);
        if holds { Ok(()) } else { Err(Stop::Fail) }
    }

    pub fn send(&mut self, line: &str) {
        self.send_all(&[line]);
    }

    pub fn send_all<T: AsRef<[u8]>>(&mut self, lines: &[T]) {
        let shown = lines.iter().map(|line| show(&String::from_utf8_lossy(line.as_ref())));
        self.evidence.sent.extend(shown);
        self.client.process().send_lines(lines);
    }

    pub fn close_input(&mut self) {
        self.evidence.sent.push("(the end of the input)".to_owned());
        self.client.process().close_input();
    }

    /// Checks and records all received lines, and returns them with the value.
    fn heard<T>(&mut self, phase: Phase, result: Result<T, Fault>) -> Checked<(Vec<Received>, T)> {
        let heard = self.client.take_received();
        for received in &heard {
            self.findings.look(received, phase);
            self.note(show(&received.line.text));
        }
        match result {
            Ok(value) => Ok((heard, value)),
            Err(_) if self.time_left().is_zero() => Err(Stop::Late),
            Err(fault) if fault.kind == FaultKind::Timeout => {
                self.note(format!("({fault}; --timeout MS waits longer)"));
                Err(Stop::TimedOut)
            }
            Err(fault) => self.fail(format!("({fault})")),
        }
    }

    /// Sends `ugi` and returns the lines before `ugiok`.
    pub fn introduce(&mut self) -> Checked<Vec<String>> {
        self.evidence.sent.push("ugi".to_owned());
        let introduced = self.client.introduce();
        let (heard, ()) = self.heard(Phase::Introduction, introduced)?;
        Ok(texts_before_last(&heard))
    }

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
        let ready = self.client.wait_for("readyok", "isready", self.patience(), |received| {
            let is_ready = matches!(received.reply, Ok(Some(Reply::ReadyOk)));
            Ok(is_ready.then_some(received.line.at))
        });
        let (heard, at) = self.heard(phase, ready)?;
        Ok((texts_before_last(&heard), at))
    }

    /// Sends lines and `isready`, and returns the lines before `readyok`.
    pub fn ask_all<T: AsRef<[u8]>>(&mut self, lines: &[T]) -> Checked<Vec<String>> {
        let mut all: Vec<&[u8]> = lines.iter().map(AsRef::as_ref).collect();
        all.push(b"isready");
        self.send_all(&all);
        self.expecting("readyok");
        Ok(self.until_ready(Phase::Commands)?.0)
    }

    /// Waits until all commands so far are carried out.
    pub fn ready(&mut self) -> Checked {
        self.ask_all::<&str>(&[]).map(drop)
    }

    /// Sends a command, and fails if it is answered.
    pub fn silent(&mut self, line: &str) -> Checked {
        let lines = self.ask_all(&[line])?;
        let is_answered = has(&lines, "bestmove") || has(&lines, "response");
        self.must(!is_answered, "no answer, and readyok to the isready after it")
    }

    /// The lines within this time, at most [`KEPT`].
    pub fn said_within(&mut self, time: Duration) -> Checked<Vec<String>> {
        let (end, mut texts) = (Instant::now() + time, Vec::new());
        while texts.len() < KEPT {
            let rest = end.saturating_duration_since(Instant::now());
            match self.line_within(rest, Phase::Introduction)? {
                Some(received) => texts.push(show(&received.line.text)),
                None => break,
            }
        }
        Ok(texts)
    }

    /// The answers to all queries among these lines, in order: the text after `response`. All lines
    /// are sent in one write, so that nothing comes between a position and its query.
    pub fn query_all(&mut self, lines: &[&str]) -> Checked<Vec<String>> {
        let count = lines.iter().filter(|line| line.trim_start().starts_with("query")).count();
        let got = self.ask_all(lines)?;
        let answer =
            |line: &String| line.strip_prefix("response ").map(|rest| rest.trim().to_owned());
        let answers: Vec<String> = got.iter().filter_map(answer).collect();
        let expected = "one line `response` for each query, before readyok";
        self.must(answers.len() == count, expected)?;
        Ok(answers)
    }

    pub fn answer(&mut self, setup: &str, question: &str) -> Checked<String> {
        let answers = self.query_all(&[setup, &format!("query {question}")])?;
        answers.into_iter().next().ok_or(Stop::Fail)
    }

    /// The one word of the answer to a query after this command.
    pub fn query_at(&mut self, setup: &str, question: &str) -> Checked<String> {
        let word = self.answer(setup, question)?;
        let expected = "one line `response` with one word, before readyok";
        self.must(!word.contains(' '), expected)?;
        Ok(word)
    }

    /// The lines after an optional query. Without an answer the step is skipped.
    pub fn ask_optional(&mut self, setup: &str, question: &str) -> Checked<Vec<String>> {
        let lines = self.ask_all(&[setup, &format!("query {question}")])?;
        if has(&lines, "response") { Ok(lines) } else { Err(NOT_KNOWN) }
    }

    /// The state of the position after these commands: its text, or else the answers to the queries
    /// of UGI.
    pub fn state_after(&mut self, setup: &[&str]) -> Checked<String> {
        let questions: &[&str] = if self.findings.knows_fen {
            &["query fen"]
        } else {
            &["query p1turn", "query gameover"]
        };
        Ok(self.query_all(&[setup, questions].concat())?.join(", "))
    }

    /// The answer of [`CheckSession::state_after`] that the rules expect.
    pub fn state_by(&self, rules: &dyn AnyGame) -> String {
        if self.findings.knows_fen {
            return rules.text();
        }
        format!("{}, {}", rules.to_move() == Player::One, rules.outcome().is_some())
    }

    pub fn must_be(&mut self, setup: &[&str], expected: &str) -> Checked {
        let found = self.state_after(setup)?;
        self.must(found == expected, format!("response {expected}"))
    }

    pub fn go(&mut self, limits: &str) -> Checked<Answer> {
        self.send(format!("go {limits}").trim_end());
        self.best()
    }

    pub fn best(&mut self) -> Checked<Answer> {
        self.best_and_infos().map(|(best, _)| best)
    }

    /// Waits for the move of a search. Also returns the `info` lines that can be read completely,
    /// except `info string`.
    pub fn best_and_infos(&mut self) -> Checked<(Answer, Vec<Info>)> {
        self.expecting("bestmove and a move");
        let best = self.client.best_move("go", self.patience());
        let (heard, best) = self.heard(Phase::Search, best)?;
        let info = |received: Received| match parse_reply_line(&received.line.text) {
            Ok(Some((Reply::Info(info), skipped))) if skipped.is_empty() => Some(info),
            _ => None,
        };
        Ok((best, heard.into_iter().filter_map(info).collect()))
    }

    /// Fails unless the process exits, and records a bad exit status.
    pub fn must_end(&mut self) -> Checked {
        self.expecting("the end of the process");
        let patience = self.patience();
        let Some(status) = self.client.process().wait(Instant::now() + patience) else {
            if self.time_left().is_zero() {
                return Err(Stop::Late);
            }
            let patience = patience.as_millis();
            self.note(format!("(it still runs after {patience} ms; --timeout MS waits longer)"));
            return Err(Stop::TimedOut);
        };
        self.note(format!("({status})"));
        let bad = (!status.success()).then(|| status.to_string());
        self.findings.broken.insert(Rule::ExitStatus, bad.into_iter().collect());
        Ok(())
    }

    /// A game from the start position, if the rules are known. In games with hidden pieces it is as
    /// the seat to move sees it.
    pub fn rules(&self) -> Checked<Box<dyn AnyGame>> {
        self.whole_rules().map(as_shown)
    }

    /// A game from the start position, with all hidden pieces known.
    pub fn whole_rules(&self) -> Checked<Box<dyn AnyGame>> {
        let unknown = Stop::Skip("the rules of the game are not known");
        Ok(self.findings.variant.as_ref().ok_or(unknown)?.game())
    }

    /// The start position as an argument of `position`.
    pub fn first_position(&self) -> String {
        let game = self.findings.variant.as_ref().map(Variant::game);
        let shown = game.map(|game| (shown_text(game.as_ref()), game.text()));
        match shown.filter(|(shown, text)| shown != text) {
            Some((shown, _)) => format!("fen {shown}"),
            None => "startpos".to_owned(),
        }
    }

    pub fn start_line(&self) -> String {
        format!("position {}", self.first_position())
    }

    /// Plays a move of the engine in `rules`, which have the position of the commands `after`; in
    /// games with chance, draws the outcome. Returns the move that was played. An illegal move is
    /// only recorded, and gives `None`: another step reports it. Without rules, stores the move for
    /// a later query, and returns it.
    pub fn play_or_record(
        &mut self,
        rules: Option<&mut (dyn AnyGame + 'static)>,
        mv: &str,
        after: &str,
    ) -> Option<String> {
        let Some(rules) = rules else {
            self.findings.note_played(after, mv);
            return Some(mv.to_owned());
        };
        let chances = rules.capability::<dyn Chances>().ok();
        let drawn = match chances {
            Some(chances) => {
                let decision = chances.find_decision(rules, mv);
                decision.and_then(|decision| chances.draw(rules, decision, 0))
            }
            None => Some(mv.to_owned()),
        };
        let happens = drawn.as_deref().unwrap_or(mv);
        let expected = match rules.play_text(happens) {
            Ok(text) if drawn.is_some() => return Some(text),
            Ok(_) => "a decision, and not what comes of it".to_owned(),
            Err(error) => error.expected(),
        };
        let text = format!("{mv} after `{}`: expected {expected}", show(after));
        self.findings.keep(Rule::Legal, text);
        None
    }

    pub fn first_move(&self) -> Checked<String> {
        self.findings.first_move.clone().ok_or(Stop::Skip("no first move is known"))
    }

    pub fn moved_line(&self) -> Checked<String> {
        Ok(format!("{} moves {}", self.start_line(), self.first_move()?))
    }

    /// The end of a game of random moves, if the rules are known: the line that sets it up, and how
    /// it ends.
    pub fn finished_line(&self) -> Option<(String, Outcome)> {
        let mut rules = self.rules().ok()?;
        let mut random = fastrand::Rng::with_seed(2);
        let mut line = format!("{} moves", self.start_line());
        for _ in 0..10_000 {
            let moves = rules.move_texts();
            let Some(mv) = random.choice(&moves) else { break };
            line.push(' ');
            line.push_str(mv);
            if rules.play_text(mv).is_err() {
                break;
            }
        }
        rules.outcome().map(|outcome| (line, outcome))
    }

    /// Starts a search of the start position with these limits, and lets it get under way.
    pub fn search(&mut self, limits: &str) {
        self.send_all(&[self.start_line(), format!("go {limits}")]);
        thread::sleep(SEARCH_START_TIME);
    }

    /// Fails if one more move comes before `readyok`.
    pub fn no_second_move(&mut self) -> Checked {
        let lines = self.ask_all::<&str>(&[])?;
        self.must(!has(&lines, "bestmove"), "one bestmove for each go")
    }
}

pub fn has(lines: &[String], start: &str) -> bool {
    lines.iter().any(|line| line.starts_with(start))
}

/// The game as the seat to move sees it.
fn as_shown(mut game: Box<dyn AnyGame>) -> Box<dyn AnyGame> {
    let shown = shown_text(game.as_ref());
    if shown != game.text() {
        // Cannot fail: the text is that of a position.
        let _ = game.set_up(Setup::Text(&shown), &[]);
    }
    game
}

fn texts_before_last(heard: &[Received]) -> Vec<String> {
    let before = heard.split_last().map_or(heard, |(_, before)| before);
    before.iter().map(|received| received.line.text.trim().to_owned()).collect()
}

/// A line for the report; invisible characters are escaped.
fn show(line: &str) -> String {
    if line.is_empty() {
        return "(an empty line)".to_owned();
    }
    let odd = line.trim() != line || line.contains(char::is_control);
    let line = if odd { format!("{line:?}") } else { line.to_owned() };
    cut(&line, KEPT_LINE).into_owned()
}
