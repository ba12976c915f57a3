//! Where the features of a game lie on its board: what a convolution needs to know of them.

/// Planes of features over the places of a rectangle.
///
/// In each plane a feature says something about one cell: it is feature `plane * places.len() + cell` of the
/// game. Features behind all planes, such as the side to move, are about the whole state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    /// How many there are.
    pub count: usize,
    /// Rows of the rectangle.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// The place of each cell, `row * columns + column`. `None` if the cell is beyond the edge of the board, so
    /// that its features are never on.
    pub places: Vec<Option<u16>>,
}

impl Planes {
    /// Planes with the columns and rows of their cells, in the least rectangle around all of them.
    pub fn new(count: usize, cells: impl IntoIterator<Item = Option<(usize, usize)>>) -> Planes {
        let cells: Vec<Option<(usize, usize)>> = cells.into_iter().collect();
        let end =
            |of: fn(&(usize, usize)) -> usize| cells.iter().flatten().map(of).max().map_or(0, |m| m + 1);
        let (columns, rows) = (end(|place| place.0), end(|place| place.1));
        let place = |(column, row): (usize, usize)| {
            u16::try_from(row * columns + column).expect("boards have fewer than 2^16 places")
        };
        let places = cells.iter().map(|cell| cell.map(place)).collect();
        Planes { count, rows, columns, places }
    }

    /// Planes of a board without gaps: the cell in column c and row r is `r * columns + c`.
    pub fn grid(count: usize, columns: usize, rows: usize) -> Planes {
        Planes::new(count, (0..columns * rows).map(|cell| Some((cell % columns, cell / columns))))
    }

    /// Planes of this number of cells, of which a smaller board is a part: its cell in column c and row r is
    /// `r * stride + c`.
    pub fn within(count: usize, cells: usize, stride: usize, columns: usize, rows: usize) -> Planes {
        let is_on_board = |(column, row): &(usize, usize)| *column < columns && *row < rows;
        Planes::new(count, (0..cells).map(|cell| Some((cell % stride, cell / stride)).filter(is_on_board)))
    }

    /// How many features lie in planes.
    pub fn features(&self) -> usize {
        self.count * self.places.len()
    }
}
