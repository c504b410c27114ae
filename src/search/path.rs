//! The way to a position, and the draws that depend on it: repetitions, and a count of
//! plies that has run out. All of it is nothing in a game that cannot repeat.
//!
//! # In the tree
//! A position that occurs for the second time since the root is a draw: whoever could
//! win the second time could have won sooner the first time, with fewer plies counted.
//! One that occurred twice before the root is a draw at once, as it will be in play.
//! So a quickest win never runs through a repetition, and none is missed.
//!
//! # In the table
//! Positions have the same key whatever led to them. What holds all the same:
//! - A proven win is one. Draws prove nothing, so it was found without any; who goes the
//!   quickest way never comes back to a position of the tree; and what is drawn at its
//!   next occurrence is part of the key, see [`Path::salt`]. Only the count is left: the
//!   entry is taken if the win comes in time, see [`Path::allows`].
//! - No draw is false. A value that depends on draws by the path to a node or by the
//!   count before it is not stored for it, see [`Path::is_forgotten`].
//! - Estimates are not as good: one that was found on another path may overlook that on
//!   this one somebody can repeat a position. It is not taken where the count may run
//!   out within the depth.

use std::marker::PhantomData;

use super::score::{DrawValues, PROVEN, Value, WIN};
use crate::game::{Game, Outcome};

/// Farther from the root than any node.
const NOTHING: usize = usize::MAX;

/// An odd number with its bits well mixed (Steele and Vigna, "Computationally easy,
/// spectrally good multipliers", 2021).
const SPREAD: u64 = 0xd134_2543_de82_ef95;

/// The positions from the root to a node.
#[derive(Debug)]
pub(super) struct Path<G> {
    /// The keys of the positions by their distance from the root.
    keys: Vec<u64>,
    /// The keys of positions that are drawn when they occur again.
    drawn: Vec<u64>,
    /// See [`Path::salt`].
    salt: u64,
    /// The least distance from the root of a node that the latest value depends on the
    /// path from.
    origin: usize,
    game: PhantomData<G>,
}

impl<G: Game> Path<G> {
    /// At the root of a game in which the positions with the keys `drawn` are drawn when
    /// they occur again, and draws have these values.
    pub fn new(drawn: &[u64], draw: DrawValues) -> Path<G> {
        let of_draw = i64::from(draw[0]).cast_unsigned().wrapping_mul(SPREAD);
        let salt = drawn.iter().fold(of_draw, |salt, key| salt.rotate_left(1) ^ key);
        Path {
            keys: Vec::new(),
            drawn: drawn.to_vec(),
            salt: if G::REPETITION.is_possible() { salt } else { 0 },
            origin: NOTHING,
            game: PhantomData,
        }
    }

    /// A move of this position is about to be searched.
    #[inline(always)]
    pub fn enter(&mut self, position: &G, ply: usize) {
        if G::REPETITION.is_possible() {
            self.keys.truncate(ply);
            self.keys.push(position.key());
            self.origin = NOTHING;
        }
    }

    /// How the game ended in this position, its path considered.
    #[inline(always)]
    pub fn outcome(&mut self, position: &G, ply: usize) -> Option<Outcome> {
        let outcome = position.outcome();
        if !G::REPETITION.is_possible() {
            return outcome;
        }
        let begin = ply.saturating_sub(position.reversible_plies());
        match outcome {
            None => self.repetition(position.key(), begin),
            Some(_) => {
                if position.plies_to_draw() == 0 {
                    // What was played before the count began does not matter.
                    self.origin = begin.saturating_sub(1);
                }
                outcome
            }
        }
    }

    #[inline]
    fn repetition(&mut self, key: u64, begin: usize) -> Option<Outcome> {
        let recent = self.keys.get(begin..).unwrap_or_default();
        if let Some(back) = recent.iter().rposition(|&earlier| earlier == key) {
            self.origin = begin + back;
            return Some(Outcome::Draw);
        }
        self.drawn.contains(&key).then_some(Outcome::Draw)
    }

    /// The least distance from the root of a node that the latest value depends on the
    /// path from: the value holds for that node and those above it.
    #[inline(always)]
    pub fn origin(&self) -> usize {
        if G::REPETITION.is_possible() { self.origin } else { NOTHING }
    }

    /// The value now spoken of depends on the path from here.
    #[inline(always)]
    pub fn set_origin(&mut self, origin: usize) {
        if G::REPETITION.is_possible() {
            self.origin = origin;
        }
    }

    /// Whether the latest value depends on the path to the node at this distance, so
    /// that it must not be kept for other paths.
    #[inline(always)]
    pub fn is_forgotten(&self, ply: usize) -> bool {
        self.origin() < ply
    }

    /// What all keys of the table are combined with: entries of searches in which other
    /// positions are drawn, or draws are worth something else, are not met.
    #[inline(always)]
    pub fn salt(&self) -> u64 {
        if G::REPETITION.is_possible() { self.salt } else { 0 }
    }

