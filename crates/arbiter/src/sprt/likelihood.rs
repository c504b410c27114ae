//! The greatest likelihood of counted results under a hypothesis. The ratio of two of these is in
//! `sprt/mod.rs`.
//!
//! Sources: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation
//! value of a distribution", Proposition 1.1,
//! <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>, and "A practical
//! introduction to normalized Elo", section 4.1,
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

/// The most rounds of the iteration; few are needed.
const MOST_ROUNDS: usize = 100;

/// The frequencies of results, whose scores are in equal steps from 0 to 1.
pub(super) struct Frequencies {
    scores: Vec<f64>,
    counts: Vec<f64>,
}

impl Frequencies {
    /// A missing result counts as a thousandth, as in fishtest: otherwise it would be impossible.
    pub fn new(counts: &[u64]) -> Frequencies {
        let top = (counts.len() - 1) as f64;
        let scores = (0..counts.len()).map(|step| step as f64 / top).collect();
        let count = |&count: &u64| if count == 0 { 1e-3 } else { count as f64 };
        Frequencies { scores, counts: counts.iter().map(count).collect() }
    }

    /// The greatest log-likelihood under any distribution with this mean, above 0 and below
    /// 1, up to a constant that depends on the counts alone.
    pub fn log_likelihood_of_score(&self, mean: f64) -> f64 {
        let above: Vec<f64> = self.scores.iter().map(|&score| score - mean).collect();
        self.log_likelihood(&above, self.multiplier(&above))
    }

    /// The greatest log-likelihood under any distribution whose mean is `t` standard deviations
    /// above 1/2.
    ///
    /// [`Frequencies::multiplier`] handles the mean of a fixed quantity; this condition is not
    /// linear in the distribution. So the condition is replaced by its linear approximation at the
    /// best distribution so far, again and again until the distribution no longer changes.
    pub fn log_likelihood_of_t(&self, t: f64) -> f64 {
        let total: f64 = self.counts.iter().sum();
        let kinds = self.counts.len();
        let mut distribution = vec![1.0 / kinds as f64; kinds];
        let (mut above, mut x) = (Vec::new(), 0.0);
        for _ in 0..MOST_ROUNDS {
            let (mean, deviation) = self.moments(&distribution);
            let next = self.scores.iter().map(|&score| {
                let from_mean = (mean - score) / deviation;
                score - 0.5 - t * deviation * (1.0 + from_mean * from_mean) / 2.0
            });
            above = next.collect();
            x = self.multiplier(&above);
            let mut change = 0.0_f64;
            for ((p, count), above) in distribution.iter_mut().zip(&self.counts).zip(&above) {
                let better = count / total / (1.0 + x * above);
                change = change.max((*p - better).abs());
                *p = better;
            }
            if change < 1e-12 {
                break;
            }
        }
        self.log_likelihood(&above, x)
    }

    /// The `x` for which the probabilities `p / (1 + x * a)` give the mean 0 to `a`. Here `p` is
    /// the observed frequency of a result, and `a` is its value in `above`. These probabilities are
    /// the most likely distribution with that mean.
    fn multiplier(&self, above: &[f64]) -> f64 {
        let (least, greatest) =
            above.iter().fold((0.0_f64, 0.0_f64), |(low, high), &a| (low.min(a), high.max(a)));
        // The mean falls as x grows between the two poles, from infinity to minus infinity.
        let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
        loop {
            let x = f64::midpoint(low, high);
            if x <= low || x >= high {
                return x;
            }
            let of_result = |(n, a): (&f64, &f64)| n * a / (1.0 + x * a);
            if self.counts.iter().zip(above).map(of_result).sum::<f64>() > 0.0 {
                low = x;
            } else {
                high = x;
            }
        }
    }

    fn log_likelihood(&self, above: &[f64], x: f64) -> f64 {
        -self.counts.iter().zip(above).map(|(n, a)| n * (x * a).ln_1p()).sum::<f64>()
    }

    fn moments(&self, distribution: &[f64]) -> (f64, f64) {
        let all = || distribution.iter().zip(&self.scores);
        let mean: f64 = all().map(|(p, score)| p * score).sum();
        let variance: f64 = all().map(|(p, score)| p * (score - mean).powi(2)).sum();
        (mean, variance.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For many and for few results, also if some kinds of results are missing: the logarithm of
    /// the likelihood is finite, not above that of the observed frequencies, and equal to it at
    /// their own t value.
    #[test]
    fn the_distribution_for_a_t_value_has_it() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..2000 {
            let counts = [0; 5].map(|_: u64| if rng.bool() { 0 } else { rng.u64(0..1000) });
            let results = Frequencies::new(&counts);
            let t = rng.f64() * 1.6 - 0.8;
            let total: f64 = results.counts.iter().sum();
            let likelihood = results.log_likelihood_of_t(t);
            assert!(likelihood.is_finite(), "{counts:?} {t}");
            // No distribution is more likely than the observed frequencies.
            assert!(likelihood <= 1e-6 * total, "{counts:?} {t}: {likelihood}");
            let observed: Vec<f64> = results.counts.iter().map(|count| count / total).collect();
            let (mean, deviation) = results.moments(&observed);
            let observed = (mean - 0.5) / deviation;
            let at_observed = results.log_likelihood_of_t(observed);
            if observed.abs() < 0.8 {
                assert!(at_observed.abs() < 1e-6 * total, "{counts:?}: {at_observed}");
            }
        }
    }
}
