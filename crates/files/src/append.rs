//! Files that are only added to.

use std::fs::File;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How often a growing file is brought to the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// An open file that pieces are added to.
#[derive(Debug)]
pub struct Growing {
    file: File,
    /// When the file was last known to be on the disk.
    synced: Instant,
}

impl Growing {
    /// One that is open for appending.
    #[must_use]
    pub fn new(file: File) -> Growing {
        Growing { file, synced: Instant::now() }
    }

    /// Adds a piece by one write: a reader sees all of it or nothing, whenever the program is
    /// killed. A power cut takes no more than the last second: waiting for the disk after each
    /// short piece takes too long.
    ///
    /// # Errors
    /// If it cannot be written, such as to a full disk. The file ends before the piece then.
    pub fn append(&mut self, piece: &str) -> io::Result<()> {
        let end = self.file.metadata()?.len();
        let written = self.file.write_all(piece.as_bytes());
        if written.is_err() {
            // The first error tells more than one of this; a pipe has no end to cut.
            let _ = self.file.set_len(end);
        }
        written?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until all of it is on the disk. A pipe or a device has nothing to bring there.
    ///
    /// # Errors
    /// If it cannot be brought there.
    pub fn sync(&mut self) -> io::Result<()> {
        self.synced = Instant::now();
        match self.file.sync_data() {
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        }
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        // Errors of writes were already reported.
        drop(self.sync());
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn appended_pieces_follow_what_is_there() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        fs::write(&path, "one\n").unwrap();
        let mut growing = Growing::new(File::options().append(true).open(&path).unwrap());
        growing.append("two\n").unwrap();
        growing.append("three\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
        let mut cannot = Growing::new(File::open(&path).unwrap());
        assert!(cannot.append("four\n").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_takes_pieces_for_longer_than_a_sync_waits() {
        let mut growing = Growing::new(File::options().append(true).open("/dev/null").unwrap());
        growing.append("one\n").unwrap();
        growing.sync().unwrap();
    }
}
