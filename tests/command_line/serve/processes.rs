//! Information about processes from `/proc`.

use std::fs;

/// The child processes of a process, including zombies.
#[cfg(target_os = "linux")]
pub fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let id: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // After the name, which may contain anything, come state and parent.
        let (_, after) = stat.rsplit_once(')')?;
        (after.split_whitespace().nth(1)?.parse() == Ok(parent)).then_some(id)
    });
    processes.collect()
}

/// The number of open files, sockets and pipes of a process.
#[cfg(target_os = "linux")]
pub fn open_files(id: u32) -> usize {
    fs::read_dir(format!("/proc/{id}/fd")).unwrap().count()
}

/// A value of a process's status, such as `VmRSS` (in KiB) or `Threads`.
#[cfg(target_os = "linux")]
pub fn figure(id: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|it| it.split_whitespace().next()?.parse().ok()).expect("a figure")
}

/// Whether a process exists and is not a zombie.
#[cfg(target_os = "linux")]
pub fn is_alive(id: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{id}/stat")) else { return false };
    let state = stat.rsplit_once(')').and_then(|(_, after)| after.split_whitespace().next());
    state != Some("Z")
}

/// The nice value of a process, from 0 to 19.
#[cfg(target_os = "linux")]
pub fn niceness(id: u32) -> i32 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let (_, after) = stat.rsplit_once(')').unwrap();
    after.split_whitespace().nth(16).unwrap().parse().unwrap()
}
