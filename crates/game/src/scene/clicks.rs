//! What a person clicks to make a move: by default, the cells that the text of the move names.

use super::Scene;

/// One click.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Click {
    /// On the cell with this index in the scene.
    Cell(usize),
    /// On a button with this text: a pass, a swap, what a pawn becomes.
    Button(String),
}

/// A part of the text of a move.
enum Part<'a> {
    Cell(&'a str),
    Other(&'a str),
}

impl Scene {
    /// The cells with this name.
    pub fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = usize> + 'a {
        let is_named = move |index: &usize| self.cells[*index].name.eq_ignore_ascii_case(name);
        (0..self.cells.len()).filter(is_named)
    }

    /// A click on the cell with this name, which the caller takes from this scene.
    ///
    /// # Panics
    /// If no cell has the name.
    pub fn click(&self, name: &str) -> Click {
        Click::Cell(self.named(name).next().unwrap_or_else(|| panic!("no cell is called {name}")))
    }

    /// The ways to click a move with this text: the cells that it names, in their order, and a button for other words in
    /// it. A name that several cells have may be clicked on any of them. A text that names no cell is a button.
    pub fn clicks_of(&self, text: &str) -> Vec<Vec<Click>> {
        let mut ways = vec![Vec::new()];
        for part in self.parts(text) {
            let clicks: Vec<Click> = match part {
                Part::Cell(name) => self.named(name).map(Click::Cell).collect(),
                Part::Other(word) => vec![Click::Button(word.to_owned())],
            };
            let extended = |way: &Vec<Click>| {
                let way = way.clone();
                clicks.iter().map(move |click| [way.as_slice(), std::slice::from_ref(click)].concat())
            };
            ways = ways.iter().flat_map(|way| extended(way).collect::<Vec<_>>()).collect();
        }
        ways
    }

    /// Cuts a text into names of cells, the longest that there are, and the words between them.
    fn parts<'a>(&self, text: &'a str) -> Vec<Part<'a>> {
        let is_separator = |c: char| !c.is_alphanumeric();
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let begins_cell = |rest: &str| self.cell_at_start(rest);
            if let Some(length) = begins_cell(rest) {
                parts.push(Part::Cell(&rest[..length]));
                rest = &rest[length..];
            } else if rest.starts_with(is_separator) {
                rest = rest.trim_start_matches(is_separator);
            } else {
                // Up to a separator, or to a cell behind a letter, such as the `a1` of `Ra1`. A number is not cut.
                let is_digit = |c: char| c.is_ascii_digit();
                let ends = |&(index, c): &(usize, char)| {
                    let cuts_number = is_digit(c) && rest[..index].ends_with(is_digit);
                    is_separator(c) || !cuts_number && begins_cell(&rest[index..]).is_some()
                };
                let end = rest.char_indices().skip(1).find(ends).map_or(rest.len(), |(index, _)| index);
                parts.push(Part::Other(&rest[..end]));
                rest = &rest[end..];
            }
        }
        parts
    }

    /// The length of the longest name of a cell that a text begins with. A number is not cut.
    fn cell_at_start(&self, text: &str) -> Option<usize> {
        let longest = self.cells.iter().map(|cell| cell.name.len()).max()?;
        (1..=longest.min(text.len())).rev().find(|&length| {
            text.is_char_boundary(length)
                && !text[length..].starts_with(|c: char| c.is_ascii_digit())
                && self.named(&text[..length]).next().is_some()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Glyph, RowOne};
    use crate::{Lattice, Planes, Tiling, View};

    fn scene() -> Scene {
        let planes = Planes::grid(1, 12, 12);
        let view = View::grid(12, 12, RowOne::Bottom, |_, _| Glyph::Empty);
        Scene::new(view, &Lattice::over(&planes, Tiling::Squares, RowOne::Bottom))
    }

    #[test]
    fn texts_of_moves_are_clicks() {
        let scene = scene();
        let names = |text: &str| -> Vec<String> {
            let ways = scene.clicks_of(text);
            assert_eq!(ways.len(), 1, "{text}");
            let name = |click: &Click| match click {
                Click::Cell(cell) => scene.cells[*cell].name.clone(),
                Click::Button(word) => format!("[{word}]"),
            };
            ways[0].iter().map(name).collect()
        };
        assert_eq!(names("a1"), ["a1"]);
        assert_eq!(names("a1a12"), ["a1", "a12"]);
        assert_eq!(names("a10-b2/c11"), ["a10", "b2", "c11"]);
        assert_eq!(names("e7e8q"), ["e7", "e8", "[q]"]);
        assert_eq!(names("c2-off"), ["c2", "[off]"]);
        assert_eq!(names("pass"), ["[pass]"]);
        assert_eq!(names("A1"), ["a1"]);
    }

    #[test]
    fn any_cell_of_a_column_may_be_clicked() {
        let mut scene = scene();
        scene.cells.iter_mut().for_each(|cell| cell.name = (cell.place[0] + 1).to_string());
        assert_eq!(scene.clicks_of("12").len(), 12);
        assert_eq!(scene.clicks_of("13"), [[Click::Button("13".to_owned())]]);
    }
}
