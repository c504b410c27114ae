//! Chance, hidden information and seats for games without a static type, as arbiters, sessions and
//! user interfaces handle them.

use std::ops::ControlFlow;

use fastrand::Rng;

use super::{AnyGame, Capability, Chance, Hidden, PackedMove, Player, RawMove, Seated};

/// The capability of a game with chance.
#[derive(Clone, Copy, Debug)]
pub struct Chances {
    start_text: fn(u64) -> String,
    decision: fn(&dyn AnyGame, RawMove) -> Option<(String, RawMove)>,
    find: fn(&dyn AnyGame, &str) -> Option<RawMove>,
    draw: fn(&dyn AnyGame, RawMove, u64) -> Option<String>,
}

impl Capability for Chances {
    const MISSING: &'static str = "cannot use a seed: chance has no part in it";
}

impl Chances {
    /// The chance of `G`.
    ///
    /// ```
    /// use zugi_game::{Chances, Setup, Variant, toy::Pile};
    /// let variant = Variant::new::<Pile>().with(Chances::of::<Pile>());
    /// let chances: &Chances = variant.capability()?;
    /// let mut game = variant.game();
    /// assert_eq!(chances.start_text(0), game.text());
    /// game.set_up(Setup::Text("1134 0:0 1 0"), &[]).unwrap();
    /// assert!(game.legal_move("t").is_err());
    /// let turn = chances.find_decision(game.as_ref(), "t");
    /// let three = game.legal_move("t3").unwrap();
    /// let decision = chances.decision(game.as_ref(), three).unwrap();
    /// assert_eq!((decision.0.as_str(), Some(decision.1)), ("t", turn));
    /// # Ok::<(), zugi_game::MissingCapability>(())
    /// ```
    #[must_use]
    pub fn of<G: Chance>() -> Chances {
        let decision = |game: &dyn AnyGame, RawMove(bits): RawMove| {
            let game = game.typed::<G>()?;
            let (mv, position) = (G::Move::from_bits(bits), game.position());
            let decision = match mv {
                mv if game.is_legal(mv) => position.decision(mv),
                mv => {
                    Some(mv).filter(|&mv| game.outcome().is_none() && position.is_decision(mv))?
                }
            };
            Some((game.position().move_text(decision), RawMove(decision.to_bits())))
        };
        let find = |game: &dyn AnyGame, text: &str| {
            let game = game.typed::<G>()?;
            let decision = game.position().parse_move(text).ok()?;
            let is_over = game.outcome().is_some();
            let is_decision = !is_over && game.position().is_decision(decision);
            is_decision.then(|| RawMove(decision.to_bits()))
        };
        let draw = |game: &dyn AnyGame, RawMove(bits): RawMove, seed: u64| {
            let position = game.typed::<G>()?.position();
            let (decision, mut rng) = (G::Move::from_bits(bits), Rng::with_seed(seed));
            let decision = Some(decision).filter(|&decision| position.is_decision(decision))?;
            position.random_outcome(decision, &mut rng).map(|mv| position.move_text(mv))
        };
        Chances { start_text: |seed| G::start_with(seed).text(), decision, find, draw }
    }

    /// The text of the start position with the shuffles of this seed, see [`Chance::start_with`].
    #[must_use]
    pub fn start_text(&self, seed: u64) -> String {
        (self.start_text)(seed)
    }

    /// The decision that leads to this legal move, or the decision itself, with its text, see
    /// [`Chance::decision`]; `None` if the move is neither now.
    #[must_use]
    pub fn decision(&self, game: &dyn AnyGame, mv: RawMove) -> Option<(String, RawMove)> {
        (self.decision)(game, mv)
    }

    /// The decision with this text; `None` if it is not possible now.
    #[must_use]
    pub fn find_decision(&self, game: &dyn AnyGame, text: &str) -> Option<RawMove> {
        (self.find)(game, text)
    }

    /// An outcome of a decision, drawn with this seed: the text of a legal move, see
    /// [`Chance::random_outcome`]. `None` if the decision is not possible now.
    ///
    /// ```
    /// use zugi_game::{Chances, Setup, Variant, toy::Pile};
    /// let variant = Variant::new::<Pile>().with(Chances::of::<Pile>());
    /// let (chances, mut game) = (variant.capability::<Chances>()?, variant.game());
    /// game.set_up(Setup::Text("44 0:0 1 0"), &[]).unwrap();
    /// let turn = chances.find_decision(game.as_ref(), "t").unwrap();
    /// assert_eq!(chances.draw(game.as_ref(), turn, 7).as_deref(), Some("t4"));
    /// # Ok::<(), zugi_game::MissingCapability>(())
    /// ```
    #[must_use]
    pub fn draw(&self, game: &dyn AnyGame, decision: RawMove, seed: u64) -> Option<String> {
        (self.draw)(game, decision, seed)
    }
}

