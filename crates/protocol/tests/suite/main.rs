//! What clients hear.

mod common;
mod noise;
mod sessions;
mod transcripts;
