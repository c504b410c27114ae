//! Games as data for user interfaces: start with the trait [`Presentation`], and test your
//! implementation with [`conformance`].
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

mod board_json;
pub mod conformance;
mod diagram;
mod drawing;
mod off_board_view;
mod position_setup;
mod presentation;
mod puzzle;
mod sheet;
mod toy;
mod xboard;

pub use board_json::{scene_json, state_json};
pub use diagram::DrawingStyle;
pub use drawing::{draw, mover_name, player_name, side_names};
pub use off_board_view::{OffBoardView, SeatPlace, SeatView, SquareMark, TallyRow};
pub use position_setup::{PositionSetup, text_of_setup};
pub use presentation::{
    Action, Appearance, Bearing, Board, BoardSpec, BoardView, BoardViewMove, Effect, Movement,
    PieceKind, Presentation, Reach,
};
pub use puzzle::{Puzzle, Puzzles};
pub use sheet::{
    Card, PlaceWords, RefusalWords, Section, Sentence, Sheet, VariantWords, Verb, Words,
};
pub use xboard::{XBoardNotation, XBoardTurn};
