//! The wheel, from which pip installs the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::archive::{Made, NOTICES};
use crate::run::{copy, names, play_a_move, run};
use crate::{Outcome, Release, When};

/// Makes the wheel, tries it, and puts it into the folder of the release; its names.
pub fn make(root: &Path, made: &Made, release: &Release) -> Outcome<Vec<String>> {
    if release.wheel == When::Never {
        return Ok(Vec::new());
    }
    let found = environment(&made.work.join("maturin")).and_then(|bin| {
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
    add_notices(made, &project.join(NOTICES))?;
    let folder = made.work.join("wheels");
    let mut maturin = Command::new(bin.join("maturin"));
    maturin.current_dir(&project).args(["build", "--profile", &made.profile]);
    if let Some(glibc) = &release.glibc {
        let policy = format!("manylinux_{}", glibc.replace('.', "_"));
        maturin.args(["--zig", "--compatibility", &policy]);
    }
    run(maturin.arg("--out").arg(&folder))?;

    let wheels = names(&folder)?;
    let fresh = made.work.join("fresh");
    let bin = environment(&fresh)?;
    for wheel in &wheels {
        let mut install = Command::new(bin.join("pip"));
        run(install.args(["install", "--quiet", "--no-index"]).arg(folder.join(wheel)))?;
    }
    play_a_move(&bin.join(format!("zugi{}", made.exe)), &fresh, &made.version)?;
    for wheel in &wheels {
        if !release.force && release.out.join(wheel).exists() {
            return Err(format!("{wheel} exists: expected --force, or another --out"));
        }
        copy(&folder.join(wheel), &release.out.join(wheel))?;
    }
    Ok(wheels)
}

/// Copies the licences of the libraries from the folder of the release, if they were made. `to` is
/// ignored by git, and maturin packs it.
fn add_notices(made: &Made, to: &Path) -> Outcome<()> {
    let notices = made.work.join(&made.name).join(NOTICES);
    if notices.exists() {
        return copy(&notices, to);
    }
    // Those of an earlier release may be wrong by now.
    drop(fs::remove_file(to));
    Ok(())
}

/// The folder of the programs of a new virtual environment.
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
