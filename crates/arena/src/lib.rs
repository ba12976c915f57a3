//! Players measured against each other: what the results of their matches say, as numbers, tables and plots.

pub mod plot;
pub mod statistics;
pub mod table;
