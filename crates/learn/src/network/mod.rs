//! Networks that estimate states: what they are made of, how a search runs them, and their files.

mod feature_set;
mod file;
mod horizon;
mod incremental;
mod inference;
pub(crate) mod kernel;
mod layout;
mod parameters;
mod patterns;
mod quantise;
#[cfg(feature = "residual")]
mod residual;
mod shape;
mod tower;

pub use file::{About, FileError, History, Network, Precision};
pub use horizon::Horizon;
pub use incremental::Incremental;
pub use inference::{Inference, NoResidual};
pub use kernel::SimdLevel;
pub use layout::{Architecture, Layout, PartSize};
pub use parameters::Parameters;
pub(crate) use parameters::{CEILING, LEAK, leaky, squash, squash_slope};
pub(crate) use patterns::{Base, Images, Part as PatternPart};
pub use patterns::{Board, Pattern, PatternNetwork, PatternOptions, Patterns, Swap};
#[cfg(feature = "residual")]
pub use residual::Residual;
#[cfg(feature = "residual")]
pub(crate) use residual::{Tensors, numbers};
pub use shape::{LANES, Part, Shape, WIDE};
pub use tower::{Tower, TowerOptions};
