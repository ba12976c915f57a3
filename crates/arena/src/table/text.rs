//! Tables for a terminal.

use super::{Align, Table, one_line};

const BETWEEN: &str = "  ";

pub fn render(table: &Table) -> String {
    let titles: Vec<String> = table.columns.iter().map(|column| one_line(&column.title)).collect();
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| {
            let show =
                |cell: &super::Cell| cell.show(one_line, |number| number).unwrap_or_else(|| "-".to_owned());
            table.cells(row).map(|(_, cell)| show(cell)).collect()
        })
        .collect();
    let width = |place: usize| {
        let cells = rows.iter().map(|row| &row[place]).chain([&titles[place]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded =
            cells.iter().zip(&table.columns).zip(&widths).map(|((cell, column), &width)| {
                match column.align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                }
            });
        format!("{}\n", padded.collect::<Vec<_>>().join(BETWEEN).trim_end())
    };
    let across = widths.iter().sum::<usize>() + BETWEEN.len() * widths.len().saturating_sub(1);
    let rule = format!("{}\n", "─".repeat(across));

    let mut out = String::new();
    if !table.title.is_empty() {
        out += &format!("{}\n\n", one_line(&table.title));
    }
    out += &line(&titles);
    out += &rule;
    for (place, (row, cells)) in table.rows.iter().zip(&rows).enumerate() {
        if row.total && place > 0 && !table.rows[place - 1].total {
            out += &rule;
        }
        out += &line(cells);
    }
    out
}
