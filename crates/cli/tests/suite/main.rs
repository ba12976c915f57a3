//! The command as a user runs it: what it prints, what it writes, and what it refuses.

// What the tests share.
mod common;
mod works;

mod algorithms;
mod arena;
mod checkpoint;
mod commands;
mod database;
mod definitions;
mod engine_mode;
mod errors;
mod exact_values;
mod failures;
mod faults;
mod files;
#[cfg(unix)]
mod interrupt;
mod killed;
mod kills;
mod learn;
mod locks;
mod names;
mod play;
mod proofs;
mod ranges;
mod reliability;
mod serve;
mod solve;
