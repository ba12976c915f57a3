//! What a list of games says about each.

use crate::{Game, TextError};

/// One line of a list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The name, in front of the colon.
    pub name: &'static str,
    /// What may stand behind the colon, empty if nothing.
    pub variants: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// Full names of some variants, the usual one first: examples for people, and what the laws run over. The first
    /// one is how the variant without a name is called everywhere.
    pub samples: &'static [&'static str],
}

impl About {
    /// The one name of a variant that people may write in several ways: `hex`, `hex:11x11` and `hex:011` are all `hex:11`.
    /// It is the simplest of the spellings that have the same start.
    pub fn canonical<S: PartialEq>(
        &self,
        full_name: &str,
        start: &S,
        open: impl Fn(&str) -> Option<S>,
    ) -> String {
        let is_same = |name: &String| name == full_name || open(name).as_ref() == Some(start);
        self.spellings(full_name).into_iter().find(is_same).unwrap_or_else(|| full_name.to_owned())
    }

    /// Names that may mean the same as this one, the simplest first: that of the usual variant, then without options and
    /// with the size as one number, if both sides are equal.
    fn spellings(&self, full_name: &str) -> Vec<String> {
        // A game without samples has variants that are no sizes, such as files.
        let Some(usual) = self.samples.first() else { return Vec::new() };
        let (size, options) = size_and_options(full_name);
        let options = plain(options, &['=', ','], |word| {
            let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
            // A zero has no sign.
            number.map(|number| (number + 0.0).to_string())
        });
        let mut names = vec![(*usual).to_owned()];
        let size = if size.is_empty() {
            // It is that of the usual variant, or of a sample with the same options.
            let samples = self.samples.iter().map(|sample| (*sample).to_owned());
            names.extend(samples.filter(|sample| size_and_options(sample).1 == options));
            size_and_options(usual).0.to_owned()
        } else {
            plain(size, &['x', '-'], |word| word.parse::<u64>().ok().map(|number| number.to_string()))
        };
        let side = size.split_once('x').filter(|(columns, rows)| columns == rows).map(|(side, _)| side);
        for options in ["", &options] {
            for size in side.into_iter().chain([&*size]) {
                let variant = if options.is_empty() { size.to_owned() } else { format!("{size},{options}") };
                names.push(if variant.is_empty() {
                    self.name.to_owned()
                } else {
                    format!("{}:{variant}", self.name)
                });
            }
        }
        names
    }
}

/// The parts of a variant before and behind the first comma.
fn size_and_options(full_name: &str) -> (&str, &str) {
    let (_, variant) = split_name(full_name);
    variant.split_once(',').unwrap_or((variant, ""))
}

/// The words between separators, rewritten where that is possible.
fn plain(text: &str, separators: &[char], rewrite: impl Fn(&str) -> Option<String>) -> String {
    let rewritten = |word: &str| {
        let front = word.trim_end_matches(separators);
        rewrite(front).map_or_else(|| word.to_owned(), |number| number + &word[front.len()..])
    };
    text.split_inclusive(separators).map(rewritten).collect()
}

/// Something to do with a game whose type is only known when its name is read.
pub trait Visitor {
    /// What comes out.
    type Output;
    /// Called with the start of the game.
    fn visit<G: Game>(self, start: G) -> Self::Output;
}

/// Splits a full name such as `hex:4,noswap` into the name and the variant, which may be empty.
pub fn split_name(full: &str) -> (&str, &str) {
    full.split_once(':').unwrap_or((full, ""))
}

/// Refuses a variant where a game has none.
pub fn expect_no_variant(name: &str, variant: &str) -> Result<(), TextError> {
    if variant.is_empty() {
        Ok(())
    } else {
        Err(TextError::new(format!("{name} has no variants, not `{variant}`")))
    }
}
