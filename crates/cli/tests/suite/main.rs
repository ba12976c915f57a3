//! The command as a user runs it: what it prints, what it writes, and what it refuses.

// What the tests share.
mod common;
mod works;

mod algorithms;
mod arena;
mod checkpoint;
mod commands;
mod convert;
mod database;
mod default_players;
mod definitions;
mod engine_mode;
mod errors;
mod exact_values;
mod failures;
mod faults;
mod files;
mod guests;
mod install;
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
mod review;
mod serve;
mod solve;
#[cfg(unix)]
mod terminal;
mod turns;
