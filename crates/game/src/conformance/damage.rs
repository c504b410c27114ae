//! Damaged position texts: each must be refused, or be the text of a legal position.

use fastrand::Rng;

use crate::Game;

/// The number of damaged copies of each text.
const COPIES: usize = 4;

pub(super) fn check_damaged_texts<G: Game>(position: &G, rng: &mut Rng) {
    let text = position.text();
    for _ in 0..COPIES {
        let damaged = damage(&text, rng);
        match G::from_text(&damaged) {
            Ok(position) => check_lawful(&position, &damaged),
            Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
        }
    }
}

fn damage(text: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let (at, other) = (rng.usize(..chars.len()), rng.usize(..chars.len()));
    match rng.u8(..4) {
        0 => drop(chars.remove(at)),
        1 => chars.insert(at, chars[at]),
        2 => chars.swap(at, other),
        _ => chars[at] = chars[other],
    }
    chars.into_iter().collect()
}

/// Checks that the position that was read follows the rules, and that its own text reads back as
/// the same position. The damaged text may differ from that text, for instance by a second blank
/// between two fields.
fn check_lawful<G: Game>(position: &G, damaged: &str) {
    assert_eq!(G::from_text(&position.text()).as_ref(), Ok(position), "read from {damaged:?}");
    assert_eq!(position.key(), position.key_from_scratch(), "incremental key of {damaged:?}");
    let moves = position.moves();
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "no moves iff over: {damaged:?}");
    for mv in moves {
        let name = position.move_text(mv);
        assert_eq!(position.parse_move(&name), Ok(mv), "move text in {damaged:?}");
        let next = position.after(mv);
        let key = next.key_from_scratch();
        assert_eq!(next.key(), key, "incremental key after {name} in {damaged:?}");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_text_is_damaged_in_each_way() {
        let mut rng = Rng::with_seed(1);
        let damaged: HashSet<String> = (0..200).map(|_| damage("abc", &mut rng)).collect();
        for text in ["ab", "bc", "abbc", "bac", "cba", "aac", "abb"] {
            assert!(damaged.contains(text), "{text} in {damaged:?}");
        }
    }
}
