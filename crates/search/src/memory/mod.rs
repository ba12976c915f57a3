//! Memory allocation for large arrays.

pub mod grow;
pub mod heap;
pub mod pages;
