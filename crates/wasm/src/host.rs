//! What the host gives. The only place that the compiler cannot check: that the functions of the
//! host have these signatures.
#![expect(unsafe_code, reason = "functions of the host are foreign")]

use std::io::{self, Write};
use std::panic;

use zugi_search::HostSignal;

mod imports {
    #[link(wasm_import_module = "zugi")]
    // SAFETY: they have these signatures, see the README; the texts are only read, and only
    // during the call.
    unsafe extern "C" {
        pub safe fn now() -> f64;
        pub safe fn poll() -> u32;
        pub safe fn write(text: *const u8, length: usize);
        pub safe fn panicked(text: *const u8, length: usize);
    }
}

/// From now on the host tells the time, and hears of a panic.
pub fn install() {
    zugi_search::time::set_source(|| imports::now());
    panic::set_hook(Box::new(|info| panicked(&info.to_string())));
}

/// Says why the module is of no use any more.
pub fn panicked(text: &str) {
    imports::panicked(text.as_ptr(), text.len());
}

/// Whether the search goes on.
pub fn poll() -> HostSignal {
    match imports::poll() {
        0 => HostSignal::GoOn,
        1 => HostSignal::PonderHit,
        _ => HostSignal::Stop,
    }
}

/// Hands the output over to the host.
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
