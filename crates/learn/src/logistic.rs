//! The logistic function, which converts scores to expected results.

/// The expected result, from 0 to 1.
pub(super) fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The cross entropy of one position, without overflow for any logit.
pub(super) fn log_loss(logit: f64, target: f64) -> f64 {
    logit.max(0.0) - target * logit + (-logit.abs()).exp().ln_1p()
}

/// The factor that converts scores to logits with the least loss, by bisection of the derivative of
/// the loss.
pub(super) fn scale(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let slope = |scale: f64| -> f64 {
        pairs.clone().map(|(score, target)| score * (logistic(scale * score) - target)).sum()
    };
    let (mut low, mut high) = (1e-5, 1.0);
    for _ in 0..40 {
        // The geometric mean, because the order of magnitude is unknown.
        let middle = f64::sqrt(low * high);
        if slope(middle) < 0.0 { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_loss_has_known_values() {
        assert!((log_loss(0.0, 0.5) - 2f64.ln()).abs() < 1e-12);
        assert!((log_loss(2.0, 1.0) - (1.0 + (-2f64).exp()).ln()).abs() < 1e-12);
        assert!((log_loss(1e6, 0.0) - 1e6).abs() < 1e-3 && log_loss(-1e6, 0.0) == 0.0);
    }
}
