//! How an engine process is started: program, arguments, directory. `process.rs` starts it.

use std::collections::HashMap;
use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{self, Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use zugi_protocol::quote;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Launch {
    /// The program and its arguments; not empty. A bare name is looked up in `directory`, if any,
    /// and then in the system's path.
    pub command: Vec<String>,
    /// The working directory, to which a relative program path refers; the current one if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// A file to which standard error is appended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<PathBuf>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramFile {
    pub path: PathBuf,
    /// `None` if the file cannot be read; it may be executable nevertheless.
    #[serde(flatten)]
    pub content: Option<Content>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Content {
    /// The size in bytes.
    pub size: u64,
    /// The SHA-256 in hexadecimal digits.
    pub sha256: String,
}

impl ProgramFile {
    fn read(path: PathBuf) -> ProgramFile {
        let content = File::open(&path).and_then(Content::read).ok();
        ProgramFile { path, content }
    }

    #[must_use]
    pub fn sha256(&self) -> Option<&str> {
        self.content.as_ref().map(|content| content.sha256.as_str())
    }
}

/// Reads program files. A file is read again only if its size or modification time has changed.
#[derive(Debug, Default)]
pub struct ProgramReader(Mutex<HashMap<PathBuf, (Option<Stamp>, ProgramFile)>>);

/// Size in bytes, and modification time.
type Stamp = (u64, SystemTime);

impl ProgramReader {
    /// The program file of an engine, with its current content; `None` if it is not found.
    #[must_use]
    pub fn read(&self, launch: &Launch) -> Option<ProgramFile> {
        let path = launch.program_path()?;
        let now = fs::metadata(&path).and_then(|it| Ok((it.len(), it.modified()?))).ok();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match known.get(&path) {
            Some((before, program)) if *before == now => Some(program.clone()),
            _ => {
                let program = ProgramFile::read(path.clone());
                known.insert(path, (now, program.clone()));
                Some(program)
            }
        }
    }
}

impl Content {
    fn read(mut source: impl Read) -> io::Result<Content> {
        let (mut size, mut hash, mut buffer) = (0, Sha256::new(), vec![0; 1 << 18]);
        loop {
            let length = source.read(&mut buffer)?;
            let Some(bytes @ [_, ..]) = buffer.get(..length) else { break };
            hash.update(bytes);
            size += bytes.len() as u64;
        }
        let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Content { size, sha256 })
    }
}

impl Launch {
    /// A program with its arguments, in the current directory.
    #[must_use]
    pub fn new(command: &[String]) -> Launch {
        Launch { command: command.to_vec(), ..Launch::default() }
    }

    /// The absolute path of the program file; `None` if it is not found.
    fn program_path(&self) -> Option<PathBuf> {
        let found = self.find(self.whole_directory().ok()?.as_deref())?;
        path::absolute(found).ok().filter(|path| path.is_file())
    }

    /// The absolute working directory: systems differ in how they combine a relative program path
    /// with a working directory.
    fn whole_directory(&self) -> Result<Option<PathBuf>, SpawnError> {
        let Some(directory) = &self.directory else { return Ok(None) };
        let used = |error| SpawnError::Path { path: directory.clone(), error };
        let whole = path::absolute(directory).map_err(used)?;
        if !whole.is_dir() {
            return Err(used(io::ErrorKind::NotADirectory.into()));
        }
        Ok(Some(whole))
    }

    /// The path of the program; `None` if this search does not find it. The system may still find
    /// it.
    fn find(&self, directory: Option<&Path>) -> Option<PathBuf> {
        let program = self.command.first()?;
        let is_bare = is_bare(program);
        let Some(directory) = directory else {
            // On Windows, a path may lack its extension, such as `.exe`; `which` completes it.
            let is_searched = is_bare || cfg!(windows);
            let found = is_searched.then(|| which::which(program).ok()).flatten();
            let found = found.or_else(|| beside_this_program(program));
            return found.or_else(|| (!is_bare).then(|| program.into()));
        };
        let here = directory.join(program);
        if !is_bare || here.is_file() {
            return Some(here);
        }
        let with_extension = which::which_in(&here, None::<&str>, directory);
        with_extension.or_else(|_| which::which(program)).ok()
    }

    /// The command, and the open file for its standard error.
    pub(super) fn prepare(&self) -> Result<(Command, Option<File>), SpawnError> {
        let [program, arguments @ ..] = self.command.as_slice() else {
            return Err(SpawnError::Empty);
        };
        let directory = self.whole_directory()?;
        let found = self.find(directory.as_deref());
        let mut command = Command::new(found.unwrap_or_else(|| program.into()));
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        command.args(arguments);
        // `RUST_LOG` is for the log of this program, which already has the engine's lines: if the
        // engine logged them, too, each line would be in this log twice.
        command.env_remove("RUST_LOG");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let open = |path: &PathBuf| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map_err(|error| SpawnError::Path { path: path.clone(), error })
        };
        Ok((command, self.stderr.as_ref().map(open).transpose()?))
    }

    /// The error for a program that the system does not start, with a hint.
    pub(super) fn refused(&self, error: io::Error) -> SpawnError {
        let program = self.command.first().cloned().unwrap_or_default();
        let mut tip = String::new();
        if error.kind() == io::ErrorKind::NotFound && is_bare(&program) {
            let here = env::current_dir().is_ok_and(|place| place.join(&program).is_file());
            tip = match &self.directory {
                Some(directory) => format!(": expected a program in {directory:?} or in PATH"),
                None if here => {
                    let path = Path::new(".").join(&program);
                    format!(
                        ": expected a program in PATH, or {} for the one in this directory",
                        quote(&path.to_string_lossy())
                    )
                }
                None => ": expected a program in PATH, or its path".to_owned(),
            };
        }
        SpawnError::System { program, error, tip }
    }
}

