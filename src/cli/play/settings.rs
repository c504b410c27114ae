//! Changes of level, variant and side during a game.

use zugi_game::Player;
use zugi_protocol::quote;

use super::super::{CliError, show, wrap};
use super::dialogue::Dialogue;
use super::level::{self, Level};
use super::{people, side_words};

impl Dialogue {
    pub(super) fn begin(&mut self, variant: &str) -> Result<(), CliError> {
        let shuffled = match self.session.begin(variant, None, &[]) {
            Ok(shuffled) => shuffled,
            Err(refusal) => return show(&format!("{refusal}.")),
        };
        self.kept.clear();
        self.end_shown = false;
        self.introduce(shuffled);
        self.show_board()
    }

    pub(super) fn set_variant(&mut self, name: Option<&str>) -> Result<(), CliError> {
        if let Some(name) = name {
            return self.begin(name);
        }
        let names = self.session.engine.registry().names().join(", ");
        let current = self.session.game().variant();
        let text = format!("This is {current}. Type variant NAME for a new game of {names}.");
        show(&wrap::for_stdout(&text))
    }

    pub(super) fn set_level(&mut self, name: Option<&str>) -> Result<(), CliError> {
        let text = match name.map(str::parse::<Level>) {
            None => {
                let choices = level::choices();
                format!("The level is {}. Type level NAME: {choices}.", self.level)
            }
            Some(Err(expected)) => {
                format!("{} is no level: {expected}.", quote(name.unwrap_or_default()))
            }
            Some(Ok(level)) => {
                level.apply(&mut self.session.engine)?;
                self.level = level;
                format!("The level is {level}.")
            }
        };
        show(&wrap::for_stdout(&text))
    }

    pub(super) fn set_side(&mut self, name: Option<&str>) -> Result<(), CliError> {
        let Some(name) = name else {
            let words = side_words(self.session.game()).concat().join(", ");
            return show(&format!("{} Type side NAME: {words}, both.", self.header()));
        };
        let people = match people(self.session.game(), name) {
            Ok(people) => people,
            Err(refusal) => return show(&format!("{refusal}.")),
        };
        if people != [true; 2]
            && let Err(missing) = self.session.engine.evaluation()
        {
            return show(&format!("{missing}."));
        }
        self.session.people = people;
        self.flipped = self.session.only_person() == Some(Player::Two);
        self.head = self.header();
        self.show_board()
    }
}
