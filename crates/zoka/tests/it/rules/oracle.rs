//! The oracle for Zoka: a slow implementation for tests that follows the rules literally and shares
//! no code with the rules of the crate.

mod squares;

use squares::{OnSquares, along, name, square};

/// File and rank from 1: `a1` is `(1, 1)`.
type Square = (i32, i32);

/// A seat from 1 to 4, and its piece, `Z` or `1` to `6`.
type SeatPiece = (usize, char);

const WAYS: [Square; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZokaOracle {
    variant: String,
    pieces: OnSquares<SeatPiece>,
    turn: usize,
    /// Whether the seat has another turn after this one.
    plus: bool,
    solo: Option<usize>,
    /// By seat: the line as in the text, the hand, the Exchange area, and the forbidden move; empty
    /// for none.
    lines: Vec<String>,
    hands: Vec<String>,
    exchanges: Vec<String>,
    back: Vec<String>,
    scores: [u32; 2],
    quiet: usize,
    passes: usize,
    left: Option<usize>,
}

impl ZokaOracle {
    /// Parses a position text of a variant, which should be valid; only some errors give `None`.
    #[must_use]
    pub fn from_text(variant: &str, text: &str) -> Option<ZokaOracle> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[rows, turn, solo, lines, hands, exchanges, scores, back, clocks] = &fields[..] else {
            return None;
        };
        let mut pieces = OnSquares::NONE;
        for (row, rank) in rows.rsplit('/').zip(1..) {
            let (mut letters, mut file) = (row.chars(), 1);
            while let Some(letter) = letters.next() {
                if letter != '.' {
                    let seat = "abcd".find(letter)? + 1;
                    pieces.insert((file, rank), (seat, letters.next()?));
                }
                file += 1;
            }
        }
        let list = |text: &str| -> Vec<String> {
            text.split('/').map(|part| part.replace('-', "")).collect()
        };
        let (one, two) = scores.split_once(':')?;
        let mut clocks = clocks.split(':');
        let mut clock = || clocks.next().map(str::parse::<usize>);
        Some(ZokaOracle {
            variant: variant.to_owned(),
            pieces,
            turn: turn.trim_end_matches('+').parse().ok()?,
            plus: turn.ends_with('+'),
            solo: solo.parse().ok(),
            lines: list(lines),
            hands: list(hands),
            exchanges: list(exchanges),
            back: list(back),
            scores: [one.parse().ok()?, two.parse().ok()?],
            quiet: clock()?.ok()?,
            passes: clock()?.ok()?,
            left: clock()?.ok(),
        })
    }

    /// The position text, in canonical form.
    #[must_use]
    pub fn text(&self) -> String {
        let square = |square: Square| match self.pieces.get(square) {
            Some((seat, piece)) => format!("{}{piece}", ["a", "b", "c", "d"][seat - 1]),
            None => ".".to_owned(),
        };
        let size = self.size();
        let row = |rank| (1..=size).map(|file| square((file, rank))).collect::<String>();
        let rows = (1..=size).rev().map(row).collect::<Vec<_>>().join("/");
        let list = |parts: &[String]| {
            let or_none = |part: &String| if part.is_empty() { "-" } else { part }.to_owned();
            parts.iter().map(or_none).collect::<Vec<_>>().join("/")
        };
        let number = |number: Option<usize>| number.map_or("-".to_owned(), |it| it.to_string());
        format!(
            "{rows} {}{} {} {} {} {} {}:{} {} {}:{}:{}",
            self.turn,
            if self.plus { "+" } else { "" },
            number(self.solo),
            list(&self.lines),
            list(&self.hands),
            list(&self.exchanges),
            self.scores[0],
            self.scores[1],
            list(&self.back),
            self.quiet,
            self.passes,
            number(self.left),
        )
    }

    fn size(&self) -> i32 {
        if self.variant == "zoka" { 8 } else { 10 }
    }

    fn seats(&self) -> usize {
        match self.variant.as_str() {
            "zoka" => 2,
            "zoka-3" | "zoka-1v2" => 3,
            _ => 4,
        }
    }

    /// The side of a seat: 1 for the side of seat 1, otherwise 2.
    #[must_use]
    pub fn side(&self, seat: usize) -> usize {
        let friend_of_first = match (self.variant.as_str(), self.solo) {
            (_, _) if seat == 1 => true,
            ("zoka", _) => false,
            ("zoka-2v2", _) => seat == 3,
            (_, Some(1)) => false,
            (_, Some(solo)) => seat != solo,
            // The solo player is not known yet.
            (_, None) => false,
        };
        if friend_of_first { 1 } else { 2 }
    }

    #[must_use]
    pub fn side_to_move(&self) -> usize {
        self.side(self.turn)
    }

    fn is_on_board(&self, (file, rank): Square) -> bool {
        (1..=self.size()).contains(&file) && (1..=self.size()).contains(&rank)
    }

    fn is_empty(&self, square: Square) -> bool {
        self.is_on_board(square) && self.pieces.get(square).is_none()
    }

    /// The seat and the piece on a square that is not empty.
    fn at(&self, square: Square) -> SeatPiece {
        self.pieces.get(square).unwrap_or((0, ' '))
    }

    /// Whether a wanted piece of this side is adjacent to a square.
    fn has_neighbour(&self, square: Square, side: usize, wanted: fn(char) -> bool) -> bool {
        WAYS.iter().any(|&way| {
            let neighbour = self.pieces.get(along(square, way, 1));
            neighbour.is_some_and(|(seat, piece)| self.side(seat) == side && wanted(piece))
        })
    }

    /// The squares reachable from this one without crossing a Zoker of a side.
    fn region(&self, from: Square, side: usize) -> Vec<Square> {
        let (mut region, mut seen) = (Vec::new(), OnSquares::NONE);
        let mut todo = vec![from];
        while let Some(square) = todo.pop() {
            let is_wall = match self.pieces.get(square) {
                Some((seat, piece)) => piece == 'Z' && self.side(seat) == side,
                None => false,
            };
            if self.is_on_board(square) && !is_wall && seen.insert(square, ()).is_none() {
                region.push(square);
                todo.extend(WAYS.map(|way| along(square, way, 1)));
            }
        }
        region
    }

    /// Whether the region of a Scorer of a side on this square has no enemy piece.
    fn is_protected(&self, square: Square, side: usize) -> bool {
        let is_enemy = |square: &Square| {
            self.pieces.get(*square).is_some_and(|(seat, _)| self.side(seat) != side)
        };
        !self.region(square, side).iter().any(is_enemy)
    }

    /// Whether, in addition, no enemy Zoker can be placed in the region.
    fn is_perfectly_protected(&self, square: Square, side: usize) -> bool {
        let has_zoker =
            |seat: usize| self.hands[seat - 1].contains('Z') || self.lines[seat - 1].contains('Z');
        let can_place = (1..=self.seats()).any(|seat| self.side(seat) != side && has_zoker(seat));
        let is_open = |&at: &Square| self.is_empty(at) && !self.has_neighbour(at, side, |_| true);
        self.is_protected(square, side)
            && !(can_place && self.region(square, side).iter().any(is_open))
    }

    #[must_use]
    pub fn is_enhanced(&self, side: usize) -> bool {
        self.pieces.iter().any(|(square, (seat, piece))| {
            piece != 'Z' && self.side(seat) == side && self.is_perfectly_protected(square, side)
        })
    }

    #[must_use]
    pub fn is_over(&self) -> bool {
        self.left == Some(0) || self.passes >= 2 * self.seats() || self.quiet >= 200
    }

    /// The scores of both sides if the game ended here.
    #[must_use]
    pub fn final_scores(&self) -> [u32; 2] {
        let mut scores = self.scores;
        for (square, (seat, piece)) in self.pieces.iter() {
            let side = self.side(seat);
            if piece != 'Z' && self.is_protected(square, side) {
                scores[side - 1] += piece.to_digit(10).unwrap_or(0);
            }
        }
        scores
    }

    /// The result as in the protocol.
    #[must_use]
    pub fn result(&self) -> &'static str {
        let [one, two] = self.final_scores();
        match () {
            () if !self.is_over() => "none",
            () if one > two => "p1win",
            () if two > one => "p2win",
            () => "draw",
        }
    }

    /// All legal moves, sorted; empty if the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let line = &self.lines[self.turn - 1];
        let mut hand: Vec<char> = self.hands[self.turn - 1].chars().collect();
        hand.dedup();
        let mut moves = vec!["0000".to_owned()];
        if line.starts_with('=') {
            moves.push("t".to_owned());
        } else {
            moves.extend(line.chars().map(|piece| format!("t{piece}")));
        }
        let side = self.side(self.turn);
        let size = self.size();
        for square in (1..=size).flat_map(|file| (1..=size).map(move |rank| (file, rank))) {
            if self.is_empty(square) && !self.has_neighbour(square, 3 - side, |_| true) {
                moves.extend(hand.iter().map(|piece| format!("{piece}@{}", name(square))));
            }
        }
        let enhanced = self.is_enhanced(side);
        for (square, (seat, piece)) in self.pieces.iter() {
            if seat == self.turn && piece == 'Z' {
                moves.extend(self.zoker_moves(square, enhanced));
            } else if seat == self.turn
                && !self.has_neighbour(square, 3 - side, |piece| piece == 'Z')
            {
                moves.extend(self.scorer_moves(square, enhanced));
            }
        }
        let back = &self.back[self.turn - 1];
        moves.retain(|mv| mv != back);
        moves.sort();
        moves.dedup();
        moves
    }

    fn zoker_moves(&self, from: Square, enhanced: bool) -> Vec<String> {
        let mut moves = Vec::new();
        for way in WAYS {
            // The distances of the pieces on this line, nearest first.
            let line = (1..self.size()).take_while(|&far| self.is_on_board(along(from, way, far)));
            let met: Vec<i32> =
                line.clone().filter(|&far| !self.is_empty(along(from, way, far))).collect();
            for far in line.take_while(|far| met.first() != Some(far)) {
                if far == 1 || enhanced {
                    moves.push(name(from) + &name(along(from, way, far)));
                }
            }
            let squares: Vec<Square> = met.iter().map(|&far| along(from, way, far)).collect();
            let is_scorer = |square: &Square| self.at(*square).1 != 'Z';
            let is_enemy = |square: &Square| self.side(self.at(*square).0) != self.side(self.turn);
            if let Some(first) = squares.first().filter(|at| is_scorer(at) && is_enemy(at)) {
                moves.push(format!("{}x{}", name(from), name(*first)));
            }
            if let Some(two) = squares.get(..2)
                && enhanced
                && two.iter().all(is_scorer)
                && two.iter().any(is_enemy)
            {
                moves.push(format!("{}x{}x{}", name(from), name(two[0]), name(two[1])));
            }
        }
        moves
    }

    /// The moves of a Scorer that is not held.
    fn scorer_moves(&self, from: Square, enhanced: bool) -> Vec<String> {
        let mut moves = Vec::new();
        let side = self.side(self.turn);
        for way in WAYS {
            let (near, far) = (along(from, way, 1), along(from, way, 2));
            if self.is_empty(near) {
                moves.push(name(from) + &name(near));
            }
            let over = self.pieces.get(near);
            let over = over.is_some_and(|(seat, piece)| piece == 'Z' && self.side(seat) == side);
            if enhanced && over && self.is_empty(far) {
                let mut with = self.clone();
                with.pieces.insert(far, (self.turn, '1'));
                if with.is_perfectly_protected(far, side) {
                    moves.push(name(from) + &name(far));
                }
            }
        }
        if enhanced {
            let area = self.exchanges[self.turn - 1].chars();
            moves.extend(area.map(|piece| format!("{}={piece}", name(from))));
        }
        moves
    }

    #[must_use]
    pub fn after(&self, mv: &str) -> ZokaOracle {
        let mut next = self.clone();
        let own = self.turn - 1;
        next.back[own] = String::new();
        let (mut progress, mut placed) = (false, false);
        if mv == "0000" {
        } else if let Some(turned) = mv.strip_prefix('t') {
            let known = self.lines[own].chars().nth(1).unwrap_or(' ');
            let piece = turned.chars().next().unwrap_or(known);
            remove(&mut next.lines[own], piece);
            if next.lines[own] == "=" {
                next.lines[own].clear();
            }
            insert(&mut next.hands[own], piece);
            progress = true;
        } else if let Some((piece, at)) = mv.split_once('@') {
            let piece = piece.chars().next().unwrap_or(' ');
            remove(&mut next.hands[own], piece);
            next.pieces.insert(square(at), (self.turn, piece));
            (progress, placed) = (true, true);
        } else if let Some((at, piece)) = mv.split_once('=') {
            let piece = piece.chars().next().unwrap_or(' ');
            remove(&mut next.exchanges[own], piece);
            insert(&mut next.exchanges[own], self.at(square(at)).1);
            next.pieces.insert(square(at), (self.turn, piece));
        } else if mv.contains('x') {
            let squares: Vec<Square> = mv.split('x').map(square).collect();
            next.pieces.remove(squares[0]);
            insert(&mut next.exchanges[own], 'Z');
            for struck in &squares[1..] {
                next.pieces.remove(*struck);
                let (seat, piece) = self.at(*struck);
                if self.side(seat) != self.side(self.turn) {
                    let value = piece.to_digit(10).unwrap_or(0);
                    next.scores[self.side(self.turn) - 1] += value;
                }
            }
            progress = true;
        } else {
            let second = mv.rfind(|c: char| c.is_ascii_lowercase()).unwrap_or(0);
            let (from, to) = mv.split_at(second);
            next.pieces.remove(square(from));
            next.pieces.insert(square(to), self.at(square(from)));
            next.back[own] = format!("{to}{from}");
        }
        next.quiet = if progress { 0 } else { self.quiet + 1 };
        next.passes = if mv == "0000" { self.passes + 1 } else { 0 };
        next.pass_the_turn(placed);
        next
    }

    fn pass_the_turn(&mut self, placed: bool) {
        let own = self.turn - 1;
        let following = self.turn % self.seats() + 1;
        let becomes_solo =
            placed && self.solo.is_none() && ["zoka-3", "zoka-4"].contains(&&*self.variant);
        if becomes_solo {
            self.solo = Some(self.turn);
        }
        let has_nothing = self.lines[own].is_empty() && self.hands[own].is_empty();
        if let Some(left) = self.left {
            self.left = Some(left - 1);
            self.turn = following;
        } else if placed && has_nothing {
            self.left = Some(self.seats() - 1);
            self.turn = following;
            self.plus = false;
        } else if becomes_solo {
            // The second of two consecutive turns.
        } else if self.plus {
            self.plus = false;
        } else {
            self.turn = following;
            self.plus = self.solo == Some(following);
        }
    }
}

fn remove(list: &mut String, piece: char) {
    if let Some(at) = list.find(piece) {
        list.remove(at);
    }
}

/// Adds a piece to a sorted list.
fn insert(list: &mut String, piece: char) {
    let place = |other: char| "Z123456".find(other).unwrap_or(0);
    let at = list.chars().filter(|&other| place(other) <= place(piece)).count();
    list.insert(at, piece);
}
