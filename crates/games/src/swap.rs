//! The swap rule of connection games: the second player may take over the first player's stone and side.

use game::grid::Board;
use game::key::{SECOND_TO_MOVE, to_move};
use game::{Key, Player, SEATS, TextError};

/// The move of the second player, on its first turn, that gives it the first player's stone and side.
pub const SWAP: u16 = u16::MAX;

/// The Zobrist number of "the players have changed sides".
const SWAPPED: Key = Key::of(0x5a_ab_be_d0);

/// Reads the option `,noswap` behind the size: what is before it, and whether there is a swap.
pub fn parse_option<'a>(name: &str, variant: &'a str) -> Result<(&'a str, bool), TextError> {
    match variant.split_once(',') {
        None => Ok((variant, true)),
        Some((size, "noswap")) => Ok((size, false)),
        Some((_, option)) => Err(TextError::new(format!("{name} has the option noswap, not `{option}`"))),
    }
}

/// Which side is to move, and whose it is.
///
/// A *side* is written as the player who has it at the start. After a swap the players have each other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    to_move: Player,
    swapped: bool,
}

impl Sides {
    /// The first player's side is to move, and is its own.
    pub const START: Sides = Sides { to_move: Player::First, swapped: false };

    /// The side to move.
    #[inline]
    pub fn to_move(self) -> Player {
        self.to_move
    }

    /// The player who has this side.
    #[inline]
    pub fn owner(self, side: Player) -> Player {
        if self.swapped { side.other() } else { side }
    }

    /// The player to move.
    #[inline]
    pub fn turn(self) -> Player {
        self.owner(self.to_move)
    }

    /// Whether the player to move may swap, in a variant with a swap and with this many stones on the board.
    #[inline]
    pub fn may_swap(self, stones: u32) -> bool {
        stones == 1 && !self.swapped && self.to_move == Player::Second
    }

    /// The names of the players, the first one first, where the sides have these names. While there may be a swap, the
    /// players have none.
    pub fn names(self, names: [&'static str; 2], may_change: bool) -> [&'static str; 2] {
        match names {
            _ if may_change && !self.swapped => SEATS,
            [first, second] if self.swapped => [second, first],
            names => names,
        }
    }

    /// Makes it the other side's turn, and returns the change of the key.
    #[inline]
    pub fn pass_on(&mut self) -> Key {
        self.to_move = self.to_move.other();
        SECOND_TO_MOVE
    }

    /// Swaps, and returns the change of the key. The board stays as it is, and so does the side to move: its
    /// new owner is the first player.
    #[inline]
    pub fn swap(&mut self) -> Key {
        self.swapped = true;
        SWAPPED
    }

    /// The part of a key that says all this.
    pub fn key(self) -> Key {
        to_move(self.to_move) ^ if self.swapped { SWAPPED } else { Key::default() }
    }

    /// What follows the side to move in the text of a position.
    pub fn suffix(self) -> &'static str {
        if self.swapped { " swapped" } else { "" }
    }

    /// Reads the side to move and what follows it; `allowed` says whether the variant has a swap.
    pub fn read(board: &mut Board, allowed: bool) -> Result<Sides, TextError> {
        let word = board.rest.pop_if(|(_, word)| word.eq_ignore_ascii_case("swapped"));
        board.expect_end()?;
        match word {
            Some((index, _)) if !allowed => Err(TextError::at(index, "there is no swap in this variant")),
            word => Ok(Sides { to_move: board.turn, swapped: word.is_some() }),
        }
    }

    /// A line for the picture of a position.
    pub fn note(self) -> Option<String> {
        self.swapped.then(|| "swapped: the first player has o".to_owned())
    }

    /// Appends the features: `first` if the second side is to move, one more if the players have swapped.
    pub fn features(self, first: usize, out: &mut Vec<u32>) {
        out.extend((self.to_move == Player::Second).then_some(first as u32));
        out.extend(self.swapped.then_some(first as u32 + 1));
    }
}
