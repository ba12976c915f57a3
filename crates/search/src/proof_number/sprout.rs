//! The children of a state, each with what is known of it or with the numbers that it starts from.

use std::sync::Arc;

use game::{Bounds, Game, Key, Player, TextError};

use super::numbers::{Numbers, Question};
use crate::budget::Counts;
use crate::evaluate::Evaluator;
use crate::options::{OptionInfo, Options};
use crate::truth;

/// A child of a state that is being looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sprout<M> {
    /// The move that leads there.
    pub m: M,
    pub key: Key,
    pub proven: Bounds,
    pub numbers: Numbers,
}

/// The numbers of a state of which nothing is known.
pub enum Start<G: Game> {
    /// Both 1: every leaf is one answer away from being decided.
    One,
    /// The player to move needs one of its moves, the opponent all of them, so it starts with their number.
    Mobility,
    /// The better a state looks for a player, the smaller the player's number.
    Evaluator(Arc<dyn Evaluator<G>>),
    /// As many moves as there are, and more where they look bad.
    Both(Arc<dyn Evaluator<G>>),
}

/// The numbers of a state that looks lost, where one that looks won has 1.
const HOPELESS: f32 = 32.0;

/// Which [`Start`].
pub const START: OptionInfo = OptionInfo {
    name: "start",
    default: "auto",
    summary: "the numbers of a new leaf: one, mobility (its moves), evaluator (its estimate), both; auto: evaluator where the game estimates states, mobility where it does not, both where it tells who has more moves",
};

/// The same as it is usually done.
pub const START_OF_DF_PN: OptionInfo = OptionInfo { default: "mobility", ..START };

impl<G: Game> Start<G> {
    /// Reads the option.
    pub fn read(options: &Options, evaluator: Box<dyn Evaluator<G>>, root: &G) -> Result<Self, TextError> {
        // Where every stone takes a cell, or stays in its column, the number of moves says nothing of a state.
        let (estimates, moves_tell) = (root.estimate().is_some(), root.mobility().is_some());
        Ok(match options.one_of("start", &["one", "mobility", "evaluator", "both", "auto"])? {
            0 => Start::One,
            2 => Start::Evaluator(evaluator.into()),
            3 => Start::Both(evaluator.into()),
            4 if moves_tell => Start::Both(evaluator.into()),
            4 if estimates => Start::Evaluator(evaluator.into()),
            _ => Start::Mobility,
        })
    }

    fn evaluator(&self) -> Option<&dyn Evaluator<G>> {
        match self {
            Start::One | Start::Mobility => None,
            Start::Evaluator(evaluator) | Start::Both(evaluator) => Some(evaluator.as_ref()),
        }
    }

    fn counts_moves(&self) -> bool {
        matches!(self, Start::Mobility | Start::Both(_))
    }
}

impl<G: Game> Clone for Start<G> {
    fn clone(&self) -> Self {
        match self {
            Start::One => Start::One,
            Start::Mobility => Start::Mobility,
            Start::Evaluator(evaluator) => Start::Evaluator(evaluator.clone()),
            Start::Both(evaluator) => Start::Both(evaluator.clone()),
        }
    }
}

/// What a search remembers of states.
pub trait Memory<G: Game> {
    /// The key under which a state is remembered.
    fn key(&self, state: &G) -> Key;

    /// There will be a question about this key.
    fn announce(&self, _key: Key) {}

    /// What is proven of a state, and its numbers if they are about this question; there need not be any where
    /// it is decided.
    fn known(&self, key: Key, question: Question) -> (Bounds, Option<Numbers>);
}

/// Generates children. Its buffers are kept from one state to the next.
pub struct Nursery<G: Game> {
    start: Start<G>,
    moves: Vec<G::Move>,
    prospects: Vec<Bounds>,
    /// The children to give numbers to, and their places.
    leaves: Vec<G>,
    places: Vec<usize>,
    values: Vec<f32>,
    /// For counting moves.
    buffer: Vec<G::Move>,
}

impl<G: Game> Nursery<G> {
    pub fn new(start: Start<G>) -> Self {
        let (moves, prospects, leaves, places, values, buffer) = Default::default();
        Nursery { start, moves, prospects, leaves, places, values, buffer }
    }

