//! What the results of matches say, and how sure it is.
//!
//! Matches are played in pairs: one opening, both seats. The two matches of a pair hang together, as a good
//! opening for one seat is a bad one for the other, so every error here comes from the spread of the *pairs*.
//! Nothing but `sqrt` is taken from the machine's own mathematics: the same results give the same numbers on
//! every machine.
//!
//! ```
//! use arena::statistics::{Pairs, Score, Sprt, Verdict, elo};
//!
//! let mut pairs = Pairs::default();
//! pairs.add(Score::Win, Score::Win);
//! pairs.add(Score::Win, Score::Loss);
//! assert_eq!(pairs.pentanomial().mean(), Some(0.5));
//! let elo = elo::estimate(pairs.pentanomial()).unwrap();
//! assert!((elo.elo - 190.85).abs() < 0.005);
//! let sprt: Sprt = "elo0=0,elo1=10".parse().unwrap();
//! assert_eq!(sprt.test(pairs.pentanomial()).verdict, Verdict::Continue);
//! ```

pub mod bootstrap;
pub mod elo;
pub mod interval;
pub mod pairs;
pub mod pentanomial;
pub mod sprt;

pub use bootstrap::{Overall, Strata};
pub use elo::Elo;
pub use interval::Interval;
pub use pairs::{Pairs, Record, Score, Seat};
pub use pentanomial::Pentanomial;
pub use sprt::{Sprt, Verdict};
