//! Lists that are written several entries at a time, whether or not all of them count.

/// The end of a list of moves while it grows.
///
/// A loop over the few cells of a set ends at an unforeseeable place, which costs a processor more than to
/// write some entries too many. They are overwritten by the next ones, or left behind the end of the list.
/// The length is kept apart until the end: the next entries need not wait for it to come back from memory.
#[derive(Debug)]
pub struct Listing<'a, T: Copy> {
    out: &'a mut Vec<T>,
    end: usize,
}

impl<'a, T: Copy> Listing<'a, T> {
    /// Appends to `out`.
    #[inline(always)]
    pub fn new(out: &'a mut Vec<T>) -> Self {
        let end = out.len();
        Listing { out, end }
    }

    /// Appends the first `count` of these entries, or all of them if there are fewer.
    #[inline(always)]
    pub fn push<const N: usize>(&mut self, entries: [T; N], count: usize) {
        if self.out.capacity() - self.end < N {
            self.make_room(N);
        }
        // SAFETY: behind `end` there is room for N entries.
        unsafe { self.out.as_mut_ptr().add(self.end).cast::<[T; N]>().write_unaligned(entries) };
        self.end += count.min(N);
    }

    #[cold]
    fn make_room(&mut self, entries: usize) {
        self.set_length();
        self.out.reserve(entries);
    }

    #[inline(always)]
    fn set_length(&mut self) {
        // SAFETY: `end` was the length and has since moved over entries that were written, all within the
        // capacity. Entries are plain values: none that is cut off or overwritten has to be dropped.
        unsafe { self.out.set_len(self.end) };
    }
}

impl<T: Copy> Drop for Listing<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        self.set_length();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_counts_is_in_the_list() {
        let mut out = vec![7];
        let mut list = Listing::new(&mut out);
        list.push([1, 2, 3, 4], 2);
        list.push([5, 6, 0, 0], 0);
        list.push([3], 1);
        list.push([4, 5], 9);
        drop(list);
        assert_eq!(out, [7, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn lists_grow_beyond_their_room() {
        let mut out = Vec::new();
        let mut list = Listing::new(&mut out);
        (0..1000_u16).for_each(|n| list.push([n; 8], usize::from(n % 9)));
        drop(list);
        let expected = (0..1000).flat_map(|n| std::iter::repeat_n(n, usize::from(n % 9)));
        assert!(out.into_iter().eq(expected));
    }
}
