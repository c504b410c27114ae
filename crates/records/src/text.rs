//! Reads the text form that `zugi match` and `zugi play` of version 0.2 wrote beside JSON lines: a
//! block of lines per game, with the same keys as in JSON. Version 0.3 is the last that reads it.
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

use zugi_game::Player;
use zugi_protocol::UgiScore;

use super::rules::Unreadable;
use super::{Annotation, End, GameRecord, MoveMark, MoveRecord, Reason, millis};

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

/// Reads the block of a game; an error has the number of its line.
pub(super) fn read(block: &str) -> Result<GameRecord, (usize, Unreadable)> {
    let mut game = GameRecord::default();
    for (number, text) in (1_usize..).zip(block.lines()) {
        let line = text.trim_end();
        let error = |expected: &str| (number, Unreadable::bad_record(line, expected));
        if let Some(tag) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            let (name, value) = tag.split_once(' ').unwrap_or((tag, ""));
            let parsed = parse_tag(&mut game, name, value);
            parsed.ok_or_else(|| error("a known tag with a fitting value"))?;
        } else if let Some(text) = text.strip_prefix(';') {
            game.transcript.push(unescaped(text.strip_prefix(' ').unwrap_or(text)));
        } else {
            let next = game.moves.len() + 1;
            let mv = line.split_once(' ').filter(|(number, _)| number.parse() == Ok(next));
            let mv = mv.and_then(|(_, mv)| parse_move(mv));
            let expected = "number, player, move and {comment}, with the numbers in order";
            game.moves.push(mv.ok_or_else(|| error(expected))?);
        }
    }
    if !block.lines().any(|line| line.starts_with("[variant")) {
        let first = block.lines().next().unwrap_or_default();
        let expected = "a block with at least the tag variant";
        return Err((1, Unreadable::bad_record(first, expected)));
    }
    Ok(game)
}

fn parse_tag(game: &mut GameRecord, name: &str, value: &str) -> Option<()> {
    let [one, two] = &mut game.players;
    match name {
        "number" => game.number = value.parse().ok()?,
        "variant" => game.variant = unescaped(value),
        "p1" => *one = unescaped(value),
        "p2" => *two = unescaped(value),
        "site" => game.site = unescaped(value),
        "event" => game.event = unescaped(value),
        "file" => game.file = unescaped(value),
        "fen" => game.fen = Some(unescaped(value)),
        "opening" => game.opening = value.split(' ').map(unescaped).collect(),
        "started" => game.started = value.parse().ok()?,
        "time" => game.time = millis::from_number(value.parse().ok()?)?,
        "resumed" => {
            game.resumed = value.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        }
        "result" => game.end = End::from_word(value)?,
        "reason" => game.reason = Reason::from_word(value)?,
        "detail" => game.detail = unescaped(value),
        "accuracy" => {
            let (one, two) = value.split_once(' ')?;
            game.accuracy = Some([one.parse().ok()?, two.parse().ok()?]);
        }
        "late" => game.late = Some(parse_move(value)?),
        _ => return None,
    }
    Some(())
}

/// Parses a move: the player if recorded, the move, and its data in braces.
fn parse_move(text: &str) -> Option<MoveRecord> {
    let (words, comment) = text.rsplit_once(" {")?;
    let mut mv = MoveRecord::default();
    mv.text = match words.split_once(' ') {
        None => unescaped(words),
        Some((player, word)) => {
            mv.player = Player::BOTH.into_iter().find(|it| it.to_string() == player);
            mv.player.map(|_| unescaped(word))?
        }
    };
    let said = comment.strip_suffix('}')?;
    let (items, comment) = said.split_once(", comment ").unwrap_or((said, ""));
    mv.comment = unescaped(comment);
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
            "mark" => mv.mark = Some(MoveMark::from_word(value)?),
            "annotation" => mv.annotation = Some(Annotation::from_word(value)?),
            "best" => mv.best = value.split(' ').map(unescaped).collect(),
            _ => return None,
        }
    }
    Some(mv)
}
