//! The games, one file each, and the list of them.

use game::{About, TextError, Visitor, split_name};

pub mod mnk;

/// One line a game: where its `About` is, and the function that opens a variant of it.
macro_rules! list {
    ($($about:path => $open:path,)*) => {
        /// All games, in the order in which they are listed.
        pub const LIST: &[About] = &[$($about),*];

        /// Hands the start of the named game, such as `mnk:4x4x3`, to `visitor`.
        pub fn open<V: Visitor>(full_name: &str, visitor: V) -> Result<V::Output, TextError> {
            let (name, variant) = split_name(full_name);
            $(if name == $about.name {
                return $open(variant, visitor);
            })*
            Err(TextError::new(format!("there is no game called `{name}`")))
        }
    };
}

list! {
    mnk::TICTACTOE => mnk::open_tictactoe,
    mnk::ABOUT => mnk::open,
}
