//! Replays games of other programs: finds the variant, converts each move to the canonical text of
//! a legal move, and compares the result with the rules.

use zugi_game::{AnyGame, ExternalNames, GameError, Outcome, Registry, Variant};
use zugi_protocol::quote;

use super::xboard::XBoardReader;
use super::{End, GENERIC, GameRecord, MoveRecord, Reason};

/// Why a game was not converted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unreadable {
    /// An unknown game, with its name.
    OtherGame(String),
    /// An error in the game.
    Wrong(String),
    /// A damaged game of zugi's own formats, which makes the whole file invalid, unless it is an
    /// incomplete last line of JSON.
    BadRecord(String),
}

impl Unreadable {
    pub fn bad_record(text: &str, expected: &str) -> Unreadable {
        Unreadable::BadRecord(format!("bad record {}: expected {expected}", quote(text)))
    }
}

/// The names of the registry's games, for messages.
pub(crate) fn games_of(registry: &Registry) -> String {
    let mut names: Vec<&str> = Vec::new();
    for variant in registry.variants() {
        let name = variant.capability::<ExternalNames>().map_or(variant.name(), |names| names.game);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// The variants that match this game name and width, the registry's default first.
pub(crate) fn variants_of<'a>(
    registry: &'a Registry,
    name: &str,
    width: Option<u32>,
) -> Result<Vec<&'a Variant>, Unreadable> {
    let external = |variant: &&Variant| {
        variant.capability::<ExternalNames>().is_ok_and(|names| names.is_game(name))
    };
    let mut named: Vec<&Variant> = usual_first(registry).filter(external).collect();
    if named.is_empty() {
        let found = registry.find(name).map_err(|_| Unreadable::OtherGame(name.to_owned()))?;
        return Ok(vec![found]);
    }
    if let Some(width) = width {
        named.retain(|it| it.capability::<ExternalNames>().is_ok_and(|it| it.width == width));
        if named.is_empty() {
            return Err(Unreadable::OtherGame(format!("{name} on {width}x{width}")));
        }
    }
    Ok(named)
}

fn usual_first(registry: &Registry) -> impl Iterator<Item = &Variant> {
    let usual = registry.default_variant();
    [usual].into_iter().chain(registry.variants().filter(move |variant| *variant != usual))
}

/// Checks a game by the rules, and returns its record in canonical notation. The given `record` has
/// the moves as in the file, and as variant the name that the file gives, or an empty name; `width`
/// is that of the board, if given.
pub(crate) fn record_of(
    registry: &Registry,
    mut record: GameRecord,
    width: Option<u32>,
) -> Result<GameRecord, Unreadable> {
    if record.variant == GENERIC {
        return Ok(record);
    }
    let candidates: Vec<&Variant> = match record.variant.as_str() {
        "" => usual_first(registry).collect(),
        name => variants_of(registry, name, width)?,
    };
    let mut best: Option<(usize, String)> = None;
    for variant in candidates {
        match play(variant, &mut record) {
            Ok(()) => return Ok(record),
            Err(stopped) if best.as_ref().is_none_or(|best| stopped.0 > best.0) => {
                best = Some(stopped);
            }
            Err(_) => {}
        }
    }
    let why = best.map_or_else(|| "no variant".to_owned(), |(_, why)| why);
    Err(Unreadable::Wrong(why))
}

/// Plays the moves by the rules, and writes them in canonical notation. An error has the number of
/// moves played, and why the replay stopped there.
fn play(variant: &Variant, record: &mut GameRecord) -> Result<(), (usize, String)> {
    let mut game = variant.game();
    let start = game.text();
    let mut fen = record.fen.clone();
    let mut xboard = None;
    if let Err(error) = game.set_up(fen.as_deref().into(), &record.opening) {
        xboard = fen.as_deref().and_then(|fen| XBoardReader::set_up(game.as_mut(), fen));
        if xboard.is_none() {
            return Err((0, error.to_string()));
        }
        // XBoard writes a position in each game of a variant that it does not know.
        fen = Some(game.text()).filter(|text| *text != start);
    }
    let mut moves = Vec::with_capacity(record.moves.len());
    for (played, mv) in record.moves.iter().enumerate() {
        let player = Some(game.to_move());
        let whole = |text| Some(MoveRecord { text, ..mv.clone() });
        let done = match &mut xboard {
            Some(xboard) => xboard
                .play(game.as_mut(), mv)
                .unwrap_or_else(|| game.play_text(&mv.text).map(whole)),
            None => play_move(game.as_mut(), &mv.text).map(whole),
        };
        let done = done.map_err(|error| {
            let (name, number, text) = (variant.name(), played + 1, quote(&mv.text));
            let reason = match &error {
                GameError::IllegalMove { reason: Some(reason), .. } => format!(" ({reason})"),
                _ => String::new(),
            };
            let expected = error.expected();
            let why = format!("{name}, move {number}, {text}{reason}: expected {expected}");
            (played, why)
        })?;
        moves.extend(done.map(|mv| MoveRecord { player, ..mv }));
    }
    (record.variant, record.fen, record.moves) = (variant.name().to_owned(), fen, moves);
    conclude(record, game.outcome());
    if let Some(text) = xboard.as_ref().and_then(XBoardReader::incomplete) {
        add_detail(record, &format!("the last move, {}, is incomplete", quote(text)));
    }
    Ok(())
}

