//! Search algorithms from elsewhere, each the strong, honest version of itself, behind the same interface
//! as the class.

pub mod monte_carlo;
pub mod trivial;
