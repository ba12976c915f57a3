//! Networks that estimate states: what they are made of, how a search runs them, and their files.

mod feature_set;
mod file;
mod incremental;
pub(crate) mod kernel;
mod parameters;
mod quantise;
mod shape;

pub(crate) use file::new_name;
pub use file::{About, FileError, History, Network, Precision};
pub use incremental::Incremental;
pub use kernel::Level;
pub use parameters::Parameters;
pub(crate) use parameters::{CEILING, LEAK, leaky, squash, squash_slope};
pub use shape::{LANES, Part, Shape, WIDE};
