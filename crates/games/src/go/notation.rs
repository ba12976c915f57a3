//! How people write Go: cells without the letter i, boards, and the komi.

use game::TextError;
use game::bits::Bits;
use game::grid::{Board, words};

use super::groups::stride;
use super::{Go, PASS};

/// What the second player gets for moving second, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Komi(pub(super) i16);

impl Komi {
    /// The usual one.
    pub const SEVEN: Komi = Komi(14);

    /// Reads an option such as `komi=5.5`.
    pub(super) fn parse(option: &str) -> Result<Komi, TextError> {
        let number = option.strip_prefix("komi=").and_then(|number| number.parse::<f64>().ok());
        match number.map(|number| 2.0 * number) {
            Some(halves) if halves.fract() == 0.0 && halves.abs() <= 1000.0 => Ok(Komi(halves as i16)),
            _ => Err(TextError::new(format!(
                "go has the option komi=K with K in half points up to 500, such as komi=5.5, not `{option}`"
            ))),
        }
    }
}

/// The name of a column: Go leaves out the letter i.
pub fn column_letter(column: usize) -> char {
    char::from(b"abcdefghjklmnopqrst"[column])
}

/// The name of a cell.
pub fn name(cell: usize, stride: usize) -> String {
    format!("{}{}", column_letter(cell % stride), cell / stride + 1)
}

/// The plain form of the same variant. Reads `b` and `w` for the side to move, too, and checks `area=N` if it is there.
pub fn read_position<B: Bits>(like: &Go<B>, text: &str) -> Result<Go<B>, TextError> {
    let sides = [("b", "x"), ("w", "o")];
    let side = words(text).nth(1);
    let named = side.and_then(|(at, word)| Some((at, sides.iter().find(|(name, _)| word == *name)?.1)));
    let board = match named {
        None => Board::parse(text)?,
        Some((at, symbol)) => {
            let (before, rest) = (text.chars().take(at), text.chars().skip(at + 1));
            Board::parse(&before.chain(symbol.chars()).chain(rest).collect::<String>())?
        }
    };
    board.expect_size(like.rules.side, like.rules.side)?;
    let mut stones = [B::EMPTY; 2];
    for (column, row, player) in board.stones()? {
        stones[player.index()] |= B::cell(like.cell(column, row));
    }
    let mut state = like.with_stones(stones)?;
    state.turn = board.turn;
    for (index, word) in board.rest {
        match word.strip_prefix("area=") {
            Some(area) if area.parse() == Ok(state.area()) => {}
            Some(_) => {
                return Err(TextError::at(index, format!("the area is {}, not `{word}`", state.area())));
            }
            None if word.eq_ignore_ascii_case("pass") && state.passes < 2 => state.passes += 1,
            None => return Err(TextError::at(index, format!("unexpected `{word}`"))),
        }
    }
    Ok(state)
}

/// A cell or the pass, if it is legal on the board.
pub fn read_move<B: Bits>(state: &Go<B>, text: &str) -> Result<u16, TextError> {
    let lower = text.trim().to_ascii_lowercase();
    let illegal = |why: &str| Err(TextError::new(format!("`{text}` cannot be played: {why}")));
    let mut letters = lower.chars();
    let column =
        letters.next().and_then(|letter| (0..state.rules.side).find(|&c| column_letter(c) == letter));
    let row = letters.as_str().parse::<usize>().ok().filter(|row| (1..=state.rules.side).contains(row));
    let cell = match (column, row) {
        _ if state.passes == 2 => return illegal("the game is over"),
        _ if lower == "pass" => return Ok(PASS),
        (Some(column), Some(row)) => (row - 1) * stride::<B>() + column,
        _ => return illegal("it is neither a cell nor `pass`"),
    };
    match state.empty().has(cell) {
        _ if state.targets().has(cell) => Ok(cell as u16),
        true => illegal("the stone would have no liberty"),
        false => illegal("the cell is taken"),
    }
}
