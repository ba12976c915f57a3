//! All games and algorithms by name: held against each other and against values that are known from elsewhere.

// What the tests share.
mod records;

mod algorithms;
mod certificates;
mod exhaustive;
mod fixed_depth;
mod known_values;
mod lines;
mod names;
mod networks;
mod quantity;
mod ranges;
mod solve_records;
