//! Reads games in Portable Game Notation, as zugi and XBoard write them.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use zugi_game::Player;
use zugi_protocol::{UgiScore, quote};

use super::move_list::{end_word, result_word};
use super::pgn_tokens::{Token, Tokens};
use super::rules::Unreadable;
use super::{Annotation, End, GameRecord, MoveMark, MoveRecord, Reason, millis};

/// An error has the number of its line.
pub(crate) fn read(text: &str) -> Result<GameRecord, (usize, Unreadable)> {
    let mut game = Reading::default();
    game.record.players = ["?", "?"].map(str::to_owned);
    let wrong = |line, why: &str| (line, Unreadable::Wrong(why.to_owned()));
    let mut variations = Vec::new();
    for (_, line, token) in Tokens::new(text) {
        match token {
            Token::Tag(name, value) => game.tag(name, value),
            Token::Wrong(why) => return Err(wrong(line, &why)),
            Token::Open => variations.push(line),
            Token::Close => drop(
                variations
                    .pop()
                    .ok_or_else(|| wrong(line, "\")\": expected a variation before its end, ("))?,
            ),
            Token::Comment(_) | Token::Word(_) if !variations.is_empty() => {}
            Token::Comment(text) => game.comment(text),
            Token::Word(word) => game.word(word).map_err(|why| wrong(line, &why))?,
        }
    }
    match variations.first() {
        Some(&line) => Err(wrong(line, "\"(\": expected a variation with its end, )")),
        None => Ok(game.finish()),
    }
}

#[derive(Default)]
struct Reading {
    record: GameRecord,
    has_tags: bool,
    termination: String,
    /// The latest comment: about the last move, or the reason of the end.
    last_comment: String,
}

