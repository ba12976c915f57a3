//! States to learn from: the features that are on, and what the state is worth.

use game::Game;

/// A list of states with their targets, one behind the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    features: Vec<u16>,
    /// Where the features of each state end.
    ends: Vec<u32>,
    targets: Vec<f32>,
}

impl Samples {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Forgets all of them and keeps the memory.
    pub fn clear(&mut self) {
        self.features.clear();
        self.ends.clear();
        self.targets.clear();
    }

    /// The features that are on in a state.
    #[inline]
    pub fn features(&self, index: usize) -> &[u16] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.features[start as usize..self.ends[index] as usize]
    }

    /// What a state is worth.
    #[inline]
    pub fn target(&self, index: usize) -> f32 {
        self.targets[index]
    }

    /// Adds a state.
    pub fn push(&mut self, features: &[u16], target: f32) {
        self.features.extend_from_slice(features);
        self.end(target);
    }

    /// Adds a state of a game. `buffer` is scratch space.
    pub fn push_state<G: Game>(&mut self, state: &G, target: f32, buffer: &mut Vec<u32>) {
        buffer.clear();
        state.features(buffer);
        self.features.extend(buffer.iter().map(|&feature| feature as u16));
        self.end(target);
    }

    fn end(&mut self, target: f32) {
        let end = u32::try_from(self.features.len()).expect("a list of samples stays below 2^32 features");
        self.ends.push(end);
        self.targets.push(target);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        2 * self.features.capacity() + 4 * self.ends.capacity() + 4 * self.targets.capacity()
    }

    /// Gives back memory that is not in use.
    pub fn shrink(&mut self) {
        self.features.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.targets.shrink_to_fit();
    }
}
