//! The choices of a policy, made in the reference.

use std::cell::OnceCell;

use game::Game;

use super::{Choices, PartialTree};
use crate::class::policy::{Policy, SearchState, Step, Visit};
use crate::expand;
use crate::label::Label;
use crate::tree::Candidate;

/// Lets a [`Policy`] make the choices of the reference: what it sees of the search is looked up in the maps of S_p and T.
pub struct ByPolicy<G: Game> {
    policy: Box<dyn Policy<G>>,
    /// The path of the iteration: its states, and the places of the children that it went to.
    path: Vec<(G, u32)>,
    /// Where the iteration asks next, if it does.
    next: Option<G>,
    iteration: u64,
}

impl<G: Game> ByPolicy<G> {
    /// Makes the choices of this policy.
    pub fn new(policy: Box<dyn Policy<G>>) -> Self {
        ByPolicy { policy, path: Vec::new(), next: None, iteration: 0 }
    }

    /// An iteration asks in every unresolved state that it comes to. In another state than the next one of the path
    /// another iteration begins.
    fn come_to(&mut self, s: &G) {
        if self.next.as_ref() != Some(s) {
            self.path.clear();
            self.iteration += 1;
        }
    }
}

impl<G: Game> Choices<G> for ByPolicy<G> {
    fn keep_going(&mut self, s: &G, tree: &PartialTree<G>) -> bool {
        self.come_to(s);
        let paper = Paper::new(s, tree, &self.path, self.iteration);
        let goes_on = self.policy.keep_going(&Visit::new(s, &paper));
        self.next = goes_on.then(|| s.clone());
        goes_on
    }

    fn priority_child<'a>(&mut self, s: &G, among: &'a [G], tree: &PartialTree<G>) -> &'a G {
        self.come_to(s);
        let paper = Paper::new(s, tree, &self.path, self.iteration);
        let index = self.policy.priority_child(&Visit::new(s, &paper)).child.index;
        let chosen = &paper.children[index as usize];
        let chosen =
            among.iter().find(|child| *child == chosen).expect("a policy chooses an unresolved child");
        self.next = Some(chosen.clone());
        self.path.push((s.clone(), index));
        chosen
    }
}

/// What the reference knows, as a policy asks for it.
struct Paper<'a, G: Game> {
    s: &'a G,
    tree: &'a PartialTree<G>,
    children: Vec<G>,
    path: &'a [(G, u32)],
    iteration: u64,
    unresolved: OnceCell<Vec<Candidate>>,
    contenders: OnceCell<Vec<Candidate>>,
}

impl<'a, G: Game> Paper<'a, G> {
    fn new(s: &'a G, tree: &'a PartialTree<G>, path: &'a [(G, u32)], iteration: u64) -> Self {
        let children = expand::children(s).into_iter().map(|(_, child)| child).collect();
        let (unresolved, contenders) = Default::default();
        Paper { s, tree, children, path, iteration, unresolved, contenders }
    }

    fn is_expanded(&self, s: &G) -> bool {
        self.tree.explored.contains(s) && s.outcome().is_none()
    }

    fn selections(&self, s: &G, child: &G) -> u32 {
        self.tree.selections.get(&(s.clone(), child.clone())).copied().unwrap_or(0)
    }

    fn best_of(&self, among: impl Iterator<Item = Candidate>) -> Option<Candidate> {
        let player = self.s.turn();
        among.reduce(|best, other| if other.goes_before(&best, player) { other } else { best })
    }
}

impl<G: Game> SearchState<G> for Paper<'_, G> {
    fn best(&self) -> Candidate {
        self.best_of(self.unresolved().iter().copied()).expect("Lemma 7: there is an unresolved child")
    }

    fn second_best(&self) -> Option<Candidate> {
        let best = self.best();
        self.best_of(self.unresolved().iter().copied().filter(|child| *child != best))
    }

    fn unresolved(&self) -> &[Candidate] {
        self.unresolved.get_or_init(|| {
            let all = (0..).zip(&self.children).filter(|(_, child)| !self.tree.labels[*child].resolved);
            let candidate = |(index, child): (u32, &G)| {
                let (rank, selections) = (self.tree.labels[child].rank(), self.selections(self.s, child));
                Candidate::in_maps(index, rank, selections, selections > 0 || self.is_expanded(child))
            };
            all.map(candidate).collect()
        })
    }

    fn contenders(&self) -> &[Candidate] {
        self.contenders.get_or_init(|| {
            let (expanded, leaves): (Vec<_>, Vec<_>) =
                self.unresolved().iter().partition(|child| child.is_expanded());
            expanded.into_iter().chain(self.best_of(leaves.into_iter())).collect()
        })
    }

    fn move_to(&self, child: Candidate) -> G::Move {
        expand::children(self.s)[child.index as usize].0
    }

    fn label_of(&self, state: &G) -> Option<Label> {
        self.is_expanded(state).then(|| self.tree.labels[state])
    }

    fn ply(&self) -> usize {
        self.path.len()
    }

    fn step(&self, ply: usize) -> Step<'_, G> {
        let (state, index) = &self.path[ply];
        let (m, child) = expand::children(state).swap_remove(*index as usize);
        Step { state, label: self.tree.labels[state], m, selections: self.selections(state, &child) }
    }

    fn iteration(&self) -> u64 {
        self.iteration
    }

    fn states(&self) -> usize {
        self.tree.explored.iter().filter(|s| s.outcome().is_none()).count()
    }
}
