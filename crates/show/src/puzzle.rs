//! Puzzles that come with a variant; `variants.rs` of a game includes the file of its puzzles.

use serde::Serialize;

use zugi_game::Capability;

/// A position in which exactly one move wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Puzzle<'a> {
    /// The difficulty, from 1 (the easiest) to 5.
    pub level: u8,
    pub position: &'a str,
    /// The winning move, and moves of a proof after it.
    pub line: Vec<&'a str>,
}

/// The capability of a variant with puzzles: a text with one puzzle a line, the easiest first, as
/// `tools/src/bin/puzzles.rs` writes it. Lines that begin with `#` are comments.
///
/// ```
/// use zugi_show::Puzzles;
///
/// let puzzles = Puzzles("# White wins.\n1;b3/2w1/4/4 w;c3c4\n");
/// let all = puzzles.all();
/// assert_eq!((all.len(), all[0].level, all[0].line[0]), (1, 1, "c3c4"));
/// let json = r#"{"puzzles":[{"level":1,"position":"b3/2w1/4/4 w","line":["c3c4"]}]}"#;
/// assert_eq!(puzzles.json(), json);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Puzzles(pub &'static str);

impl Capability for Puzzles {
    const MISSING: &'static str = "has no puzzles";
}

impl Puzzles {
    /// All puzzles, the easiest first.
    ///
    /// # Panics
    /// A line is not of the form `LEVEL;POSITION;MOVE MOVE …`.
    #[must_use]
    pub fn all(&self) -> Vec<Puzzle<'static>> {
        let lines = self.0.lines().filter(|line| !line.starts_with('#'));
        let puzzle = |line: &'static str| {
            let [level, position, moves] = line.splitn(3, ';').collect::<Vec<_>>()[..] else {
                panic!("expected LEVEL;POSITION;MOVES: {line:?}")
            };
            let level = level.parse().unwrap_or_else(|_| panic!("expected a level: {line:?}"));
            Puzzle { level, position, line: moves.split(' ').collect() }
        };
        lines.map(puzzle).collect()
    }

    /// All puzzles as JSON in one line: the answer to `query puzzles`.
    #[must_use]
    pub fn json(&self) -> String {
        let puzzles = serde_json::to_string(&self.all()).expect("plain texts and numbers");
        format!(r#"{{"puzzles":{puzzles}}}"#)
    }
}
