//! What a game is, held against a small one whose answers are all its own.

mod history;
mod ladder;
mod wrappers;
