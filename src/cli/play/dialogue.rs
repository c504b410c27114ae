//! What is said between people and the program while they play.

use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

use super::super::lines::Lines;
use super::super::nearest::nearest;
use super::super::{CliError, show, style};
use super::level::Level;
use super::saved;
use super::sitting::{Forfeit, Sitting};
use super::thinking::{comment, think};
use super::wish::{self, Wish};
use crate::engine::EngineError;
use crate::game::{
    DrawingStyle, Explanation, GameError, MissingPower, Outcome, Player, draw, player_name,
};
use crate::protocol::{GoLimits, quote};

/// The time in which a hint is found.
const HINT_TIME: Duration = Duration::from_millis(500);

/// The fewest letters that stand for the one move that begins so.
const FEWEST_LETTERS: usize = 2;

/// The most moves that are listed where one was meant.
const MOST_MOVES: usize = 8;

/// A game and the talk about it.
pub(super) struct Dialogue {
    sitting: Sitting,
    level: Level,
    limits: GoLimits,
    flipped: bool,
    /// Whose turn it is has been told.
    turn_told: bool,
    /// The end of the game has been told.
    told: bool,
}

impl Dialogue {
    /// The engine plays at this level and within these limits, where there is no clock.
    pub fn new(sitting: Sitting, level: Level, limits: GoLimits) -> Dialogue {
        let flipped = sitting.only_person() == Some(Player::Two);
        Dialogue { sitting, level, limits, flipped, turn_told: false, told: false }
    }

    /// Plays until the person leaves or the input ends.
    pub fn hold(mut self, lines: &mut Lines) -> Result<(), CliError> {
        show(&self.introduction())?;
        self.show_board()?;
        loop {
            self.advance()?;
            let asked = Instant::now();
            let line = lines.next("> ")?;
            self.sitting.spend(asked.elapsed());
            let Some(line) = line else {
                return match self.sitting.outcome() {
                    Some(_) if self.told => Ok(()),
                    Some(_) => self.advance(),
                    None => show("The input has ended, and the game is not finished. Goodbye."),
                };
            };
            match wish::parse(&line) {
                // What was typed came too late.
                _ if !self.told && self.sitting.outcome().is_some() => {}
                Ok(None) => {}
                Ok(Some(Wish::Quit)) => return show("Goodbye."),
                Ok(Some(wish)) => self.fulfil(wish)?,
                Err(complaint) => show(&complaint)?,
            }
        }
    }

    /// Makes the moves that no person chooses, and tells the end of the game once.
    fn advance(&mut self) -> Result<(), CliError> {
        while self.sitting.outcome().is_none() {
            let player = self.sitting.game().to_move();
            let name = player_name(self.sitting.game(), player);
            if let Some(pass) = self.sitting.forced_pass() {
                self.sitting.play(&pass).map_err(EngineError::from)?;
                show(&format!("{name} has no move and passes."))?;
            } else if self.sitting.is_person(player) {
                return self.say_whose_turn(&name);
            } else {
                let limits = self.sitting.clocks().map_or(self.limits.clone(), |it| it.limits());
                let asked = Instant::now();
                let (mv, _) = think(&self.sitting.engine, &limits)?;
                self.sitting.spend(asked.elapsed());
                if self.sitting.outcome().is_none() {
                    self.sitting.play(&mv).map_err(EngineError::from)?;
                    show(&format!("{name} plays {mv}."))?;
                    self.show_board()?;
                }
            }
        }
        if self.told { Ok(()) } else { self.tell_end() }
    }

    fn say_whose_turn(&mut self, name: &str) -> Result<(), CliError> {
        if mem::replace(&mut self.turn_told, true) {
            return Ok(());
        }
        let clocks = self.sitting.clocks().map(|clocks| format!(" ({clocks})")).unwrap_or_default();
        show(&format!("{name} to move{clocks}."))
    }

    fn tell_end(&mut self) -> Result<(), CliError> {
        self.told = true;
        let name = |player| player_name(self.sitting.game(), player);
        let how = match self.sitting.forfeit() {
            Some(Forfeit::Resigned(loser)) => format!("{} resigns. ", name(loser)),
            Some(Forfeit::OutOfTime(loser)) => format!("{} has no time left. ", name(loser)),
            None => String::new(),
        };
        let end = match self.sitting.outcome() {
            Some(Outcome::Win(winner)) => format!("{} wins", name(winner)),
            _ => "The game is drawn".to_owned(),
        };
        let moves = self.sitting.moves().count();
        show(&format!("{how}{end} after move {moves}. Type new, undo, save FILE or quit."))
    }

    fn introduction(&self) -> String {
        let game = self.sitting.game();
        let who = match self.sitting.only_person() {
            Some(player) => {
                let [you, zugi] =
                    [player, player.opponent()].map(|player| player_name(game, player));
                format!("you are {you}, zugi is {zugi}, level {}", self.level)
            }
            None => "two people".to_owned(),
        };
        let example = self.example();
        format!("{}: {who}.\nType a move such as {example}, or help.", game.variant())
    }

    /// A move that can be played.
    fn example(&self) -> String {
        self.sitting.game().move_texts().into_iter().next().unwrap_or_default()
    }

