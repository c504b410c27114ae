//! The rules of Zola (Mark Steere, 2021).
//!
//! - A checker moves one king step to an empty square farther from the centre of the board, or
//!   captures like a queen: the first checker on its line, if that is an enemy not farther from the
//!   centre than the mover was.
//! - Captures are not compulsory. A side passes if and only if it has no move.
//! - The side that captures the last enemy checker wins. There are no draws, and no position can
//!   recur: a capture lowers the number of checkers, a quiet move raises the sum of their
//!   distances, and two passes never follow each other.
//! - Pie rule (optional): player two may answer the first move with `swap`. Player one is always
//!   Red, so the swap recolours every checker and gives the turn back.

mod explain;
mod look;
mod move_masks;
pub mod movegen;
mod moves;
mod notation;
mod pack;
mod ray_masks;
mod size;

use std::ops::ControlFlow;

use zugi_game::board::{Bits, Square, Symmetry, key_table};
use zugi_game::{Game, Outcome, Player, Repetition, TextError};

pub use move_masks::distance;
pub use moves::ZolaMove;
pub use size::{Size, Size4, Size6, Size8, Size10};

pub type Zola4 = Zola<Size4>;
pub type Zola6 = Zola<Size6>;
pub type Zola8 = Zola<Size8>;
pub type Zola10 = Zola<Size10>;

/// A position of Zola: the checkers, the side to move, and the state of the pie rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Zola<S: Size> {
    /// The checkers of player one (Red) and of player two (Blue).
    checkers: [S::Bits; 2],
    to_move: Player,
    pie: Pie,
    key: u64,
}

const CHECKER_KEYS: [[u64; 128]; 2] = [key_table(1), key_table(2)];

/// The keys of Blue to move and of the states of the pie rule.
const STATE_KEYS: [u64; 3] = key_table(3);
const BLUE_TO_MOVE_KEY: u64 = STATE_KEYS[0];

/// The state of the pie rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Pie {
    /// No swap is possible: the game has no pie rule, or its second move was made.
    Off,
    /// Before the first move.
    FirstMove,
    /// After the first move: the side to move may swap.
    MaySwap,
}

impl Pie {
    const fn key(self) -> u64 {
        match self {
            Pie::Off => 0,
            Pie::FirstMove => STATE_KEYS[1],
            Pie::MaySwap => STATE_KEYS[2],
        }
    }

    /// The state after a move other than the swap.
    const fn next(self) -> Pie {
        match self {
            Pie::FirstMove => Pie::MaySwap,
            Pie::MaySwap | Pie::Off => Pie::Off,
        }
    }
}

impl<S: Size> Zola<S> {
    fn new(checkers: [S::Bits; 2], to_move: Player, pie: Pie) -> Zola<S> {
        let mut position = Zola { checkers, to_move, pie, key: 0 };
        position.key = position.key_from_scratch();
        position
    }

    /// The position after the swap, in which Red moves again.
    #[cold]
    fn swapped(&self) -> Zola<S> {
        let [red, blue] = self.checkers;
        Zola::new([blue, red], Player::One, Pie::Off)
    }

    fn set_up(pie: Pie) -> Zola<S> {
        let mut checkers = [S::Bits::EMPTY; 2];
        for square in 0..S::SQUARES {
            let side = usize::from((square % S::N + square / S::N) % 2);
            checkers[side] = checkers[side] | S::Bits::of(square);
        }
        Zola::new(checkers, Player::One, pie)
    }

    /// The position with these checkers of player one and of player two, without the pie rule;
    /// `None` if there are no checkers, two on one square, or one off the board.
    ///
    /// ```
    /// use zugi_game::{Game, Player};
    /// use zugi_zola::Zola4;
    /// let position = Zola4::with_checkers([0b0001, 0b1000], Player::Two).unwrap();
    /// assert_eq!(position.text(), "4/4/4/r2b b -");
    /// assert_eq!(Zola4::with_checkers([1, 1], Player::One), None);
    /// ```
    #[must_use]
    pub fn with_checkers(checkers: [S::Bits; 2], to_move: Player) -> Option<Zola<S>> {
        let [one, two] = checkers;
        let on_board = (one | two).last()?.index() < S::SQUARES;
        (on_board && (one & two).is_empty()).then(|| Zola::new(checkers, to_move, Pie::Off))
    }

    /// Whether no swap is possible in the rest of the game.
    #[must_use]
    #[inline]
    pub fn is_without_pie(&self) -> bool {
        self.pie == Pie::Off
    }

    #[must_use]
    #[inline]
    pub fn checkers(&self, player: Player) -> S::Bits {
        self.checkers[player.index()]
    }

    /// Adds or removes a side's checker on a square, and updates the key.
    #[inline(always)]
    fn toggle(&mut self, side: usize, square: Square) {
        self.checkers[side] = self.checkers[side] ^ S::Bits::of(square);
        self.key ^= CHECKER_KEYS[side][usize::from(square)];
    }

    #[inline]
    pub(crate) fn own_and_enemy(&self) -> (S::Bits, S::Bits) {
        (self.checkers(self.to_move), self.checkers(self.to_move.opponent()))
    }

