//! Plots as SVG: mean scores by game, and lines with bands.
//!
//! They are written by hand, as they are a few lines, dots and words that have to lie just so: the intervals,
//! the hollow markers, the row of the mean. This way the same numbers give the same file on every machine,
//! and there is no graphics library to build and no font to find.

mod axis;
mod line;
mod page;
mod score;
mod svg;

pub use line::{LinePlot, Point, Series, line_plot};
pub use score::score_plot;
