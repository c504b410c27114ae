//! The parts of an unfinished table in a separate file, from which a killed build continues.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::TableError;
use super::file::{HEADER, Header, from_bytes, to_bytes};
use super::position_index::HasTablebase;

const MAGIC: [u8; 8] = *b"zugipart";
/// The number of a part, its checksum, and the number of its words.
const HEAD: usize = 16;
/// How often the file is brought to the disk.
const SYNC_EVERY: Duration = Duration::from_secs(20);

/// The open file.
#[derive(Debug)]
pub(super) struct Parts {
    path: PathBuf,
    file: File,
    synced: Instant,
    next: usize,
}

impl Parts {
    /// Opens the file for a table, which is locked until it is closed by whatever end of the
    /// process, and calls `take` with the content of each whole part that is in it.
    pub fn open<G: HasTablebase>(
        path: &Path,
        pieces: u32,
        entries: u64,
        mut take: impl FnMut(usize, &[u64]),
    ) -> Result<Parts, TableError> {
        let io = TableError::file(path);
        let options =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = options.map_err(&io)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(TableError::Busy { path: path.to_owned() });
            }
            // A file system that knows no locks has to do without.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let header = Header::new::<G>(MAGIC, pieces, entries).to_bytes();
        let mut reader = BufReader::new(&file);
        let mut bytes = [0; HEADER];
        let known = reader.read_exact(&mut bytes).is_ok() && bytes == header;
        let (mut end, mut next) = (HEADER as u64, 0);
        while known && let Some(content) = read_part(&mut reader, next) {
            end += (HEAD + 8 * content.len()) as u64;
            take(next, &content);
            next += 1;
        }
        drop(reader);
        let mut parts = Parts { path: path.to_owned(), file, synced: Instant::now(), next };
        // What is torn, or of another version, goes.
        parts.file.set_len(if known { end } else { 0 }).map_err(&io)?;
        if !known {
            parts.file.rewind().map_err(&io)?;
            parts.file.write_all(&header).map_err(&io)?;
        }
        parts.file.seek(SeekFrom::Start(end)).map_err(&io)?;
        Ok(parts)
    }

    /// The first part that is not there.
    pub fn next(&self) -> usize {
        self.next
    }

    /// Adds the next part. If that fails, the file ends before it.
    pub fn add(&mut self, content: &[u64]) -> Result<(), TableError> {
        let io = TableError::file(&self.path);
        let end = self.file.stream_position().map_err(&io)?;
        let bytes = to_bytes(content);
        let mut head = [0; HEAD];
        head[..4].copy_from_slice(&(self.next as u32).to_le_bytes());
        head[4..8].copy_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        head[8..].copy_from_slice(&(content.len() as u64).to_le_bytes());
        let mut file = BufWriter::new(&self.file);
        let written = file.write_all(&head).and_then(|()| file.write_all(&bytes));
        let mut written = written.and_then(|()| file.flush());
        // Without what could not be written: it is not tried again.
        drop(file.into_parts());
        if written.is_err() {
            // The first error tells more than one of this.
            let _ = self.file.set_len(end);
        }
        if self.synced.elapsed() >= SYNC_EVERY {
            written = written.and_then(|()| self.file.sync_data());
            self.synced = Instant::now();
        }
        self.next += 1;
        written.map_err(io)
    }

    /// The table is finished.
    pub fn remove(mut self) -> Result<(), TableError> {
        remove(&mem::take(&mut self.path))
    }
}

impl Drop for Parts {
    /// A file without a part spares no work: it goes.
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|file| file.len() <= HEADER as u64) {
            // Whoever can do something about an error has heard of it while writing.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes the parts of a finished table, if they are still there.
pub(super) fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(TableError::file(path)(error)),
        _ => Ok(()),
    }
}

/// The content of this part; `None` if it is not there as a whole.
fn read_part(reader: &mut impl Read, number: usize) -> Option<Vec<u64>> {
    let mut head = [0; HEAD];
    reader.read_exact(&mut head).ok()?;
    let field = |at: usize, len: usize| {
        head[at..at + len].iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
    };
    let length = field(8, 8).checked_mul(8)?;
    let mut bytes = Vec::new();
    reader.take(length).read_to_end(&mut bytes).ok()?;
    let whole = bytes.len() as u64 == length && field(0, 4) == number as u64;
    let fine = whole && field(4, 4) == u64::from(crc32fast::hash(&bytes));
    fine.then(|| from_bytes(&bytes))
}
