use zugi_game::board::Bits;

use crate::rules::movegen::Mobility;

/// The number of values of safety.
pub(super) const KINDS: usize = 4;

/// The safety of each checker in two bits: 0 not attacked; 1 attacked and defended; 2 defended
/// once, but attacked at least twice; 3 attacked and not defended.
pub(super) struct Safety<B> {
    /// The low bit and the high bit.
    pub bits: [B; 2],
}

impl<B: Bits> Safety<B> {
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
