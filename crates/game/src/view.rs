//! A picture of a state that any front end can draw.

use crate::Player;
use crate::grid::{Mark, column_name};

/// What is seen on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// Nothing.
    Empty,
    /// Out of play.
    Blocked,
    /// A stone or piece of a player, drawn as this symbol.
    Piece(Player, char),
    /// Something that belongs to neither player, such as a height; a space where the board has no cell.
    Neutral(char),
}

impl Glyph {
    /// A plain stone: `x` for the first player, `o` for the second.
    pub fn stone(player: Player) -> Glyph {
        Glyph::Piece(player, if player == Player::First { 'x' } else { 'o' })
    }
}

impl From<Mark> for Glyph {
    fn from(mark: Mark) -> Glyph {
        match mark {
            Mark::Empty => Glyph::Empty,
            Mark::Blocked => Glyph::Blocked,
            Mark::Stone(player) => Glyph::stone(player),
        }
    }
}

/// A board of rows with labels, or lines of text for games without a board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct View {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows from the top, each with its name.
    pub rows: Vec<(String, Vec<Glyph>)>,
    /// Each row is shifted by half a cell against the one above (hexagonal boards).
    pub slanted: bool,
    /// Lines below the board.
    pub notes: Vec<String>,
}

/// Which end of the board the row 1 is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOne {
    /// At the top, as in Othello and Hex.
    Top,
    /// At the bottom, as in Chess.
    Bottom,
}

impl View {
    /// A rectangular board; `glyph(column, row from the top)`.
    pub fn grid<T: Into<Glyph>>(
        columns: usize,
        rows: usize,
        one: RowOne,
        glyph: impl Fn(usize, usize) -> T,
    ) -> View {
        let name = |row: usize| match one {
            RowOne::Top => (row + 1).to_string(),
            RowOne::Bottom => (rows - row).to_string(),
        };
        View {
            columns: (0..columns).map(column_name).collect(),
            rows: (0..rows).map(|r| (name(r), (0..columns).map(|c| glyph(c, r).into()).collect())).collect(),
            ..View::default()
        }
    }

    /// Lines of text.
    pub fn text(notes: impl IntoIterator<Item = String>) -> View {
        View { notes: notes.into_iter().collect(), ..View::default() }
    }

    /// How many pieces of each player are seen; `None` if there is no board.
    pub fn pieces(&self) -> Option<[u32; 2]> {
        let mut pieces = [0; 2];
        for glyph in self.rows.iter().flat_map(|(_, glyphs)| glyphs) {
            if let Glyph::Piece(player, _) = glyph {
                pieces[player.index()] += 1;
            }
        }
        (!self.rows.is_empty()).then_some(pieces)
    }

    /// How the pieces of a player are drawn, if they are on the board and all look alike.
    pub fn symbol(&self, player: Player) -> Option<char> {
        let glyphs = self.rows.iter().flat_map(|(_, glyphs)| glyphs);
        let mut symbols = glyphs.filter_map(|glyph| match *glyph {
            Glyph::Piece(owner, symbol) if owner == player => Some(symbol),
            _ => None,
        });
        let first = symbols.next()?;
        symbols.all(|symbol| symbol == first).then_some(first)
    }

    /// The picture as lines for a terminal; `paint` may colour a symbol of a player.
    pub fn draw(&self, paint: impl Fn(Player, char) -> String) -> String {
        let margin = self.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut text = String::new();
        let header = |shift: usize| {
            let mut line = " ".repeat(margin + 1 + shift);
            for name in &self.columns {
                line.push_str(&format!("{name:>2}"));
            }
            line.push('\n');
            line
        };
        if !self.rows.is_empty() {
            text.push_str(&header(0));
        }
        for (index, (name, glyphs)) in self.rows.iter().enumerate() {
            let shift = if self.slanted { index } else { 0 };
            text.push_str(&format!("{}{name:>margin$} ", " ".repeat(shift)));
            for glyph in glyphs {
                text.push(' ');
                match *glyph {
                    Glyph::Empty => text.push('.'),
                    Glyph::Blocked => text.push('#'),
                    Glyph::Neutral(symbol) => text.push(symbol),
                    Glyph::Piece(player, symbol) => text.push_str(&paint(player, symbol)),
                }
            }
            text.push_str(&format!("  {name}\n"));
        }
        if !self.rows.is_empty() {
            text.push_str(&header(if self.slanted { self.rows.len() } else { 0 }));
        }
        for note in &self.notes {
            text.push_str(note);
            text.push('\n');
        }
        text
    }
}

impl std::fmt::Display for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.draw(|_, symbol| symbol.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slanted_board_is_drawn_readably() {
        let mut view = View::grid(3, 2, RowOne::Top, |c, r| match (c, r) {
            (1, 0) => Glyph::stone(Player::First),
            (2, 1) => Glyph::stone(Player::Second),
            _ => Glyph::Empty,
        });
        view.slanted = true;
        assert_eq!(view.to_string(), "   a b c\n1  . x .  1\n 2  . . o  2\n     a b c\n");
    }
}
