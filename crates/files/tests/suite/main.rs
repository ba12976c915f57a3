//! Files that are complete or not there, and locks, with several processes at once.

mod common;

mod locks;
mod processes;
mod whole;
