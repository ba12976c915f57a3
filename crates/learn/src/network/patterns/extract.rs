//! Which rows of a pattern network are on in a state, and how a move changes them.

use super::board::Board;
use super::shape::{Instances, Pattern};
use crate::network::feature_set::Change;

/// What a feature says.
#[derive(Clone, Copy, Debug)]
struct Meaning {
    /// The feature as the side to move sees it; [`Instances::NONE`] if it does not.
    feature: u32,
    /// The cell, [`NOWHERE`] if it is about the whole state or cells have no symbols.
    cell: u16,
    /// The bit of its plane.
    plane: u32,
}

const NOWHERE: u16 = u16::MAX;

/// A pattern that covers a cell, and what the symbol of the cell counts there.
#[derive(Clone, Copy, Debug)]
struct Cover {
    instance: u32,
    power: u32,
}

/// Who sees a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// Whether the colours are exchanged.
    pub exchanged: bool,
    /// Whether the player to move is the second one, and values are to be negated for the first.
    pub negated: bool,
}

impl View {
    /// By what a value seen so is multiplied to be one seen by player 1.
    pub fn sign(self) -> f32 {
        if self.negated { -1.0 } else { 1.0 }
    }
}

/// Finds the rows of states.
#[derive(Clone, Debug)]
pub(crate) struct Extractor {
    /// What the features mean, seen by the first side and by the second.
    meanings: [Vec<Meaning>; 2],
    /// The features that say that the second side is to move, and that the players have changed sides.
    turn: [Option<u32>; 2],
    /// The symbol of a set of planes, and its owner.
    symbols: Vec<[u8; 2]>,
    /// For each cell, where its covers begin, where those by owners begin, and where they end.
    covers_of: Vec<[u32; 3]>,
    covers: Vec<Cover>,
    /// Where the table of each pattern on the board begins.
    instances: Vec<u32>,
    tables: Vec<u32>,
    rows: usize,
    cells: usize,
    /// The stage of a state with this number of occupied cells.
    stages: Vec<u8>,
}

/// A state that others differ from, and buffers for the difference.
#[derive(Clone, Debug, Default)]
pub(crate) struct Base {
    /// The planes that are on in each cell.
    masks: Vec<u32>,
    /// The entry of each pattern on the board.
    entries: Vec<u32>,
    occupied: usize,
    /// The planes of cells that change.
    changed: Vec<(u16, u32)>,
    change_of: Vec<u16>,
    /// The entries that change.
    touched: Vec<(u32, u32)>,
    touch_of: Vec<u16>,
}

impl Extractor {
    pub fn new(board: &Board, patterns: &[Pattern], stages: usize) -> Result<Extractor, String> {
        let instances = Instances::new(board, patterns, board.features)?;
        if instances.list.len() >= usize::from(NOWHERE) || board.cells() >= usize::from(NOWHERE) {
            return Err("the board is too large for patterns".to_owned());
        }
        let has_cells = board.symbols.len() > 1;
        let meaning = |seen: Option<u32>| {
            let feature = seen.unwrap_or(Instances::NONE);
            let place = seen.map(|feature| feature as usize).filter(|&f| has_cells && f < board.in_planes());
            match place {
                Some(place) => {
                    let (plane, cell) = (place / board.cells(), place % board.cells());
                    Meaning { feature, cell: cell as u16, plane: 1 << plane }
                }
                None => Meaning { feature, cell: NOWHERE, plane: 0 },
            }
        };
        let owners = board.owners().unwrap_or_default();
        let symbol = |mask: u32| {
            // A set of planes that no random game has shown is taken for its first plane alone.
            let known = |mask: u32| board.symbols.iter().position(|&symbol| symbol == mask);
            let symbol = known(mask).or_else(|| known(mask & mask.wrapping_neg())).unwrap_or(0);
            [symbol as u8, owners.get(symbol).copied().unwrap_or(0)]
        };
        let bases = [board.symbols.len(), 1 + usize::from(owners.iter().copied().max().unwrap_or(0))];
        let mut covers_of_cells = vec![[Vec::new(), Vec::new()]; board.cells()];
        for (number, instance) in (0..).zip(&instances.list) {
            let kind = usize::from(instance.owners);
            for (index, &cell) in (0..).zip(&instance.cells) {
                let power = bases[kind].pow(index) as u32;
                covers_of_cells[usize::from(cell)][kind].push(Cover { instance: number, power });
            }
        }
        let (mut covers, mut covers_of) = (Vec::new(), Vec::new());
        for [symbols, owners] in covers_of_cells {
            let start = covers.len() as u32;
            covers.extend(symbols);
            let middle = covers.len() as u32;
            covers.extend(owners);
            covers_of.push([start, middle, covers.len() as u32]);
        }
        let [least, most] = board.occupied;
        let stage = |count: usize| {
            (count.saturating_sub(least) * stages / (most.saturating_sub(least) + 1)).min(stages - 1) as u8
        };
        Ok(Extractor {
            meanings: board.views().map(|view| view.into_iter().map(meaning).collect()),
            turn: board.turn_features(),
            symbols: (0..if has_cells { 1 << board.planes } else { 1 }).map(symbol).collect(),
            covers_of,
            covers,
            instances: instances.list.iter().map(|instance| instance.table as u32).collect(),
            tables: instances.tables,
            rows: instances.rows,
            cells: board.cells(),
            stages: (0..=board.cells()).map(stage).collect(),
        })
    }

