//! How the Smart Game Format writes the moves of each game.

use engine::Position;

use crate::gtp::Vertices;
use crate::spelling::{Plain, Spelling, base, read_plainly};

/// Moves of SGF: points in letters, `dd`, where the specification or common use has them; chess-like cells for Lines of Action, those of
/// HexGui for Hex; the moves of the game for the others.
pub struct Points;

/// The notation of the game, with blanks.
const OWN_MOVES: Plain = Plain { blank: ' ' };

/// How the moves of a game are written.
enum Kind {
    /// A point of two letters; nothing for a pass.
    Point,
    /// Three points, one behind the other.
    Queen,
    /// Two cells.
    Cells,
    /// As GTP does.
    Vertices,
    /// As the game does.
    Own,
}

fn kind(position: &dyn Position) -> Kind {
    let has_letters = position.view().columns.len() <= 26;
    match base(position.game()) {
        "go" | "othello" | "gomoku" if has_letters => Kind::Point,
        "amazons" if has_letters => Kind::Queen,
        "loa" => Kind::Cells,
        "hex" => Kind::Vertices,
        _ => Kind::Own,
    }
}

/// Whether points are written as letters, so that stones can be set up.
pub fn has_points(position: &dyn Position) -> bool {
    matches!(kind(position), Kind::Point)
}

fn letter(index: usize) -> char {
    char::from(b'a' + u8::try_from(index).unwrap_or(0))
}

/// A cell of the game as a point, column and row from the upper left corner.
fn point(position: &dyn Position, cell: &str) -> Option<String> {
    let view = position.view();
    let column = view.columns.iter().rposition(|name| cell.starts_with(name.as_str()))?;
    let row = view.rows.iter().position(|(name, _)| *name == cell[view.columns[column].len()..])?;
    Some(format!("{}{}", letter(column), letter(row)))
}

/// Column and row of a point, from 0.
pub fn indices(text: &str) -> Option<(usize, usize)> {
    let [column, row] = text.as_bytes() else { return None };
    let index = |byte: u8| byte.is_ascii_lowercase().then(|| usize::from(byte - b'a'));
    Some((index(*column)?, index(*row)?))
}

/// A point as a cell of the game.
fn cell(position: &dyn Position, text: &str) -> Result<String, String> {
    let view = position.view();
    let cell = indices(text)
        .and_then(|(column, row)| Some(format!("{}{}", view.columns.get(column)?, view.rows.get(row)?.0)));
    cell.ok_or_else(|| format!("`{text}` is no point of this board"))
}

impl Spelling for Points {
    fn write(&self, before: &dyn Position, decisions: &[String]) -> String {
        let text = decisions.concat();
        match kind(before) {
            Kind::Point if text == "pass" => String::new(),
            Kind::Point => point(before, &text).unwrap_or(text),
            Kind::Queen => {
                let points = text.split(['-', '/']).filter(|cell| !cell.is_empty());
                points.map(|cell| point(before, cell).unwrap_or_default()).collect()
            }
            Kind::Cells => match text.split_at_checked(2) {
                Some((from, to)) if text != "pass" => format!("{from}-{to}"),
                _ => text,
            },
            Kind::Vertices => Vertices.write(before, decisions),
            Kind::Own => OWN_MOVES.write(before, decisions),
        }
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        let word = word.trim();
        match kind(before) {
            // Beyond the board of old files.
            Kind::Point if matches!(word, "" | "pass") => read_plainly(before, "pass"),
            Kind::Point if word == "tt" && before.view().columns.len() <= 19 => read_plainly(before, "pass"),
            Kind::Point => read_plainly(before, &cell(before, word)?),
            Kind::Queen => {
                let points: Vec<&str> =
                    (0..word.len()).step_by(2).filter_map(|at| word.get(at..at + 2)).collect();
                if points.concat() != word || !(1..=3).contains(&points.len()) {
                    return Err("a move is three points: from, to and arrow".to_owned());
                }
                let cells: Vec<String> =
                    points.iter().map(|point| cell(before, point)).collect::<Result<_, _>>()?;
                let text = match &cells[..] {
                    [arrow] => format!("/{arrow}"),
                    [from, to] => format!("{from}-{to}"),
                    _ => format!("{}-{}/{}", cells[0], cells[1], cells[2]),
                };
                read_plainly(before, &text)
            }
            Kind::Cells => {
                let plain: String = word.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
                read_plainly(before, &plain)
            }
            Kind::Vertices => Vertices.read(before, word),
            Kind::Own => OWN_MOVES.read(before, word),
        }
    }
}
