//! The mean score in every game, and over all of them.

use super::{Cell, Column, Row, Table};
use crate::statistics::{Interval, Overall, Pentanomial, Strata};

/// The mean scores of one player in many games.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreTable {
    /// What it is about; may be empty.
    pub title: String,
    /// One row a game.
    pub rows: Vec<ScoreRow>,
    /// The row over all games.
    pub overall: Option<ScoreRow>,
    /// Whose the values are that the rows may be compared with, such as "paper".
    pub reference: String,
}

/// The mean score in a game, or over games.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRow {
    /// The name of the game.
    pub name: String,
    /// The number of matches behind the mean: both of every pair.
    pub matches: u64,
    /// The mean score in [-1, 1], if any pair was played.
    pub mean: Option<f64>,
    /// Its 95 % interval.
    pub interval: Interval,
    /// A mean score to compare with.
    pub reference: Option<f64>,
}

impl ScoreTable {
    /// The games of `strata`, each with the normal interval of all of its pairs, and the mean over them.
    pub fn new(title: &str, strata: &Strata, overall: Option<Overall>) -> ScoreTable {
        let rows: Vec<ScoreRow> = strata.games().map(|(name, pairs)| ScoreRow::new(name, pairs)).collect();
        let matches = rows.iter().map(|row| row.matches).sum();
        let overall = overall.map(|Overall { mean, interval }| ScoreRow {
            name: "Mean".to_owned(),
            matches,
            mean: Some(mean),
            interval,
            reference: None,
        });
        ScoreTable { title: title.to_owned(), rows, overall, reference: "reference".to_owned() }
    }

    /// The rows of the games, then the row over all of them.
    pub fn all_rows(&self) -> impl Iterator<Item = &ScoreRow> {
        self.rows.iter().chain(&self.overall)
    }

    /// Whether there is anything to compare with.
    pub fn has_reference(&self) -> bool {
        self.all_rows().any(|row| row.reference.is_some())
    }

    /// The table to write. The column of the reference is left out if nothing is in it.
    pub fn table(&self) -> Table {
        let mut columns = vec![
            Column::text("Game", "game"),
            Column::numbers("Matches", &["matches"]),
            Column::numbers("Score (%)", &["score_percent"]),
            Column::numbers("±", &["radius_percent"]),
            Column::numbers("95 % interval", &["lower_percent", "upper_percent"]),
        ];
        let compared = self.has_reference();
        if compared {
            columns.push(Column::numbers(&format!("{} (%)", self.reference), &["reference_percent"]));
        }
        let row = |row: &ScoreRow, total| {
            let mut cells = row.cells();
            if compared {
                cells.push(row.reference.map_or(Cell::Empty, Cell::Percent));
            }
            Row { cells, total }
        };
        let mut rows: Vec<Row> = self.rows.iter().map(|game| row(game, false)).collect();
        rows.extend(self.overall.iter().map(|overall| row(overall, true)));
        Table { title: self.title.clone(), columns, rows }
    }
}

impl ScoreRow {
    /// The row of a game.
    pub fn new(name: &str, pairs: Pentanomial) -> ScoreRow {
        ScoreRow {
            name: name.to_owned(),
            matches: 2 * pairs.pairs(),
            mean: pairs.mean(),
            interval: pairs.interval(),
            reference: None,
        }
    }

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![Cell::Text(self.name.clone()), Cell::Count(self.matches)];
        cells.extend(match self.mean {
            Some(mean) => [
                Cell::Percent(mean),
                Cell::Percent(self.interval.radius(mean)),
                Cell::Interval(self.interval),
            ],
            None => [Cell::Empty, Cell::Empty, Cell::Empty],
        });
        cells
    }
}
