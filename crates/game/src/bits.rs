//! Sets of cells as machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Listing;

/// A set of cells 0..[`Bits::SIZE`], small enough to copy: `u64`, `u128` or [`Wide`].
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many cells fit.
    const SIZE: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one cell.
    fn cell(cell: usize) -> Self;
    /// Every cell `by` places up.
    #[must_use]
    fn up(self, by: u32) -> Self;
    /// Every cell `by` places down.
    #[must_use]
    fn down(self, by: u32) -> Self;
    /// How many cells are in the set.
    fn count(self) -> u32;
    /// The lowest cell of a set that is not empty.
    fn lowest(self) -> usize;
    /// The set without its lowest cell.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The cells from `64 * index` on, as a machine word.
    fn word(self, index: usize) -> u64;

    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether two sets share a cell.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the cell is in the set.
    #[inline]
    fn has(self, cell: usize) -> bool {
        self.meets(Self::cell(cell))
    }

    /// The cells of the set, in rising order.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    /// Appends the cells of the set, in rising order. Eight at a time, whichever of them are there: much
    /// faster than one by one where the set is neither empty nor small.
    #[inline]
    fn list(self, out: &mut Vec<u16>) {
        let mut list = Listing::new(out);
        for index in 0..Self::SIZE / 64 {
            for (byte, cells) in self.word(index).to_le_bytes().into_iter().enumerate() {
                let first = (64 * index + 8 * byte) as u16;
                let listed = CELLS_OF_BYTE[usize::from(cells)].map(|cell| first + cell);
                list.push(listed, cells.count_ones() as usize);
            }
        }
    }

    /// Appends what `each` makes of the cells of the set, in rising order, four at a time. Where fewer are
    /// left, `each` is called with any number up to [`Bits::SIZE`], and what it says is not kept.
    #[inline(always)]
    fn list_as<T: Copy>(self, out: &mut Vec<T>, each: impl Fn(usize) -> T) {
        let (mut rest, mut left) = (self, self.count() as usize);
        let mut list = Listing::new(out);
        while left > 0 {
            let four: [T; 4] = std::array::from_fn(|_| {
                let cell = rest.lowest();
                rest = rest.without_lowest();
                each(cell)
            });
            list.push(four, left);
            left = left.saturating_sub(4);
        }
    }

    /// The set of these cells.
    fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::cell(cell))
    }
}

/// The cells in each set of eight, in rising order, and zeros behind them.
static CELLS_OF_BYTE: [[u16; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut cell, mut count) = (0, 0);
        while cell < 8 {
            if set >> cell & 1 == 1 {
                table[set][count] = cell;
                count += 1;
            }
            cell += 1;
        }
        set += 1;
    }
    table
};

/// The cells of a set, in rising order.
#[derive(Clone, Debug)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(cell)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Bits for $word {
            const SIZE: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;
            #[inline]
            fn cell(cell: usize) -> Self {
                1 << cell
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                self << by
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                self >> by
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn word(self, index: usize) -> u64 {
                (self >> (64 * index)) as u64
            }
            #[inline]
            fn has(self, cell: usize) -> bool {
                self >> cell & 1 == 1
            }
        }
    };
}
word!(u64);
word!(u128);

/// A set of `64 * W` cells, for boards that a machine word does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const W: usize>([u64; W]);

impl<const W: usize> Default for Wide<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> Bits for Wide<W> {
    const SIZE: usize = 64 * W;
    const EMPTY: Self = Self([0; W]);

    #[inline]
    fn cell(cell: usize) -> Self {
        let mut words = [0; W];
        words[cell / 64] = 1 << (cell % 64);
        Self(words)
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |i: usize| if i >= words { self.0[i - words] } else { 0 };
            let carry = if bits > 0 && i > 0 { at(i - 1) >> (64 - bits) } else { 0 };
            (at(i) << bits) | carry
        }))
    }

    #[inline]
    fn down(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |i: usize| self.0.get(i + words).copied().unwrap_or(0);
            let carry = if bits > 0 { at(i + 1) << (64 - bits) } else { 0 };
            (at(i) >> bits) | carry
        }))
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(W - 1);
        64 * word + self.0[word].trailing_zeros() as usize
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline]
    fn word(self, index: usize) -> u64 {
        self.0[index]
    }

    #[inline]
    fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }
}

macro_rules! wide_operator {
    ($operator:ident, $function:ident, $assign:ident, $assign_function:ident) => {
        impl<const W: usize> $operator for Wide<W> {
            type Output = Self;
            #[inline]
            fn $function(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i].$function(other.0[i])))
            }
        }
        impl<const W: usize> $assign for Wide<W> {
            #[inline]
            fn $assign_function(&mut self, other: Self) {
                *self = self.$function(other);
            }
        }
    };
}
wide_operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
wide_operator!(BitOr, bitor, BitOrAssign, bitor_assign);
wide_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl<const W: usize> Not for Wide<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees_with_a_list_of_cells<B: Bits>() {
        let mut rng = crate::Rng::new(1);
        for _ in 0..300 {
            let cells: std::collections::BTreeSet<usize> = (0..20).map(|_| rng.below(B::SIZE)).collect();
            let set = B::of(cells.iter().copied());
            assert_eq!(set.count() as usize, cells.len());
            assert!(set.cells().eq(cells.iter().copied()));
            let mut list = vec![7];
            set.list(&mut list);
            assert!(list.iter().map(|&cell| usize::from(cell)).eq([7].into_iter().chain(set.cells())));
            let mut named = vec![7];
            set.list_as(&mut named, |cell| cell as u16);
            assert_eq!(named, list);
            assert!((0..B::SIZE).all(|cell| set.has(cell) == cells.contains(&cell)));
            let by = rng.below(B::SIZE);
            let moved = cells.iter().map(|cell| cell + by).filter(|&cell| cell < B::SIZE);
            assert_eq!(set.up(by as u32), B::of(moved));
            assert_eq!(set.down(by as u32), B::of(cells.iter().filter_map(|cell| cell.checked_sub(by))));
            assert_eq!((!set).count() as usize, B::SIZE - cells.len());
            assert!(!(!set).meets(set));
        }
    }

    #[test]
    fn all_widths_agree_with_lists_of_cells() {
        agrees_with_a_list_of_cells::<u64>();
        agrees_with_a_list_of_cells::<u128>();
        agrees_with_a_list_of_cells::<Wide<1>>();
        agrees_with_a_list_of_cells::<Wide<3>>();
        agrees_with_a_list_of_cells::<Wide<6>>();
    }
}
