//! Evaluation functions learned from nothing but the rules.
//!
//! A [`network`] estimates states from their features. It learns from games that Descent plays against itself
//! ([`selfplay`]): the states of its searches are kept for a while ([`replay`]) and the network is trained on
//! them ([`train`]). [`learner`] is the loop around all that.

mod clock;
pub mod learner;
pub mod network;
pub mod replay;
pub mod samples;
pub mod selfplay;
mod team;
pub mod train;

pub use clock::{Clock, Started};
pub use team::team;
