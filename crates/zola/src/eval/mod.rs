//! Evaluation and move ordering hints for Zola.

mod bench;
mod net;
mod terms;

use std::ops::ControlFlow;

use zugi_game::board::Bits;
use zugi_game::{Game, Player};
use zugi_search::eval::{Evaluated, Summed, Term, Tunable, WeightsError, read};
use zugi_search::{Evaluator, Parameters, Tactics, Value};

use crate::rules::movegen::Contacts;
use crate::rules::{Zola, ZolaMove};
pub use net::{RunsNets, ZolaNet, ZolaSample};
use terms::{Weighed, features};

/// What an order hint is made of.
const HINT: i32 = 1 << 13;

/// What decides the order of moves and what is quiet: who attacks and defends what.
pub struct Attacks<S: Weighed> {
    own: S::Bits,
    enemy: S::Bits,
    contacts: [Contacts<S::Bits>; 2],
}

impl<S: Weighed> Attacks<S> {
    /// The enemy's checkers that can be captured and not be recaptured.
    fn loose(&self) -> S::Bits {
        let [ours, theirs] = &self.contacts;
        self.enemy & ours.once & !theirs.once
    }

    /// The own checkers of which the same is true.
    fn hanging(&self) -> S::Bits {
        let [ours, theirs] = &self.contacts;
        self.own & theirs.once & !ours.once
    }

    /// The enemy's checkers that more than one own checker can capture, and no more than
    /// one of the enemy's recapture.
    fn outnumbered(&self) -> S::Bits {
        let [ours, theirs] = &self.contacts;
        self.enemy & ours.twice & !theirs.twice
    }

    /// Captures of what cannot be recaptured first, then of what is outnumbered, then
    /// the others, and of these the ones that move least far inward; and sooner in each
    /// case with a checker that is attacked itself.
    fn hint(&self, mv: ZolaMove) -> i32 {
        if mv == ZolaMove::PASS || mv == ZolaMove::SWAP {
            return 0;
        }
        let captured = match mv.to() {
            to if self.loose().contains(to) => 8,
            to if self.outnumbered().contains(to) => 4,
            to if self.enemy.contains(to) => 2,
            _ => 0,
        };
        let escapes = i32::from((self.own & self.contacts[1].once).contains(mv.from()));
        let inward =
            if captured > 0 { 256 + S::distance(mv.to()) - S::distance(mv.from()) } else { 0 };
        (captured + escapes) * HINT + inward
    }
}

impl<S: Weighed> Tactics for Zola<S> {
    type Context = Attacks<S>;

    /// Tuned by play on 8x8.
    const PARAMETERS: Parameters = Parameters {
        reverse_margin: 44,
        futile_margin: 63,
        quiet_margin: 70,
        late_base: 5,
        late_growth: 108,
        reduction_base: 70,
        reduction_slope: 55,
        root_reductions: 1,
        singular_margin: 2,
        history_growth: 160,
        history_most: 1670,
        aspiration: 16,
        ..Parameters::STANDARD
    };

    #[inline]
    fn context(&self) -> Attacks<S> {
        let own = self.checkers(self.to_move());
        let enemy = self.checkers(self.to_move().opponent());
        Attacks { own, enemy, contacts: S::contacts(own, enemy) }
    }

