//! Records the commands that an engine got, to bring a new engine to the same state.

use super::command_filter::LineKind;

/// The most bytes of the kept commands.
const MOST_BYTES: usize = 64 << 10;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    handshake: Option<String>,
    /// Options, positions, moves and undos in their order, because the effect of one may depend on
    /// those before it: a refused position leaves the one before.
    lines: Vec<(LineKind, String)>,
    /// Whether the last position and the moves after it were too long to be kept.
    is_lost: bool,
}

impl Replay {
    pub fn note(&mut self, kind: LineKind, line: &str) {
        match kind {
            LineKind::Handshake => self.handshake = Some(line.to_owned()),
            LineKind::Option | LineKind::Position | LineKind::Moves => {
                self.is_lost &= kind != LineKind::Position;
                if !self.is_lost || kind == LineKind::Option {
                    self.lines.push((kind, line.to_owned()));
                }
                if self.bytes() > MOST_BYTES {
                    let is_position = |(kind, _): &(LineKind, String)| *kind == LineKind::Position;
                    self.forget(self.lines.iter().rposition(is_position).unwrap_or_default());
                }
                if self.bytes() > MOST_BYTES {
                    self.is_lost = true;
                    self.forget(self.lines.len());
                }
            }
            LineKind::IsReady | LineKind::Search | LineKind::Other => {}
        }
    }

    fn bytes(&self) -> usize {
        self.lines.iter().map(|(_, line)| line.len()).sum()
    }

    /// Forgets the first `count` lines, except for the last value of each option.
    fn forget(&mut self, count: usize) {
        let later = self.lines.split_off(count);
        let mut options: Vec<(LineKind, String)> = Vec::new();
        let name = |line: &str| line.split(" value ").next().map(str::to_lowercase);
        for (kind, line) in self.lines.drain(..).filter(|(kind, _)| *kind == LineKind::Option) {
            options.retain(|(_, known)| name(known) != name(&line));
            options.push((kind, line));
        }
        self.lines = options;
        self.lines.extend(later);
    }

    pub fn is_complete(&self) -> bool {
        !self.is_lost
    }

    /// The commands for a new engine. After its answer to the last one, `isready`, it has the state
    /// of the old engine.
    pub fn lines(&self) -> Vec<String> {
        let all = self.handshake.iter().chain(self.lines.iter().map(|(_, line)| line)).cloned();
        all.chain(["isready".to_owned()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_kept_in_their_order() {
        let mut replay = Replay::default();
        let lines = [
            (LineKind::Handshake, "ugi"),
            (LineKind::Option, "setoption name UGI_Variant value zoka"),
            (LineKind::Option, "setoption name Seed value 7"),
            (LineKind::Position, "position startpos"),
            (LineKind::Moves, "moves t 1@a1"),
            (LineKind::Moves, "undo 1"),
            (LineKind::Position, "position fen refused"),
            (LineKind::Option, "setoption name Seed value 8"),
        ];
        for (kind, line) in lines {
            replay.note(kind, line);
        }
        replay.note(LineKind::Search, "go depth 1");
        replay.note(LineKind::Other, "query fen");
        let expected: Vec<&str> = lines.iter().map(|(_, line)| *line).chain(["isready"]).collect();
        assert_eq!(replay.lines(), expected);
    }

    #[test]
    fn too_many_commands_are_the_last_position_and_the_last_value_of_each_option() {
        let mut replay = Replay::default();
        let long = format!("position startpos moves{}", " a1a2".repeat(MOST_BYTES / 10));
        for line in ["setoption name Hash value 8", "setoption name hash value 9"] {
            replay.note(LineKind::Option, line);
        }
        replay.note(LineKind::Position, &long);
        replay.note(LineKind::Position, &long);
        let kept = ["setoption name hash value 9", &long, "isready"];
        assert_eq!(replay.lines(), kept);
        while replay.is_complete() {
            replay.note(LineKind::Moves, "moves a1a2 b1b2");
        }
        assert_eq!(replay.lines(), [kept[0], "isready"]);
        replay.note(LineKind::Moves, "undo 1");
        assert!(!replay.is_complete());
        replay.note(LineKind::Position, "position startpos");
        assert!(replay.is_complete());
        assert_eq!(replay.lines(), [kept[0], "position startpos", "isready"]);
    }
}
