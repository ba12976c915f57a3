//! Patterns: small groups of cells that are looked up as a whole, and which of them share their rows.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::board::Board;

/// The largest table of one pattern, and of one line.
const LARGEST_BLOCK: usize = 1 << 16;
const LARGEST_LINE: usize = 1 << 12;

/// The longest line.
const LONGEST_LINE: usize = 7;

/// The largest number of entries in the tables of all patterns together.
const MAX_ENTRIES: usize = 1 << 24;

/// A group of cells, wherever it fits on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// Its cells, as steps of columns and rows from one of them.
    pub cells: Vec<[i32; 2]>,
    /// Whether only the owner of what is on a cell counts, see [`Board::owners`].
    pub owners: bool,
    /// Whether it must lie on the board as a whole; otherwise less than a half of it may.
    pub whole: bool,
}

impl Pattern {
    /// The patterns that suit a board: one block around each cell and one line along each axis, as large as their
    /// tables stay small, and larger ones of owners where these are fewer than the symbols.
    pub fn usual(board: &Board) -> Vec<Pattern> {
        if board.symbols.len() < 2 {
            return Vec::new();
        }
        let symbols = board.symbols.len();
        let owners =
            board.owners().map_or(symbols, |owners| 1 + usize::from(owners.into_iter().max().unwrap_or(0)));
        let mut patterns = Vec::new();
        let (small, wide) = (block(board, symbols), block(board, owners));
        blocks(board, &small, false, &mut patterns);
        if owners < symbols && wide.len() > small.len() {
            blocks(board, &wide, true, &mut patterns);
        }
        let (short, long) = (line(board, symbols), line(board, owners));
        lines(board, short, false, &mut patterns);
        if owners < symbols && long > short {
            lines(board, long, true, &mut patterns);
        }
        patterns
    }

    /// What is wrong with it on any board, if something is.
    pub fn fault(&self) -> Option<String> {
        let fits = (2..=16).contains(&self.cells.len())
            && self.cells.iter().flatten().all(|step| step.abs() <= 16)
            && self.cells.is_sorted_by(|a, b| a < b);
        (!fits).then(|| "its patterns are no patterns".to_owned())
    }
}

/// A block in all its orientations.
fn blocks(board: &Board, block: &[[i32; 2]], owners: bool, patterns: &mut Vec<Pattern>) {
    if block.len() > 1 {
        let turned = board.tiling().turns().into_iter().map(|turn| normal(&turn, block));
        let different: BTreeSet<Vec<[i32; 2]>> = turned.collect();
        patterns.extend(different.into_iter().map(|cells| Pattern { cells, owners, whole: false }));
    }
}

/// A line of this number of cells along each axis.
fn lines(board: &Board, length: usize, owners: bool, patterns: &mut Vec<Pattern>) {
    if length > 1 {
        let line =
            |&[c, r]: &[i32; 2]| (0..length as i32).map(|step| [step * c, step * r]).collect::<Vec<_>>();
        let axes = board.tiling().axes().iter().map(line);
        patterns.extend(axes.map(|cells| Pattern { cells, owners, whole: true }));
    }
}

/// The largest block whose table is small enough.
fn block(board: &Board, symbols: usize) -> Vec<[i32; 2]> {
    let square = |columns: i32, rows: i32| {
        (0..columns).flat_map(|column| (0..rows).map(move |row| [column, row])).collect::<Vec<_>>()
    };
    let hexagon = square(3, 3).into_iter().filter(|&[c, r]| (1..=3).contains(&(c + r))).collect();
    let blocks = match board.hexagonal {
        true => vec![hexagon, square(2, 2)],
        false => vec![square(3, 3), square(3, 2), square(2, 2)],
    };
    blocks.into_iter().find(|block| table(symbols, block.len()) <= LARGEST_BLOCK).unwrap_or_default()
}

/// How long the longest line is whose table is small enough.
fn line(board: &Board, symbols: usize) -> usize {
    let extent = |index: usize| {
        let at = board.places.iter().flatten().map(move |place| i32::from(place[index]));
        at.clone().max().unwrap_or(0) - at.min().unwrap_or(0) + 1
    };
    let longest = LONGEST_LINE.min(extent(0).min(extent(1)) as usize);
    (0..=longest).rev().find(|&length| table(symbols, length) <= LARGEST_LINE).unwrap_or(0)
}

/// Entries of a table of this number of cells, saturated at the largest integer.
fn table(symbols: usize, cells: usize) -> usize {
    symbols.checked_pow(cells as u32).unwrap_or(usize::MAX)
}

/// The cells of a group that is turned, in order, the first one with the least column and then the least row at 0.
fn normal(turn: &[i32; 4], cells: &[[i32; 2]]) -> Vec<[i32; 2]> {
    let &[a, b, c, d] = turn;
    let mut turned: Vec<[i32; 2]> = cells.iter().map(|&[x, y]| [a * x + b * y, c * x + d * y]).collect();
    turned.sort_unstable();
    let [x, y] = turned[0];
    turned.iter_mut().for_each(|cell| *cell = [cell[0] - x, cell[1] - y]);
    turned
}

/// A pattern at its place.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its cells on the board, in the order of its class: cell i counts symbols^i.
    pub cells: Vec<u16>,
    /// Where the table of its class begins.
    pub table: usize,
    /// See [`Pattern::owners`].
    pub owners: bool,
}

