//! The proof search in Zombies vs Princesses Draughts: keys, the longest wins, and first numbers.

use std::sync::LazyLock;

use zugi_game::{Game, Player, Probe};
use zugi_proofs::Proves;
use zugi_proofs::draws::{DfpnSolver, ProvableWithDraws};
use zugi_search::Evaluator;
use zugi_search::eval::net::Net;

use crate::rules::{QUIET_PLIES_TO_DRAW, Zvp};

static NET: LazyLock<Net<Zvp>> = LazyLock::new(Net::default);

/// The first number of an even position, the advantage in hundredths of a piece that halves it, and
/// the greatest first number. `docs/notes/solving.md` has the measurements.
const EVEN: f64 = 8.0;
const HALVES: f64 = 150.0;
const MOST: f64 = 200.0;

/// The same set on the light squares beside the dark ones.
fn on_light_squares(set: u64) -> u64 {
    const EVEN_FILES: u64 = 0x5555_5555_5555_5555;
    (set & EVEN_FILES) << 1 | set >> 1 & EVEN_FILES
}

impl Proves for Zvp {
    type Prover<O: Probe<Zvp> + 'static> = DfpnSolver<O>;
}

impl ProvableWithDraws for Zvp {
    const QUIET_LIMIT: u8 = QUIET_PLIES_TO_DRAW;

    /// The first number has White's pieces, and Black's on the light squares; the second one the
    /// promoted pieces, and the side to move on a light square.
    #[inline]
    fn board_key(&self) -> [u64; 2] {
        let [white, black] = Player::BOTH.map(|side| self.pieces(side));
        let side = (self.to_move().index() as u64) << 1;
        [white | on_light_squares(black), self.promoted() | side]
    }

    #[inline]
    fn quiet_plies(&self) -> u8 {
        Zvp::quiet_plies(self)
    }

    fn with_quiet_plies(&self, quiet: u8) -> Zvp {
        Zvp::with_quiet_plies(self, quiet)
    }

    #[inline]
    fn size(&self) -> u32 {
        Player::BOTH.map(|player| self.pieces(player).count_ones()).iter().sum()
    }

    /// Found by building the tables, see `docs/notes/tables.md`. With six pieces some wins take
    /// more plies than the rules allow.
    #[inline]
    fn longest_win(pieces: u32) -> Option<u8> {
        match pieces {
            0..=4 => Some(45),
            5 => Some(74),
            _ => None,
        }
    }

    /// From the net's value for the prover. The side that must refute all moves has one more for
    /// each of them.
    fn first_numbers(&self, prover: Player) -> [u32; 2] {
        let is_prover = self.to_move() == prover;
        let value = f64::from(NET.value(self));
        let value = if is_prover { value } else { -value };
        let work = |value: f64| (1.0 + EVEN * (-value / HALVES).exp2()).min(MOST) as u32;
        let (proof, disproof, moves) = (work(value), work(-value), self.count_moves() as u32);
        if is_prover { [proof, disproof + moves] } else { [proof + moves, disproof] }
    }
}
