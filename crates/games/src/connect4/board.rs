//! The size of the board and its lines of four.

use game::bits::Bits;

/// The size of the board.
#[derive(Debug)]
pub(super) struct Rules<B> {
    pub columns: usize,
    pub rows: usize,
    /// All cells but the spare ones.
    pub board: B,
    /// The first column with its spare cell.
    pub first_column: B,
    /// The lowest cell of every column.
    pub bottoms: B,
    /// The highest cell of every column.
    pub tops: B,
    /// The cells with an even number of cells above them.
    pub evens: B,
    /// For every cell its column, and the cells of the column from this one up.
    pub columns_from: Vec<[B; 2]>,
}

impl<B: Bits> Rules<B> {
    pub fn new(columns: usize, rows: usize) -> Self {
        let row = |row: usize| B::of((0..columns).map(|column| column * (rows + 1) + row));
        let board = (0..rows).fold(B::EMPTY, |board, at| board | row(at));
        let evens = (0..rows).rev().step_by(2).fold(B::EMPTY, |evens, at| evens | row(at));
        let from = |cell: usize| {
            let column = cell / (rows + 1) * (rows + 1);
            [column, cell].map(|from| B::of(from..column + rows))
        };
        let columns_from = (0..columns * (rows + 1)).map(from).collect();
        let (bottoms, tops) = (row(0), row(rows - 1));
        Rules { columns, rows, board, first_column: B::of(0..=rows), bottoms, tops, evens, columns_from }
    }

    /// From a cell to the next one up, and to those in the next column down, level and up.
    #[inline]
    pub fn steps(&self) -> [u32; 4] {
        let column = self.rows as u32 + 1;
        [1, column - 1, column, column + 1]
    }

    /// The lowest cell of each four in a line among these cells, one set for each direction.
    #[inline]
    pub fn fours(&self, cells: B) -> [B; 4] {
        self.steps().map(|step| {
            let pairs = cells & cells.down(step);
            pairs & pairs.down(2 * step)
        })
    }

    /// Whether four of these cells are in a line.
    #[inline]
    pub fn has_four(&self, cells: B) -> bool {
        let [a, b, c, d] = self.fours(cells);
        !(a | b | c | d).is_empty()
    }

    /// Those of these cells that are in a line of four of them.
    #[inline]
    pub fn in_fours(&self, cells: B) -> B {
        let [a, b, c, d] = self.steps().map(|step| {
            let pairs = cells & cells.down(step);
            let fours = pairs & pairs.down(2 * step);
            let twos = fours | fours.up(step);
            twos | twos.up(2 * step)
        });
        a | b | c | d
    }

    /// The cells that make four in a line together with three of these stones; some may be taken.
    #[inline]
    pub fn completions(&self, stones: B) -> B {
        // Two cells to one side and one to the other or a third one to the same side, for both sides.
        let of_step = |step: u32| {
            let (below, above) = (stones.up(step), stones.down(step));
            let (two_below, two_above) = (below & below.up(step), above & above.down(step));
            (two_below & (above | below.up(step).up(step)))
                | (two_above & (below | above.down(step).down(step)))
        };
        let [a, b, c, d] = self.steps().map(of_step);
        self.board & (a | b | c | d)
    }
}
