//! Reads games in Portable Game Notation, as zugi and XBoard write them.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::time::Duration;
use zugi_game::Player;
use zugi_protocol::UgiScore;

use super::move_list::{end_word, result_word};
use super::rules::Draft;
use super::{Annotation, End, GameRecord, MoveRecord, Reason};

/// The start of each game: byte offset and line number, from 1.
pub(crate) fn starts(text: &str) -> Vec<(usize, usize)> {
    let mut starts = Vec::new();
    let (mut at, mut in_tags, mut in_comment) = (0, false, false);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let is_tag = !in_comment && tag(line.trim()).is_some();
        if is_tag && !in_tags {
            starts.push((at, number));
        }
        if is_tag || !line.trim().is_empty() {
            in_tags = is_tag;
        }
        if !is_tag && !line.starts_with('%') {
            in_comment = ends_in_comment(line, in_comment);
        }
        at += line.len();
    }
    starts
}

/// Whether a brace comment continues after this line.
fn ends_in_comment(line: &str, mut in_comment: bool) -> bool {
    for c in line.chars() {
        match c {
            '}' => in_comment = false,
            '{' => in_comment = true,
            // The rest of the line is a comment.
            ';' if !in_comment => return false,
            _ => {}
        }
    }
    in_comment
}

/// Parses a tag: name and value.
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_').then(|| {
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        (name, value)
    })
}

/// Parses one game.
pub(crate) fn read(text: &str) -> Draft {
    let mut game = Reading::default();
    game.draft.record.players = ["?", "?"].map(str::to_owned);
    let mut rest = text;
    while let Some((line, after)) =
        rest.split_once('\n').or((!rest.is_empty()).then_some((rest, "")))
    {
        let line = line.trim();
        match tag(line) {
            Some((name, value)) => game.tag(name, value),
            None if line.is_empty() || line.starts_with('%') => {}
            None => break,
        }
        rest = after;
    }
    game.moves(rest);
    game.finish()
}

/// The state of the parser.
#[derive(Default)]
struct Reading {
    draft: Draft,
    /// The value of the tag `Termination`.
    termination: String,
    /// The latest comment: about the last move, or the reason of the end.
    last_comment: String,
}

impl Reading {
    fn tag(&mut self, name: &str, value: String) {
        let record = &mut self.draft.record;
        let [white, black] = &mut record.players;
        let known = |value: String| if value == "?" { String::new() } else { value };
        match name {
            "White" => *white = value,
            "Black" => *black = value,
            "Event" => record.event = known(value),
            "Site" => record.site = known(value),
            "Round" => record.number = value.parse().unwrap_or(0),
            "Date" => record.started = day(&value),
            "Variant" => record.variant = value,
            "FEN" => record.fen = Some(value),
            "Result" => record.end = result_word(&value).unwrap_or_default(),
            "Termination" => self.termination = value,
            _ => {}
        }
    }

    fn moves(&mut self, text: &str) {
        let mut rest = text.trim_start();
        let mut variations = 0_usize;
        // A `%` at the start of a line escapes the rest of it.
        let mut line_begins = true;
        while let Some(first) = rest.chars().next() {
            let next = match first {
                '%' if line_begins => until_line(rest),
                ';' => until_line(rest),
                '{' => {
                    let (comment, next) =
                        rest.get(1..).unwrap_or("").split_once('}').unwrap_or((rest, ""));
                    if variations == 0 {
                        self.comment(comment);
                    }
                    next
                }
                '(' => {
                    variations += 1;
                    rest.get(1..).unwrap_or("")
                }
                ')' => {
                    variations = variations.saturating_sub(1);
                    rest.get(1..).unwrap_or("")
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{}();".contains(c);
                    let end = rest.find(ends).unwrap_or(rest.len()).max(first.len_utf8());
                    let (word, next) = rest.split_at_checked(end).unwrap_or((rest, ""));
                    if variations == 0 && !self.word(word) {
                        return;
                    }
                    next
                }
            };
            let trimmed = next.trim_start();
            let blank = next.get(..next.len() - trimmed.len()).unwrap_or("");
            line_begins = blank.contains('\n');
            rest = trimmed;
        }
    }

