//! The wheel, from which pip installs the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::archive::{Archive, NOTICES};
use crate::run::{copy, names, play_a_move, run};
use crate::{Outcome, Release, When};

/// Makes the wheel, tries it, and copies it to the folder of the release. Returns the names of the
/// files, none if no wheel is made.
pub fn make(root: &Path, archive: &Archive, release: &Release) -> Outcome<Vec<String>> {
    if release.wheel == When::Never {
        return Ok(Vec::new());
    }
    let found = environment(&archive.work.join("maturin")).and_then(|bin| {
        let mut packages = vec!["maturin>=1.7,<2"];
        packages.extend(release.glibc.as_ref().map(|_| "ziglang"));
        pip(&bin, &packages)?;
        Ok(bin)
    });
    let bin = match found {
        Ok(bin) => bin,
        Err(why) if release.wheel == When::Auto => {
            eprintln!("xtask: no wheel: {why}");
            return Ok(Vec::new());
        }
        Err(why) => return Err(format!("no wheel: {why}")),
    };
    let project = root.join("scripts/wheel");
    add_notices(archive, &project.join(NOTICES))?;
    let folder = archive.work.join("wheels");
    let mut maturin = Command::new(bin.join("maturin"));
    maturin.current_dir(&project).args(["build", "--profile", &archive.profile]);
    if let Some(glibc) = &release.glibc {
        let policy = format!("manylinux_{}", glibc.replace('.', "_"));
        maturin.args(["--zig", "--compatibility", &policy]);
    }
    run(maturin.arg("--out").arg(&folder))?;

    let wheels = names(&folder)?;
    let fresh = archive.work.join("fresh");
    let bin = environment(&fresh)?;
    for wheel in &wheels {
        let mut install = Command::new(bin.join("pip"));
        run(install.args(["install", "--quiet", "--no-index"]).arg(folder.join(wheel)))?;
    }
    play_a_move(&bin.join(format!("zugi{}", archive.exe)), &fresh, &archive.version)?;
    for wheel in &wheels {
        if !release.force && release.out.join(wheel).exists() {
            return Err(format!("{wheel} exists: expected --force, or another --out"));
        }
        copy(&folder.join(wheel), &release.out.join(wheel))?;
    }
    Ok(wheels)
}

/// Copies the licences of the libraries from the archive's folder, if they exist. Git ignores `to`,
/// and maturin packs it.
fn add_notices(archive: &Archive, to: &Path) -> Outcome<()> {
    let notices = archive.work.join(&archive.name).join(NOTICES);
    if notices.exists() {
        return copy(&notices, to);
    }
    // The licences of an earlier release may be wrong.
    drop(fs::remove_file(to));
    Ok(())
}

/// Makes a virtual environment, and returns the folder of its programs.
fn environment(folder: &Path) -> Outcome<PathBuf> {
    for python in ["python3", "python"] {
        let mut venv = Command::new(python);
        venv.args(["-m", "venv"]).arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
        if venv.status().is_ok_and(|status| status.success()) {
            let scripts = folder.join("Scripts");
            return Ok(if fs::exists(&scripts).unwrap_or(false) {
                scripts
            } else {
                folder.join("bin")
            });
        }
    }
    Err("there is no Python with venv".to_owned())
}

fn pip(bin: &Path, packages: &[&str]) -> Outcome<()> {
    let mut install = Command::new(bin.join("pip"));
    run(install.args(["install", "--quiet", "--disable-pip-version-check"]).args(packages))
        .map_err(|_| format!("the packages {} cannot be had", packages.join(", ")))
}
