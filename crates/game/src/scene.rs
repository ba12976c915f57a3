//! A state as any front end can draw it, and what a person clicks to make a move.
//!
//! A [`Scene`] is made of the [picture](View) of a state and of the [lattice](Lattice) of its game, so that a network and a
//! drawing have one definition of the board. A game adds what its board has besides: heights, traps, goals, lines.

mod clicks;

pub use clicks::Click;

use crate::view::Glyph;
use crate::{Lattice, Player, Tiling, View};

/// Which set of pieces the symbols of a game belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Figures {
    /// Round stones or discs: `x` has the colour of the first side, `o` that of the second.
    #[default]
    Stones,
    /// `KQRBNP`.
    Chess,
    /// `KABNRCP`: general, advisor, elephant, horse, chariot, cannon, soldier.
    Xiangqi,
    /// `EMHDCR`: elephant, camel, horse, dog, cat, rabbit.
    Arimaa,
    /// Men in lower case and kings in upper case.
    Draughts,
    /// Pawns.
    Pawns,
    /// Queens.
    Queens,
    /// Workers on buildings.
    Workers,
    /// Cars, which drive north or east.
    Cars,
    /// Counters of heaps.
    Counters,
}

impl Figures {
    /// The name of the set.
    pub fn name(self) -> &'static str {
        match self {
            Figures::Stones => "stones",
            Figures::Chess => "chess",
            Figures::Xiangqi => "xiangqi",
            Figures::Arimaa => "arimaa",
            Figures::Draughts => "draughts",
            Figures::Pawns => "pawns",
            Figures::Queens => "queens",
            Figures::Workers => "workers",
            Figures::Cars => "cars",
            Figures::Counters => "counters",
        }
    }
}

/// What a cell is, whatever stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ground {
    /// A cell like the others.
    #[default]
    Plain,
    /// Pieces can be lost here.
    Trap,
}

/// One cell of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its name in the notation of the game. Several cells may have one name: those of a column that a stone falls into.
    pub name: String,
    /// Its column and row in the [picture](View), rows counted from the top.
    pub place: [usize; 2],
    /// Its centre, x to the right and y down, where neighbours in a row are 1 apart.
    pub centre: [f32; 2],
    /// What stands on it.
    pub glyph: Glyph,
    /// How high it is built, under what stands on it.
    pub height: u8,
    /// What it is.
    pub ground: Ground,
}

/// Something drawn besides the cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Decoration {
    /// A line along which pieces stand or move.
    Line(Vec<[f32; 2]>),
    /// An edge of the board that belongs to a side.
    Edge(Player, Vec<[f32; 2]>),
    /// A dot that helps the eye.
    Dot([f32; 2]),
}

/// A state to be drawn.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    /// How the cells lie; `None` where there is no board.
    pub tiling: Option<Tiling>,
    /// What the pieces are.
    pub figures: Figures,
    /// The cells; a [click](Click::Cell) has the index of one.
    pub cells: Vec<Cell>,
    /// Names of columns and rows, each with the centre of its text.
    pub labels: Vec<(String, [f32; 2])>,
    /// What is drawn besides.
    pub decorations: Vec<Decoration>,
    /// Lines below the board.
    pub notes: Vec<String>,
}

impl Scene {
    /// The scene of a picture. Cells are named and laid out by the lattice; where a game has none that fits its picture,
    /// they are squares with the names of their columns and rows.
    pub fn new(view: View, lattice: &Lattice) -> Scene {
        if view.rows.is_empty() {
            return Scene { notes: view.notes, ..Scene::default() };
        }
        let fits = |place: [i32; 2]| {
            let row = view.rows.get(place[1] as usize);
            row.is_some_and(|(_, glyphs)| (place[0] as usize) < glyphs.len())
        };
        let is_of_the_view =
            lattice.sites.iter().flatten().count() > 1 && lattice.places().into_iter().flatten().all(fits);
        let tiling = match (is_of_the_view, view.slanted) {
            (true, _) => lattice.tiling,
            (false, true) => Tiling::Hexagons,
            (false, false) => Tiling::Squares,
        };
        let mut cells = Vec::new();
        let mut add = |column: usize, row: usize, name: String| {
            let (place, centre) = ([column, row], tiling.centre(column, row));
            let glyph = view.rows[row].1[column];
            cells.push(Cell { name, place, centre, glyph, height: 0, ground: Ground::Plain });
        };
        if is_of_the_view {
            for site in lattice.sites.iter().flatten() {
                add(site.column, site.row, site.name.clone());
            }
        } else {
            for (row, (name, glyphs)) in view.rows.iter().enumerate() {
                for column in 0..glyphs.len() {
                    add(column, row, format!("{}{name}", view.columns.get(column).map_or("", |name| name)));
                }
            }
        }
        let mut scene = Scene { tiling: Some(tiling), cells, notes: view.notes, ..Scene::default() };
        scene.labels = scene.label(&view.columns, &view.rows);
        if tiling == Tiling::Points {
            scene.decorations = scene.grid();
        }
        scene
    }

