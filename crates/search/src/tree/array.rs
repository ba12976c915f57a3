//! Arrays that several workers read and write concurrently.
//!
//! An array has a fixed capacity and a fixed place in memory while it is shared; only an exclusive borrow can
//! reallocate it. Which elements are in use and which worker may access them is decided by the tree, not by
//! the array: therefore all methods that access elements through a shared borrow are unsafe.

use std::ops::Range;

use crate::memory::grow;
use crate::memory::pages::prefetch;

/// An array of elements without a destructor.
#[derive(Debug)]
pub struct Array<T> {
    /// Owns the memory. Its length is the number of elements that were in use at the last exclusive borrow.
    owned: Vec<T>,
    /// A pointer to the same memory, through which elements are accessed.
    base: *mut T,
}

// SAFETY: `base` points into the allocation that `owned` owns, so sending an array is like sending a
// `Vec<T>`.
unsafe impl<T: Send> Send for Array<T> {}
// SAFETY: through a shared borrow, elements are accessed only by unsafe methods, whose callers guarantee that
// no element is written while another thread accesses it.
unsafe impl<T: Send + Sync> Sync for Array<T> {}

impl<T> From<Vec<T>> for Array<T> {
    fn from(mut owned: Vec<T>) -> Self {
        const { assert!(!std::mem::needs_drop::<T>()) };
        let base = owned.as_mut_ptr();
        Array { owned, base }
    }
}

impl<T> Array<T> {
    /// The number of elements that fit into the memory.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.owned.capacity()
    }

    /// Takes the elements out and leaves an empty array.
    ///
    /// # Safety
    /// The first `length` elements must have been written.
    pub unsafe fn take(&mut self, length: usize) -> Vec<T> {
        let mut owned = std::mem::replace(self, Array::from(Vec::new())).owned;
        debug_assert!(length <= owned.capacity());
        // SAFETY: the caller guarantees that the first `length` elements have been written, and elements are
        // written only within the capacity.
        unsafe { owned.set_len(length) };
        owned
    }

    /// Makes room for `more` elements after the first `length`.
    ///
    /// # Safety
    /// The first `length` elements must have been written.
    pub unsafe fn make_room(&mut self, length: usize, more: usize) {
        // SAFETY: the caller gives the guarantee that `take` asks for.
        let mut owned = unsafe { self.take(length) };
        grow::make_room(&mut owned, more);
        *self = Array::from(owned);
    }

    /// A reference to an element.
    ///
    /// # Safety
    /// The element must have been written, and no thread may write it while the reference is in use.
    #[inline]
    pub unsafe fn get(&self, index: usize) -> &T {
        debug_assert!(index < self.capacity());
        // SAFETY: the caller guarantees that the element is initialized and not written meanwhile. `base` is
        // valid for the whole capacity.
        unsafe { &*self.base.add(index) }
    }

    /// A slice of elements.
    ///
    /// # Safety
    /// The elements must have been written, and no thread may write them while the slice is in use.
    #[inline]
    pub unsafe fn slice(&self, range: Range<usize>) -> &[T] {
        debug_assert!(range.start <= range.end && range.end <= self.capacity());
        // SAFETY: the caller guarantees that the elements are initialized and not written meanwhile. `base`
        // is valid for the whole capacity.
        unsafe { std::slice::from_raw_parts(self.base.add(range.start), range.len()) }
    }

    /// A mutable slice of elements.
    ///
    /// # Safety
    /// The elements must have been written, and no one else may read or write them while the slice is in use.
    #[inline]
    #[allow(clippy::mut_from_ref)] // The caller guarantees that the slice is the only access to its elements.
    pub unsafe fn slice_mut(&self, range: Range<usize>) -> &mut [T] {
        debug_assert!(range.start <= range.end && range.end <= self.capacity());
        // SAFETY: the caller guarantees that the elements are initialized and accessed through this slice
        // alone. `base` is valid for the whole capacity.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(range.start), range.len()) }
    }

    /// Writes an element.
    ///
    /// # Safety
    /// The element must lie within the capacity, and no one else may read or write it meanwhile.
    #[inline]
    pub unsafe fn write(&self, index: usize, element: T) {
        debug_assert!(index < self.capacity());
        // SAFETY: the caller guarantees that the element lies within the capacity and is not accessed
        // meanwhile.
        unsafe { self.base.add(index).write(element) };
    }

    /// Writes adjacent elements.
    ///
    /// # Safety
    /// The elements must lie within the capacity, and no one else may read or write them meanwhile.
    #[inline]
    pub unsafe fn write_chunk<const N: usize>(&self, first: usize, elements: [T; N]) {
        debug_assert!(first + N <= self.capacity());
        // SAFETY: the caller guarantees that the elements lie within the capacity and are not accessed
        // meanwhile.
        unsafe { self.base.add(first).cast::<[T; N]>().write_unaligned(elements) };
    }

    /// Prefetches the cache line of an element. Does nothing if the index is beyond the capacity.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        if index < self.capacity() {
            prefetch(self.base.wrapping_add(index));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::fork_join;

    #[test]
    fn elements_survive_growth() {
        let mut array = Array::from(Vec::new());
        for index in 0..10_000 {
            if index == array.capacity() {
                // SAFETY: the loop has written the elements below `index`.
                unsafe { array.make_room(index, 1) };
            }
            // SAFETY: the element lies within the capacity, and no other thread has the array.
            unsafe { array.write(index, index as u64) };
        }
        // SAFETY: the loop has written all 10,000 elements.
        assert!(unsafe { array.take(10_000) }.iter().enumerate().all(|(index, &word)| word == index as u64));
    }

    #[test]
    fn workers_write_disjoint_parts_concurrently() {
        let array = Array::from(vec![0_u32; 1000]);
        let work = |worker: u32| {
            let first = 250 * worker as usize;
            // SAFETY: the vector initialized all elements, and each worker accesses only its own quarter.
            unsafe { array.slice_mut(first..first + 250) }.fill(worker);
        };
        fork_join((1..4).map(|worker| move || work(worker)), || work(0));
        // SAFETY: all elements are initialized, and the workers have ended.
        let words = unsafe { array.slice(0..1000) };
        assert!(words.iter().enumerate().all(|(index, &word)| word == index as u32 / 250));
    }
}
