//! Findings about an engine over all steps, and the rules for its output that hold in every step.

use std::collections::BTreeMap;

use zugi_client::Received;
use zugi_game::Variant;
use zugi_protocol::{Reply, parse_reply_line};

/// The number of lines that are kept for each rule about all lines.
const KEPT: usize = 5;

/// The number of moves that are kept for `query islegal`.
const MOST_PLAYED: usize = 200;

/// A rule for the output. One step reports the lines that break it, and the name of that step says
/// the rule. From `Tidy` on, the rules are about all lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rule {
    NotEarly,
    NotLate,
    Ids,
    Options,
    OptionNames,
    Introduction,
    WaitsForStop,
    MovesAtQuit,
    ExitStatus,
    Tidy,
    Length,
    Expected,
    Info,
    BestMove,
    Legal,
}

type BrokenRules = BTreeMap<Rule, Vec<String>>;

#[derive(Default)]
pub struct Findings {
    /// The variants that can be recognised.
    pub variants: Vec<Variant>,
    /// The variant whose rules check the moves.
    pub variant: Option<Variant>,
    pub knows_fen: bool,
    /// A first move from the start position: the engine's or, if the rules refuse it, another legal
    /// one.
    pub first_move: Option<String>,
    /// The engine's moves in a game without known rules, each with the `position` line before it.
    pub played: Vec<(String, String)>,
    /// The lines that break each rule, or notes on missing lines; for a rule about all lines at
    /// most [`KEPT`].
    pub broken: BrokenRules,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The introduction, or a wait without a command: [`Rule::Expected`] has no effect.
    Introduction,
    /// The wait for the answer to a command.
    Commands,
    Search,
}

impl Findings {
    pub fn note_played(&mut self, line: &str, mv: &str) {
        let known = |(other, text): &(String, String)| other == line && text == mv;
        if self.played.len() < MOST_PLAYED && !self.played.iter().any(known) {
            self.played.push((line.to_owned(), mv.to_owned()));
        }
    }

    /// Keeps a line that breaks a rule for all lines.
    pub fn keep(&mut self, rule: Rule, line: String) {
        let lines = self.broken.entry(rule).or_default();
        if lines.len() < KEPT {
            lines.push(line);
        }
    }

    /// Restores an earlier state of the lines that break rules about all lines.
    pub fn forget_lines_since(&mut self, mut before: BrokenRules) {
        self.broken.retain(|rule, _| *rule < Rule::Tidy);
        self.broken.extend(before.split_off(&Rule::Tidy));
    }

    /// Checks a line of output.
    pub fn look(&mut self, received: &Received, phase: Phase) {
        let text = received.line.text.as_str();
        if text.trim() != text || text.contains('\r') {
            self.keep(Rule::Tidy, format!("{text:?}"));
        }
        if phase == Phase::Search && text.len() + 1 < 8 {
            self.keep(Rule::Length, format!("{text:?}"));
        }
        match &received.reply {
            Ok(Some(Reply::Info(_))) => {
                if let Ok(Some((_, skipped))) = parse_reply_line(text)
                    && let Some(why) = skipped.first()
                {
                    self.keep(Rule::Info, format!("{text}: {why}"));
                }
            }
            Ok(Some(Reply::BestMove { .. })) => {
                if text.split_ascii_whitespace().count() > 2 {
                    self.keep(Rule::BestMove, text.trim().to_owned());
                }
            }
            Ok(None | Some(Reply::Message(_) | Reply::Error(_) | Reply::ReadyOk)) => {}
            Ok(Some(Reply::Response(_))) if phase == Phase::Commands => {}
            // The line is already reported as short.
            _ if phase == Phase::Search && text.len() + 1 < 8 => {}
            _ if phase == Phase::Introduction => {}
            _ => self.keep(Rule::Expected, text.trim().to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use zugi_client::process::Line;
    use zugi_protocol::parse_reply;

    use super::*;

    #[test]
    fn each_odd_line_is_found_in_its_kind() {
        let mut findings = Findings::default();
        let mut look = |text: &str, phase| {
            let line = Line { text: text.to_owned(), at: Instant::now() };
            findings.look(&Received { reply: parse_reply(text), line }, phase);
        };
        look("readyok", Phase::Search);
        look("bestmove a1a2", Phase::Search);
        look("response true", Phase::Commands);
        look("Welcome!", Phase::Introduction);
        look("info string anything", Phase::Search);
        look("ok", Phase::Search);
        look("ok", Phase::Introduction);
        look("readyok ", Phase::Commands);
        look("readyok\r", Phase::Commands);
        look("info depth", Phase::Commands);
        look("bestmove a1a2 ponder b1b2", Phase::Search);
        look("xyzzy", Phase::Commands);
        look("all work", Phase::Search);
        assert_eq!(findings.broken[&Rule::Tidy], ["\"readyok \"", "\"readyok\\r\""]);
        assert_eq!(findings.broken[&Rule::Length], ["\"ok\""]);
        assert_eq!(findings.broken[&Rule::Expected], ["xyzzy", "all work"]);
        let bad_info = "info depth: nothing after \"depth\": expected a whole number";
        assert_eq!(findings.broken[&Rule::Info], [bad_info]);
        assert_eq!(findings.broken[&Rule::BestMove], ["bestmove a1a2 ponder b1b2"]);
    }
}
