//! Marks and accuracy of moves, from their loss of winning chances.

use zugi_protocol::UgiScore;

/// The score, in hundredths of a piece, at which the winning odds are e to 1.
const SCALE: f64 = 220.0;

words! {
    /// How bad a move is, by its loss of winning chances, from least to most severe.
    #[derive(PartialOrd, Ord)]
    pub enum MoveMark {
        /// A loss of at least 5 percentage points.
        Inaccuracy = "?!",
        /// A loss of at least 10 percentage points.
        Mistake = "?",
        /// A loss of at least 20 percentage points.
        Blunder = "??",
    }
}

impl MoveMark {
    /// The mark for a loss of winning chances from 0 to 1; `None` below 0.05.
    ///
    /// ```
    /// use zugi_records::MoveMark;
    /// assert_eq!(MoveMark::of_loss(0.12), Some(MoveMark::Mistake));
    /// assert_eq!(MoveMark::of_loss(0.04), None);
    /// ```
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<MoveMark> {
        MoveMark::ALL.iter().copied().rev().find(|mark| loss >= mark.threshold())
    }

    /// The smallest loss of winning chances with this mark.
    #[must_use]
    pub fn threshold(self) -> f64 {
        match self {
            MoveMark::Inaccuracy => 0.05,
            MoveMark::Mistake => 0.1,
            MoveMark::Blunder => 0.2,
        }
    }
}

/// The winning chances for a score, 0 to 1: `1 / (1 + e^(-cp / 220))`; 1 or 0 if it is proven.
///
/// ```
/// use zugi_protocol::UgiScore;
/// use zugi_records::winning_chances;
/// assert_eq!(winning_chances(UgiScore::Cp(0)), 0.5);
/// assert_eq!(winning_chances(UgiScore::Mate(-3)), 0.0);
/// ```
#[must_use]
pub fn winning_chances(score: UgiScore) -> f64 {
    match score {
        UgiScore::Cp(cp) => 1.0 / (1.0 + (-f64::from(cp) / SCALE).exp()),
        UgiScore::Mate(plies) if plies > 0 => 1.0,
        // `mate 0` too: the position is lost.
        UgiScore::Mate(_) => 0.0,
    }
}

/// The accuracy of a move in percent, 0 to 100: `103.1668 e^(-4.354 loss) - 3.1669`, where `loss`
/// is its loss of winning chances, 0 to 1. Source: <https://lichess.org/page/accuracy>.
///
/// ```
/// assert_eq!(zugi_records::accuracy(0.0), 100.0);
/// assert_eq!(zugi_records::accuracy(0.1).round(), 64.0);
/// ```
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The mean accuracy for these losses, to one decimal; 100 without moves.
#[must_use]
pub fn mean_accuracy(losses: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0_u32);
    for loss in losses {
        sum += accuracy(loss);
        count += 1;
    }
    if count == 0 { 100.0 } else { (10.0 * sum / f64::from(count)).round() / 10.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_at_its_threshold_has_the_mark() {
        for &mark in MoveMark::ALL {
            assert_eq!(MoveMark::of_loss(mark.threshold()), Some(mark));
            assert_ne!(MoveMark::of_loss(mark.threshold() - 0.001), Some(mark));
            assert_eq!(MoveMark::from_word(mark.word()), Some(mark));
        }
        assert_eq!(MoveMark::of_loss(-0.3), None);
        assert_eq!(MoveMark::from_word("!"), None);
    }

    #[test]
    fn more_loss_is_less_accuracy() {
        let losses: Vec<f64> = (0..=100).map(|loss| f64::from(loss) / 100.0).collect();
        assert!(losses.iter().map(|&loss| accuracy(loss)).rev().is_sorted());
        assert!(accuracy(1.0) < 1.0);
        assert_eq!(mean_accuracy([0.0, 0.0, 1.0]), 66.7);
    }
}
