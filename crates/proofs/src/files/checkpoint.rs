//! Checkpoints: files with the results of a proof, from which it continues later.
//!
//! A checkpoint has four lines of text: the format, the variant, the position, and three numbers
//! (the logarithm of the number of buckets, the nodes, the milliseconds). The entries of the table
//! of results follow, compressed and with a checksum. An entry has a number in base 128 and eight
//! bytes. The number is one more than the difference between the bucket of the entry and that of
//! the previous entry; 0 ends the list. Each entry is valid alone, so a search may run during the
//! write. A resumed search begins at the root and finds its results in the table.

use std::io::{self, BufRead, BufWriter, Read, Write};
use std::time::Duration;

use thiserror::Error;

use super::file_format::{bounded_line, decoder, encoder, is_at_end, read_number, write_number};
use crate::results_table::{NoMemoryForResults, Results};

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
    /// It has another format, variant, position or size of the table: one line for people.
    #[error("{0}")]
    Other(String),
    #[error("the checkpoint is damaged: {0}")]
    Damaged(#[from] io::Error),
    #[error(transparent)]
    Memory(#[from] NoMemoryForResults),
}

/// Writes the results of a search for the position `root`. Other threads may search meanwhile.
pub(crate) fn write(
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
    let mut encoder = encoder(out, LEVEL)?;
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

/// Reads the size of the table of results, see [`Results::bucket_bits`], and the cost before the
/// checkpoint.
pub(crate) fn read_head(
    [variant, root]: [&str; 2],
    input: &mut impl BufRead,
) -> Result<(u64, ProofCost), CheckpointError> {
    for expected in [MAGIC, variant, root] {
        let found = bounded_line(input)?;
        if found != expected {
            return Err(CheckpointError::Other(format!(
                "the checkpoint has another position: found {found:?}, expected {expected:?}"
            )));
        }
    }
    let line = bounded_line(input)?;
    let numbers: Vec<u64> = line.split(' ').map_while(|word| word.parse().ok()).collect();
    let &[bits, nodes, millis, ..] = numbers.as_slice() else {
        return Err(io::Error::other(format!("found {line:?}, expected three numbers")).into());
    };
    Ok((bits, ProofCost { nodes, time: Duration::from_millis(millis) }))
}

/// Reads the results after the head into a table of `mib` MiB. `bits` is the size from the head.
pub(crate) fn read_results(
    results: &Results,
    mib: u64,
    bits: u64,
    input: impl BufRead,
) -> Result<(), CheckpointError> {
    if u64::from(results.bucket_bits()) != bits {
        let shift = u32::try_from(bits.saturating_sub(14)).unwrap_or(u32::MAX);
        let found = 1u64.checked_shl(shift).unwrap_or(u64::MAX);
        return Err(CheckpointError::Other(format!(
            "the checkpoint was made with {found} MiB of results: expected the same, found {mib}"
        )));
    }
    let mut decoder = decoder(input)?;
    let mut bucket = 0u64;
    loop {
        let step = read_number(&mut decoder)?;
        let Some(step) = step.checked_sub(1) else { break };
        bucket = bucket.saturating_add(step);
        let mut word = [0; 8];
        decoder.read_exact(&mut word)?;
        if !results.restore(bucket, u64::from_le_bytes(word)) {
            return Err(io::Error::other(format!("there is no bucket {bucket}")).into());
        }
    }
    if !is_at_end(decoder)? {
        return Err(io::Error::other("it goes on after its end").into());
    }
    Ok(())
}
