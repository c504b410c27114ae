//! Strength by the results alone, with nothing added: the figures of the programs fastchess
//! and fishtest, in the model that the sequential test uses, too. [`Results::elo`] is the
//! careful one.

use super::distributions::Z_95;
use super::elo::{Elo, elo_of_score};
use super::statistics::{NORMALIZED_ELO, Results};

impl Results {
    /// The logistic Elo difference of the mean score, and half the width of its 95 % interval
    /// by the normal distribution: of the complete pairs if there are any, else of the games.
    /// `None` without results. The value is infinite if all was won or lost, and the error if
    /// the interval reaches such a score; of results that are all alike the error is 0.
    ///
    /// Source: fastchess, app/src/matchmaking/elo, of the classes `EloPentanomial` and `EloWDL`.
    #[must_use]
    pub fn plain_elo(&self) -> Option<Elo> {
        let scores = self.plain_scores()?;
        let margin = Z_95 * scores.standard_error;
        let [low, high] = [scores.mean - margin, scores.mean + margin].map(elo_of_score);
        let known = low.is_finite() && high.is_finite();
        let error_95 = if known { (high - low) / 2.0 } else { f64::INFINITY };
        Some(Elo { value: elo_of_score(scores.mean), error_95 })
    }

    /// The normalised Elo difference in the same way. Both numbers are infinite or 0 if all
    /// results are alike: nothing deviates then.
    ///
    /// Source: as for [`Results::plain_elo`].
    #[must_use]
    pub fn plain_normalized_elo(&self) -> Option<Elo> {
        let scores = self.plain_scores()?;
        let above = scores.mean - 0.5;
        if scores.deviation_of_game > 0.0 {
            let unit = NORMALIZED_ELO / scores.deviation_of_game;
            let error_95 = unit * Z_95 * scores.standard_error;
            return Some(Elo { value: unit * above, error_95 });
        }
        Some(match above {
            0.0 => Elo { value: 0.0, error_95: 0.0 },
            above => Elo { value: f64::INFINITY.copysign(above), error_95: f64::INFINITY },
        })
    }

    fn plain_scores(&self) -> Option<PlainScores> {
        match self.pairs.pairs() {
            0 => PlainScores::new(&self.games.counts(), 1.0),
            _ => PlainScores::new(&self.pairs.0, 2.0),
        }
    }
}

/// The distribution of the scores that were counted.
struct PlainScores {
    /// The mean score of a game, 0 to 1.
    mean: f64,
    /// Of the mean.
    standard_error: f64,
    /// Of the score of a game from the mean; in pairs, as if both were independent.
    deviation_of_game: f64,
}

impl PlainScores {
    /// Of counted units of so many games by their points, in equal steps from none to all;
    /// `None` without units.
    fn new<const N: usize>(counts: &[u64; N], games_of_unit: f64) -> Option<PlainScores> {
        let units = counts.iter().sum::<u64>() as f64;
        let top = N.checked_sub(1).filter(|_| units > 0.0)? as f64;
        let scores = || (0_u32..).zip(counts).map(|(step, &n)| (n as f64, f64::from(step) / top));
        let mean = scores().map(|(n, score)| n * score).sum::<f64>() / units;
        let variance = scores().map(|(n, score)| n * (score - mean).powi(2)).sum::<f64>() / units;
        Some(PlainScores {
            mean,
            standard_error: (variance / units).sqrt(),
            deviation_of_game: (games_of_unit * variance).sqrt(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Pentanomial;
    use crate::statistics::tests::{close, published};

    /// To both decimals that are published.
    #[test]
    fn results_have_the_published_values() {
        for (results, elo, normalized, _) in published() {
            let found = [results.plain_elo(), results.plain_normalized_elo()].map(Option::unwrap);
            for (found, expected) in found.into_iter().zip([elo, Some(normalized)]) {
                let Some([value, error]) = expected else { continue };
                close(found.value, value, 0.0051);
                close(found.error_95, error, 0.0051);
            }
        }
    }

    #[test]
    fn results_that_are_all_alike_have_no_bound_or_no_error() {
        let pairs = |pairs| Results::of_pairs(Pentanomial(pairs), 0);
        assert_eq!(Results::default().plain_elo(), None);
        assert_eq!(Results::default().plain_normalized_elo(), None);
        let text = |results: Results| {
            let both = [results.plain_elo(), results.plain_normalized_elo()];
            both.map(|elo| elo.unwrap().to_string())
        };
        assert_eq!(text(pairs([0, 0, 0, 0, 9])), ["+inf ± inf"; 2]);
        assert_eq!(text(pairs([9, 0, 0, 0, 0])), ["-inf ± inf"; 2]);
        assert_eq!(text(pairs([0, 0, 9, 0, 0])), ["+0.0 ± 0.0"; 2]);
        // The interval reaches beyond all games won.
        let few = pairs([0, 0, 1, 0, 2]).plain_elo().unwrap();
        assert!(few.value.is_finite() && few.error_95.is_infinite(), "{few}");
        let json = serde_json::to_value(few).unwrap();
        assert!(json["error_95"].is_null() && json["value"].is_number(), "{json}");
    }
}
