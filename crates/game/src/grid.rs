//! Rectangular boards as people write them: names of cells, sizes, and boards in rows.

use crate::bits::Bits;
use crate::{Player, TextError};

/// The name of a column: `a` to `z`, then `aa`, `ab`, ...
pub fn column_name(column: usize) -> String {
    let mut name = String::new();
    if column >= 26 {
        name.push(letter(column / 26 - 1));
    }
    name.push(letter(column % 26));
    name
}

fn letter(index: usize) -> char {
    char::from(b'a' + u8::try_from(index % 26).expect("a remainder of 26 fits"))
}

/// The name of a cell: column letter and row number, `(0, 0)` being `a1`.
pub fn cell_name(column: usize, row: usize) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// Reads a size such as `7x6`, both sides within `sides` and the product at most `cells`.
pub fn parse_size(
    text: &str,
    sides: std::ops::RangeInclusive<usize>,
    cells: usize,
) -> Result<(usize, usize), TextError> {
    let numbers: Option<Vec<usize>> = text.split('x').map(|part| part.parse().ok()).collect();
    let Some(&[columns, rows]) = numbers.as_deref() else {
        return Err(TextError::new(format!("a size is written COLUMNSxROWS, such as 4x5, not `{text}`")));
    };
    let (least, most) = (*sides.start(), *sides.end());
    if !sides.contains(&columns) || !sides.contains(&rows) || columns * rows > cells {
        return Err(TextError::new(format!(
            "the size {text} is outside what is supported: sides from {least} to {most}, at most {cells} cells"
        )));
    }
    Ok((columns, rows))
}

/// What stands on a cell in the plain form of a board text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `.`
    Empty,
    /// `x` or `o`
    Stone(Player),
    /// `#`
    Blocked,
}

impl Mark {
    /// What stands on a cell of a board with these stones of the two players.
    pub fn on<B: Bits>(stones: [B; 2], cell: usize) -> Mark {
        let owner = Player::BOTH.into_iter().find(|player| stones[player.index()].has(cell));
        owner.map_or(Mark::Empty, Mark::Stone)
    }

    fn symbol(self) -> char {
        match self {
            Mark::Empty => '.',
            Mark::Stone(Player::First) => 'x',
            Mark::Stone(Player::Second) => 'o',
            Mark::Blocked => '#',
        }
    }

    fn read(symbol: char) -> Option<Mark> {
        Some(match symbol.to_ascii_lowercase() {
            '.' => Mark::Empty,
            'x' => Mark::Stone(Player::First),
            'o' => Mark::Stone(Player::Second),
            '#' => Mark::Blocked,
            _ => return None,
        })
    }
}

/// A board in the plain form: rows from the top, separated by `/` (`|` is read too), then the side to move and
/// whatever words a game adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Rows from the top, all of one length.
    pub rows: Vec<Vec<Mark>>,
    /// `x` or `o` behind the board; the first player if it is left out.
    pub turn: Player,
    /// Words after the side to move, with the index of their first character.
    pub rest: Vec<(usize, String)>,
}

impl Board {
    /// Reads the plain form. The board must be rectangular; games check its size.
    pub fn parse(text: &str) -> Result<Board, TextError> {
        let mut words = words(text);
        let (start, board) = words.next().ok_or_else(|| TextError::new("the position is empty"))?;
        let mut rows = vec![Vec::new()];
        for (index, symbol) in board.chars().enumerate() {
            if matches!(symbol, '/' | '|') {
                rows.push(Vec::new());
            } else if let Some(mark) = Mark::read(symbol) {
                rows.last_mut().expect("there is always a row").push(mark);
            } else {
                return Err(TextError::at(
                    start + index,
                    format!("`{symbol}` is not x, o, . or # (rows are separated by /)"),
                ));
            }
        }
        expect_rectangle(&rows)?;
        let turn = match words.next() {
            None => Player::First,
            Some((index, word)) => parse_turn(index, &word, ["x", "o"])?,
        };
        Ok(Board { rows, turn, rest: words.collect() })
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.rows[0].len(), self.rows.len())
    }

    /// Refuses another size than this one.
    pub fn expect_size(&self, columns: usize, rows: usize) -> Result<(), TextError> {
        match self.size() {
            size if size == (columns, rows) => Ok(()),
            (c, r) => Err(TextError::new(format!(
                "the board has {c} columns and {r} rows, this game has {columns} and {rows}"
            ))),
        }
    }

    /// Refuses words after the side to move.
    pub fn expect_end(&self) -> Result<(), TextError> {
        match self.rest.first() {
            None => Ok(()),
            Some((index, word)) => Err(TextError::at(*index, format!("unexpected `{word}`"))),
        }
    }

    /// The stones as `(column, row from the top, player)`, on a board whose cells cannot be blocked.
    pub fn stones(&self) -> Result<Vec<(usize, usize, Player)>, TextError> {
        let mut stones = Vec::new();
        for (column, row, mark) in self.cells() {
            match mark {
                Mark::Empty => {}
                Mark::Stone(player) => stones.push((column, row, player)),
                Mark::Blocked => {
                    return Err(TextError::new(format!(
                        "the cell in column {}, row {} from the top is blocked, which this game does not know",
                        column + 1,
                        row + 1
                    )));
                }
            }
        }
        Ok(stones)
    }

    /// All cells with their marks as `(column, row from the top, mark)`.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, Mark)> + '_ {
        let row = |(r, row): (usize, &'_ Vec<Mark>)| {
            row.iter().enumerate().map(move |(c, &mark)| (c, r, mark)).collect::<Vec<_>>()
        };
        self.rows.iter().enumerate().flat_map(row)
    }
}

