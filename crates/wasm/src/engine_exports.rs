//! The exports of the module: one session, created by `start`.
#![expect(unsafe_code, reason = "exported functions have names that others could have, too")]

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use zugi_engine::{InlineSession, TextFront};
use zugi_game::time::Instant;

use super::{buffer, host};

const CONTINUES: u32 = 0;
/// The session has ended, or was not created.
const OVER: u32 = 1;
/// The host called while the module was executing a line.
const BUSY: u32 = 2;

static SESSION: Mutex<Option<InlineSession<TextFront<host::HostOutput>>>> = Mutex::new(None);

// SAFETY: no other export has this name.
#[unsafe(no_mangle)]
extern "C" fn start() -> u32 {
    host::install();
    let registry = zugi::registry();
    let variant = registry.default_variant().name();
    let front = TextFront::new(host::HostOutput);
    match InlineSession::new(&registry, variant, front, host::poll) {
        Ok(session) => {
            *SESSION.lock().unwrap_or_else(PoisonError::into_inner) = Some(session);
            CONTINUES
        }
        Err(error) => {
            host::panicked(&error.to_string());
            OVER
        }
    }
}

/// About how long a call of `work` takes; a line may have to wait that long.
const WORK: Duration = Duration::from_millis(20);

/// Continues for [`WORK`] to build the tables that earlier searches began. Returns 1 if nothing is
/// left to build, 0 if more is left, or [`BUSY`].
// SAFETY: no other export has this name.
#[unsafe(no_mangle)]
extern "C" fn work() -> u32 {
    let Ok(session) = SESSION.try_lock() else { return BUSY };
    let began = Instant::now();
    let is_done = session.as_ref().is_none_or(|it| it.work(&mut || began.elapsed() < WORK));
    u32::from(is_done)
}

/// Executes the line in the buffer.
// SAFETY: no other export has this name.
#[unsafe(no_mangle)]
extern "C" fn line() -> u32 {
    let Ok(mut session) = SESSION.try_lock() else { return BUSY };
    let bytes = buffer::take();
    let Some(running) = session.as_mut() else { return OVER };
    match running.execute_line(&String::from_utf8_lossy(&bytes)) {
        Ok(true) => CONTINUES,
        _ => {
            *session = None;
            OVER
        }
    }
}
