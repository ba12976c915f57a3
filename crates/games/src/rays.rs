//! Rays on rectangular boards: from a cell straight on to the edge, in one of eight directions.

use game::Listing;
use game::bits::Bits;

/// Steps by column and row. The first half leads to cells with higher numbers, the second half are the
/// opposites of the first.
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// The rays from every cell of a board whose cell in column c and row r is `r * columns + c`.
#[derive(Debug)]
pub struct Rays {
    /// From a cell to the next one in each direction.
    step: [isize; 8],
    /// How many cells lie between a cell and the edge, in each direction.
    reach: Box<[[u8; 8]]>,
}

impl Rays {
    /// The rays of a board with sides of at most 255.
    pub fn new(columns: usize, rows: usize) -> Rays {
        let room = |at: usize, size: usize, by: isize| match by {
            0 => usize::MAX,
            1 => size - 1 - at,
            _ => at,
        };
        let reach = |cell: usize| {
            DIRECTIONS
                .map(|(dc, dr)| room(cell % columns, columns, dc).min(room(cell / columns, rows, dr)) as u8)
        };
        Rays {
            step: DIRECTIONS.map(|(dc, dr)| dr * columns as isize + dc),
            reach: (0..columns * rows).map(reach).collect(),
        }
    }

    /// All lines of `length` cells that `cell` is part of.
    pub fn lines<B: Bits>(&self, cell: usize, length: usize) -> Box<[B]> {
        let reach = self.reach[cell].map(usize::from);
        let line = |direction: usize, before: usize| {
            let step = self.step[direction];
            let first = cell.wrapping_add_signed(-step * before as isize);
            B::of((0..length).map(|n| first.wrapping_add_signed(step * n as isize)))
        };
        let lines = (0..4).flat_map(|direction| {
            let fits = move |before: &usize| *before < length && length - 1 - before <= reach[direction];
            (0..=reach[direction + 4]).filter(fits).map(move |before| line(direction, before))
        });
        lines.collect()
    }
}

/// What a queen sees from every cell of a board of at most 128 cells.
///
/// A walk from cell to cell would end at an unforeseeable place in each direction, and every surprise costs a
/// processor more than the whole of this: the length of a run follows from the nearest taken cell, and its
/// cells are written eight at a time, whether or not it is that long.
#[derive(Debug)]
pub struct Sight {
    rays: Rays,
    /// All cells in each direction.
    cells: Box<[[u128; 8]]>,
    /// 2^16 divided by each step, rounded up: dividing is multiplying.
    inverse: [u32; 8],
    /// One to eight times each step.
    multiples: [[u16; 8]; 8],
}

impl Sight {
    /// The sight of a board with these sides.
    pub fn new(columns: usize, rows: usize) -> Sight {
        let rays = Rays::new(columns, rows);
        let ray = |cell: usize, direction: usize| {
            let steps = 1..=isize::from(rays.reach[cell][direction]);
            u128::of(steps.map(|n| cell.wrapping_add_signed(n * rays.step[direction])))
        };
        let cells =
            (0..columns * rows).map(|cell| std::array::from_fn(|direction| ray(cell, direction))).collect();
        let multiples =
            rays.step.map(|step| std::array::from_fn(|n| (step as u16).wrapping_mul(n as u16 + 1)));
        // On a board of one column a diagonal step is 0, and leads nowhere.
        let inverse = rays.step.map(|step| 65536_u32.div_ceil(step.unsigned_abs().max(1) as u32));
        Sight { rays, cells, inverse, multiples }
    }

    /// How many cells come before the first taken one, in each direction.
    #[inline(always)]
    fn runs(&self, taken: u128, cell: usize) -> [u32; 8] {
        let (cells, reach, cell) = (&self.cells[cell], &self.rays.reach[cell], cell as u32);
        std::array::from_fn(|direction| {
            let blockers = cells[direction] & taken;
            let distance = if direction < 4 {
                blockers.trailing_zeros() - cell
            } else {
                cell + blockers.leading_zeros() - 127
            };
            // Where nothing is taken, that is beyond the last cell or before the first, and so beyond the edge.
            (((distance - 1) * self.inverse[direction]) >> 16).min(u32::from(reach[direction]))
        })
    }

    /// How many cells a queen on `cell` can go to.
    #[inline]
    pub fn count(&self, taken: u128, cell: usize) -> u32 {
        self.runs(taken, cell).into_iter().sum()
    }

    /// Appends the cells that a queen on `cell` can go to, each with `prefix` above the lowest eight bits.
    #[inline]
    pub fn list(&self, taken: u128, cell: usize, prefix: u16, list: &mut Listing<'_, u16>) {
        for (mut run, multiples) in self.runs(taken, cell).into_iter().zip(&self.multiples) {
            let mut from = prefix | cell as u16;
            loop {
                let cells = multiples.map(|multiple| from.wrapping_add(multiple));
                list.push(cells, run as usize);
                if run <= 8 {
                    break;
                }
                run -= 8;
                from = cells[7];
            }
        }
    }

    /// The neighbours of a cell.
    pub fn neighbours(&self, cell: usize) -> u128 {
        let near = (0..8).filter(|&direction| self.rays.reach[cell][direction] > 0);
        u128::of(near.map(|direction| cell.wrapping_add_signed(self.rays.step[direction])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queens_see_up_to_the_first_taken_cell() {
        for (columns, rows) in [(4, 3), (1, 7), (10, 10), (16, 8), (128, 1), (1, 128), (2, 2)] {
            let (rays, sight) = (Rays::new(columns, rows), Sight::new(columns, rows));
            let mut rng = game::Rng::new(1);
            for _ in 0..200 {
                let taken = u128::of((0..rng.below(columns * rows + 1)).map(|_| rng.below(columns * rows)));
                let cell = rng.below(columns * rows);
                let mut walked = vec![7];
                for direction in 0..8 {
                    let steps = 1..=isize::from(rays.reach[cell][direction]);
                    let ray = steps.map(|n| cell.wrapping_add_signed(n * rays.step[direction]));
                    walked.extend(ray.take_while(|&to| !taken.has(to)).map(|to| 256 + to as u16));
                }
                let mut listed = vec![7];
                sight.list(taken, cell, 256, &mut Listing::new(&mut listed));
                assert_eq!(listed, walked);
                assert_eq!(sight.count(taken, cell) as usize, walked.len() - 1);
            }
        }
    }

    #[test]
    fn lines_do_not_run_over_the_edge() {
        let rays = Rays::new(4, 3);
        let sets = |cell: usize, length: usize| rays.lines::<u64>(cell, length).into_vec();
        let row = |first: usize, length: usize| u64::of(first..first + length);
        let others = [[1, 5, 9], [0, 5, 10], [2, 5, 8]].map(u64::of);
        assert_eq!(sets(5, 3), [&[row(5, 3), row(4, 3)], &others[..]].concat());
        assert_eq!(sets(9, 3), [row(9, 3), row(8, 3), u64::of([1, 5, 9]), u64::of([3, 6, 9])]);
        assert_eq!(sets(3, 4), [row(0, 4)]);
        assert!(sets(5, 5).is_empty() && sets(5, usize::MAX).is_empty());
    }
}
