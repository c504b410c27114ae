//! Hash keys made at compile time (Zobrist, "A New Hashing Method with Application for Game
//! Playing", 1970). `rules/mod.rs` of each game has its keys.

/// The finaliser of SplitMix64 (Steele, Lea, Flood, 2014): a bijection that spreads each bit of `x`
/// over the whole result.
#[must_use]
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// `N` different pseudorandom keys, by seed.
#[must_use]
pub const fn key_table<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut state = mix(seed);
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        keys[i] = mix(state);
        i += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_are_balanced() {
        let mut keys: Vec<u64> = [key_table::<128>(1), key_table::<128>(2)].concat();
        let ones: u32 = keys.iter().map(|key| key.count_ones()).sum();
        assert!((256 * 31..256 * 33).contains(&ones), "{ones} of {}", 256 * 64);
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 256);
    }
}
