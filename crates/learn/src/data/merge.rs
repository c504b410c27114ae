//! Merges the files of all shards into the file of the whole plan.
//!
//! First each file is read and checked. Then the games are taken from all files in turn, some
//! rounds at a time, so that neither the memory nor the number of open files grows with the number
//! of files.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use zugi_files::replace;

use super::format::{BLOCK, DataFile, DataHeader, HEADER, SCORE};
use super::{DataError, DataProgress, Shard};

/// The approximate size of the games that are in memory, in bytes.
const BYTES_AT_A_TIME: u64 = 256 << 20;

/// A checked file of a shard.
struct Part {
    path: PathBuf,
    header: DataHeader,
    games: u32,
    positions: u64,
    bytes: u64,
    /// The offset of the next block, in bytes.
    at: u64,
}

/// Merges the files of all shards of a plan; the result has the same bytes as one run without
/// shards. The output file is replaced atomically.
///
/// # Errors
/// A file is no data file or one of another plan; a shard occurs twice, is missing or lacks games;
/// or the output cannot be written.
pub fn merge_data(paths: &[PathBuf], out: &Path) -> Result<DataProgress, DataError> {
    let failed = |error| DataError::File { path: out.to_owned(), error };
    let mut parts = paths.iter().map(|path| check(path)).collect::<Result<Vec<Part>, _>>()?;
    sort(&mut parts)?;
    let Some(first) = parts.first() else {
        return Err(DataError::Incomplete { what: "no file given".to_owned() });
    };
    let mut header = first.header.clone();
    header.plan.shard = Shard::WHOLE;
    let progress = DataProgress {
        games: parts.iter().map(|part| part.games).sum(),
        positions: parts.iter().map(|part| part.positions).sum(),
    };
    replace(out, failed, |file| {
        let mut file = BufWriter::new(file);
        file.write_all(&header.to_bytes()).map_err(failed)?;
        interleave(&mut parts, header.position_bytes, |block| {
            file.write_all(block).map_err(failed)
        })?;
        file.flush().map_err(failed)
    })?;
    Ok(progress)
}

fn check(path: &Path) -> Result<Part, DataError> {
    let file = DataFile::read(path)?;
    let plan = &file.header.plan;
    let (games, expected) = (file.games().count() as u32, plan.shard.games(plan.games).count());
    if games as usize != expected {
        let what = format!("{path:?} has {games} of the {expected} games of its shard");
        return Err(DataError::Incomplete { what });
    }
    let positions = file.games().map(|game| game.records().len() as u64).sum();
    let (bytes, at) = (file.len() as u64, HEADER as u64);
    Ok(Part { path: path.to_owned(), header: file.header.clone(), games, positions, bytes, at })
}

/// Sorts the shards of a plan by number, and checks that each occurs once.
fn sort(parts: &mut [Part]) -> Result<(), DataError> {
    let Some(first) = parts.first() else { return Ok(()) };
    let (expected, count) = (first.header.clone(), first.header.plan.shard.count);
    for part in &*parts {
        let mut header = part.header.clone();
        if header.plan.shard.count == count {
            header.plan.shard = expected.plan.shard;
        }
        header.check(&expected, &part.path)?;
    }
    parts.sort_by_key(|part| part.header.plan.shard.number);
    let number = |part: &Part| part.header.plan.shard.number;
    if let Some([one, two]) = parts.windows(2).find(|two| number(&two[0]) == number(&two[1])) {
        let shard = one.header.plan.shard;
        let what = format!("shard {shard} is in {:?} and in {:?}", one.path, two.path);
        return Err(DataError::Incomplete { what });
    }
    let has = |wanted: u16| parts.binary_search_by_key(&wanted, number).is_ok();
    let missing: Vec<String> =
        (1..=count).filter(|&wanted| !has(wanted)).map(|wanted| wanted.to_string()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let named = missing.iter().take(20).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if missing.len() > 20 { ", ..." } else { "" };
    let what = format!("{} of {count} shards are missing: {named}{more}", missing.len());
    Err(DataError::Incomplete { what })
}

/// Passes the blocks to `take`: one of each part in turn.
fn interleave(
    parts: &mut [Part],
    position_bytes: usize,
    mut take: impl FnMut(&[u8]) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let rounds = parts.iter().map(|part| part.games).max().unwrap_or(0);
    let bytes: u64 = parts.iter().map(|part| part.bytes).sum();
    let at_a_time = u64::from(rounds) * BYTES_AT_A_TIME / bytes.max(1);
    let at_a_time = u32::try_from(at_a_time).unwrap_or(u32::MAX).clamp(1, rounds.max(1));
    let mut round = 0;
    while round < rounds {
        let until = round.saturating_add(at_a_time).min(rounds);
        let read = |part: &mut Part| {
            let games = part.games.min(until).saturating_sub(round);
            let blocks = read_blocks(part, games, position_bytes);
            blocks.map_err(|error| DataError::File { path: part.path.clone(), error })
        };
        let blocks = parts.iter_mut().map(read).collect::<Result<Vec<_>, _>>()?;
        for index in 0..(until - round) as usize {
            for block in blocks.iter().filter_map(|blocks| blocks.get(index)) {
                take(block)?;
            }
        }
        round = until;
    }
    Ok(())
}

fn read_blocks(part: &mut Part, games: u32, position_bytes: usize) -> io::Result<Vec<Vec<u8>>> {
    let mut file = File::open(&part.path)?;
    file.seek(SeekFrom::Start(part.at))?;
    let mut file = BufReader::new(file);
    let read = |_| {
        let mut block = vec![0; BLOCK];
        file.read_exact(&mut block)?;
        let count = usize::from(u16::from_le_bytes([block[4], block[5]]));
        block.resize(BLOCK + count * (position_bytes + SCORE), 0);
        file.read_exact(&mut block[BLOCK..])?;
        part.at += block.len() as u64;
        Ok(block)
    };
    (0..games).map(read).collect()
}
