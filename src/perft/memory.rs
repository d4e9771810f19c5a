//! [`Memory`]: the memory of a table, in large pages where the system gives them.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use zerocopy::FromBytes;

/// Zeroed memory, aligned to a page.
#[derive(Debug)]
pub struct Memory(MmapMut);

impl Memory {
    /// So many bytes, rounded up to a multiple of 4096 and at least that; `None` when the system
    /// does not give them.
    ///
    /// Random access to a large table misses the processor's list of page addresses nearly every
    /// time when pages have 4 KiB. So large pages are asked for; a system that has none gives
    /// small ones.
    pub fn new(bytes: u64) -> Option<Self> {
        let bytes = usize::try_from(bytes.max(1).checked_next_multiple_of(4096)?).ok()?;
        let map = MmapMut::map_anon(bytes).ok()?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self(map))
    }

    /// The memory as words, all 0 at first.
    pub(crate) fn words(&mut self) -> &[AtomicU64] {
        let words = <[AtomicU64]>::mut_from_bytes(&mut self.0);
        words.expect("pages are aligned and whole words")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_what_is_asked_or_nothing() {
        assert_eq!(Memory::new(0).unwrap().words().len(), 512);
        assert_eq!(Memory::new(4097).unwrap().words().len(), 1024);
        assert!(Memory::new(u64::MAX).is_none());
        assert!(Memory::new(1 << 60).is_none());
    }
}
