//! What the search needs to know about each game besides its rules: one file per
//! game.

mod zola;
