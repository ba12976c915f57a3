//! Search algorithms from elsewhere, each the strong, honest version of itself, behind the same interface
//! as the class.

pub mod depth_first;
pub mod monte_carlo;
pub mod b_star;
pub mod best_first;
pub mod conspiracy;
mod explicit;
pub mod proof_number;
mod proven;
pub mod trivial;
