//! The two free choices of the class: how far an iteration goes, and where.
//!
//! Whatever they are, the algorithm is complete (Theorem 9): it resolves the root within 2|S| iterations (Proposition 8),
//! and then c is the minimax value (Proposition 6). A member of the class is one file here with one `impl Policy`, and
//! one line in the list below.

mod bonus;
mod dice;
mod member;
mod pick;
mod visit;

use std::io::{self, Read, Write};

use game::Game;

pub use descent::Descent;
pub use dice::Dice;
pub use member::Member;
pub use pick::Pick;
pub use random::Random;
pub use ubfm::Ubfm;
pub use uct::UbfmUct;
pub(crate) use visit::SearchState;
pub use visit::{Step, Visit};

/// A file in this directory with a function `member` for each name.
macro_rules! members {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// All members of the class. The tests of the theorem take every one of them.
        pub fn members<G: Game>() -> Vec<Member<G>> {
            vec![$($file::member()),*]
        }
    };
}

members! {
    ubfm,
    descent,
    uct,
    random,
    ubfm_continue,
    ubfm_explore,
    ubfm_second,
}

/// A member of the class of Unbounded Minimax-based algorithms (Algorithm 4 of the paper).
pub trait Policy<G: Game>: Send {
    /// `continue(s, S_p, T)` of Algorithm 4: whether the iteration goes on below a state that it has just expanded.
    fn keep_going(&mut self, at: &Visit<'_, G>) -> bool;

    /// `calculate_priority_child(s, A, S_p, T)` of Algorithm 4: which of the unresolved children the iteration goes to.
    /// [`Pick::once`] is always right; a promise saves time.
    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick;

    /// The same member of the class for another worker.
    fn for_worker(&self, number: u64) -> Box<dyn Policy<G>>;

    /// Writes what its choices depend on besides what it sees, for a checkpoint.
    fn save(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Takes up what [`Policy::save`] wrote, all of it: from there on it chooses as the one that was saved.
    fn load(&mut self, _saved: &mut dyn Read) -> io::Result<()> {
        Ok(())
    }
}
