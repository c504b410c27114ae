//! Chance, hidden information and seats for games without a static type, as arbiters, sessions and
//! user interfaces handle them.

use fastrand::Rng;

use super::{AnyGame, Capability, Chance, Hidden, Of, Player, RawMove, Seated};

/// The capability of a game with chance.
///
/// ```
/// use zugi_game::{Chances, Of, Setup, Variant, toy::Pile};
/// let variant = Variant::new::<Pile>().with::<dyn Chances>(Of::<Pile>::new());
/// let chances = variant.capability::<dyn Chances>()?;
/// let mut game = variant.game();
/// assert_eq!(chances.start_text(0), game.text());
/// game.set_up(Setup::Text("1134 0:0 1 0"), &[]).unwrap();
/// assert!(game.legal_move("t").is_err());
/// let turn = chances.find_decision(game.as_ref(), "t");
/// let three = game.legal_move("t3").unwrap();
/// let decision = chances.decision(game.as_ref(), three).unwrap();
/// assert_eq!((decision.0.as_str(), Some(decision.1)), ("t", turn));
/// assert!(chances.draw(game.as_ref(), decision.1, 7).unwrap().starts_with('t'));
/// # Ok::<(), zugi_game::MissingCapability>(())
/// ```
pub trait Chances: Send + Sync {
    /// The text of the start position with the shuffles of this seed, see [`Chance::start_with`].
    fn start_text(&self, seed: u64) -> String;

    /// The decision that leads to this legal move, with its text, see [`Chance::decision`]; a
    /// decision leads to itself. `None` if `mv` is now neither a legal move nor a decision.
    fn decision(&self, game: &dyn AnyGame, mv: RawMove) -> Option<(String, RawMove)>;

    /// The decision with this text; `None` if it is not possible now.
    fn find_decision(&self, game: &dyn AnyGame, text: &str) -> Option<RawMove>;

    /// An outcome of a decision, drawn with this seed: the text of a legal move, see
    /// [`Chance::random_outcome`]. `None` if the decision is not possible now.
    fn draw(&self, game: &dyn AnyGame, decision: RawMove, seed: u64) -> Option<String>;
}

impl Capability for dyn Chances {
    const MISSING: &'static str = "cannot use a seed: chance has no part in it";
}

impl<G: Chance> Chances for Of<G> {
    fn start_text(&self, seed: u64) -> String {
        G::start_with(seed).text()
    }

    fn decision(&self, game: &dyn AnyGame, mv: RawMove) -> Option<(String, RawMove)> {
        let game = game.typed::<G>()?;
        let (mv, position) = (mv.typed(), game.position());
        let is_decision = || game.outcome().is_none() && position.is_decision(mv);
        let decision =
            if game.is_legal(mv) { position.decision(mv) } else { is_decision().then_some(mv)? };
        Some((position.move_text(decision), RawMove::of(decision)))
    }

    fn find_decision(&self, game: &dyn AnyGame, text: &str) -> Option<RawMove> {
        let game = game.typed::<G>()?;
        let decision = game.position().parse_move(text).ok()?;
        let is_decision = game.outcome().is_none() && game.position().is_decision(decision);
        is_decision.then(|| RawMove::of(decision))
    }

    fn draw(&self, game: &dyn AnyGame, decision: RawMove, seed: u64) -> Option<String> {
        let (position, decision) = (game.typed::<G>()?.position(), decision.typed());
        let mut rng = Rng::with_seed(seed);
        let outcome =
            position.is_decision(decision).then(|| position.random_outcome(decision, &mut rng));
        outcome?.map(|mv| position.move_text(mv))
    }
}

/// The capability of a game with hidden information.
///
/// ```
/// use zugi_game::{HiddenInformation, Of, Setup, Variant, toy::Pile};
/// let variant = Variant::new::<Pile>().with::<dyn HiddenInformation>(Of::<Pile>::new());
/// let hidden_info = variant.capability::<dyn HiddenInformation>()?;
/// let mut game = variant.game();
/// game.set_up(Setup::Text("=3114 0:0 1 0"), &[]).unwrap();
/// assert_eq!(hidden_info.observation_for(game.as_ref(), 1).as_deref(), Some("1134 0:0 1 0"));
/// let observed = |text| hidden_info.observed_move(game.as_ref(), text, 1);
/// assert_eq!(observed("t").as_deref(), Some("t3"));
/// assert_eq!(observed("pass").as_deref(), Some("pass"));
/// assert_eq!(observed("t4"), None);
/// game.set_up(Setup::Text("11 0:0 1 0"), &[]).unwrap();
/// assert_eq!(hidden_info.settled(game.as_ref(), 7).as_deref(), Some("=11 0:0 1 0"));
/// # Ok::<(), zugi_game::MissingCapability>(())
/// ```
pub trait HiddenInformation: Send + Sync {
    /// The text of the current position as a seat knows it, see [`Hidden::observation_for`]; `None`
    /// for a game of another type.
    fn observation_for(&self, game: &dyn AnyGame, seat: usize) -> Option<String>;

