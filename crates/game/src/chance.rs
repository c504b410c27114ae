//! Capabilities of games with chance and with hidden pieces.
//!
//! # How chance fits into [`Game`]
//! The legal moves of a position are the events that can *happen* in it: each outcome of chance is
//! a move with its own text. So a game is a list of moves, and perft, repetitions, records and
//! referees work as in other games. The mover's *decision* is coarser: a
//! [`decision`](Chance::decision) has one or several outcomes, each with a probability. A decision
//! is a value of [`Game::Move`] with a text. A decision without chance is itself the legal move;
//! otherwise the legal move names the outcome. An engine answers with decisions.
//!
//! # How hidden pieces fit in
//! A position holds everything that the arbiter knows; a player may be allowed to know less.
//! [`Hidden::observation_for`] is the position as a seat knows it. In this observation, an event
//! that depends on a hidden piece has random outcomes. A player without access to hidden pieces
//! searches that position, or [guesses](Hidden::guess) the hidden pieces.

use fastrand::Rng;
use std::ops::ControlFlow;

use super::Game;

/// A game with chance in its start position or in the outcomes of decisions.
///
/// [`conformance::check_chance`](super::conformance::check_chance) tests what the methods promise.
///
/// ```
/// use zugi_game::{Chance, Game, toy::Pile};
///
/// let position = Pile::from_text("1134 0:0 1 0")?;
/// let texts = |moves: Vec<_>| moves.into_iter().map(|mv| position.move_text(mv)).collect();
/// let happens: Vec<String> = texts(position.moves());
/// assert_eq!(happens, ["pass", "t1", "t3", "t4"]);
/// let decisions: Vec<String> = texts(position.decisions());
/// assert_eq!(decisions, ["pass", "t"]);
/// # Ok::<(), zugi_game::TextError>(())
/// ```
pub trait Chance: Game {
    /// The start position with the shuffles or throws of this seed. [`Game::start`] has seed 0.
    fn start_with(seed: u64) -> Self;

    /// The decision of the mover that leads to this legal move.
    fn decision(&self, mv: Self::Move) -> Self::Move;

    /// Calls `visit` with each of the mover's decisions once, in a fixed order, until it breaks.
    fn visit_decisions(
        &self,
        visit: &mut impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Calls `visit` with each outcome of a decision and its probability, until it breaks. An
    /// outcome is a legal move. Probabilities are positive, and their sum is 1.
    fn visit_outcomes(
        &self,
        decision: Self::Move,
        visit: &mut impl FnMut(Self::Move, f64) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// All decisions, in the order of [`Chance::visit_decisions`].
    fn decisions(&self) -> Vec<Self::Move> {
        let mut decisions = Vec::new();
        let _ = self.visit_decisions(&mut |decision| {
            decisions.push(decision);
            ControlFlow::Continue(())
        });
        decisions
    }

    /// All outcomes of a decision with their probabilities, in the order of
    /// [`Chance::visit_outcomes`].
    fn outcomes(&self, decision: Self::Move) -> Vec<(Self::Move, f64)> {
        let mut outcomes = Vec::new();
        let _ = self.visit_outcomes(decision, &mut |mv, probability| {
            outcomes.push((mv, probability));
            ControlFlow::Continue(())
        });
        outcomes
    }

    /// Whether this is a decision of the mover in this position.
    fn is_decision(&self, decision: Self::Move) -> bool {
        self.visit_decisions(&mut |other| {
            if other == decision { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// A random outcome of a decision that is possible now, by the probabilities; `None` if
    /// [`Chance::visit_outcomes`] visits none.
    fn random_outcome(&self, decision: Self::Move, rng: &mut Rng) -> Option<Self::Move> {
        let (mut rest, mut drawn) = (rng.f64(), None);
        // If rounding leaves a remainder, the last outcome is drawn.
        let _ = self.visit_outcomes(decision, &mut |mv, probability| {
            drawn = Some(mv);
            rest -= probability;
            if rest < 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        drawn
    }
}

/// A game whose positions can hold information that a player must not have, such as the order of
/// face-down cards.
///
/// Seats are numbered from 0, see [`Seated`](super::Seated). In a game without seats, the players
/// are the seats, by [`Player::index`](super::Player::index).
/// [`conformance::check_hidden`](super::conformance::check_hidden) tests what the methods promise.
pub trait Hidden: Game {
    /// The position as this seat knows it: the most that a program that moves for the seat may
    /// know.
    #[must_use]
    fn observation_for(&self, seat: usize) -> Self;

    /// A position without hidden pieces that looks to this seat like the current one. It is drawn
    /// at random: each possible position with the probability that it has for the seat.
    #[must_use]
    fn guess(&self, seat: usize, rng: &mut Rng) -> Self;

    /// The same position with unknown information drawn at random; known pieces stay. An arbiter
    /// uses this to start a game from an observation of a player. By default, a position that
    /// equals its observation for seat 0 is completed by a guess, and any other position stays as
    /// it is. This fits games in which all seats have the same knowledge.
    #[must_use]
    fn settled(&self, rng: &mut Rng) -> Self {
        if self.observation_for(0) == *self { self.guess(0, rng) } else { self.clone() }
    }
}