    #[inline]
    fn visit_hinted(&self, attacks: &Attacks<S>, visit: &mut impl FnMut(ZolaMove, i32)) {
        let _ = self.visit_moves(&mut |mv| {
            visit(mv, attacks.hint(mv));
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn is_tactical(&self, mv: ZolaMove) -> bool {
        self.is_capture(mv)
    }

    /// As good as every move is a capture, and each side makes half of them, until the larger
    /// boards begin to empty: fitted to games of 600 nodes a move. The last four, or six on
    /// boards up to 6x6, take no time, a search has seen the end by then; docs/search.md has
    /// what is left on the clock.
    fn moves_left(&self) -> u32 {
        let checkers = (self.checkers(Player::One) | self.checkers(Player::Two)).count();
        let quiet = 4 * u32::from(S::N).saturating_sub(6) + 1;
        let proven = if S::N <= 6 { 6 } else { 4 };
        ((checkers + quiet) / 2).saturating_sub(proven).min(checkers * 3 / 4).max(1)
    }

    /// A capture that cannot be answered by a recapture, that of the checker that has
    /// just moved before others; and if there is none, the recapture of the latter. With
    /// the checker that would be lost otherwise, or else the one nearest to the centre,
    /// where it is the least safe.
    fn quiescence_move(&self, attacks: &Attacks<S>, last: ZolaMove) -> Option<ZolaMove> {
        let loose = attacks.loose();
        let moved = (last != ZolaMove::PASS && last != ZolaMove::SWAP).then_some(last.to());
        let target = match moved {
            Some(moved) if loose.contains(moved) => moved,
            _ => loose.first().or(moved)?,
        };
        let attackers = S::attackers(attacks.own, attacks.enemy, target);
        let hanging = attacks.hanging();
        let from = attackers.min_by_key(|&from| (!hanging.contains(from), S::distance(from)));
        from.filter(|_| attacks.enemy.contains(target)).map(|from| ZolaMove::checker(from, target))
    }
}

/// A weighted sum of what the checkers of both sides are and do.
pub struct ZolaSum<S: Weighed> {
    /// In the order of the features.
    weights: Vec<Value>,
    /// The same, as they are used.
    arranged: S::Weights,
}

impl<S: Weighed> ZolaSum<S> {
    fn new(weights: Vec<Value>) -> ZolaSum<S> {
        ZolaSum { arranged: S::arrange(&weights), weights }
    }
}

/// With the weights that come with the program.
impl<S: Weighed> Default for ZolaSum<S> {
    fn default() -> ZolaSum<S> {
        ZolaSum::new(S::standard().to_vec())
    }
}

impl<S: RunsNets> Evaluated for Zola<S> {
    type Evaluator = ZolaNet<S>;
}

impl<S: Weighed> Summed for Zola<S> {
    type Sum = ZolaSum<S>;
}

impl<S: Weighed> Evaluator<Zola<S>> for ZolaSum<S> {
    type State = ();

    #[inline]
    fn refresh(&self, _: &Zola<S>) {}

    #[inline]
    fn update(&self, (): &(), _: &Zola<S>, _: ZolaMove, _: &Zola<S>) {}

    #[inline]
    fn evaluate(&self, _: &Zola<S>, (): &(), attacks: &Attacks<S>) -> Value {
        S::evaluate(&self.arranged, attacks.own, attacks.enemy, &attacks.contacts)
    }
}

impl<S: Weighed> Tunable<Zola<S>> for ZolaSum<S> {
    /// Tapered features count this many times when all checkers are on the board.
    const UNIT: Value = S::SQUARES as Value;

    fn terms() -> Vec<Term> {
        terms::terms(S::LEVELS).to_vec()
    }

    fn weights(&self) -> &[Value] {
        &self.weights
    }

    fn from_text(text: &str) -> Result<ZolaSum<S>, WeightsError> {
        read(text, &terms::terms(S::LEVELS)).map(ZolaSum::new)
    }

    fn features(position: &Zola<S>) -> Vec<i16> {
        let [own, enemy] = [position.to_move(), position.to_move().opponent()];
        features::<S>(position.checkers(own), position.checkers(enemy))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use zugi_game::{Symmetric, conformance};

    use super::*;
    use crate::rules::{Size4, Size6, Size8, Size10, Zola6};

    fn positions<S: Weighed>() -> Vec<Zola<S>> {
        let mut rng = Rng::with_seed(1);
        (0..8).flat_map(|_| conformance::random_game(&Zola::<S>::start(), &mut rng)).collect()
    }

    /// The search and the tuner speak of the same evaluation.
    fn check_features<S: Weighed>() {
        let evaluator = ZolaSum::<S>::default();
        for position in positions::<S>() {
            let features = ZolaSum::features(&position);
            let pairs = evaluator.weights().iter().zip(features);
            let sum: Value = pairs.map(|(weight, feature)| weight * Value::from(feature)).sum();
            let expected = sum / ZolaSum::<S>::UNIT;
            assert_eq!(evaluator.value(&position), expected, "{}", position.text());
        }
        let count: usize = ZolaSum::<S>::terms().iter().map(|term| term.len).sum();
        assert_eq!(ZolaSum::features(&Zola::<S>::start()).len(), count);
    }

    #[test]
    fn the_evaluation_is_the_weighted_sum_of_the_features() {
        check_features::<Size4>();
        check_features::<Size6>();
        check_features::<Size8>();
        check_features::<Size10>();
    }

    fn check_images<S: Weighed>(position: &Zola<S>) {
        let (evaluator, features) = (ZolaSum::default(), ZolaSum::features);
        for image in position.images() {
            assert_eq!(evaluator.value(&image), evaluator.value(position), "{}", image.text());
            assert_eq!(features(&image), features(position), "{}", image.text());
        }
    }

    #[test]
    fn symmetric_positions_are_worth_the_same() {
        positions::<Size4>().iter().step_by(5).for_each(check_images);
        positions::<Size6>().iter().step_by(20).for_each(check_images);
        positions::<Size8>().iter().step_by(40).for_each(check_images);
        positions::<Size10>().iter().step_by(80).for_each(check_images);
    }

    /// The features that are not zero, by name.
    fn counted(text: &str) -> Vec<(&'static str, Vec<i16>)> {
        let position = Zola6::from_text(text).unwrap();
        let (features, mut at) = (ZolaSum::features(&position), 0);
        let mut counted = Vec::new();
        for Term { name, len } in ZolaSum::<Size6>::terms() {
            let of_term = &features[at..at + len];
            if of_term.iter().any(|&feature| feature != 0) {
                counted.push((name, of_term.to_vec()));
            }
            at += len;
        }
        counted
    }

    #[test]
    fn terms_count_what_they_say() {
        // Red on a1 takes the hanging d4; d4 has five squares to go to.
        let early: Vec<_> = counted("6/6/3b2/6/6/r5 r")
            .into_iter()
            .filter_map(|(name, features)| Some((name.strip_prefix("early.")?, features)))
            .collect();
        let level = |level: usize| {
            let mut features = vec![0; 6];
            features[level] = 2;
            features
        };
        let expected = [
            ("own.checkers", level(5)),
            ("own.captures", vec![2]),
            ("enemy.checkers", level(0)),
            ("enemy.attacked", level(0)),
            ("enemy.hanging", level(0)),
            ("enemy.free", level(0)),
            ("enemy.quiet", vec![10]),
            ("tempo", vec![2]),
        ];
        assert_eq!(early, expected);
    }
}
