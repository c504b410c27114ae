//! For each square, a byte that tells which sets contain it.

use zugi_game::board::Bits;

/// The number of squares in a word of a set.
pub(super) const WORD: usize = 64;

/// For each byte, its eight bits as eight bytes: 1 if the bit is set.
static SPREAD: [u64; 256] = {
    let (mut table, mut bits) = ([0; 256], 0);
    while bits < 256 {
        let mut square = 0;
        while square < 8 {
            table[bits] |= (bits as u64 >> square & 1) << (8 * square);
            square += 1;
        }
        bits += 1;
    }
    table
};

/// For each square of a word of the board, a byte whose bit `i` is 1 if `sets[i]` contains the
/// square. This handles eight squares at a time; a loop over squares and sets takes three times as
/// long.
// It has no closures: they would be compiled without the newer instructions of the caller.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn of_word<B: Bits, const SETS: usize>(sets: &[B; SETS], word: usize) -> [u8; WORD] {
    const { assert!(SETS <= 8, "a bit for each set") };
    let mut bytes = [0; WORD];
    for eight in 0..WORD / 8 {
        let mut squares = 0;
        for i in 0..SETS {
            squares |= SPREAD[(sets[i].words()[word] >> (8 * eight)) as u8 as usize] << i;
        }
        bytes[8 * eight..8 * eight + 8].copy_from_slice(&u64::to_le_bytes(squares));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_square_tells_its_sets() {
        let sets = [0x8000_0000_0000_0001_u128 << 63, 3, u128::MAX, 0x5555 << 60];
        for word in 0..2 {
            for (square, byte) in (64 * word as u8..).zip(of_word(&sets, word)) {
                let expected = sets
                    .iter()
                    .rev()
                    .fold(0, |bits, set| 2 * bits + u8::from(set.contains(square)));
                assert_eq!(byte, expected, "{square}");
            }
        }
    }
}
