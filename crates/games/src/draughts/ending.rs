//! Endings with few pieces, which are draws after a while.

use game::bits::Bits;

use super::Draughts;
use super::board::Size;

/// This number of plies with three pieces against a king is a draw.
pub const THREE_PLIES: u8 = 32;

/// A kind of ending that is not played on for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// One or two kings against a king: drawn as soon as a move has led there.
    Kings,
    /// Three pieces against a king: drawn after [`THREE_PLIES`].
    Three,
}

impl Ending {
    /// What kind of ending this is, if it is one.
    #[inline]
    pub fn of<S: Size>(state: &Draughts<S>) -> Option<Ending> {
        let [mut many, mut lone] = state.pieces;
        if many.count() < lone.count() {
            (many, lone) = (lone, many);
        }
        if lone.count() != 1 || !lone.meets(state.kings) {
            return None;
        }
        match many.count() {
            3 => Some(Ending::Three),
            1 | 2 if (many & !state.kings).is_empty() => Some(Ending::Kings),
            _ => None,
        }
    }

    /// How long the ending has lasted after a move: it led from three pieces against a king to the same, or to
    /// one or two kings against a king.
    #[inline]
    pub fn plies(before: Option<Ending>, plies_before: u8, after: Option<Ending>) -> u8 {
        match (before, after) {
            (_, None) => 0,
            (_, Some(Ending::Kings)) => 1,
            (Some(Ending::Three), Some(Ending::Three)) => plies_before + 1,
            (_, Some(Ending::Three)) => 0,
        }
    }

    /// How long the ending lasts until it is drawn; 0 if it is none.
    pub fn limit<S: Size>(state: &Draughts<S>) -> u8 {
        match Ending::of(state) {
            None => 0,
            Some(Ending::Kings) => 1,
            Some(Ending::Three) => THREE_PLIES,
        }
    }
}
