//! The evaluation of Zoka, and the hints for its order of moves.

mod hints;
mod net;
mod sides;
mod terms;

use std::marker::PhantomData;

use zugi_game::Game;
use zugi_game::board::mix;
use zugi_search::eval::net::Net;
use zugi_search::eval::{
    HasEvaluator, HasLinearEval, Term, Tunable, WeightsError, parse, read_into,
};
use zugi_search::{Evaluator, Searchable, TreeGame, TreeSearch, Value};

use crate::rules::{QUIET_TURNS, SetOf, ZokaAction, ZokaMove, ZokaPosition, ZokaVariant};
pub use sides::Sides;

impl<V: ZokaVariant> Searchable for ZokaPosition<V> {
    type Context = Sides<SetOf<V>>;

    fn context(&self) -> Sides<SetOf<V>> {
        Sides::of(self)
    }

    fn score_moves(&self, sides: &Sides<SetOf<V>>, visit: &mut impl FnMut(ZokaMove, i32)) {
        hints::visit(self, sides, visit);
    }

    fn is_tactical(&self, mv: ZokaMove) -> bool {
        matches!(mv.action(), Some(ZokaAction::Strike(..) | ZokaAction::StrikeTwo(..)))
    }

    /// Face-down pieces are turned over, then all pieces in hand are placed.
    fn moves_left(&self) -> u32 {
        let seats = (0..V::SEATS)
            .map(|seat| 2 * self.line(seat).set().count() + self.hand_of(seat).count());
        4 + seats.max().unwrap_or_default()
    }

    fn quiescence_move(&self, _: &Sides<SetOf<V>>, _: ZokaMove) -> Option<ZokaMove> {
        None
    }

    fn evaluate(&self, sides: &Sides<SetOf<V>>) -> Value {
        ZokaSum::default().evaluate(self, sides)
    }
}

impl<V: ZokaVariant> TreeGame for ZokaPosition<V> {
    const DRAW_MARGIN: Value = 5;

    /// The value of striking a Scorer of mean value, by the weights for the end of `zoka`: 59 for
    /// each point that the striker gains, and up to 61 for each point that the owner loses.
    /// Contempt is in hundredths of this value. Contempt keeps games from ending as draws by passes
    /// before any placement. Against a player who likes to pass, 10 of 40 games ended in this way
    /// when a draw was valued 50 units below an even game, 3 with 100 units, and none with 150
    /// units.
    const PIECE: Value = 300;

    /// Without the number of passes in a row, and without the moves straight back that the seats
    /// may not make.
    ///
    /// ```
    /// use zugi_game::{Chance, Game};
    /// use zugi_zoka::{TwoSeats, ZokaPosition};
    /// use zugi_search::TreeGame;
    ///
    /// let start = ZokaPosition::<TwoSeats>::start_with(1);
    /// let pass = start.parse_move("0000").unwrap();
    /// let again = start.after(pass).after(pass);
    /// assert_ne!(again.key(), start.key());
    /// assert_eq!(again.repetition_key(), start.repetition_key());
    /// assert_ne!(start.after(pass).repetition_key(), start.repetition_key());
    /// ```
    fn repetition_key(&self) -> u64 {
        self.key_without_passes()
    }

    const PROOF_PLIES: usize = 8;

    fn least_plies_to_end(&self) -> usize {
        ZokaPosition::least_plies_to_end(self)
    }

    /// The count of quiet turns matters only if it may run out within the proof.
    fn proof_key(&self) -> u64 {
        let quiet = usize::from(self.quiet_turns());
        let is_near = quiet + Self::PROOF_PLIES >= usize::from(QUIET_TURNS);
        self.key() ^ if is_near { mix(quiet as u64) } else { 0 }
    }

    /// Two seats, no face-down pieces, less than half of the quiet turns, and a seat with at most
    /// three pieces to place: the end is near, because the game ends soon after a seat's last
    /// placement. With more seats alpha-beta was no stronger than the tree search.
    ///
    /// ```
    /// use zugi_game::Game;
    /// use zugi_search::TreeGame;
    /// use zugi_zoka::Zoka;
    ///
    /// let ending = "......../......../......../......../......../......../......../........ \
    ///     1 - -/- ZZ/ZZZZ -/- 0:0 -/- 0:0:-";
    /// assert!(Zoka::from_text(ending)?.is_exact_ending());
    /// assert!(!Zoka::start().is_exact_ending());
    /// # Ok::<(), zugi_game::TextError>(())
    /// ```
    fn is_exact_ending(&self) -> bool {
        let mut seats = 0..V::SEATS;
        V::SEATS == 2
            // The keys of alpha-beta do not have the number of quiet turns.
            && self.quiet_turns() < QUIET_TURNS / 2
            && seats.clone().all(|seat| self.line(seat).set().is_empty())
            && seats.any(|seat| self.hand_of(seat).count() <= LAST_PIECES)
    }
}

