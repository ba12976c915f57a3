//! The paper's algorithm, line by line: Algorithm 4, one iteration of an Unbounded Minimax-based algorithm.
//!
//! Read this module with the paper beside it. It is recursive, keeps every value in a map, and looks at every child each
//! time. The fast walk ([`Search`](crate::Search)) makes the same search, iteration by iteration: the tests
//! compare the two. Use this one to read, and to check; it needs one stack frame per ply.
//!
//! ```
//! use game::{Game, Player};
//! use games::nim::Nim;
//! use search::Completion;
//! use search::policy::Descent;
//! use search::reference::Reference;
//!
//! // Heaps of 1, 2 and 3: the player to move loses (1 xor 2 xor 3 = 0).
//! let root = Nim::new(&[1, 2, 3], Player::First);
//! // f_t is the score of the game, and f_theta knows nothing.
//! let mut search = Reference::new(Descent, Nim::score, |_: &Nim| 0.0, Completion::On);
//! let label = search.search(&root, 1000);
//! assert!(label.resolved);
//! assert_eq!(label.exact, -1);
//! ```

mod by_policy;

use std::collections::{HashMap, HashSet};

use game::Game;

pub use by_policy::ByPolicy;

use crate::class::policy::{Descent, Ubfm};
use crate::expand;
use crate::label::{Completion, Label, finite};

/// The two abstract methods of Algorithm 4: all that distinguishes one member of the class from another.
///
/// Both may look at the whole state of the search. Whatever they answer, the algorithm is complete (Theorem 9).
/// [`ByPolicy`] makes the choices of a [`Policy`](crate::Policy).
pub trait Choices<G: Game> {
    /// *continue(s, S_p, T)*: whether an iteration that has just expanded `s` goes on below it.
    fn keep_going(&mut self, s: &G, tree: &PartialTree<G>) -> bool;

    /// *calculate_priority_child(s, A, S_p, T)*: one of `among`, the unresolved children of `s` (at least one).
    fn priority_child<'a>(&mut self, s: &G, among: &'a [G], tree: &PartialTree<G>) -> &'a G;
}

/// Algorithm 1, Unbounded Best-First Minimax: return to the root after each expansion.
impl<G: Game> Choices<G> for Ubfm {
    fn keep_going(&mut self, _: &G, _: &PartialTree<G>) -> bool {
        false
    }

    fn priority_child<'a>(&mut self, s: &G, among: &'a [G], tree: &PartialTree<G>) -> &'a G {
        tree.best_then_least_selected(s, among)
    }
}

/// Algorithm 2, Descent: go on until a state is resolved.
impl<G: Game> Choices<G> for Descent {
    fn keep_going(&mut self, _: &G, _: &PartialTree<G>) -> bool {
        true
    }

    fn priority_child<'a>(&mut self, s: &G, among: &'a [G], tree: &PartialTree<G>) -> &'a G {
        tree.best_then_least_selected(s, among)
    }
}

/// The state of a search (section "Other notations" of the paper).
#[derive(Clone, Debug)]
pub struct PartialTree<G> {
    /// S_p: the states that have been explored.
    pub explored: HashSet<G>,
    /// T: c, v and r of every explored state and of every child of one.
    pub labels: HashMap<G, Label>,
    /// n(s, s'): how often s' was selected from s. An absent pair counts 0.
    pub selections: HashMap<(G, G), u32>,
    /// What resolves a state.
    pub completion: Completion,
}

