//! What a proof-number search remembers of states, wherever it keeps it.

use game::children::Keys;
use game::{Bounds, Key};

use super::numbers::{Numbers, Question};

/// The memory of a proof-number search.
pub trait ProofMemory {
    /// The keys under which states are remembered.
    fn keys(&self) -> Keys;

    /// There will be a question about this key.
    fn announce(&self, _key: Key) {}

    /// What is proven of a state, and its numbers if they are about this question; there need not be any where
    /// it is decided.
    fn known(&self, key: Key, question: Question) -> (Bounds, Option<Numbers>);
}
