//! The normal distribution and Student's.

use std::f64::consts::SQRT_2;

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
    use crate::statistics::tests::close;

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
