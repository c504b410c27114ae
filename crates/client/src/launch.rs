//! The launch of an engine: its file, its arguments, and the calls to the system.

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{self, Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use zugi_protocol::quote;

/// The program and its settings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Launch {
    /// The program and its arguments, at least the program. A name without a path is looked
    /// for in `directory` first, if there is one, and then where the system looks for programs.
    pub command: Vec<String>,
    /// The working directory, from which the path of the program counts; that of the arbiter if
    /// `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// A file to which its standard error is appended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<PathBuf>,
}

/// The file of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramFile {
    /// Where it is.
    pub path: PathBuf,
    /// How many bytes it has, and their SHA-256 in hexadecimal digits; none where it may be
    /// run and not read.
    #[serde(flatten)]
    pub content: Option<Content>,
}

/// The identity of a file: size and checksum.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Content {
    /// How many bytes there are.
    pub size: u64,
    /// Their SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl ProgramFile {
    fn read(path: PathBuf) -> ProgramFile {
        let content = File::open(&path).and_then(Content::read).ok();
        ProgramFile { path, content }
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
    /// A program with its arguments, in the directory of the arbiter.
    #[must_use]
    pub fn new(command: &[String]) -> Launch {
        Launch { command: command.to_vec(), ..Launch::default() }
    }

    /// The file that is started; none if it is not found.
    #[must_use]
    pub fn program_file(&self) -> Option<ProgramFile> {
        let found = self.find(self.whole_directory().ok()?.as_deref())?;
        let path = path::absolute(found).ok()?;
        path.is_file().then(|| ProgramFile::read(path))
    }

    /// The directory, with which the path of no program counts from another place: what the
    /// system makes of a relative path together with a directory differs from one to another.
    fn whole_directory(&self) -> Result<Option<PathBuf>, SpawnError> {
        let Some(directory) = &self.directory else { return Ok(None) };
        let used = |error| SpawnError::Path { path: directory.clone(), error };
        let whole = path::absolute(directory).map_err(used)?;
        if !whole.is_dir() {
            return Err(used(io::ErrorKind::NotADirectory.into()));
        }
        Ok(Some(whole))
    }

    /// The path of the program; none if the system alone can know.
    fn find(&self, directory: Option<&Path>) -> Option<PathBuf> {
        let program = self.command.first()?;
        let is_bare = is_bare(program);
        let Some(directory) = directory else {
            return if is_bare { which::which(program).ok() } else { Some(program.into()) };
        };
        let here = directory.join(program);
        if !is_bare || here.is_file() {
            return Some(here);
        }
        // With an extension, where the system adds one.
        let with_extension = which::which_in(&here, None::<&str>, directory);
        with_extension.or_else(|_| which::which(program)).ok()
    }

    /// What the system is asked to start, and the file for its standard error.
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
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let open = |path: &PathBuf| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map_err(|error| SpawnError::Path { path: path.clone(), error })
        };
        Ok((command, self.stderr.as_ref().map(open).transpose()?))
    }

    /// That the system does not start it, and what may help.
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

/// Whether a program is named without a path.
fn is_bare(program: &str) -> bool {
    Path::new(program).components().count() == 1 && !program.starts_with('.')
}

/// Why a process does not start.
#[derive(Debug, Error)]
pub enum SpawnError {
    /// There is nothing to start.
    #[error("the command is empty: expected a program and its arguments")]
    Empty,
    /// A directory or a file that cannot be used.
    #[error("cannot use {path:?}: {error}")]
    Path {
        /// Which one.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The system refuses.
    #[error("cannot start {}: {error}{tip}", quote(.program))]
    System {
        /// The program.
        program: String,
        /// Why not.
        error: io::Error,
        /// The expected name or path, if known.
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
        let found = |program| launch(program, Some(place.path())).program_file().unwrap();
        let of_system = found("sh");
        assert!(!of_system.path.starts_with(place.path()), "{of_system:?}");
        let here = place.path().join("sh");
        fs::write(&here, "abc").unwrap();
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned();
        let expected = ProgramFile { path: here, content: Some(Content { size: 3, sha256 }) };
        // Also a file that cannot be run: the other one would be started in silence.
        assert_eq!(found("sh"), expected);
        assert_eq!(found("./sh").content, expected.content);
        assert_eq!(launch("sh", None).program_file(), Some(of_system));
        assert_eq!(launch("no-such-program", Some(place.path())).program_file(), None);
    }

    #[test]
    fn a_file_that_cannot_be_read_has_a_path() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("folder");
        fs::create_dir(&path).unwrap();
        // Nobody reads a folder, whoever runs the test.
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
        // Tests run in the folder of the crate.
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
    fn what_may_not_be_run_is_not_passed_over() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("sh"), "").unwrap();
        fs::set_permissions(place.path().join("sh"), fs::Permissions::from_mode(0o644)).unwrap();
        let (mut command, _) = launch("sh", Some(place.path())).prepare().unwrap();
        assert_eq!(command.spawn().unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }
}
