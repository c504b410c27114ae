//! The numbers of positions in their table: a set of squares, and a colouring of it.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use zugi_game::board::Bits;
use zugi_game::{Game, Player};
use zugi_tables::{Generation, Home, PositionIndex};

use super::generate::{self, ShardGeneration};
use super::patterns::Quarters;
use super::quadrants::Quadrants;
use crate::rules::{Size, Zola};

/// The numbering of the positions with one number of checkers.
pub struct ZolaIndex<S> {
    pub(super) quadrants: Quadrants,
    pub(super) checkers: u32,
    pub(super) size: PhantomData<S>,
}

impl<S> fmt::Debug for ZolaIndex<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} sets of {} checkers", self.quadrants.sets(), self.checkers)
    }
}

#[multiversion::multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn number_and_colouring(quadrants: &Quadrants, own: Quarters, others: Quarters) -> (u32, u32) {
    let all = Quarters(own.0 | others.0);
    let (number, turn) = quadrants.number(quadrants.patterns_of(all));
    let (all, mut others) = (quadrants.image(all, turn), quadrants.image(others, turn).0);
    let mut colouring = 0;
    while others != 0 {
        colouring |= 1 << all.place(others.trailing_zeros() as u8);
        others &= others - 1;
    }
    (number, colouring)
}

impl<S: Size> PositionIndex<Zola<S>> for ZolaIndex<S> {
    fn entries(&self) -> u64 {
        u64::from(self.quadrants.sets()) << self.checkers
    }

    #[inline]
    fn entry(&self, position: &Zola<S>) -> Option<u64> {
        if !position.is_without_pie() {
            return None;
        }
        let patterns = &self.quadrants.patterns;
        let [own, others] = [position.to_move(), position.to_move().opponent()]
            .map(|player| patterns.quarters(position.checkers(player)));
        let (number, colouring) = number_and_colouring(&self.quadrants, own, others);
        Some(u64::from(number) << self.checkers | u64::from(colouring))
    }

    fn position(&self, entry: u64) -> Option<Zola<S>> {
        let number = u32::try_from(entry >> self.checkers).ok()?;
        if number >= self.quadrants.sets() {
            return None;
        }
        let (quarters, mut colouring) = (self.quadrants.with_number(number), entry);
        let mut checkers = [S::Bits::EMPTY; 2];
        for (quadrant, squares) in (0..).zip(&self.quadrants.patterns.squares) {
            for spot in u64::from(quarters.pattern(quadrant)).squares() {
                let side = &mut checkers[(colouring & 1) as usize];
                *side = *side | S::Bits::of(squares[usize::from(spot)]);
                colouring >>= 1;
            }
        }
        Zola::with_checkers(checkers, Player::One)
    }

    fn bytes_in_memory(&self) -> u64 {
        generate::bytes_in_memory(self)
    }

    fn bytes_in_files(&self) -> Option<u64> {
        generate::bytes_in_files(self)
    }

    fn generation(index: &Arc<Self>, smaller: &Arc<Self>, home: Home) -> Box<dyn Generation> {
        Box::new(ShardGeneration::new(index, smaller, home))
    }
}
