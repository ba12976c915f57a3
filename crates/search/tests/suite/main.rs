//! The algorithms from the outside: held against the theory, against naive searches, and to their limits.

// What the tests share.
mod fixed_depth;
mod keyed;
mod members;
mod model;

mod blindness;
mod bounds;
mod depth_first;
mod explored;
mod kept_levels;
mod limits;
mod monte_carlo;
mod proof_number;
mod saving;
mod sharing;
mod shortest;
mod theorem;
mod theory_page;
mod traces;
