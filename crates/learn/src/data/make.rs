//! Plays the games of a shard on several threads, and writes them to a file in their order.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use zugi_files::remove_part;
use zugi_game::{Game, Pack};
use zugi_search::{OutOfMemory, Search};

use super::format::{DataFile, DataHeader, HEADER};
use super::{DataError, DataPlan, DataProgress, game};
use crate::self_play;

/// The number of blocks that the channel to the writer holds before the playing threads wait.
const MAX_WAITING_BLOCKS: usize = 64;

/// Plays the game with this number and returns its block.
type Play<'a> = Box<dyn Fn(u32) -> Vec<u8> + Send + 'a>;

/// See [`DataGenerator::make`](super::DataGenerator::make). Each thread has its own evaluator.
pub(super) fn make<S: Search<Game: Pack>>(
    plan: &DataPlan,
    path: &Path,
    threads: usize,
    evaluator: &dyn Fn() -> S::Evaluator,
    played: &mut dyn FnMut(DataProgress),
) -> Result<(), DataError> {
    let header = DataHeader {
        variant: S::Game::NAME.to_owned(),
        plan: plan.clone(),
        position_bytes: S::Game::PACKED_BYTES,
        evaluation: game::fingerprint(&evaluator()),
    };
    let player = |_| -> Result<Play<'_>, OutOfMemory> {
        let player = S::new(evaluator(), self_play::search_mib::<S>())?;
        Ok(Box::new(move |number| game::play(plan, number, &player)))
    };
    let players = (0..threads.max(1)).map(player).collect::<Result<_, _>>();
    let players = players.map_err(|_| DataError::System(io::ErrorKind::OutOfMemory.into()))?;
    write(&header, path, players, played)
}

/// Plays the missing games, with a thread for each of `players`, and appends them to the file.
fn write(
    header: &DataHeader,
    path: &Path,
    players: Vec<Play<'_>>,
    played: &mut dyn FnMut(DataProgress),
) -> Result<(), DataError> {
    let (plan, failed) = (&header.plan, |error| DataError::File { path: path.to_owned(), error });
    let (mut file, mut progress) = open(path, header)?;
    played(progress);
    let done = progress.games as usize;
    let missing = || plan.shard.games(plan.games).skip(done);
    let tasks = Mutex::new(missing());
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        let (sender, blocks) = mpsc::sync_channel(MAX_WAITING_BLOCKS);
        for play in players {
            let (next, sender) = (&next, sender.clone());
            // A thread ends when no game is left or the receiver is dropped.
            let work = move || {
                while let Some(number) = next() {
                    if sender.send((number, play(number))).is_err() {
                        break;
                    }
                }
            };
            zugi_search::spawn_scoped(scope, work).map_err(DataError::System)?;
        }
        drop(sender);
        let (mut waiting, mut order) = (BTreeMap::new(), missing().peekable());
        // An error drops the receiver, which ends the threads.
        for (number, block) in blocks {
            waiting.insert(number, block);
            while let Some(block) = order.peek().and_then(|number| waiting.remove(number)) {
                order.next();
                file.write_all(&block).map_err(failed)?;
                progress.games += 1;
                progress.positions += u64::from(u16::from_le_bytes([block[4], block[5]]));
                played(progress);
            }
        }
        file.sync_data().map_err(failed)
    })
}

/// Opens the file to append to it, and counts its games. Writes the header of a new file, and cuts
/// an incomplete block off the end.
fn open(path: &Path, header: &DataHeader) -> Result<(File, DataProgress), DataError> {
    let failed = |error| DataError::File { path: path.to_owned(), error };
    let options = File::options().read(true).write(true).create(true).truncate(false).clone();
    let mut file = options.open(path).map_err(failed)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(DataError::Busy { path: path.to_owned() }),
        // Some file systems have no locks.
        Err(TryLockError::Error(_)) | Ok(()) => {}
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failed)?;
    let expected = header.to_bytes();
    let mut progress = DataProgress { games: 0, positions: 0 };
    let end = if bytes.len() < HEADER && expected.starts_with(&bytes) {
        let begun = file.rewind().and_then(|()| file.write_all(&expected));
        if begun.is_err() && bytes.is_empty() {
            remove_part(path);
        }
        begun.map_err(failed)?;
        HEADER
    } else {
        let found = DataFile::parse(path, bytes)?;
        found.header.check(header, path)?;
        for game in found.games() {
            progress.games += 1;
            progress.positions += game.records().len() as u64;
        }
        found.len()
    };
    file.set_len(end as u64).map_err(failed)?;
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    Ok((file, progress))
}

#[cfg(test)]
mod tests;
