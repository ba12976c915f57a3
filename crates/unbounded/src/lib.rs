//! `unbounded` solves, plays and analyses two-player games of perfect information. Bring a game and nothing
//! else.
//!
//! There are four entry points:
//!
//! * [`engine`] takes games, algorithms and evaluators by name, as the command line does:
//!
//!   ```
//!   use unbounded::engine::{Budget, Registry, Settings, Watch};
//!
//!   let position = Registry::standard().open("connect4:4x4")?;
//!   let mut session = position.session(&Settings::default())?;
//!   let report = session.think(&Budget::default(), &mut Watch::default());
//!   assert_eq!(report.value, Some(0)); // a draw with best play
//!   # Ok::<(), unbounded::engine::Error>(())
//!   ```
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
//! * [`arena`] lets players play against each other, and evaluates the results statistically.
//! * [`cli`] is the whole command over a list of games that you extend: see `examples/` in the repository.

pub use {arena, cli, engine, game, games, search};
