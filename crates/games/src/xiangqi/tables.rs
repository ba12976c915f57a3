//! Where the pieces of Xiangqi may stand and go, computed once.

use std::ops::RangeInclusive;

use game::bits::Bits;
use game::{Key, Player};

use super::board::Kind;

/// Files of the board.
pub const FILES: usize = 9;
/// Ranks of the board; the river runs between the fifth and the sixth.
pub const RANKS: usize = 10;
/// Points of the board, rank by rank from the first player's left.
pub const POINTS: usize = FILES * RANKS;

/// A move that a piece on the point `over` blocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leap {
    over: u128,
    to: u128,
}

/// The two rays of a line from one point.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    below: u128,
    above: u128,
}

impl Line {
    /// How far one sees along the line, up to and with the first piece on each side.
    ///
    /// A subtraction of the nearest piece below borrows through all empty points up to the nearest one above.
    #[inline]
    fn seen(self, occupied: u128) -> u128 {
        let (below, above) = (occupied & self.below, occupied & self.above);
        let nearest = 1_u128 << (u128::BITS - 1 - (below | 1).leading_zeros());
        (above ^ above.wrapping_sub(nearest)) & (self.below | self.above)
    }
}

/// The tables.
pub struct Tables {
    rank: [Line; POINTS],
    file: [Line; POINTS],
    /// All points on the rank or file of a point, without itself.
    pub lines: [u128; POINTS],
    /// Steps of generals.
    pub general: [u128; POINTS],
    /// Steps of advisors.
    pub advisor: [u128; POINTS],
    /// Leaps of elephants, over their eye.
    pub elephant: [[Leap; 4]; POINTS],
    /// Leaps of horses, over their leg.
    pub horse: [[Leap; 4]; POINTS],
    /// From where a horse could attack a point, if nothing blocked it.
    pub horse_range: [u128; POINTS],
    /// Steps of the soldiers of each player.
    pub soldier: [[u128; POINTS]; 2],
    /// From where soldiers of each player attack a point.
    pub soldier_range: [[u128; POINTS]; 2],
    /// Where a kind of piece of each player can stand at all.
    pub homes: [[u128; Kind::ALL.len()]; 2],
    /// Zobrist numbers of pieces.
    pub keys: [[[Key; POINTS]; Kind::ALL.len()]; 2],
}

/// The point at this distance in files and ranks, if it is on the board.
fn shifted(point: usize, files: i32, ranks: i32) -> Option<usize> {
    let file = (point % FILES) as i32 + files;
    let rank = (point / FILES) as i32 + ranks;
    let on_board = (0..FILES as i32).contains(&file) && (0..RANKS as i32).contains(&rank);
    on_board.then_some((rank * FILES as i32 + file) as usize)
}

