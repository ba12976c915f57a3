//! Arrays that grow in small steps, so that little memory waits unused and a budget can be kept.

/// The least number of elements by which an array grows.
const LEAST: usize = 1024;

/// Below this many bytes an array grows by a half: it is little that waits unused.
const SMALL: usize = 1 << 20;

/// From this many bytes on an array grows in the smallest steps: allocators move the pages of such arrays, and may
/// copy the bytes of smaller ones.
const LARGE: usize = 32 << 20;

/// The capacity of an array of `T` after it has grown to hold `more` elements beyond `len`.
fn next_capacity<T>(len: usize, capacity: usize, more: usize) -> usize {
    if capacity - len >= more {
        return capacity;
    }
    let step = match capacity * size_of::<T>() {
        ..SMALL => capacity / 2,
        SMALL..LARGE => capacity / 6,
        LARGE.. => capacity / 8,
    };
    capacity + more.max(step).max(LEAST)
}

/// Makes room for `more` elements.
#[inline]
pub fn make_room<T>(array: &mut Vec<T>, more: usize) {
    if array.capacity() - array.len() < more {
        let capacity = next_capacity::<T>(array.len(), array.capacity(), more);
        array.reserve_exact(capacity - array.len());
    }
}

/// Bytes that the array holds.
pub fn bytes<T>(array: &Vec<T>) -> usize {
    array.capacity() * size_of::<T>()
}

/// Bytes that the array will hold when there is room for `more` elements.
pub fn bytes_with<T>(array: &Vec<T>, more: usize) -> usize {
    next_capacity::<T>(array.len(), array.capacity(), more) * size_of::<T>()
}

/// Gives the memory back that a shorter array does not need.
pub fn give_back<T>(array: &mut Vec<T>) {
    array.shrink_to(array.len() + array.len() / 8 + LEAST);
}
