//! Checks the lines of a proof, one by one. Nothing here is shared with the search.

use game::bits::Bits;
use game::{Player, TextError};

use super::Numbers;
use crate::hex::{Hex, Rules};

/// A board with what is filled in.
pub(super) struct Board<'a, B> {
    rules: &'a Rules<B>,
    holder: Player,
    /// The stones of each side, and what each has captured. Dead cells are with the first side.
    stones: [B; 2],
    dead: B,
}

/// A point that is connected, or nearly connected, to an end.
#[derive(Clone, Copy)]
struct Connection<B> {
    end: usize,
    /// The cells of the point.
    point: B,
    carrier: B,
    is_near: bool,
}

/// A point that is connected to both ends.
pub(super) struct Meeting<B> {
    /// The point, if it is an empty cell.
    pub cell: B,
    /// All cells that matter.
    pub carrier: B,
}

impl<B: Bits> Meeting<B> {
    /// The cells where the opponent has to move, lest the holder joins its ends.
    pub fn needed(&self) -> B {
        if self.cell.is_empty() { B::EMPTY } else { self.carrier }
    }
}

fn wrong<T>(reason: &str) -> Result<T, TextError> {
    Err(TextError::new(reason))
}

impl<'a, B: Bits> Board<'a, B> {
    pub fn new(state: &'a Hex<B>, holder: Player) -> Self {
        Board { rules: &state.rules, holder, stones: state.stones, dead: B::EMPTY }
    }

    /// The cells that are empty and not filled in.
    pub fn empty(&self) -> B {
        self.rules.board & !(self.stones[0] | self.stones[1])
    }

    /// What counts as stones of the holder.
    fn own(&self) -> B {
        self.stones[self.holder.index()] | self.dead
    }

    /// Reads a proof. What comes back is true of the board.
    pub fn read(&mut self, numbers: &mut Numbers<'_>) -> Result<Vec<Meeting<B>>, TextError> {
        for _ in 0..numbers.next()? {
            self.fill_in(numbers)?;
        }
        let mut connections = Vec::new();
        for _ in 0..numbers.next()? {
            let connection = self.connect(&connections, numbers)?;
            connections.push(connection);
        }
        let mut meetings = Vec::new();
        for _ in 0..numbers.next()? {
            meetings.push(self.meet([earlier(&connections, numbers)?, earlier(&connections, numbers)?])?);
        }
        Ok(meetings)
    }

    /// Reads a cell that is empty and not filled in.
    fn empty_cell(&self, numbers: &mut Numbers<'_>) -> Result<usize, TextError> {
        let cell = numbers.next()?;
        if cell < B::SIZE && self.empty().has(cell) { Ok(cell) } else { wrong("a cell is not empty") }
    }

    fn fill_in(&mut self, numbers: &mut Numbers<'_>) -> Result<(), TextError> {
        let side = match numbers.next()? {
            0 => {
                let cell = self.empty_cell(numbers)?;
                if !self.is_dead(cell, self.stones) {
                    return wrong("a cell is not dead");
                }
                self.dead |= B::cell(cell);
                self.stones[0] |= B::cell(cell);
                return Ok(());
            }
            1 => self.holder,
            2 => self.holder.other(),
            _ => return wrong("there is no such way of filling in a cell"),
        };
        let pair = [self.empty_cell(numbers)?, self.empty_cell(numbers)?];
        for [dies, kills] in [pair, [pair[1], pair[0]]] {
            let mut stones = self.stones;
            stones[side.index()] |= B::cell(kills);
            if dies == kills || !self.is_dead(dies, stones) {
                return wrong("two cells are not captured");
            }
        }
        self.stones[side.index()] |= B::of(pair);
        Ok(())
    }

    /// Whether the ring around a cell cannot change colour more than twice.
    fn is_dead(&self, cell: usize, stones: [B; 2]) -> bool {
        let [first, second] = [0, 1].map(|side| self.ring(cell, side, stones[side]));
        let fits = |ring: &u8| ring & first == first && ring & second == 0;
        (0..64).filter(fits).all(|ring: u8| (ring ^ (ring << 1 | ring >> 5) & 63).count_ones() <= 2)
    }

    /// Where a side has something around a cell: six bits, in the order of the ring. Beyond its ends a side has
    /// everything, but for corners between an end of each side.
    fn ring(&self, cell: usize, side: usize, stones: B) -> u8 {
        let Rules { columns, rows, .. } = *self.rules;
        let (column, row) = ((cell % columns) as i32, (cell / columns) as i32);
        let offsets = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let has = |(right, down): (i32, i32)| {
            let (column, row) = (column + right, row + down);
            let is_inside = [(0..columns as i32).contains(&column), (0..rows as i32).contains(&row)];
            match is_inside {
                [true, true] => stones.has(row as usize * columns + column as usize),
                [across, down] => [across, down][side] && ![across, down][1 - side],
            }
        };
        (0..6).filter(|&place| has(offsets[place])).fold(0, |ring, place| ring | 1 << place)
    }

