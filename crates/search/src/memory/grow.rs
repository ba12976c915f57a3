//! Arrays that are rarely moved when they grow: capacity is reserved in advance, and pages that were never
//! written to take no memory.

/// The minimum number of elements by which an array grows.
const MIN_GROWTH: usize = 1024;

/// The page size in bytes. The operating system provides a page when it is first written to.
const PAGE: usize = 4096;

/// Makes room for `more` elements.
#[inline]
pub fn make_room<T>(array: &mut Vec<T>, more: usize) {
    if array.capacity() - array.len() < more {
        array.reserve_exact(more.max(array.len()).max(MIN_GROWTH));
    }
}

/// The memory that an array uses, in bytes.
pub fn bytes<T>(array: &[T]) -> usize {
    bytes_of::<T>(array.len())
}

/// The memory that an array will use with `more` further elements, in bytes.
pub fn bytes_with<T>(array: &[T], more: usize) -> usize {
    bytes_of::<T>(array.len() + more)
}

/// The memory that an array of this length uses, in bytes.
pub fn bytes_of<T>(length: usize) -> usize {
    (length * size_of::<T>()).next_multiple_of(PAGE)
}

/// Releases the memory that an array no longer needs after it has become shorter.
pub fn release_excess<T>(array: &mut Vec<T>) {
    array.shrink_to(array.len() + array.len() / 8 + MIN_GROWTH);
}
