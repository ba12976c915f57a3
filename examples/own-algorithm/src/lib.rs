//! An algorithm and an evaluator of one's own, by name: in the command (`main.rs`) and in the library (`tests/`).

mod corners;
mod restless;

use unbounded::engine::Registry;
use unbounded::games::othello::Othello;

pub use corners::Corners;
pub use restless::Restless;

/// All that `unbounded` has, with the algorithm `restless` and the evaluator `corners`.
pub fn registry() -> Registry {
    let mut registry = Registry::standard();
    registry.register_member(restless::member());
    registry.register_evaluator(corners::INFO, |options, setup| {
        let corners = Corners::new(options)?;
        // Boards of up to 64 cells have another type than larger ones.
        setup.for_type::<Othello<u64>>(corners).or_else(|_| setup.for_type::<Othello<u128>>(corners))
    });
    registry
}
