//! The pieces on the board: who is free to move, what can be pushed and pulled, and what traps take.

use game::bits::Bits;
use game::{Key, Listing, Player};

use super::decision::{Action, Decision, Direction, FILE_A, FILE_H, Step};

/// A kind of piece, from the weakest to the strongest, as an index.
pub type Kind = usize;

/// The weakest kind: it never steps back, and it wins on the goal rank.
pub const RABBIT: Kind = 0;

/// The letters of the kinds, as the first player's pieces are written.
pub const LETTERS: [char; 6] = ['R', 'C', 'D', 'H', 'M', 'E'];

/// How many pieces of each kind a player has.
pub const NUMBERS: [u32; 6] = [8, 2, 2, 2, 1, 1];

/// c3, f3, c6, f6.
const TRAPS: u64 = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;

/// The last rank, as each player sees it.
const GOALS: [u64; 2] = [0xff << 56, 0xff];

/// The cells next to a cell of the set.
#[inline]
fn neighbours(set: u64) -> u64 {
    (set << 8) | (set >> 8) | ((set & !FILE_H) << 1) | ((set & !FILE_A) >> 1)
}

/// Zobrist numbers: of each player, kind and cell.
static KEYS: [[[Key; 64]; 6]; 2] = {
    let mut keys = [[[Key(0); 64]; 6]; 2];
    let mut i = 0;
    while i < 2 * 6 * 64 {
        keys[i / 384][i / 64 % 6][i % 64] = Key::of(0xa41_3aa0 + i as u64);
        i += 1;
    }
    keys
};

/// All pieces on the board. a1 is cell 0, b1 is 1, a2 is 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    kinds: [u64; 6],
    sides: [u64; 2],
    key: Key,
}

impl Pieces {
    /// The key of the board.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The pieces of a player.
    #[inline]
    pub fn of(&self, player: Player) -> u64 {
        self.sides[player.index()]
    }

    /// The pieces of a player and kind.
    #[inline]
    pub fn of_kind(&self, player: Player, kind: Kind) -> u64 {
        self.sides[player.index()] & self.kinds[kind]
    }

    /// The cells without a piece.
    #[inline]
    pub fn empty(&self) -> u64 {
        !(self.sides[0] | self.sides[1])
    }

    /// The piece on a cell.
    pub fn at(&self, cell: usize) -> Option<(Player, Kind)> {
        let player = Player::BOTH.into_iter().find(|&player| self.of(player).has(cell))?;
        Some((player, self.kind_at(cell)))
    }

    /// The kind of the piece on a cell that has one.
    #[inline]
    fn kind_at(&self, cell: usize) -> Kind {
        (0..5).find(|&kind| self.kinds[kind].has(cell)).unwrap_or(5)
    }

    /// Puts a piece on an empty cell, or takes it away from there.
    #[inline]
    pub fn toggle(&mut self, player: Player, kind: Kind, cell: usize) {
        self.kinds[kind] ^= u64::cell(cell);
        self.sides[player.index()] ^= u64::cell(cell);
        self.key ^= KEYS[player.index()][kind][cell];
    }

    #[inline]
    fn side_at(&self, cell: usize) -> Player {
        if self.sides[0].has(cell) { Player::First } else { Player::Second }
    }

    /// Plays an action and empties the traps after each step; whether they took something.
    #[inline]
    pub fn play(&mut self, action: Action) -> bool {
        let (first, second) = action.steps();
        self.step(first) | second.is_some_and(|second| self.step(second))
    }

    #[inline]
    fn step(&mut self, (from, direction): Step) -> bool {
        let (player, kind) = (self.side_at(from), self.kind_at(from));
        self.toggle(player, kind, from);
        self.toggle(player, kind, direction.from(from));
        let mut captured = false;
        for player in Player::BOTH {
            for cell in doomed(self.of(player)).cells() {
                self.toggle(player, self.kind_at(cell), cell);
                captured = true;
            }
        }
        captured
    }

    /// Whether a trap takes a piece in the course of this action.
    #[inline]
    pub fn captures(&self, action: Action) -> bool {
        let mut sides = self.sides;
        let mut captures = |(from, direction): Step| {
            let side = usize::from(!sides[0].has(from));
            sides[side] ^= u64::cell(from) | u64::cell(direction.from(from));
            doomed(sides[0]) | doomed(sides[1]) != 0
        };
        let (first, second) = action.steps();
        captures(first) || second.is_some_and(captures)
    }

