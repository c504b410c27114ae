use std::path::Path;
use std::process::Command;

use crate::Outcome;
use crate::run::{output, read, run};

/// Publishes all crates that may be published, if the version is ready.
pub fn publish(root: &Path) -> Outcome<()> {
    is_ready(&read(&root.join("Cargo.toml"))?)?;
    let changed = output(Command::new("git").current_dir(root).args(["status", "--porcelain"]))?;
    if !changed.is_empty() {
        return Err(format!("files have changed since the last commit:\n{changed}"));
    }
    run(Command::new(env!("CARGO")).current_dir(root).args(["publish", "--workspace", "--locked"]))
}

/// Checks that the manifest of the workspace has a repository and a finished version.
fn is_ready(manifest: &str) -> Outcome<()> {
    let (_, package) = manifest.split_once("\n[workspace.package]\n").ok_or("no workspace")?;
    let value = |key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        line.map(|value| value.trim_matches('"')).unwrap_or_default()
    };
    if value("repository").is_empty() {
        return Err("no address of the repository: expected one in [workspace.package]".to_owned());
    }
    let version = value("version");
    if version.is_empty() || version.contains('-') {
        return Err(format!("version {version:?}: expected one that is finished, such as 0.3.0"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_finished_version_with_an_address_is_published() {
        let ready = |version: &str, address: &str| {
            let head = "[workspace]\n\n[workspace.package]\n";
            is_ready(&format!("{head}version = \"{version}\"\nrepository = \"{address}\"\n\n[x]\n"))
        };
        assert_eq!(ready("0.3.0", "https://example.org/zugi"), Ok(()));
        assert!(ready("0.3.0", "").unwrap_err().contains("address"));
        assert!(ready("0.3.0-dev", "https://example.org/zugi").unwrap_err().contains("finished"));
        assert!(is_ready("").is_err());
    }

    #[test]
    fn the_manifest_of_this_workspace_has_both_keys() {
        let manifest = include_str!("../../Cargo.toml");
        let Err(why) = is_ready(manifest) else { return };
        assert!(why.contains("no address") || why.contains("finished"), "{why}");
    }
}
