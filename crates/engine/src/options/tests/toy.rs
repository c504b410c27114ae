//! A toy game in several variants, with a pie rule.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use zugi_game::toy::{Corridor, Step};
use zugi_game::{Game, Outcome, Player, Repetition, TextError};

/// A numbered variant of the corridor. With the pie rule it starts one ply later.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Toy<const N: u8>(Corridor);

impl<const N: u8> Game for Toy<N> {
    type Move = Step;

    const NAME: &'static str = match N {
        4 => "toy-4",
        6 => "toy-6",
        _ => "toy-10",
    };
    const REPETITION: Repetition = Corridor::REPETITION;
    const DRAWS: bool = Corridor::DRAWS;

    fn start() -> Self {
        Toy(Corridor::start())
    }

    fn pie_start() -> Option<Self> {
        Toy::from_text(".x.....o o 1").ok()
    }

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.visit_moves(visit)
    }

    fn play_unchecked(&mut self, mv: Step) {
        self.0.play_unchecked(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn key_from_scratch(&self) -> u64 {
        self.0.key_from_scratch()
    }

    fn parse_move(&self, text: &str) -> Result<Step, TextError> {
        self.0.parse_move(text)
    }

    fn move_text(&self, mv: Step) -> String {
        self.0.move_text(mv)
    }
}

impl<const N: u8> fmt::Display for Toy<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<const N: u8> FromStr for Toy<N> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Corridor::from_text(text).map(Toy)
    }
}
