//! A game between people and the engine: who plays what, what was played, the clocks, and
//! how it ended. Nothing is read or printed here.

use std::time::Duration;

use super::clock::{ClockSetting, Clocks};
use crate::engine::{Engine, EngineError};
use crate::game::{AnyGame, GameError, Outcome, Player};
use crate::protocol::Start;

/// The text of a forced pass, in every game.
const PASS: &str = "0000";

/// How a game ended otherwise than by its rules: who has lost, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Forfeit {
    /// This player has given up.
    Resigned(Player),
    /// This player's time is up.
    OutOfTime(Player),
}

/// A move that was played.
struct PlayedMove {
    text: String,
    mover: Player,
    /// The clocks before it.
    clocks: Option<Clocks>,
}

/// The game and all around it.
pub(super) struct Sitting {
    pub engine: Engine,
    /// The position text in which the game began; none for the start position.
    start: Option<String>,
    /// Which sides are played by people.
    people: [bool; 2],
    played: Vec<PlayedMove>,
    setting: Option<ClockSetting>,
    clocks: Option<Clocks>,
    forfeit: Option<Forfeit>,
}

impl Sitting {
    /// A game that begins in the position of the engine.
    pub fn new(engine: Engine, people: [bool; 2], setting: Option<ClockSetting>) -> Sitting {
        let (start, clocks) = (start_of(&engine), setting.map(Clocks::new));
        Sitting { engine, start, people, played: Vec::new(), setting, clocks, forfeit: None }
    }

    /// The game in progress.
    pub fn game(&self) -> &dyn AnyGame {
        self.engine.game()
    }

    /// Whether a person plays this side.
    pub fn is_person(&self, player: Player) -> bool {
        self.people[player.index()]
    }

    /// The only person, if there is one only.
    pub fn only_person(&self) -> Option<Player> {
        let [one, two] = Player::BOTH.map(|player| self.is_person(player).then_some(player));
        one.xor(two)
    }

    /// The position text in which the game began, if it is not the start position.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The moves so far.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.played.iter().map(|played| played.text.as_str())
    }

    /// The clocks, if it is played with any.
    pub fn clocks(&self) -> Option<Clocks> {
        self.clocks
    }

    /// How the game ended otherwise than by its rules.
    pub fn forfeit(&self) -> Option<Forfeit> {
        self.forfeit
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        let forfeited = self.forfeit.map(|forfeit| match forfeit {
            Forfeit::Resigned(loser) | Forfeit::OutOfTime(loser) => Outcome::Win(loser.opponent()),
        });
        forfeited.or_else(|| self.game().outcome())
    }

    /// The pass, if the side to move can do nothing else.
    pub fn forced_pass(&self) -> Option<String> {
        let moves = self.game().move_texts();
        (moves == [PASS]).then(|| PASS.to_owned())
    }

    /// Plays a move of the side to move.
    pub fn play(&mut self, text: &str) -> Result<(), GameError> {
        let mover = self.game().to_move();
        self.engine.play_moves(&[text.to_owned()])?;
        self.played.push(PlayedMove { text: text.to_owned(), mover, clocks: self.clocks });
        if let Some(clocks) = &mut self.clocks {
            clocks.add(mover);
        }
        Ok(())
    }

    /// Lets the clock of the side to move run for this time.
    pub fn spend(&mut self, time: Duration) {
        let (mover, is_over) = (self.game().to_move(), self.outcome().is_some());
        if let (Some(clocks), false) = (&mut self.clocks, is_over)
            && !clocks.take(mover, time)
        {
            self.forfeit = Some(Forfeit::OutOfTime(mover));
        }
    }

    /// The person to move gives up, or with the engine to move the only one.
    pub fn resign(&mut self) {
        let loser = self.only_person().unwrap_or_else(|| self.game().to_move());
        self.forfeit = Some(Forfeit::Resigned(loser));
    }

    /// Takes back the last move that a person has chosen, and all that came after it;
    /// how many moves these were, 0 if there is none.
    pub fn undo(&mut self) -> u32 {
        let chosen = |played: &PlayedMove| self.is_person(played.mover) && played.text != PASS;
        let Some(at) = self.played.iter().rposition(chosen) else { return 0 };
        let plies = u32::try_from(self.played.len() - at).unwrap_or(u32::MAX);
        if self.engine.undo(plies).is_err() {
            return 0;
        }
        self.clocks = self.played[at].clocks;
        self.played.truncate(at);
        self.forfeit = None;
        plies
    }

    /// Begins a game of this variant in this position with these moves, all or nothing.
    pub fn begin(
        &mut self,
        variant: &str,
        start: Option<String>,
        moves: &[String],
    ) -> Result<(), EngineError> {
        let setup = start.map_or(Start::StartPos, Start::Fen);
        let before = self.game().variant();
        let mut tried = Engine::new(self.engine.registry(), variant)?;
        tried.set_position(&setup, moves)?;
        if before != tried.game().variant() {
            self.engine.set_option("UGI_Variant", Some(variant))?;
        }
        self.engine.set_position(&setup, &[])?;
        (self.start, self.forfeit) = (start_of(&self.engine), None);
        self.clocks = self.setting.map(Clocks::new);
        self.played.clear();
        moves.iter().try_for_each(|mv| self.play(mv)).map_err(EngineError::from)?;
        Ok(())
    }
}

/// The text of the engine's position, unless it is the usual start position.
fn start_of(engine: &Engine) -> Option<String> {
    let (game, registry) = (engine.game(), engine.registry());
    let usual = registry.find(game.variant()).map(|variant| variant.game().text());
    Some(game.text()).filter(|text| Ok(text) != usual.as_ref())
}
