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
}
