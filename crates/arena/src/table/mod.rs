//! Tables for the terminal, for Markdown, for programs (CSV) and for papers (LaTeX).

mod cross;
mod csv;
mod latex;
mod markdown;
mod score;
mod text;

use std::str::FromStr;

pub use cross::CrossTable;
pub use score::{ScoreRow, ScoreTable};

use crate::statistics::Interval;

/// A table that can be written in every [`Format`].
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it is about; may be empty.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows. A cell that is missing is empty, one too many is not shown.
    pub rows: Vec<Row>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its title for people.
    pub title: String,
    /// Its titles for programs, where every number has a column of its own.
    pub keys: Vec<String>,
    /// The side to which its cells keep.
    pub align: Align,
}

/// The side to which the cells of a column keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// As text does.
    Left,
    /// As numbers do.
    Right,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// One cell a column.
    pub cells: Vec<Cell>,
    /// Whether it sums up the rows above it.
    pub total: bool,
}

/// A cell of a table. Scores are in [-1, 1] and written in percent.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing is known.
    Empty,
    /// Any text; it is escaped where it has to be.
    Text(String),
    /// A number of things.
    Count(u64),
    /// A score.
    Percent(f64),
    /// An interval of scores.
    Interval(Interval),
    /// A mean score and the number of matches behind it.
    Mean(f64, u64),
}

/// A way to write tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned for a terminal.
    Text,
    /// A table of GitHub's Markdown.
    Markdown,
    /// Comma-separated values with a line of keys, without the title.
    Csv,
    /// A `table` of LaTeX that needs the package `booktabs`.
    Latex,
}

impl Format {
    /// All formats and their names.
    pub const ALL: [(&'static str, Format); 4] = [
        ("text", Format::Text),
        ("markdown", Format::Markdown),
        ("csv", Format::Csv),
        ("latex", Format::Latex),
    ];
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let found = Format::ALL.iter().find(|(name, _)| *name == text);
        let unknown = || format!("`{text}` is not a table format; there are text, markdown, csv and latex");
        found.map(|(_, format)| *format).ok_or_else(unknown)
    }
}

impl Table {
    /// Writes the table; every line ends with a line feed.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => text::render(self),
            Format::Markdown => markdown::render(self),
            Format::Csv => csv::render(self),
            Format::Latex => latex::render(self),
        }
    }

    /// The cells of a row, as many as there are columns.
    fn cells<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = (&'a Column, &'a Cell)> {
        self.columns.iter().zip(row.cells.iter().chain(std::iter::repeat(&Cell::Empty)))
    }
}

impl Column {
    fn text(title: &str, key: &str) -> Column {
        Column { title: title.to_owned(), keys: vec![key.to_owned()], align: Align::Left }
    }

    fn numbers(title: &str, keys: &[&str]) -> Column {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        Column { title: title.to_owned(), keys, align: Align::Right }
    }
}

impl Cell {
    /// What a person reads, with plain text written by `escape` and a number by `number`.
    fn show(&self, escape: impl Fn(&str) -> String, number: impl Fn(String) -> String) -> Option<String> {
        let percent = |score: f64| number(percent(score, 1));
        Some(match self {
            Cell::Empty => return None,
            Cell::Text(text) => escape(text),
            Cell::Count(count) => count.to_string(),
            Cell::Percent(score) => percent(*score),
            Cell::Interval(Interval { lower, upper }) => {
                format!("[{}, {}]", percent(*lower), percent(*upper))
            }
            Cell::Mean(mean, matches) => format!("{} ({matches})", percent(*mean)),
        })
    }
}

/// A score in percent.
pub(crate) fn percent(score: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", 100.0 * score);
    // What rounds to nothing has no sign.
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// Text on one line: line feeds and everything that could steer a terminal become spaces.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
