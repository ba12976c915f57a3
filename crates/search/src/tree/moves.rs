//! The moves of all child lists, each in as few bytes as the game needs.

use std::ops::Range;

use game::{Code, Width};

use super::array::Array;
use crate::memory::grow;

/// Moves as numbers of fixed width, one after the other.
#[derive(Debug)]
pub struct Moves {
    width: Width,
    bytes: Array<u8>,
}

impl Moves {
    /// Moves from their encoding.
    pub fn of(width: Width, bytes: Vec<u8>) -> Moves {
        Moves { width, bytes: Array::from(bytes) }
    }

    pub fn width(&self) -> Width {
        self.width
    }

    /// The number of moves that fit into the memory.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.bytes.capacity() / self.width.bytes()
    }

    /// The memory that this many moves use, in bytes.
    pub fn bytes_of(&self, count: usize) -> usize {
        grow::bytes_of::<u8>(count * self.width.bytes())
    }

    /// Takes the encoded moves out.
    ///
    /// # Safety
    /// The first `count` moves must have been written.
    pub unsafe fn take(&mut self, count: usize) -> Vec<u8> {
        // SAFETY: the caller guarantees that the first `count` moves, and thus their bytes, have been
        // written.
        unsafe { self.bytes.take(count * self.width.bytes()) }
    }

    /// Makes room for `more` moves after the first `count`.
    ///
    /// # Safety
    /// The first `count` moves must have been written.
    pub unsafe fn make_room(&mut self, count: usize, more: usize) {
        let width = self.width.bytes();
        // SAFETY: the caller guarantees that the first `count` moves, and thus their bytes, have been
        // written.
        unsafe { self.bytes.make_room(count * width, more * width) };
    }

    /// The code of a move.
    ///
    /// # Safety
    /// The move must have been written, and no worker may write it meanwhile.
    #[inline]
    pub unsafe fn get(&self, index: usize) -> u32 {
        // SAFETY: the caller guarantees that the move, and thus its bytes, has been written and is not
        // written meanwhile.
        self.width.unpack(unsafe { self.bytes.slice(byte_range(index, self.width)) })
    }

    /// Writes the moves of a child list.
    ///
    /// # Safety
    /// The moves must lie within the capacity, and no other worker may read or write them meanwhile.
    #[inline]
    pub unsafe fn write_list<M: Code>(&self, first: usize, moves: &[M]) {
        let width = self.width;
        // A separate loop for each width lets the compiler write a move with a single store.
        match width.bytes() {
            // SAFETY: the caller gives the guarantees of `write_as`, and the width is 1.
            1 => unsafe { self.write_as(first, moves, |code| [code as u8]) },
            2 => {
                let pack = |code| {
                    let [low, high, ..] = width.pack(code);
                    [low, high]
                };
                // SAFETY: the caller gives the guarantees of `write_as`, and the width is 2.
                unsafe { self.write_as(first, moves, pack) }
            }
            // SAFETY: the caller gives the guarantees of `write_as`, and the width is 4.
            _ => unsafe { self.write_as(first, moves, u32::to_le_bytes) },
        }
    }

    /// Writes moves of `N` bytes.
    ///
    /// # Safety
    /// As for [`Moves::write_list`]; `N` must be the width.
    #[inline]
    unsafe fn write_as<M: Code, const N: usize>(
        &self,
        first: usize,
        moves: &[M],
        pack: impl Fn(u32) -> [u8; N],
    ) {
        for (index, &m) in (first..).zip(moves) {
            // SAFETY: the caller guarantees that the moves, and thus their bytes, lie within the capacity and
            // are not accessed meanwhile.
            unsafe { self.bytes.write_chunk(N * index, pack(m.code())) };
        }
    }

    /// Prefetches a move.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        self.bytes.prefetch(index * self.width.bytes());
    }
}

/// The byte range of a move.
#[inline]
pub fn byte_range(index: usize, width: Width) -> Range<usize> {
    let width = width.bytes();
    index * width..(index + 1) * width
}

/// The byte range of a list of moves.
pub fn byte_ranges(list: Range<usize>, width: Width) -> Range<usize> {
    list.start * width.bytes()..list.end * width.bytes()
}