    /// Handles a word of the movetext; `false` at the end of the game.
    fn word(&mut self, word: &str) -> bool {
        let record = &mut self.draft.record;
        if let Some(end) = result_word(word) {
            record.end = if end == End::None { record.end } else { end };
            return false;
        }
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let dots = digits.trim_start_matches('.');
        let bare = if digits.len() < word.len() && dots.len() < digits.len() { dots } else { word };
        let is_number = bare.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(number) = bare.strip_prefix('$') {
            let annotation = number.parse().ok().and_then(Annotation::from_number);
            if let (Some(mv), Some(annotation)) = (record.moves.last_mut(), annotation) {
                annotate(mv, annotation.sign());
            }
            return true;
        }
        if bare.is_empty() || is_number {
            return true;
        }
        self.keep_comment();
        let text = bare.trim_end_matches(['!', '?']);
        let mut mv = MoveRecord { text: text.to_owned(), ..MoveRecord::default() };
        annotate(&mut mv, bare.get(text.len()..).unwrap_or_default());
        self.draft.record.moves.push(mv);
        true
    }

    /// Attaches the latest comment to the last move.
    fn keep_comment(&mut self) {
        let said = std::mem::take(&mut self.last_comment);
        if let Some(mv) = self.draft.record.moves.last_mut() {
            let blank = if mv.comment.is_empty() || said.is_empty() { "" } else { " " };
            mv.comment.extend([blank, &said]);
        }
    }

    fn comment(&mut self, text: &str) {
        self.keep_comment();
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(mv) = self.draft.record.moves.last_mut() else { return };
        // The comment has a move that is not a PGN word.
        let rest = match words.as_slice() {
            [first, rest @ ..] if mv.text == "--" && !is_said(first) => {
                mv.text = (*first).to_owned();
                rest
            }
            words => words,
        };
        let said = rest.iter().take_while(|word| say(mv, word)).count();
        self.last_comment = rest.get(said..).unwrap_or_default().join(" ");
    }

    fn finish(self) -> Draft {
        let Reading { mut draft, termination, last_comment } = self;
        let record = &mut draft.record;
        record.reason = match termination.to_ascii_lowercase().as_str() {
            "time forfeit" => Reason::TimeLoss,
            "adjudication" => Reason::Adjudication,
            "rules infraction" => Reason::IllegalMove,
            "abandoned" => Reason::Abandoned,
            _ => Reason::Rules,
        };
        let (word, detail) = last_comment.split_once(": ").unwrap_or((&last_comment, ""));
        let own = Reason::ALL.into_iter().find(|reason| reason.to_string() == word);
        let end_of_comment = || last_comment.split_whitespace().find_map(end_word);
        match (own, end_of_comment()) {
            (Some(reason), _) => (record.reason, record.detail) = (reason, detail.to_owned()),
            (None, Some(reason)) if record.end != End::None => {
                (record.reason, record.detail) = (reason, last_comment);
            }
            _ => record.detail = last_comment,
        }
        draft
    }
}

/// Adds the sign after a move: a mark or a person's annotation.
fn annotate(mv: &mut MoveRecord, sign: &str) {
    mv.mark = sign.parse().ok().or(mv.mark);
    mv.annotation = sign.parse().ok().filter(|_| mv.mark.is_none()).or(mv.annotation);
}

/// The text from the end of the line on.
fn until_line(text: &str) -> &str {
    text.find('\n').and_then(|end| text.get(end..)).unwrap_or("")
}

fn is_said(word: &str) -> bool {
    say(&mut MoveRecord::default(), word)
}

/// Parses a word of a comment about a move: `+0.12/5`, `-M4/6` or `0.101s`.
fn say(mv: &mut MoveRecord, word: &str) -> bool {
    if let Some(seconds) = word.strip_suffix('s').and_then(|it| it.parse::<f64>().ok()) {
        mv.time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        return true;
    }
    let (score, depth) = word.split_once('/').map_or((word, None), |(it, depth)| (it, Some(depth)));
    let sign = if score.starts_with('-') { -1 } else { 1 };
    let Some(size) = score.strip_prefix(['+', '-']) else { return false };
    let score = match size.strip_prefix('M') {
        Some(plies) => plies.parse::<i32>().ok().map(|plies| UgiScore::Mate(sign * plies)),
        None => size
            .parse::<f64>()
            .ok()
            .filter(|it| it.is_finite())
            .map(|pieces| UgiScore::Cp((f64::from(sign) * pieces * 100.0).round() as i32)),
    };
    let depth = depth.map(str::parse).transpose();
    let (Some(score), Ok(depth)) = (score, depth) else { return false };
    (mv.score, mv.depth) = (Some(score), depth);
    true
}

