//! The exports of the module: one session, created by `start`.
#![expect(unsafe_code, reason = "exported functions have names that others could have, too")]

use std::sync::{Mutex, PoisonError};

use zugi_engine::{InlineSession, SessionConfig};

use super::host;

/// The session continues.
const GOES_ON: u32 = 0;
/// The session has ended, or was not created.
const OVER: u32 = 1;
/// The host called while the module was executing a line.
const BUSY: u32 = 2;

static SESSION: Mutex<Option<InlineSession<'static>>> = Mutex::new(None);

/// The input line, written by the host.
static LINE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Creates the session.
// SAFETY: no other export has this name.
#[unsafe(no_mangle)]
extern "C" fn start() -> u32 {
    host::install();
    let registry = zugi::registry();
    let variant = registry.default_variant().name().to_owned();
    let config = SessionConfig { registry, variant, colour: false, names: false };
    match InlineSession::new(&config, host::HostOutput, host::poll) {
        Ok(session) => {
            *SESSION.lock().unwrap_or_else(PoisonError::into_inner) = Some(session);
            GOES_ON
        }
        Err(error) => {
            host::panicked(&error.to_string());
            OVER
        }
    }
}

/// Allocates the buffer for a line of this many bytes.
// SAFETY: no other export has this name.
#[unsafe(no_mangle)]
extern "C" fn buffer(length: usize) -> *mut u8 {
    let mut line = LINE.lock().unwrap_or_else(PoisonError::into_inner);
    line.clear();
    line.resize(length, 0);
    line.as_mut_ptr()
}

/// Executes the line in the buffer.
// SAFETY: no other export has this name.
#[unsafe(no_mangle)]
extern "C" fn line() -> u32 {
    let Ok(mut session) = SESSION.try_lock() else { return BUSY };
    let bytes = std::mem::take(&mut *LINE.lock().unwrap_or_else(PoisonError::into_inner));
    let Some(running) = session.as_mut() else { return OVER };
    match running.execute_line(&String::from_utf8_lossy(&bytes)) {
        Ok(true) => GOES_ON,
        _ => {
            *session = None;
            OVER
        }
    }
}
