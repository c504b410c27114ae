//! What is said between people and the program while they play.

use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

use zugi_engine::EngineError;
use zugi_game::{
    DrawingStyle, Explanation, HasSeats, MissingPower, Outcome, Player, draw, mover_name,
    player_name, seen_text,
};
use zugi_protocol::GoLimits;

use super::super::lines::{Alarm, Lines, Typed};
use super::super::{CliError, show, style, wrap};
use super::level::Level;
use super::meant::{OVER, complaint, is_like_a_move, meant};
use super::saved;
use super::sitting::{Forfeit, PASS, Sitting, Undone};
use super::thinking::{comment, think};
use super::wish::{self, Wish};

/// The time in which a hint is found.
const HINT_TIME: Duration = Duration::from_millis(500);

/// The text of the swap of the pie rule, in every game.
const SWAP: &str = "swap";

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

    /// Plays until the person leaves or the input ends; first what is to be said of the shuffles
    /// is.
    pub fn hold(mut self, lines: &mut Lines, shuffled: Option<String>) -> Result<(), CliError> {
        show(&self.introduction())?;
        shuffled.map_or(Ok(()), |said| show(&said))?;
        self.show_board()?;
        let mut interrupted = false;
        loop {
            self.advance()?;
            let asked = Instant::now();
            let typed = lines.next("> ", self.alarm())?;
            self.sitting.spend(asked.elapsed());
            let line = match typed {
                Typed::Line(line) => line,
                Typed::Interrupt { begun: false } if interrupted => return self.leave(),
                Typed::Interrupt { begun } => {
                    interrupted = !begun;
                    if !begun {
                        show("Type quit or press Ctrl-D to leave, or Ctrl-C once more.")?;
                    }
                    continue;
                }
                Typed::End => {
                    return match self.sitting.outcome() {
                        Some(_) if self.told => Ok(()),
                        Some(_) => self.advance(),
                        None => show("The input has ended, and the game is not finished. Goodbye."),
                    };
                }
            };
            interrupted = false;
            // The time may be up: whatever was typed is answered after that is told.
            let is_late = !self.told && self.sitting.outcome().is_some();
            self.advance()?;
            match wish::parse(&line) {
                Ok(Some(Wish::Move(_))) if is_late => {}
                Ok(None) => {}
                Ok(Some(Wish::Quit)) => return show("Goodbye."),
                Ok(Some(wish)) => self.fulfil(wish)?,
                Err(complaint) => show(&complaint)?,
            }
        }
    }

    /// The farewell to who leaves by Ctrl-C.
    fn leave(&self) -> Result<(), CliError> {
        match self.sitting.outcome() {
            Some(_) => show("Goodbye."),
            None => show("The game is not finished. Goodbye."),
        }
    }

    /// What is said when the time of the player is up who is to move.
    fn alarm(&self) -> Option<Alarm> {
        let clocks = self.sitting.clocks().filter(|_| self.sitting.outcome().is_none())?;
        let player = self.sitting.game().to_move();
        let name = player_name(self.sitting.game(), player);
        Some(Alarm {
            after: clocks.left(player) + Duration::from_millis(1),
            text: format!("{name} has no time left: press Enter."),
        })
    }

    /// Makes the moves that no person chooses, and tells the end of the game once.
    fn advance(&mut self) -> Result<(), CliError> {
        while self.sitting.outcome().is_none() {
            let player = self.sitting.game().to_move();
            let name = mover_name(self.sitting.game());
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
                    let seen = seen_text(self.sitting.game(), &mv);
                    self.sitting.play(&mv).map_err(EngineError::from)?;
                    show(&format!("{name} plays {seen}."))?;
                    self.tell_swap(player, &mv)?;
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
        let game = self.sitting.game();
        let clocks = self.sitting.clocks().map(|clocks| format!(" ({})", clocks.describe(game)));
        let clocks = clocks.unwrap_or_default();
        let swap = if self.may_swap() { ", or to swap sides: type swap" } else { "" };
        show(&format!("{name} to move{clocks}{swap}."))
    }

    fn may_swap(&self) -> bool {
        self.sitting.game().move_texts().iter().any(|mv| mv == SWAP)
    }

    /// Says what has happened, if a player has just played the swap.
    fn tell_swap(&self, player: Player, mv: &str) -> Result<(), CliError> {
        if mv != SWAP {
            return Ok(());
        }
        let game = self.sitting.game();
        let [name, next] = [player, game.to_move()].map(|player| player_name(game, player));
        show(&format!(
            "{name} has swapped sides: every piece has changed its colour, and {next} is to move."
        ))
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
        let pie = if self.sitting.is_first_of_pie() {
            let second = player_name(game, Player::Two);
            format!("The pie rule is on: {second} may answer the first move by swapping sides.\n")
        } else {
            String::new()
        };
        let what = match self.example() {
            Some(example) => format!("Type a move such as {example}, or help."),
            None => "Type help for what can be typed.".to_owned(),
        };
        let sides = match game.power::<HasSeats>() {
            Ok(seats) if (0..seats.count()).any(|seat| seats.side(game, seat).is_none()) => {
                "Who plays with whom is not settled yet: the rules say how that comes about.\n"
            }
            _ => "",
        };
        format!("{}: {who}.\n{pie}{sides}{what}", game.variant())
    }

    /// A move that a person can choose now.
    fn example(&self) -> Option<String> {
        if self.sitting.outcome().is_some() || self.sitting.forced_pass().is_some() {
            return None;
        }
        self.sitting.game().move_texts().into_iter().find(|mv| *mv != PASS)
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
                Undone::Nothing => return show("There is no move of yours to take back."),
                Undone::Forfeit => show("The end is taken back: the game goes on.")?,
                Undone::Moves(1) => show("One move is taken back.")?,
                Undone::Moves(plies) => show(&format!("{plies} moves are taken back."))?,
            },
            Wish::Hint => return self.hint(),
            Wish::Moves if self.sitting.outcome().is_some() => return show(OVER),
            Wish::Moves => {
                let moves = self.sitting.game().move_texts();
                return show(&wrap::for_stdout(&moves.join(" ")));
            }
            Wish::Rules => {
                let rules = self.rules().unwrap_or_else(|missing| missing.to_string());
                return show(&wrap::for_stdout(&rules));
            }
            Wish::Board => {}
            Wish::Flip => self.flipped = !self.flipped,
            Wish::Save(path) => return self.save(&path),
            Wish::Load(path) => match self.load(&path)? {
                Ok(()) => {}
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
                let shuffled = self.sitting.begin(variant, None, &[])?;
                shuffled.map_or(Ok(()), |said| show(&said))?;
            }
            Wish::Help => {
                let moves = [(self.example(), "play this move")];
                let swap = self.may_swap().then(|| SWAP.to_owned());
                let swap = [(swap, "change sides with who has made the first move")];
                return show(&wrap::for_stdout(&wish::help(moves.into_iter().chain(swap))));
            }
            Wish::Quit => return Ok(()),
        }
        self.told &= self.sitting.outcome().is_some();
        self.show_board()
    }

    fn play(&mut self, text: &str) -> Result<(), CliError> {
        let player = self.sitting.game().to_move();
        if self.sitting.outcome().is_some() && is_like_a_move(self.sitting.game(), text) {
            return show(OVER);
        }
        let name = mover_name(self.sitting.game());
        let played = meant(self.sitting.game(), text).and_then(|mv| {
            let seen = seen_text(self.sitting.game(), &mv);
            let played = self.sitting.play(&mv).map(|()| (mv, seen));
            played.map_err(|error| complaint(&error))
        });
        match played {
            Ok((mv, seen)) => {
                if seen != mv {
                    show(&format!("{name} plays {seen}."))?;
                }
                self.tell_swap(player, &mv)?;
                self.show_board()
            }
            Err(complaint) => show(&complaint),
        }
    }

    /// Goes on with the game of a file, or says why not.
    fn load(&mut self, path: &Path) -> Result<Result<(), String>, CliError> {
        let before = self.sitting.only_person();
        let loaded = match saved::load(&mut self.sitting, path) {
            Ok(loaded) => loaded,
            Err(complaint) => return Ok(Err(complaint)),
        };
        if let Some(level) = loaded.level {
            level.apply(&mut self.sitting.engine)?;
            self.level = level;
        }
        if self.sitting.only_person() != before {
            self.flipped = self.sitting.only_person() == Some(Player::Two);
        }
        self.told = false;
        show(&self.introduction())?;
        loaded.note.map_or(Ok(()), |note| show(&note)).map(Ok)
    }

    fn hint(&mut self) -> Result<(), CliError> {
        if self.sitting.outcome().is_some() {
            return show(OVER);
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
