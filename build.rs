//! Sets the text of `zugi --version`: version, commit with its date, target and features.

use std::env;
use std::path::Path;
use std::process::Command;

/// Changes in these compile the program anyway. A new commit alone changes none of them.
const WATCHED: [&str; 4] = ["build.rs", "src", "crates", ".git/HEAD"];

fn main() {
    // A watched path that is missing, as in a published crate, would run this each time.
    for path in WATCHED.into_iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let mut parts = vec![variable("TARGET")];
    if Path::new(".git").exists() {
        parts.splice(0..0, commit().map(|commit| format!("commit {commit}")));
    }
    let features = ["program", "proofs", "serve", "tuning"];
    let is_on =
        |name: &&str| env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some();
    let features: Vec<&str> = features.into_iter().filter(is_on).collect();
    parts.push(format!("features {}", features.join(" ")));
    let text = format!("{} ({})", variable("CARGO_PKG_VERSION"), parts.join(", "));
    println!("cargo::rustc-env=ZUGI_LONG_VERSION={text}");
}

/// The commit that is checked out, with `-dirty` if files have changed since then, and its date.
fn commit() -> Option<String> {
    let name = git(&["describe", "--always", "--dirty", "--exclude=*"])?;
    let date = git(&["log", "-1", "--format=%cs"])?;
    Some(format!("{name} of {date}"))
}

/// What git says; `None` without git.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
