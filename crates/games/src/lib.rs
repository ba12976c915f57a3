//! The games, one file each, and the list of them.

use game::{About, AnyState, Game, TextError, Visitor, split_name};

pub mod amazons;
pub mod arimaa;
pub mod ataxx;
pub mod breakthrough;
pub mod chess;
pub mod clobber;
pub mod connect4;
pub mod connect6;
pub mod dodgem;
pub mod domineering;
pub mod draughts;
pub mod features;
pub mod go;
pub mod gomoku;
pub mod graph;
pub mod havannah;
pub mod hex;
pub mod hexapawn;
pub mod in_a_row;
pub mod loa;
pub mod mnk;
pub mod nim;
pub mod othello;
pub mod pawns;
pub mod rays;
pub mod santorini;
pub mod stones;
pub mod surakarta;
pub mod swap;
pub mod symmetry;
pub mod xiangqi;

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
    gomoku::ABOUT => gomoku::open,
    connect6::ABOUT => connect6::open,
    amazons::ABOUT => amazons::open,
    santorini::ABOUT => santorini::open,
    breakthrough::ABOUT => breakthrough::open,
    hexapawn::ABOUT => hexapawn::open,
    hex::ABOUT => hex::open,
    havannah::ABOUT => havannah::open,
    chess::ABOUT => chess::open,
    clobber::ABOUT => clobber::open,
    othello::ABOUT => othello::open,
    ataxx::ABOUT => ataxx::open,
    draughts::ABOUT => draughts::open,
    loa::ABOUT => loa::open,
    surakarta::ABOUT => surakarta::open,
    xiangqi::ABOUT => xiangqi::open,
    nim::ABOUT => nim::open,
    domineering::ABOUT => domineering::open,
    dodgem::ABOUT => dodgem::open,
    go::ABOUT => go::open,
    arimaa::ABOUT => arimaa::open,
    graph::ABOUT => graph::open,
}

/// Hides the type of a game.
struct Hide;

impl Visitor for Hide {
    type Output = AnyState;
    fn visit<G: Game>(self, start: G) -> AnyState {
        AnyState::new(start)
    }
}

/// The canonical name of the named game: see [`About::canonical`].
pub fn canonical(full_name: &str) -> Result<String, TextError> {
    let start = start(full_name)?;
    let (name, _) = split_name(full_name);
    let about = LIST.iter().find(|about| about.name == name);
    let canonical = about.map(|about| about.canonical(full_name, &start, |name| self::start(name).ok()));
    Ok(canonical.unwrap_or_else(|| full_name.to_owned()))
}

/// The start of the named game. The rules of all games are compiled here, and nowhere else.
pub fn start(full_name: &str) -> Result<AnyState, TextError> {
    open(full_name, Hide)
}
