//! How close a side is to joining its ends: won for sure, one cell away, or some cells.

use game::Player;
use game::bits::Bits;

use super::{Hex, Rules};

/// The neighbours of a set of cells in each of the six directions.
impl<B: Bits> Rules<B> {
    #[inline]
    pub(super) fn left(&self, cells: B) -> B {
        (cells & !self.ends[1][0]).down(1)
    }

    #[inline]
    pub(super) fn right(&self, cells: B) -> B {
        (cells & !self.ends[1][1]).up(1)
    }

    #[inline]
    pub(super) fn above(&self, cells: B) -> B {
        cells.down(self.columns as u32)
    }

    #[inline]
    pub(super) fn above_right(&self, cells: B) -> B {
        (cells & !self.ends[1][1]).down(self.columns as u32 - 1)
    }

    #[inline]
    pub(super) fn below(&self, cells: B) -> B {
        cells.up(self.columns as u32) & self.board
    }

    #[inline]
    pub(super) fn below_left(&self, cells: B) -> B {
        (cells & !self.ends[1][0]).up(self.columns as u32 - 1) & self.board
    }

    /// All cells that touch one of these, and maybe some of these.
    #[inline]
    fn around(&self, cells: B) -> B {
        let level = self.left(cells) | self.right(cells);
        level | self.above(cells) | self.above_right(cells) | self.below(cells) | self.below_left(cells)
    }

    /// The cells towards the far end of the side with two `free` cells between them and one of these cells.
    #[inline]
    fn bridged(&self, side: Player, cells: B, free: B) -> B {
        let (right, below) = (self.right(cells) & free, self.below(cells) & free);
        let below_right = self.below(right) & self.right(below);
        match side {
            Player::First => {
                let (aside, left) = (self.below_left(cells) & free, self.left(cells) & free);
                let lowest = self.below_left(below) & self.below(aside);
                below_right | lowest | (self.left(aside) & self.below_left(left))
            }
            Player::Second => {
                let (aside, above) = (self.above_right(cells) & free, self.above(cells) & free);
                let rightmost = self.right(aside) & self.above_right(right);
                below_right | rightmost | (self.above(aside) & self.above_right(above))
            }
        }
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

    /// The line at an end of the side, and the cells of the second line with two empty cells of it before them.
    #[inline]
    fn first_two_lines(&self, side: Player, end: usize) -> B {
        let (rules, line) = (&*self.rules, self.rules.ends[side.index()][end]);
        let free = line & self.empty();
        let second = match (side, end) {
            (Player::First, 0) => rules.below(free) & rules.below_left(free),
            (Player::First, _) => rules.above(free) & rules.above_right(free),
            (Player::Second, 0) => rules.right(free) & rules.above_right(free),
            (Player::Second, _) => rules.left(free) & rules.below_left(free),
        };
        line | second
    }

    /// The least number of stones with which the side would have a chain of neighbours and bridges from end to end
    /// if the other one passed, in a game that is not over. Bridges may share cells here: it is an estimate.
    #[inline]
    pub(super) fn distance(&self, side: Player) -> u32 {
        let (own, empty) = (self.stones[side.index()], self.empty());
        let [near, far] = [0, 1].map(|end| self.first_two_lines(side, end));
        let (mut reached, mut distance) = (near & own, 0);
        let mut open = near & empty;
        loop {
            // Stones on the board cost nothing.
            loop {
                if reached.meets(far) {
                    return distance;
                }
                let next = self.rules.around(reached) | self.rules.bridged(side, reached, empty);
                open |= next & empty;
                let more = next & own & !reached;
                if more.is_empty() {
                    break;
                }
                reached |= more;
            }
            reached |= open;
            distance += 1;
        }
    }

    /// Whether the side has a chain from end to end that the other side cannot cut, with either side to move.
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
