//! Tables of LaTeX, with the rules of the package `booktabs`.

use super::{Align, Table, one_line};

pub fn render(table: &Table) -> String {
    let sides = table.columns.iter().map(|column| match column.align {
        Align::Left => 'l',
        Align::Right => 'r',
    });
    let mut out = String::from("\\begin{table}\n  \\centering\n");
    if !table.title.is_empty() {
        out += &format!("  \\caption{{{}}}\n", escape(&table.title));
    }
    out += &format!("  \\begin{{tabular}}{{{}}}\n    \\toprule\n", sides.collect::<String>());
    out += &line(table.columns.iter().map(|column| escape(&column.title)));
    out += "    \\midrule\n";
    for (place, row) in table.rows.iter().enumerate() {
        if row.total && place > 0 && !table.rows[place - 1].total {
            out += "    \\midrule\n";
        }
        let cell = |cell: &super::Cell| cell.show(escape, number).unwrap_or_else(|| "--".to_owned());
        out += &line(table.cells(row).map(|(_, content)| cell(content)));
    }
    out += "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
    out
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let mut line = cells.collect::<Vec<_>>().join(" & ");
    // After `\\` or `\midrule` a bracket would be read as an argument.
    if line.starts_with('[') {
        line.insert_str(0, "{}");
    }
    format!("    {line} \\\\\n")
}

/// LaTeX prints a hyphen where a minus is meant.
fn number(text: String) -> String {
    if text.starts_with('-') { format!("${text}$") } else { text }
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in one_line(text).chars() {
        match c {
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' => out += "\\textless{}",
            '>' => out += "\\textgreater{}",
            '|' => out += "\\textbar{}",
            '±' => out += "$\\pm$",
            '×' => out += "$\\times$",
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}
