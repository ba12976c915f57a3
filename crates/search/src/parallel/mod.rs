//! What searches by several workers are made of.
//!
//! Every parallel search has the same frame: a [`Team`] of one leader, which is the thread that calls, and followers. What
//! they know in common is [`Shared`]; each worker reads and writes it through its own [`Access`].

mod access;
mod counter;
mod fork_join;
mod shared;
pub mod spin;
mod team;
mod virtual_loss;

pub use access::Access;
pub use counter::Counter;
pub use fork_join::fork_join;
pub use shared::Shared;
pub use team::{Progress, Team};
pub use virtual_loss::VirtualLoss;
