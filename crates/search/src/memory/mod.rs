//! How large arrays get their memory.

pub mod grow;
pub mod pages;
