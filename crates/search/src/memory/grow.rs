//! Arrays that grow by being moved seldom: room is reserved ahead, and what was never written to takes no memory.

/// The least number of elements by which an array grows.
const LEAST: usize = 1024;

/// Operating systems hand out memory in pages of so many bytes, when they are first written to.
const PAGE: usize = 4096;

/// Makes room for `more` elements.
#[inline]
pub fn make_room<T>(array: &mut Vec<T>, more: usize) {
    if array.capacity() - array.len() < more {
        array.reserve_exact(more.max(array.len()).max(LEAST));
    }
}

/// Bytes that the array holds.
pub fn bytes<T>(array: &[T]) -> usize {
    bytes_of::<T>(array.len())
}

/// Bytes that the array will hold when there are `more` elements.
pub fn bytes_with<T>(array: &[T], more: usize) -> usize {
    bytes_of::<T>(array.len() + more)
}

/// Bytes that an array of so many elements holds.
pub fn bytes_of<T>(length: usize) -> usize {
    (length * size_of::<T>()).next_multiple_of(PAGE)
}

/// Gives the memory back that a shorter array does not need.
pub fn give_back<T>(array: &mut Vec<T>) {
    array.shrink_to(array.len() + array.len() / 8 + LEAST);
}