impl<G: Game> PartialTree<G> {
    /// Algorithm 3, *completed_best_action(s, A)*: the best of `among` by (c, v) in lexicographic order for the
    /// player to move in `s`. The first one wins a tie. `among` must not be empty.
    pub fn completed_best_action<'a>(&self, s: &G, among: impl IntoIterator<Item = &'a G>) -> &'a G {
        let rank = |child: &G| (self.labels[child].exact, self.labels[child].value);
        let better = |best, child| if s.turn().prefers(rank(child), rank(best)) { child } else { best };
        among.into_iter().reduce(better).expect("the caller passes at least one child")
    }

    /// Algorithm 3, *backup_resolution(s)*: r(s) from c(s) and the children. Strong solving (the remark of the appendix)
    /// drops the shortcut for |c(s)| = 1; without completion nothing is ever resolved.
    fn backup_resolution(&mut self, s: &G, children: &[G]) {
        let label = self.labels[s];
        let resolved = match self.completion {
            Completion::Off => false,
            Completion::On | Completion::Sighted if label.exact != 0 => true,
            _ => children.iter().all(|child| self.labels[child].resolved),
        };
        self.labels.insert(s.clone(), Label { resolved, ..label });
    }

    /// The lines of Algorithm 4 that follow an expansion and every recursive call.
    fn back_up(&mut self, s: &G, children: &[G]) {
        let best = self.completed_best_action(s, children);
        self.labels.insert(s.clone(), self.labels[best]);
        self.backup_resolution(s, children);
    }

    /// The best child to descend to: of children with equal (c, v), the one that was selected least.
    fn best_then_least_selected<'a>(&self, s: &G, among: &'a [G]) -> &'a G {
        let mut least_first: Vec<&G> = among.iter().collect();
        let selections = |child: &G| self.selections.get(&(s.clone(), child.clone())).copied();
        least_first.sort_by_key(|child| selections(child).unwrap_or(0));
        self.completed_best_action(s, least_first)
    }
}

/// A search by the member of the class that makes the choices `C`.
#[derive(Clone, Debug)]
pub struct Reference<G, C, T, E> {
    /// S_p, T and n.
    pub tree: PartialTree<G>,
    /// *continue* and *priority child*.
    pub choices: C,
    /// f_t: what a terminal state is worth. f_b is its [gain](game::Outcome::gain).
    f_t: T,
    /// f_theta: what another state is estimated to be worth.
    f_theta: E,
}

impl<G: Game, C: Choices<G>, T: Fn(&G) -> f32, E: Fn(&G) -> f32> Reference<G, C, T, E> {
    /// A search that has explored nothing. [`Completion::Sighted`] goes by the rules alone, like [`Completion::On`].
    pub fn new(choices: C, f_t: T, f_theta: E, completion: Completion) -> Self {
        let (explored, labels, selections) = Default::default();
        Reference { tree: PartialTree { explored, labels, selections, completion }, choices, f_t, f_theta }
    }

    /// Iterates on `s` until it is resolved, at most `time` times and at least once. Proposition 8: 2|S| iterations are
    /// enough.
    pub fn search(&mut self, s: &G, time: usize) -> Label {
        self.iterate(s);
        for _ in 1..time {
            if self.tree.labels[s].resolved {
                break;
            }
            self.iterate(s);
        }
        self.tree.labels[s]
    }

    /// Algorithm 4: one iteration on `s`.
    pub fn iterate(&mut self, s: &G) {
        if s.outcome().is_some() {
            return self.label(s);
        }
        let children: Vec<G> = expand::children(s).into_iter().map(|(_, child)| child).collect();
        let is_new = self.tree.explored.insert(s.clone());
        if is_new {
            children.iter().for_each(|child| self.label(child));
        }
        self.tree.back_up(s, &children);
        if !self.tree.labels[s].resolved && (!is_new || self.choices.keep_going(s, &self.tree)) {
            let is_unresolved = |child: &G| !self.tree.labels[child].resolved;
            let among: Vec<G> = children.iter().filter(|child| is_unresolved(child)).cloned().collect();
            let child = self.choices.priority_child(s, &among, &self.tree).clone();
            *self.tree.selections.entry((s.clone(), child.clone())).or_default() += 1;
            self.iterate(&child);
            self.tree.back_up(s, &children);
        }
    }

    /// The body of the loop over the children of a new state: r, c, v = 1, f_b, f_t for a terminal state, which is
    /// explored from then on, and 0, 0, f_theta for another one that is not explored yet.
    fn label(&mut self, s: &G) {
        let label = match s.outcome() {
            Some(outcome) => {
                self.tree.explored.insert(s.clone());
                self.tree.completion.terminal(outcome, (self.f_t)(s))
            }
            None if self.tree.explored.contains(s) => return,
            None => Label { exact: 0, value: finite((self.f_theta)(s)), resolved: false },
        };
        self.tree.labels.insert(s.clone(), label);
    }
}
