//! Squares and things on them, a place for each: maps and sets took most of the time of the
//! oracle.

use super::Square;

/// The largest board, with a rim around it.
const SIDE: usize = 12;

/// What is on the squares of a board, and around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnSquares<T>([[Option<T>; SIDE]; SIDE]);

impl<T: Copy> OnSquares<T> {
    /// Nothing.
    pub const NONE: OnSquares<T> = OnSquares([[None; SIDE]; SIDE]);

    /// What is on a square.
    pub fn get(&self, (file, rank): Square) -> Option<T> {
        *self.0.get(index(file))?.get(index(rank))?
    }

    fn place(&mut self, (file, rank): Square) -> Option<&mut Option<T>> {
        self.0.get_mut(index(file))?.get_mut(index(rank))
    }

    /// Puts something on a square, if there is such a square, and returns what was there.
    pub fn insert(&mut self, square: Square, value: T) -> Option<T> {
        self.place(square)?.replace(value)
    }

    /// Takes away what is on a square.
    pub fn remove(&mut self, square: Square) {
        if let Some(place) = self.place(square) {
            *place = None;
        }
    }

    /// All squares with something on them, file by file.
    pub fn iter(&self) -> impl Iterator<Item = (Square, T)> + '_ {
        (0..).zip(&self.0).flat_map(|(file, column)| {
            (0..).zip(column).filter_map(move |(rank, &value)| Some(((file, rank), value?)))
        })
    }
}

fn index(number: i32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The square so many steps away.
pub fn along(from: Square, way: Square, steps: i32) -> Square {
    (from.0 + steps * way.0, from.1 + steps * way.1)
}

/// The name of a square.
pub fn name((file, rank): Square) -> String {
    let letter = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"][file as usize - 1];
    format!("{letter}{rank}")
}

/// The square of a name.
pub fn square(name: &str) -> Square {
    let file = "abcdefghij".find(&name[..1]).unwrap_or(0) as i32 + 1;
    (file, name[1..].parse().unwrap_or(0))
}
