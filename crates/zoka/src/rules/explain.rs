//! Why a move of Zoka is illegal.

use zugi_game::Game;
use zugi_game::board::{Bits, Square};

use super::{
    Grid, GridDirection, SetOf, SidePieces, ZokaAction, ZokaMove, ZokaPiece, ZokaPosition,
    ZokaVariant,
};

const NOT_ENHANCED: &str = "a Scorer of your side that is safe for good is needed for that";

/// The squares between two squares; `None` if these are not on one line.
fn between<V: ZokaVariant>(from: Square, to: Square) -> Option<SetOf<V>> {
    GridDirection::ALL.into_iter().find_map(|direction| {
        let (mut way, target) = (SetOf::<V>::EMPTY, SetOf::<V>::of(to));
        let mut at = V::Grid::shift(direction, SetOf::<V>::of(from));
        while !at.is_empty() && at != target {
            way = way | at;
            at = V::Grid::shift(direction, at);
        }
        (!at.is_empty()).then_some(way)
    })
}

impl<V: ZokaVariant> ZokaPosition<V> {
    /// The move must be illegal.
    pub(super) fn objection(&self, mv: ZokaMove) -> String {
        if self.is_over() {
            return "the game is over".to_owned();
        }
        match mv.action() {
            // A pass is legal until the game is over.
            None | Some(ZokaAction::Pass) => "there is no such move".to_owned(),
            Some(ZokaAction::TurnOver) => self.objection_to_turn_over(None),
            Some(ZokaAction::TurnedOver(piece)) => self.objection_to_turn_over(Some(piece)),
            Some(ZokaAction::Place(piece, at)) => self.objection_to_placement(piece, at),
            Some(ZokaAction::Go(from, to)) => self.objection_to_going(from, to),
            Some(ZokaAction::Strike(from, at)) => self.objection_to_strike(from, at, None),
            Some(ZokaAction::StrikeTwo(from, first, second)) => {
                self.objection_to_strike(from, first, Some(second))
            }
            Some(ZokaAction::Exchange(at, piece)) => self.objection_to_exchange(at, piece),
        }
    }

    fn objection_to_turn_over(&self, turned_over: Option<ZokaPiece>) -> String {
        let set = self.seats[usize::from(self.turn)].line.set();
        if set.is_empty() {
            return "none of your pieces is face down".to_owned();
        }
        let kinds: Vec<String> = set.kinds().map(|piece| format!("t{}", piece.letter())).collect();
        match turned_over {
            None => format!("say which piece was turned over: {}", kinds.join(", ")),
            Some(_) if self.next_piece().is_some() => {
                "the order is known, so that t is enough".to_owned()
            }
            Some(piece) => {
                format!("no {} is face down, only {}", piece.letter(), kinds.join(", "))
            }
        }
    }

    fn pieces_of_both(&self) -> [SidePieces<SetOf<V>>; 2] {
        let mover = self.to_move();
        [self.side_pieces(mover), self.side_pieces(mover.opponent())]
    }

    fn is_enhanced(&self) -> bool {
        !self.perfectly_protected(self.to_move()).is_empty()
    }

    fn objection_to_placement(&self, piece: ZokaPiece, at: Square) -> String {
        let own = &self.seats[usize::from(self.turn)];
        let name = Self::square_name(at);
        if at.index() >= V::Grid::SIZE * V::Grid::SIZE {
            "there is no such square".to_owned()
        } else if !own.hand.contains(piece) {
            format!("you have no {} in hand", piece.letter())
        } else if self.piece_at(at).is_some() {
            format!("{name} is occupied")
        } else {
            format!("{name} is beside an enemy piece")
        }
    }

    /// The words for a piece: `the Zoker`, `Scorer 2`.
    fn words(piece: ZokaPiece) -> String {
        match piece {
            ZokaPiece::ZOKER => "the Zoker".to_owned(),
            piece => format!("Scorer {}", piece.letter()),
        }
    }

