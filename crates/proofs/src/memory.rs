//! The memory of proven positions, the same in the writer and the verifier of a certificate.

use zugi_game::Game;

/// Positions that fit into the memory: some 40 MiB of them on boards of up to 64 squares.
const SLOTS: usize = 1 << 20;

/// Positions that the winner was seen to win: a table with one place for each, by its key,
/// in which a later one takes the place of an earlier one. The positions themselves are
/// compared, not their keys, so that nothing is taken for something else.
pub(super) struct Memory<G> {
    slots: Vec<Option<G>>,
}

impl<G: Game> Default for Memory<G> {
    fn default() -> Memory<G> {
        Memory { slots: Vec::new() }
    }
}

impl<G: Game> Memory<G> {
    fn index(position: &G) -> usize {
        // A part of the key that differs between neighbours.
        (position.key() >> 20) as usize % SLOTS
    }

    pub fn contains(&self, position: &G) -> bool {
        self.slots.get(Self::index(position)).is_some_and(|slot| slot.as_ref() == Some(position))
    }

    pub fn insert(&mut self, position: G) {
        let index = Self::index(&position);
        if index >= self.slots.len() {
            // It grows with what is put in: a small certificate needs little.
            let len = (index + 1).next_power_of_two().min(SLOTS);
            self.slots.resize_with(len, || None);
        }
        if let Some(slot) = self.slots.get_mut(index) {
            *slot = Some(position);
        }
    }
}