    /// How many rows there are: those of the features, then those of the patterns.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Who sees a state with these features.
    #[inline]
    pub fn view(&self, features: &[u32]) -> View {
        let has = |feature: Option<u32>| feature.is_some_and(|feature| features.contains(&feature));
        let exchanged = has(self.turn[0]);
        View { exchanged, negated: exchanged != has(self.turn[1]) }
    }

    /// Buffers for a state.
    pub fn base(&self) -> Base {
        let mut base = Base::default();
        self.fit(&mut base);
        base
    }

    /// Makes buffers that were used before as large as they must be.
    pub fn fit(&self, base: &mut Base) {
        base.masks.resize(self.cells, 0);
        base.entries.resize(self.instances.len(), 0);
        base.change_of.resize(self.cells, NOWHERE);
        base.touch_of.resize(self.instances.len(), NOWHERE);
    }

    /// Finds the rows of a state with these features, seen so, and returns its stage.
    pub fn read(&self, features: &[u32], view: View, base: &mut Base, rows: &mut Vec<u32>) -> usize {
        rows.clear();
        base.masks.fill(0);
        base.entries.fill(0);
        let meanings = &self.meanings[usize::from(view.exchanged)];
        for &feature in features {
            let Meaning { feature, cell, plane } = meanings[feature as usize];
            if feature != Instances::NONE {
                rows.push(feature);
            }
            if cell != NOWHERE {
                base.masks[usize::from(cell)] |= plane;
            }
        }
        base.occupied = 0;
        for (cell, &mask) in base.masks.iter().enumerate().filter(|(_, mask)| **mask != 0) {
            base.occupied += 1;
            let symbols = self.symbols[mask as usize].map(u32::from);
            for (covers, symbol) in self.covers(cell).into_iter().zip(symbols) {
                for cover in covers {
                    base.entries[cover.instance as usize] += cover.power * symbol;
                }
            }
        }
        let entries = base.entries.iter().zip(&self.instances).filter(|(entry, _)| **entry != 0);
        rows.extend(entries.map(|(entry, table)| self.tables[(table + entry) as usize]));
        usize::from(self.stages[base.occupied])
    }

    /// Finds the rows that come and go when features of a state do, all seen as the state was read, and returns the
    /// stage of the state that this makes.
    pub fn change(&self, change: &Change, view: View, base: &mut Base, rows: &mut Change) -> usize {
        rows.on.clear();
        rows.off.clear();
        let meanings = &self.meanings[usize::from(view.exchanged)];
        base.changed.clear();
        for (features, rows) in [(&change.on, &mut rows.on), (&change.off, &mut rows.off)] {
            for &feature in features {
                let Meaning { feature, cell, plane } = meanings[feature as usize];
                if feature != Instances::NONE {
                    rows.push(feature);
                }
                if cell != NOWHERE {
                    let place = &mut base.change_of[usize::from(cell)];
                    if *place == NOWHERE {
                        *place = base.changed.len() as u16;
                        base.changed.push((cell, base.masks[usize::from(cell)]));
                    }
                    base.changed[usize::from(*place)].1 ^= plane;
                }
            }
        }
        let mut occupied = base.occupied;
        base.touched.clear();
        for &(cell, mask) in &base.changed {
            let cell = usize::from(cell);
            base.change_of[cell] = NOWHERE;
            let before = base.masks[cell];
            occupied = occupied + usize::from(mask != 0) - usize::from(before != 0);
            let [before, now] = [before, mask].map(|mask| self.symbols[mask as usize].map(u32::from));
            for (kind, covers) in self.covers(cell).into_iter().enumerate() {
                let difference = now[kind].wrapping_sub(before[kind]);
                if difference == 0 {
                    continue;
                }
                for cover in covers {
                    let place = &mut base.touch_of[cover.instance as usize];
                    if *place == NOWHERE {
                        *place = base.touched.len() as u16;
                        base.touched.push((cover.instance, base.entries[cover.instance as usize]));
                    }
                    let entry = &mut base.touched[usize::from(*place)].1;
                    *entry = entry.wrapping_add(cover.power.wrapping_mul(difference));
                }
            }
        }
        for &(instance, entry) in &base.touched {
            let instance = instance as usize;
            base.touch_of[instance] = NOWHERE;
            let row = |entry: u32| self.tables[(self.instances[instance] + entry) as usize];
            let (before, now) = (row(base.entries[instance]), row(entry));
            if before != now {
                rows.off.extend((before != Instances::NONE).then_some(before));
                rows.on.extend((now != Instances::NONE).then_some(now));
            }
        }
        usize::from(self.stages[occupied])
    }

    /// The patterns that cover a cell: those by symbols and those by owners.
    #[inline]
    fn covers(&self, cell: usize) -> [&[Cover]; 2] {
        let [start, middle, end] = self.covers_of[cell].map(|at| at as usize);
        [&self.covers[start..middle], &self.covers[middle..end]]
    }
}
