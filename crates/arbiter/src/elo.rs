//! Elo: differences in strength, and the scores that they let expect.

use std::f64::consts::SQRT_2;
use std::fmt;

use serde::Serialize;

/// An Elo difference with its error. It may be infinite in the figures of the results alone, see
/// [`Results::plain_elo`](super::statistics::Results::plain_elo), and is finite in the conservative
/// ones. In JSON an infinite number is `null`.
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
        // Without the sign of a zero from below.
        write!(f, "{:+.1} ± {:.1}", self.value + 0.0, self.error_95)
    }
}

impl Elo {
    /// The interval, for example `-33.3 to +57.9`.
    #[must_use]
    pub fn interval(&self) -> String {
        // With bounds of a hundred nobody looks at tenths.
        let bound = |elo: f64| match elo.abs() {
            0.0..99.95 => format!("{elo:+.1}"),
            _ => format!("{elo:+.0}"),
        };
        format!("{} to {}", bound(self.value - self.error_95), bound(self.value + self.error_95))
    }
}

/// The expected score, 0 to 1, of an engine with this Elo advantage: `1 / (1 + 10^(-elo / 400))`.
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

/// Standard errors to each side of the mean that hold 95 % of a normal distribution.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// The same of Student's distribution with so many degrees of freedom, at least 2.
///
/// Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 26.7.5, which
/// is too small by 1 % at 2 degrees and by less above.
pub(super) fn student_95(degrees: f64) -> f64 {
    let (z, of_degrees) = (Z_95, 1.0 / degrees);
    let odd = |coefficients: &[f64]| coefficients.iter().fold(0.0, |sum, c| sum * z * z + c) * z;
    let terms = [
        odd(&[79.0, 776.0, 1482.0, -1920.0, -945.0]) / 92160.0,
        odd(&[3.0, 19.0, 17.0, -15.0]) / 384.0,
        odd(&[5.0, 16.0, 3.0]) / 96.0,
        odd(&[1.0, 1.0]) / 4.0,
        z,
    ];
    terms.iter().fold(0.0, |sum, term| sum * of_degrees + term)
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
    fn an_interval_is_written_with_its_bounds() {
        let elo = |value, error_95| Elo { value, error_95 };
        assert_eq!(elo(12.3, 45.6).interval(), "-33.3 to +57.9");
        assert_eq!(elo(191.0, 1000.0).interval(), "-809 to +1191");
    }

    #[test]
    fn students_distribution_is_the_known_one() {
        for (degrees, bound) in [(2.0, 4.303), (3.0, 3.182), (10.0, 2.228), (1e9, 1.960)] {
            close(student_95(degrees) / bound, 1.0, 0.01);
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
