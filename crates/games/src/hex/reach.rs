//! What a side can join whatever the other side does: virtual connections (Anshelevich 2002), from each end of the
//! board.
//!
//! A *point* is an empty cell, on which the side may imagine a stone, or a group of its stones. A point is *connected*
//! to an end of the board if the side joins them even when the other side moves first, and *nearly connected* if it
//! does so when it moves first itself. All that matters happens on a few empty cells, the *carrier*.
//!
//! ```text
//! a point at the end is connected, with an empty carrier
//! C connects u, the points x and u touch (P = {}) or have two empty cells P in common, C and P do not meet:
//!     u is a group of stones: C + P connects x
//!     u is an empty cell:     C + P + {u} nearly connects x
//! some carriers nearly connect x and have no cell in common: their union connects x
//! ```
//!
//! The last rule holds because one move of the other side leaves one of these carriers alone.
//! A point that is connected to both ends, by carriers that do not meet, joins them.

use std::any::Any;
use std::cell::RefCell;

use game::Player;
use game::bits::Bits;

use super::fill_in::Filled;
use super::{Hex, Rules};

/// So many connections of a point to an end are kept, the smallest ones.
const CONNECTIONS: usize = 8;

/// And so many near connections.
const NEAR_CONNECTIONS: usize = 16;

/// So many near connections at most make up a connection.
const ALTERNATIVES: usize = 4;

/// A few sets of cells, the smaller ones first. None contains another one: it would be of no use.
#[derive(Clone, Copy)]
struct Carriers<B, const MOST: usize> {
    sets: [B; MOST],
    len: usize,
}

impl<B: Bits, const MOST: usize> Carriers<B, MOST> {
    const NONE: Self = Carriers { sets: [B::EMPTY; MOST], len: 0 };

    fn all(&self) -> &[B] {
        &self.sets[..self.len]
    }

    /// Whether one of the sets is within these cells.
    #[inline]
    fn have_one_within(&self, cells: B) -> bool {
        self.all().iter().any(|&set| (set & !cells).is_empty())
    }

    /// Adds a set, if it is of use and there is room for one of its size. Returns whether it does.
    #[inline]
    fn add(&mut self, set: B) -> bool {
        if self.have_one_within(set) {
            return false;
        }
        let mut kept = 0;
        for i in 0..self.len {
            if !(set & !self.sets[i]).is_empty() {
                self.sets[kept] = self.sets[i];
                kept += 1;
            }
        }
        self.len = kept;
        let size = set.count();
        let place = self.all().partition_point(|other| other.count() <= size);
        if place == MOST {
            return false;
        }
        self.len = (kept + 1).min(MOST);
        self.sets.copy_within(place..self.len - 1, place + 1);
        self.sets[place] = set;
        true
    }

    /// Calls `found` with the union of `union` and some of the sets from `from` on, whenever these sets have no cell
    /// of `common` in common. No more than `most` sets.
    fn alternatives(&self, common: B, union: B, from: usize, most: usize, found: &mut impl FnMut(B)) {
        for index in from..self.len {
            let left = common & self.sets[index];
            let union = union | self.sets[index];
            if left.is_empty() {
                found(union);
            } else if left != common && most > 1 {
                self.alternatives(left, union, index + 1, most - 1, found);
            }
        }
    }
}

/// The points of a side: its groups, then the empty cells.
struct Points<'a, B> {
    rules: &'a Rules<B>,
    own: B,
    empty: B,
    /// The point of each cell that is one, or part of one.
    of: Vec<usize>,
    groups: Vec<Group<B>>,
    cells: Vec<usize>,
}

struct Group<B> {
    stones: B,
    /// The cells that touch them.
    around: B,
}

impl<'a, B: Bits> Points<'a, B> {
    fn new(rules: &'a Rules<B>, side: Player, filled: &Filled<B>) -> Self {
        let (own, empty) = (filled.stones[side.index()] | filled.dead, filled.empty);
        let (mut of, mut groups) = (vec![0; rules.neighbours.len()], Vec::new());
        let mut left = own;
        while !left.is_empty() {
            let mut group = Group { stones: B::EMPTY, around: B::EMPTY };
            let mut open = B::cell(left.lowest());
            while !open.is_empty() {
                let cell = open.lowest();
                of[cell] = groups.len();
                group.stones |= B::cell(cell);
                group.around |= rules.neighbours[cell];
                open = open.without_lowest() | (rules.neighbours[cell] & own & !group.stones);
            }
            left &= !group.stones;
            groups.push(group);
        }
        let cells: Vec<usize> = empty.cells().collect();
        (groups.len()..).zip(&cells).for_each(|(point, &cell)| of[cell] = point);
        Points { rules, own, empty, of, groups, cells }
    }

    /// The empty cell of a point, if it is one.
    fn cell(&self, point: usize) -> Option<usize> {
        point.checked_sub(self.groups.len()).map(|index| self.cells[index])
    }

    /// The points of these cells.
    fn at(&self, cells: B) -> impl Iterator<Item = usize> {
        (cells & (self.own | self.empty)).cells().map(|cell| self.of[cell])
    }
}

/// What one look has found, point by point. It is kept for the next look: workers who ask for memory at every look
/// wait for each other.
struct Found<B> {
    connections: Vec<Carriers<B, CONNECTIONS>>,
    near_connections: Vec<Carriers<B, NEAR_CONNECTIONS>>,
    /// Connections that nothing has been made of yet.
    fresh: Vec<(usize, B)>,
}

