//! All lines of a board at once: which of them lack one stone, and whether any is still open.

use game::bits::Bits;

/// The lines that win.
#[derive(Debug)]
pub(super) struct Lines<B> {
    length: u32,
    /// From a cell of a line to the next one, and the first cells of all lines, in each direction.
    directions: [(u32, B); 4],
}

impl<B: Bits> Lines<B> {
    pub(super) fn new(columns: usize, rows: usize, length: usize) -> Self {
        // No line is longer than the board: where none fits, the length does not matter.
        let length = length.min(columns.max(rows) + 1);
        let fits = |cell: usize, (right, up): (isize, usize)| {
            let last = (cell % columns).checked_add_signed(right * (length as isize - 1));
            last.is_some_and(|column| column < columns) && cell / columns + up * (length - 1) < rows
        };
        let directions = [(1, 0), (-1, 1), (0, 1), (1, 1)].map(|(right, up)| {
            let firsts = (0..columns * rows).filter(|&cell| fits(cell, (right, up)));
            ((up * columns).wrapping_add_signed(right) as u32, B::of(firsts))
        });
        Lines { length: length as u32, directions }
    }

    /// The empty cells that make a full line together with these stones.
    #[inline]
    pub(super) fn completions(&self, stones: B, empty: B) -> B {
        let mut completions = B::EMPTY;
        for (step, firsts) in self.directions.into_iter().filter(|(_, firsts)| !firsts.is_empty()) {
            // The lines whose cells so far are all stones, and those where one of them is empty.
            let (mut full, mut lacking) = (firsts, B::EMPTY);
            for by in (0..self.length).map(|n| n * step) {
                let stones = stones.down(by);
                lacking = (lacking & stones) | (full & empty.down(by));
                full &= stones;
            }
            if !lacking.is_empty() {
                completions = (0..self.length).fold(completions, |cells, n| cells | lacking.up(n * step));
            }
        }
        completions & empty
    }

    /// What is empty of each line that needs no other stone than these, and no more than one or two besides.
    #[inline]
    pub(super) fn lacking(&self, stones: B, empty: B, most: u32) -> Vec<B> {
        debug_assert!((1..=2).contains(&most));
        let mut all = Vec::new();
        for (step, firsts) in self.directions.into_iter().filter(|(_, firsts)| !firsts.is_empty()) {
            // The lines of whose cells so far none is empty, or one, or two.
            let (mut full, mut one, mut two) = (firsts, B::EMPTY, B::EMPTY);
            for by in (0..self.length).map(|n| n * step) {
                let (stones, empty) = (stones.down(by), empty.down(by));
                if most == 2 {
                    two = (two & stones) | (one & empty);
                }
                one = (one & stones) | (full & empty);
                full &= stones;
            }
            for first in (one | two).cells() {
                let line = B::of((0..self.length).map(|n| first + (n * step) as usize));
                all.push(line & empty);
            }
        }
        all
    }

    /// Whether some line lies within these cells.
    #[inline]
    pub(super) fn any_within(&self, cells: B) -> bool {
        self.directions.iter().any(|&(step, firsts)| {
            let mut lines = firsts;
            for n in 1..=self.length {
                if lines.is_empty() {
                    return false;
                }
                lines &= cells.down((n - 1) * step);
            }
            !lines.is_empty()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rays::Rays;
    use game::bits::Wide;

    /// Lines listed cell by cell say the same.
    fn agree<B: Bits>(columns: usize, rows: usize, length: usize) {
        let (lines, rays) = (Lines::<B>::new(columns, rows, length), Rays::new(columns, rows));
        let listed: Vec<B> = (0..columns * rows).flat_map(|cell| rays.lines(cell, length)).collect();
        let mut rng = game::Rng::new(5);
        for _ in 0..300 {
            let marks: Vec<usize> = (0..columns * rows).map(|_| rng.below(4)).collect();
            let set = |wanted: &dyn Fn(usize) -> bool| {
                B::of((0..columns * rows).filter(|&cell| wanted(marks[cell])))
            };
            let (stones, empty, open) =
                (set(&|mark| mark > 1), set(&|mark| mark == 0), set(&|mark| mark != 1));
            let lacks_one = |cell: &usize| {
                listed.iter().any(|&line| line.has(*cell) && line & !(stones | B::cell(*cell)) == B::EMPTY)
            };
            assert_eq!(lines.completions(stones, empty), B::of(empty.cells().filter(lacks_one)));
            for most in [1, 2] {
                let in_reach = |line: &&B| {
                    **line & !(stones | empty) == B::EMPTY && (1..=most).contains(&(**line & empty).count())
                };
                let mut all: Vec<_> = listed.iter().filter(in_reach).map(|line| *line & empty).collect();
                let mut found = lines.lacking(stones, empty, most);
                // Listed cell by cell, a line is there once for each of its cells.
                for list in [&mut all, &mut found] {
                    list.sort_by_key(|cells| cells.cells().collect::<Vec<_>>());
                    list.dedup();
                }
                assert_eq!(found, all);
            }
            assert_eq!(lines.any_within(open), listed.iter().any(|&line| line & !open == B::EMPTY));
        }
    }

    #[test]
    fn lines_at_once_are_lines_one_by_one() {
        for (columns, rows, length) in [(3, 3, 3), (5, 4, 3), (1, 6, 2), (4, 4, 1), (8, 8, 5), (3, 4, 9)] {
            agree::<u64>(columns, rows, length);
        }
        agree::<u128>(11, 9, 4);
        agree::<Wide<4>>(15, 15, 5);
        agree::<Wide<6>>(19, 19, 6);
        agree::<u64>(5, 5, usize::MAX);
    }
}
