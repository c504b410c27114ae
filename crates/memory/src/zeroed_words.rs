//! Large blocks of zeros for hash tables, in huge pages where the system has them.
//!
//! A search reads its table at random places. In pages of 4 KiB most reads also need a walk through
//! the page tables, which takes longer in a virtual machine. The gain is measured in `docs/notes/search.md`, section "Memory". Linux gives pages of 2 MiB without rights;
//! macOS and Windows do not.

#![expect(unsafe_code, reason = "mapped memory is seen as words; the prefetch takes an address")]

use std::fmt;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

#[cfg(target_family = "wasm")]
use crate::kept_block::KeptBlock;

/// Words that are zero at first. The system gives a page of their memory at the first write to
/// it, except in WebAssembly, where all memory is there.
///
/// ```
/// use std::sync::atomic::Ordering::Relaxed;
/// use zugi_memory::ZeroedWords;
///
/// let words = ZeroedWords::new(1 << 20).ok_or("no memory")?;
/// words.populate(1 << 20); // Half of the 8 MiB get their pages now.
/// words[1000].store(7, Relaxed);
/// assert_eq!((words.len(), words[999].load(Relaxed)), (1 << 20, 0));
/// # Ok::<(), &str>(())
/// ```
pub struct ZeroedWords {
    /// They are in `memory`.
    words: NonNull<[AtomicU64]>,
    memory: Memory,
}

/// What owns the words; neither moves them when it moves.
enum Memory {
    /// From the allocator, or small.
    #[cfg_attr(not(target_family = "wasm"), expect(dead_code, reason = "it owns the words"))]
    Allocated(Vec<AtomicU64>),
    /// From the system, with room to begin at a huge page.
    #[cfg(target_os = "linux")]
    Mapped(memmap2::MmapMut),
}

// SAFETY: the words belong to `memory` alone, and are atomic.
unsafe impl Send for ZeroedWords {}
// SAFETY: as above.
unsafe impl Sync for ZeroedWords {}

/// The bytes of a huge page of x86-64 and of most ARM systems. With others the memory is in pages
/// of the usual size.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 << 20;

/// The bytes of the smallest page of any system.
const PAGE: usize = 4096;

/// The block of all words of more than 16 MiB, and, once there is one, of those of more than 2 MiB;
/// up to 64 MiB it need not grow. Tables of 1 MiB are there beside large ones.
#[cfg(target_family = "wasm")]
static KEPT: KeptBlock = KeptBlock::new((2 << 20) / WORD, (17 << 20) / WORD, (65 << 20) / WORD);

const WORD: usize = size_of::<AtomicU64>();

impl ZeroedWords {
    /// So many zeros; `None` if the system does not give that much memory.
    #[must_use]
    pub fn new(count: usize) -> Option<ZeroedWords> {
        #[cfg(target_os = "linux")]
        if let Some(bytes) = count.checked_mul(WORD).filter(|&bytes| bytes >= HUGE_PAGE) {
            return ZeroedWords::mapped(count, bytes);
        }
        ZeroedWords::allocated(count)
    }

    /// The same from the allocator.
    fn allocated(count: usize) -> Option<ZeroedWords> {
        #[cfg(not(target_family = "wasm"))]
        let mut words = bytemuck::allocation::try_zeroed_vec(count).ok()?;
        #[cfg(target_family = "wasm")]
        let mut words = KEPT.take(count).ok()?;
        Some(ZeroedWords {
            words: NonNull::from(words.as_mut_slice()),
            memory: Memory::Allocated(words),
        })
    }

