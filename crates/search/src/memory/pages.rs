//! Memory for large tables. A table is accessed at random, so with small pages the processor spends much of
//! its time on address translation: large pages and prefetching help. The first write to a page is slow, so
//! several workers initialize new memory in parallel.

use std::mem::MaybeUninit;

use crate::parallel::fork_join;

/// Asks the operating system to back the array's capacity with large pages. It should be called before the
/// memory is first written to. It is a hint: systems that do not support it ignore it.
#[allow(clippy::ptr_arg)] // A slice does not know the capacity.
pub fn prefer_large<T>(array: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 1 << 21;
        let start = array.as_ptr() as usize;
        let (first, end) =
            (start.next_multiple_of(PAGE), (start + array.capacity() * size_of::<T>()) / PAGE * PAGE);
        if first < end {
            // SAFETY: `madvise` with `MADV_HUGEPAGE` never changes the contents of memory, whatever the
            // range.
            unsafe { libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = array;
}

/// Prefetches the cache line of an element.
#[inline]
pub fn prefetch<T>(element: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no architectural effect and does not fault, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(element.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = element;
}

/// One more worker initializes new memory per this many bytes.
const BYTES_PER_WORKER: usize = 1 << 20;

/// Appends `more` default elements to an array, with up to `workers` workers.
pub fn lengthen<T: Default + Send>(array: &mut Vec<T>, more: usize, workers: usize) {
    array.reserve_exact(more);
    let length = array.len() + more;
    let fresh = &mut array.spare_capacity_mut()[..more];
    let workers = (size_of_val(fresh) / BYTES_PER_WORKER).clamp(1, workers);
    let mut parts = fresh.chunks_mut(more.div_ceil(workers).max(1));
    let own = parts.next();
    fork_join(parts.map(|part| || fill(part)), || own.into_iter().for_each(fill));
    // SAFETY: the elements up to the old length were initialized before, and `parts` covers all `more`
    // elements behind it, each of which `fill` has written.
    unsafe { array.set_len(length) };
}

fn fill<T: Default>(part: &mut [MaybeUninit<T>]) {
    part.iter_mut().for_each(|element| _ = element.write(T::default()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_gets_the_same_elements_with_any_number_of_workers() {
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
