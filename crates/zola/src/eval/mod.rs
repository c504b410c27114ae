//! The evaluation of Zola, and the hints for its order of moves.

mod hints;
mod net;
mod safety;
mod square_sets;

use zugi_game::Player;
use zugi_game::board::Bits;
use zugi_search::eval::HasEvaluator;
use zugi_search::eval::net::Net;
use zugi_search::{AlphaBeta, Evaluator, Parameters, Searchable};

use crate::rules::movegen::Mobility;
use crate::rules::{Size, Zola, ZolaMove};
pub use net::HasNet;

/// The attacks of a position, for the order of moves, quiescence and the net.
pub struct Attacks<S: Size> {
    own: S::Bits,
    enemy: S::Bits,
    contacts: [Mobility<S::Bits>; 2],
}

impl<S: Size> Searchable for Zola<S> {
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
        let (own, enemy) = self.own_and_enemy();
        Attacks { own, enemy, contacts: S::contacts(own, enemy) }
    }

    #[inline]
    fn score_moves(&self, attacks: &Attacks<S>, visit: &mut impl FnMut(ZolaMove, i32)) {
        hints::visit(self, attacks, visit);
    }

    #[inline]
    fn is_tactical(&self, mv: ZolaMove) -> bool {
        self.is_capture(mv)
    }

    /// Fitted to games of 600 nodes a move. At the start nearly every move is a capture, and each
    /// side makes half of them; on boards above 6x6 there are also quiet moves later in the game.
    /// The last six moves on boards up to 6x6, and the last four on larger ones, take no time,
    /// because a search has seen the end. `docs/notes/search.md` has the share of the clock that is
    /// left at the end of games.
    fn moves_left(&self) -> u32 {
        let checkers = (self.checkers(Player::One) | self.checkers(Player::Two)).count();
        let quiet = 4 * u32::from(S::N).saturating_sub(6) + 1;
        let proven = if S::N <= 6 { 6 } else { 4 };
        ((checkers + quiet) / 2).saturating_sub(proven).min(checkers * 3 / 4).max(1)
    }

    /// A capture without a recapture, if possible of the enemy checker that has just moved; if
    /// there is none, any capture of the checker that has just moved. The capturing checker is, if
    /// possible, one that is attacked and not defended, and else the one nearest to the centre,
    /// because checkers there can be captured from the most squares.
    fn quiescence_move(&self, attacks: &Attacks<S>, last: ZolaMove) -> Option<ZolaMove> {
        let &Attacks { own, enemy, contacts: [ours, theirs] } = attacks;
        // The enemies that can be captured without a recapture.
        let hanging_enemies = enemy & ours.once & !theirs.once;
        let moved = (last != ZolaMove::PASS && last != ZolaMove::SWAP).then_some(last.to());
        let target = match moved {
            Some(moved) if hanging_enemies.contains(moved) => moved,
            _ => hanging_enemies.first().or(moved)?,
        };
        let attackers = S::attackers(own, enemy, target);
        let hanging = own & theirs.once & !ours.once;
        let from = attackers.min_by_key(|&from| (!hanging.contains(from), S::distance(from)));
        from.filter(|_| enemy.contains(target)).map(|from| ZolaMove::checker(from, target))
    }
}

impl<S: HasNet> HasEvaluator for Zola<S> {
    type Evaluator = Net<Zola<S>>;
    type Search<E: Evaluator<Zola<S>>> = AlphaBeta<Zola<S>, E>;
}
