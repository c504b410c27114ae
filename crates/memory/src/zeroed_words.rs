//! Large blocks of zeros for hash tables, in huge pages where the system has them.
//!
//! A search reads its table at random places. With pages of 4 KiB most reads also walk the page
//! tables, which takes longer in a virtual machine. Section "Memory" of `docs/notes/search.md` has
//! the measured gain. Linux gives pages of 2 MiB without privileges; macOS and Windows do not.

#![expect(unsafe_code, reason = "mapped memory is seen as words; the prefetch takes an address")]

use std::fmt;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

#[cfg(target_family = "wasm")]
use crate::kept_block::KeptBlock;

/// A block of words that begin as zero, aligned to a [`CACHE_LINE`]. The system allocates a page at
/// the first write to it; on WebAssembly all memory is allocated at once.
///
/// ```
/// use std::sync::atomic::Ordering::Relaxed;
/// use zugi_memory::ZeroedWords;
///
/// let words = ZeroedWords::new(1 << 20).ok_or("no memory")?;
/// words.populate(1 << 20); // All 8 MiB get their pages now.
/// words[1000].store(7, Relaxed);
/// assert_eq!((words.len(), words[999].load(Relaxed)), (1 << 20, 0));
/// # Ok::<(), &str>(())
/// ```
pub struct ZeroedWords {
    /// Points into `memory`.
    words: NonNull<[AtomicU64]>,
    memory: Memory,
}

/// The owner of the words. Moving it does not move the words.
enum Memory {
    /// From the allocator: small blocks, and all blocks on systems other than Linux.
    #[cfg_attr(not(target_family = "wasm"), expect(dead_code, reason = "it owns the words"))]
    Allocated(Vec<AtomicU64>),
    /// From the system, with extra room to begin at a huge page.
    #[cfg(target_os = "linux")]
    Mapped(memmap2::MmapMut),
}

// SAFETY: the words belong to `memory` alone, and are atomic.
unsafe impl Send for ZeroedWords {}
// SAFETY: as above.
unsafe impl Sync for ZeroedWords {}

/// The size of a huge page on x86-64 and most ARM systems, in bytes. Other systems use small pages.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 << 20;

/// The size of the smallest page of any system, in bytes.
const PAGE: usize = 4096;

/// The block that serves tables of more than 16 MiB; once it exists, it also serves those of more
/// than 2 MiB. Tables of up to 2 MiB never use it, because they exist beside large ones. It has at
/// least 64 MiB, so that it need not grow for smaller tables. Each limit is one MiB higher, because
/// a table has a few words more than its size.
#[cfg(target_family = "wasm")]
static KEPT: KeptBlock = KeptBlock::new((3 << 20) / WORD, (17 << 20) / WORD, (65 << 20) / WORD);

const WORD: usize = size_of::<AtomicU64>();

/// The size of a cache line on most processors, in bytes.
pub const CACHE_LINE: usize = 64;

impl ZeroedWords {
    /// Returns `count` zeros; `None` if there is not enough memory.
    #[must_use]
    pub fn new(count: usize) -> Option<ZeroedWords> {
        #[cfg(target_os = "linux")]
        if let Some(bytes) = count.checked_mul(WORD).filter(|&bytes| bytes >= HUGE_PAGE) {
            return ZeroedWords::mapped(count, bytes);
        }
        ZeroedWords::allocated(count)
    }

    fn allocated(count: usize) -> Option<ZeroedWords> {
        const SLACK: usize = CACHE_LINE / WORD - 1;
        let size = count.checked_add(SLACK)?;
        #[cfg(not(target_family = "wasm"))]
        let mut memory: Vec<AtomicU64> = bytemuck::allocation::try_zeroed_vec(size).ok()?;
        #[cfg(target_family = "wasm")]
        let mut memory = KEPT.take(size).ok()?;
        let first = memory.as_ptr().align_offset(CACHE_LINE).min(SLACK);
        let words = NonNull::from(&mut memory[first..first + count]);
        Some(ZeroedWords { words, memory: Memory::Allocated(memory) })
    }

    /// Maps memory that begins at a huge page. Small pages hold the end if it would fill only a
    /// part of a huge page, so that the block takes no more memory than requested.
    #[cfg(target_os = "linux")]
    fn mapped(count: usize, bytes: usize) -> Option<ZeroedWords> {
        let size = bytes.checked_add(HUGE_PAGE)?;
        let mut mapping = memmap2::MmapOptions::new().len(size).map_anon().ok()?;
        let first = mapping.as_ptr().align_offset(HUGE_PAGE).min(HUGE_PAGE);
        // A system without huge pages refuses, which only loses the gain in speed.
        let _ = mapping.advise_range(memmap2::Advice::HugePage, first, bytes - bytes % HUGE_PAGE);
        let words = mapping[first..first + bytes].as_mut_ptr().cast::<AtomicU64>();
        // SAFETY: the range lies in the mapping, is zeroed, and is borrowed through this value
        // alone, which owns the mapping. It begins at a page, so words are aligned.
        let words = unsafe { NonNull::from(std::slice::from_raw_parts_mut(words, count)) };
        Some(ZeroedWords { words, memory: Memory::Mapped(mapping) })
    }

    /// Allocates the pages of the first `count` words: in a mapped block by one call of Linux
    /// (`MADV_POPULATE_WRITE`, since 5.14), otherwise by a write to each page. On WebAssembly there
    /// is nothing to do.
    pub fn populate(&self, count: usize) {
        let count = count.min(self.len());
        #[cfg(target_os = "linux")]
        if let Memory::Mapped(mapping) = &self.memory {
            let first = self.words.cast::<u8>().as_ptr().addr() - mapping.as_ptr().addr();
            let advice = memmap2::Advice::PopulateWrite;
            if mapping.advise_range(advice, first, count * WORD).is_ok() {
                return;
            }
        }
        if cfg!(target_family = "wasm") {
            return;
        }
        let pages = self[..count].iter().step_by(PAGE / WORD);
        pages.for_each(|word| {
            // This write keeps what another thread may have written.
            word.fetch_or(0, Relaxed);
        });
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

/// Asks the processor to load this value into its cache. A no-op except on x86-64: stable Rust has
/// no such instruction for other processors, and a plain load would wait for the value.
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
    fn words_begin_as_zero_and_keep_stored_values() {
        for count in [0, 1, 1000, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 3 << 17] {
            for words in [ZeroedWords::new(count), ZeroedWords::allocated(count)] {
                let words = words.expect("memory");
                assert_eq!(words.len(), count);
                assert!(words.as_ptr().addr().is_multiple_of(CACHE_LINE));
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
    fn impossible_sizes_are_refused() {
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
