//! The building blocks of parallel searches.
//!
//! Every parallel search is run by a [`Team`]: a leader, which is the calling thread, and followers. Their
//! common data is [`Shared`]; each worker reads and writes it through its own [`Access`].

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
