//! Shuffles of games with chance: each game gets a new one from a seed, which is printed and can be
//! set.

use zugi_engine::{Engine, EngineError};
use zugi_game::{Chances, HiddenInformation};
use zugi_protocol::Start;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shuffles {
    next: u32,
}

impl Shuffles {
    pub fn new(seed: Option<u32>) -> Shuffles {
        Shuffles { next: seed.unwrap_or_else(|| fastrand::u32(..)) }
    }

    /// Sets up a position with all pieces known to the program: the start position with a new
    /// shuffle, or another position whose unknown pieces are drawn from the seed. Returns a message
    /// about the shuffle, if any.
    ///
    /// # Errors
    /// The position or one of the moves is invalid.
    pub fn set_up(
        &mut self,
        engine: &mut Engine,
        start: &Start,
        moves: &[String],
    ) -> Result<Option<String>, EngineError> {
        let seed = self.next;
        if engine.game().capability::<dyn Chances>().is_err() {
            return engine.set_position(start, moves).map(|()| None);
        }
        // A start position with moves comes from a record and is not shuffled again.
        let shuffles = *start == Start::StartPos && moves.is_empty();
        engine.set_option("Seed", Some(&if shuffles { seed } else { 0 }.to_string()))?;
        engine.set_position(start, moves)?;
        let hidden_info = engine.game().capability::<dyn HiddenInformation>().ok();
        let settled = hidden_info.and_then(|it| it.settled(engine.game(), seed.into()));
        let settled = settled.filter(|text| *text != engine.game().text());
        let variant = engine.game().variant();
        let message = match settled {
            Some(text) => {
                engine.set_position(&Start::Fen(text), &[])?;
                format!("The face-down pieces were shuffled with the seed {seed}.")
            }
            None if shuffles => format!(
                "Shuffled with the seed {seed}: zugi play --variant {variant} --seed {seed} repeats \
                 this start."
            ),
            None => return Ok(None),
        };
        self.next = seed.wrapping_add(1);
        Ok(Some(message))
    }
}
