//! The games, one file each, and the list of them.

use game::{About, TextError, Visitor, split_name};

pub mod breakthrough;
pub mod clobber;
pub mod connect4;
pub mod dodgem;
pub mod domineering;
pub mod graph;
pub mod hex;
pub mod hexapawn;
pub mod mnk;
pub mod nim;
pub mod othello;
pub mod pawns;

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
    connect4::ABOUT => connect4::open,
    breakthrough::ABOUT => breakthrough::open,
    hexapawn::ABOUT => hexapawn::open,
    hex::ABOUT => hex::open,
    clobber::ABOUT => clobber::open,
    othello::ABOUT => othello::open,
    nim::ABOUT => nim::open,
    domineering::ABOUT => domineering::open,
    dodgem::ABOUT => dodgem::open,
    graph::ABOUT => graph::open,
}
