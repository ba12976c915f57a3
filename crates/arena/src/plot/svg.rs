//! Shapes and words, written as SVG.

use std::fmt::Write;

/// A shade for words and axes.
pub const DARK: &str = "#333333";
/// A shade for what is less important.
pub const GREY: &str = "#767676";
/// A shade for grids.
pub const PALE: &str = "#e4e4e4";
/// Colours that stay apart for colour-blind readers (Okabe and Ito 2008).
pub const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// The size of most words, in pixels.
pub const SIZE: f64 = 13.0;

/// A point of the picture: pixels to the right and down.
pub type Coordinates = (f64, f64);

/// Where a text begins, relative to its place.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text looks.
#[derive(Clone, Copy)]
pub struct Font {
    pub size: f64,
    pub color: &'static str,
    pub bold: bool,
}

impl Font {
    pub const PLAIN: Font = Font { size: SIZE, color: DARK, bold: false };
    pub const SMALL: Font = Font { size: 12.0, color: GREY, bold: false };
    pub const TITLE: Font = Font { size: 16.0, color: DARK, bold: true };

    /// About how wide a text is, rather too much than too little.
    pub fn width(self, text: &str) -> f64 {
        let share = if self.bold { 0.67 } else { 0.6 };
        text.chars().count() as f64 * share * self.size
    }
}

/// A picture that grows by what is drawn over it.
pub struct Svg {
    width: f64,
    height: f64,
    name: String,
    body: String,
}

impl Svg {
    pub fn new(width: f64, height: f64, name: &str) -> Svg {
        Svg { width, height, name: escape(name), body: String::new() }
    }

    pub fn line(&mut self, from: Coordinates, to: Coordinates, color: &str, width: f64) {
        let ((x1, y1), (x2, y2)) = (round(from), round(to));
        self.put(&format!(
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{color}" stroke-width="{width}"/>"#
        ));
    }

    pub fn dot(&mut self, at: Coordinates, radius: f64, color: &str) {
        let (x, y) = round(at);
        self.put(&format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{color}"/>"#));
    }

    /// A hollow diamond.
    pub fn diamond(&mut self, at: Coordinates, radius: f64, color: &str) {
        let (x, y) = at;
        let corners = points(&[(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]);
        self.put(&format!(
            r#"<polygon points="{corners}" fill="white" stroke="{color}" stroke-width="1.5"/>"#
        ));
    }

    /// A line through places, dashed if wanted.
    pub fn path(&mut self, places: &[Coordinates], color: &str, dashed: bool) {
        let dash = if dashed { r#" stroke-dasharray="6 4""# } else { "" };
        let places = points(places);
        self.put(&format!(
            r#"<polyline points="{places}" fill="none" stroke="{color}" stroke-width="2"{dash}/>"#
        ));
    }

    /// A pale area between places.
    pub fn area(&mut self, places: &[Coordinates], color: &str) {
        let places = points(places);
        self.put(&format!(r#"<polygon points="{places}" fill="{color}" fill-opacity="0.18"/>"#));
    }

    pub fn text(&mut self, at: Coordinates, anchor: Anchor, font: Font, text: &str) {
        let (x, y) = round(at);
        self.words(&format!(r#"x="{x}" y="{y}""#), anchor, font, text);
    }

    /// Text that is read from below, centred.
    pub fn upward_text(&mut self, at: Coordinates, font: Font, text: &str) {
        let (x, y) = round(at);
        self.words(&format!(r#"transform="translate({x} {y}) rotate(-90)""#), Anchor::Middle, font, text);
    }

    fn words(&mut self, place: &str, anchor: Anchor, Font { size, color, bold }: Font, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let weight = if bold { r#" font-weight="600""# } else { "" };
        let text = escape(text);
        self.put(&format!(
            r#"<text {place} font-size="{size}" fill="{color}"{anchor}{weight}>{text}</text>"#
        ));
    }

    fn put(&mut self, element: &str) {
        self.body += element;
        self.body.push('\n');
    }

    /// The whole file. It has a white ground, as dark viewers would swallow the words.
    pub fn finish(self) -> String {
        let Svg { width, height, name, body } = self;
        let fonts = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
        let mut out = String::new();
        let size = format!(r#"width="{width}" height="{height}""#);
        let view = format!(r#"viewBox="0 0 {width} {height}""#);
        let _ = writeln!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" {size} {view} role="img">"#);
        let _ = writeln!(out, "<title>{name}</title>");
        let _ = writeln!(out, r#"<rect {size} fill="white"/>"#);
        let _ = writeln!(out, r#"<g font-family="{fonts}" stroke-linejoin="round">"#);
        out + &body + "</g>\n</svg>\n"
    }
}

/// Tenths of a pixel are fine enough.
fn round((x, y): Coordinates) -> Coordinates {
    // Adding 0 turns -0 into 0.
    ((x * 10.0).round() / 10.0 + 0.0, (y * 10.0).round() / 10.0 + 0.0)
}

fn points(places: &[Coordinates]) -> String {
    let pair = |place: &Coordinates| {
        let (x, y) = round(*place);
        format!("{x},{y}")
    };
    places.iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// Text that means itself in XML, which knows no control characters.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
