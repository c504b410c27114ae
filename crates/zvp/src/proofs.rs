//! The proof search in Zombies vs Princesses Draughts: keys, the longest wins, and first numbers.

use std::sync::LazyLock;

use zugi_game::{Game, Player, Probe};
use zugi_proofs::Proves;
use zugi_proofs::draws::{DfpnSolver, ProvableWithDraws};
use zugi_search::Evaluator;
use zugi_search::eval::net::Net;

use crate::rules::{QUIET_PLIES_TO_DRAW, Zvp};

static NET: LazyLock<Net<Zvp>> = LazyLock::new(Net::default);

/// The first proof number is the sum of 1 and a part. The part is 1 if there are six pieces and the
/// prover has an advantage of `ADVANTAGE_FOR_ONE`, in hundredths of a piece. Each
/// `HALVING_ADVANTAGE` more of advantage halves the part, and each further piece doubles it. The
/// number is at most `MOST`. Where the opponent moves it is multiplied by the number of moves, and
/// is then at most twice `MOST`. `docs/notes/solving.md` has the measurements.
const ADVANTAGE_FOR_ONE: f64 = 350.0;
const HALVING_ADVANTAGE: f64 = 40.0;
const MOST: f64 = 30_000.0;

/// The first disproof number is the sum of 1 and a part. The part is `EVEN` in an even position,
/// and halves with each `HALVES_DISPROOF` hundredths of a piece by which the prover is behind. The
/// number is at most `MOST_TO_DISPROVE`; where the prover moves it is then multiplied by the number
/// of moves.
const EVEN: f64 = 8.0;
const HALVES_DISPROOF: f64 = 150.0;
const MOST_TO_DISPROVE: f64 = 200.0;

/// The set moved from dark squares to the light squares next to them.
fn on_light_squares(set: u64) -> u64 {
    const EVEN_FILES: u64 = 0x5555_5555_5555_5555;
    (set & EVEN_FILES) << 1 | set >> 1 & EVEN_FILES
}

impl Proves for Zvp {
    type Prover<O: Probe<Zvp> + 'static> = DfpnSolver<Zvp, O>;
}

impl ProvableWithDraws for Zvp {
    const QUIET_LIMIT: u8 = QUIET_PLIES_TO_DRAW;

    /// The first number has White's pieces, and Black's pieces moved to the light squares next to
    /// them. The second one has the promoted pieces and, if Black is to move, the light square
    /// `b1`.
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

    /// From the net's value for the prover; the proof number also from the number of pieces.
    fn first_numbers(&self, prover: Player) -> [u32; 2] {
        let is_prover = self.to_move() == prover;
        let value = f64::from(NET.value(self));
        let value = if is_prover { value } else { -value };
        let pieces = f64::from(self.size());
        let proof = 1.0 + (pieces - 6.0 + (ADVANTAGE_FOR_ONE - value) / HALVING_ADVANTAGE).exp2();
        let disproof = 1.0 + EVEN * (value / HALVES_DISPROOF).exp2();
        let [proof, disproof] =
            [proof.min(MOST), disproof.min(MOST_TO_DISPROVE)].map(|work| work as u32);
        let moves = self.count_moves() as u32;
        match is_prover {
            true => [proof, disproof * moves],
            false => [(proof * moves).min(2 * MOST as u32), disproof],
        }
    }
}
