//! What every search algorithm offers: the one interface behind which all of them stand side by side.

use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::Game;

use crate::budget::{Budget, Counts, Stop};
use crate::decide::{Choice, Decision};
use crate::label::Label;
use game::evaluate::Evaluator;

/// A search of a position that can be run, looked at, and run on. It keeps what still helps when the root
/// moves on.
pub trait Searcher<G: Game>: Send {
    /// The state that is searched.
    fn root(&self) -> &G;

    /// Goes on from another state.
    fn set_root(&mut self, root: G);

    /// Searches until there is nothing left to find, the budget is used up, or somebody interrupts. A limit
    /// counts what this run does, not what was done before.
    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop;

    /// What is known of the root now.
    fn finding(&mut self) -> Finding<G::Move>;

    /// A move from any state, not only the root, after which the player who moves is proven to get this gain
    /// (seen by player 1) or a better one; `None` where the search knows of none, or not any more, or when it may not
    /// go on: it may take a closer look at every child.
    fn proven_move(&mut self, _state: &G, _gain: i8, _may_go_on: &dyn Fn() -> bool) -> Option<G::Move> {
        None
    }

    /// Gives up what it needs least until it holds no more than this, if it can. Returns the bytes that it holds then.
    fn shrink_to(&mut self, _bytes: usize) -> usize {
        self.finding().bytes
    }

    /// Writes all that the search needs to go on from here another day. Returns whether it can.
    fn save(&mut self, _out: &mut dyn Write) -> io::Result<bool> {
        Ok(false)
    }

    /// Takes up what a search of the same root, made in the same way, has saved. Nothing is wrong if it
    /// cannot: the search then begins from the beginning. What is damaged is an error.
    fn load(&mut self, _saved: &mut dyn Read) -> io::Result<()> {
        Ok(())
    }
}

/// What an algorithm is made of besides its own options.
pub struct Setup<G: Game> {
    /// Where it begins.
    pub root: G,
    /// f_theta
    pub evaluator: Box<dyn Evaluator<G>>,
    /// How the move is chosen, where the algorithm leaves a choice.
    pub decision: Decision,
    /// For whatever is pseudo-random.
    pub seed: u64,
}

/// What a search has found, all values seen by player 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding<M> {
    /// c, v and r of the root; `None` before anything was searched.
    pub label: Option<Label>,
    /// Every legal move with what is known of it, in the order of the moves; empty before anything was
    /// searched.
    pub choices: Vec<Choice<M>>,
    /// Which of the choices to play; `None` if the root is terminal or nothing was searched.
    pub best: Option<usize>,
    /// What the choice looked at.
    pub decision: Decision,
    /// The line that both players are expected to follow.
    pub line: Vec<M>,
    /// How much is missing to a proof, where the search goes by that and has not found one.
    pub numbers: Option<ProofNumbers>,
    /// What has been done so far.
    pub counts: Counts,
    /// How many states are kept, those that only wait with an estimate included.
    pub states: usize,
    /// Bytes held, all included.
    pub bytes: usize,
}

/// The proof and the disproof number of the root, for the question that is being asked about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// The question: does player 1 reach at least this gain?
    pub gain: i8,
    /// The least number of leaves, roughly, that must turn out well for player 1 to prove a yes.
    pub proof: u32,
    /// The same for player 2 and a no.
    pub disproof: u32,
}

/// How often somebody wants to see what has been found on the way, and who.
pub type Snapshots<'a, M> = (Duration, &'a mut dyn FnMut(Finding<M>));

/// Who sees the root after every iteration.
pub type Trace<'a> = &'a mut dyn FnMut(&Counts, Label);

/// Who looks on while a search runs.
pub struct Watch<'a, M> {
    /// Ends the search when it becomes true.
    pub interrupt: Option<&'a AtomicBool>,
    /// Sees what has been found on the way, every so often.
    pub snapshots: Option<Snapshots<'a, M>>,
    /// Sees the root after every iteration.
    pub trace: Option<Trace<'a>>,
}

impl<M> Default for Watch<'_, M> {
    fn default() -> Self {
        Watch { interrupt: None, snapshots: None, trace: None }
    }
}
