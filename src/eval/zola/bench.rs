//! The positions of the benchmark.

use super::RunsNets;
use crate::eval::Benchmark;
use crate::games::zola::Zola;

impl<S: RunsNets> Benchmark for Zola<S> {
    const BENCH_DEPTH: u32 = match S::N {
        4 => 12,
        6 => 10,
        8 => 8,
        _ => 7,
    };

    /// Start, opening, middle game, endings and a forced pass.
    const BENCH_POSITIONS: &'static [&'static str] = match S::N {
        4 => &["brbr/rbrb/brbr/rbrb r -", "b1br/1b2/bbr1/rbrb r -"],
        6 => &[
            "brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb r p",
            "b1brbr/rrrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb b -",
            "brbrbr/rbrbrb/brb1b1/rbrrrr/brbrbr/r1bbb1 r -",
            "b1r2r/1b2rb/2br2/r1b1b1/b2r1r/1br1b1 b -",
        ],
        8 => &[
            "brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb r -",
            "b2r1rb1/1rb2b1r/r1b1r2b/2br1b2/1b1r1br1/r3b2r/1br1r1b1/b1r2b1r b -",
        ],
        _ => &[
            "b3r4r/1b3r2b1/2r1b1r3/r2b1r2b1/3rb1b1r1/1b2r1r2b/r1b2b1r2/2r1b2b1r/1b3r2r1/r2b3b1r r -",
        ],
    };
}
