//! Proofs of toy games, for examples and tests: Hexapawn, and the corridor, which has draws.

#[cfg(feature = "files")]
use zugi_game::toy::Corridor;
use zugi_game::toy::Hexapawn;
use zugi_game::{Game, Player, Probe};
use zugi_tables::HasTablebase;

#[cfg(feature = "files")]
use crate::draws::{DfpnSolver, ProvableWithDraws};
use crate::{Provable, Proves, Solver};

const SQUARES: u32 = 16;

impl Proves for Hexapawn {
    type Prover<O: Probe<Hexapawn> + 'static> = Solver<Hexapawn, O>;
}

impl Provable for Hexapawn {
    /// A bit for each square, and one for the side to move.
    const HALF_BITS: u32 = SQUARES + 1;

    fn proof_key(&self) -> Option<[u64; 2]> {
        let [white, black] = Player::BOTH.map(|player| self.pawns(player));
        Some([white | (self.to_move().index() as u64) << SQUARES, black])
    }

    fn size(&self) -> u32 {
        self.pieces()
    }

    /// The number of replies: the proof must refute all of them.
    fn effort(&self, next: &Hexapawn) -> i32 {
        next.count_moves() as i32
    }

    /// The start, with eight pawns, takes 236 nodes without tables.
    fn expected_nodes(&self, known_pieces: u32) -> f64 {
        2f64.powi(self.pieces() as i32) / f64::from(1 + known_pieces)
    }

    /// Grows with the expected nodes and with the number of moves: the proof must refute all moves.
    fn log_proof_size(&self, known_pieces: u32) -> f64 {
        (self.expected_nodes(known_pieces) * (1 + self.count_moves()) as f64).ln()
    }
}

#[cfg(feature = "files")]
impl Proves for Corridor {
    type Prover<O: Probe<Corridor> + 'static> = DfpnSolver<Corridor, O>;
}

#[cfg(feature = "files")]
impl ProvableWithDraws for Corridor {
    const QUIET_LIMIT: u8 = 40;

    fn board_key(&self) -> [u64; 2] {
        [self.key(), 0]
    }

    fn quiet_plies(&self) -> u8 {
        self.reversible_plies() as u8
    }

    fn with_quiet_plies(&self, quiet: u8) -> Corridor {
        self.with_plies(quiet)
    }

    fn size(&self) -> u32 {
        2
    }

    fn longest_win(_: u32) -> Option<u8> {
        None
    }

    /// Where one move is enough, the number is 1; where all moves are needed, it is their number.
    fn first_numbers(&self, prover: Player) -> [u32; 2] {
        let moves = self.count_moves() as u32;
        if self.to_move() == prover { [1, moves] } else { [moves, 1] }
    }
}