    /// Appends the children of a state that is not terminal. What is remembered of a child goes before what it
    /// would start from. Unless `all` are wanted, those are left out that the value does not depend on
    /// ([`Game::prune`]), and the first child that decides the question for the player to move is the last one;
    /// returns whether all that matter are there.
    pub fn raise(
        &mut self,
        state: &G,
        question: Question,
        all: bool,
        memory: &impl Memory<G>,
        counts: &mut Counts,
        out: &mut Vec<Sprout<G::Move>>,
    ) -> bool {
        self.moves.clear();
        self.prospects.clear();
        self.leaves.clear();
        self.places.clear();
        state.moves(&mut self.moves);
        if !all {
            state.prune(&mut self.moves);
        }
        state.prospects(&self.moves, &mut self.prospects);
        counts.expansions += 1;
        counts.charged += 1;
        let settles = |winner: Option<Player>| !all && winner == Some(state.turn());
        let decides = |prospect: &Bounds| settles(question.winner(*prospect));
        if let Some(index) = self.prospects.iter().position(decides) {
            self.moves.swap(0, index);
            self.prospects.swap(0, index);
        }
        for (index, &m) in self.moves.iter().enumerate() {
            counts.nodes += 1;
            let mut child = state.clone();
            child.play(m);
            let mut proven = self.prospects.get(index).copied().unwrap_or(Bounds::ANY);
            if question.winner(proven).is_none() {
                proven = proven.and(truth::at_sight(&child));
            }
            let winner = question.winner(proven);
            let (key, numbers) = (memory.key(&child), winner.map_or(Numbers([1, 1]), Numbers::won_by));
            if winner.is_none() {
                memory.announce(key);
                self.places.push(out.len());
                self.leaves.push(child);
            }
            out.push(Sprout { m, key, proven, numbers });
            if settles(winner) {
                return false;
            }
        }
        let mut kept = 0;
        for i in 0..self.leaves.len() {
            let sprout = &mut out[self.places[i]];
            let (proven, numbers) = memory.known(sprout.key, question);
            sprout.proven = sprout.proven.and(proven);
            let winner = question.winner(sprout.proven);
            match winner.map(Numbers::won_by).or(numbers) {
                Some(numbers) => sprout.numbers = numbers,
                None => {
                    self.leaves.swap(kept, i);
                    self.places.swap(kept, i);
                    kept += 1;
                }
            }
            if settles(winner) {
                return false;
            }
        }
        self.leaves.truncate(kept);
        self.places.truncate(kept);
        let evaluations = self.give_numbers(state, out);
        counts.evaluations += evaluations;
        counts.charged += evaluations.max(1) - 1;
        true
    }

    /// Numbers for those that have none. Returns how many evaluations that took.
    fn give_numbers(&mut self, state: &G, out: &mut [Sprout<G::Move>]) -> u64 {
        if self.start.counts_moves() {
            for (leaf, &place) in self.leaves.iter().zip(&self.places) {
                let moves = leaf.count_moves(&mut self.buffer) as u32;
                out[place].numbers = Numbers::seen_by(leaf.turn(), 1, moves);
            }
        }
        let Some(evaluator) = self.start.evaluator() else { return 0 };
        self.values.clear();
        self.values.resize(self.leaves.len(), 0.0);
        evaluator.evaluate(state, &self.leaves, &mut self.values);
        for (&value, &place) in self.values.iter().zip(&self.places) {
            // NaN becomes 0 in the cast.
            let hope = (value.clamp(-1.0, 1.0) + 1.0) / 2.0;
            let factor = |hope: f32| 1 + ((HOPELESS - 1.0) * (1.0 - hope)) as u32;
            let [first, second] = out[place].numbers.0;
            out[place].numbers = Numbers([first * factor(hope), second * factor(1.0 - hope)]);
        }
        self.leaves.len() as u64
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.moves.capacity() + self.buffer.capacity()) * size_of::<G::Move>()
            + self.prospects.capacity() * size_of::<Bounds>()
            + self.leaves.capacity() * size_of::<G>()
            + self.places.capacity() * size_of::<usize>()
            + self.values.capacity() * size_of::<f32>()
    }
}
