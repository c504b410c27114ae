//! The optimiser Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015). The
//! constants are those of the paper.

/// The decay of the moving average of the gradient, beta 1 of the paper.
const MOMENTUM: f32 = 0.9;

/// The decay of the moving average of the squared gradient, beta 2 of the paper.
const VARIANCE: f32 = 0.999;

/// Prevents a division by zero.
const EPSILON: f32 = 1e-8;

pub(crate) struct Adam {
    momentum: Vec<f32>,
    variance: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub fn new(weights: usize) -> Adam {
        Adam { momentum: vec![0.0; weights], variance: vec![0.0; weights], steps: 0 }
    }

    pub fn steps(&self) -> i32 {
        self.steps
    }

    /// Changes the weights by a gradient. A weight whose gradient keeps its sign changes by about
    /// `rate`.
    pub fn step(
        &mut self,
        weights: &mut [f32],
        gradient: impl IntoIterator<Item = f32>,
        rate: f32,
    ) {
        self.steps = self.steps.saturating_add(1);
        // Corrects the bias of both averages, which begin at zero.
        let rate =
            rate * (1.0 - VARIANCE.powi(self.steps)).sqrt() / (1.0 - MOMENTUM.powi(self.steps));
        let averages = self.momentum.iter_mut().zip(&mut self.variance);
        for ((weight, (momentum, variance)), slope) in
            weights.iter_mut().zip(averages).zip(gradient)
        {
            *momentum += (1.0 - MOMENTUM) * (slope - *momentum);
            *variance += (1.0 - VARIANCE) * (slope * slope - *variance);
            *weight -= rate * *momentum / (variance.sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_steps_have_the_size_of_the_rate() {
        let (mut adam, mut weights) = (Adam::new(3), [1.0, 1.0, 1.0]);
        adam.step(&mut weights, [200.0, -0.01, 0.0], 0.25);
        for (weight, expected) in weights.iter().zip([0.75, 1.25, 1.0]) {
            assert!((weight - expected).abs() < 1e-3, "{weights:?}");
        }
        adam.step(&mut weights, [200.0, -0.01, 0.0], 0.25);
        for (weight, expected) in weights.iter().zip([0.5, 1.5, 1.0]) {
            assert!((weight - expected).abs() < 1e-3, "{weights:?}");
        }
        assert_eq!(adam.steps(), 2);
    }
}
