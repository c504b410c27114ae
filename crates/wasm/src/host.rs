//! The functions imported from the host. The compiler cannot check the signatures of the imports.
#![expect(unsafe_code, reason = "functions of the host are foreign")]

use std::io::{self, Write};
use std::panic;

#[cfg(feature = "engine")]
use zugi_search::HostSignal;

mod imports {
    #[link(wasm_import_module = "zugi")]
    // SAFETY: the host's functions have these signatures (see the README); they only read the
    // texts, and only during the call.
    unsafe extern "C" {
        pub safe fn now() -> f64;
        #[cfg(feature = "engine")]
        pub safe fn poll() -> u32;
        pub safe fn write(text: *const u8, length: usize);
        pub safe fn panicked(text: *const u8, length: usize);
    }
}

/// Takes the clock from the host, and reports panics to it.
pub fn install() {
    zugi_game::time::set_source(|| imports::now());
    panic::set_hook(Box::new(|info| panicked(&info.to_string())));
}

/// Reports a panic or a failed start, after which the module cannot be used.
pub fn panicked(text: &str) {
    imports::panicked(text.as_ptr(), text.len());
}

/// Asks the host whether to continue the search.
#[cfg(feature = "engine")]
pub fn poll() -> HostSignal {
    match imports::poll() {
        0 => HostSignal::GoOn,
        1 => HostSignal::PonderHit,
        _ => HostSignal::Stop,
    }
}

pub struct HostOutput;

impl Write for HostOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        imports::write(bytes.as_ptr(), bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
