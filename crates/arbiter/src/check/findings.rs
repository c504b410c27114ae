//! Findings about an engine over all steps, and the rules for its output that hold in every step.

use zugi_client::Received;
use zugi_game::Variant;
use zugi_protocol::{Reply, parse_reply_line};

/// The number of bad lines that are kept of each kind.
const KEPT: usize = 5;

/// The number of moves that are kept for `query islegal`.
const MOST_PLAYED: usize = 200;

#[derive(Default)]
pub struct Findings {
    /// The variants that can be recognised.
    pub variants: Vec<Variant>,
    /// The variant whose rules check the moves.
    pub variant: Option<Variant>,
    /// The lines before the first `ugi`.
    pub early_lines: Vec<String>,
    /// The unsolicited lines after the first `ugiok`.
    pub late_lines: Vec<String>,
    pub missing_ids: Vec<String>,
    /// The `option` lines that cannot be parsed.
    pub bad_options: Vec<String>,
    pub names_with_blanks: Vec<String>,
    /// The lines of the introduction other than `id`, `option` and `info`.
    pub foreign_lines: Vec<String>,
    pub knows_fen: bool,
    /// A first move from the start position: the engine's or, if the rules refuse it, another legal
    /// one.
    pub first_move: Option<String>,
    /// The engine's moves in a game without known rules, each with the `position` line before it.
    pub played: Vec<(String, String)>,
    /// The `bestmove` of an endless search, if it came before `stop`.
    pub early_move: Option<String>,
    /// A note for the report if the process sent no `bestmove` after `quit` during an endless
    /// search; `None` if it sent one.
    pub end_without_move: Option<String>,
    /// The exit status after `quit`, if it is not 0.
    pub bad_exit: Option<String>,
    pub lines: Lines,
}

/// Lines that break a rule for all output, at most [`KEPT`] of each kind.
#[derive(Clone, Default)]
pub struct Lines {
    /// Lines with white space at an end, or with a carriage return.
    pub untidy: Vec<String>,
    /// Lines under 8 bytes, line end included, during a search.
    pub short: Vec<String>,
    /// Lines that the protocol does not allow at this point.
    pub strange: Vec<String>,
    /// `info` lines that strict clients cannot read, and why.
    pub bad_infos: Vec<String>,
    /// `bestmove` lines of more than two words.
    pub wordy: Vec<String>,
    /// Illegal moves, each with its position.
    pub illegal: Vec<String>,
}

impl Findings {
    pub fn note_played(&mut self, line: &str, mv: &str) {
        let known = |(other, text): &(String, String)| other == line && text == mv;
        if self.played.len() < MOST_PLAYED && !self.played.iter().any(known) {
            self.played.push((line.to_owned(), mv.to_owned()));
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The introduction, or a wait without a command: no line is [`Lines::strange`].
    Introduction,
    /// The wait for the answer to a command.
    Commands,
    Search,
}

pub fn keep(lines: &mut Vec<String>, line: String) {
    if lines.len() < KEPT {
        lines.push(line);
    }
}

impl Lines {
    /// Checks a line of output.
    pub fn look(&mut self, received: &Received, phase: Phase) {
        let text = received.line.text.as_str();
        if text.trim() != text || text.contains('\r') {
            keep(&mut self.untidy, format!("{text:?}"));
        }
        if phase == Phase::Search && text.len() + 1 < 8 {
            keep(&mut self.short, format!("{text:?}"));
        }
        match &received.reply {
            Ok(Some(Reply::Info(_))) => {
                if let Ok(Some((_, skipped))) = parse_reply_line(text)
                    && let Some(why) = skipped.first()
                {
                    keep(&mut self.bad_infos, format!("{text}: {why}"));
                }
            }
            Ok(Some(Reply::BestMove { .. })) => {
                if text.split_ascii_whitespace().count() > 2 {
                    keep(&mut self.wordy, text.trim().to_owned());
                }
            }
            Ok(None | Some(Reply::Message(_) | Reply::Error(_) | Reply::ReadyOk)) => {}
            Ok(Some(Reply::Response(_))) if phase == Phase::Commands => {}
            // It is already reported as short.
            _ if phase == Phase::Search && text.len() + 1 < 8 => {}
            _ if phase == Phase::Introduction => {}
            _ => keep(&mut self.strange, text.trim().to_owned()),
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
        let mut lines = Lines::default();
        let mut look = |text: &str, phase| {
            let line = Line { text: text.to_owned(), at: Instant::now() };
            lines.look(&Received { reply: parse_reply(text), line }, phase);
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
        assert_eq!(lines.untidy, ["\"readyok \"", "\"readyok\\r\""]);
        assert_eq!(lines.short, ["\"ok\""]);
        assert_eq!(lines.strange, ["xyzzy", "all work"]);
        let bad_info = "info depth: nothing after \"depth\": expected a whole number";
        assert_eq!(lines.bad_infos, [bad_info]);
        assert_eq!(lines.wordy, ["bestmove a1a2 ponder b1b2"]);
    }
}
