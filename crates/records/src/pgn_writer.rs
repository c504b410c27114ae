//! Game records in Portable Game Notation, for other programs: player one is White, moves are in
//! the game's own notation.
//!
//! ```text
//! 1. a1b1 b4c5 2. c3d4 {+0.12/5 0.101s} 2... e4d4 {-M4/6 0.003s} 1-0
//! ```
//!
//! Source: S. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994. The
//! comments follow the convention of match runners.

use jiff::Timestamp;
use zugi_game::Player;
use zugi_protocol::{UgiScore, wrap};

use super::move_list::result_word;
use super::{Annotation, End, GameRecord, MoveMark, MoveRecord, Reason};

/// The maximum line width of the movetext, in characters.
const WIDTH: usize = 79;
/// The maximum length in characters of a move, and of a word in a comment.
const WORD: usize = 60;
/// The move text for a move that PGN cannot express.
const NO_MOVE: &str = "--";

/// Data of an engine for PGN tags beyond the game record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnEngine {
    /// The engine's name in the records.
    pub name: String,
    /// The time control, in the format of the PGN tag `TimeControl`.
    pub time_control: String,
    /// Further tags of the engine's side; their names lack the prefix `White` or `Black`.
    pub tags: Vec<(&'static str, String)>,
}

/// The game in PGN, with an empty last line. `engines` has further data of the players, by name.
#[must_use]
pub fn pgn(game: &GameRecord, engines: &[PgnEngine]) -> String {
    let result = match game.end {
        End::P1win => "1-0",
        End::P2win => "0-1",
        End::Draw => "1/2-1/2",
        End::None => "*",
    };
    let [white, black] = &game.players;
    let plies = game.opening.len() + game.moves.len();
    let mut plain = vec![
        ("Event", if game.event.is_empty() { "zugi match" } else { &game.event }.to_owned()),
        ("Site", if game.site.is_empty() { "?" } else { &game.site }.to_owned()),
        ("Date", date(game.started)),
        ("Round", game.number.to_string()),
        ("White", white.clone()),
        ("Black", black.clone()),
        ("Result", result.to_owned()),
        ("Variant", game.variant.clone()),
    ];
    if let Some(fen) = &game.fen {
        plain.extend([("SetUp", "1".to_owned()), ("FEN", fen.clone())]);
    }
    plain.push(("PlyCount", plies.to_string()));
    plain.push(("Termination", termination(game.reason).to_owned()));
    let sides = game.players.each_ref().map(|name| engines.iter().find(|it| it.name == *name));
    let plain = plain.into_iter().map(|(name, value)| (name.to_owned(), value));
    let line = |(name, value): (String, String)| format!("[{name} \"{}\"]\n", string(&value));
    let tags: String = plain.chain(engine_tags(sides)).map(line).collect();
    let mut moves = Movetext::default();
    moves.add_game(game);
    moves.words.push(result.to_owned());
    format!("{tags}\n{}\n\n", wrap(&moves.words.join(" "), WIDTH).join("\n"))
}

/// The tags of the engines. PGN has one `TimeControl` for both players. If the players differ, it
/// is `?`, and each side gets a tag of its own.
fn engine_tags(sides: [Option<&PgnEngine>; 2]) -> Vec<(String, String)> {
    let colours = ["White", "Black"];
    let times = sides.map(|it| it.map_or("?", |it| it.time_control.as_str()).to_owned());
    let [one, two] = &times;
    let both = if one == two { one } else { "?" };
    let mut tags = vec![("TimeControl".to_owned(), both.to_owned())];
    if one != two {
        tags.extend(colours.map(|colour| format!("{colour}TimeControl")).into_iter().zip(times));
    }
    for (colour, engine) in colours.into_iter().zip(sides) {
        let more = engine.map_or(&[][..], |engine| &engine.tags);
        tags.extend(more.iter().map(|(tag, value)| (format!("{colour}{tag}"), value.clone())));
    }
    tags
}

/// The UTC date of a time in milliseconds since 1970, such as `2026.11.21`.
#[must_use]
pub fn date(millis: u64) -> String {
    let time = i64::try_from(millis).ok().and_then(|it| Timestamp::from_millisecond(it).ok());
    time.map_or_else(|| "????.??.??".to_owned(), |time| time.strftime("%Y.%m.%d").to_string())
}

