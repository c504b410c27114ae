//! Records the commands that an engine got, to bring a new engine to the same state.

use super::command_filter::LineKind;

/// The most bytes that the last position and the moves and undos after it take together; more are
/// not kept.
const MOST_BYTES: usize = 64 << 10;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    handshake: Option<String>,
    /// The last command for each option, in their order.
    options: Vec<String>,
    /// The last position, and the moves and undos since then.
    position: Vec<String>,
    bytes: usize,
}

impl Replay {
    pub fn note(&mut self, kind: LineKind, line: &str) {
        match kind {
            LineKind::Handshake => self.handshake = Some(line.to_owned()),
            LineKind::Option => {
                let name = |line: &str| line.split(" value ").next().map(str::to_lowercase);
                self.options.retain(|known| name(known) != name(line));
                self.options.push(line.to_owned());
            }
            LineKind::Position | LineKind::Moves => {
                if kind == LineKind::Position {
                    (self.position, self.bytes) = (Vec::new(), 0);
                }
                self.bytes += line.len();
                if self.is_complete() {
                    self.position.push(line.to_owned());
                }
            }
            LineKind::IsReady | LineKind::Search | LineKind::Other => {}
        }
    }

    /// Whether all necessary commands are kept.
    pub fn is_complete(&self) -> bool {
        self.bytes <= MOST_BYTES
    }

    /// The commands for a new engine. After its answer to the last one, `isready`, it has the state
    /// of the old engine.
    pub fn lines(&self) -> Vec<String> {
        let all = self.handshake.iter().chain(&self.options).chain(&self.position).cloned();
        all.chain(["isready".to_owned()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_of_each_option_and_the_last_position_are_kept() {
        let mut replay = Replay::default();
        for (kind, line) in [
            (LineKind::Handshake, "ugi"),
            (LineKind::Option, "setoption name UGI_Variant value zola-6"),
            (LineKind::Option, "setoption name Hash value 8"),
            (LineKind::Moves, "moves a1a2"),
            (LineKind::Position, "position startpos"),
            (LineKind::Moves, "moves a1a2 b1b2"),
            (LineKind::Moves, "undo 1"),
            (LineKind::Search, "go depth 1"),
            (LineKind::Other, "query fen"),
            (LineKind::Option, "setoption name ugi_variant value zvp"),
        ] {
            replay.note(kind, line);
        }
        let wanted = "ugi\nsetoption name Hash value 8\nsetoption name ugi_variant value zvp\n\
                      position startpos\nmoves a1a2 b1b2\nundo 1\nisready";
        assert_eq!(replay.lines().join("\n"), wanted);
    }

    #[test]
    fn too_many_moves_are_not_kept_until_the_next_position() {
        let mut replay = Replay::default();
        while replay.is_complete() {
            replay.note(LineKind::Moves, "moves a1a2 b1b2");
        }
        assert!(replay.position.len() <= MOST_BYTES);
        replay.note(LineKind::Moves, "undo 1");
        assert!(!replay.is_complete());
        replay.note(LineKind::Position, "position startpos");
        assert!(replay.is_complete());
        assert_eq!(replay.lines(), ["position startpos", "isready"]);
    }
}
