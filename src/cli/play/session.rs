//! A game between people and the engine: the sides, the moves, the clocks, and the outcome. This
//! module does not read or print.

use std::time::Duration;

use zugi_engine::{Engine, EngineError};
use zugi_game::{AnyGame, Chances, GameError, Outcome, Player, Setup};
use zugi_protocol::Start;

use super::clock::{ClockSetting, Clocks};
use super::deals::Shuffles;

/// The text of a forced pass, in every game.
pub(super) const PASS: &str = "0000";

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
    /// There was no other one.
    forced: bool,
    /// The clocks after it.
    clocks: Option<Clocks>,
}

/// What was taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Undone {
    /// There was nothing.
    Nothing,
    /// The end of the game that was not by its rules, and nothing else.
    Forfeit,
    /// So many moves.
    Moves(u32),
}

/// The game and all around it.
pub(super) struct PlaySession {
    pub engine: Engine,
    /// The position text in which the game began; none for the start position.
    start: Option<String>,
    /// Which sides are played by people.
    people: [bool; 2],
    played: Vec<PlayedMove>,
    setting: Option<ClockSetting>,
    clocks: Option<Clocks>,
    forfeit: Option<Forfeit>,
    shuffles: Shuffles,
}

impl PlaySession {
    /// A game that begins in the position of the engine.
    pub fn new(
        engine: Engine,
        people: [bool; 2],
        setting: Option<ClockSetting>,
        shuffles: Shuffles,
    ) -> PlaySession {
        let (start, clocks) = (start_of(&engine), setting.map(Clocks::new));
        let (played, forfeit) = (Vec::new(), None);
        PlaySession { engine, start, people, played, setting, clocks, forfeit, shuffles }
    }

    /// The game in progress.
    pub fn game(&self) -> &dyn AnyGame {
        self.engine.game()
    }

    /// Which sides are played by people.
    pub fn people(&self) -> [bool; 2] {
        self.people
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

    /// Whether the next move is the one that the pie rule is about.
    pub fn is_first_of_pie(&self) -> bool {
        let mut pie = self.game().boxed_clone();
        let has_one = self.game().has_pie_rule() && pie.set_up(Setup::PieStart, &[]).is_ok();
        has_one && pie.text() == self.game().text()
    }

    /// The moves so far.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.played.iter().map(|played| played.text.as_str())
    }

    /// Whether a person has chosen a move.
    pub fn has_choices(&self) -> bool {
        self.played.iter().any(|played| self.is_chosen(played))
    }

    fn is_chosen(&self, played: &PlayedMove) -> bool {
        self.is_person(played.mover) && !played.forced
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
        if let (Some(_), Some(outcome)) = (self.forfeit, self.outcome()) {
            return Err(GameError::GameOver { number: 1, text: text.to_owned(), outcome });
        }
        let mover = self.game().to_move();
        let forced = self.forced_pass().is_some();
        self.engine.play_moves(&[text.to_owned()])?;
        if let Some(clocks) = &mut self.clocks {
            clocks.add(mover);
        }
        self.played.push(PlayedMove { text: text.to_owned(), mover, forced, clocks: self.clocks });
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

    /// Takes back a resignation, or else the last move that a person has chosen, with all later
    /// moves.
    pub fn undo(&mut self) -> Undone {
        // After a loss on time the same position has hardly any time left: a move goes, too.
        let alone = matches!(self.forfeit, Some(Forfeit::Resigned(_))) || self.clocks.is_none();
        if alone && self.forfeit.take().is_some() {
            return Undone::Forfeit;
        }
        let Some(at) = self.played.iter().rposition(|played| self.is_chosen(played)) else {
            return match self.forfeit.take() {
                Some(_) => {
                    self.rewind_clocks();
                    Undone::Forfeit
                }
                None => Undone::Nothing,
            };
        };
        let plies = u32::try_from(self.played.len() - at).unwrap_or(u32::MAX);
        if self.engine.undo(plies).is_err() {
            return Undone::Nothing;
        }
        self.played.truncate(at);
        self.rewind_clocks();
        self.forfeit = None;
        Undone::Moves(plies)
    }

    /// Sets the clocks as they were when the side to move had just got its turn.
    fn rewind_clocks(&mut self) {
        self.clocks = match self.played.last() {
            Some(last) => last.clocks,
            None => self.setting.map(Clocks::new),
        };
    }

    /// Ends the game in this way, as a record says that it did.
    pub fn end(&mut self, forfeit: Forfeit) {
        self.forfeit = Some(forfeit);
    }

    /// Says which sides are played by people.
    pub fn seat(&mut self, people: [bool; 2]) {
        self.people = people;
    }

    /// Begins a game of this variant with this position and these moves; on an error nothing
    /// changes. Returns the message about its shuffle.
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
            // Without anything that thinks there is no opponent.
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
        self.clocks = self.setting.map(Clocks::new);
        self.played.clear();
        moves.iter().try_for_each(|mv| self.play(mv)).map_err(EngineError::from)?;
        Ok(shuffled)
    }
}

/// The text of the engine's position, unless it is the usual start position. Where chance has a
/// part nothing is usual.
fn start_of(engine: &Engine) -> Option<String> {
    let (game, registry) = (engine.game(), engine.registry());
    if game.capability::<Chances>().is_ok() {
        return Some(game.text());
    }
    let usual = registry.find(game.variant()).map(|variant| variant.game().text());
    Some(game.text()).filter(|text| Ok(text) != usual.as_ref())
}
