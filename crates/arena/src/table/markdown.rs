//! Tables of GitHub's Markdown.

use super::{Align, Table, one_line};

pub fn render(table: &Table) -> String {
    let mut out = String::new();
    if !table.title.is_empty() {
        out += &format!("**{}**\n\n", escape(&table.title));
    }
    out += &line(table.columns.iter().map(|column| escape(&column.title)));
    out += &line(table.columns.iter().map(|column| match column.align {
        Align::Left => ":---".to_owned(),
        Align::Right => "---:".to_owned(),
    }));
    for row in &table.rows {
        out += &line(table.cells(row).map(|(_, cell)| match cell.show(escape, |number| number) {
            Some(text) if row.total && !text.is_empty() => format!("**{text}**"),
            Some(text) => text,
            None => String::new(),
        }));
    }
    out
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in one_line(text).chars() {
        if "\\`*_{}[]<>#|~&$".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out.trim().to_owned()
}
