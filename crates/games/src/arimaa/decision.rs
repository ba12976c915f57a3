//! What a player decides: a placement, a step, a push, a pull or the pass.

use game::code::{Code, Width};

/// The first column.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The last column.
pub const FILE_H: u64 = FILE_A << 7;

/// North, east, south, west.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction(u8);

impl Direction {
    /// All of them.
    pub const ALL: [Direction; 4] = [Direction(0), Direction(1), Direction(2), Direction(3)];

    /// The direction with this letter.
    pub fn read(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter)
    }

    /// `n`, `e`, `s` or `w`.
    pub fn letter(self) -> char {
        ['n', 'e', 's', 'w'][self.index()]
    }

    /// 0 to 3.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub fn back(self) -> Direction {
        Direction(self.0 ^ 2)
    }

    /// The next cell, which must be on the board.
    #[inline]
    pub fn from(self, cell: usize) -> usize {
        cell.wrapping_add_signed([8, 1, -8, -1][self.index()])
    }

    /// Every cell of the set one on, but for those that leave the board.
    #[inline]
    pub fn shift(self, set: u64) -> u64 {
        match self.0 {
            0 => set << 8,
            1 => (set & !FILE_H) << 1,
            2 => set >> 8,
            _ => (set & !FILE_A) >> 1,
        }
    }
}

/// One step of a piece: where it stands and where it goes.
pub type Step = (usize, Direction);

/// What moves on the board in one decision; all cells are on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A piece steps.
    Step {
        /// Where it stands.
        from: usize,
        /// Where it goes.
        direction: Direction,
    },
    /// An enemy piece steps, and a stronger piece follows it.
    Push {
        /// Where the stronger piece stands.
        from: usize,
        /// Where it goes: the enemy piece is there.
        direction: Direction,
        /// Where the enemy piece goes.
        away: Direction,
    },
    /// A piece steps, and a weaker enemy piece follows it.
    Pull {
        /// Where the stronger piece stands.
        from: usize,
        /// Where it goes.
        direction: Direction,
        /// Where the enemy piece stands, seen from there.
        behind: Direction,
    },
}

impl Action {
    /// The first step, and the second one of a push or pull.
    #[inline]
    pub fn steps(self) -> (Step, Option<Step>) {
        match self {
            Action::Step { from, direction } => ((from, direction), None),
            Action::Push { from, direction, away } => ((direction.from(from), away), Some((from, direction))),
            Action::Pull { from, direction, behind } => {
                ((from, direction), Some((behind.from(from), behind.back())))
            }
        }
    }

    /// 1, or 2 for a push or pull.
    #[inline]
    pub fn cost(self) -> u8 {
        if matches!(self, Action::Step { .. }) { 1 } else { 2 }
    }
}

/// One decision, packed: a cell and what happens there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision(u16);

impl Code for Decision {
    const WIDTH: Width = Width::Two;

    #[inline]
    fn code(self) -> u32 {
        u32::from(self.0)
    }

    #[inline]
    fn from_code(code: u32) -> Decision {
        Decision(code as u16)
    }
}

impl Decision {
    /// The end of a turn before its fourth step.
    pub const PASS: Decision = Decision(u16::MAX);
    const PLACE: u16 = 1 << 15;

    /// A piece of the kind that is next is put on this cell.
    #[inline]
    pub fn place(cell: usize) -> Decision {
        Decision(Self::PLACE | cell as u16)
    }

    /// Six bits for the cell, two for the direction, and four for the kind of action with its other direction.
    #[inline]
    pub fn act(action: Action) -> Decision {
        let (from, direction, rest) = match action {
            Action::Step { from, direction } => (from, direction, 0),
            Action::Push { from, direction, away } => (from, direction, 4 + away.index()),
            Action::Pull { from, direction, behind } => (from, direction, 8 + behind.index()),
        };
        Decision((from | direction.index() << 6 | rest << 8) as u16)
    }

    /// What it does to pieces on the board, unless it is a pass or a placement.
    #[inline]
    pub fn action(self) -> Option<Action> {
        if self.0 & Self::PLACE != 0 {
            return None;
        }
        let number = usize::from(self.0);
        let (from, direction, rest) =
            (number & 63, Direction::ALL[number >> 6 & 3], Direction::ALL[number >> 8 & 3]);
        Some(match number >> 10 {
            0 => Action::Step { from, direction },
            1 => Action::Push { from, direction, away: rest },
            _ => Action::Pull { from, direction, behind: rest },
        })
    }

    /// Where a placement puts its piece.
    #[inline]
    pub fn placed(self) -> Option<usize> {
        (self.0 & Self::PLACE != 0 && self != Self::PASS).then_some(usize::from(self.0 & 63))
    }
}
