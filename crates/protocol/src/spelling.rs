//! How a dialect writes the moves of a game.

use engine::{Player, Position};
use game::view::Glyph;

/// The moves of a game in a dialect. One word of the dialect is one or several decisions.
pub trait Spelling: Send + Sync {
    /// Writes decisions that are played one after the other from this position.
    fn write(&self, before: &dyn Position, decisions: &[String]) -> String;

    /// The decisions that a word means. By default a word is one decision, and it is looked for among the legal ones.
    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        let legal = before.moves();
        let is_meant = |decision: &&String| {
            let written = self.write(before, std::slice::from_ref(*decision));
            written.eq_ignore_ascii_case(word)
        };
        match legal.iter().find(is_meant) {
            Some(decision) => Ok(vec![decision.clone()]),
            // What people write is understood, too; otherwise the game says what is wrong.
            None => read_plainly(before, word),
        }
    }
}

/// Reads a word in the notation of the game itself.
pub fn read_plainly(before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
    before.replay(word).map(|replay| replay.moves).map_err(|error| {
        let text = error.to_string();
        text.strip_prefix("ply 1: ").map(str::to_owned).unwrap_or(text)
    })
}

/// The notation of the game itself, one decision per word. Blanks within a decision are written as this character.
pub struct Plain {
    /// What stands for a blank.
    pub blank: char,
}

impl Spelling for Plain {
    fn write(&self, _: &dyn Position, decisions: &[String]) -> String {
        decisions.join(" ").replace(' ', &self.blank.to_string())
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        read_plainly(before, &word.replace(self.blank, " "))
    }
}

/// The name of a game without its variant.
pub fn base(game: &str) -> &str {
    game.split_once(':').map_or(game, |(base, _)| base)
}

/// A cell by its column and row, both from 1, in letters and numbers such as `c12`.
pub fn cell(text: &str) -> Option<(u32, u32)> {
    let mut letters = text.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let row = letters.as_str();
    let row = row.parse().ok().filter(|_| row.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some((u32::from(letter) - u32::from('a') + 1, row))
}

/// The text of a cell.
pub fn cell_text(column: u32, row: u32) -> String {
    let letter = char::from_u32(u32::from('a') + column.saturating_sub(1)).unwrap_or('?');
    format!("{letter}{row}")
}

/// Replaces every cell within a text of cells and other characters.
pub fn map_cells(text: &str, map: impl Fn(u32, u32) -> (u32, u32)) -> String {
    let mut mapped = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest[letter.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
        let length = letter.len_utf8() + digits;
        match cell(&rest[..length]) {
            Some((column, row)) => {
                let (column, row) = map(column, row);
                mapped += &cell_text(column, row);
            }
            None => mapped.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    mapped
}

/// The number of rows and columns of the board.
pub fn size(position: &dyn Position) -> (u32, u32) {
    let view = position.view();
    (view.columns.len() as u32, view.rows.len() as u32)
}

/// Whose piece is on each cell that has one, as (column, row from the top), both from 1.
pub fn pieces(position: &dyn Position) -> Vec<((u32, u32), Player)> {
    let view = position.view();
    let rows = view.rows.iter().zip(1..).flat_map(|((_, glyphs), row)| {
        glyphs.iter().zip(1..).filter_map(move |(glyph, column)| match glyph {
            Glyph::Piece(player, _) => Some(((column, row), *player)),
            _ => None,
        })
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_in_any_text() {
        assert_eq!(cell("c12"), Some((3, 12)));
        assert_eq!(
            (cell("12"), cell("c"), cell("cc1"), cell("c+1"), cell("")),
            (None, None, None, None, None)
        );
        assert_eq!(map_cells("a1-b10,pass", |column, row| (column, 11 - row)), "a10-b1,pass");
        assert_eq!(map_cells("é1", |c, r| (c, r)), "é1");
    }
}
