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
use super::notes::{NoNotes, Notes, Step};
use super::{Hex, Rules};

/// The number of connections of a point to an end that are kept, the smallest ones.
const CONNECTIONS: usize = 8;

/// The same for near connections.
const NEAR_CONNECTIONS: usize = 16;

/// The largest number of near connections that make up a connection.
const ALTERNATIVES: usize = 4;

/// A few sets of cells, the smaller ones first, each with its note. None contains another one: it would be of no use.
#[derive(Clone, Copy)]
struct Carriers<B, T, const CAPACITY: usize> {
    sets: [B; CAPACITY],
    notes: [T; CAPACITY],
    len: usize,
}

impl<B: Bits, T: Copy + Default, const CAPACITY: usize> Carriers<B, T, CAPACITY> {
    fn none() -> Self {
        Carriers { sets: [B::EMPTY; CAPACITY], notes: [T::default(); CAPACITY], len: 0 }
    }

    fn all(&self) -> &[B] {
        &self.sets[..self.len]
    }

    /// Whether one of the sets is within these cells.
    #[inline]
    fn have_one_within(&self, cells: B) -> bool {
        self.all().iter().any(|&set| (set & !cells).is_empty())
    }

    /// Adds a set, if it is of use and there is room for one of its size. Returns where its note goes if it does.
    #[inline]
    fn add(&mut self, set: B) -> Option<&mut T> {
        if self.have_one_within(set) {
            return None;
        }
        let mut kept = 0;
        for i in 0..self.len {
            if !(set & !self.sets[i]).is_empty() {
                self.sets[kept] = self.sets[i];
                self.notes[kept] = self.notes[i];
                kept += 1;
            }
        }
        self.len = kept;
        let size = set.count();
        let place = self.all().partition_point(|other| other.count() <= size);
        if place == CAPACITY {
            return None;
        }
        self.len = (kept + 1).min(CAPACITY);
        self.sets.copy_within(place..self.len - 1, place + 1);
        self.notes.copy_within(place..self.len - 1, place + 1);
        self.sets[place] = set;
        Some(&mut self.notes[place])
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

    /// Appends the notes of some of the sets from `from` on that lie within `union` and have no cell of `common` in
    /// common. Returns whether there are such sets.
    fn note_alternatives(&self, common: B, union: B, from: usize, notes: &mut Vec<T>) -> bool {
        for index in from..self.len {
            let left = common & self.sets[index];
            if left != common && (self.sets[index] & !union).is_empty() {
                notes.push(self.notes[index]);
                if left.is_empty() || self.note_alternatives(left, union, index + 1, notes) {
                    return true;
                }
                notes.pop();
            }
        }
        false
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

    /// A cell of a point.
    #[inline]
    fn cell_of(&self, point: usize) -> usize {
        self.cell(point).unwrap_or_else(|| self.groups[point].stones.lowest())
    }

    /// The points of these cells.
    fn at(&self, cells: B) -> impl Iterator<Item = usize> {
        (cells & (self.own | self.empty)).cells().map(|cell| self.of[cell])
    }
}

/// What one look has found, point by point. It is kept for the next look: workers who ask for memory at every look
/// wait for each other.
struct Found<B, T> {
    connections: Vec<Carriers<B, T, CONNECTIONS>>,
    near_connections: Vec<Carriers<B, T, NEAR_CONNECTIONS>>,
    /// Connections that nothing has been made of yet.
    fresh: Vec<(usize, B, T)>,
}

thread_local! {
    /// What the last look of this thread has found from both ends, on a board of any kind.
    static LAST: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

impl<B: Bits, T: Copy + Default + 'static> Found<B, T> {
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
struct Reach<'a, B, N: Notes<B>> {
    points: &'a Points<'a, B>,
    found: &'a mut Found<B, N::Note>,
    notes: &'a mut N,
}

impl<'a, B: Bits, N: Notes<B>> Reach<'a, B, N> {
    /// Finds the connections to this end of a side.
    fn find(
        points: &'a Points<'a, B>,
        (side, end): (Player, usize),
        found: &'a mut Found<B, N::Note>,
        notes: &'a mut N,
    ) {
        let count = points.groups.len() + points.cells.len();
        found.connections.clear();
        found.connections.resize(count, Carriers::none());
        found.near_connections.clear();
        found.near_connections.resize(count, Carriers::none());
        found.fresh.clear();
        let mut reach = Reach { points, found, notes };
        for point in points.at(points.rules.ends[side.index()][end]) {
            reach.connect(point, B::EMPTY, || Step::Touch(end, points.cell_of(point)));
        }
        // The oldest first: they are the smallest.
        let mut next = 0;
        while let Some(&(point, carrier, note)) = reach.found.fresh.get(next) {
            next += 1;
            // A smaller one may have taken its place.
            if reach.found.connections[point].all().contains(&carrier) {
                match points.cell(point) {
                    Some(cell) => reach.go_on_from_cell(cell, carrier, note),
                    None => reach.go_on_from_group(point, carrier, note),
                }
            }
        }
    }

    #[inline]
    fn connect(&mut self, point: usize, carrier: B, step: impl FnOnce() -> Step<B, N::Note>) {
        if let Some(note) = self.found.connections[point].add(carrier) {
            *note = self.notes.note(step);
            self.found.fresh.push((point, carrier, *note));
        }
    }

    fn go_on_from_group(&mut self, group: usize, carrier: B, note: N::Note) {
        let points = self.points;
        let Group { stones, around } = &points.groups[group];
        for point in points.at(*around & points.empty & !carrier) {
            self.connect(point, carrier, || Step::Link(note, points.cell_of(point)));
        }
        for stone in stones.cells() {
            self.bridges(stone, carrier, |reach, point, pair| {
                if point != group {
                    reach.connect(point, carrier | pair, || Step::Bridge(note, points.cell_of(point), pair));
                }
            });
        }
    }

    fn go_on_from_cell(&mut self, cell: usize, carrier: B, note: N::Note) {
        let points = self.points;
        let near = carrier | B::cell(cell);
        for point in points.at(points.rules.neighbours[cell] & !near) {
            self.nearly_connect(point, near, || Step::Link(note, points.cell_of(point)));
        }
        self.bridges(cell, carrier, |reach, point, pair| {
            reach.nearly_connect(point, near | pair, || Step::Bridge(note, points.cell_of(point), pair));
        });
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

    fn nearly_connect(&mut self, point: usize, carrier: B, step: impl FnOnce() -> Step<B, N::Note>) {
        let (Found { connections, near_connections, fresh }, notes) = (&mut *self.found, &mut *self.notes);
        if connections[point].have_one_within(carrier) {
            return;
        }
        let near = &mut near_connections[point];
        let Some(first) = near.add(carrier) else { return };
        *first = notes.note(step);
        let first = *first;
        near.alternatives(carrier, carrier, 0, ALTERNATIVES - 1, &mut |union| {
            let step = || {
                let mut parts = vec![first];
                near.note_alternatives(carrier, union, 0, &mut parts);
                Step::Any(parts)
            };
            if let Some(note) = connections[point].add(union) {
                *note = notes.note(step);
                fresh.push((point, union, *note));
            }
        });
    }
}

/// A point that is connected to both ends of the board by carriers that do not meet.
pub(super) struct Meeting<B, T> {
    /// The point, if it is an empty cell: a stone there joins the ends. They are joined already where it is none.
    pub cell: B,
    /// All cells that matter.
    pub carrier: B,
    /// How it is connected to the near and to the far end.
    pub notes: [T; 2],
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
    /// Shows where a side connects its ends.
    pub(super) fn see_meetings<N: Notes<B>>(
        &self,
        side: Player,
        filled: &Filled<B>,
        notes: &mut N,
        mut see: impl FnMut(Meeting<B, N::Note>),
    ) {
        let points = Points::new(&self.rules, side, filled);
        let mut room = Found::room();
        for (end, found) in room.iter_mut().enumerate() {
            Reach::find(&points, (side, end), found, notes);
        }
        let [near, far] = room.each_ref().map(|found| &found.connections);
        for (point, (near, far)) in near.iter().zip(far).enumerate() {
            let cell = points.cell(point).map_or(B::EMPTY, B::cell);
            for (&near, &near_note) in near.all().iter().zip(&near.notes) {
                for (&far, &far_note) in far.all().iter().zip(&far.notes) {
                    if !near.meets(far) {
                        see(Meeting { cell, carrier: near | far | cell, notes: [near_note, far_note] });
                    }
                }
            }
        }
        Found::keep(room);
    }

    fn ways(&self, side: Player, filled: &Filled<B>) -> Ways<B> {
        let mut ways = Ways { joining: B::EMPTY, in_common: self.empty() };
        self.see_meetings(side, filled, &mut NoNotes, |Meeting { cell, carrier, .. }| {
            ways.joining |= cell;
            // A side with a stone there already need not move.
            ways.in_common &= if cell.is_empty() { cell } else { carrier };
        });
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
