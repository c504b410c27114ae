//! The games, one module each. They get their names and their powers in
//! [`variants`](crate::variants).

pub mod zoka;
pub mod zola;
pub mod zvp;
