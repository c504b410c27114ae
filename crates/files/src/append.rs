use std::fs::File;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The least time between two syncs by `append`.
const SYNC_EVERY: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct AppendFile {
    file: File,
    synced: Instant,
}

impl AppendFile {
    /// `file` must be open for appending.
    #[must_use]
    pub fn new(file: File) -> AppendFile {
        AppendFile { file, synced: Instant::now() }
    }

    /// Appends `piece` by one write: a reader sees all of it or nothing, even if the program is
    /// killed. A sync after each short piece would take too long. So the file is synced at most
    /// once a second, and a power cut loses the pieces since the last sync.
    ///
    /// # Errors
    /// The piece cannot be written, for example to a full disk; the file then ends before the
    /// piece. Or the content cannot be synced, see [`AppendFile::sync`].
    pub fn append(&mut self, piece: &str) -> io::Result<()> {
        let end = self.file.metadata()?.len();
        let written = self.file.write_all(piece.as_bytes());
        // An error of `set_len` is dropped: the write's error says more, and a pipe cannot be
        // truncated.
        written.inspect_err(|_| drop(self.file.set_len(end)))?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until the content is on the disk. A pipe or a device needs no sync.
    ///
    /// # Errors
    /// The system cannot write the content to the disk.
    pub fn sync(&mut self) -> io::Result<()> {
        self.synced = Instant::now();
        match self.file.sync_data() {
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        }
    }
}

impl Drop for AppendFile {
    fn drop(&mut self) {
        // `drop` cannot return an error. `append` has already returned the errors of writes.
        drop(self.sync());
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn appended_pieces_follow_the_old_content() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "one\n").unwrap();
        let mut file = AppendFile::new(File::options().append(true).open(&path).unwrap());
        file.append("two\n").unwrap();
        file.append("three\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
        let mut read_only = AppendFile::new(File::open(&path).unwrap());
        assert!(read_only.append("four\n").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_accepts_appends_and_syncs() {
        let mut file = AppendFile::new(File::options().append(true).open("/dev/null").unwrap());
        file.append("one\n").unwrap();
        file.sync().unwrap();
    }
}
