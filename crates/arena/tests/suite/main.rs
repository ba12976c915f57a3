//! Matches from the outside: plans as they are played, statistics, tables and plots.

#[cfg(target_os = "linux")]
mod guests;
mod laws;
mod learning;
mod plots;
mod statistics;
mod tables;
mod tournament;
