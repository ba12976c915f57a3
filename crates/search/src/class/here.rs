//! What a policy sees from a level of the walk.

use std::cell::{Cell, OnceCell};

use game::Game;

use crate::class::level::{Level, back_up_above};
use crate::class::policy::{SearchState, Step};
use crate::label::Label;
use crate::tree::{Candidate, Tree};

/// Lists of children for policies that ask for them; their memory is kept from one visit to the next.
#[derive(Default)]
pub struct Lists {
    unresolved: Cell<Vec<Candidate>>,
    contenders: Cell<Vec<Candidate>>,
}

/// A list that is made when it is asked for.
struct Lazy<'a> {
    memory: &'a Cell<Vec<Candidate>>,
    list: OnceCell<Vec<Candidate>>,
}

impl<'a> Lazy<'a> {
    fn new(memory: &'a Cell<Vec<Candidate>>) -> Self {
        Lazy { memory, list: OnceCell::new() }
    }

    fn get(&self, fill: impl FnOnce(&mut Vec<Candidate>)) -> &[Candidate] {
        self.list.get_or_init(|| {
            let mut list = self.memory.take();
            list.clear();
            fill(&mut list);
            list
        })
    }
}

impl Drop for Lazy<'_> {
    fn drop(&mut self) {
        if let Some(list) = self.list.take() {
            self.memory.set(list);
        }
    }
}

/// What the policy sees from one of the levels.
pub struct Here<'a, G> {
    tree: &'a Tree,
    levels: &'a [Level<G>],
    /// Which of them.
    at: usize,
    /// The number of the iteration.
    iteration: u64,
    /// Levels above this one may not be backed up yet. Shared by all visits of an iteration.
    backed_up: &'a Cell<usize>,
    unresolved: Lazy<'a>,
    contenders: Lazy<'a>,
}

impl<'a, G: Game> Here<'a, G> {
    pub fn new(
        tree: &'a Tree,
        levels: &'a [Level<G>],
        at: usize,
        iteration: u64,
        backed_up: &'a Cell<usize>,
        lists: &'a Lists,
    ) -> Self {
        let Lists { unresolved, contenders } = lists;
        let (unresolved, contenders) = (Lazy::new(unresolved), Lazy::new(contenders));
        Here { tree, levels, at, iteration, backed_up, unresolved, contenders }
    }

    fn level(&self) -> &'a Level<G> {
        &self.levels[self.at]
    }

    fn back_up_above(&self) {
        back_up_above(self.levels, self.backed_up.replace(0));
    }
}

impl<G: Game> SearchState<G> for Here<'_, G> {
    fn best(&self) -> Candidate {
        self.level().survey.best.expect("a state that is visited has an unresolved child")
    }

    fn second_best(&self) -> Option<Candidate> {
        self.level().survey.rival
    }

    fn unresolved(&self) -> &[Candidate] {
        self.unresolved.get(|list| {
            self.tree.hold(self.level().node).list_unresolved(list);
            if list.is_empty() {
                // Other workers have resolved them since this one looked.
                list.extend(self.level().survey.best);
            }
        })
    }

    fn contenders(&self) -> &[Candidate] {
        self.contenders.get(|list| {
            self.tree.hold(self.level().node).list_contenders(list);
            if list.is_empty() {
                list.extend(self.level().survey.best);
            }
        })
    }

    fn move_to(&self, child: Candidate) -> G::Move {
        self.tree.move_to(self.level().node, child.index)
    }

    fn label_of(&self, state: &G) -> Option<Label> {
        let node = self.tree.find(state.sharing_key())?;
        self.back_up_above();
        let on_the_way = self.levels.iter().find(|level| level.node == node);
        let label = on_the_way.map_or_else(|| self.tree.label(node), Level::label);
        // A state without children is terminal, not expanded.
        (self.tree.child_count(node) > 0).then_some(label)
    }

    fn ply(&self) -> usize {
        self.at
    }

    fn step(&self, ply: usize) -> Step<'_, G> {
        self.back_up_above();
        let (level, child) = (&self.levels[ply], &self.levels[ply + 1]);
        let counted = self.tree.hold(level.node).links()[child.via as usize].selections;
        let more = u32::try_from(self.iteration + 1 - child.since).unwrap_or(u32::MAX);
        Step {
            state: &level.state,
            label: level.label(),
            m: self.tree.move_to(level.node, child.index),
            selections: counted.saturating_add(more),
        }
    }

    fn iteration(&self) -> u64 {
        self.iteration
    }

    fn states(&self) -> usize {
        self.tree.len()
    }
}
