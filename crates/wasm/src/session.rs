//! What the module exports: one session, which is made by `start`.
#![expect(unsafe_code, reason = "exported functions have names that others could have, too")]

use std::sync::{Mutex, PoisonError};

use zugi_engine::{InlineSession, SessionConfig};

use super::host;

/// The session goes on.
const GOES_ON: u32 = 0;
/// The session is over, or was not made.
const OVER: u32 = 1;
/// A line is under way: the host has called while the module waits for it.
const BUSY: u32 = 2;

static SESSION: Mutex<Option<InlineSession<'static>>> = Mutex::new(None);

/// The line to be executed.
static LINE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Makes the session.
// SAFETY: nothing else in the module is called so.
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

/// A place for a line of so many bytes.
// SAFETY: nothing else in the module is called so.
#[unsafe(no_mangle)]
extern "C" fn buffer(length: usize) -> *mut u8 {
    let mut line = LINE.lock().unwrap_or_else(PoisonError::into_inner);
    line.clear();
    line.resize(length, 0);
    line.as_mut_ptr()
}

/// Executes the line in that place.
// SAFETY: nothing else in the module is called so.
#[unsafe(no_mangle)]
extern "C" fn line() -> u32 {
    let Ok(mut session) = SESSION.try_lock() else { return BUSY };
    let bytes = std::mem::take(&mut *LINE.lock().unwrap_or_else(PoisonError::into_inner));
    let Some(running) = session.as_mut() else { return OVER };
    match running.line(&String::from_utf8_lossy(&bytes)) {
        Ok(true) => GOES_ON,
        _ => {
            *session = None;
            OVER
        }
    }
}
