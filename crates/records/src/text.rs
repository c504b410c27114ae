//! Game records as readable text: a block of lines per game, with the same keys as in JSON.
//!
//! ```text
//! [number 1]
//! [variant zola-6]
//! [p1 new]
//! [p2 old]
//! [opening a1b1 b4c5]
//! [started 1795264000000]
//! [time 1250]
//! [result p1win]
//! [reason rules]
//! 1 p1 c3d4 {cp 12, depth 5, nodes 1000, time 101.2, clock 898.8}
//! 2 p2 e4d4 {time 3.1, overshoot 0.1}
//! ```
//!
//! A block ends with an empty line. Lines that begin with `;` are the transcript. Control
//! characters are written as in Rust, `\u{a}`, and a backslash as `\\`.

use std::fmt;

use zugi_game::Player;
use zugi_protocol::UgiScore;

use super::{End, GameRecord, MoveRecord, Reason, RecordError};
use crate::millis;

/// The separator before a person's comment.
const COMMENT: &str = ", comment ";

impl fmt::Display for GameRecord {
    /// Writes the game's block, with an empty line at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = self.players.each_ref().map(|player| line(player));
        writeln!(f, "[number {}]\n[variant {}]", self.number, line(&self.variant))?;
        writeln!(f, "[p1 {one}]\n[p2 {two}]")?;
        for (tag, text) in [("site", &self.site), ("event", &self.event), ("file", &self.file)] {
            if !text.is_empty() {
                writeln!(f, "[{tag} {}]", line(text))?;
            }
        }
        if let Some(fen) = &self.fen {
            writeln!(f, "[fen {}]", line(fen))?;
        }
        if !self.opening.is_empty() {
            let words: Vec<String> = self.opening.iter().map(|mv| word(mv)).collect();
            writeln!(f, "[opening {}]", words.join(" "))?;
        }
        writeln!(f, "[started {}]\n[time {}]", self.started, millis::to_number(self.time))?;
        if !self.resumed.is_empty() {
            let plies: Vec<String> = self.resumed.iter().map(usize::to_string).collect();
            writeln!(f, "[resumed {}]", plies.join(" "))?;
        }
        writeln!(f, "[result {}]\n[reason {}]", self.end, self.reason)?;
        if !self.detail.is_empty() {
            writeln!(f, "[detail {}]", line(&self.detail))?;
        }
        if let Some([one, two]) = self.accuracy {
            writeln!(f, "[accuracy {one} {two}]")?;
        }
        if let Some(late) = &self.late {
            writeln!(f, "[late {late}]")?;
        }
        for (number, mv) in (1..).zip(&self.moves) {
            writeln!(f, "{number} {mv}")?;
        }
        for text in &self.transcript {
            writeln!(f, "; {}", line(text))?;
        }
        writeln!(f)
    }
}

impl fmt::Display for MoveRecord {
    /// For example `p1 c3d4 {cp 12, depth 5, nodes 1000, time 101.2, clock 898.8}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(player) = self.player {
            write!(f, "{player} ")?;
        }
        write!(f, "{} {{", word(&self.text))?;
        if let Some(seat) = self.seat {
            write!(f, "seat {seat}, ")?;
        }
        if let Some(score) = self.score {
            write!(f, "{score}, ")?;
        }
        if let Some(depth) = self.depth {
            write!(f, "depth {depth}, ")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, "nodes {nodes}, ")?;
        }
        write!(f, "time {}", millis::to_number(self.time))?;
        if let Some(clock) = self.clock {
            write!(f, ", clock {}", millis::to_number(clock))?;
        }
        if let Some(overshoot) = self.overshoot {
            write!(f, ", overshoot {}", millis::to_number(overshoot))?;
        }
        if let Some(mark) = self.mark {
            write!(f, ", mark {mark}")?;
        }
        if !self.best.is_empty() {
            let words: Vec<String> = self.best.iter().map(|mv| listed(mv)).collect();
            write!(f, ", best {}", words.join(" "))?;
        }
        if let Some(annotation) = self.annotation {
            write!(f, ", annotation {annotation}")?;
        }
        // Last, because it may contain commas.
        if !self.comment.is_empty() {
            write!(f, "{COMMENT}{}", remark(&self.comment))?;
        }
        f.write_str("}")
    }
}

/// The text escaped for a line.
fn line(text: &str) -> String {
    escaped(text, char::is_control)
}

/// The text escaped as a word of a line.
fn word(text: &str) -> String {
    escaped(text, |c| c.is_control() || c.is_whitespace())
}

