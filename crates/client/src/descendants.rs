//! Finds and kills the processes that an engine has started, directly or indirectly, so that none
//! outlives it.
//!
//! All processes of a group (a job object on Windows) are killed together. A process that left the
//! group (`setsid`) is found on Linux only: by an environment variable that all descendants
//! inherit, or, while the engine runs, through its parents. A process without that variable and
//! without living parents is not found.

use std::env;
use std::process::{self, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

pub use system::{below, kill, kill_marked};

/// The environment variable that all descendants of an engine inherit.
const VARIABLE: &str = "ZUGI_ENGINE";

#[derive(Clone, Debug)]
pub struct EngineMark(String);

impl EngineMark {
    /// A new mark. It begins with the mark of this process, if this process has one, so that a
    /// search for the mark of this process also finds the new mark.
    pub fn new() -> EngineMark {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let outer = env::var(VARIABLE).map(|outer| outer + "/").unwrap_or_default();
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (id, count) = (process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        EngineMark(format!("{outer}{id}-{}-{count}", time.as_nanos()))
    }

    pub fn put(&self, command: &mut Command) {
        command.env(VARIABLE, &self.0);
    }

    /// Whether an environment entry holds this mark, or a mark that continues it after a `/`.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    fn is_in(&self, entry: &[u8]) -> bool {
        let value = entry.strip_prefix(VARIABLE.as_bytes()).and_then(|it| it.strip_prefix(b"="));
        let rest = value.and_then(|value| value.strip_prefix(self.0.as_bytes()));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs;
    use std::os::fd::OwnedFd;
    use std::path::PathBuf;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    use super::EngineMark;

    const PATIENCE: Duration = Duration::from_millis(300);

    /// The descendants of a process, as pidfds, which stay valid if a process id is reused.
    pub fn below(id: u32) -> Vec<OwnedFd> {
        let (mut found, mut left) = (Vec::new(), children(id));
        // The limit ends this loop if the processes form a cycle, which is possible only if process
        // ids are reused meanwhile.
        for _ in 0..10_000 {
            let Some(id) = left.pop() else { break };
            found.extend(open(id));
            left.extend(children(id));
        }
        found
    }

    pub fn kill(processes: &[OwnedFd]) {
        for process in processes {
            // An error means that it has ended or is not ours.
            let _ = pidfd_send_signal(process, Signal::KILL);
        }
    }

    fn open(id: u32) -> Option<OwnedFd> {
        let id = Pid::from_raw(i32::try_from(id).ok()?)?;
        pidfd_open(id, PidfdFlags::empty()).ok()
    }

    fn children(id: u32) -> Vec<u32> {
        let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
        let read = |path: PathBuf| fs::read_to_string(path.join("children")).unwrap_or_default();
        let ids = |text: String| -> Vec<u32> {
            text.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect()
        };
        threads.flat_map(|thread| ids(read(thread.path()))).collect()
    }

    fn is_marked(id: u32, mark: &EngineMark) -> bool {
        // Other users' environments cannot be read; that of a dead process is empty.
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|entry| mark.is_in(entry))
    }

    /// Kills all marked processes and their descendants, repeatedly for up to 0.3 s until none is
    /// left.
    pub fn kill_marked(mark: &EngineMark) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
            let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
            let marked: Vec<u32> = ids.filter(|&id| is_marked(id, mark)).collect();
            for &id in &marked {
                let processes: Vec<OwnedFd> = open(id).into_iter().chain(below(id)).collect();
                // The process id may have been reused.
                if is_marked(id, mark) {
                    kill(&processes);
                }
            }
            if marked.is_empty() || Instant::now() > deadline {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub fn below(_: u32) -> Vec<()> {
        Vec::new()
    }

    pub fn kill(_: &[()]) {}

    pub fn kill_marked(_: &super::EngineMark) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_in_environments() {
        let (one, two) = (EngineMark("1-5-0".to_owned()), EngineMark("1-5-01".to_owned()));
        for (entry, is_one, is_two) in [
            ("ZUGI_ENGINE=1-5-0", true, false),
            ("ZUGI_ENGINE=1-5-01", false, true),
            ("ZUGI_ENGINE=1-5-0/7-9-3", true, false),
            ("ZUGI_ENGINE_2=1-5-0", false, false),
            ("PATH=1-5-0", false, false),
            ("", false, false),
        ] {
            let found = (one.is_in(entry.as_bytes()), two.is_in(entry.as_bytes()));
            assert_eq!(found, (is_one, is_two), "{entry}");
        }
        assert_ne!(EngineMark::new().0, EngineMark::new().0);
    }
}