    /// How an action that captures nothing changes the key.
    #[inline]
    pub fn key_change(&self, action: Action) -> Key {
        let change = |(from, direction): Step| {
            let keys = &KEYS[self.side_at(from).index()][self.kind_at(from)];
            keys[from] ^ keys[direction.from(from)]
        };
        let (first, second) = action.steps();
        change(first) ^ second.map_or(Key::default(), change)
    }

    /// The pieces of a player that are not frozen: next to a friend, or to no stronger enemy.
    #[inline]
    fn free(&self, player: Player) -> u64 {
        let (own, enemy) = (self.of(player), self.of(player.other()));
        let (mut stronger, mut held) = (0, 0);
        for kind in (0..5).rev() {
            stronger |= enemy & self.kinds[kind + 1];
            held |= own & self.kinds[kind] & neighbours(stronger);
        }
        own & (neighbours(own) | !held)
    }

    /// Those of some pieces of a player that may step in this direction.
    #[inline]
    fn steppers(&self, player: Player, free: u64, direction: Direction) -> u64 {
        let backwards = [Direction::ALL[2], Direction::ALL[0]][player.index()];
        let may = if direction == backwards { free & !self.kinds[RABBIT] } else { free };
        may & direction.back().shift(self.empty())
    }

    /// Those of some pieces of a player that have a weaker enemy piece next to them in this direction.
    #[inline]
    fn holders(&self, player: Player, free: u64, direction: Direction) -> u64 {
        let enemy = direction.back().shift(self.of(player.other()));
        let (mut weaker, mut holders) = (0, 0);
        for kind in 1..6 {
            weaker |= direction.back().shift(self.kinds[kind - 1]) & enemy;
            holders |= free & self.kinds[kind] & weaker;
        }
        holders
    }

    /// Appends everything that a player can do with its pieces in this number of steps.
    #[inline]
    pub fn actions(&self, player: Player, steps: u8, out: &mut Vec<Decision>) {
        let free = self.free(player);
        for direction in Direction::ALL {
            let steppers = self.steppers(player, free, direction);
            steppers.list_as(out, |from| Decision::act(Action::Step { from, direction }));
        }
        if steps < 2 || free & neighbours(self.of(player.other())) == 0 {
            return;
        }
        let (empty, mut list) = (self.empty(), Listing::new(out));
        for towards in Direction::ALL {
            for from in self.holders(player, free, towards).cells() {
                let held = towards.from(from);
                let is_open = |cell: usize, direction: Direction| {
                    usize::from(direction.shift(u64::cell(cell)) & empty != 0)
                };
                for away in Direction::ALL {
                    let push = Action::Push { from, direction: towards, away };
                    list.push([Decision::act(push)], is_open(held, away));
                }
                for direction in Direction::ALL {
                    let pull = Action::Pull { from, direction, behind: towards };
                    list.push([Decision::act(pull)], is_open(from, direction));
                }
            }
        }
    }

    /// Whether a player can do anything. A player that can pull can also step, so steps and pushes are enough to look at.
    fn can_move(&self, player: Player) -> bool {
        let (free, next_to_empty) = (self.free(player), neighbours(self.empty()));
        Direction::ALL.into_iter().any(|direction| self.steppers(player, free, direction) != 0)
            || Direction::ALL
                .into_iter()
                .any(|direction| direction.shift(self.holders(player, free, direction)) & next_to_empty != 0)
    }

    /// Who has won when `mover` ends a turn like this: first by the mover's goal, then by the other's, by
    /// rabbits that are all gone, the other's first, or because the other cannot move.
    #[inline]
    pub fn winner_after(&self, mover: Player) -> Option<Player> {
        let other = mover.other();
        let rabbits = |player: Player| self.of_kind(player, RABBIT);
        let at_goal = |player: Player| rabbits(player) & GOALS[player.index()] != 0;
        match () {
            () if at_goal(mover) => Some(mover),
            () if at_goal(other) => Some(other),
            () if rabbits(other) == 0 => Some(mover),
            () if rabbits(mover) == 0 => Some(other),
            () if !self.can_move(other) => Some(mover),
            () => None,
        }
    }

    /// The board as in a mirror, left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Pieces {
        let mut image = Pieces::default();
        for cell in 0..64 {
            if let Some((player, kind)) = self.at(cell) {
                image.toggle(player, kind, cell ^ 7);
            }
        }
        image
    }
}

/// The pieces of one player that stand on a trap without a friend next to them.
#[inline]
fn doomed(side: u64) -> u64 {
    let trapped = side & TRAPS;
    if trapped == 0 { 0 } else { trapped & !neighbours(side) }
}