impl Reading {
    fn tag(&mut self, name: &str, value: String) {
        self.has_tags = true;
        let record = &mut self.record;
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

    fn word(&mut self, word: &str) -> Result<(), String> {
        let record = &mut self.record;
        if let Some(end) = result_word(word) {
            if !self.has_tags && record.moves.is_empty() {
                return Err(format!("{}: expected tags or moves before a result", quote(word)));
            }
            record.end = if end == End::None { record.end } else { end };
            return Ok(());
        }
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let dots = digits.trim_start_matches(['.', '…']);
        // Blanks may be around the dots.
        let bare = if dots.len() < digits.len() { dots } else { word };
        let is_number = bare.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(number) = bare.strip_prefix('$') {
            let annotation = number.parse().ok().and_then(Annotation::from_number);
            if let (Some(mv), Some(annotation)) = (record.moves.last_mut(), annotation) {
                annotate(mv, annotation.word());
            }
            return Ok(());
        }
        if bare.is_empty() || is_number {
            return Ok(());
        }
        let text = bare.trim_end_matches(['!', '?']);
        if let (true, Some(mv)) = (text.is_empty(), record.moves.last_mut()) {
            annotate(mv, bare);
            return Ok(());
        }
        self.keep_comment();
        let mut mv = MoveRecord { text: text.to_owned(), ..MoveRecord::default() };
        annotate(&mut mv, bare.get(text.len()..).unwrap_or_default());
        self.record.moves.push(mv);
        Ok(())
    }

    /// Attaches the latest comment to the last move.
    fn keep_comment(&mut self) {
        let comment = std::mem::take(&mut self.last_comment);
        if let Some(mv) = self.record.moves.last_mut() {
            let blank = if mv.comment.is_empty() || comment.is_empty() { "" } else { " " };
            mv.comment.extend([blank, &comment]);
        }
    }

    fn comment(&mut self, text: &str) {
        self.keep_comment();
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(mv) = self.record.moves.last_mut() else {
            self.last_comment = words.join(" ");
            return;
        };
        // A move that is not a PGN word is the first word of its comment.
        let rest = match words.as_slice() {
            [first, rest @ ..] if mv.text == "--" && !is_score_word(first) => {
                mv.text = (*first).to_owned();
                rest
            }
            words => words,
        };
        let mut read = rest.iter().take_while(|word| read_score_word(mv, word)).count();
        // XBoard writes the seconds after score and depth without a unit.
        if let (1, Some(_), Some(word)) = (read, mv.depth, rest.get(1))
            && word.chars().all(|c| c.is_ascii_digit() || c == '.')
            && read_score_word(mv, &format!("{word}s"))
        {
            read = 2;
        }
        self.last_comment = rest.get(read..).unwrap_or_default().join(" ");
    }

    fn finish(self) -> GameRecord {
        let Reading { mut record, termination, last_comment, .. } = self;
        record.reason = match termination.to_ascii_lowercase().as_str() {
            "time forfeit" => Reason::TimeLoss,
            "adjudication" => Reason::Adjudication,
            "rules infraction" => Reason::IllegalMove,
            "abandoned" => Reason::Abandoned,
            _ => Reason::Rules,
        };
        let (word, detail) = last_comment.split_once(": ").unwrap_or((&last_comment, ""));
        let own = Reason::from_word(word);
        let end_of_comment = || last_comment.split_whitespace().find_map(end_word);
        match (own, end_of_comment()) {
            (Some(reason), _) => (record.reason, record.detail) = (reason, detail.to_owned()),
            (None, Some(reason)) if record.end != End::None => {
                (record.reason, record.detail) = (reason, last_comment);
            }
            _ => record.detail = last_comment,
        }
        record
    }
}

/// Adds the sign after a move: a mark or a person's annotation.
fn annotate(mv: &mut MoveRecord, sign: &str) {
    mv.mark = MoveMark::from_word(sign).or(mv.mark);
    mv.annotation = Annotation::from_word(sign).filter(|_| mv.mark.is_none()).or(mv.annotation);
}

fn is_score_word(word: &str) -> bool {
    read_score_word(&mut MoveRecord::default(), word)
}

/// Parses a word of a comment about a move: `+0.12/5`, `-M4/6` or `0.101s`.
fn read_score_word(mv: &mut MoveRecord, word: &str) -> bool {
    if let Some(seconds) = word.strip_suffix('s').and_then(|it| it.parse::<f64>().ok()) {
        mv.time = millis::from_number(seconds * 1000.0).unwrap_or_default();
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
    let zoned = date.and_then(|date| date.to_zoned_datetime(TimeZone::UTC).ok());
    zoned.and_then(|it| u64::try_from(it.timestamp().as_millisecond()).ok()).unwrap_or(0)
}

/// Sets the players in alternation, for games without rules. Move numbers are ignored.
pub(crate) fn number_players(record: &mut GameRecord) {
    for (mv, player) in record.moves.iter_mut().zip(Player::BOTH.into_iter().cycle()) {
        mv.player = Some(player);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{PgnEngine, pgn};

    fn moves(record: &GameRecord) -> String {
        let moves = record.moves.iter();
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
        let mut read = read(&written).unwrap();
        number_players(&mut read);
        let game = GameRecord { event: "zugi match".into(), ..game };
        assert_eq!(read, game, "{written}");
        // A comment on the last move is not the reason of the end.
        let game = GameRecord { reason: Reason::Rules, detail: String::new(), ..game };
        let mut read = super::read(&pgn(&game, &[])).unwrap();
        number_players(&mut read);
        assert_eq!(read, game);
        let detail = "c does not start".into();
        let game = GameRecord { reason: Reason::Crash, detail, moves: Vec::new(), ..game };
        assert_eq!(super::read(&pgn(&game, &[])).unwrap(), game);
    }

    #[test]
    fn variations_are_left_out_and_notes_are_kept() {
        let text = "[Event \"x\"]\n[Result \"0-1\"]\n\n% no\n1. a1b2 {[Tag \"not\"]} $2 {But why?} (1. b b {(} \
                    c (d)) c3 $5 $10 2.d4?! {+0.12/5 1.5s Now, or never} ; comment e5\n% hidden line\n2... e5! \
                    {Good.} {White resigns} 0-1\n";
        let record = read(text).unwrap();
        assert_eq!(moves(&record), "a1b2 c3 d4 e5");
        let signs = record.moves.iter().map(|mv| (mv.mark, mv.annotation));
        let expected = [
            (Some(MoveMark::Mistake), None),
            (None, Some(Annotation::Interesting)),
            (Some(MoveMark::Inaccuracy), None),
            (None, Some(Annotation::Good)),
        ];
        assert_eq!(signs.collect::<Vec<_>>(), expected);
        let comments: Vec<&str> = record.moves.iter().map(|mv| &*mv.comment).collect();
        assert_eq!(comments, ["[Tag \"not\"] But why?", "", "Now, or never", "Good."]);
        assert_eq!(record.moves[2].score, Some(UgiScore::Cp(12)));
        assert_eq!((record.end, record.reason), (End::P2win, Reason::Resign));
        assert_eq!(record.detail, "White resigns");
    }

    #[test]
    fn results_and_move_numbers_in_other_spellings_are_read() {
        let record = |text: &str| read(text).unwrap();
        for (text, end) in [
            ("{first} [Event \"x\"] [Result \"*\"] 1. a1b2 1. ... c3 2 . d4 !? 1/2", End::Draw),
            ("{first}\n[Event \"x\"]\n[Result \"1/2\"]\n\n1. a1b2 1... c3 2.d4!? ½", End::Draw),
            ("[Event \"x\"]\r\n\r\n1. a1b2 … c3 d4 !? 0–1\r\n", End::P2win),
        ] {
            let record = record(text);
            let moves: Vec<&str> = record.moves.iter().map(|mv| &*mv.text).collect();
            assert_eq!((moves, record.end), (vec!["a1b2", "c3", "d4"], end), "{text}");
            assert_eq!(record.moves[2].annotation, Some(Annotation::Interesting), "{text}");
        }
        assert_eq!(record("[Event \"x\"]\n[Result \"0–1\"]").end, End::P2win);
    }

    #[test]
    fn what_is_not_pgn_is_an_error_with_its_line() {
        for (text, line, why) in [
            ("[A \"x\"]\n\na {b\nc", 3, "\"{b\": expected a comment with its end"),
            ("[A \"x\"]\na\nb } c", 3, "\"}\": expected a comment before"),
            ("[A \"x\"]\na\n(b (c) d *", 3, "\"(\": expected a variation with its end"),
            ("[A \"x\"]\n\na b) c *", 3, "\")\": expected a variation before"),
            ("[A \"x\"]\n[B x]\na *", 2, "\"[B x]\": expected a tag"),
            ("\n1-0", 2, "\"1-0\": expected tags or moves"),
        ] {
            let (found, reason) = read(text).unwrap_err();
            let Unreadable::Wrong(found_why) = reason else { panic!("{reason:?}") };
            assert!(found_why.contains(why) && found == line, "{text}: line {found}: {found_why}");
        }
    }

    #[test]
    fn a_time_of_decades_is_none() {
        let text = "[Event \"x\"]\n\na {1e10s} b {-1.5/3 10000000000000000000} c {1.5s} *";
        let times = read(text).unwrap().moves.into_iter().map(|mv| mv.time.as_millis());
        assert_eq!(times.collect::<Vec<_>>(), [0, 0, 1500]);
    }

    #[test]
    fn dates_are_read_as_milliseconds() {
        assert_eq!(day("1970.01.02"), 86_400_000);
        assert_eq!((day("????.??.??"), day("1969.01.01"), day("")), (0, 0, 0));
    }
}
