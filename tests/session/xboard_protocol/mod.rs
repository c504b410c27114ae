//! XBoard's protocol through the real program: features, time, whole games. `transcripts/xboard.md`
//! has the commands; tests with XBoard itself are in `xboard`.

mod commands;
mod games;
mod thinking;

use crate::support::Client;

/// A GUI with an engine.
struct Board {
    client: Client,
    pings: u64,
}

impl Board {
    /// A session after the handshake, with a game of this variant.
    fn with(variant: &str) -> Board {
        let mut board = Board::bare();
        board.say("protover 2");
        board.say(&format!("new\nvariant {variant}"));
        board
    }

    /// A session with only the first line sent.
    fn bare() -> Board {
        let mut client = Client::start();
        client.send("xboard");
        Board { client, pings: 0 }
    }

    /// Sends lines and returns all output until they are executed; if the engine is thinking, until
    /// it has moved.
    #[track_caller]
    fn say(&mut self, lines: &str) -> Vec<String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.client.send(&format!("{lines}\nping {}", self.pings));
        let mut answers = self.client.lines_until(|line| line == pong);
        answers.pop();
        answers
    }

    /// Sends lines and returns their one-line answer.
    #[track_caller]
    fn one(&mut self, lines: &str) -> String {
        let mut answers = self.say(lines);
        assert_eq!(answers.len(), 1, "{lines:?} gave {answers:?}");
        answers.remove(0)
    }

    /// Sends lines that have no answer.
    #[track_caller]
    fn quietly(&mut self, lines: &str) {
        assert_eq!(self.say(lines), Vec::<String>::new(), "{lines:?}");
    }

    #[track_caller]
    fn quit(self) {
        self.client.quit();
    }
}

/// The engine's move among lines, if any; legs are joined by commas.
fn moved(lines: &[String]) -> Option<String> {
    let legs: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("move ")).collect();
    (!legs.is_empty()).then(|| legs.concat())
}
