//! Squares, and an array indexed by them, which is much faster than maps and sets.

use super::Square;

/// The side of the largest board with a border.
const SIDE: usize = 12;

/// An optional value for each square of a board and its border.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnSquares<T>([[Option<T>; SIDE]; SIDE]);

impl<T: Copy> OnSquares<T> {
    pub const NONE: OnSquares<T> = OnSquares([[None; SIDE]; SIDE]);

    pub fn get(&self, (file, rank): Square) -> Option<T> {
        *self.0.get(index(file))?.get(index(rank))?
    }

    fn place(&mut self, (file, rank): Square) -> Option<&mut Option<T>> {
        self.0.get_mut(index(file))?.get_mut(index(rank))
    }

    /// Sets the value on a square and returns the old one; does nothing off the array.
    pub fn insert(&mut self, square: Square, value: T) -> Option<T> {
        self.place(square)?.replace(value)
    }

    pub fn remove(&mut self, square: Square) {
        if let Some(place) = self.place(square) {
            *place = None;
        }
    }

    /// All squares with a value, file by file.
    pub fn iter(&self) -> impl Iterator<Item = (Square, T)> + '_ {
        (0..).zip(&self.0).flat_map(|(file, column)| {
            (0..).zip(column).filter_map(move |(rank, &value)| Some(((file, rank), value?)))
        })
    }
}

fn index(number: i32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

pub fn along(from: Square, way: Square, steps: i32) -> Square {
    (from.0 + steps * way.0, from.1 + steps * way.1)
}

pub fn name((file, rank): Square) -> String {
    let letter = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"][file as usize - 1];
    format!("{letter}{rank}")
}

pub fn square(name: &str) -> Square {
    let file = "abcdefghij".find(&name[..1]).unwrap_or(0) as i32 + 1;
    (file, name[1..].parse().unwrap_or(0))
}
