//! The sequential probability ratio test: it ends a match when the results decide between two
//! hypotheses on the strength of an engine.
//!
//! The test is the generalised one (GSPRT): open parameters of the hypotheses, here the
//! distribution of the results around the expected score, take their most likely values, see
//! `likelihood.rs`. The program fishtest computes the same numbers (`LLR_logistic` and
//! `LLR_normalized` in `server/fishtest/stats/LLRcalc.py`).

mod likelihood;
#[cfg(test)]
mod simulation;

use std::fmt;

use super::elo::score_of_elo;
use super::match_config::scalar;
use super::statistics::{NORMALIZED_ELO, Results};
use likelihood::Frequencies;
use serde::{Deserialize, Deserializer, Serialize};

/// The fewest results for a verdict: pairs, or games if there are no pairs.
///
/// Between hypotheses that are far apart, a few results of one kind reach a bound by chance: nine
/// pairs of one point each have a ratio of -2.95 for 0 against 100 Elo, and a pair won 2-0 after
/// them leaves -0.30. In simulations with nearly all pairs equal (`simulation.rs`, 10,000 tests
/// each), 0 against 50 or 100 Elo was decided wrongly in up to 5.6 % of the tests instead of 5 %,
/// and with this minimum in at most 4.2 %. (0 against 20 Elo stays at 6.2 % if no pair is ever
/// lost, because the distribution is estimated during the test.) Waiting is sound, because Wald's
/// inequalities hold for any moment at which the ratio is beyond a bound. It costs nothing between
/// close hypotheses, because such a test takes longer anyway.
///
/// Fishtest and fastchess have no minimum: their hypotheses are a few Elo apart. Cutechess waits
/// for a win, a draw and a loss, which a game without draws never gives. Fishtest and this module
/// count a result that is missing as a thousandth; a larger count would help, too, but would change
/// the ratio of every test with a missing result.
pub const MIN_RESULTS: u64 = 30;

/// The smallest error rate: one wrong test in a million.
const MIN_ERROR: f64 = 1e-6;

/// A test of two hypotheses on the difference in Elo between two engines.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "SprtKeys")]
pub struct Sprt {
    pub model: EloModel,
    /// H0 says that the first engine is this much stronger; within [`EloModel::limit`] of 0.
    pub elo0: f64,
    /// H1 says that it is this much stronger; above `elo0`, with the same limit.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 is true; at least a millionth, below 1/2.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true; at least a millionth, below 1/2.
    pub beta: f64,
}

/// The keys of a test, before the numbers are compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtKeys {
    #[serde(default)]
    model: EloModel,
    #[serde(deserialize_with = "elo")]
    elo0: f64,
    #[serde(deserialize_with = "elo")]
    elo1: f64,
    #[serde(default = "five_per_cent", deserialize_with = "error_rate")]
    alpha: f64,
    #[serde(default = "five_per_cent", deserialize_with = "error_rate")]
    beta: f64,
}

impl TryFrom<SprtKeys> for Sprt {
    type Error = String;

    fn try_from(keys: SprtKeys) -> Result<Sprt, String> {
        let SprtKeys { model, elo0, elo1, alpha, beta } = keys;
        let limit = model.limit();
        match [("elo0", elo0), ("elo1", elo1)].into_iter().find(|(_, elo)| elo.abs() > limit) {
            Some((key, elo)) => Err(format!("{key} is {elo}: expected -{limit} to {limit}")),
            None if elo0 >= elo1 => Err(format!("elo1 is {elo1}: expected a number above elo0")),
            None => Ok(Sprt { model, elo0, elo1, alpha, beta }),
        }
    }
}

/// Reads a number with at most three decimals, so that it is short in a report.
fn elo<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let is_short = |elo: &f64| (elo * 1000.0).round() / 1000.0 == *elo;
    let expected = "a number with at most three decimals";
    scalar(deserializer, expected, |text| text.parse().ok().filter(is_short))
}

fn error_rate<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let is_rate = |rate: &f64| (MIN_ERROR..0.5).contains(rate);
    let expected = "a number from 0.000001, below 0.5";
    scalar(deserializer, expected, |text| text.parse().ok().filter(is_rate))
}

fn five_per_cent() -> f64 {
    0.05
}

/// The scale of the hypotheses of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Logistic Elo, a measure of the expected score.
    #[default]
    Logistic,
    /// Normalised Elo, a measure of the expected score in standard deviations of a game, see
    /// [`Results::normalized_elo`]. The length of a test depends little on the openings, the time
    /// control and the rate of draws.
    Normalized,
}