    /// A legal move as a seat observes it: the text of the move that leads from the seat's
    /// observation of the position before to that of the position after, see
    /// [`HiddenInformation::observation_for`]. `None` if the move is not legal.
    fn observed_move(&self, game: &dyn AnyGame, mv: &str, seat: usize) -> Option<String>;

    /// The text of the current position with unknown information drawn by this seed, see
    /// [`Hidden::settled`]; `None` for a game of another type.
    fn settled(&self, game: &dyn AnyGame, seed: u64) -> Option<String>;
}

impl Capability for dyn HiddenInformation {
    const MISSING: &'static str = "has no hidden pieces: every seat sees all of it";
}

impl<G: Hidden + Chance> HiddenInformation for Of<G> {
    fn observation_for(&self, game: &dyn AnyGame, seat: usize) -> Option<String> {
        Some(game.typed::<G>()?.position().observation_for(seat).text())
    }

    fn observed_move(&self, game: &dyn AnyGame, mv: &str, seat: usize) -> Option<String> {
        let game = game.typed::<G>()?;
        let position = game.position();
        let mv = position.parse_move(mv).ok().filter(|&mv| game.is_legal(mv))?;
        let (shown, after) =
            (position.observation_for(seat), position.after(mv).observation_for(seat));
        let mut outcomes = shown.outcomes(position.decision(mv)).into_iter();
        let (outcome, _) = outcomes.find(|&(outcome, _)| shown.after(outcome) == after)?;
        Some(shown.move_text(outcome))
    }

    fn settled(&self, game: &dyn AnyGame, seed: u64) -> Option<String> {
        let position = game.typed::<G>()?.position();
        Some(position.settled(&mut Rng::with_seed(seed)).text())
    }
}

/// A legal move as the seat to move observes it: the text of the move, with its outcome if hidden
/// pieces decided the outcome.
#[must_use]
pub fn seen_text(game: &dyn AnyGame, mv: &str) -> String {
    let hidden = game.capability::<dyn HiddenInformation>().ok();
    let seen = hidden.and_then(|hidden| hidden.observed_move(game, mv, seat_to_move(game)));
    seen.unwrap_or_else(|| mv.to_owned())
}

/// The text of the current position as the seat to move knows it; the whole text in a game without
/// hidden information.
#[must_use]
pub fn shown_text(game: &dyn AnyGame) -> String {
    let hidden = game.capability::<dyn HiddenInformation>().ok();
    let shown = hidden.and_then(|hidden| hidden.observation_for(game, seat_to_move(game)));
    shown.unwrap_or_else(|| game.text())
}

/// In a game without seats, the player to move.
fn seat_to_move(game: &dyn AnyGame) -> usize {
    let seats = game.capability::<dyn HasSeats>().ok();
    seats.and_then(|seats| seats.to_move(game)).unwrap_or(game.to_move().index())
}

/// The capability of a game with seats that play for the sides.
pub trait HasSeats: Send + Sync {
    /// The number of seats, at least 2.
    fn count(&self) -> usize;

    /// The seat to move, from 0; `None` for a game of another type.
    fn to_move(&self, game: &dyn AnyGame) -> Option<usize>;

    /// The side of a seat; `None` if it is not yet known.
    fn side(&self, game: &dyn AnyGame, seat: usize) -> Option<Player>;
}

impl Capability for dyn HasSeats {
    const MISSING: &'static str = "has no seats: its two sides are two players";
}

impl<G: Seated> HasSeats for Of<G> {
    fn count(&self) -> usize {
        G::SEATS
    }

    fn to_move(&self, game: &dyn AnyGame) -> Option<usize> {
        Some(game.typed::<G>()?.position().seat())
    }

    fn side(&self, game: &dyn AnyGame, seat: usize) -> Option<Player> {
        let position = game.typed::<G>()?.position();
        if seat < G::SEATS { position.side(seat) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::toy::Pile;

    #[test]
    fn a_seat_sees_what_it_knows() {
        let pile = Variant::new::<Pile>()
            .with::<dyn HiddenInformation>(Of::<Pile>::new())
            .with::<dyn HasSeats>(Of::<Pile>::new());
        let (seats, game) = (pile.capability::<dyn HasSeats>().unwrap(), pile.game());
        assert!(game.text().starts_with('='));
        assert_eq!(shown_text(game.as_ref()), "1234 0:0 1 0");
        assert_eq!((seats.count(), seats.to_move(game.as_ref())), (2, Some(0)));
        assert_eq!(seats.side(game.as_ref(), 1), Some(Player::Two));
        assert_eq!(seats.side(game.as_ref(), 2), None);
    }
}
