//! Elo: the difference in strength that results show, with its 95 % interval, as in fastchess and
//! fishtest, and the expected score of a difference.

use std::f64::consts::SQRT_2;
use std::fmt;

use serde::Serialize;

use super::statistics::{NORMALIZED_ELO, Results};

/// The number of standard errors to each side of the mean that cover 95 % of a normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// The least number of results from which figures are computed: of pairs, or of games if there are
/// no pairs.
const MIN_RESULTS: u64 = 2;

/// An Elo difference with its error. Both may be infinite; in JSON that is `null`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The difference, above zero if the first engine is the stronger one.
    pub value: f64,
    /// Half the width of the interval that holds the true value in 95 % of all matches.
    pub error_95: f64,
}

impl fmt::Display for Elo {
    /// For example `+12.3 ± 45.6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero removes the sign of a negative zero.
        write!(f, "{:+.1} ± {:.1}", self.value + 0.0, self.error_95)
    }
}

impl Results {
    /// The logistic Elo difference of the mean score, and half the width of its 95 % interval by
    /// the normal distribution. The results are the complete pairs if there are any, otherwise the
    /// games. `None` with fewer than two results. The value is infinite if all games were won, or
    /// all were lost. The error is infinite if the interval reaches a mean score of 0 or 1;
    /// otherwise it is 0 if all results are equal.
    ///
    /// Source: fastchess, the classes `EloPentanomial` and `EloWDL` in app/src/matchmaking/elo.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let scores = self.scores()?;
        let margin = Z_95 * scores.standard_error;
        let [low, high] = [scores.mean - margin, scores.mean + margin].map(elo_of_score);
        let known = low.is_finite() && high.is_finite();
        let error_95 = if known { (high - low) / 2.0 } else { f64::INFINITY };
        Some(Elo { value: elo_of_score(scores.mean), error_95 })
    }

    /// The normalised Elo difference: the excess of the mean score over 1/2 in standard deviations
    /// of a game, times [`NORMALIZED_ELO`]. If all results are equal, both numbers are 0 for a mean
    /// score of 1/2, and infinite for any other. `None` as for [`Results::elo`].
    ///
    /// Source: as for [`Results::elo`]; M. Van den Bergh, "Normalized Elo",
    /// <https://www.cantate.be/Fishtest/normalized_elo.pdf>.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Elo> {
        let scores = self.scores()?;
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

    /// The likelihood of superiority, 0 to 1: the probability, by the normal distribution, that the
    /// engine is the stronger one. `None` as for [`Results::elo`].
    ///
    /// Source: as for [`Results::elo`].
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        let scores = self.scores()?;
        Some(match scores.mean - 0.5 {
            0.0 => 0.5,
            above => normal_distribution(above / scores.standard_error),
        })
    }

    fn scores(&self) -> Option<Scores> {
        let (counts, games_of_unit) = self.units();
        let units = counts.iter().sum::<u64>();
        if units < MIN_RESULTS {
            return None;
        }
        let (units, top) = (units as f64, (counts.len() - 1) as f64);
        let scores = || (0_u32..).zip(&counts).map(|(step, &n)| (n as f64, f64::from(step) / top));
        let mean = scores().map(|(n, score)| n * score).sum::<f64>() / units;
        let variance = scores().map(|(n, score)| n * (score - mean).powi(2)).sum::<f64>() / units;
        Some(Scores {
            mean,
            standard_error: (variance / units).sqrt(),
            deviation_of_game: (games_of_unit * variance).sqrt(),
        })
    }
}

struct Scores {
    /// The mean score of a game, 0 to 1.
    mean: f64,
    standard_error: f64,
    /// The standard deviation of the score of a game; for pairs, as if their games were
    /// independent.
    deviation_of_game: f64,
}

