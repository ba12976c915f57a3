//! Mean scores with their intervals, one row a game.

use super::axis::Axis;
use super::page::{Head, LegendEntry, MARGIN, SIGN, WIDTH};
use super::svg::{Anchor, COLORS, Coordinates, DARK, Font, GREY, PALE, SIZE, Svg};
use crate::table::{ScoreRow, ScoreTable, percent};

const ROW: f64 = 24.0;
const GAME: &str = COLORS[0];
const OVERALL: &str = COLORS[1];

/// Draws the table as SVG: a dot with its 95 % interval for every game, in percent, with the mean over all
/// games below and the values to compare with as hollow diamonds.
pub fn score_plot(table: &ScoreTable) -> String {
    let game: &dyn Fn(&mut Svg, Coordinates) = &|svg, at| sign(svg, at, GAME);
    let overall: &dyn Fn(&mut Svg, Coordinates) = &|svg, at| sign(svg, at, OVERALL);
    let reference: &dyn Fn(&mut Svg, Coordinates) = &|svg, at| svg.diamond(at, 6.0, DARK);
    let mut entries: Vec<LegendEntry> = vec![("mean score, 95 % interval", game)];
    if table.overall.is_some() {
        entries.push(("mean over games", overall));
    }
    if table.has_reference() {
        entries.push((&table.reference, reference));
    }
    let head = Head::new(&table.title, &entries);

    let names = table.all_rows().map(|row| Font { bold: true, ..Font::PLAIN }.width(&row.name));
    let values = table.all_rows().map(|row| Font::PLAIN.width(&value(row)));
    // Long names may take half of the picture, and no more.
    let left = MARGIN + names.fold(40.0, f64::max).min(WIDTH / 2.0) + 12.0;
    let right = WIDTH - MARGIN - values.fold(60.0, f64::max) - 12.0;
    let axis = Axis::new(range(table), 8).between(left, right);
    let bottom = head.bottom + ROW * table.all_rows().count() as f64 + 8.0;

    let mut svg = Svg::new(WIDTH, bottom + 52.0, &table.title);
    head.draw(&mut svg);
    for mark in axis.marks() {
        let x = axis.at(mark);
        let color = if mark == 0.0 { DARK } else { PALE };
        svg.line((x, head.bottom), (x, bottom), color, 1.0);
        svg.text((x, bottom + 17.0), Anchor::Middle, Font::SMALL, &axis.label(mark));
    }
    svg.line((left, bottom), (right, bottom), GREY, 1.0);
    svg.text(((left + right) / 2.0, bottom + 38.0), Anchor::Middle, Font::PLAIN, "mean score (%)");
    for (number, row) in table.rows.iter().enumerate() {
        draw_row(&mut svg, row, &axis, head.bottom + ROW * (number as f64 + 0.5), left, GAME);
    }
    if let Some(row) = &table.overall {
        let y = head.bottom + ROW * table.rows.len() as f64 + 4.0;
        svg.line((MARGIN, y), (WIDTH - MARGIN, y), GREY, 0.75);
        draw_row(&mut svg, row, &axis, y + ROW / 2.0, left, OVERALL);
    }
    svg.finish()
}

/// One row: its name, its whisker and its numbers.
fn draw_row(svg: &mut Svg, row: &ScoreRow, axis: &Axis, y: f64, left: f64, color: &'static str) {
    let base = y + SIZE * 0.35;
    let bold = color == OVERALL;
    let font = Font { bold, color: if bold { OVERALL } else { DARK }, ..Font::PLAIN };
    svg.text((left - 12.0, base), Anchor::End, font, &row.name);
    if let Some(reference) = row.reference {
        svg.diamond((axis.at(100.0 * reference), y), 6.0, DARK);
    }
    if let Some(mean) = row.mean {
        let ends = [row.interval.lower, row.interval.upper].map(|end| axis.at(100.0 * end));
        whisker(svg, (axis.at(100.0 * mean), y), (ends[0], ends[1]), color);
    }
    svg.text((WIDTH - MARGIN, base), Anchor::End, Font { bold: false, ..font }, &value(row));
}

/// A whisker for the legend.
fn sign(svg: &mut Svg, at: Coordinates, color: &str) {
    whisker(svg, at, (at.0 - SIGN / 2.0, at.0 + SIGN / 2.0), color);
}

/// A dot on a line with two caps.
fn whisker(svg: &mut Svg, (x, y): Coordinates, (lower, upper): (f64, f64), color: &str) {
    svg.line((lower, y), (upper, y), color, 1.5);
    for end in [lower, upper] {
        svg.line((end, y - 3.5), (end, y + 3.5), color, 1.5);
    }
    svg.dot((x, y), 3.5, color);
}

fn value(row: &ScoreRow) -> String {
    let Some(mean) = row.mean else { return "no pairs".to_owned() };
    let number = percent(mean, 1).replace('-', "−");
    format!("{number} ± {}", percent(row.interval.radius(mean), 1))
}

/// The part of [-100, 100] where something is, and 0.
fn range(table: &ScoreTable) -> (f64, f64) {
    let (mut low, mut high) = (0.0_f64, 0.0_f64);
    for row in table.all_rows() {
        let interval = row.mean.map(|_| [row.interval.lower, row.interval.upper]);
        for value in interval.into_iter().flatten().chain(row.reference) {
            (low, high) = (low.min(100.0 * value), high.max(100.0 * value));
        }
    }
    (low, high)
}