    /// Reads a point: the cells of a group of the holder, or an empty cell.
    fn point(&self, numbers: &mut Numbers<'_>) -> Result<B, TextError> {
        let cell = numbers.next()?;
        if cell >= B::SIZE || !(self.own() | self.empty()).has(cell) {
            return wrong("a point is neither empty nor the holder's");
        }
        let (mut point, mut open) = (B::cell(cell), B::cell(cell) & self.own());
        while !open.is_empty() {
            let more = self.rules.neighbours[open.lowest()] & self.own() & !point;
            point |= more;
            open = open.without_lowest() | more;
        }
        Ok(point)
    }

    /// Whether a cell of the one touches a cell of the other.
    fn touch(&self, one: B, other: B) -> bool {
        one.cells().any(|cell| self.rules.neighbours[cell].meets(other))
    }

    fn connect(
        &self,
        connections: &[Connection<B>],
        numbers: &mut Numbers<'_>,
    ) -> Result<Connection<B>, TextError> {
        match numbers.next()? {
            0 => {
                let (end, point) = (numbers.next()?, self.point(numbers)?);
                match self.rules.ends[self.holder.index()].get(end) {
                    Some(cells) if cells.meets(point) => {
                        Ok(Connection { end, point, carrier: B::EMPTY, is_near: false })
                    }
                    _ => wrong("a point is not at the end"),
                }
            }
            1 => {
                let (from, point) = (earlier(connections, numbers)?, self.point(numbers)?);
                if !self.touch(from.point, point) {
                    return wrong("two points do not touch");
                }
                self.go_on(from, point, B::EMPTY)
            }
            2 => {
                let (from, point) = (earlier(connections, numbers)?, self.point(numbers)?);
                let pair = [self.empty_cell(numbers)?, self.empty_cell(numbers)?].map(B::cell);
                let between = |cell: B| self.touch(cell, from.point) && self.touch(cell, point);
                if pair[0] == pair[1] || !pair.into_iter().all(between) {
                    return wrong("two points do not have two empty cells in common");
                }
                self.go_on(from, point, pair[0] | pair[1])
            }
            3 => any(connections, numbers),
            _ => wrong("there is no such connection"),
        }
    }

    /// From a connection to a point that is joined to its point by moves on these cells.
    fn go_on(&self, from: &Connection<B>, point: B, cells: B) -> Result<Connection<B>, TextError> {
        let Connection { end, carrier, .. } = *from;
        let through = from.point & self.empty();
        if from.is_near || from.point == point || carrier.meets(cells) {
            return wrong("a connection cannot go on like this");
        }
        let carrier = carrier | cells | through;
        if carrier.meets(point) || cells.meets(from.point) {
            return wrong("a connection needs its own point");
        }
        Ok(Connection { end, point, carrier, is_near: !through.is_empty() })
    }

    fn meet(&self, [near, far]: [&Connection<B>; 2]) -> Result<Meeting<B>, TextError> {
        let are_whole = !near.is_near && !far.is_near && (near.end, far.end) == (0, 1);
        if !are_whole || near.point != far.point || near.carrier.meets(far.carrier) {
            return wrong("two connections do not meet");
        }
        let cell = near.point & self.empty();
        Ok(Meeting { cell, carrier: near.carrier | far.carrier | cell })
    }
}

/// One of these near connections is left after any move.
fn any<B: Bits>(
    connections: &[Connection<B>],
    numbers: &mut Numbers<'_>,
) -> Result<Connection<B>, TextError> {
    let mut whole: Option<Connection<B>> = None;
    let mut common = !B::EMPTY;
    for _ in 0..numbers.next()? {
        let part = earlier(connections, numbers)?;
        let so_far = whole.get_or_insert(Connection { is_near: false, ..*part });
        if !part.is_near || (part.end, part.point) != (so_far.end, so_far.point) {
            return wrong("an alternative is another connection");
        }
        so_far.carrier |= part.carrier;
        common &= part.carrier;
    }
    whole.filter(|_| common.is_empty()).map_or_else(|| wrong("one move meets all alternatives"), Ok)
}

/// Reads which of the connections, counted backwards from 1.
fn earlier<'c, B>(
    connections: &'c [Connection<B>],
    numbers: &mut Numbers<'_>,
) -> Result<&'c Connection<B>, TextError> {
    let back = numbers.next()?;
    let index = connections.len().checked_sub(back).filter(|&index| index < connections.len());
    index.map_or_else(|| wrong("there is no such line before"), |index| Ok(&connections[index]))
}