/// The part of the normal distribution below `z` standard deviations.
///
/// Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 7.1.26,
/// with an error below 1.5e-7.
fn normal_distribution(z: f64) -> f64 {
    if z.is_infinite() {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let x = z.abs() / SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let coefficients =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let polynomial = coefficients.iter().fold(0.0, |sum, c| sum * t + c) * t;
    let tail = polynomial * (-x * x).exp() / 2.0;
    if z > 0.0 { 1.0 - tail } else { tail }
}

/// The expected score, 0 to 1, of an engine with this Elo advantage: `1 / (1 + 10^(-elo / 400))`.
///
/// Source: A. Elo, "The Rating of Chessplayers", in its logistic form.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference with this expected score, the inverse of [`score_of_elo`]; infinite for a
/// score of at least 1 or at most 0.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::tests::{close, games};
    use crate::statistics::{Pentanomial, Results};

    fn pairs(pairs: [u64; 5]) -> Results {
        Results { pairs: Pentanomial(pairs), ..Results::default() }
    }

    /// The published decimals must agree.
    ///
    /// Source: fastchess, app/tests/elo_test.cpp, commit 2f5e8881, cases "EloWDL 1" to
    /// "EloPentanomial 3": Elo, normalised Elo, each with its error, and LOS in per cent.
    #[test]
    fn results_have_the_values_of_fastchess() {
        for (results, elo, normalized, los) in [
            (games(76, 89, 123), None, [-20.76, 40.13], 15.53),
            (games(136, 96, 111), Some([40.70, 30.43]), [49.77, 36.77], 99.60),
            (games(34, 356, 0), None, [-508.44, 34.48], 0.0),
            (pairs([34, 54, 31 + 32, 64, 75]), Some([55.58, 27.65]), [57.94, 28.28], 100.0),
            (pairs([332, 433, 457 + 41, 333, 334]), Some([-8.64, 10.33]), [-9.17, 10.96], 5.05),
            (pairs([7895, 8757, 5485 + 200, 568, 9999]), Some([-21.04, 2.95]), [-19.01, 2.65], 0.0),
        ] {
            let found = [results.elo(), results.normalized_elo()].map(Option::unwrap);
            for (found, expected) in found.into_iter().zip([elo, Some(normalized)]) {
                let Some([value, error]) = expected else { continue };
                close(found.value, value, 0.0051);
                close(found.error_95, error, 0.0051);
            }
            close(100.0 * results.los().unwrap(), los, 0.0051);
        }
    }

    #[test]
    fn results_that_are_all_alike_have_no_bound_or_no_error() {
        let text = |results: Results| {
            [results.elo(), results.normalized_elo()].map(|elo| elo.unwrap().to_string())
        };
        assert_eq!(text(pairs([0, 0, 0, 0, 9])), ["+inf ± inf"; 2]);
        assert_eq!(text(pairs([9, 0, 0, 0, 0])), ["-inf ± inf"; 2]);
        assert_eq!(text(pairs([0, 0, 9, 0, 0])), ["+0.0 ± 0.0"; 2]);
        let los = [[9, 0, 0, 0, 0], [0, 0, 9, 0, 0], [0, 0, 0, 0, 9]].map(|it| pairs(it).los());
        assert_eq!(los, [Some(0.0), Some(0.5), Some(1.0)]);
        // The interval of the score reaches beyond 1, so the error in Elo is infinite.
        let few = pairs([0, 0, 1, 0, 2]).elo().unwrap();
        assert!(few.value.is_finite() && few.error_95.is_infinite(), "{few}");
        let json = serde_json::to_value(few).unwrap();
        assert!(json["error_95"].is_null() && json["value"].is_number(), "{json}");
    }

    #[test]
    fn one_result_has_no_figures() {
        for results in [Results::default(), games(1, 0, 0), pairs([0, 0, 0, 1, 0])] {
            assert_eq!((results.elo(), results.normalized_elo()), (None, None));
            assert_eq!(results.los(), None);
        }
    }

    #[test]
    fn elo_and_score_are_inverse() {
        // 400 Elo are odds of 10 to 1.
        close(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
        for elo in [-700.0, -10.0, 0.0, 0.5, 300.0] {
            close(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
    }
}
