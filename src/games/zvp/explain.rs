//! How Zombies vs Princesses Draughts explains itself.

use super::Zvp;
use crate::game::Explain;

impl Explain for Zvp {
    const RULES: &'static str = "\
White has nine princesses in the corner a1 and moves first, Black four zombies in
the corner h8. Forwards is along the diagonal to the other corner; across it is
sideways. Who has no piece, or no move on their turn, has lost.
- A step goes forwards or sideways to the next square, if it is empty.
- A capture jumps over an enemy next to the piece to the empty square behind it.
  It is compulsory, and so is jumping on with the same piece; which one is free.
- White takes off what it captures. What Black captures becomes a zombie.
- A piece that reaches the other corner is promoted: it goes backwards too.
- A position that occurs for the third time is a draw, and so are 80 plies without
  a capture, a promotion or a step forwards of a piece that is not promoted.
A move is all the squares that the piece stands on: c3d4, or c3e5g3 for two jumps.";
}