/// The value of the PGN tag `Termination`; the exact reason is in the last comment.
fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Rules | Reason::Resign | Reason::Agreement => "normal",
        Reason::Adjudication | Reason::Tables | Reason::Length => "adjudication",
        Reason::TimeLoss => "time forfeit",
        Reason::IllegalMove | Reason::Malformed => "rules infraction",
        Reason::Crash | Reason::Stall | Reason::Abandoned => "abandoned",
        Reason::Disagreement | Reason::Suspended | Reason::Unknown => "unterminated",
    }
}

/// The text escaped for a quoted string.
fn string(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ")
}

#[derive(Default)]
struct Movetext {
    words: Vec<String>,
    /// The number of the last move, shared by both players.
    number: usize,
    mover: Option<Player>,
    commented: bool,
}

impl Movetext {
    fn add_game(&mut self, game: &GameRecord) {
        // Opening moves have no recorded player; players alternate there.
        let first = game.moves.first().and_then(|mv| mv.player).unwrap_or(Player::One);
        let odd = game.opening.len() % 2 == 1;
        let mut mover = if odd && !game.moves.is_empty() { first.opponent() } else { first };
        for text in &game.opening {
            self.add_move(mover, text, "", "");
            mover = mover.opponent();
        }
        for mv in &game.moves {
            let player = mv.player.unwrap_or(mover);
            // A person's annotation takes precedence over the engine's mark.
            let measured = mv.mark.map_or("", MoveMark::word);
            let sign = mv.annotation.map_or(measured, Annotation::word);
            self.add_move(player, &mv.text, sign, &comment(mv));
            mover = player.opponent();
        }
        let why = format!("{}: {}", game.reason, game.detail);
        match game.reason {
            // Readers take the last comment for the reason, so a commented last move needs the
            // reason, too.
            Reason::Rules
                if game.detail.is_empty()
                    && game.moves.last().is_none_or(|mv| mv.comment.is_empty()) => {}
            _ => self.add_comment(why.trim_end_matches([':', ' '])),
        }
    }

    /// Adds a move, numbered where needed, and its comment. A move that is not a PGN word is put in
    /// the comment.
    fn add_move(&mut self, player: Player, text: &str, sign: &str, comment: &str) {
        let follows = self.mover == Some(Player::One) && player == Player::Two;
        if !follows {
            self.number += 1;
        }
        match player {
            Player::One => self.words.push(format!("{}.", self.number)),
            Player::Two if follows && !self.commented => {}
            Player::Two => self.words.push(format!("{}...", self.number)),
        }
        (self.mover, self.commented) = (Some(player), false);
        if is_word(text) {
            self.words.push(format!("{text}{sign}"));
            self.add_comment(comment);
        } else {
            self.words.push(NO_MOVE.to_owned());
            self.add_comment(&format!("{text} {comment}"));
        }
    }

    fn add_comment(&mut self, text: &str) {
        let plain = |c: char| match c {
            '{' => '(',
            '}' => ')',
            c if c.is_control() => ' ',
            c => c,
        };
        let text: String = text.chars().map(plain).collect();
        let mut words: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let letters: Vec<char> = word.chars().collect();
            words.extend(letters.chunks(WORD).map(|part| part.iter().collect::<String>()));
        }
        if !words.is_empty() {
            self.commented = true;
            self.words.push(format!("{{{}}}", words.join(" ")));
        }
    }
}

/// Whether a text can be a move in PGN movetext.
fn is_word(text: &str) -> bool {
    let breaks = |c: char| c.is_whitespace() || c.is_control() || "{}()[]<>;\"%$*!?.".contains(c);
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_result = result_word(text).is_some();
    text.chars().count() <= WORD && !text.contains(breaks) && !is_number && !is_result
}