impl EloModel {
    /// The greatest distance of a hypothesis from 0. Normalised Elo of 200 is a mean that is more
    /// than half a standard deviation from 1/2; far beyond, there may be no distribution of results
    /// that fits.
    #[must_use]
    pub fn limit(self) -> f64 {
        match self {
            EloModel::Logistic => 1000.0,
            EloModel::Normalized => 200.0,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtVerdict {
    #[default]
    Continue,
    /// H0 is accepted: the difference is more likely `elo0`.
    AcceptH0,
    /// H1 is accepted: the difference is more likely `elo1`.
    AcceptH1,
}

impl Sprt {
    /// A test of logistic Elo that errs in 5 % of all matches either way.
    #[must_use]
    pub fn logistic(elo0: f64, elo1: f64) -> Sprt {
        Sprt { model: EloModel::Logistic, elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The log-likelihood ratio of H1 to H0 after a match: above 0 if the results speak for H1,
    /// below 0 if they speak for H0. The results are the complete pairs if there are any, otherwise
    /// the games, whose openings are not balanced.
    #[must_use]
    pub fn llr_of_results(&self, results: &Results) -> f64 {
        let (counts, games) = results.units();
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let results = Frequencies::new(&counts);
        let [likelihood0, likelihood1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => results.log_likelihood_of_score(score_of_elo(elo)),
            // The standard deviation of the mean of n games is that of one game divided by the root
            // of n.
            EloModel::Normalized => {
                results.log_likelihood_of_t(elo / NORMALIZED_ELO * games.sqrt())
            }
        });
        likelihood1 - likelihood0
    }

    /// The ratio up to which H0 is accepted: `ln(beta / (1 - alpha))`, below 0.
    ///
    /// Source: A. Wald, "Sequential Tests of Statistical Hypotheses", 1945.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The ratio from which on H1 is accepted: `ln((1 - beta) / alpha)`, above 0.
    ///
    /// Source: as for [`Sprt::lower_bound`].
    #[must_use]
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The verdict on the results of a match, by [`Sprt::llr_of_results`] and not before
    /// [`MIN_RESULTS`]. A match must stop at the first verdict other than `Continue`: further looks
    /// would increase the error rates.
    #[must_use]
    pub fn verdict(&self, results: &Results) -> SprtVerdict {
        if results.units().0.iter().sum::<u64>() < MIN_RESULTS {
            return SprtVerdict::Continue;
        }
        self.verdict_of_llr(self.llr_of_results(results))
    }

    fn verdict_of_llr(&self, llr: f64) -> SprtVerdict {
        if llr >= self.upper_bound() {
            SprtVerdict::AcceptH1
        } else if llr <= self.lower_bound() {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Continue
        }
    }
}

impl fmt::Display for Sprt {
    /// As words of the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { model, elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta}")?;
        match model {
            EloModel::Logistic => Ok(()),
            EloModel::Normalized => f.write_str(" model=normalized"),
        }
    }
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtVerdict::Continue => "continue",
            SprtVerdict::AcceptH0 => "H0 accepted",
            SprtVerdict::AcceptH1 => "H1 accepted",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_config::read_words;
    use crate::statistics::Pentanomial;
    use crate::statistics::tests::{close, games};

    impl Sprt {
        pub(crate) fn llr(&self, pairs: &Pentanomial) -> f64 {
            self.llr_of_results(&Results { pairs: *pairs, ..Results::default() })
        }
    }

    fn normalized(elo0: f64, elo1: f64) -> Sprt {
        Sprt { model: EloModel::Normalized, ..Sprt::logistic(elo0, elo1) }
    }

    /// Source: fastchess, app/tests/sprt_test.cpp, commit 0cbac498, cases "logistic
    /// pentanomial 1, 2" and "logistic trinomial 1, 2"; two decimals are published.
    #[test]
    fn the_llr_is_that_of_fastchess() {
        let pairs = Pentanomial([223, 9863, 20279 + 1000, 10037, 246]);
        close(Sprt::logistic(0.5, 2.5).llr(&pairs), -3.07, 0.0051);
        let pairs = Pentanomial([871, 26175, 55003 + 980, 26678, 821]);
        close(Sprt::logistic(0.0, 2.0).llr(&pairs), -4.98, 0.0051);
        let results = games(21404, 21184, 40708);
        close(Sprt::logistic(0.5, 2.5).llr_of_results(&results), -1.57, 0.0051);
        let results = games(57433, 57030, 106_593);
        close(Sprt::logistic(0.0, 2.0).llr_of_results(&results), -2.59, 0.0051);
    }

    /// Source: as above, cases "normalized pentanomial 1, 2, 3".
    #[test]
    fn the_normalized_llr_is_that_of_fastchess() {
        let pairs = Pentanomial([365, 16618, 36029 + 200, 16974, 390]);
        close(normalized(0.0, 2.0).llr(&pairs), 2.25, 0.0051);
        let pairs = Pentanomial([127, 4883, 10311 + 401, 5150, 104]);
        close(normalized(-1.75, 0.25).llr(&pairs), 3.01, 0.0051);
        let pairs = Pentanomial([0, 0, 0, 0, 5550]);
        // A single kind of results; the iteration of fastchess stops sooner.
        close(normalized(0.0, 5.0).llr(&pairs), 111.82, 0.03);
        // Values of fastchess's code for few pairs, from the tests of a Python port in public
        // sources.
        let test = normalized(0.0, 5.0);
        close(test.llr(&Pentanomial([0, 0, 0, 0, 1])), 0.020_153_121, 1e-5);
        close(test.llr(&Pentanomial([0, 1, 0, 1, 0])), -4.147_466_2e-4, 1e-7);
    }

    /// Values that fishtest's own `LLR_logistic` gave to the authors of two other programs: the
    /// first seven and the trinomial one are from the tests of `blink.eval.sprt` (fishtest commit
    /// 93fe81eb), the last five from a Rust module on self-play for shogi (tests
    /// `fishtest_reference_*`). Both found in public sources.
    #[test]
    fn the_llr_is_that_of_fishtest() {
        let cases = [
            ([3, 20, 50, 22, 5], 0.0, 20.0, 0.040_320_372_416_706_79),
            ([3, 20, 50, 22, 5], 0.0, 5.0, 0.178_380_224_381_881_25),
            ([3, 20, 50, 22, 5], -10.0, 10.0, 0.934_472_911_388_982_9),
            ([0, 10, 30, 12, 0], 0.0, 20.0, -0.270_414_536_288_852_04),
            ([0, 10, 30, 12, 0], 0.0, 5.0, 0.085_226_848_211_516),
            ([12, 40, 60, 30, 8], 0.0, 20.0, -2.997_301_135_158_272_3),
            ([12, 40, 60, 30, 8], -10.0, 10.0, -2.057_973_200_426_021_6),
            ([10, 25, 45, 25, 10], 0.0, 5.0, -0.042_124_179_9),
            ([30, 120, 240, 180, 30], 0.0, 5.0, 1.622_809_170_6),
            ([0, 3, 65, 4, 2], 0.0, 5.0, 0.675_550_992_5),
            ([50, 150, 400, 200, 60], 0.0, 5.0, 1.799_329_087_7),
            ([141, 593, 1112, 666, 158], 0.0, 5.0, 2.146_607_391_5),
        ];
        for (pairs, elo0, elo1, expected) in cases {
            close(Sprt::logistic(elo0, elo1).llr(&Pentanomial(pairs)), expected, 1e-8);
        }
        let llr = Sprt::logistic(0.0, 20.0).llr_of_results(&games(50, 30, 40));
        close(llr, 1.433_371_799_770_413_6, 1e-8);
    }

    #[test]
    fn bounds_are_those_of_wald() {
        close(Sprt::logistic(0.0, 5.0).upper_bound(), 19_f64.ln(), 1e-12);
        close(Sprt::logistic(0.0, 5.0).lower_bound(), -(19_f64.ln()), 1e-12);
        let test = Sprt { alpha: 0.01, beta: 0.1, ..Sprt::logistic(0.0, 5.0) };
        close(test.upper_bound(), 90_f64.ln(), 1e-12);
        close(test.lower_bound(), (0.1_f64 / 0.99).ln(), 1e-12);
        assert_eq!(test.verdict_of_llr(4.6), SprtVerdict::AcceptH1);
        assert_eq!(test.verdict_of_llr(4.4), SprtVerdict::Continue);
        assert_eq!(test.verdict_of_llr(-2.2), SprtVerdict::Continue);
        assert_eq!(test.verdict_of_llr(-2.3), SprtVerdict::AcceptH0);
    }

    #[test]
    fn the_other_engine_sees_the_opposite() {
        let cases = [[0; 5], [1, 2, 3, 4, 5], [0, 0, 0, 0, 9], [9, 0, 0, 0, 1], [0, 0, 7, 0, 0]];
        for pairs in cases.map(Pentanomial) {
            for (elo0, elo1) in [(0.0, 5.0), (-3.0, 1.0), (-1000.0, 1000.0)] {
                let llr = Sprt::logistic(elo0, elo1).llr(&pairs);
                assert!(llr.is_finite());
                let other = Sprt::logistic(-elo1, -elo0).llr(&pairs.swapped());
                close(other, -llr, 1e-9 * (1.0 + llr.abs()));
                let (elo0, elo1) = (elo0.max(-200.0), elo1.min(200.0));
                let llr = normalized(elo0, elo1).llr(&pairs);
                assert!(llr.is_finite(), "{pairs:?} {elo0} {elo1}");
                let other = normalized(-elo1, -elo0).llr(&pairs.swapped());
                close(other, -llr, 1e-6 * (1.0 + llr.abs()));
            }
        }
    }

    #[test]
    fn no_results_have_no_llr_and_wins_raise_it() {
        assert_eq!(Sprt::logistic(0.0, 5.0).llr(&Pentanomial::default()), 0.0);
        assert_eq!(Sprt::logistic(0.0, 5.0).llr_of_results(&Results::default()), 0.0);
        let won = |pairs| Sprt::logistic(0.0, 5.0).llr(&Pentanomial([0, 0, 0, 0, pairs]));
        assert!(0.0 < won(1) && won(1) < won(2) && won(2) < won(1000));
    }

    /// Nine equal pairs reach the bound, but a won pair after them leads far away from it. After
    /// thirty equal pairs the verdict stays.
    #[test]
    fn a_few_results_are_no_ground_for_a_verdict() {
        let test = Sprt::logistic(0.0, 100.0);
        let of = |equal, won| {
            let pairs = Pentanomial([0, 0, equal, 0, won]);
            Results { pairs, ..Results::default() }
        };
        close(test.llr(&of(9, 0).pairs), -2.95, 0.005);
        close(test.llr(&of(9, 1).pairs), -0.30, 0.005);
        assert_eq!(test.verdict(&of(9, 0)), SprtVerdict::Continue);
        assert_eq!(test.verdict(&of(29, 0)), SprtVerdict::Continue);
        assert_eq!(test.verdict(&of(30, 0)), SprtVerdict::AcceptH0);
        assert_eq!(test.verdict(&of(30, 1)), SprtVerdict::AcceptH0);
        assert_eq!(test.verdict(&of(0, 29)), SprtVerdict::Continue);
        assert_eq!(test.verdict(&of(0, 30)), SprtVerdict::AcceptH1);
        assert_eq!(test.verdict(&games(29, 0, 0)), SprtVerdict::Continue);
        assert_eq!(test.verdict(&games(30, 0, 0)), SprtVerdict::AcceptH1);
    }

    fn read(text: &str) -> Result<Sprt, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        read_words("sprt", &words).map_err(|error| error.to_string())
    }

    #[test]
    fn tests_are_read_back() {
        let text = "elo0=-1.75 elo1=0.25 alpha=0.1 beta=0.01";
        assert_eq!(read(text).unwrap().to_string(), text);
        assert_eq!(read("elo1=5 elo0=0"), Ok(Sprt::logistic(0.0, 5.0)));
        assert_eq!(read("elo1=5 elo0=0 model=normalized"), Ok(normalized(0.0, 5.0)));
        assert_eq!(read(&normalized(0.0, 5.0).to_string()), Ok(normalized(0.0, 5.0)));
    }

    #[test]
    fn wrong_words_of_a_test_are_named() {
        for (text, error) in [
            ("elo0=1", "missing field `elo1`"),
            ("elo0=0 elo1=0", "elo1 is 0: expected a number above elo0"),
            ("elo0=0 elo0=1", "elo0 is given twice: expected each key once"),
            ("elo0", "bad word \"elo0\": expected KEY=VALUE"),
            ("elo0=-300 elo1=5 model=normalized", "elo0 is -300: expected -200 to 200"),
            ("elo0=-1e9 elo1=0", "elo0 is -1000000000: expected -1000 to 1000"),
            (
                "elo0=0 elo1=1e-300",
                "elo1: \"1e-300\": expected a number with at most three decimals",
            ),
            ("elo0=nan", "elo0: \"nan\": expected a number with at most three decimals"),
            ("elo0=0 elo1=5 beta=0.5", "beta: \"0.5\": expected a number from 0.000001, below 0.5"),
            ("elo0=0 elo1=5 alpha=1e-320", "alpha: \"1e-320\": expected a number from 0.000001"),
            ("elo0=0 elo1=5 model=x", "model: unknown variant `x`, expected `logistic` or"),
            ("elo0=0 elo1=5 gamma=1", "unknown field `gamma`, expected one of `model`, `elo0`"),
        ] {
            let found = read(text).unwrap_err();
            assert!(found.starts_with(&format!("sprt: {error}")), "{text}: {found}");
        }
    }
}
