//! The state of a game between people and the engine: sides, moves, clocks, result. This module has
//! no input or output.

use std::time::Duration;

use zugi_engine::{Engine, EngineError};
use zugi_game::{AnyGame, Chances, GameError, Outcome, Player, Setup};
use zugi_protocol::Start;

use super::clock::Clocks;
use super::shuffles::Shuffles;

/// The text of a pass, in every game.
pub(super) const PASS: &str = "0000";

/// An end of the game outside its rules, with the losing player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Forfeit {
    Resigned(Player),
    OutOfTime(Player),
}

struct PlayedMove {
    text: String,
    mover: Player,
    /// Whether it was a pass, and the only legal move.
    is_forced_pass: bool,
    /// The clocks after the move.
    clocks: Option<Clocks>,
}

pub(super) struct PlaySession {
    pub engine: Engine,
    /// See [`start_of`].
    pub start: Option<String>,
    /// Which sides people play.
    pub people: [bool; 2],
    played: Vec<PlayedMove>,
    /// The clocks at the start of a game.
    full_clocks: Option<Clocks>,
    pub clocks: Option<Clocks>,
    pub forfeit: Option<Forfeit>,
    shuffles: Shuffles,
}

impl PlaySession {
    /// Begins at the engine's position.
    pub fn new(
        engine: Engine,
        people: [bool; 2],
        clocks: Option<Clocks>,
        shuffles: Shuffles,
    ) -> PlaySession {
        PlaySession {
            start: start_of(&engine),
            engine,
            people,
            played: Vec::new(),
            full_clocks: clocks,
            clocks,
            forfeit: None,
            shuffles,
        }
    }

    pub fn game(&self) -> &dyn AnyGame {
        self.engine.game()
    }

    pub fn is_person(&self, player: Player) -> bool {
        self.people[player.index()]
    }

    /// The person's side, if exactly one person plays.
    pub fn only_person(&self) -> Option<Player> {
        let [one, two] = Player::BOTH.map(|player| self.is_person(player).then_some(player));
        one.xor(two)
    }

    /// Whether the next move is the first of a game with the pie rule.
    pub fn is_first_of_pie(&self) -> bool {
        let mut pie = self.game().boxed_clone();
        let has_one = self.game().has_pie_rule() && pie.set_up(Setup::PieStart, &[]).is_ok();
        has_one && pie.text() == self.game().text()
    }

    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.played.iter().map(|played| played.text.as_str())
    }

    /// Whether a person has made a move other than a forced pass.
    pub fn has_made_choice(&self) -> bool {
        self.played.iter().any(|played| self.is_chosen(played))
    }

    fn is_chosen(&self, played: &PlayedMove) -> bool {
        self.is_person(played.mover) && !played.is_forced_pass
    }

    /// `None` if the game is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        let forfeited = self.forfeit.map(|forfeit| match forfeit {
            Forfeit::Resigned(loser) | Forfeit::OutOfTime(loser) => Outcome::Win(loser.opponent()),
        });
        forfeited.or_else(|| self.game().outcome())
    }

    pub fn must_pass(&self) -> bool {
        self.game().move_texts() == [PASS]
    }

    pub fn play(&mut self, text: &str) -> Result<(), GameError> {
        if let (Some(_), Some(outcome)) = (self.forfeit, self.outcome()) {
            return Err(GameError::GameOver { number: 1, text: text.to_owned(), outcome });
        }
        let mover = self.game().to_move();
        let is_forced_pass = self.must_pass();
        self.engine.play_moves(&[text.to_owned()])?;
        if let Some(clocks) = &mut self.clocks {
            clocks.add(mover);
        }
        self.played.push(PlayedMove {
            text: text.to_owned(),
            mover,
            is_forced_pass,
            clocks: self.clocks,
        });
        Ok(())
    }

    /// Charges time to the clock of the side to move.
    pub fn spend(&mut self, time: Duration) {
        let (mover, is_over) = (self.game().to_move(), self.outcome().is_some());
        if let (Some(clocks), false) = (&mut self.clocks, is_over)
            && !clocks.take(mover, time)
        {
            self.forfeit = Some(Forfeit::OutOfTime(mover));
        }
    }

    /// The only person resigns, also on the engine's turn; of two people, the side to move.
    pub fn resign(&mut self) {
        let loser = self.only_person().unwrap_or_else(|| self.game().to_move());
        self.forfeit = Some(Forfeit::Resigned(loser));
    }

    /// Takes back a resignation, or else the last move that a person chose and all later ones.
    /// Returns the number of moves: 0 if only a resignation or a loss on time was taken back, `None`
    /// if there was nothing.
    pub fn undo(&mut self) -> Option<u32> {
        // After a loss on time, also take back a move: otherwise the player would have almost no
        // time left.
        let alone = matches!(self.forfeit, Some(Forfeit::Resigned(_))) || self.clocks.is_none();
        if alone && self.forfeit.take().is_some() {
            return Some(0);
        }
        let chosen = self.played.iter().rposition(|played| self.is_chosen(played));
        let at = chosen.or(self.forfeit.map(|_| self.played.len()))?;
        let plies = u32::try_from(self.played.len() - at).unwrap_or(u32::MAX);
        if plies > 0 {
            self.engine.undo(plies).ok()?;
        }
        self.played.truncate(at);
        self.forfeit = None;
        // As at the start of the current turn.
        self.clocks = self.played.last().map_or(self.full_clocks, |last| last.clocks);
        Some(plies)
    }

    /// Starts a game of this variant from this position with these moves; an error changes nothing.
    /// Returns a message about the shuffle.
    pub fn begin(
        &mut self,
        variant: &str,
        start: Option<String>,
        moves: &[String],
    ) -> Result<Option<String>, EngineError> {
        let setup = start.map_or(Start::StartPos, Start::Fen);
        let before = self.game().variant();
        let mut tried = Engine::new(self.engine.registry(), variant)?;
        tried.set_position(&setup, moves)?;
        if self.people != [true; 2] {
            // Without an evaluation there is no engine to play against.
            tried.evaluation()?;
        }
        if before != tried.game().variant() {
            self.engine.set_option("UGI_Variant", Some(variant))?;
        }
        let shuffled = self.shuffles.set_up(&mut self.engine, &setup, moves)?;
        // After a new shuffle the moves are invalid.
        let moves = if shuffled.is_some() { &[] } else { moves };
        if shuffled.is_none() {
            self.engine.set_position(&setup, &[])?;
        }
        (self.start, self.forfeit) = (start_of(&self.engine), None);
        self.clocks = None;
        self.played.clear();
        moves.iter().try_for_each(|mv| self.play(mv)).map_err(EngineError::from)?;
        // The clocks begin after these moves.
        self.clocks = self.full_clocks;
        self.played.iter_mut().for_each(|played| played.clocks = self.clocks);
        Ok(shuffled)
    }
}

/// The engine's position text, unless it is the start position. Games of chance always give it,
/// because their starts differ.
fn start_of(engine: &Engine) -> Option<String> {
    let (game, registry) = (engine.game(), engine.registry());
    if game.capability::<dyn Chances>().is_ok() {
        return Some(game.text());
    }
    let usual = registry.find(game.variant()).map(|variant| variant.game().text());
    Some(game.text()).filter(|text| Ok(text) != usual.as_ref())
}
