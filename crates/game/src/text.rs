//! Errors in texts that people write.

use std::fmt;

/// What is wrong with a position, a move or a variant, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    message: String,
    place: Option<usize>,
}

impl TextError {
    /// A text that is wrong as a whole.
    pub fn new(message: impl Into<String>) -> TextError {
        TextError { message: message.into(), place: None }
    }

    /// A text that is wrong at its `index`-th character (counted from 0).
    pub fn at(index: usize, message: impl Into<String>) -> TextError {
        TextError { message: message.into(), place: Some(index) }
    }

    /// The index of the first wrong character, if there is one.
    pub fn place(&self) -> Option<usize> {
        self.place
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(index) => write!(f, "character {}: {}", index + 1, self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for TextError {}
