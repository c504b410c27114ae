//! `cargo xtask` makes the files of a release, and publishes the crates.

mod archive;
mod links;
mod publish;
mod run;
mod wheel;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
Makes the files for users without a compiler, and publishes the crates.

  cargo xtask release [OPTION...]   an archive with the program and its pages, and a wheel
    --out DIR       the folder for both [default: target/release-files]
    --glibc X.Y     a program for Linux with this C library or a later one, by the Python packages
                    cargo-zigbuild and ziglang [default: the C library of this system]
    --wheel WHEN    always, never, or auto: if Python is there and maturin can be installed
                    [default: auto]
    --notices WHEN  the licences of the libraries, by cargo-about: always or auto [default: auto]
    --force         overwrite files
  cargo xtask publish               all crates; it refuses a version that is not ready

Both files are tried as a new user has them: in an empty folder with an empty environment, and in a
fresh virtual environment. With PROFILE=dev the archive has the program of `cargo build`, which is
enough for a test of this command.";

type Outcome<T> = Result<T, String>;

/// Whether to make a file for which other programs are needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    Always,
    Auto,
    Never,
}

/// The arguments of `cargo xtask release`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Release {
    out: PathBuf,
    glibc: Option<String>,
    wheel: When,
    notices: When,
    force: bool,
}

fn when(option: &str, text: &str) -> Outcome<When> {
    match text {
        "always" => Ok(When::Always),
        "auto" => Ok(When::Auto),
        "never" if option == "--wheel" => Ok(When::Never),
        _ => Err(format!("{option} {text:?}: expected always, auto, or never for a wheel")),
    }
}

impl Release {
    fn parse(words: &[String], target: &Path) -> Outcome<Release> {
        let mut release = Release {
            out: target.join("release-files"),
            glibc: None,
            wheel: When::Auto,
            notices: When::Auto,
            force: false,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value =
                || words.next().ok_or_else(|| format!("{word}: expected a value after it"));
            match word.as_str() {
                "--out" => release.out = env::current_dir().unwrap_or_default().join(value()?),
                "--glibc" => release.glibc = Some(value()?.clone()),
                "--wheel" => release.wheel = when(word, value()?)?,
                "--notices" => release.notices = when(word, value()?)?,
                "--force" => release.force = true,
                _ => return Err(format!("unknown argument {word:?}: expected one of --help")),
            }
        }
        Ok(release)
    }
}

fn start(words: &[String]) -> Outcome<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    match words {
        [word] if word == "--help" => {
            println!("{USAGE}");
            Ok(())
        }
        [word, rest @ ..] if word == "release" => {
            let release = Release::parse(rest, &target)?;
            let archive = archive::make(root, &target, &release)?;
            let wheels = wheel::make(root, &archive, &release)?;
            archive::finish(&release.out, &archive, &wheels)
        }
        [word] if word == "publish" => publish::publish(root),
        _ => Err("unknown command: expected release, publish or --help".to_owned()),
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match start(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_or_refused() {
        let parse = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            Release::parse(&words, Path::new("/t"))
        };
        let plain = parse("").unwrap();
        assert_eq!((plain.out.as_path(), plain.wheel), (Path::new("/t/release-files"), When::Auto));
        let all = parse("--out /o --glibc 2.28 --wheel never --notices always --force").unwrap();
        assert_eq!((all.out.as_path(), all.glibc.as_deref()), (Path::new("/o"), Some("2.28")));
        assert_eq!((all.wheel, all.notices, all.force), (When::Never, When::Always, true));
        assert!(parse("--froce").unwrap_err().starts_with("unknown argument"));
        for wrong in ["--out", "--wheel maybe", "--notices never", "--no", "x y"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
