//! The shuffles of games with chance: others from game to game, by a seed that is told and
//! can be given.

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

    /// Sets up a position in which nothing is unknown to the program: the start position with
    /// new shuffles, or another one with what is not known in it made from the seed. Returns
    /// what is to be said of it, nothing if nothing was shuffled.
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
