//! Findings about an engine over all steps, and the rules for its output that hold in every step.

use zugi_client::Received;
use zugi_game::Variant;
use zugi_protocol::{Reply, parse_reply_line};

/// Bad lines that are kept of each kind.
const KEPT: usize = 5;

/// Moves that are kept to be asked about.
const MOST_PLAYED: usize = 200;

/// The findings about an engine.
#[derive(Default)]
pub struct Findings {
    /// The requested options.
    pub wanted: Vec<(String, String)>,
    /// The requested variant.
    pub wanted_variant: Option<String>,
    /// The variants that can be recognised.
    pub variants: Vec<Variant>,
    /// The variant whose rules check the moves.
    pub variant: Option<Variant>,
    /// What came before the first `ugi`.
    pub early_lines: Vec<String>,
    /// What came after the first `ugiok`, unasked.
    pub late_lines: Vec<String>,
    /// The `id` lines that are missing in the introduction.
    pub missing_ids: Vec<String>,
    /// Its `option` lines that cannot be read.
    pub bad_options: Vec<String>,
    /// Its names of options with blanks in them.
    pub long_names: Vec<String>,
    /// Its lines that are no `id`, `option` or `info`.
    pub foreign_lines: Vec<String>,
    /// Whether it answers `query fen`.
    pub knows_fen: bool,
    /// A first move from the start position: the engine's, if it is legal.
    pub first_move: Option<String>,
    /// Moves that it played in a game without known rules, each after the `position` before it.
    pub played: Vec<(String, String)>,
    /// The `bestmove` of an endless search, if it came before `stop`.
    pub early_move: Option<String>,
    /// The end of its process at `quit`, if no `bestmove` came before it.
    pub silent_end: Option<String>,
    /// How its process ended after `quit`, if it was no success.
    pub bad_exit: Option<String>,
    /// Lines that are against a rule.
    pub lines: Lines,
}

/// Lines that are against a rule for all of the output, some of each kind.
#[derive(Clone, Default)]
pub struct Lines {
    /// Those that end or begin with white space, or hold a carriage return.
    pub untidy: Vec<String>,
    /// Those under 8 bytes, with the line end, while a move was awaited.
    pub short: Vec<String>,
    /// Unknown lines after `ugiok`.
    pub strange: Vec<String>,
    /// `info` lines that strict clients cannot read, and why.
    pub bad_infos: Vec<String>,
    /// `bestmove` lines that are not two words.
    pub wordy: Vec<String>,
    /// Moves that are not legal, and where.
    pub illegal: Vec<String>,
}

impl Findings {
    /// Takes note of a move in the position of this line.
    pub fn note_played(&mut self, line: &str, mv: &str) {
        let known = |(other, text): &(String, String)| other == line && text == mv;
        if self.played.len() < MOST_PLAYED && !self.played.iter().any(known) {
            self.played.push((line.to_owned(), mv.to_owned()));
        }
    }
}

/// The phase in which a line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The introduction, or silence: anything may come.
    Introduction,
    /// The wait for the answer to a command.
    Commands,
    /// A search.
    Search,
}

/// Keeps a line unless there are enough of its kind.
pub fn keep(lines: &mut Vec<String>, line: String) {
    if lines.len() < KEPT {
        lines.push(line);
    }
}

impl Lines {
    /// Looks at any line of output.
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
            // Said above to be short, too.
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