/// The text escaped as a word within the braces of a move.
fn listed(text: &str) -> String {
    escaped(text, |c| c.is_control() || c.is_whitespace() || ",{}".contains(c))
}

/// The text escaped for the braces of a move.
fn remark(text: &str) -> String {
    escaped(text, |c| c.is_control() || "{}".contains(c))
}

fn escaped(text: &str, breaks: fn(char) -> bool) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            c if breaks(c) => escaped.extend(c.escape_unicode()),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Undoes the escaping; an unknown escape is kept as it is.
fn unescaped(text: &str) -> String {
    let mut unescaped = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        unescaped.push_str(before);
        let (c, after) = escape(after).unwrap_or(('\\', after));
        unescaped.push(c);
        rest = after;
    }
    unescaped + rest
}

/// Parses an escape after its backslash; returns the character and the rest.
fn escape(text: &str) -> Option<(char, &str)> {
    if let Some(rest) = text.strip_prefix('\\') {
        return Some(('\\', rest));
    }
    let (code, rest) = text.strip_prefix("u{")?.split_once('}')?;
    Some((char::from_u32(u32::from_str_radix(code, 16).ok()?)?, rest))
}

/// Reads all games of a text.
///
/// # Errors
/// The first invalid line.
pub(super) fn parse_blocks(text: &str) -> Result<Vec<GameRecord>, RecordError> {
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
    // Before 0.2, times of games were in seconds and nothing was escaped.
    let older = block.iter().any(|(_, line)| line.starts_with("[seconds "));
    let read: fn(&str) -> String = if older { str::to_owned } else { unescaped };
    let mut game = GameRecord::default();
    for &(number, text) in block {
        let line = text.trim_end();
        let error = |expected: &str| RecordError {
            line: number,
            text: line.to_owned(),
            expected: expected.to_owned(),
        };
        if let Some(tag) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            let (name, value) = tag.split_once(' ').unwrap_or((tag, ""));
            parse_tag(&mut game, name, value, read)
                .ok_or_else(|| error("a known tag with a fitting value"))?;
        } else if let Some(text) = text.strip_prefix(';') {
            game.transcript.push(read(text.strip_prefix(' ').unwrap_or(text)));
        } else {
            let next = game.moves.len() + 1;
            let mv = line.split_once(' ').filter(|(number, _)| number.parse() == Ok(next));
            let mv = mv.and_then(|(_, mv)| parse_move(mv, read));
            let expected = "number, player, move and {comment}, with the numbers in order";
            game.moves.push(mv.ok_or_else(|| error(expected))?);
        }
    }
    if !block.iter().any(|(_, line)| line.starts_with("[variant")) {
        let &(line, text) = block.first().unwrap_or(&(0, ""));
        let expected = "a block with at least the tag variant".to_owned();
        return Err(RecordError { line, text: text.to_owned(), expected });
    }
    Ok(game)
}

fn parse_tag(
    game: &mut GameRecord,
    name: &str,
    value: &str,
    read: fn(&str) -> String,
) -> Option<()> {
    let [one, two] = &mut game.players;
    match name {
        "number" => game.number = value.parse().ok()?,
        "variant" => game.variant = read(value),
        "p1" => *one = read(value),
        "p2" => *two = read(value),
        "site" => game.site = read(value),
        "event" => game.event = read(value),
        "file" => game.file = read(value),
        "fen" => game.fen = Some(read(value)),
        "opening" => game.opening = value.split(' ').map(read).collect(),
        "started" => game.started = value.parse().ok()?,
        "time" => game.time = millis::from_number(value.parse().ok()?)?,
        "resumed" => {
            game.resumed = value.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        }
        "result" => {
            let ends = [End::P1win, End::P2win, End::Draw, End::None];
            game.end = ends.into_iter().find(|end| end.to_string() == value)?;
        }
        "reason" => game.reason = parse_reason(value)?,
        "detail" => game.detail = read(value),
        "accuracy" => {
            let (one, two) = value.split_once(' ')?;
            game.accuracy = Some([one.parse().ok()?, two.parse().ok()?]);
        }
        "late" => game.late = Some(parse_move(value, read)?),
        // Tags of older versions.
        "began" => game.started = value.parse::<u64>().ok()?.checked_mul(1000)?,
        "seconds" => game.time = millis::from_number(1000.0 * value.parse::<f64>().ok()?)?,
        _ => return None,
    }
    Some(())
}