    /// The same with other pieces.
    #[must_use]
    pub fn with_figures(self, figures: Figures) -> Scene {
        Scene { figures, ..self }
    }

    /// The cell in this column and row of the picture.
    pub fn at(&self, column: usize, row: usize) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.place == [column, row])
    }

    /// Makes cells what they are.
    pub fn set_ground(&mut self, ground: Ground, names: &[&str]) {
        self.cells
            .iter_mut()
            .filter(|cell| names.contains(&&*cell.name))
            .for_each(|cell| cell.ground = ground);
    }

    /// Builds a cell this high.
    pub fn set_height(&mut self, height: u8, name: &str) {
        self.cells.iter_mut().filter(|cell| cell.name == name).for_each(|cell| cell.height = height);
    }

    /// Rows are named beside their first cell, columns below their last one.
    fn label<T>(&self, columns: &[String], rows: &[(String, T)]) -> Vec<(String, [f32; 2])> {
        let mut labels = Vec::new();
        for (row, (name, _)) in rows.iter().enumerate() {
            let first =
                self.cells.iter().filter(|cell| cell.place[1] == row).min_by_key(|cell| cell.place[0]);
            let edge = match self.tiling {
                // The rows of draughts do not all begin with a cell, and their names are to be in one column.
                Some(Tiling::Squares) => Some([0.0, row as f32]),
                _ => first.map(|cell| cell.centre),
            };
            labels.extend(edge.map(|[x, y]| (name.clone(), [x - 0.85, y])));
        }
        for (column, name) in columns.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let last =
                self.cells.iter().filter(|cell| cell.place[0] == column).max_by_key(|cell| cell.place[1]);
            let shift = if self.tiling == Some(Tiling::Hexagons) { [0.45, 0.78] } else { [0.0, 0.85] };
            labels.extend(last.map(|cell| {
                let [x, y] = cell.centre;
                (name.clone(), [x + shift[0], y + shift[1]])
            }));
        }
        labels
    }

    /// The lines through all cells of a row or a column.
    fn grid(&self) -> Vec<Decoration> {
        let mut lines = Vec::new();
        for axis in [0, 1] {
            let across = 1 - axis;
            let last = self.cells.iter().map(|cell| cell.place[across]).max().unwrap_or(0);
            for line in 0..=last {
                let along = self.cells.iter().filter(|cell| cell.place[across] == line);
                let ends = (along.clone().min_by_key(|c| c.place[axis]), along.max_by_key(|c| c.place[axis]));
                if let (Some(first), Some(last)) = ends {
                    lines.push(Decoration::Line(vec![first.centre, last.centre]));
                }
            }
        }
        lines
    }

    /// Adds an edge of a board of hexagons: these corners of each of these places, by their angles in degrees clockwise from
    /// east.
    pub fn add_edge(&mut self, side: Player, places: impl Iterator<Item = [usize; 2]>, corners: &[f32]) {
        let radius = 1.0 / 3.0_f32.sqrt();
        let corner = |[x, y]: [f32; 2], angle: f32| {
            let angle = angle.to_radians();
            [x + radius * angle.cos(), y + radius * angle.sin()]
        };
        let of_place = |[column, row]: [usize; 2]| {
            let centre = Tiling::Hexagons.centre(column, row);
            corners.iter().map(move |&angle| corner(centre, angle))
        };
        self.decorations.push(Decoration::Edge(side, places.flat_map(of_place).collect()));
    }

    /// Adds the dots of a board of `side` x `side` points, as on boards for Go: near the corners and in the middle.
    pub fn add_dots(&mut self, side: usize) {
        if side < 9 {
            return;
        }
        let margin = if side < 13 { 2 } else { 3 };
        let mut lines = vec![margin, side - 1 - margin];
        let middle = (side % 2 == 1).then_some(side / 2);
        if side > 13 {
            lines.extend(middle);
        }
        let dots = lines.iter().flat_map(|&x| lines.iter().map(move |&y| [x, y]));
        let centre = middle.filter(|_| side <= 13).map(|middle| [middle, middle]);
        let decorations = dots.chain(centre).map(|[x, y]| Decoration::Dot([x as f32, y as f32]));
        self.decorations.extend(decorations);
    }

    /// Adds an arc around a point, from one angle to another, in degrees clockwise from east.
    pub fn add_arc(&mut self, [x, y]: [f32; 2], radius: f32, from: f32, to: f32) {
        const STEPS: usize = 24;
        let point = |step: usize| {
            let angle = (from + (to - from) * step as f32 / STEPS as f32).to_radians();
            [x + radius * angle.cos(), y + radius * angle.sin()]
        };
        self.decorations.push(Decoration::Line((0..=STEPS).map(point).collect()));
    }
}
