//! How safe each checker is.

use zugi_game::board::Bits;

use crate::rules::movegen::Mobility;

/// The number of kinds of safety.
pub(super) const KINDS: usize = 4;

/// How safe each checker is, as two bits: 0 not attacked, 1 attacked and defended, 2 defended, but
/// attacked more often than defended, 3 attacked and not defended.
pub(super) struct Safety<B> {
    /// The lower bit and the upper one.
    pub bits: [B; 2],
}

impl<B: Bits> Safety<B> {
    /// Of all checkers.
    #[inline(always)]
    pub fn new(own: B, enemy: B, contacts: &[Mobility<B>; 2]) -> Safety<B> {
        let [ours, theirs] = contacts;
        let attacked = own & theirs.once | enemy & ours.once;
        let undefended = own & !ours.once | enemy & !theirs.once;
        let hanging = attacked & undefended;
        let outnumbered = own & theirs.twice & !ours.twice | enemy & ours.twice & !theirs.twice;
        let outnumbered = outnumbered & attacked & !undefended;
        let defended = attacked & !undefended & !outnumbered;
        Safety { bits: [defended | hanging, outnumbered | hanging] }
    }
}
