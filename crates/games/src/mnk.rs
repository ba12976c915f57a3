//! k in a row on a board of m columns and n rows; tic-tac-toe is 3, 3, 3.

use game::{About, TextError, Visitor, expect_no_variant};

use crate::in_a_row::{MAX_CELLS, Setup};

/// Tic-tac-toe in the list.
pub const TICTACTOE: About = About {
    name: "tictactoe",
    variants: "",
    summary: "three in a row on 3x3, the same as mnk:3x3x3",
    samples: &["tictactoe"],
};

/// The whole family in the list.
pub const ABOUT: About = About {
    name: "mnk",
    variants: "WxHxK",
    summary: "K or more in a row on W columns and H rows; a full board is a draw",
    samples: &["mnk:4x3x3", "mnk:4x4x4", "mnk:30x4x4", "mnk:15x15x5", "mnk:1x1x1"],
};

/// Opens tic-tac-toe.
pub fn open_tictactoe<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    expect_no_variant(TICTACTOE.name, variant)?;
    Ok(Setup::new(3, 3, 3).open(visitor))
}

/// Opens `WxHxK`.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let numbers: Option<Vec<usize>> = variant.split('x').map(|part| part.parse().ok()).collect();
    let Some(&[columns, rows, length]) = numbers.as_deref() else {
        return Err(TextError::new(format!("mnk is written mnk:WxHxK, such as mnk:4x4x3, not `{variant}`")));
    };
    if !(1..=30).contains(&columns) || !(1..=30).contains(&rows) || columns * rows > MAX_CELLS {
        return Err(TextError::new(format!(
            "the size {columns}x{rows} is outside what is supported: sides from 1 to 30, at most {MAX_CELLS} cells"
        )));
    }
    if length == 0 {
        return Err(TextError::new("the length of a row must be at least 1"));
    }
    Ok(Setup::new(columns, rows, length).open(visitor))
}
