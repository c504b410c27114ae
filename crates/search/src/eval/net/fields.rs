//! A reader of the fields of a binary file.

/// The bytes that are not read yet.
pub struct Fields<'a>(pub &'a [u8]);

impl<'a> Fields<'a> {
    /// The next `N` bytes; `None`, and nothing is read, if there are fewer.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    /// The next `count` bytes, or the rest if there are fewer.
    pub fn take(&mut self, count: usize) -> &'a [u8] {
        let (first, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        first
    }

    /// The next `count` little-endian numbers of 16 bits, or the rest if there are fewer.
    pub fn numbers(&mut self, count: usize) -> Vec<i16> {
        let (numbers, _) = self.take(2 * count).as_chunks::<2>();
        numbers.iter().map(|number| i16::from_le_bytes(*number)).collect()
    }
}
