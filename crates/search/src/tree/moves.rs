//! The moves of all child lists, each in as few bytes as the game needs.

use std::ops::Range;

use game::{Code, Width};

use super::array::Array;
use crate::memory::grow;

/// Moves as numbers, one behind the other.
#[derive(Debug)]
pub struct Moves {
    width: Width,
    bytes: Array<u8>,
}

impl Moves {
    /// What was taken out of an array.
    pub fn of(width: Width, bytes: Vec<u8>) -> Moves {
        Moves { width, bytes: Array::from(bytes) }
    }

    pub fn width(&self) -> Width {
        self.width
    }

    /// How many moves there is room for.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.bytes.capacity() / self.width.bytes()
    }

    /// Bytes that this many moves hold.
    pub fn bytes_of(&self, count: usize) -> usize {
        grow::bytes_of::<u8>(count * self.width.bytes())
    }

    /// Takes the bytes of the moves out.
    ///
    /// # Safety
    /// The first `count` moves have been written.
    pub unsafe fn take(&mut self, count: usize) -> Vec<u8> {
        // SAFETY: they have been written, as the caller says.
        unsafe { self.bytes.take(count * self.width.bytes()) }
    }

    /// Makes room for `more` moves behind the first `count`.
    ///
    /// # Safety
    /// The first `count` moves have been written.
    pub unsafe fn make_room(&mut self, count: usize, more: usize) {
        let width = self.width.bytes();
        // SAFETY: they have been written, as the caller says.
        unsafe { self.bytes.make_room(count * width, more * width) };
    }

    /// A move.
    ///
    /// # Safety
    /// It has been written, and no worker writes it meanwhile.
    #[inline]
    pub unsafe fn get(&self, index: usize) -> u32 {
        // SAFETY: the bytes of a move have been written with it.
        self.width.unpack(unsafe { self.bytes.slice(place(index, self.width)) })
    }

    /// Writes the moves of a child list.
    ///
    /// # Safety
    /// They lie within the capacity, and no other worker reads or writes them meanwhile.
    #[inline]
    pub unsafe fn write_list<M: Code>(&self, first: usize, moves: &[M]) {
        let width = self.width;
        // One loop for each width: a move is written by one store.
        match width.bytes() {
            // SAFETY: as the caller says.
            1 => unsafe { self.write_as(first, moves, |code| [code as u8]) },
            2 => {
                let pack = |code| {
                    let [low, high, ..] = width.pack(code);
                    [low, high]
                };
                // SAFETY: as the caller says.
                unsafe { self.write_as(first, moves, pack) }
            }
            // SAFETY: as the caller says.
            _ => unsafe { self.write_as(first, moves, u32::to_le_bytes) },
        }
    }

    /// Writes moves of `N` bytes.
    ///
    /// # Safety
    /// As for [`Moves::write_list`]; `N` is the width.
    #[inline]
    unsafe fn write_as<M: Code, const N: usize>(
        &self,
        first: usize,
        moves: &[M],
        pack: impl Fn(u32) -> [u8; N],
    ) {
        for (index, &m) in (first..).zip(moves) {
            // SAFETY: the bytes of a move are written with it only, and lie within the capacity, as the caller says.
            unsafe { self.bytes.write_chunk(N * index, pack(m.code())) };
        }
    }

    /// Asks the processor to fetch a move.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        self.bytes.prefetch(index * self.width.bytes());
    }
}

/// Where a move is.
#[inline]
pub fn place(index: usize, width: Width) -> Range<usize> {
    let width = width.bytes();
    index * width..(index + 1) * width
}

/// Where moves are.
pub fn places(list: Range<usize>, width: Width) -> Range<usize> {
    list.start * width.bytes()..list.end * width.bytes()
}
