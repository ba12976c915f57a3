//! Search algorithms from the literature, behind the same interface as the class. Each is implemented as
//! strong as its authors describe it.

pub mod b_star;
pub mod best_first;
pub mod conspiracy;
pub mod depth_first;
mod explicit;
pub mod monte_carlo;
pub mod trivial;