/// Parses a reason, also in the spelling of older versions.
fn parse_reason(text: &str) -> Option<Reason> {
    let word = if text == "malformed output" { "malformed" } else { &text.replace(' ', "-") };
    Reason::ALL.into_iter().find(|reason| reason.to_string() == word)
}

/// Parses a move: the player if recorded, the move, and its data in braces.
fn parse_move(text: &str, read: fn(&str) -> String) -> Option<MoveRecord> {
    let (words, comment) = text.rsplit_once(" {")?;
    let mut mv = MoveRecord::default();
    mv.text = match words.split_once(' ') {
        None => read(words),
        Some((player, word)) => {
            mv.player = Player::BOTH.into_iter().find(|it| it.to_string() == player);
            mv.player.map(|_| read(word))?
        }
    };
    let said = comment.strip_suffix('}')?;
    let (items, comment) = said.split_once(COMMENT).unwrap_or((said, ""));
    mv.comment = read(comment);
    for item in items.split(", ") {
        let (name, value) = item.split_once(' ')?;
        match name {
            "cp" => mv.score = Some(UgiScore::Cp(value.parse().ok()?)),
            "mate" => mv.score = Some(UgiScore::Mate(value.parse().ok()?)),
            "seat" => mv.seat = Some(value.parse().ok()?),
            "depth" => mv.depth = Some(value.parse().ok()?),
            "nodes" => mv.nodes = Some(value.parse().ok()?),
            "time" => mv.time = millis::from_number(value.parse().ok()?)?,
            "clock" => mv.clock = Some(millis::from_number(value.parse().ok()?)?),
            "overshoot" => mv.overshoot = Some(millis::from_number(value.parse().ok()?)?),
            "mark" => mv.mark = Some(value.parse().ok()?),
            "annotation" => mv.annotation = Some(value.parse().ok()?),
            "best" => mv.best = value.split(' ').map(read).collect(),
            // From older versions; 0.1 kept the score as the engine had written it.
            "score" => mv.score = value.parse().ok(),
            _ => return None,
        }
    }
    Some(mv)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::parse_games;

    fn record() -> GameRecord {
        let full = MoveRecord {
            player: Some(Player::One),
            text: "c3d4".into(),
            score: Some(UgiScore::Mate(-4)),
            depth: Some(5),
            nodes: Some(1000),
            time: Duration::from_micros(101_234),
            clock: Some(Duration::from_millis(898)),
            ..MoveRecord::default()
        };
        let late = MoveRecord {
            player: Some(Player::Two),
            text: "0000".into(),
            time: Duration::from_millis(102),
            overshoot: Some(Duration::from_micros(1500)),
            ..MoveRecord::default()
        };
        GameRecord {
            number: 7,
            variant: "zola-6".into(),
            players: ["new one".into(), "old".into()],
            fen: Some("6/6/6/6/6/rb4 r -".into()),
            opening: vec!["a1b1".into(), "b4c5".into()],
            started: 1_795_264_000_123,
            time: Duration::from_millis(1250),
            resumed: vec![1, 40],
            end: End::P1win,
            reason: Reason::TimeLoss,
            detail: "old took 102 ms of 100.5 ms".into(),
            late: Some(late),
            moves: vec![full],
            transcript: vec!["0.001 > go".into(), "0.002 < bestmove 0000".into()],
            ..GameRecord::default()
        }
    }

    #[test]
    fn both_forms_have_the_same_words() {
        insta::assert_snapshot!(record());
        insta::assert_snapshot!(serde_json::to_string_pretty(&record()).unwrap());
        for reason in Reason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.to_string());
        }
    }

    #[test]
    fn wrong_lines_are_named() {
        let text = record().to_string();
        for (from, to) in [
            ("[result p1win]", "[result x]"),
            ("[reason time-loss]", "[reason timeloss]"),
            ("1 p1 c3d4", "2 p1 c3d4"),
            ("1 p1 c3d4", "1 p3 c3d4"),
            ("[p1", "[p3"),
            ("depth 5", "depth x"),
            ("depth 5", "seat x"),
            ("depth 5", "annotation !!!"),
            ("mate -4", "mate"),
            ("[time 1250]", "[time -1]"),
            ("[resumed 1 40]", "[resumed 1 x]"),
        ] {
            assert!(text.contains(from), "{from}");
            let error = parse_games(&text.replace(from, to)).unwrap_err();
            assert!(error.to_string().starts_with("line "), "{error}");
            assert!(error.text.contains(to), "{error}");
        }
    }
}
