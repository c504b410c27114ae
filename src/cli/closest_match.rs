//! Finds the known word that is closest to an unknown one.

/// The smallest Jaro-Winkler similarity, from 0 to 1, of a suggestion.
const LIKE: f64 = 0.8;

/// The known word most similar to `word`, if similar enough.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let likeness = |known: &str| strsim::jaro_winkler(&word, known);
    let best = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(best) >= LIKE).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_hand_is_understood_and_nonsense_is_not() {
        let meant = |word| nearest(word, ["position", "moves", "undo", "quit"].into_iter());
        assert_eq!(meant("postion"), Some("position"));
        assert_eq!(meant("MVOES"), Some("moves"));
        assert_eq!(meant("qiut"), Some("quit"));
        for word in ["", "xyzzy", "a1b1", &"x".repeat(1000)] {
            assert_eq!(meant(word), None, "{word}");
        }
        assert_eq!(nearest("undo", [].into_iter()), None);
    }
}
