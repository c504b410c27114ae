//! Applies the action of a turn, and determines the next seat.

use zugi_game::board::{Bits, Square};

use super::{
    OFF_BOARD, SeatState, SetOf, SoloRule, ZokaAction, ZokaPiece, ZokaPosition, ZokaVariant,
    piece_key,
};

impl<V: ZokaVariant> ZokaPosition<V> {
    /// Applies the action of the seat to move. An illegal action leads to some position.
    #[inline]
    pub(super) fn apply_action(&mut self, action: Option<ZokaAction>) {
        let seat = usize::from(self.turn);
        let mut back = None;
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
            }
            Some(ZokaAction::Place(piece, square)) => {
                self.seats[seat].hand.remove(piece);
                self.put(seat, piece, square);
            }
            Some(ZokaAction::Go(from, to)) => {
                if let Some(piece) = self.lift(seat, from) {
                    self.put(seat, piece, to);
                }
                back = Some((to, from));
            }
            Some(ZokaAction::Strike(from, at)) => self.strike(seat, from, [Some(at), None]),
            Some(ZokaAction::StrikeTwo(from, first, second)) => {
                self.strike(seat, from, [Some(first), Some(second)]);
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
        let is_pass = matches!(action, None | Some(ZokaAction::Pass));
        let is_quiet =
            is_pass || matches!(action, Some(ZokaAction::Go(..) | ZokaAction::Exchange(..)));
        self.quiet = if is_quiet { self.quiet.saturating_add(1) } else { 0 };
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
}
