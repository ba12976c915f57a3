//! What all plots have above them: a title and a legend.

use super::svg::{Anchor, Coordinates, Font, SIZE, Svg};

pub const WIDTH: f64 = 760.0;
pub const MARGIN: f64 = 16.0;

/// An entry of a legend: its words, and how to draw its sign of [`SIGN`] pixels around a place.
pub type LegendEntry<'a> = (&'a str, &'a dyn Fn(&mut Svg, Coordinates));

/// The width of the sign of an entry.
pub const SIGN: f64 = 24.0;

const LINE: f64 = 20.0;
const AFTER_SIGN: f64 = 6.0;
const AFTER_ENTRY: f64 = 22.0;

/// The head of a plot, broken into lines that fit.
pub struct Head<'a> {
    title: Vec<String>,
    legend: Vec<(Coordinates, LegendEntry<'a>)>,
    /// Where the plot below may begin.
    pub bottom: f64,
}

impl<'a> Head<'a> {
    pub fn new(title: &str, entries: &[LegendEntry<'a>]) -> Head<'a> {
        let title = wrap(title, Font::TITLE, WIDTH - 2.0 * MARGIN);
        let mut y = MARGIN + LINE * title.len() as f64;
        let (mut x, mut legend) = (MARGIN, Vec::new());
        for entry in entries {
            let width = SIGN + AFTER_SIGN + Font::PLAIN.width(entry.0);
            if x > MARGIN && x + width > WIDTH - MARGIN {
                (x, y) = (MARGIN, y + LINE);
            }
            legend.push(((x, y + LINE / 2.0), *entry));
            x += width + AFTER_ENTRY;
        }
        let bottom = if entries.is_empty() { y } else { y + LINE } + 10.0;
        Head { title, legend, bottom }
    }

    pub fn draw(&self, svg: &mut Svg) {
        for (number, line) in self.title.iter().enumerate() {
            svg.text((MARGIN, MARGIN + LINE * number as f64 + 12.0), Anchor::Start, Font::TITLE, line);
        }
        for ((x, y), (words, sign)) in &self.legend {
            sign(svg, (x + SIGN / 2.0, *y));
            svg.text((x + SIGN + AFTER_SIGN, y + SIZE * 0.35), Anchor::Start, Font::PLAIN, words);
        }
    }
}

/// Breaks a text between words into lines of a width; a longer word has a line of its own.
fn wrap(text: &str, font: Font, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if font.width(line) + font.width(" ") + font.width(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_titles_are_broken_between_words() {
        let width = Font::TITLE.width("twelve chars");
        assert_eq!(
            wrap("twelve chars and a word-that-is-longer x", Font::TITLE, width),
            ["twelve chars", "and a", "word-that-is-longer", "x"]
        );
        assert!(wrap(" ", Font::TITLE, width).is_empty());
    }
}
