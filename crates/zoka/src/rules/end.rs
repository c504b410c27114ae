//! The end of a game: whether it is over, its points, and a lower bound of the plies to it.

use zugi_game::Player;
use zugi_game::board::Bits;

use super::{MOST_SEATS, QUIET_TURNS, SoloRule, ZokaPosition, ZokaVariant};

/// The greatest number of plies that [`ZokaPosition::least_plies_to_end`] counts.
pub const FARTHEST_END: usize = 16;

impl<V: ZokaVariant> ZokaPosition<V> {
    #[must_use]
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        let passes = usize::from(self.passes) >= 2 * V::SEATS;
        self.left == Some(0) || passes || self.quiet >= QUIET_TURNS
    }

    #[must_use]
    #[inline]
    pub fn ends_by_pass(&self) -> bool {
        usize::from(self.passes) + 1 == 2 * V::SEATS
    }

    /// The points of both sides if the game ended here: of struck and of protected Scorers.
    ///
    /// ```
    /// use zugi_zoka::Zoka;
    /// use zugi_game::Game;
    /// let text = "......../......../......../......../......../......../bZ......./a5bZ..a4... 1 - -/- 1/- -/- 0:3 -/- 0:0:1";
    /// // The 5 is walled in by Zokers that are not its own, and so not protected.
    /// assert_eq!(Zoka::from_text(text)?.scores(), [0, 3]);
    /// # Ok::<(), zugi_game::TextError>(())
    /// ```
    #[must_use]
    pub fn scores(&self) -> [u32; 2] {
        Player::BOTH.map(|player| {
            let protected = self.protected(player);
            let scorers = |seat: usize| {
                let stands = move |value: &u8| {
                    self.scorer(seat, *value).is_some_and(|at| protected.contains(at))
                };
                (1..=6).filter(stands).map(u32::from).sum::<u32>()
            };
            let seats = (0..V::SEATS).filter(|&seat| self.side_of(seat) == player);
            u32::from(self.struck[player.index()]) + seats.map(scorers).sum::<u32>()
        })
    }

    /// A lower bound of the number of plies to the end of the game; 0 if it is over. Some seat
    /// turns over and places all pieces that it has left, and each other seat has one more turn. An
    /// end by passes or by quiet turns counts only within two plies, because nearly every position
    /// is a few passes away from one. The result is at most [`FARTHEST_END`].
    ///
    /// ```
    /// use zugi_game::Game;
    /// use zugi_zoka::Zoka;
    ///
    /// let text = |rest| format!("{} {rest}", ["........"; 8].join("/"));
    /// // Seat 1 turns over and places a piece; seat 2 moves in between and at the end.
    /// let position = Zoka::from_text(&text("1 - Z/Z45 -/- -/- 0:0 -/- 0:0:-"))?;
    /// assert_eq!(position.least_plies_to_end(), 4);
    /// # Ok::<(), zugi_game::TextError>(())
    /// ```
    #[must_use]
    pub fn least_plies_to_end(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        let passes = (2 * V::SEATS).saturating_sub(usize::from(self.passes));
        let quiet = usize::from(QUIET_TURNS.saturating_sub(self.quiet));
        let by_waiting = match passes.min(quiet) {
            plies @ 0..=2 => plies,
            _ => FARTHEST_END,
        };
        if let Some(left) = self.left {
            return by_waiting.min(usize::from(left));
        }
        let mut needed = [0; MOST_SEATS];
        for (needed, seat) in needed.iter_mut().zip(&self.seats).take(V::SEATS) {
            *needed = 2 * seat.line.set().count() + seat.hand.count();
        }
        let (mut seat, mut again) = (usize::from(self.turn), self.again);
        // A solo player that is not known yet may be any seat, with two turns in a row.
        if V::SOLO == SoloRule::FirstToPlace && self.solo.is_none() {
            let turns = needed[..V::SEATS].iter().min().map_or(0, |&turns| turns as usize);
            return by_waiting.min(turns + V::SEATS - 1);
        }
        for ply in 1..=FARTHEST_END {
            needed[seat] = needed[seat].saturating_sub(1);
            if needed[seat] == 0 {
                return by_waiting.min(ply + V::SEATS - 1);
            }
            if again {
                again = false;
            } else {
                seat = (seat + 1) % V::SEATS;
                again = self.solo == Some(seat as u8);
            }
        }
        by_waiting
    }
}
