//! Shuffles of games with chance: each game has a new one, from a seed that is printed and can be
//! set.

use zugi_engine::{Engine, EngineError};
use zugi_game::{Chances, HiddenInformation};
use zugi_protocol::Start;

/// What the shuffles of the games of a sitting are made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shuffles {
    /// The seed of the next game.
    next: u32,
}

impl Shuffles {
    /// Begins with this seed, or with any.
    pub fn new(seed: Option<u32>) -> Shuffles {
        Shuffles { next: seed.unwrap_or_else(|| fastrand::u32(..)) }
    }

    /// Sets up a position in which the program knows all pieces: the start position with a new
    /// shuffle, or another position with its unknown pieces drawn from the seed. Returns the
    /// message about the shuffle, if there was one.
    ///
    /// # Errors
    /// The position or one of the moves is wrong.
    pub fn set_up(
        &mut self,
        engine: &mut Engine,
        start: &Start,
        moves: &[String],
    ) -> Result<Option<String>, EngineError> {
        let seed = self.next;
        if engine.game().capability::<Chances>().is_err() {
            return engine.set_position(start, moves).map(|()| None);
        }
        // With moves a start position is that of a record, which is never shuffled anew.
        let deals = *start == Start::StartPos && moves.is_empty();
        engine.set_option("Seed", Some(&if deals { seed } else { 0 }.to_string()))?;
        engine.set_position(start, moves)?;
        let hidden_info = engine.game().capability::<HiddenInformation>().ok();
        let settled = hidden_info.and_then(|it| it.settled(engine.game(), seed.into()));
        let settled = settled.filter(|text| *text != engine.game().text());
        let variant = engine.game().variant();
        let said = match settled {
            Some(text) => {
                engine.set_position(&Start::Fen(text), &[])?;
                format!("What is face down was shuffled with the seed {seed}.")
            }
            None if deals => format!(
                "Shuffled with the seed {seed}: zugi play --variant {variant} --seed {seed} begins \
                 so again."
            ),
            None => return Ok(None),
        };
        self.next = seed.wrapping_add(1);
        Ok(Some(said))
    }
}