/// The most pieces left to place, see [`TreeGame::is_exact_ending`]. Measured on 80 games of `zoka`
/// from endings, at 5,000 nodes a move: a side with alpha-beta from this number of pieces on played
/// against the tree search alone. It won 37 and lost 33 with 1 piece, 60 and 15 with 2, 62 and 16
/// with 3, 49 and 29 with 4, 44 and 33 with 5. In these positions a node of alpha-beta takes a
/// fifth of the time of a node of the tree.
const LAST_PIECES: u32 = 3;

type Weights = [Value; terms::FEATURES];

/// A weighted sum of the features of both sides.
#[derive(Clone)]
pub struct ZokaSum<V> {
    /// In the order of the features.
    weights: Weights,
    variant: PhantomData<fn() -> V>,
}

impl<V: ZokaVariant> Default for ZokaSum<V> {
    fn default() -> ZokaSum<V> {
        let weights = const { parse(V::WEIGHTS, &terms::TERMS) };
        ZokaSum { weights, variant: PhantomData }
    }
}

impl<V: ZokaVariant> HasEvaluator for ZokaPosition<V> {
    type Evaluator = Net<ZokaPosition<V>>;
    type Search<E: Evaluator<ZokaPosition<V>>> = TreeSearch<ZokaPosition<V>, E>;
}

impl<V: ZokaVariant> HasLinearEval for ZokaPosition<V> {
    type LinearEval = ZokaSum<V>;
}

impl<V: ZokaVariant> Evaluator<ZokaPosition<V>> for ZokaSum<V> {
    #[inline]
    fn evaluate(&self, position: &ZokaPosition<V>, sides: &Sides<SetOf<V>>) -> Value {
        terms::evaluate(&self.weights, position, sides)
    }
}

impl<V: ZokaVariant> Tunable<ZokaPosition<V>> for ZokaSum<V> {
    const UNIT: Value = terms::FULL;

    fn terms() -> Vec<Term> {
        terms::TERMS.to_vec()
    }

    fn weights(&self) -> &[Value] {
        &self.weights
    }

    fn from_text(text: &str) -> Result<ZokaSum<V>, WeightsError> {
        let mut weights = [0; terms::FEATURES];
        read_into(&mut weights, text, &terms::TERMS)?;
        Ok(ZokaSum { weights, variant: PhantomData })
    }

    fn features(position: &ZokaPosition<V>) -> Vec<i16> {
        terms::features(position, &position.context())
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use zugi_game::{Chance, conformance};
    use zugi_search::eval::text;

    use super::*;
    use crate::rules::{FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats};

    /// The positions of random games with several shuffles.
    fn positions<V: ZokaVariant>() -> Vec<ZokaPosition<V>> {
        let mut rng = Rng::with_seed(1);
        let starts = (0..40).map(ZokaPosition::<V>::start_with);
        starts.flat_map(|start| conformance::random_game(&start, &mut rng)).collect()
    }

    /// The evaluation of the search is the weighted sum of the features of the tuner, with the
    /// built-in weights and with random ones.
    fn check<V: ZokaVariant>() {
        let mut rng = Rng::with_seed(2);
        let random: Vec<Value> = (0..terms::FEATURES).map(|_| rng.i32(-999..=999)).collect();
        let random = ZokaSum::<V>::from_text(&text(&ZokaSum::<V>::terms(), &random)).unwrap();
        let mut seen = [false; terms::FEATURES];
        for position in positions::<V>() {
            let features = ZokaSum::<V>::features(&position);
            for evaluator in [&ZokaSum::default(), &random] {
                let pairs = evaluator.weights().iter().zip(&features);
                let sum: Value =
                    pairs.map(|(weight, &feature)| weight * Value::from(feature)).sum();
                let expected = sum / ZokaSum::<V>::UNIT;
                assert_eq!(evaluator.value(&position), expected, "{}", position.text());
            }
            assert_eq!(features.len(), seen.len());
            seen.iter_mut().zip(features).for_each(|(seen, feature)| *seen |= feature != 0);
        }
        // Random games seldom protect a Scorer perfectly or exchange one.
        let count = seen.iter().filter(|&&seen| seen).count();
        assert!(count >= 39, "{}: {count} of the features", V::NAME);
    }

    #[test]
    fn the_evaluation_is_the_weighted_sum_of_the_features() {
        check::<TwoSeats>();
        check::<ThreeSeats>();
        check::<FourSeats>();
        check::<OneAgainstTwo>();
        check::<TwoAgainstTwo>();
    }
}
