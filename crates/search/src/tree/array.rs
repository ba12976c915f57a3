//! Arrays that several workers read and write side by side, each where nobody else does.
//!
//! An array is as large as it was made while nobody else had it; meanwhile it has a fixed place in memory. How much
//! of it is in use, and who may touch what, is the tree's business: that is why everything here that is shared is unsafe.

use std::ops::Range;

use crate::memory::grow;
use crate::memory::pages::prefetch;

/// An array of elements without a destructor.
#[derive(Debug)]
pub struct Array<T> {
    /// Holds the memory. Its length is what was in use when somebody last had the array alone.
    kept: Vec<T>,
    /// The memory itself, through which elements are written.
    base: *mut T,
}

// SAFETY: the pointer is into memory that the array owns. Whoever shares an array writes only through methods that are
// unsafe, which leave it to the caller that nobody else touches these elements.
unsafe impl<T: Send> Send for Array<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Array<T> {}

impl<T> From<Vec<T>> for Array<T> {
    fn from(mut kept: Vec<T>) -> Self {
        const { assert!(!std::mem::needs_drop::<T>()) };
        let base = kept.as_mut_ptr();
        Array { kept, base }
    }
}

impl<T> Array<T> {
    /// How many elements there is room for.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.kept.capacity()
    }

    /// Takes the elements out for whoever has the array alone.
    ///
    /// # Safety
    /// The first `length` elements have been written.
    pub unsafe fn take(&mut self, length: usize) -> Vec<T> {
        let mut kept = std::mem::replace(self, Array::from(Vec::new())).kept;
        debug_assert!(length <= kept.capacity());
        // SAFETY: they have been written, as the caller says, and writing is within the capacity.
        unsafe { kept.set_len(length) };
        kept
    }

    /// Makes room for `more` elements behind the first `length`.
    ///
    /// # Safety
    /// The first `length` elements have been written.
    pub unsafe fn make_room(&mut self, length: usize, more: usize) {
        // SAFETY: they have been written, as the caller says.
        let mut kept = unsafe { self.take(length) };
        grow::make_room(&mut kept, more);
        *self = Array::from(kept);
    }

    /// An element.
    ///
    /// # Safety
    /// It has been written, and nobody writes it meanwhile.
    #[inline]
    pub unsafe fn get(&self, index: usize) -> &T {
        debug_assert!(index < self.capacity());
        // SAFETY: the element is there, as the caller says.
        unsafe { &*self.base.add(index) }
    }

    /// Elements to read.
    ///
    /// # Safety
    /// They have been written, and nobody writes them meanwhile.
    #[inline]
    pub unsafe fn slice(&self, range: Range<usize>) -> &[T] {
        debug_assert!(range.start <= range.end && range.end <= self.capacity());
        // SAFETY: the elements are there, as the caller says.
        unsafe { std::slice::from_raw_parts(self.base.add(range.start), range.len()) }
    }

    /// Elements to change.
    ///
    /// # Safety
    /// They have been written, and nobody else reads or writes them meanwhile.
    #[inline]
    #[allow(clippy::mut_from_ref)] // That is what the caller answers for.
    pub unsafe fn slice_mut(&self, range: Range<usize>) -> &mut [T] {
        debug_assert!(range.start <= range.end && range.end <= self.capacity());
        // SAFETY: the elements are there and nobody else's, as the caller says.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(range.start), range.len()) }
    }

    /// Writes an element.
    ///
    /// # Safety
    /// It lies within the capacity, and nobody else reads or writes it meanwhile.
    #[inline]
    pub unsafe fn write(&self, index: usize, element: T) {
        debug_assert!(index < self.capacity());
        // SAFETY: there is room, and it is nobody else's, as the caller says.
        unsafe { self.base.add(index).write(element) };
    }

    /// Writes elements one behind the other.
    ///
    /// # Safety
    /// They lie within the capacity, and nobody else reads or writes them meanwhile.
    #[inline]
    pub unsafe fn write_chunk<const N: usize>(&self, first: usize, elements: [T; N]) {
        debug_assert!(first + N <= self.capacity());
        // SAFETY: there is room, and it is nobody else's, as the caller says.
        unsafe { self.base.add(first).cast::<[T; N]>().write_unaligned(elements) };
    }

    /// Asks the processor to fetch the cache line of an element; does nothing where there is no such element.
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
    fn what_is_written_stays_while_the_array_grows() {
        let mut array = Array::from(Vec::new());
        for index in 0..10_000 {
            if index == array.capacity() {
                // SAFETY: so many have been written, one after the other.
                unsafe { array.make_room(index, 1) };
            }
            // SAFETY: there is room, and nobody else.
            unsafe { array.write(index, index as u64) };
        }
        // SAFETY: all of them have been written.
        assert!(unsafe { array.take(10_000) }.iter().enumerate().all(|(index, &word)| word == index as u64));
    }

    #[test]
    fn workers_write_side_by_side() {
        let array = Array::from(vec![0_u32; 1000]);
        let work = |worker: u32| {
            let first = 250 * worker as usize;
            // SAFETY: every worker has a quarter of its own.
            unsafe { array.slice_mut(first..first + 250) }.fill(worker);
        };
        fork_join((1..4).map(|worker| move || work(worker)), || work(0));
        // SAFETY: the workers have ended.
        let words = unsafe { array.slice(0..1000) };
        assert!(words.iter().enumerate().all(|(index, &word)| word == index as u32 / 250));
    }
}
