//! Groups of stones and their liberties, as sets of cells.

use game::bits::Bits;

/// From a cell to the one above: room for the longest side and at least one column that is never on the
/// board, so that shifts do not run over the edge. It depends on the type only, so that all shifts are by
/// constants; smaller boards use a part of the widest one.
pub const fn stride<B: Bits>() -> usize {
    match B::SIZE {
        ..=64 => 8,
        65..=128 => 11,
        129..=192 => 14,
        _ => 20,
    }
}

/// The cells next to a cell of the set, and perhaps some that are not on the board.
#[inline(always)]
pub fn neighbours<B: Bits>(set: B) -> B {
    let stride = stride::<B>() as u32;
    set.up(1) | set.down(1) | set.up(stride) | set.down(stride)
}

/// The cells of `within` that are connected to `seeds` through cells of `within`.
#[inline]
pub fn flood<B: Bits>(seeds: B, within: B) -> B {
    let mut set = seeds & within;
    loop {
        let grown = (set | neighbours(set)) & within;
        if grown == set {
            return set;
        }
        set = grown;
    }
}

/// The group of the stone `seed`, if it has a single liberty; else nothing.
#[inline]
pub fn group_in_atari<B: Bits>(seed: B, stones: B, empty: B) -> B {
    let mut group = seed;
    loop {
        let around = neighbours(group);
        if !(around & empty).without_lowest().is_empty() {
            return B::EMPTY;
        }
        let grown = group | (around & stones);
        if grown == group {
            return group;
        }
        group = grown;
    }
}
