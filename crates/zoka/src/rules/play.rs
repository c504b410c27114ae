//! Applies the action of a turn, and determines the next seat.

use zugi_game::board::{Bits, Square};

use super::{
    MOST_SEATS, OFF_BOARD, QUIET_TURNS, SeatState, SetOf, SoloRule, ZokaAction, ZokaPiece,
    ZokaPosition, ZokaVariant, piece_key,
};

/// The greatest number of plies that [`ZokaPosition::least_plies_to_end`] counts.
pub const FARTHEST_END: usize = 16;

impl<V: ZokaVariant> ZokaPosition<V> {
    /// Applies the action of the seat to move. An illegal action leads to some position.
    #[inline]
    pub(super) fn apply_action(&mut self, action: Option<ZokaAction>) {
        let seat = usize::from(self.turn);
        let mut back = None;
        let mut is_quiet = true;
        match action {
            None | Some(ZokaAction::Pass) => {}
            Some(ZokaAction::TurnOver | ZokaAction::TurnedOver(_)) => {
                let turned = match action {
                    Some(ZokaAction::TurnedOver(piece)) => Some(piece),
                    _ => self.next_piece(),
                };
                if let Some(piece) = turned {
                    let own = &mut self.seats[seat];
                    own.line.take(piece);
                    own.hand.add(piece);
                }
                is_quiet = false;
            }
            Some(ZokaAction::Place(piece, square)) => {
                self.seats[seat].hand.remove(piece);
                self.put(seat, piece, square);
                is_quiet = false;
            }
            Some(ZokaAction::Go(from, to)) => {
                if let Some(piece) = self.lift(seat, from) {
                    self.put(seat, piece, to);
                }
                back = Some((to, from));
            }
            Some(ZokaAction::Strike(from, at)) => {
                self.strike(seat, from, [Some(at), None]);
                is_quiet = false;
            }
            Some(ZokaAction::StrikeTwo(from, first, second)) => {
                self.strike(seat, from, [Some(first), Some(second)]);
                is_quiet = false;
            }
            Some(ZokaAction::Exchange(square, piece)) => {
                let lifted = self.lift(seat, square);
                let area = &mut self.seats[seat].exchange;
                area.remove(piece);
                if let Some(lifted) = lifted {
                    area.add(lifted);
                }
                self.put(seat, piece, square);
            }
        }
        self.seats[seat].back = back;
        self.quiet = if is_quiet { self.quiet.saturating_add(1) } else { 0 };
        let is_pass = matches!(action, None | Some(ZokaAction::Pass));
        self.passes = if is_pass { self.passes.saturating_add(1) } else { 0 };
        self.next_turn(matches!(action, Some(ZokaAction::Place(..))));
    }

    #[inline(always)]
    pub(super) fn put(&mut self, seat: usize, piece: ZokaPiece, square: Square) {
        let own = &mut self.seats[seat];
        let set = SetOf::<V>::of(square);
        if piece == ZokaPiece::ZOKER {
            own.zokers = own.zokers | set;
        } else {
            own.scorers = own.scorers | set;
            own.squares[usize::from(piece.value() - 1)] = square;
        }
        self.board_key ^= piece_key(seat, piece, square);
    }

    #[inline(always)]
    fn lift(&mut self, seat: usize, square: Square) -> Option<ZokaPiece> {
        let own: &mut SeatState<SetOf<V>> = &mut self.seats[seat];
        let piece = own.piece(square)?;
        let rest = !SetOf::<V>::of(square);
        if piece == ZokaPiece::ZOKER {
            own.zokers = own.zokers & rest;
        } else {
            own.scorers = own.scorers & rest;
            own.squares[usize::from(piece.value() - 1)] = OFF_BOARD;
        }
        self.board_key ^= piece_key(seat, piece, square);
        Some(piece)
    }

    /// Removes these Scorers, scores those of the other side, and moves the Zoker to the Exchange
    /// area.
    fn strike(&mut self, seat: usize, from: Square, struck: [Option<Square>; 2]) {
        let side = self.side_of(seat);
        for square in struck.into_iter().flatten() {
            let Some(owner) = (0..V::SEATS).find(|&seat| self.seats[seat].scorers.contains(square))
            else {
                continue;
            };
            let value = self.lift(owner, square).map_or(0, ZokaPiece::value);
            if self.side_of(owner) != side {
                let score = &mut self.struck[side.index()];
                *score = score.saturating_add(u16::from(value));
            }
        }
        if let Some(zoker) = self.lift(seat, from) {
            self.seats[seat].exchange.add(zoker);
        }
    }

    /// Determines the next seat; `has_placed` is whether a piece was placed in this turn.
    fn next_turn(&mut self, has_placed: bool) {
        let seat = usize::from(self.turn);
        let is_solo_found = has_placed && V::SOLO == SoloRule::FirstToPlace && self.solo.is_none();
        if is_solo_found {
            self.solo = Some(self.turn);
        }
        let was_last = has_placed && self.seats[seat].has_placed_all();
        let next = ((seat + 1) % V::SEATS) as u8;
        if let Some(left) = self.left {
            (self.left, self.turn) = (Some(left.saturating_sub(1)), next);
        } else if was_last {
            (self.left, self.turn, self.again) = (Some(V::SEATS as u8 - 1), next, false);
        } else if is_solo_found || self.again {
            // The second of the two turns of a solo player.
            self.again = false;
        } else {
            self.turn = next;
            self.again = self.solo == Some(next);
        }
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
        let is_open = V::SOLO == SoloRule::FirstToPlace && self.solo.is_none();
        if is_open {
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