thread_local! {
    /// What the last look of this thread has found from both ends, on a board of any kind.
    static LAST: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

impl<B: Bits> Found<B> {
    /// Room for a look from both ends.
    fn room() -> Box<[Self; 2]> {
        let none = || Found { connections: Vec::new(), near_connections: Vec::new(), fresh: Vec::new() };
        let last = LAST.take().and_then(|last| last.downcast().ok());
        last.unwrap_or_else(|| Box::new([none(), none()]))
    }

    /// Keeps the room.
    fn keep(room: Box<[Self; 2]>) {
        LAST.set(Some(room));
    }
}

/// The connections of all points of a side to one of its ends.
struct Reach<'a, B> {
    points: &'a Points<'a, B>,
    found: &'a mut Found<B>,
}

impl<'a, B: Bits> Reach<'a, B> {
    /// Finds the connections to this end.
    fn find(points: &'a Points<'a, B>, end: B, found: &'a mut Found<B>) {
        let count = points.groups.len() + points.cells.len();
        found.connections.clear();
        found.connections.resize(count, Carriers::NONE);
        found.near_connections.clear();
        found.near_connections.resize(count, Carriers::NONE);
        found.fresh.clear();
        let mut reach = Reach { points, found };
        points.at(end).for_each(|point| reach.connect(point, B::EMPTY));
        // The oldest first: they are the smallest.
        let mut next = 0;
        while let Some(&(point, carrier)) = reach.found.fresh.get(next) {
            next += 1;
            // A smaller one may have taken its place.
            if reach.found.connections[point].all().contains(&carrier) {
                match points.cell(point) {
                    Some(cell) => reach.go_on_from_cell(cell, carrier),
                    None => reach.go_on_from_group(point, carrier),
                }
            }
        }
    }

    #[inline]
    fn connect(&mut self, point: usize, carrier: B) {
        if self.found.connections[point].add(carrier) {
            self.found.fresh.push((point, carrier));
        }
    }

    fn go_on_from_group(&mut self, group: usize, carrier: B) {
        let points = self.points;
        let Group { stones, around } = &points.groups[group];
        points.at(*around & points.empty & !carrier).for_each(|point| self.connect(point, carrier));
        for stone in stones.cells() {
            self.bridges(stone, carrier, |reach, point, pair| {
                if point != group {
                    reach.connect(point, carrier | pair);
                }
            });
        }
    }

    fn go_on_from_cell(&mut self, cell: usize, carrier: B) {
        let points = self.points;
        let near = carrier | B::cell(cell);
        points.at(points.rules.neighbours[cell] & !near).for_each(|point| self.nearly_connect(point, near));
        self.bridges(cell, carrier, |reach, point, pair| reach.nearly_connect(point, near | pair));
    }

    /// Calls `each` with the points that have two empty cells in common with a cell, both outside of the carrier, and
    /// these two.
    fn bridges(&mut self, cell: usize, carrier: B, each: impl Fn(&mut Self, usize, B)) {
        let points = self.points;
        let (rules, free) = (points.rules, points.empty & !carrier);
        for to in (rules.bridges[cell] & (points.own | free)).cells() {
            let pair = rules.neighbours[cell] & rules.neighbours[to];
            if (pair & !free).is_empty() {
                each(self, points.of[to], pair);
            }
        }
    }

    fn nearly_connect(&mut self, point: usize, carrier: B) {
        let Found { connections, near_connections, fresh } = &mut *self.found;
        if connections[point].have_one_within(carrier) || !near_connections[point].add(carrier) {
            return;
        }
        near_connections[point].alternatives(carrier, carrier, 0, ALTERNATIVES - 1, &mut |union| {
            if connections[point].add(union) {
                fresh.push((point, union));
            }
        });
    }
}

/// What a side is seen to be able to do from end to end; it may be more.
struct Ways<B> {
    /// The cells where a stone of its own connects them.
    joining: B,
    /// The cells that all its threats to do so have in common: none if its ends are connected, all if there is no
    /// threat.
    in_common: B,
}

impl<B: Bits> Hex<B> {
    fn ways(&self, side: Player, filled: &Filled<B>) -> Ways<B> {
        let points = Points::new(&self.rules, side, filled);
        let mut room = Found::room();
        for (found, end) in room.iter_mut().zip(self.rules.ends[side.index()]) {
            Reach::find(&points, end, found);
        }
        let [near, far] = room.each_ref().map(|found| &found.connections);
        let mut ways = Ways { joining: B::EMPTY, in_common: self.empty() };
        for (point, (near, far)) in near.iter().zip(far).enumerate() {
            let own = points.cell(point).map_or(B::EMPTY, B::cell);
            for &near in near.all() {
                for &far in far.all().iter().filter(|far| !near.meets(**far)) {
                    ways.joining |= own;
                    // Whoever has a stone there already need not move.
                    ways.in_common &= if own.is_empty() { own } else { near | far | own };
                }
            }
        }
        Found::keep(room);
        ways
    }

    /// The cells where a stone of a side connects its ends.
    pub(super) fn joining_cells(&self, side: Player, filled: &Filled<B>) -> B {
        self.ways(side, filled).joining
    }

    /// The cells among these where the opponent of a side has to move, lest the side connects its ends.
    pub(super) fn must_play(&self, side: Player, filled: &Filled<B>, among: B) -> B {
        let in_common = self.ways(side, filled).in_common;
        // A move into what the side has captured has to be answered there. So it is not lost yet, unless there are
        // threats that do without.
        let captured = filled.captured[side.index()] & among;
        if in_common.is_empty() || in_common == self.empty() || captured.is_empty() {
            return in_common;
        }
        (in_common | captured) & self.ways(side, &self.filled(false)).in_common
    }
}
