//! Proofs are accepted, and nothing else is.

// What the tests share.
mod forge;
mod minimax;

mod certificates;
mod forgeries;
mod limits;
mod versions;
