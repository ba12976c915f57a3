//! All games and algorithms by name: held against each other and against values that are known from elsewhere.

// What the tests share, some of it with those of other crates.
#[path = "../../../certificate/tests/suite/forge.rs"]
mod forge;
#[path = "../../../search/tests/suite/model.rs"]
mod model;
mod records;

mod algorithms;
mod certificates;
mod clock;
mod default_player;
mod exhaustive;
mod fixed_depth;
mod interrupts;
mod known_values;
mod levels;
mod lines;
mod names;
mod networks;
mod quantity;
mod random_games;
mod ranges;
mod registry;
mod solve_records;
