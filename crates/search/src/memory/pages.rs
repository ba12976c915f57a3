//! Memory for large tables. A table is read all over the place, and where the system keeps its memory in small
//! pages the processor spends a good part of the time looking up where they are. What will be needed soon is best asked
//! for early. Pages that are written to for the first time are slow, so that everybody lends a hand.

use std::mem::MaybeUninit;

use crate::parallel::fork_join;

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

/// Asks the processor to fetch the cache line of an element.
#[inline]
pub fn prefetch<T>(element: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing into the program, and does nothing where there is no memory.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(element.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = element;
}

/// So many bytes are worth a helper.
const BYTES_PER_WORKER: usize = 1 << 20;

/// Makes an array longer by so many elements, by as many workers as there are.
pub fn lengthen<T: Default + Send>(array: &mut Vec<T>, more: usize, workers: usize) {
    array.reserve_exact(more);
    let length = array.len() + more;
    let fresh = &mut array.spare_capacity_mut()[..more];
    let workers = (size_of_val(fresh) / BYTES_PER_WORKER).clamp(1, workers);
    let mut parts = fresh.chunks_mut(more.div_ceil(workers).max(1));
    let own = parts.next();
    fork_join(parts.map(|part| || fill(part)), || own.into_iter().for_each(fill));
    // SAFETY: every element up to there has been written, those behind the old end just now.
    unsafe { array.set_len(length) };
}

fn fill<T: Default>(part: &mut [MaybeUninit<T>]) {
    part.iter_mut().for_each(|place| _ = place.write(T::default()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_as_long_as_asked_whoever_writes_it() {
        for workers in 1..=3 {
            let mut array = vec![7_u64; 5];
            for more in [0, 1, BYTES_PER_WORKER / 8, BYTES_PER_WORKER + 1] {
                let length = array.len() + more;
                lengthen(&mut array, more, workers);
                assert_eq!(array.len(), length);
            }
            assert!(array[..5].iter().all(|&word| word == 7) && array[5..].iter().all(|&word| word == 0));
        }
    }
}
