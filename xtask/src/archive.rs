//! The archive: the program, its manual pages and completions, the guides, the licences.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::links::keep_valid_links;
use crate::run::{
    copy, in_empty_environment, is_installed, make_folder, names, output, play_a_move, read,
    remove_folder, run, write,
};
use crate::{Outcome, Release, When};

/// The files beside the program.
const PAGES: [&str; 6] =
    ["README.md", "CHANGELOG.md", "SECURITY.md", "protocol.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// The parts of README.md for those who build the program: the heading of each, and the next one.
const FOR_BUILDERS: [(&str, &str); 2] =
    [("## Start\n", "## Five ways to use it\n"), ("## The code\n", "## Documentation\n")];

/// The file with the licences of the libraries.
pub const NOTICES: &str = "THIRD-PARTY.html";

/// A finished archive.
pub struct Archive {
    pub version: String,
    pub profile: String,
    pub exe: &'static str,
    /// The file name, with its extension.
    pub file: String,
    /// The name of the folder in the archive.
    pub name: String,
    /// The folder for temporary files.
    pub work: PathBuf,
}

/// Builds the program, and makes the archive in the folder for temporary files.
pub fn make(root: &Path, target: &Path, release: &Release) -> Outcome<Archive> {
    let profile = env::var("PROFILE").unwrap_or_else(|_| "dist".to_owned());
    let host = output(Command::new("rustc").arg("-vV"))?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("unknown");
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let name = format!("zugi-{version}-{host}");
    let (exe, extension) = if host.contains("windows") { (".exe", "zip") } else { ("", "tar.gz") };
    let file = format!("{name}.{extension}");
    if !release.force && release.out.join(&file).exists() {
        return Err(format!("{file} exists: expected --force, or another --out"));
    }
    let work = target.join("xtask");
    remove_folder(&work)?;
    make_folder(&work)?;
    let built = build(root, target, release, &profile, host)?;

    let folder = work.join(&name);
    let program = folder.join(format!("zugi{exe}"));
    copy(&built, &program)?;
    pages(root, &folder)?;
    manual(&program, &folder)?;
    notices(root, &folder, release.notices)?;
    pack(&work, &file, &name, exe)?;
    play_a_move(
        &work.join("empty").join(&name).join(format!("zugi{exe}")),
        &work.join("empty").join(&name),
        &version,
    )?;
    if let Some(least) = oldest_glibc(&program)? {
        eprintln!("xtask: the program needs glibc {least} or later");
    }
    Ok(Archive { version, profile, exe, file, name, work })
}

/// Builds the program without symbols, which are a fifth of the file. Cargo ignores the profile's
/// `strip` for a package with an opt-level of its own.
fn build(
    root: &Path,
    target: &Path,
    release: &Release,
    profile: &str,
    host: &str,
) -> Outcome<PathBuf> {
    let mut cargo = match release.glibc {
        Some(_) => Command::new("cargo-zigbuild"),
        None => Command::new(env!("CARGO")),
    };
    cargo.current_dir(root).args(["rustc", "--locked", "--bin", "zugi", "--profile", profile]);
    let mut built = target.to_owned();
    if let Some(glibc) = &release.glibc {
        cargo.args(["--target", &format!("{host}.{glibc}")]);
        built.push(host);
    }
    run(cargo.args(["--", "-Cstrip=symbols"]))?;
    built.push(if profile == "dev" { "debug" } else { profile });
    Ok(built.join(if host.contains("windows") { "zugi.exe" } else { "zugi" }))
}

/// Copies the pages, without links to files that the archive does not have.
fn pages(root: &Path, folder: &Path) -> Outcome<()> {
    let mut all: Vec<PathBuf> = PAGES.iter().map(PathBuf::from).collect();
    for part in ["docs", "docs/guides", "docs/reference", "docs/notes"] {
        let files = names(&root.join(part))?.into_iter().map(|name| Path::new(part).join(name));
        all.extend(files.filter(|file| root.join(file).is_file()));
    }
    all.iter().try_for_each(|file| copy(&root.join(file), &folder.join(file)))?;
    for page in all.iter().filter(|file| file.extension().is_some_and(|it| it == "md")) {
        let path = folder.join(page);
        let mut text = read(&path)?;
        if page == Path::new("README.md") {
            text = for_users(&text)?;
        }
        let parent = path.parent().unwrap_or(folder);
        write(&path, keep_valid_links(&text, parent))?;
    }
    Ok(())
}

/// README.md without the parts for those who build the program.
fn for_users(text: &str) -> Outcome<String> {
    let mut text = text.to_owned();
    for (begin, end) in FOR_BUILDERS {
        let (Some(from), Some(to)) = (text.find(begin), text.find(end)) else {
            return Err(format!("README.md has no {begin:?} or no {end:?}"));
        };
        text.replace_range(from..to, "");
    }
    Ok(text.replace("target/release/zugi", "./zugi"))
}

/// Writes the manual pages and the completions, which the program prints.
fn manual(program: &Path, folder: &Path) -> Outcome<()> {
    let say = |words: &[&str]| output(in_empty_environment(program, folder).args(words));
    let help = say(&["--help"])?;
    let (_, commands) = help.split_once("Commands:\n").ok_or("no commands in the help")?;
    let is_row = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let rows = commands.lines().take_while(|line| !line.is_empty()).filter(is_row);
    write(&folder.join("man/zugi.1"), say(&["man"])?)?;
    for command in rows.filter_map(|row| row.split_whitespace().next()).filter(|it| *it != "help") {
        write(&folder.join(format!("man/zugi-{command}.1")), say(&["man", command])?)?;
    }
    for (shell, file) in [
        ("bash", "zugi.bash"),
        ("zsh", "_zugi"),
        ("fish", "zugi.fish"),
        ("powershell", "_zugi.ps1"),
        ("elvish", "zugi.elv"),
    ] {
        write(&folder.join("completions").join(file), say(&["completions", shell])?)?;
    }
    Ok(())
}

/// Writes the licences of the libraries, by cargo-about.
fn notices(root: &Path, folder: &Path, when: When) -> Outcome<()> {
    if !is_installed("cargo-about") {
        let why = "no licences of the libraries: expected cargo-about (cargo install cargo-about)";
        if when == When::Always {
            return Err(why.to_owned());
        }
        eprintln!("xtask: {why}");
        return Ok(());
    }
    let mut about = Command::new(env!("CARGO"));
    about.current_dir(root).args(["about", "generate", "--locked", "--fail", "--output-file"]);
    run(about.arg(folder.join(NOTICES)).arg("xtask/notices.hbs"))
}

/// Packs the folder, and unpacks it into `empty`.
fn pack(work: &Path, file: &str, name: &str, exe: &str) -> Outcome<()> {
    let empty = work.join("empty");
    make_folder(&empty)?;
    let packed = work.join(file);
    if exe.is_empty() {
        run(Command::new("tar").current_dir(work).args(["-czf", file, name]))?;
        return run(Command::new("tar").current_dir(&empty).arg("-xzf").arg(packed));
    }
    run(Command::new("7z").current_dir(work).args(["a", "-bso0", file, name]))?;
    run(Command::new("7z").current_dir(&empty).args(["x", "-bso0"]).arg(packed))
}

/// The version of glibc that the symbols of a program require.
fn oldest_glibc(program: &Path) -> Outcome<Option<String>> {
    let content = fs::read(program).map_err(|error| error.to_string())?;
    let mark = b"GLIBC_2.";
    let minors = content.windows(mark.len() + 2).filter(|bytes| bytes.starts_with(mark));
    let minor = |bytes: &[u8]| {
        let digits = bytes[mark.len()..].iter().copied().take_while(u8::is_ascii_digit);
        digits.fold(0, |number, digit| 10 * number + u32::from(digit - b'0'))
    };
    Ok(minors.map(minor).max().map(|minor| format!("2.{minor}")))
}

/// Copies the archive to the folder of the release, and writes and prints the checksums of all
/// files.
pub fn finish(out: &Path, archive: &Archive, wheels: &[String]) -> Outcome<()> {
    copy(&archive.work.join(&archive.file), &out.join(&archive.file))?;
    let mut sum = match is_installed("sha256sum") {
        true => Command::new("sha256sum"),
        false => Command::new("shasum"),
    };
    if sum.get_program() == "shasum" {
        sum.args(["-a", "256"]);
    }
    let text = output(sum.current_dir(out).arg(&archive.file).args(wheels))?;
    write(&out.join(format!("{}.sha256", archive.name)), &text)?;
    print!("{text}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_for_users_does_not_mention_cargo() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let text = for_users(&read(&root.join("README.md")).unwrap()).unwrap();
        assert!(!text.contains("cargo ") && text.contains("./zugi serve --open"), "{text}");
        assert!(for_users("nothing").is_err());
    }
}
