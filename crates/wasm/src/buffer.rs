//! The buffer for the text that the host passes.
#![expect(unsafe_code, reason = "exported functions have names that others could have, too")]

use std::mem;
use std::sync::{Mutex, PoisonError};

/// The host writes the text.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Allocates the buffer for a text of this many bytes.
// SAFETY: no other export has this name.
#[unsafe(no_mangle)]
extern "C" fn buffer(length: usize) -> *mut u8 {
    let mut text = TEXT.lock().unwrap_or_else(PoisonError::into_inner);
    text.clear();
    text.resize(length, 0);
    text.as_mut_ptr()
}

pub fn take() -> Vec<u8> {
    mem::take(&mut *TEXT.lock().unwrap_or_else(PoisonError::into_inner))
}
