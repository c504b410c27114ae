//! The limit of open files, which bounds the number of engines.

/// The files of one engine in this process: three pipes and the file for its standard error, and
/// during its start the other ends of the pipes and what the system needs for the start.
const OF_ENGINE: u64 = 10;

/// The files of the process itself, with a reserve.
const OF_PROCESS: u64 = 32;

/// The number of open files that this process needs for this number of engines.
#[must_use]
pub fn files_for(engines: u64) -> u64 {
    engines.saturating_mul(OF_ENGINE).saturating_add(OF_PROCESS)
}

/// The number of engines for which this number of open files suffices.
#[must_use]
pub fn engines_for(files: u64) -> u64 {
    files.saturating_sub(OF_PROCESS) / OF_ENGINE
}

/// Raises the limit of open files to the highest value that needs no special rights, and returns
/// it; `None` if there is no limit. Child processes inherit it.
#[cfg(unix)]
pub fn raise_file_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    // Some systems refuse more, although they name a higher limit (OPEN_MAX of macOS).
    const ALWAYS_ALLOWED: u64 = 10_240;
    let before = getrlimit(Resource::Nofile);
    let current = before.current?;
    for wanted in [before.maximum, before.maximum.map(|most| most.min(ALWAYS_ALLOWED))] {
        let raised = Rlimit { current: wanted, maximum: before.maximum };
        if wanted.is_none_or(|wanted| wanted > current)
            && setrlimit(Resource::Nofile, raised).is_ok()
        {
            return wanted;
        }
    }
    Some(current)
}

/// There is no such limit.
#[cfg(not(unix))]
pub fn raise_file_limit() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_suffice_for_as_many_engines_as_need_them() {
        for engines in [1, 2, 60, 1 << 40] {
            assert_eq!(engines_for(files_for(engines)), engines);
            assert_eq!(engines_for(files_for(engines) - 1), engines - 1);
        }
        assert_eq!(engines_for(3), 0);
        assert_eq!(files_for(u64::MAX), u64::MAX);
    }

    #[test]
    #[cfg(unix)]
    fn the_limit_is_raised_to_the_highest_allowed() {
        let limit = raise_file_limit();
        assert_eq!(limit, rustix::process::getrlimit(rustix::process::Resource::Nofile).current);
        assert!(
            limit
                >= rustix::process::getrlimit(rustix::process::Resource::Nofile)
                    .maximum
                    .min(Some(10_240))
        );
    }
}
