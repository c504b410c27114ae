//! Conversion between evaluations and the probabilities of win, draw and loss.
//!
//! The search must have the same result on every machine, so the functions that evaluate leaves and
//! priors use only additions, subtractions, multiplications and divisions: the `exp` and `ln` of
//! system libraries differ. Only `value_of` uses `ln`, rounded to a whole number: for reports, the
//! clock, and the choice at limited strength.

use crate::score::{MAX_EVALUATION, Value};

/// Units of the evaluation for odds of `e` to one in a tree search: 400 units are odds of ten to
/// one, as 400 Elo points are.
pub const ODDS_UNITS: f64 = 400.0 / std::f64::consts::LN_10;

/// The expected result and the probability of a draw, for one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Wdl {
    /// From 0 to 1: a win counts 1 and a draw a half.
    pub result: f64,
    pub draw: f64,
}

impl Wdl {
    /// The result and the probability of a draw at this value; at a value of `margin`, half of the
    /// games are won.
    #[inline]
    pub fn of(value: Value, margin: Value) -> Wdl {
        let share = |value: Value| {
            logistic(f64::from(value.clamp(-MAX_EVALUATION, MAX_EVALUATION)) / ODDS_UNITS)
        };
        let (win, loss) = (share(value - margin), share(-value - margin));
        Wdl { result: 0.5 + (win - loss) / 2.0, draw: (1.0 - win - loss).max(0.0) }
    }

    /// How much less than one half a draw counts, from the contempt in hundredths of a piece and
    /// the value of a piece.
    pub fn contempt(hundredths: Value, piece: Value) -> f64 {
        let units = i64::from(hundredths) * i64::from(piece) / 100;
        // Beyond this a draw would round to a loss.
        let most = 3_000;
        0.5 - Wdl::of(-units.clamp(-most, most) as Value, 0).result
    }

    /// The probabilities of win, draw and loss, in thousandths; their sum is 1000.
    pub fn permille(self) -> [u32; 3] {
        let result = self.result.clamp(0.0, 1.0);
        // At most the draws that the result allows.
        let draw = self.draw.clamp(0.0, 2.0 * result.min(1.0 - result));
        let draw = (1000.0 * draw).round() as u32;
        let win =
            ((1000.0 * result - f64::from(draw) / 2.0).round().max(0.0) as u32).min(1000 - draw);
        [win, draw, 1000 - draw - win]
    }
}

/// The value of an expected result: 400 times the logarithm to the base 10 of its odds.
pub(super) fn value_of(result: f64) -> Value {
    let result = result.clamp(1e-9, 1.0 - 1e-9);
    let value = ODDS_UNITS * (result / (1.0 - result)).ln();
    (value.round() as Value).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

#[inline]
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

/// The exponential function, correct to about ten digits, for results within the range of `f32`.
#[inline]
pub(super) fn exp(x: f64) -> f64 {
    let x = x.clamp(-87.0, 87.0) * std::f64::consts::LOG2_E;
    // Rounded down: the conversion truncates, and `x + 256` is positive.
    let whole = (x + 256.0) as i64 - 256;
    let rest = (x - whole as f64 - 0.5) * std::f64::consts::LN_2;
    // Taylor's series around the middle of the range of the fraction, so that |rest| < 0.35. Its
    // factors are constants, because divisions would take most of the time.
    const RECIPROCALS: [f64; 9] =
        [1.0 / 9.0, 1.0 / 8.0, 1.0 / 7.0, 1.0 / 6.0, 1.0 / 5.0, 1.0 / 4.0, 1.0 / 3.0, 0.5, 1.0];
    let sum = RECIPROCALS.iter().fold(1.0, |sum, share| 1.0 + sum * (rest * share));
    let power = f64::from_bits(((whole + 1023) as u64) << 52);
    sum * power * std::f64::consts::SQRT_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_agrees_with_that_of_the_system_within_rounding() {
        for i in -8_600..8_600 {
            let x = f64::from(i) / 100.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-9, "{x}");
        }
        assert!(exp(-1e9) > 0.0 && exp(1e9).is_finite());
    }

    #[test]
    fn values_and_results_convert_both_ways() {
        for value in [-900, -400, -1, 0, 7, 120, 400, 1500] {
            assert_eq!(value_of(Wdl::of(value, 0).result), value);
            let [odds, other] = [value, -value].map(|value| Wdl::of(value, 90));
            assert!(
                (odds.result + other.result - 1.0).abs() < 1e-9
                    && (odds.draw - other.draw).abs() < 1e-9
            );
        }
        assert_eq!(value_of(0.5 - Wdl::contempt(50, 300)), -150);
        assert_eq!(Wdl::contempt(0, 300), 0.0);
        assert!(Wdl::contempt(Value::MAX, Value::MAX) < 0.499_999_99);
        // Ten to one.
        assert!((Wdl::of(400, 0).result - 10.0 / 11.0).abs() < 1e-9);
        assert_eq!((value_of(0.0), value_of(1.0)), (-3600, 3600));
    }

    #[test]
    fn chances_in_thousandths_sum_to_a_thousand() {
        assert_eq!(Wdl { result: 0.5, draw: 1.0 }.permille(), [0, 1000, 0]);
        assert_eq!(Wdl { result: 1.0, draw: 0.3 }.permille(), [1000, 0, 0]);
        assert_eq!(Wdl { result: 0.6, draw: 0.2 }.permille(), [500, 200, 300]);
        for value in -1000..1000 {
            let permille = Wdl::of(value, 77).permille();
            assert_eq!(permille.iter().sum::<u32>(), 1000, "{value}");
        }
    }
}
