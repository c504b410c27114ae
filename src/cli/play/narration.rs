//! The texts of a game for people: introduction, board, side to move, result.

use std::mem;

use zugi_game::{AnyGame, HasSeats, Outcome, Player};
use zugi_show::{DrawingStyle, draw, mover_name, player_name};

use super::super::fit_to_terminal::{Frame, Window};
use super::super::{CliError, show, style};
use super::dialogue::{Dialogue, SWAP};
use super::move_words::move_words;
use super::session::{Forfeit, PASS};

impl Dialogue {
    /// Prepares an introduction above the next board, followed by `said`.
    pub(super) fn introduce(&mut self, said: Option<String>) {
        let lines: Vec<String> = [self.introduction()].into_iter().chain(said).collect();
        self.head = lines.join("\n");
        self.show_example = self.is_zugis_turn();
    }

    fn introduction(&self) -> String {
        let game = self.session.game();
        let pie = if self.session.is_first_of_pie() {
            let second = player_name(game, Player::Two);
            format!("The pie rule is on: {second} may answer the first move by swapping sides.\n")
        } else {
            String::new()
        };
        let sides = match game.capability::<dyn HasSeats>() {
            Ok(seats) if (0..seats.count()).any(|seat| seats.side(game, seat).is_none()) => {
                "Who plays with whom is not settled yet: the rules say how that comes about.\n"
            }
            _ => "",
        };
        let what = match self.is_zugis_turn() {
            // An opponent's move is not an example of a person's input.
            true => "zugi is to move.".to_owned(),
            false => self.to_be_typed(),
        };
        format!("{}\n{pie}{sides}{what}", self.header())
    }

    pub(super) fn header(&self) -> String {
        let game = self.session.game();
        let who = match self.session.only_person() {
            Some(player) => {
                let [you, zugi] =
                    [player, player.opponent()].map(|player| player_name(game, player));
                format!("you are {you}, zugi is {zugi}, level {}", self.level)
            }
            None => "two people".to_owned(),
        };
        format!("{}: {who}.", game.variant())
    }

    fn is_zugis_turn(&self) -> bool {
        let mover = self.session.game().to_move();
        self.session.outcome().is_none() && !self.session.is_person(mover)
    }

    /// A legal move other than a pass.
    pub(super) fn example(&self) -> Option<String> {
        if self.session.outcome().is_some() || self.session.must_pass() {
            return None;
        }
        self.session.game().move_texts().into_iter().find(|mv| *mv != PASS)
    }

    fn to_be_typed(&self) -> String {
        let Some(example) = self.example() else {
            return "Type help for what can be typed.".to_owned();
        };
        let words = move_words(self.session.game(), &example);
        let words = if words == example { String::new() } else { format!(" ({words})") };
        let pass = if self.may_pass() { ", pass to make no move" } else { "" };
        format!("Type a move such as {example}{words}{pass}, or help.")
    }

    pub(super) fn show_board(&mut self) -> Result<(), CliError> {
        (self.turn_told, self.board_is_due) = (false, false);
        let style = DrawingStyle { flipped: self.flipped, ..style() };
        let body = format!("\n{}\n", draw(self.session.game(), style));
        let head = mem::take(&mut self.head);
        // Leave room for the side to move and the prompt.
        let turn = Window::of_stdout().map_or(1, |window| window.rows_of(&self.turn()));
        let again = " and type board";
        show(&Frame { head: &head, body: &body, free: turn + 1, again }.for_stdout())
    }

    /// Shows the board if it has changed: once after a person's move and the engine's answer.
    pub(super) fn show_due_board(&mut self) -> Result<(), CliError> {
        if self.board_is_due { self.show_board() } else { Ok(()) }
    }

    /// Prints the side to move, once per board.
    pub(super) fn say_whose_turn(&mut self) -> Result<(), CliError> {
        if mem::replace(&mut self.turn_told, true) {
            return Ok(());
        }
        if mem::take(&mut self.show_example) {
            show(&self.to_be_typed())?;
        }
        show(&self.turn())
    }

    fn turn(&self) -> String {
        let game = self.session.game();
        let clocks = self.session.clocks.map(|clocks| format!(" ({})", clocks.describe(game)));
        let swap = if self.may_swap() { ", or to swap sides: type swap" } else { "" };
        format!("{} to move{}{swap}.", mover_name(game), clocks.unwrap_or_default())
    }

    pub(super) fn may_swap(&self) -> bool {
        self.session.game().move_texts().iter().any(|mv| mv == SWAP)
    }

    /// Whether the side to move can pass and has other moves.
    pub(super) fn may_pass(&self) -> bool {
        self.example().is_some() && self.session.game().move_texts().iter().any(|mv| mv == PASS)
    }

    pub(super) fn tell_move(
        &mut self,
        player: Player,
        name: &str,
        mv: &str,
        words: &str,
    ) -> Result<(), CliError> {
        self.board_is_due = true;
        if mv != SWAP {
            return show(&format!("{name} {words}."));
        }
        let game = self.session.game();
        let [name, next] = [player, game.to_move()].map(|player| player_name(game, player));
        show(&format!(
            "{name} has swapped sides: every piece has changed its colour, and {next} is to move."
        ))
    }

    pub(super) fn tell_end(&mut self) -> Result<(), CliError> {
        self.end_shown = true;
        let name = |player| player_name(self.session.game(), player);
        let how = match self.session.forfeit {
            Some(Forfeit::Resigned(loser)) => format!("{} resigns. ", name(loser)),
            Some(Forfeit::OutOfTime(loser)) => format!("{} has no time left. ", name(loser)),
            None => {
                end_reason(self.session.game()).map_or_else(String::new, |it| format!("{it}. "))
            }
        };
        let end = match self.session.outcome() {
            Some(Outcome::Win(winner)) => format!("{} wins", name(winner)),
            _ => "The game is drawn".to_owned(),
        };
        show(&format!("{how}{end}. Type new, undo, save FILE or quit."))
    }
}

/// Why the game ended by its rules, in a sentence without a full stop; `None` if the game gives no
/// reason.
pub(super) fn end_reason(game: &dyn AnyGame) -> Option<String> {
    let reason = game.ended()?;
    let mut letters = reason.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}
