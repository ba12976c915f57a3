//! The symmetries of boards, as maps from cells to cells.

use game::bits::Bits;

/// Where each cell goes.
pub type Map = Box<[u16]>;

/// The symmetries of a rectangular board other than "nothing moves"; the cell in column c and row r is
/// `r * columns + c`. A square has seven, any other rectangle three.
pub fn rectangle(columns: usize, rows: usize) -> Vec<Map> {
    let map = |image: &dyn Fn(usize, usize) -> (usize, usize)| -> Map {
        let cells = (0..columns * rows).map(|cell| image(cell % columns, cell / columns));
        cells.map(|(column, row)| (row * columns + column) as u16).collect()
    };
    let (right, top) = (columns - 1, rows - 1);
    let mut maps =
        vec![map(&|c, r| (right - c, r)), map(&|c, r| (c, top - r)), map(&|c, r| (right - c, top - r))];
    if columns == rows {
        maps.extend([
            map(&|c, r| (r, c)),
            map(&|c, r| (right - r, c)),
            map(&|c, r| (r, top - c)),
            map(&|c, r| (right - r, top - c)),
        ]);
    }
    maps
}

/// The set of the cells that the cells of `set` go to.
pub fn image<B: Bits>(set: B, map: &Map) -> B {
    B::of(set.cells().map(|cell| usize::from(map[cell])))
}

/// The images of sets of cells on a rectangular board of at most 64 cells, each by a few operations: fast enough
/// to be asked of every state.
#[derive(Debug)]
pub struct Images {
    columns: u32,
    rows: u32,
    first_row: u64,
    /// What each set of cells of the first row is as cells of the first column, on a square.
    upright: Option<Box<[u64]>>,
}

impl Images {
    /// The images of a board whose cell in column c and row r is `r * columns + c`, if it is small enough.
    pub fn new(columns: usize, rows: usize) -> Option<Images> {
        let upright = |row: u64| u64::of(row.cells().map(|cell| cell * columns));
        (columns * rows <= 64).then(|| Images {
            columns: columns as u32,
            rows: rows as u32,
            first_row: u64::of(0..columns),
            upright: (columns == rows).then(|| (0..1 << columns).map(upright).collect()),
        })
    }

    /// The least of the images of these sets under all symmetries: the same for each of them.
    #[inline]
    pub fn least<const N: usize>(&self, sets: [u64; N]) -> [u64; N] {
        let least = self.least_unturned(sets);
        match &self.upright {
            Some(upright) => least.min(self.least_unturned(sets.map(|set| self.transposed(set, upright)))),
            None => least,
        }
    }

    /// The same without those symmetries that make rows of columns.
    #[inline]
    pub fn least_unturned<const N: usize>(&self, sets: [u64; N]) -> [u64; N] {
        let flipped = sets.map(|set| self.flipped(set));
        let turned = [sets, flipped].map(|sets| sets.map(|set| self.turned(set)));
        sets.min(flipped).min(turned[0]).min(turned[1])
    }

    /// Top and bottom exchanged.
    #[inline]
    fn flipped(&self, set: u64) -> u64 {
        let (mut rest, mut flipped) = (set, set & self.first_row);
        for _ in 1..self.rows {
            rest >>= self.columns;
            flipped = flipped << self.columns | rest & self.first_row;
        }
        flipped
    }

    /// Turned by half: the last cell is the first.
    #[inline]
    fn turned(&self, set: u64) -> u64 {
        set.reverse_bits() >> (64 - self.columns * self.rows)
    }

    /// Columns and rows exchanged.
    #[inline]
    fn transposed(&self, set: u64, upright: &[u64]) -> u64 {
        let row = |row: u32| (set >> (row * self.columns) & self.first_row) as usize;
        (0..self.rows).fold(0, |transposed, at| transposed | upright[row(at)] << at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_seven_maps_and_rectangles_three() {
        for (columns, rows, count) in [(3, 3, 7), (4, 3, 3), (3, 4, 3)] {
            let maps = rectangle(columns, rows);
            let set = u64::of([0, 1, columns]);
            let images: std::collections::HashSet<u64> = maps.iter().map(|map| image(set, map)).collect();
            assert_eq!(maps.len(), count);
            assert!(images.iter().all(|image| image.count() == 3));
            // The corner piece lies along a diagonal: one map of the square leaves it as it is.
            assert_eq!(images.len(), if columns == rows { 4 } else { 3 });
        }
    }

    #[test]
    fn all_images_have_the_same_least_image() {
        let mut rng = game::Rng::new(6);
        for (columns, rows) in [(3, 3), (4, 3), (3, 4), (8, 8), (1, 64), (64, 1), (1, 1), (5, 5), (7, 9)] {
            let images = Images::new(columns, rows).unwrap();
            let board = u64::of(0..columns * rows);
            for _ in 0..100 {
                let sets = [rng.next_u64() & board, rng.next_u64() & board];
                let mut all = vec![sets];
                all.extend(rectangle(columns, rows).iter().map(|map| sets.map(|set| image(set, map))));
                let least = *all.iter().min().unwrap();
                assert!(all.iter().all(|&sets| images.least(sets) == least), "{columns}x{rows}");
                let least = *all[..4].iter().min().unwrap();
                assert!(
                    all[..4].iter().all(|&sets| images.least_unturned(sets) == least),
                    "{columns}x{rows}"
                );
            }
        }
        assert!(Images::new(13, 5).is_none());
    }
}
