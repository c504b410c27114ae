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
    registry: &'a Registry,
    /// The hashes of the games. Of 37 million matches of a million games each, about one has two
    /// games with the same hash by chance.
    seen: HashSet<u64>,
}

impl<'a> Tally<'a> {
    pub fn new(config: &MatchConfig, registry: &'a Registry) -> Tally<'a> {
        Tally { score: Score::of(config), registry, seen: HashSet::new() }
    }

    pub fn add(&mut self, game: &GameRecord) {
        self.score.add(game);
        self.note(game);
    }

    /// Notes a game, to find those that equal an earlier one: the same engines on the same sides,
    /// and the same moves. Turning over a piece is the same move whatever it reveals, so games with
    /// hidden pieces must also reach the same position.
    fn note(&mut self, game: &GameRecord) {
        let mut hasher = DefaultHasher::new();
        (&game.variant, &game.players, place(game, self.registry)).hash(&mut hasher);
        moves(game).for_each(|mv| mv.hash(&mut hasher));
        self.seen.insert(hasher.finish());
    }

    /// The report, with a warning if games are repeated.
    pub fn report(&self, header: &MatchHeader) -> MatchReport {
        let mut report = self.score.report();
        report.notes = header.notes(&self.score);
        let (games, repeated) = (self.score.games(), self.score.games() - self.seen.len());
        if repeated > 0 {
            let text = format!("{repeated} of {games} games are move by move what others were");
            report.notes.push(("warning".to_owned(), text));
        }
        report
    }
}

impl Sink for Tally<'_> {
    fn game(&mut self, game: &GameRecord) -> SinkResult {
        self.note(game);
        self.score.game(game)
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
