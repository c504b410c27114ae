//! What the engine learns from games against itself: the fit of the weights of an
//! evaluation. How a position is judged is the business of `eval`.

pub mod weights;
