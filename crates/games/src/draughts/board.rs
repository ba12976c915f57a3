//! The dark squares of a draughts board as a set in which every diagonal is a constant shift.
//!
//! Squares are numbered row by row from the top, as in PDN. In a set, one bit that is no square follows every
//! second row; then a diagonal step is by [`Size::ROW`] or by one more, from every square, and a step over the edge
//! ends on a bit that is no square.

use std::fmt::Debug;
use std::hash::Hash;

use game::Player;
use game::bits::Bits;

/// One of the three boards.
pub trait Size: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A set of squares.
    type Set: Bits;
    /// Dark squares in a row; half of the number of rows.
    const ROW: usize;
    /// Rows of men that each player has at the start.
    const HOME_ROWS: usize = Self::ROW - 1;
    /// All squares.
    const BOARD: Self::Set;
    /// Where the men of each player become kings.
    const CROWN: [Self::Set; 2];
}

/// The squares of the rows `from..to`.
const fn rows(row: usize, from: usize, to: usize) -> u128 {
    let (mut set, mut r) = (0, from);
    while r < to {
        set |= ((1 << row) - 1) << (r * row + r / 2);
        r += 1;
    }
    set
}

macro_rules! size {
    ($name:ident, $set:ty, $row:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Size for $name {
            type Set = $set;
            const ROW: usize = $row;
            const BOARD: $set = rows($row, 0, 2 * $row) as $set;
            const CROWN: [$set; 2] = [rows($row, 0, 1) as $set, rows($row, 2 * $row - 1, 2 * $row) as $set];
        }
    };
}
size!(Brazilian, u64, 4, "8x8.");
size!(International, u64, 5, "10x10.");
size!(Canadian, u128, 6, "12x12.");

/// A diagonal direction. The first player, at the bottom, moves up: to lower squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Down and to the left.
    DownLeft,
    /// Down and to the right.
    DownRight,
    /// Up and to the right.
    UpRight,
    /// Up and to the left.
    UpLeft,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] =
        [Direction::DownLeft, Direction::DownRight, Direction::UpRight, Direction::UpLeft];

    /// Where the men of a player step without capturing.
    #[inline]
    pub fn forward(player: Player) -> [Direction; 2] {
        match player {
            Player::First => [Direction::UpRight, Direction::UpLeft],
            Player::Second => [Direction::DownLeft, Direction::DownRight],
        }
    }

    /// The other way along the same diagonal.
    #[inline]
    pub fn back(self) -> Direction {
        match self {
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
            Direction::UpRight => Direction::DownLeft,
            Direction::UpLeft => Direction::DownRight,
        }
    }

    /// Every square of a set one step on. What leaves the board is not a square.
    #[inline(always)]
    pub fn step<S: Size>(self, set: S::Set) -> S::Set {
        let row = S::ROW as u32;
        match self {
            Direction::DownLeft => set.up(row),
            Direction::DownRight => set.up(row + 1),
            Direction::UpRight => set.down(row),
            Direction::UpLeft => set.down(row + 1),
        }
    }
}

/// How many squares there are.
pub const fn squares<S: Size>() -> usize {
    2 * S::ROW * S::ROW
}

/// The bit of a square that PDN numbers from 1.
pub fn bit<S: Size>(number: usize) -> usize {
    let square = number - 1;
    square + square / S::ROW / 2
}

/// The PDN number of a bit.
pub fn number<S: Size>(bit: usize) -> usize {
    bit - bit / (2 * S::ROW + 1) + 1
}

/// The squares of a player at the start.
pub fn home<S: Size>(player: Player) -> S::Set {
    let men = S::HOME_ROWS * S::ROW;
    let numbers = match player {
        Player::First => squares::<S>() - men + 1..=squares::<S>(),
        Player::Second => 1..=men,
    };
    S::Set::of(numbers.map(bit::<S>))
}
