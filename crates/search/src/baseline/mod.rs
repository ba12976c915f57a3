//! Search algorithms from elsewhere, each the strong, honest version of itself, behind the same interface
//! as the class.

pub mod b_star;
pub mod best_first;
pub mod conspiracy;
pub mod depth_first;
mod explicit;
pub mod monte_carlo;
pub mod trivial;
