//! Starts threads only if memory for them is left.
//!
//! Threads may use up a limited address space (`ulimit -v`): the next small allocation then aborts
//! the program. So these functions first check for room for the stack and a reserve.

use std::hint::black_box;
use std::io;
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// The bytes that must be left beside the stack of a new thread: 128 MiB for its heap (glibc
/// reserves 64 MiB, and maps twice that to align it), and 64 MiB for everything else.
const RESERVE: usize = 192 << 20;

/// Whether the target has threads. WebAssembly has them only with WASI and threads.
pub const HAS_THREADS: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Starts a thread with a stack of this size in bytes, and waits until it runs.
///
/// # Errors
/// The system cannot start a thread, or the address space has no room for its stack and a reserve.
///
/// ```
/// let thread = zugi_memory::spawn_if_room(1 << 20, || 6 * 7)?;
/// assert_eq!(thread.join().unwrap(), 42);
/// assert!(zugi_memory::spawn_if_room(usize::MAX / 2, || ()).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn spawn_if_room<T: Send + 'static>(
    stack: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    spawn(stack, Box::new(work), |builder, work| builder.spawn(work))
}

/// Like [`spawn_if_room`], for a thread that ends within a scope.
///
/// ```
/// let word = String::from("scope");
/// let length = std::thread::scope(|scope| {
///     let thread = zugi_memory::spawn_scoped_if_room(scope, 1 << 20, || word.len())?;
///     Ok::<_, std::io::Error>(thread.join().unwrap())
/// });
/// assert_eq!(length?, 5);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn spawn_scoped_if_room<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    stack: usize,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    spawn(stack, Box::new(work), |builder, work| builder.spawn_scoped(scope, work))
}

type Work<'a, T> = Box<dyn FnOnce() -> T + Send + 'a>;

fn spawn<'a, T: 'a, H>(
    stack: usize,
    work: Work<'a, T>,
    start: impl FnOnce(Builder, Work<'a, T>) -> io::Result<H>,
) -> io::Result<H> {
    if !HAS_THREADS {
        return Err(io::ErrorKind::Unsupported.into());
    }
    // WebAssembly skips the check: it never frees memory, so the block of the check would be lost,
    // and its threads share a heap.
    if !cfg!(target_family = "wasm") && !has_room(stack.saturating_add(RESERVE)) {
        let text = "not enough address space for another thread";
        return Err(io::Error::new(io::ErrorKind::OutOfMemory, text));
    }
    let (runs, begun) = mpsc::channel::<Box<u8>>();
    let work: Work<'a, T> = Box::new(move || {
        // This thread runs and has made an allocation, which reserves its heap.
        drop(runs.send(black_box(Box::new(0))));
        work()
    });
    let thread = start(Builder::new().stack_size(stack), work)?;
    // The heap of the thread is reserved, so the next check does not count it as free.
    drop(begun.recv());
    Ok(thread)
}

/// Whether this much address space can be reserved.
fn has_room(bytes: usize) -> bool {
    let mut room = Vec::<u8>::new();
    let is_there = room.try_reserve_exact(bytes).is_ok();
    // Keeps the optimiser from removing the unused allocation.
    black_box(room.as_ptr());
    is_there
}
