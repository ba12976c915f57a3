//! Empty cells that count as stones of a side (Björnsson, Hayward, Johanson and van Rijswijck 2007).
//!
//! A cell is *useless* to a side if no set of its stones needs it to join the ends: whatever it links is linked around
//! it. A cell that is useless to both sides is *dead*: a stone there changes nothing, so it may belong to either side.
//! Two empty neighbours are *captured* if a stone of the side on either of them kills the other one: an intruder is
//! answered there, and nothing has happened.
//!
//! With all this filled in for both sides, the same side wins as without, with either side to move, and still does after
//! further stones elsewhere. So the player to move need not play on cells that are filled in.
//!
//! All cells are looked at together, as sets.

use std::array;

use game::Player;
use game::bits::Bits;

use super::{Hex, Rules};

/// The places around a cell: right, below, below left, left, above, above right. Each touches the next one.
const PLACES: usize = 6;

/// For each place the cells that have something there.
pub(super) type Around<B> = [B; PLACES];

/// The cells that have an end of the first and of the second side at each place. Corners between two ends are
/// left out.
pub(super) fn beyond<B: Bits>([[top, bottom], [left, right]]: [[B; 2]; 2]) -> [Around<B>; 2] {
    let none = B::EMPTY;
    [
        [none, bottom, bottom & !left, none, top, top & !right],
        [right, none, left & !bottom, left, none, right & !top],
    ]
}

/// The cells that a side has no use for, whose stones and those of the other side are around them like this: any two
/// places that it may have are linked without them.
#[inline]
fn useless<B: Bits>(own: &Around<B>, other: &Around<B>) -> B {
    let place = |place: usize| place % PLACES;
    let two: Around<B> = array::from_fn(|a| own[a] & own[place(a + 1)]);
    let mut linked = !B::EMPTY;
    for a in 0..PLACES {
        let (b, c) = (place(a + 2), place(a + 3));
        // Two apart, and opposite: one cannot have both, or the side has all that lies between them.
        linked &= other[a] | other[b] | own[place(a + 1)] | (two[c] & own[place(a + 5)]);
        linked &= other[a] | other[c] | two[place(a + 1)] | two[place(a + 4)];
    }
    linked
}

#[inline]
fn dead<B: Bits>(own: &Around<B>, other: &Around<B>) -> B {
    useless(own, other) & useless(other, own)
}

/// Cells that count as stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FillIn<B> {
    /// Cells that are dead.
    Dead(B),
    /// Two cells that a side has captured.
    Captured(Player, [usize; 2]),
}

/// A board with stones filled in.
pub(super) struct Filled<B> {
    /// The stones of each side and what it has captured.
    pub stones: [B; 2],
    /// Cells that belong to neither side, and may belong to either.
    pub dead: B,
    pub empty: B,
    /// What each side has captured: it has to answer there.
    pub captured: [B; 2],
}

impl<B: Bits> Rules<B> {
    /// The cells at a place of these cells.
    #[inline]
    fn towards(&self, place: usize, cells: B) -> B {
        match place % PLACES {
            0 => self.right(cells),
            1 => self.below(cells),
            2 => self.below_left(cells),
            3 => self.left(cells),
            4 => self.above(cells),
            _ => self.above_right(cells),
        }
    }

    /// Where the stones of a side are around each cell; beyond the ends of the board there are more of them.
    #[inline]
    fn stones_around(&self, side: Player, stones: B) -> Around<B> {
        let beyond = &self.beyond[side.index()];
        array::from_fn(|place| self.towards(place + PLACES / 2, stones) | beyond[place])
    }

    /// Pairs of empty cells that the side captures. No two of them have a cell in common. `see` gets each.
    #[inline]
    fn captured(&self, own: &Around<B>, other: &Around<B>, empty: B, mut see: impl FnMut([usize; 2])) -> B {
        // The cells that a stone of the side at this place kills.
        let killed: Around<B> = array::from_fn(|place| {
            let (mut own, mut other) = (*own, *other);
            (own[place], other[place]) = (self.board, B::EMPTY);
            dead(&own, &other) & empty
        });
        let mut captured = B::EMPTY;
        for place in 0..PLACES / 2 {
            let opposite = place + PLACES / 2;
            for cell in (killed[place] & self.towards(opposite, killed[opposite])).cells() {
                let other = self.towards(place, B::cell(cell));
                let pair = B::cell(cell) | other;
                if !captured.meets(pair) {
                    captured |= pair;
                    see([cell, other.lowest()]);
                }
            }
        }
        captured
    }
}

impl<B: Bits> Hex<B> {
    /// Fills in what is dead, and if wanted what is captured.
    pub(super) fn filled(&self, with_captured: bool) -> Filled<B> {
        self.fill_in(with_captured, |_| {})
    }

    /// The same; `see` gets what is filled in, step by step.
    #[inline]
    pub(super) fn fill_in(&self, with_captured: bool, mut see: impl FnMut(FillIn<B>)) -> Filled<B> {
        let rules = &*self.rules;
        let mut filled =
            Filled { stones: self.stones, dead: B::EMPTY, empty: self.empty(), captured: [B::EMPTY; 2] };
        loop {
            let Filled { stones: [first, second], dead: nobodys, empty, .. } = filled;
            let first = rules.stones_around(Player::First, first | nobodys);
            let second = rules.stones_around(Player::Second, second);
            let dead = dead(&first, &second) & empty;
            filled.dead |= dead;
            filled.empty &= !dead;
            if !dead.is_empty() {
                see(FillIn::Dead(dead));
                continue;
            }
            if !with_captured {
                return filled;
            }
            let mut side = Player::First;
            let mut see_pair = |side, pair| see(FillIn::Captured(side, pair));
            let mut captured = rules.captured(&first, &second, empty, |pair| see_pair(side, pair));
            if captured.is_empty() {
                side = Player::Second;
                captured = rules.captured(&second, &first, empty, |pair| see_pair(side, pair));
            }
            if captured.is_empty() {
                return filled;
            }
            filled.stones[side.index()] |= captured;
            filled.captured[side.index()] |= captured;
            filled.empty &= !captured;
        }
    }
}