/// Plays a move in the game's notation or in algebraic notation.
fn play_move(game: &mut dyn AnyGame, text: &str) -> Result<String, GameError> {
    // The null moves of ChessBase and of Palview.
    let text = if matches!(text, "Z0" | "<>") { "--" } else { text };
    game.play_text(text).or_else(|error| match algebraic(game, text) {
        Some(found) => game.play_text(&found),
        None => Err(error),
    })
}

/// The only legal move that matches a text in algebraic notation, such as `Rxd3` or `Rc4d3`. Only
/// squares are compared; the piece letter is ignored.
fn algebraic(game: &dyn AnyGame, text: &str) -> Option<String> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let bare = bare.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(bare);
    let bare: String = bare.chars().filter(|c| !matches!(c, 'x' | '-')).collect();
    let at = bare.rfind(|c: char| c.is_ascii_lowercase())?;
    let (from, to) = bare.split_at_checked(at)?;
    if !is_square(to) {
        return None;
    }
    // A move with both squares needs no search.
    if is_square(from) && game.legal_move(&bare).is_ok() {
        return Some(bare);
    }
    let means = |legal: &String| {
        let origin = legal.strip_suffix(to);
        // The text before the target must be exactly one square.
        origin.is_some_and(|origin| is_square(origin) && fits(from, origin))
    };
    let mut found = game.move_texts().into_iter().filter(means);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