fn steps(point: usize, ways: &[(i32, i32)]) -> u128 {
    u128::of(ways.iter().filter_map(|&(files, ranks)| shifted(point, files, ranks)))
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The points whose file and rank, counted from the side of the player, are like this.
fn points(player: Player, is_in: impl Fn(usize, usize) -> bool) -> u128 {
    u128::of((0..POINTS).filter(|point| {
        let rank = point / FILES;
        is_in(point % FILES, if player == Player::First { rank } else { RANKS - 1 - rank })
    }))
}

fn home(player: Player, kind: Kind) -> u128 {
    const PALACE: RangeInclusive<usize> = 3..=5;
    points(player, |file, rank| match kind {
        Kind::General => PALACE.contains(&file) && rank < 3,
        Kind::Advisor => PALACE.contains(&file) && rank < 3 && (file + rank) % 2 == 1,
        Kind::Elephant => rank < 5 && rank % 2 == 0 && file % 4 == if rank == 2 { 0 } else { 2 },
        Kind::Soldier => rank >= 5 || (rank >= 3 && file % 2 == 0),
        Kind::Horse | Kind::Chariot | Kind::Cannon => true,
    })
}

impl Tables {
    /// Computes everything.
    pub fn new() -> Self {
        let homes = Player::BOTH.map(|player| Kind::ALL.map(|kind| home(player, kind)));
        let of_both = |kind: Kind| homes[0][kind as usize] | homes[1][kind as usize];
        let line = |point: usize, is_in: fn(usize, usize) -> bool| Line {
            below: u128::of((0..point).filter(|&other| is_in(other, point))),
            above: u128::of((point + 1..POINTS).filter(|&other| is_in(other, point))),
        };
        let rank: [Line; POINTS] = std::array::from_fn(|point| line(point, |a, b| a / FILES == b / FILES));
        let file: [Line; POINTS] = std::array::from_fn(|point| line(point, |a, b| a % FILES == b % FILES));
        let elephant = |point: usize| {
            DIAGONAL.map(|(files, ranks)| Leap {
                over: steps(point, &[(files, ranks)]),
                to: steps(point, &[(2 * files, 2 * ranks)]) & of_both(Kind::Elephant),
            })
        };
        // One step straight on, then one outwards: to both sides of the straight way.
        let horse = |point: usize| {
            STRAIGHT.map(|(files, ranks)| {
                let side = |by: i32| (2 * files + by * ranks, 2 * ranks + by * files);
                Leap { over: steps(point, &[(files, ranks)]), to: steps(point, &[side(1), side(-1)]) }
            })
        };
        let soldier = |player: Player, point: usize| {
            let forward = if player == Player::First { 1 } else { -1 };
            let over_the_river = points(player, |_, rank| rank >= 5).has(point);
            let sideways = if over_the_river { steps(point, &[(1, 0), (-1, 0)]) } else { 0 };
            steps(point, &[(0, forward)]) | sideways
        };
        let soldiers = Player::BOTH.map(|player| std::array::from_fn(|point| soldier(player, point)));
        let attackers =
            |of: &[u128; POINTS], point: usize| u128::of((0..POINTS).filter(|&from| of[from].has(point)));
        Tables {
            lines: std::array::from_fn(|at| {
                rank[at].below | rank[at].above | file[at].below | file[at].above
            }),
            rank,
            file,
            general: std::array::from_fn(|point| steps(point, &STRAIGHT) & of_both(Kind::General)),
            advisor: std::array::from_fn(|point| steps(point, &DIAGONAL) & of_both(Kind::Advisor)),
            elephant: std::array::from_fn(elephant),
            horse: std::array::from_fn(horse),
            horse_range: std::array::from_fn(|point| horse(point).iter().fold(0, |set, leap| set | leap.to)),
            soldier: soldiers,
            soldier_range: soldiers.map(|of| std::array::from_fn(|point| attackers(&of, point))),
            homes,
            keys: std::array::from_fn(|player| {
                std::array::from_fn(|kind| {
                    let first = ((player * Kind::ALL.len() + kind) * POINTS) as u64 + 0x0c1e_5500_0000;
                    std::array::from_fn(|point| Key::of(first + point as u64))
                })
            }),
        }
    }

    /// What one sees from a point along its rank and file, the first pieces included.
    #[inline]
    pub fn seen(&self, point: usize, occupied: u128) -> u128 {
        self.rank[point].seen(occupied) | self.file[point].seen(occupied)
    }

    /// What one sees along the file alone.
    #[inline]
    pub fn seen_on_file(&self, point: usize, occupied: u128) -> u128 {
        self.file[point].seen(occupied)
    }

    /// The pieces that stand behind exactly one other piece on a line with the point.
    #[inline]
    pub fn behind_one(&self, point: usize, occupied: u128) -> u128 {
        let rest = occupied & !self.seen(point, occupied);
        self.seen(point, rest) & rest
    }

    /// The points between two points of one line.
    #[inline]
    pub fn between(&self, a: usize, b: usize) -> u128 {
        let below_the_upper = u128::cell(a.max(b)) - 1;
        let above_the_lower = !((u128::cell(a.min(b)) << 1) - 1);
        self.lines[a] & self.lines[b] & below_the_upper & above_the_lower
    }
}

/// The targets of the leaps that no piece blocks.
#[inline]
pub fn leaps(leaps: &[Leap; 4], occupied: u128) -> u128 {
    leaps.iter().fold(0, |set, leap| if leap.over.meets(occupied) { set } else { set | leap.to })
}

/// The leg of a horse that leaps between these points.
#[inline]
pub fn leg(from: usize, to: usize) -> usize {
    let (up, right) = (FILES, 1);
    match (from.abs_diff(to) > 2 * FILES - 3, to > from, (to % FILES) > (from % FILES)) {
        (true, true, _) => from + up,
        (true, false, _) => from - up,
        (false, _, true) => from + right,
        (false, _, false) => from - right,
    }
}
