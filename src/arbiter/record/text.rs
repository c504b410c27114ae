//! Game records as text that people read: one block of lines a game.
//!
//! ```text
//! [number 1]
//! [variant zola-6]
//! [p1 new]
//! [p2 old]
//! [opening a1b1 b4c5]
//! [began 1795264000]
//! [seconds 1.25]
//! [result p1win]
//! [reason rules]
//! 1 c3d4 {score cp 12, depth 5, nodes 1000, time 101.2, clock 898.8}
//! 2 e4d4 {time 3.1}
//! ```
//!
//! A block ends with an empty line. Lines that begin with `;` are the transcript.

use std::fmt::{self, Write};

use thiserror::Error;

use super::{End, GameRecord, MoveRecord, Reason, millis};
use crate::protocol::quote;

/// A text that is no game record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: bad record {}: expected {expected}", quote(.text))]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    /// What was expected.
    pub expected: &'static str,
}

impl fmt::Display for GameRecord {
    /// The game's block, with the empty line at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[number {}]", self.number)?;
        writeln!(f, "[variant {}]", self.variant)?;
        for (tag, player) in ["p1", "p2"].iter().zip(&self.players) {
            writeln!(f, "[{tag} {}]", one_line(player))?;
        }
        if let Some(fen) = &self.fen {
            writeln!(f, "[fen {}]", one_line(fen))?;
        }
        if !self.opening.is_empty() {
            writeln!(f, "[opening {}]", self.opening.join(" "))?;
        }
        writeln!(f, "[began {}]\n[seconds {}]", self.began, self.seconds)?;
        writeln!(f, "[result {}]\n[reason {}]", self.end, self.reason)?;
        if !self.detail.is_empty() {
            writeln!(f, "[detail {}]", one_line(&self.detail))?;
        }
        for (number, mv) in (1..).zip(&self.moves) {
            writeln!(f, "{number} {} {{{}}}", one_line(&mv.text), comment(mv))?;
        }
        for line in &self.transcript {
            writeln!(f, "; {}", one_line(line))?;
        }
        writeln!(f)
    }
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ").trim().to_owned()
}

fn comment(mv: &MoveRecord) -> String {
    let mut text = String::new();
    if let Some(score) = mv.score {
        let _ = write!(text, "score {score}, ");
    }
    if let Some(depth) = mv.depth {
        let _ = write!(text, "depth {depth}, ");
    }
    if let Some(nodes) = mv.nodes {
        let _ = write!(text, "nodes {nodes}, ");
    }
    let _ = write!(text, "time {}", millis::to_number(mv.time));
    if let Some(clock) = mv.clock {
        let _ = write!(text, ", clock {}", millis::to_number(clock));
    }
    text
}

/// Reads all games of a text.
///
/// # Errors
/// The first line that is wrong.
pub fn parse_games(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let mut games = Vec::new();
    let mut block = Vec::new();
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        if !line.trim().is_empty() {
            block.push((number, line));
        } else if !block.is_empty() {
            games.push(parse_game(&block)?);
            block.clear();
        }
    }
    Ok(games)
}

fn parse_game(block: &[(usize, &str)]) -> Result<GameRecord, RecordError> {
    let mut game = GameRecord {
        number: 0,
        variant: String::new(),
        players: [String::new(), String::new()],
        fen: None,
        opening: Vec::new(),
        moves: Vec::new(),
        end: End::None,
        reason: Reason::Rules,
        detail: String::new(),
        began: 0,
        seconds: 0.0,
        transcript: Vec::new(),
    };
    for &(number, line) in block {
        let line = line.trim_end();
        let error = |expected| RecordError { line: number, text: line.to_owned(), expected };
        if let Some(tag) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            let (name, value) = tag.split_once(' ').unwrap_or((tag, ""));
            parse_tag(&mut game, name, value)
                .ok_or_else(|| error("a known tag with a fitting value"))?;
        } else if let Some(line) = line.strip_prefix(';') {
            game.transcript.push(line.strip_prefix(' ').unwrap_or(line).to_owned());
        } else {
            let expected = error("number, move and {comment}, with the numbers in order");
            let mv = parse_move(line, game.moves.len() + 1).ok_or(expected)?;
            game.moves.push(mv);
        }
    }
    if game.variant.is_empty() {
        let &(line, text) = block.first().unwrap_or(&(0, ""));
        let expected = "a block with at least the tag variant";
        return Err(RecordError { line, text: text.to_owned(), expected });
    }
    Ok(game)
}

