//! Plots as SVG: mean scores by game, and lines with bands.
//!
//! The pictures are written by hand. They are a few lines, dots and words, they need the intervals, the hollow
//! markers and the row of the mean just so, and this way the same numbers give the same file everywhere without
//! fonts to be found or a graphics library to be built.

mod axis;
mod line;
mod page;
mod score;
mod svg;

pub use line::{LinePlot, Point, Series, line_plot};
pub use score::score_plot;
