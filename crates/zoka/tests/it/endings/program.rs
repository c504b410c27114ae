//! Decisions of another engine: `ZOKA_ENGINE` names a program that speaks UGI, such as an earlier
//! build.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use zugi_game::{Game, GameInProgress};
use zugi_zoka::{ZokaMove, ZokaPosition, ZokaVariant};

use super::games::decide;

/// A running engine.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(path: &str) -> Program {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = BufReader::new(output.expect("a pipe"));
        Program { child, input: input.expect("a pipe"), output }
    }

    /// The answer to `go` with this number of nodes.
    fn decide<V: ZokaVariant>(&mut self, position: &ZokaPosition<V>, nodes: u64) -> ZokaMove {
        let options = format!("setoption name UGI_Variant value {}\n", V::NAME);
        let options = options + "setoption name Contempt value 0\nsetoption name Hash value 16\n";
        let question = format!("uginewgame\nposition fen {}\ngo nodes {nodes}\n", position.text());
        self.input.write_all((options + &question).as_bytes()).expect("the engine reads");
        for line in self.output.by_ref().lines() {
            let line = line.expect("the engine writes");
            if let Some(text) = line.strip_prefix("bestmove ") {
                return position.parse_move(text).expect(text);
            }
        }
        panic!("no answer to {question}")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The decision of the program that `ZOKA_ENGINE` names, or else of the engine of this build.
pub fn decide_by<V: ZokaVariant>(position: &ZokaPosition<V>, nodes: u64) -> ZokaMove {
    match env::var("ZOKA_ENGINE") {
        Ok(path) => Program::start(&path).decide(position, nodes),
        Err(_) => decide(&GameInProgress::new(position.clone()), nodes),
    }
}
