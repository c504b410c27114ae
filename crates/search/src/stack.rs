//! Threads with a stack that is large enough for a search.

use std::cell::Cell;
use std::io;
use std::thread::{self, Builder, JoinHandle, Scope, ScopedJoinHandle};

use super::MAX_PLY;

/// In bytes. The recursion of a search reaches [`MAX_PLY`] levels, and a frame of a debug build may
/// take 128 KiB. In WebAssembly, which is always optimised, most of a frame is on the host's stack.
pub(super) const STACK_SIZE: usize = if cfg!(target_family = "wasm") { 4 << 20 } else { 32 << 20 };
const _: () = assert!(cfg!(target_family = "wasm") || STACK_SIZE / MAX_PLY >= 128 << 10);

thread_local! {
    /// Whether the stack of this thread is large enough.
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Starts a thread with a stack for searches. In any other thread each alpha-beta search starts a
/// new thread with such a stack, which takes time. So run many short searches in one thread from
/// this function.
///
/// # Errors
/// The system cannot start a thread.
///
/// ```
/// use zugi_game::{Game, GameInProgress, toy::Hexapawn};
/// use zugi_search::toy::HexapawnSum;
/// use zugi_search::{AlphaBeta, Limits, Search, Settings, StopToken};
///
/// let searching = zugi_search::spawn(|| {
///     let alpha_beta = AlphaBeta::new(HexapawnSum::default(), 1).expect("1 MiB");
///     let limits = Limits { nodes: Some(100), ..Limits::default() };
///     let (settings, token) = (Settings::default(), StopToken::default());
///     let mut game = GameInProgress::new(Hexapawn::start());
///     while let Some(best) = alpha_beta.search(&game, &limits, &settings, &token, None) {
///         game.play_unchecked(best.pv[0].typed());
///     }
///     game.outcome()
/// })?;
/// assert!(searching.join().unwrap().is_some());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn spawn<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    Builder::new().stack_size(STACK_SIZE).spawn(|| deep(work))
}

/// Starts a thread with a stack for searches within a scope, see [`spawn`].
///
/// # Errors
/// The system cannot start a thread.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, || deep(work))
}

fn deep<T>(work: impl FnOnce() -> T) -> T {
    IS_DEEP.set(true);
    work()
}

/// Runs `work` with a large stack: in this thread, or in a new one. A panic of the new thread
/// continues in this one. In WebAssembly, where the host sets the stack, no thread is started.
///
/// # Errors
/// The system cannot start a thread.
pub(super) fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if IS_DEEP.get() || cfg!(target_family = "wasm") {
        return Ok(work());
    }
    thread::scope(|scope| {
        let done = spawn_scoped(scope, work)?.join();
        Ok(done.unwrap_or_else(|fault| std::panic::resume_unwind(fault)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_thread_with_too_small_a_stack_starts_another_one() {
        let runs_here = || {
            let here = thread::current().id();
            with_stack(|| thread::current().id() == here).unwrap()
        };
        assert!(!runs_here());
        assert!(spawn(runs_here).unwrap().join().unwrap());
        assert!(thread::scope(|scope| spawn_scoped(scope, runs_here).unwrap().join().unwrap()));
        // A thread that `with_stack` starts is marked as well.
        assert!(with_stack(runs_here).unwrap());
        assert!(!runs_here());
    }

    #[test]
    fn a_panic_continues_in_the_calling_thread() {
        let fault = std::panic::catch_unwind(|| with_stack(|| panic!("a fault")));
        assert_eq!(fault.unwrap_err().downcast_ref(), Some(&"a fault"));
    }
}
