//! Atomic writes: a file is written under another name, and then renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The longest chain of links that most systems follow.
const MAX_LINKS: usize = 40;

/// Follows a chain of symbolic links, and returns the path at its end, which need not exist; `path`
/// itself if it is not a link.
///
/// # Errors
/// The links form a loop, or the chain has 40 links or more.
pub fn link_target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        // `join` keeps an absolute path as it is.
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other("it is a link without an end"))
}

/// Replaces the content of a file atomically: if the program is killed, the file has the old or the
/// new content. If the path is a link, its target is written. A device or a pipe, such as
/// `/dev/null`, is written directly.
///
/// # Errors
/// The file cannot be written. The incomplete new file is removed.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    replace(path, |error| error, |file| file.write_all(content.as_ref()))
}

/// Like [`write_whole`], for content that `write` writes. `failed` converts errors of the file to
/// the caller's type.
///
/// # Errors
/// `write` fails, or the file cannot be written. The incomplete new file is removed.
pub fn replace<E>(
    path: &Path,
    failed: impl Fn(io::Error) -> E,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let path = &link_target(path).map_err(&failed)?;
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return write(&mut File::options().write(true).open(path).map_err(failed)?);
    }
    // The name of the file until it is complete.
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let mut file = File::create(&part).map_err(&failed)?;
    let written = write(&mut file).and_then(|()| {
        let synced = file.sync_all();
        // Some systems cannot rename an open file.
        drop(file);
        synced.and_then(|()| fs::rename(&part, path)).map_err(&failed)
    });
    // An error of the removal is dropped: the write's error says more.
    written.inspect_err(|_| drop(fs::remove_file(&part)))
}

/// Removes a plain file that could not be written. If the path is a link, removes its target and
/// keeps the link. Errors are ignored, because the error of the write is the useful one.
pub fn remove_part(path: &Path) {
    if path.is_file() {
        let _ = link_target(path).and_then(fs::remove_file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        write_whole(&path, "one").unwrap();
        let failed = replace(
            &path,
            |error| error.to_string(),
            |file| {
                file.write_all(b"tw").map_err(|error| error.to_string())?;
                Err("full".to_owned())
            },
        );
        assert_eq!(failed, Err("full".to_owned()));
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "no part is left");
        write_whole(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert!(write_whole(place.path(), "x").is_err());
        let folder = place.path().join("folder");
        fs::create_dir(&folder).unwrap();
        assert!(write_whole(&folder, "x").is_err());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2, "no part is left");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_their_target_is_written() {
        use std::os::unix::fs::symlink;

        let place = tempfile::tempdir().unwrap();
        let within = |name: &str| place.path().join(name);
        fs::create_dir(within("folder")).unwrap();
        for (link, target) in [
            ("relative", PathBuf::from("folder/one")),
            ("absolute", within("folder/two")),
            ("folder/up", PathBuf::from("../three")),
            ("chain", PathBuf::from("relative")),
        ] {
            symlink(&target, within(link)).unwrap();
            let file = link_target(&within(link)).unwrap();
            // The first write creates the target.
            for content in ["new", "old"] {
                write_whole(&within(link), content).unwrap();
                assert_eq!(fs::read_link(within(link)).unwrap(), target);
                assert!(fs::symlink_metadata(&file).unwrap().is_file(), "{link}");
                assert_eq!(fs::read_to_string(within(link)).unwrap(), content);
            }
        }
        symlink("loop", within("loop")).unwrap();
        assert!(write_whole(&within("loop"), "x").is_err());
        symlink("folder", within("to folder")).unwrap();
        assert!(write_whole(&within("to folder"), "x").is_err());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 7, "no part is left");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_directly() {
        use std::os::unix::fs::FileTypeExt;

        write_whole(Path::new("/dev/null"), "gone").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
