//! What clients hear.

mod common;
mod noise;
mod records;
mod sessions;
mod transcripts;
