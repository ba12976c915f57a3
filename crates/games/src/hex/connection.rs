//! How close a side is to joining its ends: won for sure, one cell away, or some cells.

use game::Player;
use game::bits::Bits;

use super::{Hex, Rules};

impl<B: Bits> Rules<B> {
    /// All cells that touch one of these, and maybe some of these.
    #[inline]
    fn around(&self, cells: B) -> B {
        let ([left, right], columns) = (self.ends[1], self.columns as u32);
        let (to_left, to_right) = (cells & !left, cells & !right);
        let level = to_right.up(1) | to_left.down(1);
        let above = cells.down(columns) | to_right.down(columns - 1);
        let below = cells.up(columns) | to_left.up(columns - 1);
        (level | above | below) & self.board
    }
}

impl<B: Bits> Hex<B> {
    /// The empty cells that touch each end of the side, or a stone that is linked to it.
    #[inline]
    fn next_to_ends(&self, side: Player) -> [B; 2] {
        let (ends, linked) = (self.rules.ends[side.index()], self.linked[side.index()]);
        [0, 1].map(|end| (ends[end] | self.rules.around(linked[end])) & self.empty())
    }

    /// The cells where the side joins its ends at once.
    #[inline]
    pub(super) fn winning_cells(&self, side: Player) -> B {
        let [near, far] = self.next_to_ends(side);
        near & far
    }

    /// The least number of stones with which the side would join its ends if the other one passed.
    #[inline]
    pub(super) fn distance(&self, side: Player) -> u32 {
        let (own, empty) = (self.stones[side.index()], self.empty());
        let [near, far] = self.next_to_ends(side);
        let (mut reached, mut distance) = (near | self.linked[side.index()][0], 1);
        // The far end is in reach as long as the other side has not won.
        while !reached.meets(far) {
            let around = self.rules.around(reached) & !reached;
            if around.meets(own) {
                reached |= around & own;
            } else {
                reached |= around & empty;
                distance += 1;
            }
        }
        distance
    }

    /// Whether the side has a chain from end to end that the other side cannot cut, whoever is to move.
    ///
    /// Links of the chain are neighbouring stones, *bridges* (two stones with two empty common neighbours) and
    /// stones on the second line with two empty cells between them and the end. Each of the latter two needs one
    /// cell of its pair. Pairs have no cell in common, so an opponent who takes a cell of one leaves the other
    /// cell of it free, and leaves all other pairs alone: the side answers there. When it is to move itself, it
    /// takes a cell of any pair, which it then needs no more. At last the chain is of stones alone.
    ///
    /// Bridges are taken as they come, those within a chain never: a chain may be missed, none is invented.
    #[inline]
    pub(super) fn is_chained(&self, side: Player) -> bool {
        let (index, rules) = (side.index(), &*self.rules);
        let (own, [ends, second]) = (self.stones[index], [rules.ends[index], rules.second_lines[index]]);
        if [0, 1].iter().any(|&end| !own.meets(ends[end] | second[end])) {
            return false;
        }
        let mut free = self.empty();
        let mut chained = self.linked[index][0];
        let mut starts = own & second[0] & !chained;
        // Stones of the chain whose neighbours and whose bridges have not been looked at.
        let (mut open, mut bridging) = (chained, B::EMPTY);
        loop {
            while !open.is_empty() {
                let cell = open.lowest();
                let more = rules.neighbours[cell] & own & !chained;
                chained |= more;
                bridging |= B::cell(cell);
                open = open.without_lowest() | more;
            }
            // A whole group is in the chain now, so that no bridge is spent on a part of it.
            if let Some(stone) = (starts & !chained).cells().next() {
                starts &= !B::cell(stone);
                let pair = rules.neighbours[stone] & ends[0];
                if (pair & !free).is_empty() {
                    free &= !pair;
                    chained |= B::cell(stone);
                    open = B::cell(stone);
                }
                continue;
            }
            if bridging.is_empty() {
                return false;
            }
            let cell = bridging.lowest();
            let pair = rules.neighbours[cell] & ends[1];
            if ends[1].has(cell) || (second[1].has(cell) && (pair & !free).is_empty()) {
                return true;
            }
            let pair = |to: usize| rules.neighbours[cell] & rules.neighbours[to];
            let is_free = |&to: &usize| (pair(to) & !free).is_empty();
            match (rules.bridges[cell] & own & !chained).cells().find(is_free) {
                Some(to) => {
                    free &= !pair(to);
                    chained |= B::cell(to);
                    open = B::cell(to);
                }
                None => bridging = bridging.without_lowest(),
            }
        }
    }
}
