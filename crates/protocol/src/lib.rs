//! Engine protocols: the search of this project behind the protocols that clients of its games speak.
//!
//! A [`Dialect`](conversation::Dialect) turns messages of a client into work at a [`Desk`](desk::Desk), and news of the search
//! into answers. Threads of their own search ([`search`]), so that a dialect answers at once whatever the search is doing.
//! [`Conversation`] leads a dialect over any input and output.
//!
//! ```
//! use protocol::{Player, Protocol};
//!
//! let registry = engine::Registry::standard();
//! let mut engine = Protocol::Ugi.open(&registry, "nim", Player::default())?;
//! engine.say("position startpos moves 3:5");
//! engine.say("go");
//! engine.settle();
//! assert!(engine.heard().contains("bestmove 2:1"));
//! # Ok::<(), String>(())
//! ```

mod analysis;
pub mod client;
pub mod conversation;
pub mod desk;
mod dxp;
mod family;
mod gomocup;
mod gtp;
mod nboard;
mod player;
mod protocol;
mod record;
pub mod records;
pub mod score;
pub mod search;
mod spelling;
mod thinker;

use engine::clock;

pub use conversation::{Conversation, Flow};
pub use player::{FULL_LEVEL, Player};
pub use protocol::{Protocol, default_protocol};
