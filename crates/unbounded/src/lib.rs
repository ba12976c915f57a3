//! `unbounded` solves, plays and analyses two-player games of perfect information. Bring a game and nothing
//! else.
//!
//! Where to begin:
//!
//! * [`engine`] takes games, algorithms and evaluators by name, as the command line does, with the same defaults:
//!
//!   ```
//!   use unbounded::engine::{Budget, Registry, Settings, Watch};
//!
//!   let position = Registry::standard().open("connect4:4x4")?;
//!   let mut session = position.session(&Settings::for_solving())?;
//!   let report = session.think(&Budget::default(), &mut Watch::default());
//!   assert_eq!(report.value, Some(0)); // a draw with best play
//!   # Ok::<(), unbounded::engine::Error>(())
//!   ```
//!
//!   A [`Registry`](engine::Registry) takes more of them: games, algorithms and evaluators of your own, by name. See
//!   `examples/` in the repository.
//!
//! * [`game`] and [`search`] are for your own types: implement [`game::Game`] and search it with everything
//!   compiled for it.
//!
//!   ```
//!   use std::sync::atomic::AtomicBool;
//!   use unbounded::game::Player;
//!   use unbounded::games::nim::Nim;
//!   use unbounded::search::{Budget, Completion, Search, evaluate::Zero, policy::Ubfm};
//!
//!   let start = Nim::new(&[1, 2, 3], Player::First);
//!   let mut search = Search::new(start, Box::new(Ubfm), Completion::On, Box::new(Zero));
//!   search.run(&Budget::default(), &AtomicBool::new(false));
//!   assert_eq!(search.label().unwrap().exact, -1); // the heaps cancel: the second player wins
//!   ```
//!
//! Three more crates are behind features, all of them on by default:
//!
//! | feature | crate | what it is for |
//! |---|---|---|
//! | `arena` | `unbounded::arena` | lets players play against each other, and evaluates the results statistically |
//! | `cli` | `unbounded::cli` | the whole command over a registry that you extend |
//! | `learn` | `unbounded::learn` | trains networks from nothing but the rules |
//!
//! `residual`, `residual-wgpu` and `residual-cuda` add residual networks, which need minutes to compile.

#[cfg(feature = "arena")]
pub use arena;
#[cfg(feature = "cli")]
pub use cli;
#[cfg(feature = "learn")]
pub use learn;
pub use {engine, game, games, search};