/// Windows searches the folder of the running program before the system's path.
fn beside_this_program(program: &str) -> Option<PathBuf> {
    let is_searched = cfg!(windows) && is_bare(program);
    let this = is_searched.then(env::current_exe)?.ok()?;
    which::which_in(program, this.parent(), this.parent()?).ok()
}

fn is_bare(program: &str) -> bool {
    Path::new(program).components().count() == 1 && !program.starts_with('.')
}

#[derive(Debug, Error)]
pub enum SpawnError {
    #[error("the command is empty: expected a program and its arguments")]
    Empty,
    #[error("cannot use {path:?}: {error}")]
    Path { path: PathBuf, error: io::Error },
    #[error("cannot start {}: {error}{tip}", quote(.program))]
    System {
        program: String,
        error: io::Error,
        /// A hint such as the expected path; may be empty.
        tip: String,
    },
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn launch(program: &str, directory: Option<&Path>) -> Launch {
        Launch {
            command: vec![program.to_owned()],
            directory: directory.map(Path::to_owned),
            stderr: None,
        }
    }

    #[test]
    fn the_directory_goes_before_the_path_of_the_system() {
        let place = tempfile::tempdir().unwrap();
        let read = |launch: Launch| ProgramReader::default().read(&launch);
        let found = |program| read(launch(program, Some(place.path()))).unwrap();
        let of_system = found("sh");
        assert!(!of_system.path.starts_with(place.path()), "{of_system:?}");
        let here = place.path().join("sh");
        fs::write(&here, "abc").unwrap();
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned();
        let expected = ProgramFile { path: here, content: Some(Content { size: 3, sha256 }) };
        // The file is found although it is not executable: no other program may start instead.
        assert_eq!(found("sh"), expected);
        assert_eq!(found("./sh").content, expected.content);
        assert_eq!(read(launch("sh", None)), Some(of_system));
        assert_eq!(read(launch("no-such-program", Some(place.path()))), None);
    }

    #[test]
    fn a_replaced_program_is_read_again() {
        let place = tempfile::tempdir().unwrap();
        let (reader, engine) = (ProgramReader::default(), launch("./engine", Some(place.path())));
        let sha256 = || reader.read(&engine).unwrap().sha256().unwrap().to_owned();
        fs::write(place.path().join("engine"), "one").unwrap();
        let one = sha256();
        assert_eq!(sha256(), one);
        fs::write(place.path().join("engine"), "three").unwrap();
        assert_ne!(sha256(), one);
    }

    #[test]
    fn a_file_that_cannot_be_read_has_a_path() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("folder");
        fs::create_dir(&path).unwrap();
        // A directory cannot be read, even by root.
        assert_eq!(ProgramFile::read(path.clone()), ProgramFile { path, content: None });
    }

    #[test]
    fn json_is_flat_and_read_back() {
        let content = Some(Content { size: 3, sha256: "ab".to_owned() });
        for (content, expected) in
            [(content, r#"{"path":"/e","size":3,"sha256":"ab"}"#), (None, r#"{"path":"/e"}"#)]
        {
            let file = ProgramFile { path: "/e".into(), content };
            assert_eq!(serde_json::to_string(&file).unwrap(), expected);
            assert_eq!(serde_json::from_str::<ProgramFile>(expected).unwrap(), file);
        }
    }

    #[test]
    fn a_bare_name_that_is_not_found_gets_a_tip() {
        let not_found = || io::Error::from(io::ErrorKind::NotFound);
        // Tests run in the crate's directory.
        let here = launch("Cargo.toml", None).refused(not_found()).to_string();
        assert!(here.contains(r#"or "./Cargo.toml" for the one in this directory"#), "{here}");
        let nowhere = launch("no-such", None).refused(not_found()).to_string();
        assert!(nowhere.ends_with(": expected a program in PATH, or its path"), "{nowhere}");
        let other = launch("no-such", Some(Path::new("/tmp"))).refused(not_found()).to_string();
        assert!(other.ends_with(": expected a program in \"/tmp\" or in PATH"), "{other}");
        let path = launch("./no-such", None).refused(not_found()).to_string();
        assert!(!path.contains("expected"), "{path}");
    }

    #[test]
    fn the_log_level_of_this_program_is_not_inherited() {
        let (command, _) = launch("sh", None).prepare().unwrap();
        assert!(command.get_envs().any(|change| change == ("RUST_LOG".as_ref(), None)));
    }

    #[test]
    fn what_may_not_be_run_is_not_passed_over() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("sh"), "").unwrap();
        fs::set_permissions(place.path().join("sh"), fs::Permissions::from_mode(0o644)).unwrap();
        let (mut command, _) = launch("sh", Some(place.path())).prepare().unwrap();
        assert_eq!(command.spawn().unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }
}