    /// The same from the system, beginning at a huge page. The end has small pages if it would fill
    /// only a part of a huge one, so that the words take no more memory than asked for.
    #[cfg(target_os = "linux")]
    fn mapped(count: usize, bytes: usize) -> Option<ZeroedWords> {
        let size = bytes.checked_add(HUGE_PAGE)?;
        let mut mapping = memmap2::MmapOptions::new().len(size).map_anon().ok()?;
        let first = mapping.as_ptr().align_offset(HUGE_PAGE).min(HUGE_PAGE);
        // A system without huge pages refuses, which costs nothing but the gain.
        let _ = mapping.advise_range(memmap2::Advice::HugePage, first, bytes - bytes % HUGE_PAGE);
        let words = mapping[first..first + bytes].as_mut_ptr().cast::<AtomicU64>();
        // SAFETY: the range lies in the mapping, is zeroed, and is borrowed through this value
        // alone, which owns the mapping. It begins at a page, so words are aligned.
        let words = unsafe { NonNull::from(std::slice::from_raw_parts_mut(words, count)) };
        Some(ZeroedWords { words, memory: Memory::Mapped(mapping) })
    }

    /// Takes the pages of the first `count` words from the system now, by one write for each page of
    /// the size that the system gives.
    pub fn populate(&self, count: usize) {
        let count = count.min(self.len());
        if cfg!(target_family = "wasm") || self.is_populated(count) {
            return;
        }
        let pages = self[..count].iter().step_by(PAGE / WORD);
        pages.for_each(|word| {
            // A write that leaves what another thread may have written.
            word.fetch_or(0, Relaxed);
        });
    }

    /// Lets Linux write to the pages, and returns whether it has; it can since 5.14.
    #[cfg(target_os = "linux")]
    fn is_populated(&self, count: usize) -> bool {
        let Memory::Mapped(mapping) = &self.memory else { return false };
        let first = self.words.cast::<u8>().as_ptr().addr() - mapping.as_ptr().addr();
        mapping.advise_range(memmap2::Advice::PopulateWrite, first, count * WORD).is_ok()
    }

    #[cfg(not(target_os = "linux"))]
    #[expect(clippy::unused_self, reason = "it has the signature of the one for Linux")]
    fn is_populated(&self, _: usize) -> bool {
        false
    }
}

impl Deref for ZeroedWords {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: `memory` holds the words as long as `self`, and no reference to them is mutable.
        unsafe { self.words.as_ref() }
    }
}

#[cfg(target_family = "wasm")]
impl Drop for ZeroedWords {
    fn drop(&mut self) {
        let Memory::Allocated(words) = &mut self.memory;
        KEPT.give_back(std::mem::take(words));
    }
}

impl fmt::Debug for ZeroedWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ZeroedWords").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// Tells the processor that this value is read soon. A no-op except on x86-64: elsewhere stable
/// Rust has no such instruction, and a plain load would wait for the value.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch changes nothing and cannot fault; every x86-64 has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zero_and_keep_what_is_written() {
        for count in [0, 1, 1000, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 3 << 17] {
            for words in [ZeroedWords::new(count), ZeroedWords::allocated(count)] {
                let words = words.expect("memory");
                assert_eq!(words.len(), count);
                assert!(words.iter().all(|word| word.load(Relaxed) == 0));
                (0..).zip(&*words).for_each(|(number, word)| word.store(number, Relaxed));
                words.populate(count / 2);
                words.populate(usize::MAX);
                if let Some(word) = words.last() {
                    prefetch(word);
                }
                assert!((0..).zip(&*words).all(|(number, word)| word.load(Relaxed) == number));
            }
        }
    }

    #[test]
    fn more_than_there_can_be_is_refused() {
        for count in [usize::MAX, usize::MAX / WORD, (usize::MAX >> 1) / WORD] {
            assert!(ZeroedWords::new(count).is_none(), "{count}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn large_blocks_begin_at_a_huge_page() {
        let words = ZeroedWords::new(HUGE_PAGE / WORD).expect("2 MiB");
        assert!(words.as_ptr().addr().is_multiple_of(HUGE_PAGE));
        assert!(matches!(words.memory, Memory::Mapped(_)));
    }
}
