//! Elo: the difference in strength that results show, with its 95 % interval, and the score that a
//! difference lets expect.

use std::f64::consts::LN_10;
use std::fmt;

use serde::Serialize;

use super::statistics::{NORMALIZED_ELO, Results};

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

impl Results {
    /// The conservative logistic Elo difference to the opponent, from the mean score and its
    /// standard error; `None` without results. See [`Results`] for the method, and
    /// [`Results::plain_elo`] for the figure of the results alone.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let scores = self.scores()?;
        // How steep Elo is there: 400 log10(s / (1 - s)), derived.
        let slope = 400.0 / LN_10 / (scores.mean * (1.0 - scores.mean));
        let error_95 = slope * scores.margin();
        Some(Elo { value: elo_of_score(scores.mean), error_95 })
    }

    /// The careful normalised Elo difference to the opponent: the mean score above 1/2, in
    /// standard deviations of a game, in units that resemble Elo. Its error depends on
    /// the number of results only. `None` without results.
    ///
    /// Source: M. Van den Bergh, "Normalized Elo",
    /// <https://www.cantate.be/Fishtest/normalized_elo.pdf>.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Elo> {
        let scores = self.scores()?;
        let unit = NORMALIZED_ELO / scores.deviation_of_game();
        Some(Elo { value: unit * (scores.mean - 0.5), error_95: unit * scores.margin() })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::tests::close;

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
}
