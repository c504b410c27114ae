//! Protected and held Scorers, by flood fill on bit sets.

use zugi_game::Player;
use zugi_game::board::Bits;

use super::{Grid, SetOf, ZokaPosition, ZokaVariant};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SidePieces<S> {
    pub zokers: S,
    pub scorers: S,
    /// Whether one of its seats has a Zoker in hand or face down.
    pub has_zoker_to_place: bool,
}

impl<S: Bits> SidePieces<S> {
    #[must_use]
    #[inline(always)]
    pub fn pieces(&self) -> S {
        self.zokers | self.scorers
    }

    /// The squares from which an enemy piece, or an empty square on which the enemy could place a
    /// Zoker, can be reached by steps that avoid this side's Zokers. Scorers of the side on all
    /// other squares are perfectly protected. `added` is the square of an additional Scorer of the
    /// side.
    #[must_use]
    #[inline]
    pub fn spoiled<G: Grid<Set = S>>(&self, enemy: &SidePieces<S>, added: S) -> S {
        let own = self.pieces() | added;
        let open = G::BOARD & !self.zokers;
        let from = if enemy.has_zoker_to_place {
            enemy.pieces() | G::BOARD & !(own | enemy.pieces()) & !G::around(own)
        } else {
            enemy.pieces()
        };
        G::flood(from, open)
    }
}

impl<V: ZokaVariant> ZokaPosition<V> {
    #[must_use]
    #[inline]
    pub fn side_pieces(&self, player: Player) -> SidePieces<SetOf<V>> {
        let (zokers, scorers) = (SetOf::<V>::EMPTY, SetOf::<V>::EMPTY);
        let mut side_pieces = SidePieces { zokers, scorers, has_zoker_to_place: false };
        for (seat, own) in self.seats.iter().enumerate().take(V::SEATS) {
            if self.side_of(seat) == player {
                side_pieces.zokers = side_pieces.zokers | own.zokers;
                side_pieces.scorers = side_pieces.scorers | own.scorers;
                let zoker = super::ZokaPiece::ZOKER;
                side_pieces.has_zoker_to_place |=
                    own.hand.contains(zoker) || own.line.set().contains(zoker);
            }
        }
        side_pieces
    }

    /// The perfectly protected Scorers of a side. While it has one, its play is enhanced.
    ///
    /// ```
    /// use zugi_game::{Game, Player};
    /// use zugi_zoka::Zoka;
    /// let text = "......../......../......../......../......../......../aZ......./a5aZ...... 2 - Z/Z -/- -/- 0:0 -/- 0:0:-";
    /// let position = Zoka::from_text(text)?;
    /// assert_eq!(position.perfectly_protected(Player::One), 1); // a1
    /// # Ok::<(), zugi_game::TextError>(())
    /// ```
    #[must_use]
    pub fn perfectly_protected(&self, player: Player) -> SetOf<V> {
        let (own, enemy) = (self.side_pieces(player), self.side_pieces(player.opponent()));
        own.scorers & !own.spoiled::<V::Grid>(&enemy, SetOf::<V>::EMPTY)
    }

    /// The protected Scorers of a side, which score at the end of the game.
    #[must_use]
    pub fn protected(&self, player: Player) -> SetOf<V> {
        let (own, enemy) = (self.side_pieces(player), self.side_pieces(player.opponent()));
        own.scorers & !V::Grid::flood(enemy.pieces(), V::Grid::BOARD & !own.zokers)
    }

    /// The Scorers of a side that are adjacent to an enemy Zoker.
    #[must_use]
    pub fn held(&self, player: Player) -> SetOf<V> {
        let enemy = self.side_pieces(player.opponent());
        self.side_pieces(player).scorers & V::Grid::around(enemy.zokers)
    }
}
