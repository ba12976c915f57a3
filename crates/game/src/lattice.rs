//! The board as a lattice of cells: which cells are neighbours, which lie in a line, and where each is drawn.

use crate::Planes;
use crate::grid::cell_name;
use crate::view::RowOne;

/// How the cells of a board are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiling {
    /// Squares.
    Squares,
    /// Intersections of lines, with the geometry of squares.
    Points,
    /// Hexagons. Each row is shifted by half a cell to the right against the one above.
    Hexagons,
}

impl Tiling {
    /// The directions of lines, one of each two opposite ones, as steps of columns and rows (from the top).
    pub fn axes(self) -> &'static [[i32; 2]] {
        match self {
            Tiling::Squares | Tiling::Points => &[[1, 0], [0, 1], [1, 1], [1, -1]],
            Tiling::Hexagons => &[[1, 0], [0, 1], [1, -1]],
        }
    }

    /// The turns and mirrorings that map the lattice to itself, as matrices by rows; the first one moves nothing.
    pub fn turns(self) -> Vec<[i32; 4]> {
        let (turn, mirror, order) = match self {
            Tiling::Squares | Tiling::Points => ([0, -1, 1, 0], [-1, 0, 0, 1], 4),
            // A sixth of a full turn maps (1, 0) to (0, 1) and (0, 1) to (-1, 1).
            Tiling::Hexagons => ([0, -1, 1, 1], [0, 1, 1, 0], 6),
        };
        let mut turns = vec![[1, 0, 0, 1]];
        (1..order).for_each(|index| turns.push(product(turn, turns[index - 1])));
        turns.extend(turns.clone().into_iter().map(|turned| product(turned, mirror)));
        turns
    }

    /// The centre of a cell, x to the right and y down, where neighbours in a row are 1 apart.
    pub fn centre(self, column: usize, row: usize) -> [f32; 2] {
        let (column, row) = (column as f32, row as f32);
        match self {
            Tiling::Squares | Tiling::Points => [column, row],
            Tiling::Hexagons => [column + row / 2.0, row * 3.0_f32.sqrt() / 2.0],
        }
    }
}

fn product([a, b, c, d]: [i32; 4], [e, f, g, h]: [i32; 4]) -> [i32; 4] {
    [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h]
}

/// One cell of a lattice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its column, counted from the left.
    pub column: usize,
    /// Its row, counted from the top.
    pub row: usize,
    /// Its name in the notation of the game.
    pub name: String,
}

/// The cells of a board, numbered like the cells of its [`Planes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// How they are laid out.
    pub tiling: Tiling,
    /// Each cell; `None` where the planes have a cell beyond the edge of the board.
    pub sites: Vec<Option<Site>>,
}

impl Lattice {
    /// The lattice of planes whose first row has the number 1 and is at this end of the board.
    pub fn over(planes: &Planes, tiling: Tiling, one: RowOne) -> Lattice {
        let site = |place: u16| {
            let (column, number) = (usize::from(place) % planes.columns, usize::from(place) / planes.columns);
            let row = match one {
                RowOne::Top => number,
                RowOne::Bottom => planes.rows - 1 - number,
            };
            Site { column, row, name: cell_name(column, number) }
        };
        Lattice { tiling, sites: planes.places.iter().map(|place| place.map(site)).collect() }
    }

    /// The same lattice with other names for the cells.
    #[must_use]
    pub fn named(mut self, name: impl Fn(usize, &Site) -> String) -> Lattice {
        for (cell, site) in self.sites.iter_mut().enumerate() {
            if let Some(site) = site {
                site.name = name(cell, site);
            }
        }
        self
    }

    /// The column and the row of each cell.
    pub fn places(&self) -> Vec<Option<[i32; 2]>> {
        let place = |site: &Site| [site.column as i32, site.row as i32];
        self.sites.iter().map(|site| site.as_ref().map(place)).collect()
    }

    /// The cell in this column and row.
    pub fn at(&self, [column, row]: [i32; 2]) -> Option<usize> {
        let is_there = |site: &Site| site.column as i32 == column && site.row as i32 == row;
        self.sites.iter().position(|site| site.as_ref().is_some_and(is_there))
    }

    /// The cells next to a cell along the axes, in both directions.
    pub fn neighbours(&self, cell: usize) -> Vec<usize> {
        let Some(site) = &self.sites[cell] else { return Vec::new() };
        let steps = self.tiling.axes().iter().flat_map(|&[c, r]| [[c, r], [-c, -r]]);
        steps.filter_map(|[c, r]| self.at([site.column as i32 + c, site.row as i32 + r])).collect()
    }

    /// The longest lines along each axis; cells without a neighbour on an axis are lines of one.
    pub fn lines(&self) -> Vec<Vec<usize>> {
        let mut lines = Vec::new();
        for &[c, r] in self.tiling.axes() {
            for place in self.places().into_iter().flatten() {
                if self.at([place[0] - c, place[1] - r]).is_none() {
                    let along = (0..).map_while(|step| self.at([place[0] + step * c, place[1] + step * r]));
                    lines.push(along.collect());
                }
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neighbours(lattice: &Lattice, name: &str) -> Vec<String> {
        let is_named = |site: &Option<Site>| site.as_ref().is_some_and(|site| site.name == name);
        let cell = lattice.sites.iter().position(is_named).unwrap();
        let name = |cell: usize| lattice.sites[cell].as_ref().unwrap().name.clone();
        let mut names: Vec<String> = lattice.neighbours(cell).into_iter().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn squares_have_eight_neighbours_and_hexagons_six() {
        let planes = Planes::grid(2, 4, 3);
        let squares = Lattice::over(&planes, Tiling::Squares, RowOne::Bottom);
        assert_eq!(neighbours(&squares, "b2"), ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]);
        assert_eq!(neighbours(&squares, "d1"), ["c1", "c2", "d2"]);
        let hexagons = Lattice::over(&planes, Tiling::Hexagons, RowOne::Top);
        assert_eq!(neighbours(&hexagons, "b2"), ["a2", "a3", "b1", "b3", "c1", "c2"]);
        assert_eq!(squares.lines().iter().filter(|line| line.len() == 4).count(), 3);
        let cells: usize = hexagons.lines().iter().map(Vec::len).sum();
        assert_eq!(cells, 3 * 12, "each axis has each cell in one line");
    }

    #[test]
    fn turns_are_all_different_and_keep_distances() {
        for (tiling, count) in [(Tiling::Squares, 8), (Tiling::Points, 8), (Tiling::Hexagons, 12)] {
            let turns = tiling.turns();
            let different: std::collections::HashSet<_> = turns.iter().collect();
            assert_eq!((turns.len(), different.len()), (count, count));
            assert_eq!(turns[0], [1, 0, 0, 1]);
            // Squared distances, by the form of the lattice: x^2 + y^2, or x^2 + xy + y^2.
            let cross = if tiling == Tiling::Hexagons { 1 } else { 0 };
            let length = |x: i32, y: i32| x * x + cross * x * y + y * y;
            for [a, b, c, d] in turns {
                for (x, y) in [(1, 0), (0, 1), (1, 1), (2, -1)] {
                    assert_eq!(length(a * x + b * y, c * x + d * y), length(x, y));
                }
            }
        }
    }
}
