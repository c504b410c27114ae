use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The path that means stdin. Write `./-` for a file of this name.
pub const STDIN: &str = "-";

/// Whether stdin was read: a second read would find it empty.
static IS_READ: AtomicBool = AtomicBool::new(false);

/// The most bytes that are read from stdin, a pipe or a device.
const MAX_STREAM: u64 = 256 << 20;

/// The content of a file, or of stdin for the path [`STDIN`].
///
/// # Errors
/// The file cannot be read, stdin was read before, or stdin, a pipe or a device has more than 256
/// MiB.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new(STDIN) {
        let file = File::open(path)?;
        return if file.metadata()?.is_file() { fs::read(path) } else { read_stream(file) };
    }
    if IS_READ.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("stdin was read before: expected - once"));
    }
    read_stream(io::stdin().lock())
}

/// Reads to the end or to [`MAX_STREAM`], because a stream may be endless.
fn read_stream(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    stream.take(MAX_STREAM + 1).read_to_end(&mut content)?;
    if content.len() as u64 > MAX_STREAM {
        let most = MAX_STREAM >> 20;
        return Err(io::Error::other(format!("it does not end: expected at most {most} MiB")));
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_stream_is_refused() {
        let error = read_stream(io::repeat(0)).unwrap_err().to_string();
        assert_eq!(error, "it does not end: expected at most 256 MiB");
        assert_eq!(read_stream(io::repeat(7).take(3)).unwrap(), [7, 7, 7]);
    }
}
