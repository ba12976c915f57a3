//! x
pub mod bench;
