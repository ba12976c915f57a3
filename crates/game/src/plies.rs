//! How many plies were played on the way to a state, for searches whose f_t depends on it.

use crate::Key;

/// Where the numbers of keys for plies begin: far from those of stones, of counters and of histories.
const BEGIN: u64 = 0x0c00_47ed_0000_0000;

/// The number of plies, or that they are not counted. Where they are, they are a part of the state: the same position
/// after ways of different lengths is two states with two keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plies(Option<u32>);

impl Plies {
    pub const NOT_COUNTED: Plies = Plies(None);

    /// This number has been played.
    pub fn counted(plies: u32) -> Plies {
        Plies(Some(plies))
    }

    #[inline]
    pub fn number(self) -> Option<u32> {
        self.0
    }

    /// One more.
    #[inline]
    #[must_use]
    pub fn next(self) -> Plies {
        Plies(self.0.map(|plies| plies.saturating_add(1)))
    }

    /// The key of a state from the key of its position.
    #[inline]
    pub fn mixed_into(self, position: Key) -> Key {
        match self.0 {
            None => position,
            Some(plies) => position ^ Key::of(BEGIN + u64::from(plies)),
        }
    }
}
