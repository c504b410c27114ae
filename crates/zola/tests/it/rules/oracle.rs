//! The oracle for Zola: a slow implementation for tests that follows the rules sheet literally and
//! shares no code with the rules of the crate.

use std::fmt::Write;

/// A position; `board[rank][file]` is `r`, `b` or a blank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZolaOracle {
    board: Vec<Vec<char>>,
    side: char,
    swap: char,
}

impl ZolaOracle {
    /// The start position on a board of this size; `pie` enables the pie rule.
    #[must_use]
    pub fn start(size: usize, pie: bool) -> ZolaOracle {
        let checker =
            |file: usize, rank: usize| if (file + rank).is_multiple_of(2) { 'r' } else { 'b' };
        let board = (0..size).map(|rank| (0..size).map(|file| checker(file, rank)).collect());
        ZolaOracle { board: board.collect(), side: 'r', swap: if pie { 'p' } else { '-' } }
    }

    /// Parses a position text of two or three fields, which should be valid; only some errors give
    /// `None`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<ZolaOracle> {
        let mut fields = text.split(' ');
        let rows: Vec<&str> = fields.next()?.split('/').collect();
        let mut board = Vec::new();
        for row in rows.iter().rev() {
            let mut squares = Vec::new();
            let mut number = 0;
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    number = number * 10 + digit as usize;
                } else {
                    squares.extend(vec![' '; number]);
                    number = 0;
                    squares.push(letter);
                }
            }
            squares.extend(vec![' '; number]);
            if squares.len() != rows.len() {
                return None;
            }
            board.push(squares);
        }
        let side = fields.next()?.chars().next()?;
        let swap = fields.next().map_or(Some('-'), |field| field.chars().next())?;
        Some(ZolaOracle { board, side, swap })
    }

    /// The position text, in canonical form.
    #[must_use]
    pub fn text(&self) -> String {
        let mut rows = Vec::new();
        for squares in self.board.iter().rev() {
            let mut row = String::new();
            for run in squares.chunk_by(|a, b| *a == ' ' && *b == ' ') {
                match run {
                    [' ', ..] => write!(row, "{}", run.len()).unwrap_or_default(),
                    _ => row.push(run[0]),
                }
            }
            rows.push(row);
        }
        format!("{} {} {}", rows.join("/"), self.side, self.swap)
    }

    /// All legal moves in canonical notation, sorted; empty if the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let mut moves = self.checker_moves();
        if moves.is_empty() {
            moves.push("0000".to_owned());
        }
        if self.swap == 's' {
            moves.push("swap".to_owned());
        }
        moves.sort();
        moves
    }

    /// The colour that has won, `r` or `b`.
    #[must_use]
    pub fn winner(&self) -> Option<char> {
        let has = |colour| self.board.iter().flatten().any(|&square| square == colour);
        match (has('r'), has('b')) {
            (true, false) => Some('r'),
            (false, true) => Some('b'),
            _ => None,
        }
    }

    /// The position after a legal move in canonical notation.
    #[must_use]
    pub fn after(&self, mv: &str) -> ZolaOracle {
        let mut next = self.clone();
        next.side = other(self.side);
        next.swap = if self.swap == 'p' { 's' } else { '-' };
        match mv {
            "0000" => {}
            "swap" => {
                for square in next.board.iter_mut().flatten() {
                    *square = other(*square);
                }
            }
            _ => {
                let second = mv[1..].find(char::is_alphabetic).map_or(mv.len(), |i| i + 1);
                let (from_file, from_rank) = square(&mv[..second]);
                let (to_file, to_rank) = square(&mv[second..]);
                next.board[from_rank][from_file] = ' ';
                next.board[to_rank][to_file] = self.side;
            }
        }
        next
    }

    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }

    fn checker_moves(&self) -> Vec<String> {
        let size = self.board.len();
        let mut moves = Vec::new();
        for (rank, file) in (0..size * size).map(|i| (i / size, i % size)) {
            if self.board[rank][file] != self.side {
                continue;
            }
            for (up, right) in
                [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
            {
                let targets =
                    [self.step_outward(file, rank, right, up), self.capture(file, rank, right, up)];
                for (to_file, to_rank) in targets.into_iter().flatten() {
                    moves.push(format!("{}{}", name(file, rank), name(to_file, to_rank)));
                }
            }
        }
        moves
    }

    /// The next square in a direction if it is empty and farther from the centre.
    fn step_outward(
        &self,
        file: usize,
        rank: usize,
        right: isize,
        up: isize,
    ) -> Option<(usize, usize)> {
        let target = self.neighbour((file, rank), right, up)?;
        let empty = self.board[target.1][target.0] == ' ';
        (empty && self.distance(target) > self.distance((file, rank))).then_some(target)
    }

    /// The square of the first checker in a direction, if it is an enemy's and not farther from the
    /// centre.
    fn capture(&self, file: usize, rank: usize, right: isize, up: isize) -> Option<(usize, usize)> {
        let mut target = self.neighbour((file, rank), right, up)?;
        while self.board[target.1][target.0] == ' ' {
            target = self.neighbour(target, right, up)?;
        }
        let enemy = self.board[target.1][target.0] == other(self.side);
        (enemy && self.distance(target) <= self.distance((file, rank))).then_some(target)
    }

    fn neighbour(
        &self,
        (file, rank): (usize, usize),
        right: isize,
        up: isize,
    ) -> Option<(usize, usize)> {
        let next = (file.checked_add_signed(right)?, rank.checked_add_signed(up)?);
        (next.0 < self.board.len() && next.1 < self.board.len()).then_some(next)
    }

    fn distance(&self, (file, rank): (usize, usize)) -> i64 {
        let from_centre = |i: usize| 2 * i as i64 - (self.board.len() as i64 - 1);
        from_centre(file).pow(2) + from_centre(rank).pow(2)
    }
}

fn other(colour: char) -> char {
    match colour {
        'r' => 'b',
        'b' => 'r',
        other => other,
    }
}

fn name(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn square(name: &str) -> (usize, usize) {
    let file = usize::from(name.as_bytes()[0] - b'a');
    (file, name[1..].parse::<usize>().unwrap_or(1) - 1)
}
