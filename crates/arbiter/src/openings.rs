//! The openings of a match: from a file, or random ones; with their shuffles.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use zugi_files::read_text;
use zugi_game::{Chances, HiddenInformation, OpeningBook, Registry, Setup, Variant, random};
use zugi_protocol::quote;
use zugi_records::{GENERIC, GameFile, GameRecord, first_line, format_hint};

use super::match_config::{MatchConfig, OpeningsOrder};
use super::tournament::MatchError;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position text; none for the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Moves from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl std::fmt::Display for Opening {
    /// As a line of an openings file: `startpos` or the position text, and `moves …`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.fen.as_deref().unwrap_or(START))?;
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

#[derive(Debug)]
pub(super) struct MatchOpenings {
    /// In the order of the rounds.
    pub openings: Vec<Opening>,
    /// Their source, in words.
    pub from: String,
    /// A warning if some lead to the same position as an earlier one.
    pub repeats: Option<String>,
    /// Whether they are random. Random openings are distinct; their order and their shuffles are
    /// random already.
    is_random: bool,
}

impl MatchOpenings {
    /// Reads or draws them. In games with chance each round has its own shuffle, the same for both
    /// games of a pair.
    pub fn new(config: &MatchConfig, rules: Option<&Variant>) -> Result<MatchOpenings, MatchError> {
        let mut found = MatchOpenings::find(config, rules)?;
        let (start, count) = (config.start, found.openings.len());
        let wrong = |expected: String| Err(format!("start is {start}: expected {expected}").into());
        match start {
            1 => {}
            _ if found.is_random => return wrong("1 without a file of openings".to_owned()),
            start if (1..=count).contains(&start) => {}
            _ => return wrong(format!("a number from 1 to {count}, of the openings")),
        }
        if !found.is_random {
            if config.order == OpeningsOrder::Random {
                random::shuffle(&mut found.openings, &mut Rng::with_seed(config.seed));
            }
            found.openings.rotate_left(start - 1);
        }
        if let Some(rules) = rules.filter(|rules| rules.capability::<dyn Chances>().is_ok()) {
            let rounds = (0..).zip(found.openings.iter().cycle().take(config.rounds()));
            let shuffled = rounds.map(|(round, opening)| {
                shuffled_opening(opening, rules, seed_of(config.seed, round))
            });
            found.openings = shuffled.collect();
        }
        Ok(found)
    }

    /// The openings in the order of their source.
    fn find(config: &MatchConfig, rules: Option<&Variant>) -> Result<MatchOpenings, MatchError> {
        let parse =
            |text: &str| parse_openings(text, rules).map_err(|error| format!("openings: {error}"));
        let of = |openings, from| MatchOpenings { openings, from, repeats: None, is_random: false };
        if let Some(path) = &config.openings {
            let text = read_text(path)
                .map_err(|error| format!("cannot read the openings {path:?}: {error}"))?;
            let repeats = find_repeats(&text, rules);
            let repeats = repeats.map(|repeats| format!("openings {path:?}: {repeats}"));
            return Ok(MatchOpenings { repeats, ..of(parse(&text)?, path.display().to_string()) });
        }
        let Some(rules) = rules else {
            return match config.random_plies {
                None | Some(0) => Ok(of(vec![Opening::default()], START_WORDS.to_owned())),
                Some(_) => Err(no_rules("random openings").into()),
            };
        };
        if let (None, Ok(book)) = (config.random_plies, rules.capability::<OpeningBook>()) {
            return Ok(of(parse(book.0)?, format!("those of {}", config.variant)));
        }
        let shuffles = rules.capability::<dyn Chances>().is_ok();
        // Shuffles alone do not make games different: if the players first turn over all pieces,
        // every shuffle leads to the same position. So there are random plies, too.
        let plies = config.random_plies.unwrap_or(if shuffles { 8 } else { 4 });
        let from = match plies {
            0 if shuffles => "shuffles by the seed".to_owned(),
            0 => START_WORDS.to_owned(),
            _ if shuffles => format!("shuffles by the seed and {plies} random plies"),
            _ => format!("{plies} random plies"),
        };
        if plies == 0 {
            return Ok(of(vec![Opening::default()], from));
        }
        let needed = config.rounds();
        let openings = random_openings(rules, plies, needed, config.seed);
        let found = openings.len();
        if found < needed {
            // If none was found, the games end within this number of plies.
            let change = if found == 0 { "fewer" } else { "more" };
            return Err(MatchError::FewOpenings(format!(
                "there are only {found} openings of {plies} random plies: expected {needed}; \
                 {change} --random-plies, fewer --games, or a file with --openings"
            )));
        }
        Ok(MatchOpenings { is_random: true, ..of(openings, from) })
    }
}

/// The source if there are no openings.
const START_WORDS: &str = "the start position";

/// The error for a feature that [`GENERIC`] does not have.
pub(super) fn no_rules(what: &str) -> String {
    format!("no {what} for {GENERIC:?}: expected a variant of this program")
}

/// Reads openings, one in each line: `startpos` or a position text, then optionally `moves` and
/// moves; or, as in EPD, a position text and operations such as `id "one";`, which are ignored; or
/// the games of a PGN file, if the rules are known. Empty lines and comments are ignored, too. A
/// comment is a line that begins with `#`, `;`, `%` or `//`, or the rest of a line from `#`, `;` or
/// `//` after a blank. In a line that ends with `;`, only `#` begins such a rest. With known rules,
/// everything is checked.
///
/// The position of EPD has as many words as the start position of the game, or four as in chess if
/// the rules are unknown.
///
/// # Errors
/// The first invalid line, or that there is no opening, in one line.
pub fn parse_openings(text: &str, rules: Option<&Variant>) -> Result<Vec<Opening>, String> {
    let is_pgn = is_pgn(text) && rules.is_some();
    if !is_pgn
        && let (Some(hint), Some((line, first))) = (format_hint(text), first_line(text))
        && first.split_whitespace().next() != Some(START)
    {
        let expected = format!("openings, a position or startpos a line; this seems to be {hint}");
        return Err(bad_opening(line, first, &expected));
    }
    let mut openings = Vec::new();
    for (line, opening) in numbered(text, rules)? {
        if let Some(rules) = rules {
            let wrong = |(text, expected): (String, String)| bad_opening(line, &text, &expected);
            check(&opening, rules).map_err(wrong)?;
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        let expected = "at least one opening: a position text or startpos, and moves, a line";
        return Err(format!("expected {expected}"));
    }
    Ok(openings)
}

fn bad_opening(line: usize, text: &str, expected: &str) -> String {
    format!("line {line}: bad opening {}: expected {expected}", quote(text))
}

/// Whether a text begins with a tag of PGN.
fn is_pgn(text: &str) -> bool {
    first_line(text).is_some_and(|(_, line)| line.starts_with('['))
}

/// The openings of a text, each with the number of its line, from 1; in PGN, of its game.
fn numbered(text: &str, rules: Option<&Variant>) -> Result<Vec<(usize, Opening)>, String> {
    if let Some(rules) = rules.filter(|_| is_pgn(text)) {
        let registry = Registry::new(vec![rules.clone()], rules.name());
        let file = GameFile::read(text.to_owned(), &registry);
        let file = file.map_err(|error| format!("PGN: {error}"))?;
        if let Some(summary) = file.summary() {
            return Err(format!("PGN: {summary}"));
        }
        let opening = |GameRecord { fen, opening, moves, .. }: GameRecord| {
            let moves = opening.into_iter().chain(moves.into_iter().map(|mv| mv.text));
            Opening { fen, moves: moves.collect() }
        };
        return Ok((1..).zip(file.games().map(opening)).collect());
    }
    let words = rules.map_or(EPD_WORDS, |rules| rules.game().text().split(' ').count());
    let lines = (1..).zip(text.lines().map(without_comment));
    let lines = lines.filter(|(_, line)| !line.is_empty());
    Ok(lines.map(|(number, line)| (number, parse_opening(line, words))).collect())
}

fn without_comment(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with(['#', ';', '%']) || line.starts_with("//") {
        return "";
    }
    // A line that ends with `;` has operations of EPD, so only `#` begins a comment in it.
    let marks: &[&str] = if line.ends_with(';') { &["#"] } else { &["#", ";", "//"] };
    let (mut is_quoted, mut after_blank) = (false, false);
    for (at, c) in line.char_indices() {
        let rest = line.get(at..).unwrap_or_default();
        if after_blank && !is_quoted && marks.iter().any(|mark| rest.starts_with(mark)) {
            return line.get(..at).unwrap_or_default().trim_end();
        }
        is_quoted ^= c == '"';
        after_blank = c.is_whitespace();
    }
    line
}

/// The repeated openings of a valid text, if any, in words: they lead to the same position by the
/// rules or, without rules, have the same text. In PGN the numbers of lines are those of games.
fn find_repeats(text: &str, rules: Option<&Variant>) -> Option<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut repeats = Vec::new();
    for (line, opening) in numbered(text, rules).ok()? {
        let position = rules.and_then(|rules| check(&opening, rules).ok());
        match seen.entry(position.unwrap_or_else(|| opening.to_string())) {
            Entry::Vacant(entry) => drop(entry.insert(line)),
            Entry::Occupied(entry) => repeats.push([line, *entry.get()]),
        }
    }
    let [again, before] = repeats.first()?;
    Some(match repeats.len() {
        1 => format!("1 repeats an earlier one: line {again} is line {before} again"),
        count => format!(
            "{count} repeat earlier ones, the first of them in line {again} that of line {before}"
        ),
    })
}

const START: &str = "startpos";

/// The words of a position of chess in EPD: S. Edwards, "Portable Game Notation
/// Specification and Implementation Guide", section 16.2, 1994.
const EPD_WORDS: usize = 4;

fn parse_opening(text: &str, words_of_epd: usize) -> Opening {
    let words = text.split_whitespace();
    // No position and no move ends with `;`.
    let operations = text.ends_with(';');
    let mut words = words.take(if operations { words_of_epd } else { usize::MAX });
    let start: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let fen = match start.as_slice() {
        [] | [START] => None,
        words => Some(words.join(" ")),
    };
    Opening { fen, moves: words.map(str::to_owned).collect() }
}

/// The position that an opening leads to; or the wrong text in it, and what was expected.
fn check(opening: &Opening, rules: &Variant) -> Result<String, (String, String)> {
    let mut game = rules.game();
    if let Some(fen) = &opening.fen {
        game.set_up(Setup::Text(fen), &[]).map_err(|error| (fen.clone(), error.expected()))?;
    }
    for mv in &opening.moves {
        game.play_text(mv).map_err(|error| (mv.clone(), error.expected()))?;
    }
    match game.outcome() {
        None => Ok(game.text()),
        Some(_) => Err((opening.to_string(), "a game that is not over".to_owned())),
    }
}

/// A seed for this number, derived from one seed.
pub(super) fn seed_of(seed: u64, number: u64) -> u64 {
    Rng::with_seed(Rng::with_seed(seed).u64(..) ^ number).u64(..)
}

/// The opening of one round: face-down pieces get an order from this seed. `startpos` without moves
/// also becomes a shuffled start position. With moves it does not, because the moves were made in
/// the start position of a new [`AnyGame`](zugi_game::AnyGame). An opening of a game without
/// chance, or an illegal one, stays unchanged.
#[must_use]
pub fn shuffled_opening(opening: &Opening, rules: &Variant, seed: u64) -> Opening {
    let Ok(chances) = rules.capability::<dyn Chances>() else { return opening.clone() };
    let mut game = rules.game();
    let fen = match &opening.fen {
        Some(fen) => fen.clone(),
        None if opening.moves.is_empty() => chances.start_text(seed),
        None => game.text(),
    };
    if game.set_up(Setup::Text(&fen), &opening.moves).is_err() {
        return opening.clone();
    }
    let hidden_info = rules.capability::<dyn HiddenInformation>().ok();
    let settled = hidden_info.and_then(|hidden_info| hidden_info.settled(game.as_ref(), seed));
    match settled.filter(|text| *text != game.text()) {
        // The moves of the opening are dropped: their recorded outcomes do not fit the new order.
        Some(text) => Opening { fen: Some(text), moves: Vec::new() },
        None => Opening { fen: Some(fen), moves: opening.moves.clone() },
    }
}

/// `count` different random openings of this number of plies from the start position, each with its
/// own shuffle in games with shuffles; fewer if `100 * count` tries find no more.
#[must_use]
pub fn random_openings(rules: &Variant, plies: usize, count: usize, seed: u64) -> Vec<Opening> {
    let mut rng = Rng::with_seed(seed);
    let mut seen = HashSet::new();
    let different = (0..100 * count).filter_map(|_| {
        let (opening, position) = random_opening(rules, plies, &mut rng)?;
        seen.insert(position).then_some(opening)
    });
    different.take(count).collect()
}

/// Random moves and the position that they lead to; `None` if the game is over before them or after
/// them.
fn random_opening(rules: &Variant, plies: usize, rng: &mut Rng) -> Option<(Opening, String)> {
    let mut game = rules.game();
    let chances = rules.capability::<dyn Chances>().ok();
    let fen = chances.map(|chances| chances.start_text(rng.u64(..)));
    if let Some(fen) = &fen {
        game.set_up(Setup::Text(fen), &[]).ok()?;
    }
    let mut moves = Vec::new();
    for _ in 0..plies {
        let (text, _) = random::choice(game.moves(), rng)?;
        moves.push(game.play_text(&text).ok()?);
    }
    game.outcome().is_none().then(|| (Opening { fen, moves }, game.text()))
}

#[cfg(test)]
mod tests {
    use zugi_game::Of;
    use zugi_game::toy::{Hexapawn, Pile};

    use super::*;

    fn rules() -> Variant {
        Variant::new::<Hexapawn>()
    }

    #[test]
    fn files_are_read_and_checked() {
        let pawns = rules();
        let text = "# comment\n\nstartpos\nstartpos moves a1a2 b4b3\n4/1b2/4/w3 w moves a1b2\n";
        let error = parse_openings(text, Some(&pawns)).unwrap_err();
        assert!(error.starts_with("line 5: bad opening "), "{error}");
        let openings = parse_openings(&text.replace(" moves a1b2", ""), Some(&pawns));
        let openings = openings.unwrap();
        assert_eq!(openings.len(), 3);
        assert_eq!(openings[1].to_string(), "startpos moves a1a2 b4b3");
        let error = parse_openings("# nothing\n", Some(&pawns)).unwrap_err();
        assert!(error.starts_with("expected at least one opening"), "{error}");
        assert!(parse_openings("startpos moves a1a2 zz", Some(&pawns)).is_err());
        assert!(parse_openings("startpos moves anything goes", None).is_ok());
    }

    #[test]
    fn each_round_of_a_game_with_chance_has_shuffles_of_its_own() {
        let rules = Variant::new::<Pile>().with::<dyn Chances>(Of::<Pile>::new());
        let of = |games, seed| {
            let random_plies = Some(0);
            let config = MatchConfig { games, seed, random_plies, ..MatchConfig::default() };
            MatchOpenings::new(&config, Some(&rules)).unwrap().openings
        };
        let openings = of(40, 1);
        // There are 24 orders.
        assert_eq!(openings.len(), 20);
        assert!(openings.iter().collect::<HashSet<_>>().len() > 10, "{openings:?}");
        assert_eq!(of(40, 1), openings);
        assert_eq!(of(60, 1)[..20], openings);
        assert_ne!(of(40, 2), openings);
    }

    #[test]
    fn games_of_pgn_are_openings() {
        let game = |moves: &str| format!("[Variant \"hexapawn\"]\n\n{moves} *\n\n");
        let text = game("1. a1a2 b4b3") + &game("1. b1b2");
        let openings = parse_openings(&text, Some(&rules())).unwrap();
        let texts: Vec<String> = openings.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["startpos moves a1a2 b4b3", "startpos moves b1b2"]);
        let wrong = game("1. a1a2") + &game("1. a1d4");
        let error = parse_openings(&wrong, Some(&rules())).unwrap_err();
        assert!(error.starts_with("PGN: 2 games, 1 shown; left out: 1 wrong"), "{error}");
        assert!(parse_openings(&text, None).is_err());
    }

    #[test]
    fn operations_of_epd_do_not_count() {
        let text = "bbbb/4/4/wwww w bm a1a2; id \"one; of many\";\nbbbb/4/4/wwww w c9 x;";
        let openings = parse_openings(text, Some(&rules())).unwrap();
        let start = Opening { fen: Some("bbbb/4/4/wwww w".into()), moves: Vec::new() };
        assert_eq!(openings, [start.clone(), start]);
        let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let openings = parse_openings(&format!("{chess} hmvc 0; fmvn 1;"), None).unwrap();
        assert_eq!(openings, [Opening { fen: Some(chess.into()), moves: Vec::new() }]);
        assert!(parse_openings("bbbb/4/wwww w id \"x\";", Some(&rules())).is_err());
    }

    #[test]
    fn comments_do_not_count() {
        let text = "; one\n// two\n% three\n  # four\nstartpos # five\nstartpos moves a1a2 ; six\n\
                    bbbb/4/4/wwww w // seven\nbbbb/4/4/wwww w id \"# 8\"; c9 x; # nine\n\
                    bbbb/4/4/wwww w c0 y; # ten;\n";
        for rules in [Some(&rules()), None] {
            let openings = parse_openings(text, rules).unwrap();
            assert_eq!(openings.len(), 5, "{openings:?}");
            assert_eq!(openings[1].to_string(), "startpos moves a1a2");
            assert_eq!(openings[2].to_string(), "bbbb/4/4/wwww w");
        }
        let last = &parse_openings(text, Some(&rules())).unwrap()[3..];
        assert!(last.iter().all(|it| it.to_string() == "bbbb/4/4/wwww w"), "{last:?}");
    }

    #[test]
    fn the_error_for_another_file_names_its_format() {
        let text = "\n[Event \"x\"]\n\n1. a1a2 *\n";
        let error = parse_openings(text, None).unwrap_err();
        let hint = "this seems to be a game in PGN";
        assert!(error.starts_with("line 2: ") && error.contains(hint), "{error}");
    }

    #[test]
    fn openings_that_come_again_are_found() {
        let pawns = rules();
        // The start as a position after a comment, and the same moves with one more blank.
        let text = "startpos moves a1a2 b4b3\nstartpos\n\nstartpos moves b1b2\n# again\n\
                    bbbb/4/4/wwww w\nstartpos moves a1a2  b4b3\n";
        let said = "2 repeat earlier ones, the first of them in line 6 that of line 2";
        assert_eq!(find_repeats(text, Some(&pawns)).as_deref(), Some(said));
        let said = "1 repeats an earlier one: line 7 is line 1 again";
        assert_eq!(find_repeats(text, None).as_deref(), Some(said));
        assert_eq!(find_repeats("startpos\nstartpos moves a1a2\n", Some(&pawns)), None);
    }

    #[test]
    fn random_openings_differ_and_repeat_by_seed() {
        let pawns = rules();
        let openings = random_openings(&pawns, 4, 50, 1);
        assert_eq!(openings.len(), 50);
        let different: HashSet<_> = openings.iter().collect();
        assert_eq!(different.len(), 50);
        assert_eq!(openings, random_openings(&pawns, 4, 50, 1));
        assert_ne!(openings, random_openings(&pawns, 4, 50, 2));
        assert!(openings.iter().all(|opening| check(opening, &pawns).is_ok()));
        // There are only four first moves.
        assert_eq!(random_openings(&pawns, 1, 50, 1).len(), 4);
    }

    /// A toy with shuffles and something hidden.
    fn pile() -> Variant {
        Variant::new::<Pile>()
            .with::<dyn Chances>(Of::<Pile>::new())
            .with::<dyn HiddenInformation>(Of::<Pile>::new())
    }

    #[test]
    fn random_openings_of_games_with_chance_have_shuffles_of_their_own() {
        let pile = pile();
        for plies in [0, 2] {
            let openings = random_openings(&pile, plies, 20, 1);
            assert_eq!(openings, random_openings(&pile, plies, 20, 1));
            assert_eq!(openings[..7], random_openings(&pile, plies, 7, 1));
            let fens: HashSet<&String> = openings.iter().flat_map(|it| &it.fen).collect();
            assert!(fens.len() > 10 && fens.iter().all(|fen| fen.starts_with('=')), "{fens:?}");
            let positions: HashSet<_> = openings.iter().map(|it| check(it, &pile)).collect();
            assert_eq!(positions.len(), 20);
            for opening in &openings {
                assert_eq!(opening.moves.len(), plies);
                assert!(check(opening, &pile).is_ok());
                assert_eq!(shuffled_opening(opening, &pile, 7), *opening, "nothing is unknown");
            }
        }
    }

    #[test]
    fn hidden_pieces_of_an_opening_are_shuffled() {
        let pile = pile();
        let deal = |text: &str, seed: u64| {
            let [opening] = parse_openings(text, Some(&pile)).unwrap().try_into().unwrap();
            shuffled_opening(&opening, &pile, seed)
        };
        let chances: &dyn Chances = pile.capability().unwrap();
        let start = deal("startpos", 5);
        assert_eq!((start.fen, start.moves.len()), (Some(chances.start_text(5)), 0));
        let played = deal("startpos moves t t", 5);
        assert_eq!(played.fen, Some(pile.game().text()), "moves are those of a known start");
        assert_eq!(played.moves, ["t", "t"]);
        let set = "11223344 0:0 2 0";
        let [one, again, other] = [1, 1, 2].map(|seed| deal(set, seed));
        assert_eq!(one, again);
        assert_ne!(one, other);
        let mut game = pile.game();
        game.set_up(Setup::Text(one.fen.as_ref().unwrap()), &[]).unwrap();
        let hidden_info: &dyn HiddenInformation = pile.capability().unwrap();
        assert_eq!(hidden_info.observation_for(game.as_ref(), 0).as_deref(), Some(set));
        // Known pieces are kept, and the rest is shuffled.
        let spec = deal("133 0:0 1 0 moves t1", 1);
        assert_eq!((spec.fen.as_deref(), spec.moves.len()), (Some("=33 1:0 2 0"), 0));
        let pawns = rules();
        let plain = Opening { fen: None, moves: vec!["a1a2".to_owned()] };
        assert_eq!(shuffled_opening(&plain, &pawns, 1), plain);
    }

    #[test]
    fn seeds_of_numbers_differ() {
        let seeds = (0..10).flat_map(|seed| (0..100).map(move |number| seed_of(seed, number)));
        assert_eq!(seeds.collect::<HashSet<u64>>().len(), 1000);
    }
}
