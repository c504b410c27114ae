//! The oracle for Zombies vs Princesses Draughts: a slow implementation for tests that follows the
//! rules literally and shares no code with the rules of the crate.

use std::collections::BTreeMap;

/// File and rank from 1 to 8: `a1` is `(1, 1)`.
type Square = (i32, i32);

/// A position: the letter (`w`, `W`, `b`, `B`) on each occupied square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZvpOracle {
    pieces: BTreeMap<Square, char>,
    side: char,
    quiet: u32,
}

impl ZvpOracle {
    #[must_use]
    pub fn start() -> ZvpOracle {
        let white = ["a1", "a3", "b2", "c1", "a5", "b4", "c3", "d2", "e1"];
        let black = ["h8", "h6", "g7", "f8"];
        let mut pieces = BTreeMap::new();
        pieces.extend(white.map(|name| (square(name), 'w')));
        pieces.extend(black.map(|name| (square(name), 'b')));
        ZvpOracle { pieces, side: 'w', quiet: 0 }
    }

    /// Parses a position text of two or three fields, which should be valid; only some errors give
    /// `None`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<ZvpOracle> {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut pieces = BTreeMap::new();
        for (row, rank) in fields.first()?.split('/').zip((1..=8).rev()) {
            let mut file = 1;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as i32;
                } else {
                    pieces.insert((file, rank), letter);
                    file += 1;
                }
            }
        }
        let side = fields.get(1)?.chars().next()?;
        let quiet = fields.get(2).map_or(Some(0), |field| field.parse().ok())?;
        Some(ZvpOracle { pieces, side, quiet })
    }

    /// The position text, in canonical form.
    #[must_use]
    pub fn text(&self) -> String {
        let letter = |file, rank| self.pieces.get(&(file, rank)).copied().unwrap_or('1');
        let row = |rank| (1..=8).map(|file| letter(file, rank)).collect::<String>();
        let mut rows = (1..=8).rev().map(row).collect::<Vec<_>>().join("/");
        for run in (2..=8_usize).rev() {
            rows = rows.replace(&"1".repeat(run), &run.to_string());
        }
        format!("{rows} {} {}", self.side, self.quiet)
    }

    /// The winner, `w` or `b`, or `d` for a draw by quiet plies.
    #[must_use]
    pub fn result(&self) -> Option<char> {
        self.result_with(&self.possible_moves())
    }

    /// The result of the position, if it has these moves.
    fn result_with(&self, moves: &[String]) -> Option<char> {
        let has = |side| self.pieces.values().any(|&piece| side_of(piece) == side);
        if !has('w') {
            return Some('b');
        }
        if !has('b') {
            return Some('w');
        }
        if moves.is_empty() {
            return Some(other(self.side));
        }
        (self.quiet >= 80).then_some('d')
    }

    /// All legal moves in canonical notation, sorted; empty if the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        let mut moves = self.possible_moves();
        if self.result_with(&moves).is_some() {
            moves.clear();
        }
        moves.sort();
        moves
    }

    /// The position after a legal move in canonical notation.
    #[must_use]
    pub fn after(&self, mv: &str) -> ZvpOracle {
        let mut next = self.clone();
        let squares: Vec<Square> = (0..mv.len() / 2).map(|i| square(&mv[2 * i..][..2])).collect();
        let mut progress = false;
        for pair in squares.windows(2) {
            progress |= next.go(pair[0], pair[1]);
        }
        next.side = other(self.side);
        next.quiet = if progress { 0 } else { self.quiet + 1 };
        next
    }

    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }

    /// The moves of the side to move, even if the game is over.
    fn possible_moves(&self) -> Vec<String> {
        let own: Vec<Square> = self
            .pieces
            .iter()
            .filter(|&(_, &piece)| side_of(piece) == self.side)
            .map(|(&square, _)| square)
            .collect();
        let captures: Vec<String> = own.iter().flat_map(|&from| self.captures(from)).collect();
        if captures.is_empty() {
            own.iter().flat_map(|&from| self.steps(from)).collect()
        } else {
            captures
        }
    }

    fn steps(&self, from: Square) -> Vec<String> {
        let targets = self.ways(from).into_iter().map(|way| along(from, way, 1));
        let empty = targets.filter(|&target| self.is_empty(target));
        empty.map(|target| name(from) + &name(target)).collect()
    }

    /// All capture chains from this square, each to its end.
    fn captures(&self, from: Square) -> Vec<String> {
        let mut moves = Vec::new();
        for target in self.jumps(from) {
            let mut next = self.clone();
            next.go(from, target);
            let promoted_now = self.pieces.get(&from) != next.pieces.get(&target);
            let further = if promoted_now { Vec::new() } else { next.captures(target) };
            if further.is_empty() {
                moves.push(name(from) + &name(target));
            }
            moves.extend(further.iter().map(|rest| name(from) + rest));
        }
        moves
    }

    /// The landing squares of single jumps.
    fn jumps(&self, from: Square) -> Vec<Square> {
        let can_jump = |&way: &Square| {
            let between = self.pieces.get(&along(from, way, 1));
            let enemy = between.is_some_and(|&piece| side_of(piece) != self.side);
            enemy && self.is_empty(along(from, way, 2))
        };
        self.ways(from).into_iter().filter(can_jump).map(|way| along(from, way, 2)).collect()
    }

    /// Makes a step or a jump with all its effects. Returns whether it cannot be taken back: a
    /// capture, a promotion, or a forward move of an unpromoted piece.
    fn go(&mut self, from: Square, to: Square) -> bool {
        let piece = self.pieces.remove(&from).unwrap_or(' ');
        let ranks = to.1 - from.1;
        let files = to.0 - from.0;
        let mut progress = match piece {
            'w' => files > 0 && ranks > 0,
            'b' => files < 0 && ranks < 0,
            _ => false,
        };
        if ranks.abs() == 2 {
            let between = (from.0 + files / 2, from.1 + ranks / 2);
            match self.side {
                'w' => self.pieces.remove(&between),
                _ => self.pieces.insert(between, 'b'),
            };
            progress = true;
        }
        let arrived = match (piece, name(to).as_str()) {
            ('w', "h8") => 'W',
            ('b', "a1") => 'B',
            (piece, _) => piece,
        };
        progress |= arrived != piece;
        self.pieces.insert(to, arrived);
        progress
    }

    /// The directions of the piece on a square.
    fn ways(&self, from: Square) -> Vec<Square> {
        match self.pieces.get(&from) {
            Some('w') => vec![(1, 1), (-1, 1), (1, -1)],
            Some('b') => vec![(-1, -1), (-1, 1), (1, -1)],
            Some('W' | 'B') => vec![(1, 1), (-1, 1), (1, -1), (-1, -1)],
            _ => Vec::new(),
        }
    }

    fn is_empty(&self, square: Square) -> bool {
        let on_board = (1..=8).contains(&square.0) && (1..=8).contains(&square.1);
        on_board && !self.pieces.contains_key(&square)
    }
}

fn along(from: Square, way: Square, steps: i32) -> Square {
    (from.0 + steps * way.0, from.1 + steps * way.1)
}

fn side_of(piece: char) -> char {
    piece.to_ascii_lowercase()
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

fn name((file, rank): Square) -> String {
    let letter = ["a", "b", "c", "d", "e", "f", "g", "h"][file as usize - 1];
    format!("{letter}{rank}")
}

fn square(name: &str) -> Square {
    let [file, rank] = [0, 1].map(|i| i32::from(name.as_bytes()[i]));
    (file - i32::from(b'a') + 1, rank - i32::from(b'0'))
}
