//! Databases: the value of every state that can be reached from a position, in a file to look them up in.
//!
//! [`Values::explore`] finds the values by plain minimax, [`write()`] writes them down in the order of their
//! keys, and a [`Reader`] finds one of them by reading a few blocks of the file.

mod enumerate;
mod error;
mod file;
mod table;

pub use enumerate::{Explored, Limits, Values};
pub use error::Error;
pub use file::{Header, Reader, write};
pub use table::Record;