    /// Whether a value of the table that counts from `position` and was searched for
    /// `depth` plies holds in spite of the plies counted so far.
    #[inline(always)]
    pub fn allows(position: &G, value: Value, depth: i32) -> bool {
        let plies = if value.abs() >= PROVEN { WIN - value.abs() } else { depth };
        plies.max(0) as usize <= position.plies_to_draw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::{Corridor, Step};
    use crate::game::{GameInProgress, Player};
    use crate::games::zola::Zola6;
    use crate::search::table::Table;
    use crate::search::{AlphaBeta, Evaluator, INFINITE, Limits, Settings, StopToken, Tactics};

    impl Tactics for Corridor {
        type Context = ();

        fn context(&self) {}

        fn visit_hinted(&self, (): &(), visit: &mut impl FnMut(Step, i32)) {
            self.moves().into_iter().for_each(|mv| visit(mv, 0));
        }

        fn is_tactical(&self, _mv: Step) -> bool {
            false
        }

        fn quiescence_move(&self, (): &(), _last: Step) -> Option<Step> {
            None
        }
    }

    /// Player one is ahead in every position, and player two hopes for draws.
    struct Ahead;

    impl Evaluator<Corridor> for Ahead {
        type State = ();

        fn refresh(&self, _: &Corridor) {}

        fn update(&self, (): &(), _: &Corridor, _: Step, _: &Corridor) {}

        fn evaluate(&self, position: &Corridor, (): &(), (): &()) -> Value {
            if position.to_move() == Player::One { 100 } else { -100 }
        }
    }

    fn position(text: &str) -> Corridor {
        Corridor::from_text(text).unwrap()
    }

    /// Walks along moves from a position; the outcome and the origin at their end.
    fn walk(text: &str, moves: &str, drawn: &[u64]) -> (Option<Outcome>, usize) {
        let (mut path, mut position) = (Path::new(drawn, [0; 2]), position(text));
        for (ply, mv) in moves.split(' ').enumerate() {
            path.enter(&position, ply);
            position.play_unchecked(position.parse_move(mv).unwrap());
            let outcome = path.outcome(&position, ply + 1);
            if outcome.is_some() {
                return (outcome, path.origin());
            }
        }
        (None, path.origin())
    }

    #[test]
    fn a_repetition_depends_on_the_path_from_the_first_occurrence() {
        let text = "x......o x 0";
        assert_eq!(walk(text, "b g a", &[]), (None, NOTHING));
        assert_eq!(walk(text, "b g a h", &[]), (Some(Outcome::Draw), 0));
        assert_eq!(walk(text, "b g c f b g", &[]), (Some(Outcome::Draw), 2));
    }

    #[test]
    fn what_occurred_twice_before_is_a_draw_on_every_path() {
        let drawn = [position(".x....o. x 0").key()];
        assert_eq!(walk("x......o x 0", "b g", &drawn), (Some(Outcome::Draw), NOTHING));
        let salt = |drawn: &[u64], draw| Path::<Corridor>::new(drawn, draw).salt();
        let salts = [salt(&[], [0; 2]), salt(&drawn, [0; 2]), salt(&[], [-9, 9])];
        assert!(salts[0] == 0 && salts[1] != 0 && salts[2] != 0 && salts[1] != salts[2]);
    }

    #[test]
    fn a_count_depends_on_the_path_from_before_it_began() {
        assert_eq!(walk("x......o x 38", "b g", &[]), (Some(Outcome::Draw), 0));
        // As if something had begun it anew, 40 plies before the end of the path.
        let (mut path, at) = (Path::<Corridor>::new(&[], [0; 2]), position(".x...o.. x 40"));
        (0..50).for_each(|ply| path.enter(&position("x......o o 0"), ply));
        assert_eq!(path.outcome(&at, 50), Some(Outcome::Draw));
        assert_eq!(path.origin(), 9);
        assert!(path.is_forgotten(10) && !path.is_forgotten(9));
    }

    /// The entries for the positions within a few plies that have this value.
    fn entries(table: &Table, position: &Corridor, plies: u32, value: Value) -> usize {
        let known = table.probe::<Step>(position.key());
        let of_position = usize::from(known.is_some_and(|entry| entry.value == value));
        let moves = if plies > 0 { position.moves() } else { Vec::new() };
        let after = |mv| entries(table, &position.after(mv), plies - 1, value);
        of_position + moves.into_iter().map(after).sum::<usize>()
    }

    #[test]
    fn draws_by_the_path_stay_out_of_the_table() {
        // The count runs out; and it does not, but player two may hope for repetitions.
        for text in [".x....o. x 34", "..x...o. o 0"] {
            let (position, alpha_beta) = (position(text), AlphaBeta::new(Ahead, 4).unwrap());
            let limits = Limits { depth: Some(8), ..Limits::default() };
            let (settings, token) = (Settings::default(), StopToken::default());
            let game = GameInProgress::new(position.clone());
            alpha_beta.search(&game, &limits, &settings, &token, ()).unwrap();
            let table = alpha_beta.table();
            assert_eq!(entries(&table, &position, 4, 0), 0, "{text}");
            assert!(entries(&table, &position, 4, -INFINITE) > 10, "{text}");
        }
    }

    #[test]
    fn wins_must_come_before_the_count_runs_out() {
        let at = position("x......o x 30");
        assert!(Path::allows(&at, WIN - 10, 30) && !Path::allows(&at, WIN - 11, 30));
        assert!(Path::allows(&at, 10 - WIN, 30) && !Path::allows(&at, 11 - WIN, 30));
        assert!(Path::allows(&at, 200, 10) && !Path::allows(&at, 200, 11));
        assert!(Path::allows(&Zola6::start(), 0, 200));
    }
}