    /// Whether a legal move is a capture.
    #[must_use]
    #[inline]
    pub fn is_capture(&self, mv: ZolaMove) -> bool {
        mv != ZolaMove::PASS
            && mv != ZolaMove::SWAP
            && self.checkers(self.to_move.opponent()).contains(mv.to())
    }

    fn is_legal_checker_move(&self, from: Square, to: Square) -> bool {
        let (own, enemy) = self.own_and_enemy();
        if from.max(to).index() >= S::SQUARES || !own.contains(from) || own.contains(to) {
            return false;
        }
        if enemy.contains(to) {
            return S::attackers(own, enemy, to).any(|attacker| attacker == from);
        }
        let files = from.file(S::N).abs_diff(to.file(S::N));
        let ranks = from.rank(S::N).abs_diff(to.rank(S::N));
        files.max(ranks) == 1 && S::distance(to) > S::distance(from)
    }
}

impl<S: Size> Game for Zola<S> {
    type Move = ZolaMove;

    const NAME: &'static str = S::NAME;
    const REPETITION: Repetition = Repetition::Impossible;
    const DRAWS: bool = false;

    fn start() -> Self {
        Zola::set_up(Pie::Off)
    }

    fn pie_start() -> Option<Self> {
        Some(Zola::set_up(Pie::FirstMove))
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        Player::BOTH
            .into_iter()
            .find(|&player| self.checkers(player.opponent()).is_empty())
            .map(Outcome::Win)
    }

    fn visit_moves(&self, visit: &mut impl FnMut(ZolaMove) -> ControlFlow<()>) -> ControlFlow<()> {
        let (own, enemy) = self.own_and_enemy();
        if own.is_empty() || enemy.is_empty() {
            return ControlFlow::Continue(());
        }
        if self.pie == Pie::MaySwap {
            visit(ZolaMove::SWAP)?;
        }
        let mut stuck = true;
        S::visit(own, enemy, &mut |from, to| {
            stuck = false;
            visit(ZolaMove::checker(from, to))
        })?;
        if stuck {
            visit(ZolaMove::PASS)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play_unchecked(&mut self, mv: ZolaMove) {
        if mv == ZolaMove::SWAP {
            *self = self.swapped();
            return;
        }
        let (mover, other) = (self.to_move.index(), self.to_move.opponent().index());
        if mv != ZolaMove::PASS {
            self.toggle(mover, mv.from());
            self.toggle(mover, mv.to());
            if self.checkers[other].contains(mv.to()) {
                self.toggle(other, mv.to());
            }
        }
        self.key ^= BLUE_TO_MOVE_KEY ^ self.pie.key() ^ self.pie.next().key();
        self.pie = self.pie.next();
        self.to_move = self.to_move.opponent();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let checkers = Player::BOTH.into_iter().flat_map(|player| {
            let squares = self.checkers(player).squares();
            squares.map(move |square| CHECKER_KEYS[player.index()][usize::from(square)])
        });
        let side = self.to_move.index() as u64 * BLUE_TO_MOVE_KEY;
        checkers.fold(side ^ self.pie.key(), |key, checker| key ^ checker)
    }

    fn parse_move(&self, text: &str) -> Result<ZolaMove, TextError> {
        notation::parse_move(text, S::N, !self.is_without_pie())
    }

    fn move_text(&self, mv: ZolaMove) -> String {
        notation::move_text(mv, S::N)
    }

    fn is_legal(&self, mv: ZolaMove) -> bool {
        if self.outcome().is_some() {
            return false;
        }
        match mv {
            ZolaMove::SWAP => self.pie == Pie::MaySwap,
            ZolaMove::PASS => {
                let (own, enemy) = self.own_and_enemy();
                S::count(own, enemy) == 0
            }
            mv => self.is_legal_checker_move(mv.from(), mv.to()),
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        let (own, enemy) = self.own_and_enemy();
        if own.is_empty() || enemy.is_empty() {
            return 0;
        }
        let swap = u64::from(self.pie == Pie::MaySwap);
        u64::from(S::count(own, enemy).max(1)) + swap
    }

    fn count_replies(&self) -> u64 {
        if self.pie != Pie::Off {
            return self.moves().into_iter().map(|mv| self.after(mv).count_moves()).sum();
        }
        let (own, enemy) = self.own_and_enemy();
        S::count_replies(own, enemy)
    }

    fn why_illegal(&self, mv: ZolaMove) -> Option<String> {
        (!self.is_legal(mv)).then(|| self.objection(mv))
    }

    fn ended(&self) -> Option<String> {
        let loser = Player::BOTH.into_iter().find(|&player| self.checkers(player).is_empty())?;
        Some(format!("{} has no checker left", look::PLAYERS[loser.index()]))
    }

    /// The eight symmetries of the board and, if no swap is possible, the same with colours
    /// exchanged.
    fn images(&self) -> Vec<Self> {
        let turned = Symmetry::ALL.map(|symmetry| {
            let checkers = self.checkers.map(|set| symmetry.bits(set, S::N));
            Zola::new(checkers, self.to_move, self.pie)
        });
        let mut images = turned.to_vec();
        if self.pie == Pie::Off {
            images.extend(turned.map(|image| {
                let [red, blue] = image.checkers;
                Zola::new([blue, red], self.to_move.opponent(), Pie::Off)
            }));
        }
        images
    }
}