    /// The piece on a square, or why the seat to move cannot use it.
    fn objection_to_piece(&self, square: Square) -> Result<ZokaPiece, String> {
        let name = Self::square_name(square);
        if square.index() >= V::Grid::SIZE * V::Grid::SIZE {
            return Err("there is no such square".to_owned());
        }
        let Some((seat, piece)) = self.piece_at(square) else {
            return Err(format!("there is no piece on {name}"));
        };
        if seat != usize::from(self.turn) {
            return Err(format!("{} on {name} is not yours", Self::words(piece)));
        }
        if self.held(self.to_move()).contains(square) {
            let enemy_zokers = self.side_pieces(self.to_move().opponent()).zokers;
            let beside = GridDirection::ALL.into_iter().find_map(|direction| {
                (V::Grid::shift(direction, SetOf::<V>::of(square)) & enemy_zokers).first()
            });
            let by = beside.map(|at| format!(" by the Zoker on {}", Self::square_name(at)));
            let (piece, by) = (Self::words(piece), by.unwrap_or_default());
            return Err(format!("{piece} on {name} is held{by}"));
        }
        Ok(piece)
    }

    fn objection_to_going(&self, from: Square, to: Square) -> String {
        let piece = match self.objection_to_piece(from) {
            Ok(piece) => piece,
            Err(why_illegal) => return why_illegal,
        };
        let [own, enemy] = self.pieces_of_both();
        let pieces = own.pieces() | enemy.pieces();
        if to.index() >= V::Grid::SIZE * V::Grid::SIZE {
            return "there is no such square".to_owned();
        }
        if pieces.contains(to) {
            return format!("{} is occupied", Self::square_name(to));
        }
        if self.seats[usize::from(self.turn)].back == Some((from, to)) {
            return "not straight back: that was its last move".to_owned();
        }
        let Some(way) = between::<V>(from, to) else {
            return "a piece goes along a file or a rank".to_owned();
        };
        if piece == ZokaPiece::ZOKER {
            return match (way & pieces).first() {
                Some(at) => format!("{} is in the way", Self::square_name(at)),
                None => NOT_ENHANCED.to_owned(),
            };
        }
        let is_jump = way.count() == 1 && !(way & own.zokers).is_empty();
        match (is_jump, self.is_enhanced()) {
            (false, _) => "a Scorer steps, or jumps over one Zoker of its side".to_owned(),
            (true, false) => NOT_ENHANCED.to_owned(),
            (true, true) => format!("it would not be safe for good on {}", Self::square_name(to)),
        }
    }

    fn objection_to_strike(&self, from: Square, first: Square, second: Option<Square>) -> String {
        match self.objection_to_piece(from) {
            Ok(ZokaPiece::ZOKER) => {}
            Ok(_) => return "only Zokers strike".to_owned(),
            Err(why_illegal) => return why_illegal,
        }
        let [own, enemy] = self.pieces_of_both();
        let (pieces, scorers) = (own.pieces() | enemy.pieces(), own.scorers | enemy.scorers);
        let ways = second.map_or_else(
            || Some((SetOf::<V>::EMPTY, between::<V>(from, first)?)),
            |second| Some((between::<V>(first, second)?, between::<V>(from, first)?)),
        );
        let Some((behind, before)) = ways else {
            return "a Zoker strikes along a file or a rank".to_owned();
        };
        let Some(missing) = second.into_iter().chain([first]).find(|&at| !scorers.contains(at))
        else {
            let blocked = ((behind | before) & pieces).first();
            let own_alone = second.is_none_or(|at| !enemy.scorers.contains(at));
            return match blocked {
                Some(at) => format!("{} is in the way", Self::square_name(at)),
                None if own_alone && !enemy.scorers.contains(first) => {
                    "one's own Scorers are struck only together with an enemy's".to_owned()
                }
                None if !self.is_enhanced() => NOT_ENHANCED.to_owned(),
                // The only reason left.
                None => "the two must be the first on one line".to_owned(),
            };
        };
        format!("there is no Scorer on {}", Self::square_name(missing))
    }

