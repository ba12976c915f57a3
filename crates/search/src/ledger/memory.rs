//! The interface through which a proof-number search reads what is known about states.

use game::children::Keys;
use game::{Bounds, Key};

use super::numbers::{Numbers, Question};

/// What a proof-number search knows about states.
pub trait ProofMemory {
    /// Which keys identify states.
    fn keys(&self) -> Keys;

    /// Announces that this key will be looked up soon, so that the implementation can prefetch it.
    fn announce(&self, _key: Key) {}

    /// The proven bounds of a state, and its numbers if they are known for this question. The numbers may be
    /// missing if the question is decided.
    fn known(&self, key: Key, question: Question) -> (Bounds, Option<Numbers>);
}