    fn show_board(&mut self) -> Result<(), CliError> {
        self.turn_told = false;
        let style = DrawingStyle { flipped: self.flipped, ..style() };
        show(&format!("\n{}\n", draw(self.sitting.game(), style)))
    }

    /// Does what a person wants.
    fn fulfil(&mut self, wish: Wish) -> Result<(), CliError> {
        match wish {
            Wish::Move(text) => return self.play(&text),
            Wish::Undo => match self.sitting.undo() {
                0 => return show("There is no move of yours to take back."),
                1 => show("One move is taken back.")?,
                plies => show(&format!("{plies} moves are taken back."))?,
            },
            Wish::Hint => return self.hint(),
            Wish::Moves => {
                let moves = self.sitting.game().move_texts();
                return show(&moves.join(" "));
            }
            Wish::Rules => {
                return show(&self.rules().unwrap_or_else(|missing| missing.to_string()));
            }
            Wish::Board => {}
            Wish::Flip => self.flipped = !self.flipped,
            Wish::Save(path) => return self.save(&path),
            Wish::Load(path) => match saved::load(&mut self.sitting, &path) {
                Ok(()) => show(&self.introduction())?,
                Err(complaint) => return show(&complaint),
            },
            Wish::Resign if self.sitting.outcome().is_some() => {
                return show("The game is over already.");
            }
            Wish::Resign => {
                self.sitting.resign();
                return Ok(());
            }
            Wish::New => {
                let variant = self.sitting.game().variant();
                self.sitting.begin(variant, None, &[])?;
            }
            Wish::Help => return show(&wish::help(&self.example())),
            Wish::Quit => return Ok(()),
        }
        self.told &= self.sitting.outcome().is_some();
        self.show_board()
    }

    fn play(&mut self, text: &str) -> Result<(), CliError> {
        match self.meant(text).and_then(|mv| self.sitting.play(&mv).map_err(|it| complaint(&it))) {
            Ok(()) => self.show_board(),
            Err(complaint) => show(&complaint),
        }
    }

    /// The canonical text of the move that is meant: its text in any form, or the
    /// beginning of no other one's.
    ///
    /// # Errors
    /// There is none, or several, in words.
    fn meant(&self, text: &str) -> Result<String, String> {
        let game = self.sitting.game();
        let mut tried = game.boxed_clone();
        let error = match tried.play_text(text) {
            Ok(mv) => return Ok(mv),
            Err(error) => error,
        };
        let begin = simplified(text);
        let mut moves = game.move_texts();
        moves.retain(|mv| simplified(mv).starts_with(&begin));
        match moves.as_slice() {
            _ if begin.len() < FEWEST_LETTERS => Err(complaint(&error)),
            [] => Err(complaint(&error)),
            [one] => Ok(one.clone()),
            several => {
                let more = if several.len() > MOST_MOVES { " …" } else { "" };
                let listed: Vec<&str> =
                    several.iter().take(MOST_MOVES).map(String::as_str).collect();
                Err(format!("{} could be {}{more}: which one?", quote(text), listed.join(", ")))
            }
        }
    }

    fn hint(&mut self) -> Result<(), CliError> {
        if self.sitting.outcome().is_some() {
            return show("The game is over.");
        }
        // The best there is, whatever the level is.
        let analyse = |on: bool| ("UGI_AnalyseMode", Some(if on { "true" } else { "false" }));
        let engine = &mut self.sitting.engine;
        if let Err(missing) = engine.evaluation() {
            return show(&missing.to_string());
        }
        let (name, on) = analyse(true);
        engine.set_option(name, on)?;
        let limits = GoLimits { move_time: Some(HINT_TIME), ..GoLimits::default() };
        let (mv, report) = think(engine, &limits)?;
        let (name, off) = analyse(false);
        engine.set_option(name, off)?;
        let comment = report.map(|report| format!(" ({})", comment(&report))).unwrap_or_default();
        show(&format!("{mv}{comment}"))
    }

    fn rules(&self) -> Result<String, MissingPower> {
        Ok(self.sitting.game().power::<Explanation>()?.rules().to_owned())
    }

    fn save(&self, path: &Path) -> Result<(), CliError> {
        match saved::save(&self.sitting, self.level, path) {
            Ok(()) => show(&format!("The game is in {path:?}.")),
            Err(complaint) => show(&complaint),
        }
    }
}

/// What counts in the text of a move: not case, nor what may stand between squares.
fn simplified(text: &str) -> String {
    text.to_lowercase().replace(['-', 'x', ' '], "")
}

/// Why a text is not played, in words for people.
fn complaint(error: &GameError) -> String {
    match error {
        GameError::MoveText { error, .. } => {
            let meant = nearest(&error.text, wish::words());
            let meant = meant.map(|word| format!(" Did you mean {word}?")).unwrap_or_default();
            format!(
                "{} is neither a move nor a command: type moves for the moves, help for the \
                 commands.{meant}",
                quote(&error.text)
            )
        }
        GameError::IllegalMove { text, reason, .. } => {
            let reason = reason.as_deref().unwrap_or("type moves for those that are");
            format!("{} is not legal: {reason}.", quote(text))
        }
        GameError::GameOver { .. } => "The game is over.".to_owned(),
        other => other.to_string(),
    }
}