/// Refuses rows of different lengths and boards without cells.
fn expect_rectangle<T>(rows: &[Vec<T>]) -> Result<(), TextError> {
    let width = rows[0].len();
    match rows.iter().position(|row| row.len() != width || width == 0) {
        None => Ok(()),
        Some(row) => Err(TextError::new(format!(
            "row {} from the top has {} cells, the first has {width}",
            row + 1,
            rows[row].len()
        ))),
    }
}

/// Writes the plain form of a board: `mark(column, row from the top)`, then the side to move.
pub fn format_board(
    columns: usize,
    rows: usize,
    turn: Player,
    mark: impl Fn(usize, usize) -> Mark,
) -> String {
    let mut text = String::with_capacity((columns + 1) * rows + 2);
    for row in 0..rows {
        if row > 0 {
            text.push('/');
        }
        text.extend((0..columns).map(|column| mark(column, row).symbol()));
    }
    text.push(' ');
    text.push(Mark::Stone(turn).symbol());
    text
}

/// The words of a text with the index of the first character of each.
pub fn words(text: &str) -> impl Iterator<Item = (usize, String)> + '_ {
    let mut characters = text.chars().enumerate().peekable();
    std::iter::from_fn(move || {
        while characters.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        let start = characters.peek()?.0;
        let mut word = String::new();
        while let Some((_, c)) = characters.next_if(|(_, c)| !c.is_whitespace()) {
            word.push(c);
        }
        Some((start, word))
    })
}

/// Reads a side to move that is written as one of two words, in upper or lower case.
pub fn parse_turn(index: usize, word: &str, names: [&str; 2]) -> Result<Player, TextError> {
    Player::BOTH.into_iter().find(|player| word.eq_ignore_ascii_case(names[player.index()])).ok_or_else(
        || {
            TextError::at(
                index,
                format!("the side to move is `{}` or `{}`, not `{word}`", names[0], names[1]),
            )
        },
    )
}

/// Rows from the top, with the letter of the piece on each cell.
pub type FenRows = Vec<Vec<Option<char>>>;

/// A board in the manner of a FEN: rows from the top, separated by `/`, one letter for a piece, a number for
/// that many empty cells, then the side to move (`w` first, `b` second) and counters, which are not kept.
pub fn parse_fen(text: &str) -> Result<(FenRows, Player), TextError> {
    let mut words = words(text);
    let (start, board) = words.next().ok_or_else(|| TextError::new("the position is empty"))?;
    let mut rows = vec![Vec::new()];
    let mut number = 0_usize;
    for (index, symbol) in board.chars().chain(['/']).enumerate() {
        let row = rows.last_mut().expect("there is always a row");
        if let Some(digit) = symbol.to_digit(10) {
            number = number * 10 + digit as usize;
            if number > 1000 {
                return Err(TextError::at(start + index, "the row is too long"));
            }
            continue;
        }
        row.extend(std::iter::repeat_n(None, std::mem::take(&mut number)));
        match symbol {
            '/' => rows.push(Vec::new()),
            _ => row.push(Some(symbol)),
        }
    }
    rows.pop();
    expect_rectangle(&rows)?;
    let turn = match words.next() {
        None => Player::First,
        Some((index, word)) => parse_turn(index, &word, ["w", "b"])?,
    };
    Ok((rows, turn))
}

/// Writes a board in the manner of a FEN, without counters.
pub fn format_fen(
    columns: usize,
    rows: usize,
    turn: Player,
    piece: impl Fn(usize, usize) -> Option<char>,
) -> String {
    let mut text = String::new();
    for row in 0..rows {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for column in 0..columns {
            let piece = piece(column, row);
            if piece.is_some() && empty > 0 {
                text.push_str(&std::mem::take(&mut empty).to_string());
            }
            match piece {
                Some(piece) => text.push(piece),
                None => empty += 1,
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    }
    text.push_str(match turn {
        Player::First => " w",
        Player::Second => " b",
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_names_beyond_z() {
        assert_eq!(cell_name(0, 0), "a1");
        assert_eq!(cell_name(25, 9), "z10");
        assert_eq!(cell_name(26, 0), "aa1");
        assert_eq!(cell_name(29, 3), "ad4");
    }

    #[test]
    fn board_errors_name_the_place() {
        assert_eq!(Board::parse("x.?").unwrap_err().place(), Some(2));
        assert_eq!(Board::parse("x./o. z").unwrap_err().place(), Some(6));
        assert!(Board::parse("x./o").unwrap_err().to_string().contains("row 2"));
    }

    #[test]
    fn fen_counts_of_two_digits() {
        let (rows, turn) = parse_fen("10/P8p/10 b 3 4").unwrap();
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [10, 10, 10]);
        assert_eq!(turn, Player::Second);
        assert_eq!(format_fen(10, 3, turn, |c, r| rows[r][c]), "10/P8p/10 b");
    }
}