pub(crate) fn is_square(text: &str) -> bool {
    let mut rest = text.chars();
    let is_file = rest.next().is_some_and(|c| c.is_ascii_lowercase());
    let rank = rest.as_str();
    is_file && !rank.is_empty() && rank.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a file, a rank or a square matches this square.
fn fits(part: &str, square: &str) -> bool {
    part == square
        || part.is_empty()
        || (part.starts_with(|c: char| c.is_ascii_lowercase()) && square.get(..1) == Some(part))
        || square.get(1..) == Some(part)
}

/// Completes the recorded result by that of the rules, and notes a contradiction.
fn conclude(record: &mut GameRecord, outcome: Option<Outcome>) {
    match (record.end, outcome.map(End::from).unwrap_or_default()) {
        (End::None, by_rules) if record.reason == Reason::Rules => record.end = by_rules,
        (end, End::None) if end != End::None && record.reason == Reason::Rules => {
            record.reason = Reason::Unknown;
        }
        // XBoard's comment "Draw by the rules" was read as an agreement.
        (End::Draw, End::Draw) if record.reason == Reason::Agreement => {
            record.reason = Reason::Rules;
        }
        (end, by_rules) if by_rules != End::None && end != by_rules => {
            add_detail(record, &format!("by the rules the result is {by_rules}"));
        }
        _ => {}
    }
}

/// Adds to the detail, unless it ends with this text: zugi may have read and written the game
/// before.
fn add_detail(record: &mut GameRecord, text: &str) {
    if !record.detail.ends_with(text) {
        let blank = if record.detail.is_empty() { "" } else { "; " };
        record.detail.extend([blank, text]);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use zugi_game::toy::{Corridor, Hexapawn};
    use zugi_game::{Of, Player, Setup};
    use zugi_show::Appearance;

    use super::*;

    fn registry() -> Registry {
        let square = |site: u32| Some(format!("s{site}"));
        let names = ExternalNames { game: "Pawns", width: 4, square, pass: "-" };
        let hexapawn = Variant::new::<Hexapawn>().with(Arc::new(names));
        Registry::new(vec![Variant::new::<Corridor>(), hexapawn], "corridor")
    }

    fn draft(variant: &str, moves: &[&str]) -> GameRecord {
        let mv = |text: &&str| MoveRecord { text: (*text).to_owned(), ..MoveRecord::default() };
        let (variant, moves) = (variant.to_owned(), moves.iter().map(mv).collect());
        GameRecord { variant, moves, ..GameRecord::default() }
    }

    #[test]
    fn the_variant_is_found_by_the_moves() {
        for (moves, variant) in [(&["A1A2", "b4b3"][..], "hexapawn"), (&["b", "g"], "corridor")] {
            let record = record_of(&registry(), draft("", moves), None).unwrap();
            assert_eq!(record.variant, variant);
            assert_eq!(record.moves[0].text, moves[0].to_lowercase());
            assert_eq!(record.moves[1].player, Some(Player::Two));
        }
        let record = draft("", &["a1a2", "b4b3", "a1a2"]);
        let wrong = record_of(&registry(), record, None).unwrap_err();
        assert!(
            matches!(&wrong, Unreadable::Wrong(why) if why.starts_with("hexapawn, move 3, \"a1a2\"")),
            "{wrong:?}"
        );
    }

    #[test]
    fn a_game_is_found_by_its_name_and_width() {
        let registry = registry();
        assert_eq!(games_of(&registry), "corridor, Pawns");
        let width = |width| variants_of(&registry, "PAWNS", width).map(|found| found.len());
        assert_eq!((width(None), width(Some(4))), (Ok(1), Ok(1)));
        assert_eq!(width(Some(6)), Err(Unreadable::OtherGame("PAWNS on 6x6".into())));
        let other = variants_of(&registry, "Chess", None).err();
        assert_eq!(other, Some(Unreadable::OtherGame("Chess".into())));
    }

    #[test]
    fn algebraic_notation_means_one_legal_move() {
        let mut game = Variant::new::<Hexapawn>().game();
        for (text, means) in [("a2", Some("a1a2")), ("Pa1a2", Some("a1a2")), ("Pa2+", Some("a1a2"))]
        {
            assert_eq!(algebraic(game.as_ref(), text).as_deref(), means, "{text}");
        }
        for text in ["", "x", "a9", "Pb1a2", "é2", "aé"] {
            assert_eq!(algebraic(game.as_ref(), text), None, "{text}");
        }
        game.set_up(Setup::Text("bb1b/4/2b1/1w1w w"), &[]).unwrap();
        assert_eq!(algebraic(game.as_ref(), "xc2"), None, "two moves end there");
        assert_eq!(algebraic(game.as_ref(), "bxc2").as_deref(), Some("b1c2"));
    }

    #[test]
    fn moves_are_those_of_xboard_where_the_position_is() {
        let hexapawn = Variant::new::<Hexapawn>().with::<dyn Appearance>(Of::<Hexapawn>::new());
        let registry = Registry::new(vec![hexapawn], "hexapawn");
        let play = |fen: &str, moves: &[&str]| {
            let record = GameRecord { fen: Some(fen.to_owned()), ..draft("", moves) };
            record_of(&registry, record, None)
        };
        let start = "pppp/4/4/PPPP w - - 0 1";
        let record = play(start, &["Pa2", "P4b3", "Pxb3", "c4b3"]).unwrap();
        let texts: Vec<&str> = record.moves.iter().map(|mv| &*mv.text).collect();
        assert_eq!((texts, record.fen), (vec!["a1a2", "b4b3", "a2b3", "c4b3"], None));
        let later = play("pppp/4/P3/1PPP b - - 3 9", &["Pb3"]).unwrap();
        assert_eq!(later.fen.as_deref(), Some("bbbb/4/w3/1www b"));
        for (fen, moves, why) in [
            (start, &["Pa2", "Pb3", "Qxb3"][..], "hexapawn, move 3, \"Qxb3\""),
            ("pppx/4/4/PPPP w - - 0 1", &[], "x"),
            // Two pawns can take there.
            ("p1pp/1p2/P1P1/1P1P w - - 0 1", &["Pxb3"], "hexapawn, move 1, \"Pxb3\""),
        ] {
            let wrong = play(fen, moves).unwrap_err();
            assert!(
                matches!(&wrong, Unreadable::Wrong(it) if it.contains(why)),
                "{fen}: {wrong:?}"
            );
        }
    }

    #[test]
    fn a_result_that_the_rules_do_not_give_needs_a_reason() {
        let part = |end, reason| {
            let record = GameRecord { end, reason, ..draft("pawns", &["a1a2"]) };
            let record = record_of(&registry(), record, None).unwrap();
            (record.end, record.reason)
        };
        assert_eq!(part(End::P1win, Reason::Resign), (End::P1win, Reason::Resign));
        assert_eq!(part(End::P1win, Reason::Rules), (End::P1win, Reason::Unknown));
        assert_eq!(part(End::None, Reason::Rules), (End::None, Reason::Rules));
        let detail = "a good game".to_owned();
        let mut record = GameRecord { end: End::P2win, detail, ..GameRecord::default() };
        for _ in 0..2 {
            conclude(&mut record, Some(Outcome::Win(Player::One)));
            assert_eq!(record.detail, "a good game; by the rules the result is p1win");
        }
    }
}