/// All patterns at all their places.
///
/// Groups of cells that are images of each other under the turns of the game are of one class, which has one table. Its
/// entries say which row of the network belongs to the symbols on the cells; entries that are images of each other have
/// the same row, and the empty group has none.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    /// The patterns at their places.
    pub list: Vec<Instance>,
    /// The tables, one behind the other.
    pub tables: Vec<u32>,
    /// How many rows there are.
    pub rows: usize,
}

/// What a group of cells looks like: where its cells are, and which of them are on the board.
type Look = (Vec<[i32; 2]>, Vec<bool>);

impl Instances {
    /// An entry without a row.
    pub const NONE: u32 = u32::MAX;

    /// Places patterns on a board. Rows are numbered from `first_row` on.
    pub fn new(board: &Board, patterns: &[Pattern], first_row: usize) -> Result<Instances, String> {
        let mut turns = vec![[1, 0, 0, 1]];
        turns.extend(&board.turns);
        let cells: BTreeMap<[i32; 2], u16> = (0..)
            .zip(&board.places)
            .filter_map(|(cell, place)| Some((place.as_ref()?.map(i32::from), cell)))
            .collect();
        let owners = 1 + usize::from(board.owners().and_then(|owners| owners.into_iter().max()).unwrap_or(0));
        let mut instances = Instances { rows: first_row, ..Instances::default() };
        let mut tables: BTreeMap<(bool, Look), usize> = BTreeMap::new();
        for pattern in patterns {
            let symbols = if pattern.owners { owners } else { board.symbols.len() };
            for places in places_of(pattern, &cells) {
                // The image that comes first, and the ways there: more than one if the group is its own image. Which
                // cells are missing is a part of it, so that the edge of the board stays where it is.
                let is_there = |index: &usize| cells.contains_key(&places[*index]);
                let image = |turn: &[i32; 4]| {
                    let there: Vec<bool> = order(turn, &places).iter().map(is_there).collect();
                    (normal(turn, &places), there)
                };
                let images: Vec<Look> = turns.iter().map(image).collect();
                let first = images.iter().min().expect("nothing is turned at least once").clone();
                let ways = turns.iter().zip(&images).filter(|(_, image)| **image == first);
                let orders: Vec<Vec<usize>> = ways
                    .map(|(turn, _)| order(turn, &places).into_iter().filter(is_there).collect())
                    .collect();
                let key = (pattern.owners, first);
                let table = match tables.get(&key) {
                    Some(&table) => table,
                    None => instances.add_class(symbols, &orders)?,
                };
                tables.insert(key, table);
                instances.list.push(Instance {
                    cells: orders[0].iter().map(|&index| cells[&places[index]]).collect(),
                    table,
                    owners: pattern.owners,
                });
            }
        }
        Ok(instances)
    }

    /// Makes the table of a class. `orders` are the orders of its cells that make its images look alike.
    fn add_class(&mut self, symbols: usize, orders: &[Vec<usize>]) -> Result<usize, String> {
        let (start, length) = (self.tables.len(), orders[0].len());
        let size = table(symbols, length);
        if size > MAX_ENTRIES - start.min(MAX_ENTRIES) {
            return Err("its patterns have too many rows".to_owned());
        }
        // Entry e has symbol d_i on the cell orders[0][i]. In another order the same cells stand elsewhere.
        let place =
            |cell: usize| orders[0].iter().position(|&other| other == cell).expect("orders are of all cells");
        let moved: Vec<Vec<usize>> =
            orders.iter().map(|order| order.iter().map(|&cell| place(cell)).collect()).collect();
        let powers: Vec<usize> = (0..length).map(|i| symbols.pow(i as u32)).collect();
        self.tables.resize(start + size, Self::NONE);
        for entry in 1..size {
            let digit = |i: usize| entry / powers[i] % symbols;
            let image =
                |places: &Vec<usize>| (0..length).map(|i| digit(places[i]) * powers[i]).sum::<usize>();
            let least = moved.iter().map(image).min().expect("there is an order");
            // Entries come in rising order, so that the least image has its row already, or is this one.
            self.tables[start + entry] = if least < entry {
                self.tables[start + least]
            } else {
                self.rows += 1;
                (self.rows - 1) as u32
            };
        }
        Ok(start)
    }
}

/// The places of the cells of a pattern wherever enough of them are on the board.
fn places_of(pattern: &Pattern, cells: &BTreeMap<[i32; 2], u16>) -> Vec<Vec<[i32; 2]>> {
    let bounds = |index: usize| {
        let at = cells.keys().map(move |place| place[index]);
        let reach = pattern.cells.iter().map(|cell| cell[index].abs()).max().unwrap_or(0);
        (at.clone().min().unwrap_or(0) - reach)..=(at.max().unwrap_or(0) + reach)
    };
    let mut found = Vec::new();
    for column in bounds(0) {
        for row in bounds(1) {
            let places: Vec<[i32; 2]> = pattern.cells.iter().map(|&[c, r]| [column + c, row + r]).collect();
            let there = places.iter().filter(|place| cells.contains_key(*place)).count();
            // A corner holds four of the nine cells of a square.
            let is_enough = there > 1 && 9 * there >= 4 * places.len();
            if there == places.len() || (is_enough && !pattern.whole) {
                found.push(places);
            }
        }
    }
    found
}

/// In which order the cells of a group come when it is turned.
fn order(&[a, b, c, d]: &[i32; 4], group: &[[i32; 2]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..group.len()).collect();
    order.sort_unstable_by_key(|&index| {
        let [x, y] = group[index];
        [a * x + b * y, c * x + d * y]
    });
    order
}