/// The comment on a move: `+0.12/5 0.101s` is the score for the player who moved (in pieces, or
/// plies to the end), depth and seconds; then a person's comment.
fn comment(mv: &MoveRecord) -> String {
    let depth = mv.depth.map_or_else(String::new, |depth| format!("/{depth}"));
    let score = match mv.score {
        Some(UgiScore::Cp(cp)) => format!("{:+.2}{depth} ", f64::from(cp) / 100.0),
        Some(UgiScore::Mate(plies)) if plies < 0 => format!("-M{}{depth} ", plies.unsigned_abs()),
        Some(UgiScore::Mate(plies)) => format!("+M{plies}{depth} "),
        None => String::new(),
    };
    format!("{score}{:.3}s {}", mv.time.as_secs_f64(), mv.comment)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn mv(player: Player, text: &str) -> MoveRecord {
        let time = Duration::from_millis(101);
        MoveRecord { player: Some(player), text: text.to_owned(), time, ..MoveRecord::default() }
    }

    fn movetext(opening: &[&str], moves: &[(Player, &str)]) -> String {
        let game = GameRecord {
            opening: opening.iter().map(|&text| text.to_owned()).collect(),
            moves: moves.iter().map(|(player, text)| mv(*player, text)).collect(),
            ..GameRecord::default()
        };
        let text = pgn(&game, &[]).replace(" {0.101s}", "");
        text.split("\n\n").nth(1).unwrap().replace('\n', " ")
    }

    #[test]
    fn a_game() {
        let scored = |player, text, score, depth| MoveRecord {
            score: Some(score),
            depth: Some(depth),
            ..mv(player, text)
        };
        let game = GameRecord {
            number: 7,
            variant: "zola-6".into(),
            players: ["new \"one\"".into(), "back\\slash".into()],
            fen: Some("6/6/6/6/6/rb4 r -".into()),
            opening: vec!["a1b1".into(), "b4c5".into()],
            started: 1_795_264_000_123,
            moves: vec![
                scored(Player::One, "c3d4", UgiScore::Cp(12), 5),
                scored(Player::Two, "e4d4", UgiScore::Mate(-4), 6),
                scored(Player::One, "f1e2", UgiScore::Mate(3), 6),
                mv(Player::Two, "0000"),
            ],
            end: End::P1win,
            reason: Reason::TimeLoss,
            detail: "back\\slash: 12.5 ms for a move with 2 ms left {that is late}".into(),
            ..GameRecord::default()
        };
        let engine = |name: &str, time: &str, tags| PgnEngine {
            name: name.to_owned(),
            time_control: time.to_owned(),
            tags,
        };
        let options = "Hash=16, Book=a \"b\"\n[c]".to_owned();
        let tags = vec![("Options", options), ("Tables", "up to \"8\" pieces".to_owned())];
        let engines =
            [engine("back\\slash", "40/60+0.6", Vec::new()), engine("new \"one\"", "60+0.6", tags)];
        insta::assert_snapshot!(pgn(&game, &engines));
        // The standard tag has the time control of both; there are no tags for the sides.
        let same = engines.map(|it| PgnEngine { time_control: "60+0.6".into(), ..it });
        let same = pgn(&game, &same);
        assert!(same.contains("[TimeControl \"60+0.6\"]") && !same.contains("WhiteTime"), "{same}");
        assert!(pgn(&game, &[]).contains("[TimeControl \"?\"]\n\n"));
    }

    #[test]
    fn numbers_say_who_moves() {
        let [one, two] = Player::BOTH;
        assert_eq!(movetext(&[], &[(one, "a"), (two, "b"), (one, "c")]), "1. a 1... b 2. c *");
        assert_eq!(movetext(&["x", "y"], &[(one, "a")]), "1. x y 2. a *");
        assert_eq!(movetext(&["x"], &[(one, "a"), (two, "b")]), "1... x 2. a 2... b *");
        assert_eq!(movetext(&["x", "y"], &[(two, "a")]), "1... x 2. y a *");
        // Players who move twice in a row.
        let moves = [(one, "a"), (one, "b"), (two, "c"), (two, "d")];
        assert_eq!(movetext(&[], &moves), "1. a 2. b 2... c 3... d *");
    }

    #[test]
    fn what_is_no_word_of_the_notation_is_in_a_comment() {
        for text in ["a{b", "12", "1-0", "a;b", "a b", "x.", &"long".repeat(50)] {
            let text = movetext(&[text], &[]);
            assert!(text.starts_with("1. -- {"), "{text}");
            assert!(text.ends_with("} *") && text.matches('{').count() == 1, "{text}");
        }
    }

    #[test]
    fn days_are_those_of_utc() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_868_799_999), "2000.02.29");
        assert_eq!(date(u64::MAX), "????.??.??");
    }
}
