//! Random choices by a seed, the same on every machine.
//!
//! [`Rng::shuffle`] and [`Rng::choice`] draw a `usize`, so 32-bit machines shuffle differently. The
//! functions here always draw 64 bits, so they give the results of 64-bit machines everywhere.

/// The random number generator, made by [`Rng::with_seed`].
pub use fastrand::Rng;

/// Shuffles the items; all orders are equally likely (Fisher and Yates, "Statistical tables",
/// 1938).
pub fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for place in 1..items.len() {
        items.swap(place, rng.u64(..=place as u64) as usize);
    }
}

/// One of the items, all equally likely; `None` if there are none.
pub fn choice<I>(items: I, rng: &mut Rng) -> Option<I::Item>
where
    I: IntoIterator<IntoIter: ExactSizeIterator>,
{
    let mut items = items.into_iter();
    let count = items.len() as u64;
    (count > 0).then(|| rng.u64(..count) as usize).and_then(|place| items.nth(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn shuffles_and_choices_are_those_of_the_library_with_64_bits() {
        for seed in 0..100 {
            let (mut one, mut two) = (Rng::with_seed(seed), Rng::with_seed(seed));
            let (mut ours, mut theirs): (Vec<u32>, Vec<u32>) =
                ((0..20).collect(), (0..20).collect());
            shuffle(&mut ours, &mut one);
            two.shuffle(&mut theirs);
            assert_eq!(ours, theirs);
            assert_eq!(choice(&ours, &mut one), two.choice(&theirs));
        }
    }
}
