//! Sets of features as bits, and the difference of two of them.

use game::Game;

/// The features that are on in a state.
#[derive(Clone, Debug, Default)]
pub struct FeatureSet {
    bits: Vec<u64>,
    list: Vec<u32>,
}

impl FeatureSet {
    /// Takes the features of a state.
    #[inline]
    pub fn read<G: Game>(&mut self, state: &G, features: usize) {
        self.list.clear();
        state.features(&mut self.list);
        self.bits.clear();
        self.bits.resize(features.div_ceil(64), 0);
        for &feature in &self.list {
            self.bits[feature as usize / 64] |= 1 << (feature % 64);
        }
    }

    /// The features, in the order of the game.
    pub fn list(&self) -> &[u32] {
        &self.list
    }
}

/// What turns one set into another.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Features that come.
    pub on: Vec<u32>,
    /// Features that go.
    pub off: Vec<u32>,
}

impl Change {
    /// Finds the change between two sets of as many features.
    #[inline]
    pub fn find(&mut self, from: &FeatureSet, to: &FeatureSet) {
        self.on.clear();
        self.off.clear();
        for (word, (&from, &to)) in (0..).zip(from.bits.iter().zip(&to.bits)) {
            if from != to {
                push_bits(&mut self.on, word, to & !from);
                push_bits(&mut self.off, word, from & !to);
            }
        }
    }
}

#[inline]
fn push_bits(list: &mut Vec<u32>, word: u32, mut bits: u64) {
    while bits != 0 {
        list.push(64 * word + bits.trailing_zeros());
        bits &= bits - 1;
    }
}
