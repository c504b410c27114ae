//! What is learnt about an engine over all steps, and the rules for its output that
//! hold in every step.

use crate::arbiter::client::Received;
use crate::game::Variant;
use crate::protocol::Reply;

/// Bad lines that are kept of each kind.
const KEPT: usize = 5;

/// What is known of an engine.
#[derive(Default)]
pub struct Findings {
    /// The options that were asked for.
    pub wanted: Vec<(String, String)>,
    /// The variant that was asked for.
    pub wanted_variant: Option<String>,
    /// Whether it was tried to recognise the game.
    pub knows_game: bool,
    /// The variant whose rules judge its moves.
    pub variant: Option<Variant>,
    /// A first move of the engine from the start position.
    pub first_move: Option<String>,
    /// Whether it was asked for one: where it has none, it is not asked again.
    pub tried_to_move: bool,
    /// Lines that end or begin with white space, or hold a carriage return.
    pub untidy: Vec<String>,
    /// Lines under 8 bytes, with the line end, while a move was awaited.
    pub short: Vec<String>,
    /// Lines after `ugiok` that no client knows.
    pub strange: Vec<String>,
    /// `info` lines that strict clients cannot read, and why.
    pub bad_infos: Vec<String>,
    /// `bestmove` lines that are not two words.
    pub wordy: Vec<String>,
}

/// What was going on when a line came.
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
fn keep(lines: &mut Vec<String>, line: String) {
    if lines.len() < KEPT {
        lines.push(line);
    }
}

impl Findings {
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
            Ok(Some(Reply::Info(info))) => {
                if let Some(why) = info.rejected.first() {
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
            _ if phase == Phase::Introduction => {}
            _ => keep(&mut self.strange, text.trim().to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::arbiter::process::Line;
    use crate::protocol::parse_reply;

    #[test]
    fn lines_are_looked_at() {
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
        assert_eq!(findings.untidy, ["\"readyok \"", "\"readyok\\r\""]);
        assert_eq!(findings.short, ["\"ok\""]);
        assert_eq!(findings.strange, ["ok", "xyzzy"]);
        assert_eq!(findings.bad_infos, ["info depth: no integer after depth"]);
        assert_eq!(findings.wordy, ["bestmove a1a2 ponder b1b2"]);
    }
}
