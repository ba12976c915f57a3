//! Comma-separated values (RFC 4180, with line feeds): one number a field, in percent where it is a score.

use super::{Cell, Table, percent};
use crate::statistics::Interval;

/// More than people are shown: a program may want to go on calculating.
const DECIMALS: usize = 4;

pub fn render(table: &Table) -> String {
    let mut out = line(table.columns.iter().flat_map(|column| column.keys.iter().map(|key| escape(key))));
    for row in &table.rows {
        out += &line(table.cells(row).flat_map(|(column, cell)| {
            let mut fields = fields(cell);
            fields.resize(column.keys.len(), String::new());
            fields
        }));
    }
    out
}

fn fields(cell: &Cell) -> Vec<String> {
    match cell {
        Cell::Empty => Vec::new(),
        Cell::Text(text) => vec![escape(text)],
        Cell::Count(count) => vec![count.to_string()],
        Cell::Percent(score) => vec![percent(*score, DECIMALS)],
        Cell::Interval(Interval { lower, upper }) => [lower, upper].map(|end| percent(*end, DECIMALS)).into(),
        Cell::Mean(mean, matches) => vec![percent(*mean, DECIMALS), matches.to_string()],
    }
}

fn line(fields: impl Iterator<Item = String>) -> String {
    format!("{}\n", fields.collect::<Vec<_>>().join(","))
}

fn escape(text: &str) -> String {
    let quoted = text.contains([',', '"', '\n', '\r']) || text.trim() != text;
    if quoted { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