/// The capability of a game with hidden information.
#[derive(Clone, Copy, Debug)]
pub struct HiddenInformation {
    observation_for: fn(&dyn AnyGame, usize) -> Option<String>,
    observed_move: fn(&dyn AnyGame, &str, usize) -> Option<String>,
    settled: fn(&dyn AnyGame, u64) -> Option<String>,
}

impl Capability for HiddenInformation {
    const MISSING: &'static str = "has no hidden pieces: every seat sees all of it";
}

impl HiddenInformation {
    /// The hidden information of `G`.
    ///
    /// ```
    /// use zugi_game::{HiddenInformation, Variant, toy::Pile};
    /// let variant = Variant::new::<Pile>().with(HiddenInformation::of::<Pile>());
    /// let hidden_info: &HiddenInformation = variant.capability()?;
    /// let game = variant.game();
    /// assert!(game.text().starts_with('='));
    /// assert_eq!(hidden_info.observation_for(game.as_ref(), 1).as_deref(), Some("1234 0:0 1 0"));
    /// # Ok::<(), zugi_game::MissingCapability>(())
    /// ```
    #[must_use]
    pub fn of<G: Hidden + Chance>() -> HiddenInformation {
        let observation_for = |game: &dyn AnyGame, seat: usize| {
            Some(game.typed::<G>()?.position().observation_for(seat).text())
        };
        let observed_move = |game: &dyn AnyGame, text: &str, seat: usize| {
            let game = game.typed::<G>()?;
            let position = game.position();
            let mv = position.parse_move(text).ok().filter(|&mv| game.is_legal(mv))?;
            let (shown, after) =
                (position.observation_for(seat), position.after(mv).observation_for(seat));
            let mut shown_outcome = None;
            let _ = shown.visit_outcomes(position.decision(mv), &mut |outcome, _| {
                if shown.after(outcome) == after {
                    shown_outcome = Some(outcome);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            shown_outcome.map(|mv| shown.move_text(mv))
        };
        let settled = |game: &dyn AnyGame, seed: u64| {
            let position = game.typed::<G>()?.position();
            Some(position.settled(&mut Rng::with_seed(seed)).text())
        };
        HiddenInformation { observation_for, observed_move, settled }
    }

    /// The text of the current position as a seat knows it, see [`Hidden::observation_for`]; `None`
    /// for a game of another type.
    #[must_use]
    pub fn observation_for(&self, game: &dyn AnyGame, seat: usize) -> Option<String> {
        (self.observation_for)(game, seat)
    }

    /// A legal move as a seat observes it: the text of the move between the
    /// [`HiddenInformation::observation_for`] before it and after it. `None` if the move is not
    /// legal.
    ///
    /// ```
    /// use zugi_game::{HiddenInformation, Setup, Variant, toy::Pile};
    /// let variant = Variant::new::<Pile>().with(HiddenInformation::of::<Pile>());
    /// let (hidden_info, mut game) = (variant.capability::<HiddenInformation>()?, variant.game());
    /// game.set_up(Setup::Text("=3114 0:0 1 0"), &[]).unwrap();
    /// let observed = |text| hidden_info.observed_move(game.as_ref(), text, 1);
    /// assert_eq!(observed("t").as_deref(), Some("t3"));
    /// assert_eq!(observed("pass").as_deref(), Some("pass"));
    /// assert_eq!(observed("t4"), None);
    /// # Ok::<(), zugi_game::MissingCapability>(())
    /// ```
    #[must_use]
    pub fn observed_move(&self, game: &dyn AnyGame, mv: &str, seat: usize) -> Option<String> {
        (self.observed_move)(game, mv, seat)
    }

    /// The text of the current position with unknown information drawn by this seed, see
    /// [`Hidden::settled`]; `None` for a game of another type.
    ///
    /// ```
    /// use zugi_game::{HiddenInformation, Setup, Variant, toy::Pile};
    /// let variant = Variant::new::<Pile>().with(HiddenInformation::of::<Pile>());
    /// let (hidden_info, mut game) = (variant.capability::<HiddenInformation>()?, variant.game());
    /// game.set_up(Setup::Text("11 0:0 1 0"), &[]).unwrap();
    /// assert_eq!(hidden_info.settled(game.as_ref(), 7).as_deref(), Some("=11 0:0 1 0"));
    /// # Ok::<(), zugi_game::MissingCapability>(())
    /// ```
    #[must_use]
    pub fn settled(&self, game: &dyn AnyGame, seed: u64) -> Option<String> {
        (self.settled)(game, seed)
    }
}

/// A legal move as the seat to move observes it: the text of the move, with its outcome if only the
/// keeper of the game knew that before.
///
/// ```
/// use zugi_game::{HiddenInformation, Setup, Variant, seen_text, toy::{Corridor, Pile}};
/// let mut pile = Variant::new::<Pile>().with(HiddenInformation::of::<Pile>()).game();
/// pile.set_up(Setup::Text("=413 0:0 1 0"), &[]).unwrap();
/// assert_eq!(seen_text(pile.as_ref(), "t"), "t4");
/// assert_eq!(seen_text(Variant::new::<Corridor>().game().as_ref(), "b"), "b");
/// ```
#[must_use]
pub fn seen_text(game: &dyn AnyGame, mv: &str) -> String {
    let hidden_info = game.capability::<HiddenInformation>().ok();
    let seen =
        hidden_info.and_then(|hidden_info| hidden_info.observed_move(game, mv, seat_to_move(game)));
    seen.unwrap_or_else(|| mv.to_owned())
}

/// The text of the current position as the seat to move knows it; the whole text in a game without
/// hidden information.
///
/// ```
/// use zugi_game::{HiddenInformation, Variant, shown_text, toy::Pile};
/// let pile = Variant::new::<Pile>().with(HiddenInformation::of::<Pile>()).game();
/// assert_eq!(shown_text(pile.as_ref()), "1234 0:0 1 0");
/// ```
#[must_use]
pub fn shown_text(game: &dyn AnyGame) -> String {
    let hidden_info = game.capability::<HiddenInformation>().ok();
    let shown =
        hidden_info.and_then(|hidden_info| hidden_info.observation_for(game, seat_to_move(game)));
    shown.unwrap_or_else(|| game.text())
}

/// In a game without seats, the player to move.
fn seat_to_move(game: &dyn AnyGame) -> usize {
    let seats = game.capability::<HasSeats>().ok();
    seats.and_then(|seats| seats.to_move(game)).unwrap_or(game.to_move().index())
}

/// The capability of a game with seats that play for the sides.
#[derive(Clone, Copy, Debug)]
pub struct HasSeats {
    count: usize,
    to_move: fn(&dyn AnyGame) -> Option<usize>,
    side: fn(&dyn AnyGame, usize) -> Option<Player>,
}

impl Capability for HasSeats {
    const MISSING: &'static str = "has no seats: its two sides are two players";
}

impl HasSeats {
    /// The seats of `G`.
    ///
    /// ```
    /// use zugi_game::{Player, HasSeats, Variant, toy::Pile};
    /// let variant = Variant::new::<Pile>().with(HasSeats::of::<Pile>());
    /// let (seats, game) = (variant.capability::<HasSeats>()?, variant.game());
    /// assert_eq!((seats.count(), seats.to_move(game.as_ref())), (2, Some(0)));
    /// assert_eq!(seats.side(game.as_ref(), 1), Some(Player::Two));
    /// # Ok::<(), zugi_game::MissingCapability>(())
    /// ```
    #[must_use]
    pub fn of<G: Seated>() -> HasSeats {
        HasSeats {
            count: G::SEATS,
            to_move: |game| Some(game.typed::<G>()?.position().seat()),
            side: |game, seat| {
                let position = game.typed::<G>()?.position();
                if seat < G::SEATS { position.side(seat) } else { None }
            },
        }
    }

    /// The number of seats, at least 2.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The seat to move, from 0; `None` for a game of another type.
    #[must_use]
    pub fn to_move(&self, game: &dyn AnyGame) -> Option<usize> {
        (self.to_move)(game)
    }

    /// The side of a seat; `None` if it is not yet known.
    #[must_use]
    pub fn side(&self, game: &dyn AnyGame, seat: usize) -> Option<Player> {
        (self.side)(game, seat)
    }
}
