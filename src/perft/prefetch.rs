//! [`prefetch`]: a hint that memory will soon be read. The only unsafe call.
//!
//! Worth its place: see "The table of counts" in ARCHITECTURE.md for what it saves.

/// Asks for the cache line of `place`; never changes a result.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let place = std::ptr::from_ref(place).cast();
        #[expect(
            unsafe_code,
            reason = "calls for the SSE instructions, which every x86-64 machine has"
        )]
        // SAFETY: SSE is part of x86-64, and a prefetch reads nothing the program can see.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(place);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
