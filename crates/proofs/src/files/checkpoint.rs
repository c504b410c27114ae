//! Checkpoints: files with the results of a proof, from which it continues later.
//!
//! A checkpoint has four lines of text: the format, the variant, the position, and three numbers
//! (the logarithm of the number of buckets, the nodes, the milliseconds). The entries of the table
//! of results follow, compressed and with a checksum. An entry has a number in base 128, one more
//! than the difference between its bucket and the one before, and eight bytes; the number 0 ends
//! the list. Each entry is valid alone, so a search may run during the write. A resumed search
//! begins at the root and finds its results in the table.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use zugi_game::Probe;

use super::file_format::{bounded_line, read_number, write_number};
use crate::results_table::{NoMemoryForResults, Results};
use crate::{Provable, Solver};

const MAGIC: &str = "zugi checkpoint 1";

/// The most entries of a checkpoint; those with the least work are left out.
const MAX_ENTRIES: u64 = 1 << 24;

/// The Zstandard level: the entries look random, so a higher one gains little.
const LEVEL: i32 = 1;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ProofCost {
    /// The positions expanded.
    pub nodes: u64,
    pub time: Duration,
}

#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file is not a checkpoint, or is of another position.
    #[error("the checkpoint has another position: found {found:?}, expected {expected:?}")]
    Other { found: String, expected: String },
    #[error("the checkpoint was made with {found} MiB of results: expected the same, found {mib}")]
    Size {
        /// The memory of the checkpoint in MiB.
        found: u64,
        /// The memory of this solver in MiB.
        mib: u64,
    },
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
    #[error(transparent)]
    Memory(#[from] NoMemoryForResults),
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        CheckpointError::Damaged(error.to_string())
    }
}

impl<O> Solver<O> {
    /// Writes a checkpoint of the proof of `root`. Other threads may search meanwhile.
    pub fn save<G: Provable>(
        &self,
        root: &G,
        spent: ProofCost,
        mut out: impl Write,
    ) -> io::Result<()> {
        write(&self.results, [G::NAME, &root.text()], spent, &mut out)
    }

    /// A solver that continues from a checkpoint of the same position.
    pub fn resume<G: Provable>(
        oracle: O,
        mib: u64,
        root: &G,
        input: impl Read,
    ) -> Result<(Solver<O>, ProofCost), CheckpointError>
    where
        O: Probe<G>,
    {
        let mut input = BufReader::new(input);
        for expected in [MAGIC, G::NAME, &root.text()] {
            expect(&mut input, expected)?;
        }
        let numbers = bounded_line(&mut input)?;
        let mut words = numbers.split(' ');
        let bits: u32 = number(&mut words, &numbers)?;
        let (nodes, millis) = (number(&mut words, &numbers)?, number(&mut words, &numbers)?);
        let solver = Solver::new::<G>(oracle, mib)?;
        if solver.results.bucket_bits() != bits {
            let found = 1u64.checked_shl(bits.saturating_sub(14)).unwrap_or(u64::MAX);
            return Err(CheckpointError::Size { found, mib });
        }
        read_entries(&solver.results, input)?;
        Ok((solver, ProofCost { nodes, time: Duration::from_millis(millis) }))
    }
}

/// Does not depend on the type of the game.
fn write(
    results: &Results,
    [variant, root]: [&str; 2],
    spent: ProofCost,
    out: &mut dyn Write,
) -> io::Result<()> {
    let counts = results.count_by_work();
    let mut least = 0;
    let mut kept: u64 = counts.iter().sum();
    while kept > MAX_ENTRIES && least + 1 < counts.len() {
        kept -= counts[least];
        least += 1;
    }
    let mut out = BufWriter::new(out);
    let (bits, ProofCost { nodes, time }) = (results.bucket_bits(), spent);
    writeln!(out, "{MAGIC}\n{variant}\n{root}")?;
    writeln!(out, "{bits} {nodes} {}", time.as_millis())?;
    let mut encoder = zstd::Encoder::new(out, LEVEL)?;
    encoder.include_checksum(true)?;
    let mut before = 0;
    // The number of entries is unknown before the end, because the search continues.
    for (bucket, word) in results.entries_of_work(least as u32) {
        write_number(&mut encoder, 1 + (bucket - before) as u64)?;
        encoder.write_all(&word.to_le_bytes())?;
        before = bucket;
    }
    write_number(&mut encoder, 0)?;
    encoder.finish()?.flush()
}

fn read_entries(results: &Results, input: impl BufRead) -> Result<(), CheckpointError> {
    let mut decoder = BufReader::new(zstd::Decoder::with_buffer(input)?.single_frame());
    let mut bucket = 0u64;
    loop {
        let step = read_number(&mut decoder)?;
        let Some(step) = step.checked_sub(1) else { break };
        bucket = bucket.saturating_add(step);
        let mut word = [0; 8];
        decoder.read_exact(&mut word)?;
        if !results.restore(bucket, u64::from_le_bytes(word)) {
            return Err(CheckpointError::Damaged(format!("there is no bucket {bucket}")));
        }
    }
    // Reads on to the checksum after the last number.
    if decoder.read(&mut [0])? != 0 || !decoder.into_inner().finish().fill_buf()?.is_empty() {
        return Err(CheckpointError::Damaged("it goes on after its end".to_owned()));
    }
    Ok(())
}

fn expect(input: &mut impl BufRead, expected: &str) -> Result<(), CheckpointError> {
    let found = bounded_line(input)?;
    let expected = expected.to_owned();
    if found == expected { Ok(()) } else { Err(CheckpointError::Other { found, expected }) }
}

fn number<'a, T: FromStr>(
    words: &mut impl Iterator<Item = &'a str>,
    line: &str,
) -> Result<T, CheckpointError> {
    let bad = || CheckpointError::Damaged(format!("found {line:?}, expected three numbers"));
    words.next().and_then(|word| word.parse().ok()).ok_or_else(bad)
}