fn parse_tag(game: &mut GameRecord, name: &str, value: &str) -> Option<()> {
    let [one, two] = &mut game.players;
    match name {
        "number" => game.number = value.parse().ok()?,
        "variant" => value.clone_into(&mut game.variant),
        "p1" => value.clone_into(one),
        "p2" => value.clone_into(two),
        "fen" => game.fen = Some(value.to_owned()),
        "opening" => game.opening = value.split(' ').map(str::to_owned).collect(),
        "began" => game.began = value.parse().ok()?,
        "seconds" => game.seconds = value.parse().ok()?,
        "result" => {
            let ends = [End::P1win, End::P2win, End::Draw, End::None];
            game.end = ends.into_iter().find(|end| end.to_string() == value)?;
        }
        "reason" => {
            game.reason = Reason::ALL.into_iter().find(|reason| reason.to_string() == value)?;
        }
        "detail" => value.clone_into(&mut game.detail),
        _ => return None,
    }
    Some(())
}

fn parse_move(line: &str, number: usize) -> Option<MoveRecord> {
    let (move_number, rest) = line.split_once(' ')?;
    let (text, comment) = rest.split_once(" {")?;
    let mut mv = MoveRecord { text: text.to_owned(), ..MoveRecord::default() };
    for item in comment.strip_suffix('}')?.split(", ") {
        let (name, value) = item.split_once(' ')?;
        match name {
            // Older programs wrote what the engine had written.
            "score" => mv.score = value.parse().ok(),
            "depth" => mv.depth = Some(value.parse().ok()?),
            "nodes" => mv.nodes = Some(value.parse().ok()?),
            "time" => mv.time = millis::from_number(value.parse().ok()?)?,
            "clock" => mv.clock = Some(millis::from_number(value.parse().ok()?)?),
            _ => return None,
        }
    }
    (move_number.parse() == Ok(number)).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Score;
    use std::time::Duration;

    fn record() -> GameRecord {
        let full = MoveRecord {
            text: "c3d4".into(),
            time: Duration::from_micros(101_234),
            clock: Some(Duration::from_millis(898)),
            score: Some(Score::Mate(-4)),
            depth: Some(5),
            nodes: Some(1000),
        };
        let bare = MoveRecord { text: "0000".into(), ..MoveRecord::default() };
        GameRecord {
            number: 7,
            variant: "zola-6".into(),
            players: ["new one".into(), "old".into()],
            fen: Some("6/6/6/6/6/rb4 r -".into()),
            opening: vec!["a1b1".into(), "b4c5".into()],
            moves: vec![full, bare],
            end: End::P2win,
            reason: Reason::TimeLoss,
            detail: "new one took 102 ms of 101 ms".into(),
            began: 1_795_264_000,
            seconds: 1.25,
            transcript: vec!["0.001 > go".into(), "0.002 < bestmove 0000".into()],
        }
    }

    #[test]
    fn text_and_json_are_read_back() {
        let games = vec![record(), GameRecord { fen: None, transcript: Vec::new(), ..record() }];
        let text: String = games.iter().map(ToString::to_string).collect();
        assert_eq!(parse_games(&text), Ok(games.clone()));
        for game in games {
            let json = serde_json::to_string(&game).unwrap();
            assert_eq!(serde_json::from_str::<GameRecord>(&json).unwrap(), game);
        }
    }

    #[test]
    fn a_score_that_cannot_be_read_is_none() {
        let text = record().to_string().replace("mate -4", "cp 1.5");
        assert_eq!(parse_games(&text).unwrap()[0].moves[0].score, None);
        let json = serde_json::to_string(&record()).unwrap();
        assert!(json.contains(r#""score":"mate -4""#), "{json}");
        let game: GameRecord = serde_json::from_str(&json.replace("mate -4", "low")).unwrap();
        assert_eq!(game.moves[0].score, None);
    }

    #[test]
    fn texts_from_engines_cannot_break_the_format() {
        let evil = GameRecord { detail: "a\n[result p1win]\n".into(), ..record() };
        let games = parse_games(&evil.to_string()).unwrap();
        assert_eq!((games.len(), games[0].end), (1, End::P2win));
    }

    #[test]
    fn wrong_lines_are_named() {
        let text = record().to_string();
        for (from, to) in [
            ("[result p2win]", "[result x]"),
            ("2 0000", "3 0000"),
            ("[p1", "[p3"),
            ("depth 5", "depth x"),
        ] {
            let error = parse_games(&text.replace(from, to)).unwrap_err();
            assert!(error.to_string().starts_with("line "), "{error}");
        }
        assert!(parse_games("hello").is_err());
        assert_eq!(parse_games("\n\n"), Ok(Vec::new()));
    }
}
