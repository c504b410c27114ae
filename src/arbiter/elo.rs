//! Elo: differences in strength, and the scores that they let expect.

use std::f64::consts::SQRT_2;
use std::fmt;

use serde::{Serialize, Serializer};

/// A difference in strength. Infinite if every game was won, or lost; never NaN.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The difference, above zero if the first engine is the stronger one.
    #[serde(serialize_with = "number_or_word")]
    pub value: f64,
    /// Half the width of the interval that holds the true value in 95 % of all matches.
    /// Infinite where the results are too few or too one-sided to tell.
    #[serde(serialize_with = "number_or_word")]
    pub error_95: f64,
}

impl fmt::Display for Elo {
    /// For example `+12.3 ± 45.6`, `-800.1 ± inf`, or `inf` if every game was won.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value.is_infinite() {
            write!(f, "{:+}", self.value)
        } else {
            // Without the sign of a zero from below.
            write!(f, "{:+.1} ± {:.1}", self.value + 0.0, self.error_95)
        }
    }
}

/// Writes a number, or `"inf"` or `"-inf"`, for which JSON has no number.
fn number_or_word<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() { serializer.serialize_f64(*value) } else { serializer.collect_str(value) }
}

/// The expected score, 0 to 1, of an engine that is so many Elo stronger:
/// `1 / (1 + 10^(-elo / 400))`.
///
/// Source: A. Elo, "The Rating of Chessplayers", in its logistic form.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference that makes this score the expected one; infinite from 1 up and
/// from 0 down. The inverse of [`score_of_elo`].
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The part of a normal distribution that is below so many standard deviations.
///
/// Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 7.1.26,
/// with an error below 1.5e-7.
pub(super) fn normal_distribution(z: f64) -> f64 {
    let x = z.abs() / SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let coefficients =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let polynomial = coefficients.iter().fold(0.0, |sum, c| sum * t + c) * t;
    let tail = polynomial * (-x * x).exp() / 2.0;
    if z > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} instead of {expected}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        // The well-known 10 to 1 of 400 Elo.
        close(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
        for elo in [-700.0, -10.0, 0.0, 0.5, 300.0] {
            close(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
    }

    #[test]
    fn the_normal_distribution_is_the_known_one() {
        let cases =
            [(0.0, 0.5), (1.0, 0.841_344_746), (-1.959_963_985, 0.025), (5.0, 0.999_999_713)];
        for (z, part) in cases {
            close(normal_distribution(z), part, 1.5e-7);
        }
    }
}
