//! The score of a match, and its repeated games, for the report.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use zugi_arbiter::journal::MatchHeader;
use zugi_arbiter::report::MatchReport;
use zugi_arbiter::score::Score;
use zugi_arbiter::tournament::{Sink, SinkResult};
use zugi_arbiter::{GameRecord, MatchConfig};
use zugi_game::{HiddenInformation, Registry, Setup, shown_text};

pub(super) struct Tally<'a> {
    pub score: Score,
    duplicates: DuplicateGames<'a>,
}

impl<'a> Tally<'a> {
    pub fn new(config: &MatchConfig, registry: &'a Registry) -> Tally<'a> {
        Tally { score: Score::of(config), duplicates: DuplicateGames::new(registry) }
    }

    pub fn add(&mut self, game: &GameRecord) {
        self.score.add(game);
        self.duplicates.add(game);
    }

    pub fn report(&self, header: &MatchHeader) -> MatchReport {
        let mut report = self.score.report();
        report.notes = header.notes(&self.score);
        report.notes.extend(self.duplicates.warning().map(|text| ("warning".to_owned(), text)));
        report
    }
}

impl Sink for Tally<'_> {
    fn game(&mut self, game: &GameRecord) -> SinkResult {
        self.duplicates.add(game);
        self.score.game(game)
    }
}

/// Counts the games that equal an earlier one: same engines in the same seats, same moves. Turning
/// over a piece is the same move whatever it reveals, so games with hidden pieces must also reach
/// the same position.
struct DuplicateGames<'a> {
    registry: &'a Registry,
    /// The hashes of the games. Two of a million games have the same hash by chance once in 37
    /// million matches.
    seen: HashSet<u64>,
    games: usize,
}

impl<'a> DuplicateGames<'a> {
    fn new(registry: &'a Registry) -> DuplicateGames<'a> {
        DuplicateGames { registry, seen: HashSet::new(), games: 0 }
    }

    fn add(&mut self, game: &GameRecord) {
        let mut hasher = DefaultHasher::new();
        (&game.variant, &game.players, place(game, self.registry)).hash(&mut hasher);
        moves(game).for_each(|mv| mv.hash(&mut hasher));
        self.seen.insert(hasher.finish());
        self.games += 1;
    }

    /// A warning if games are repeated.
    fn warning(&self) -> Option<String> {
        let (games, repeated) = (self.games, self.games - self.seen.len());
        let text = || format!("{repeated} of {games} games are move by move what others were");
        (repeated > 0).then(text)
    }
}

/// All moves, including the opening.
fn moves(game: &GameRecord) -> impl Iterator<Item = &str> {
    let opening = game.opening.iter().map(String::as_str);
    opening.chain(game.moves.iter().map(|mv| mv.text.as_str()))
}

/// The position that distinguishes games with equal moves: the initial one, or with hidden pieces
/// the final one as the side to move sees it. `None` for the start position.
fn place(game: &GameRecord, registry: &Registry) -> Option<String> {
    let fen = game.fen.as_deref()?;
    let ended = registry.find(&game.variant).ok().and_then(|variant| {
        let mut rules = variant.game();
        rules.capability::<dyn HiddenInformation>().ok()?;
        let moves: Vec<String> = moves(game).map(str::to_owned).collect();
        rules.set_up(Setup::Text(fen), &moves).ok()?;
        Some(shown_text(rules.as_ref()))
    });
    ended.or_else(|| Some(fen.to_owned()))
}