/// A date such as `2026.11.21` in milliseconds since 1970; 0 if unknown.
fn day(text: &str) -> u64 {
    let date: Option<Date> = text.replace('.', "-").parse().ok();
    let zoned = date.and_then(|date| date.to_zoned(TimeZone::UTC).ok());
    zoned.and_then(|it| u64::try_from(it.timestamp().as_millisecond()).ok()).unwrap_or(0)
}

/// Sets the players in alternation. Move numbers are not used; the rules know the players.
pub(crate) fn number_players(record: &mut GameRecord) {
    for (mv, player) in record.moves.iter_mut().zip(Player::BOTH.into_iter().cycle()) {
        mv.player = Some(player);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveMark, PgnEngine, pgn};

    fn moves(draft: &Draft) -> String {
        let moves = draft.record.moves.iter();
        moves.map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_written_is_read() {
        let mv = |player, text: &str, score| MoveRecord {
            player: Some(player),
            text: text.into(),
            score,
            depth: Some(7),
            time: Duration::from_millis(101),
            mark: Some(MoveMark::Mistake),
            ..MoveRecord::default()
        };
        let game = GameRecord {
            number: 3,
            variant: "generic".into(),
            players: ["a \"b\"".into(), "c\\".into()],
            fen: Some("4/4 r -".into()),
            started: 1_795_219_200_000,
            end: End::P1win,
            reason: Reason::TimeLoss,
            detail: "c: late".into(),
            moves: vec![
                mv(Player::One, "a1b2", Some(UgiScore::Cp(-12))),
                MoveRecord { mark: None, ..mv(Player::Two, "0000", Some(UgiScore::Mate(-4))) },
                MoveRecord {
                    mark: None,
                    annotation: Some(Annotation::Brilliant),
                    comment: "and wins, slowly".into(),
                    ..mv(Player::One, "b2c3", Some(UgiScore::Mate(3)))
                },
            ],
            ..GameRecord::default()
        };
        let written = pgn(&game, &[] as &[PgnEngine]);
        let mut read = read(&written).record;
        number_players(&mut read);
        let game = GameRecord { event: "zugi match".into(), ..game };
        assert_eq!(read, game, "{written}");
        // A comment on the last move is not the reason of the end.
        let game = GameRecord { reason: Reason::Rules, detail: String::new(), ..game };
        let mut read = super::read(&pgn(&game, &[])).record;
        number_players(&mut read);
        assert_eq!(read, game);
    }

    #[test]
    fn variations_are_left_out_and_notes_are_kept() {
        let text = "[Event \"x\"]\n[Result \"0-1\"]\n\n% no\n1. a1b2 {[Tag \"not\"]} $2 {But why?} (1. b b {(} \
                    c (d)) c3 $5 $10 2.d4?! {+0.12/5 1.5s Now, or never} ; comment e5\n% hidden line\n2... e5! \
                    {Good.} {White resigns} 0-1 f6\n";
        let draft = read(text);
        assert_eq!(moves(&draft), "a1b2 c3 d4 e5");
        let signs = draft.record.moves.iter().map(|mv| (mv.mark, mv.annotation));
        let expected = [
            (Some(MoveMark::Mistake), None),
            (None, Some(Annotation::Interesting)),
            (Some(MoveMark::Inaccuracy), None),
            (None, Some(Annotation::Good)),
        ];
        assert_eq!(signs.collect::<Vec<_>>(), expected);
        let comments: Vec<&str> = draft.record.moves.iter().map(|mv| &*mv.comment).collect();
        assert_eq!(comments, ["[Tag \"not\"] But why?", "", "Now, or never", "Good."]);
        assert_eq!(draft.record.moves[2].score, Some(UgiScore::Cp(12)));
        assert_eq!((draft.record.end, draft.record.reason), (End::P2win, Reason::Resign));
        assert_eq!(draft.record.detail, "White resigns");
    }

    #[test]
    fn games_are_told_apart() {
        let text = "[A \"x\"]\n[B \"y\"]\n\n1. a {x\n[C \"z\"]\n} *\n\n[A \"x\"]\n\nb *\n[A \"x\"]";
        let starts = starts(text);
        let lines: Vec<usize> = starts.iter().map(|&(_, line)| line).collect();
        assert_eq!(lines, [1, 8, 11]);
        assert!(starts.iter().all(|&(at, _)| text[at..].starts_with("[A")));
    }

    #[test]
    fn days() {
        assert_eq!(day("1970.01.02"), 86_400_000);
        assert_eq!((day("????.??.??"), day("1969.01.01"), day("")), (0, 0, 0));
    }
}
