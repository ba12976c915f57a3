//! Lines with bands, such as Elo over the number of matches.

use super::axis::Axis;
use super::page::{Head, LegendEntry, MARGIN, SIGN, WIDTH};
use super::svg::{Anchor, COLORS, Coordinates, Font, GREY, PALE, Svg};
use crate::statistics::Interval;

const HEIGHT: f64 = 340.0;

/// Numbers from here on are taken for infinite: no axis could be drawn for them.
const INFINITE: f64 = 1e15;

/// More dots than that would hide the line.
const DOTS: usize = 30;

/// Values over other values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinePlot {
    /// What it is about; may be empty.
    pub title: String,
    /// What lies along the horizontal axis.
    pub x_title: String,
    /// What lies along the vertical axis.
    pub y_title: String,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it is.
    pub x: f64,
    /// Its value. The line has a gap where it is not finite.
    pub y: f64,
    /// How far the band around it reaches, if it has one; an infinite end reaches to the frame.
    pub band: Option<Interval>,
}

impl Point {
    fn is_finite(&self) -> bool {
        is_finite(self.x) && is_finite(self.y)
    }

    /// The ends of the band, if it can be drawn.
    fn ends(&self) -> Option<(f64, f64)> {
        let Interval { lower, upper } = self.band?;
        (self.is_finite() && !lower.is_nan() && !upper.is_nan()).then_some((lower, upper))
    }
}

/// Draws lines and their bands as SVG.
///
/// The vertical axis holds all values, and the bands of the later half of each line: those of the first few
/// matches are so wide that nothing else could be seen, and are cut off at the frame.
pub fn line_plot(plot: &LinePlot) -> String {
    let looks: Vec<(&str, bool)> = (0..plot.series.len())
        .map(|number| (COLORS[number % COLORS.len()], number >= COLORS.len()))
        .collect();
    let signs: Vec<_> = looks
        .iter()
        .map(|&(color, dashed)| {
            move |svg: &mut Svg, (x, y): Coordinates| {
                svg.path(&[(x - SIGN / 2.0, y), (x + SIGN / 2.0, y)], color, dashed);
            }
        })
        .collect();
    let mut entries: Vec<LegendEntry> = Vec::new();
    for (series, sign) in plot.series.iter().zip(&signs) {
        entries.push((&series.name, sign));
    }
    // A single line without a name needs no legend.
    entries.retain(|(name, _)| plot.series.len() > 1 || !name.is_empty());
    let head = Head::new(&plot.title, &entries);

    let (top, bottom) = (head.bottom, head.bottom + HEIGHT);
    let y_axis = Axis::new(hull(plot.series.iter().flat_map(heights)), 6).between(bottom, top);
    let labels = y_axis.marks().into_iter().map(|mark| Font::SMALL.width(&y_axis.label(mark)));
    let left = MARGIN + 28.0 + labels.fold(0.0, f64::max);
    let right = WIDTH - MARGIN - 14.0;
    let x_axis = Axis::new(hull(plot.series.iter().flat_map(widths)), 8).between(left, right);

    let mut svg = Svg::new(WIDTH, bottom + 52.0, &plot.title);
    head.draw(&mut svg);
    for mark in y_axis.marks() {
        let y = y_axis.at(mark);
        svg.line((left, y), (right, y), if mark == 0.0 { GREY } else { PALE }, 1.0);
        svg.text((left - 8.0, y + 4.0), Anchor::End, Font::SMALL, &y_axis.label(mark));
    }
    for mark in x_axis.marks() {
        let x = x_axis.at(mark);
        svg.line((x, bottom), (x, bottom + 5.0), GREY, 1.0);
        svg.text((x, bottom + 19.0), Anchor::Middle, Font::SMALL, &x_axis.label(mark));
    }
    svg.line((left, bottom), (right, bottom), GREY, 1.0);
    svg.line((left, top), (left, bottom), GREY, 1.0);
    svg.text(((left + right) / 2.0, bottom + 40.0), Anchor::Middle, Font::PLAIN, &plot.x_title);
    svg.upward_text((MARGIN + 8.0, (top + bottom) / 2.0), Font::PLAIN, &plot.y_title);

    let place = |x: f64, y: f64| (x_axis.at(x), y_axis.at(y_axis.clamp(y)));
    for (series, (color, _)) in plot.series.iter().zip(&looks) {
        for piece in series.points.split(|point| point.ends().is_none()) {
            let ends = piece.iter().filter_map(|point| point.ends().map(|ends| (point.x, ends)));
            let upper = ends.clone().rev().map(|(x, (_, upper))| place(x, upper));
            let outline: Vec<Coordinates> =
                ends.map(|(x, (lower, _))| place(x, lower)).chain(upper).collect();
            if !outline.is_empty() {
                svg.area(&outline, color);
            }
        }
    }
    for (series, (color, dashed)) in plot.series.iter().zip(&looks) {
        for piece in series.points.split(|point| !point.is_finite()) {
            let places: Vec<Coordinates> = piece.iter().map(|point| place(point.x, point.y)).collect();
            if places.len() > 1 {
                svg.path(&places, color, *dashed);
            }
            if places.len() == 1 || series.points.len() <= DOTS {
                places.iter().for_each(|at| svg.dot(*at, 3.0, color));
            }
        }
    }
    svg.finish()
}

fn widths(series: &Series) -> impl Iterator<Item = f64> {
    series.points.iter().map(|point| point.x)
}

fn heights(series: &Series) -> impl Iterator<Item = f64> {
    let later = series.points.len() / 2;
    series.points.iter().enumerate().flat_map(move |(number, point)| {
        let band = point.band.filter(|_| number >= later).map(|band| [band.lower, band.upper]);
        band.into_iter().flatten().chain([point.y])
    })
}

fn is_finite(value: f64) -> bool {
    value.abs() < INFINITE
}

/// The range of the finite values.
fn hull(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|value| is_finite(*value));
    finite.map(|value| (value, value)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 0.0))
}