    fn objection_to_exchange(&self, at: Square, piece: ZokaPiece) -> String {
        match self.objection_to_piece(at) {
            Ok(ZokaPiece::ZOKER) => return "only Scorers are exchanged".to_owned(),
            Ok(_) => {}
            Err(why_illegal) => return why_illegal,
        }
        if !self.seats[usize::from(self.turn)].exchange.contains(piece) {
            return format!("no {} is in your Exchange area", piece.letter());
        }
        NOT_ENHANCED.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use zugi_game::{Chance, conformance};

    use super::*;
    use crate::rules::{Zoka, Zoka3};

    #[test]
    fn a_move_has_an_objection_if_and_only_if_it_is_illegal() {
        let mut rng = Rng::with_seed(1);
        for seed in 0..4 {
            for position in conformance::random_game(&Zoka3::start_with(seed), &mut rng) {
                let legal = position.moves();
                for _ in 0..50 {
                    let square = |rng: &mut Rng| Square::new(rng.u8(..100));
                    let piece = rng.choice(ZokaPiece::ALL).unwrap();
                    let [a, b, c] = [square(&mut rng), square(&mut rng), square(&mut rng)];
                    let near = if b.index() < 50 { Square::new(a.index() ^ 1) } else { b };
                    let deeds = [
                        ZokaAction::TurnOver,
                        ZokaAction::TurnedOver(piece),
                        ZokaAction::Place(piece, a),
                        ZokaAction::Go(a, near),
                        ZokaAction::Strike(a, b),
                        ZokaAction::StrikeTwo(a, b, c),
                        ZokaAction::Exchange(a, piece),
                    ];
                    for mv in deeds.map(ZokaMove::of).into_iter().chain(legal.iter().copied()) {
                        let why_illegal = position.why_illegal(mv);
                        let text = position.text();
                        assert_eq!(why_illegal.is_none(), legal.contains(&mv), "{mv:?} {text}");
                        assert!(why_illegal.is_none_or(|said| said.len() > 10), "{mv:?} {text}");
                    }
                }
            }
        }
    }

    const FOUGHT: &str = "......../......../......../..a2...b4./......../..aZ...b3./aZ......./a1aZb1....a3 \
        1 - =Z4/ZZ -/Z Z5/- 0:0 -/- 0:0:-";

    #[test]
    fn the_objection_says_what_is_wrong() {
        let held = FOUGHT.replace("a1aZb1....a3", "a1aZb1...bZa3");
        let turned_over = FOUGHT.replace("=Z4", "Z4");
        for (position, mv, reason) in [
            (FOUGHT, "tZ", "the order is known, so that t is enough"),
            (FOUGHT, "Z@a8", "you have no Z in hand"),
            (FOUGHT, "b2b3", "there is no piece on b2"),
            (FOUGHT, "c1d1", "Scorer 1 on c1 is not yours"),
            (FOUGHT, "a1b1", "b1 is occupied"),
            (FOUGHT, "a1c3", "c3 is occupied"),
            (FOUGHT, "c3d4", "a piece goes along a file or a rank"),
            (FOUGHT, "c3c8", "c5 is in the way"),
            (FOUGHT, "h1f1", "a Scorer steps, or jumps over one Zoker of its side"),
            (FOUGHT, "h1xg3", "only Zokers strike"),
            (FOUGHT, "c3xh3", "there is no Scorer on h3"),
            (FOUGHT, "c3xc5", "one's own Scorers are struck only together with an enemy's"),
            (FOUGHT, "c3=Z", "only Scorers are exchanged"),
            (FOUGHT, "h1=3", "no 3 is in your Exchange area"),
            (&*held, "h1h2", "Scorer 3 on h1 is held by the Zoker on g1"),
            (&*turned_over, "t", "say which piece was turned over: tZ, t4"),
            (&*turned_over, "t5", "no 5 is face down, only tZ, t4"),
        ] {
            let position = Zoka::from_text(position).unwrap();
            let mv = position.parse_move(mv).unwrap();
            assert_eq!(position.why_illegal(mv).as_deref(), Some(reason));
        }
    }
}
