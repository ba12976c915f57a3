//! Tests of the search algorithms through their public interface: against the theory, against naive searches,
//! and at their limits.

// Modules shared by the tests.
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
mod terminal;
mod theorem;
mod theory_page;
mod traces;
