//! Databases: files with the value of every state that is reachable from a position.
//!
//! [`Values::explore`] computes the values by plain minimax, [`write()`] writes them in the order of their
//! keys, and a [`Reader`] looks up a value by reading a few blocks of the file.

mod enumerate;
mod error;
mod file;
mod table;

pub use enumerate::{Explored, Limits, Values};
pub use error::Error;
pub use file::{Header, Reader, write};
pub use table::Record;
