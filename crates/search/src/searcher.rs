//! The interface that every search algorithm implements.

use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Game, TerminalFunction};

use crate::budget::{Budget, Counts, Stop};
use crate::decide::{Choice, Decision};
use crate::label::Label;
use game::evaluate::Evaluator;

/// A search of one position. It can be run, inspected and resumed, and it keeps what it has found when the
/// root moves to another state.
pub trait Searcher<G: Game>: Send {
    /// The state that is searched.
    fn root(&self) -> &G;

    /// Makes another state the root.
    fn set_root(&mut self, root: G);

    /// Searches until the root is resolved, the algorithm has finished, a limit of the budget is reached, or
    /// the caller interrupts. Limits apply to this run alone, not to work done by earlier runs.
    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop;

    /// What is currently known of the root.
    fn finding(&mut self) -> Finding<G::Move>;

    /// Whether it asks the evaluator of its [`Setup`] at all. `false` if random games take the place of estimates.
    fn uses_evaluator(&self) -> bool {
        true
    }

    /// A move from any state, not only the root, after which the player to move is proven to reach this gain
    /// (from player 1's point of view) or a better one. `None` if the search has no such proof, no longer has it, or
    /// may not go on: it may examine every child.
    fn proven_move(&mut self, _state: &G, _gain: i8, _may_go_on: &dyn Fn() -> bool) -> Option<G::Move> {
        None
    }

    /// Every move with what is known of it in the state that these moves lead to from the root, in the order of move
    /// generation: a look into the tree. `None` where the state is not expanded, or the algorithm stores no tree.
    fn choices_after(&mut self, _line: &[G::Move]) -> Option<Vec<Choice<G::Move>>> {
        None
    }

    /// Evicts what the search needs least until it holds at most this number of bytes, if it can. Returns the bytes that
    /// it then holds.
    fn shrink_to(&mut self, _bytes: usize) -> usize {
        self.finding().bytes
    }

    /// Writes everything that is needed to resume the search later. Returns `false` if the algorithm does not
    /// support this.
    fn save(&mut self, _out: &mut dyn Write) -> io::Result<bool> {
        Ok(false)
    }

    /// Resumes from what a search of the same root, with the same options, has saved. An algorithm that does
    /// not support this starts from scratch, which is not an error. Damaged input is an error.
    fn load(&mut self, _saved: &mut dyn Read) -> io::Result<()> {
        Ok(())
    }
}

/// What an algorithm is built from, apart from its own options.
pub struct Setup<G: Game> {
    /// The initial root.
    pub root: G,
    /// The evaluation function f_theta.
    pub evaluator: Box<dyn Evaluator<G>>,
    /// f_t, for algorithms that use more than the gain. The root is the state that [`TerminalFunction::begin`] gives.
    pub terminal: TerminalFunction,
    /// How the move to play is chosen, where the algorithm leaves a choice.
    pub decision: Decision,
    /// The seed of all pseudo-random choices.
    pub seed: u64,
}

/// What a search has found. All values are from player 1's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding<M> {
    /// c, v and r of the root; `None` before the first search.
    pub label: Option<Label>,
    /// Every legal move with what is known of it, in the order of move generation; empty before the first
    /// search.
    pub choices: Vec<Choice<M>>,
    /// The index of the move to play; `None` if the root is terminal or nothing has been searched.
    pub best: Option<usize>,
    /// The rule by which that move was chosen.
    pub decision: Decision,
    /// The principal variation.
    pub line: Vec<M>,
    /// The proof and disproof number of the root, for proof-number searches that have not resolved it.
    pub numbers: Option<ProofNumbers>,
    /// The work done so far.
    pub counts: Counts,
    /// The number of stored states, including leaves that only have an estimate.
    pub states: usize,
    /// The memory in use, in bytes.
    pub bytes: usize,
    /// How many states were evicted to stay within the memory limit.
    pub evictions: u64,
}

/// The proof and disproof number of the root, and the question that they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// The question: does player 1 reach at least this gain?
    pub gain: i8,
    /// Roughly the least number of leaves that must be resolved in player 1's favour to prove a yes.
    pub proof: u32,
    /// The same for player 2 and a no.
    pub disproof: u32,
}

/// How often to report what has been found so far, and the callback that receives it.
pub type Snapshots<'a, M> = (Duration, &'a mut dyn FnMut(Finding<M>));

/// A callback that receives the label of the root after every iteration.
pub type Trace<'a> = &'a mut dyn FnMut(&Counts, Label);

/// How the caller observes and interrupts a search while it runs.
pub struct Watch<'a, M> {
    /// The search stops when this becomes true.
    pub interrupt: Option<&'a AtomicBool>,
    /// Receives what has been found so far, at a fixed interval.
    pub snapshots: Option<Snapshots<'a, M>>,
    /// Receives the label of the root after every iteration.
    pub trace: Option<Trace<'a>>,
}

impl<M> Default for Watch<'_, M> {
    fn default() -> Self {
        Watch { interrupt: None, snapshots: None, trace: None }
    }
}
