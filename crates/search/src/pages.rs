//! Large pages for large tables. A table is read all over the place, and where the system keeps its memory in small
//! pages the processor spends a good part of the time looking up where they are.

/// Asks for the room of an array to be kept in large pages. Best asked before it is first written to. Where the system
/// does not know how, or will not, everything stays as it is.
#[allow(clippy::ptr_arg)] // A slice does not know how much room there is behind it.
pub fn prefer_large<T>(array: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 1 << 21;
        let begin = array.as_ptr() as usize;
        let (first, end) =
            (begin.next_multiple_of(PAGE), (begin + array.capacity() * size_of::<T>()) / PAGE * PAGE);
        if first < end {
            // SAFETY: the call changes how memory is kept, not what is in it, wherever that is.
            unsafe { libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = array;
}
