//! The memory of proven positions of a certificate, the same for writer and verifier.

use zugi_game::Game;

/// The number of positions: about 40 MiB on boards of up to 64 squares.
const SLOTS: usize = 1 << 20;

/// A hash table of positions that the winner wins. Each position has one slot, and a later one
/// replaces an earlier one. A look-up compares whole positions, so no other position matches.
pub(crate) struct Memory<G> {
    slots: Vec<Option<G>>,
}

impl<G: Game> Default for Memory<G> {
    fn default() -> Memory<G> {
        Memory { slots: Vec::new() }
    }
}

impl<G: Game> Memory<G> {
    fn index(position: &G) -> usize {
        // These bits of the key differ between neighbouring positions.
        (position.key() >> 20) as usize % SLOTS
    }

    pub fn contains(&self, position: &G) -> bool {
        self.slots.get(Self::index(position)).is_some_and(|slot| slot.as_ref() == Some(position))
    }

    pub fn insert(&mut self, position: G) {
        let index = Self::index(&position);
        if index >= self.slots.len() {
            // Grows on demand; but the slots are scattered, so a few positions already take most of
            // the memory.
            let len = (index + 1).next_power_of_two().min(SLOTS);
            self.slots.resize_with(len, || None);
        }
        if let Some(slot) = self.slots.get_mut(index) {
            *slot = Some(position);
        }
    }
}
