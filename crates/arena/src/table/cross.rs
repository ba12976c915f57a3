//! Every player against every other.

use std::collections::BTreeMap;

use super::{Cell, Column, Row, Table};
use crate::statistics::Record;

/// The results of many players against each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrossTable {
    /// What it is about; may be empty.
    pub title: String,
    /// In the order in which they are shown.
    players: Vec<String>,
    /// By the places of two players, from the view of the first.
    records: BTreeMap<(usize, usize), Record>,
}

impl CrossTable {
    /// A table without results. Players who are not named are added when they play.
    pub fn new(title: &str, players: &[&str]) -> CrossTable {
        let mut table = CrossTable { title: title.to_owned(), ..CrossTable::default() };
        for player in players {
            table.place(player);
        }
        table
    }

    /// Adds matches of `a` against `b`, from the view of `a`. Matches of a player against itself say nothing
    /// and are not counted.
    pub fn add(&mut self, a: &str, b: &str, record: Record) {
        let (a, b) = (self.place(a), self.place(b));
        if a != b {
            *self.records.entry((a, b)).or_default() += record;
            *self.records.entry((b, a)).or_default() += record.swapped();
        }
    }

    /// The table to write: the mean score of the player of the row against the player of the column, and over
    /// all matches.
    pub fn table(&self) -> Table {
        let mut columns = vec![Column::text("Player", "player")];
        for player in self.players.iter().map(String::as_str).chain(["Total"]) {
            let keys = [format!("{player} score_percent"), format!("{player} matches")];
            columns.push(Column::numbers(player, &[&keys[0], &keys[1]]));
        }
        let rows = self.players.iter().enumerate().map(|(a, player)| {
            let mut total = Record::default();
            let mut cells = vec![Cell::Text(player.clone())];
            for b in 0..self.players.len() {
                let record = self.records.get(&(a, b)).copied().unwrap_or_default();
                total += record;
                cells.push(cell(record));
            }
            cells.push(cell(total));
            Row { cells, total: false }
        });
        Table { title: self.title.clone(), columns, rows: rows.collect() }
    }

    /// The place of a player, who is new if not known.
    fn place(&mut self, player: &str) -> usize {
        self.players.iter().position(|known| known == player).unwrap_or_else(|| {
            self.players.push(player.to_owned());
            self.players.len() - 1
        })
    }
}

fn cell(record: Record) -> Cell {
    record.mean().map_or(Cell::Empty, |mean| Cell::Mean(mean, record.matches()))
}
