//! The children of a state, each with what is known of it or with the numbers that it starts from.

use game::{Bounds, Game, Key};

use super::numbers::{Numbers, Question};
use crate::budget::Counts;
use crate::evaluate::Evaluator;
use crate::options::{OptionInfo, Options};

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
    Evaluator(Box<dyn Evaluator<G>>),
}

/// The numbers of a state that looks lost, where one that looks won has 1.
const HOPELESS: f32 = 32.0;

/// Which [`Start`].
pub const START: OptionInfo = OptionInfo {
    name: "start",
    default: "mobility",
    summary: "the numbers of a new leaf: one, mobility (its moves), evaluator (its estimate)",
};

impl<G: Game> Start<G> {
    /// Reads the option.
    pub fn read(options: &Options, evaluator: Box<dyn Evaluator<G>>) -> Result<Self, game::TextError> {
        Ok(match options.one_of("start", &["one", "mobility", "evaluator"])? {
            0 => Start::One,
            1 => Start::Mobility,
            _ => Start::Evaluator(evaluator),
        })
    }
}

/// Generates children. Its buffers are kept from one state to the next.
pub struct Nursery<G: Game> {
    start: Start<G>,
    moves: Vec<G::Move>,
    /// The children to give numbers to, and their places.
    leaves: Vec<G>,
    places: Vec<usize>,
    values: Vec<f32>,
    /// For counting moves.
    buffer: Vec<G::Move>,
}

impl<G: Game> Nursery<G> {
    pub fn new(start: Start<G>) -> Self {
        let (moves, leaves, places, values, buffer) = Default::default();
        Nursery { start, moves, leaves, places, values, buffer }
    }

    /// Appends the children of a state that is not terminal. What `known` says of a key goes before what a
    /// child would start from; it need not give numbers where the question is decided.
    pub fn raise(
        &mut self,
        state: &G,
        question: Question,
        known: impl Fn(Key) -> (Bounds, Option<Numbers>),
        counts: &mut Counts,
        out: &mut Vec<Sprout<G::Move>>,
    ) {
        self.moves.clear();
        self.leaves.clear();
        self.places.clear();
        state.moves(&mut self.moves);
        for &m in &self.moves {
            let mut child = state.clone();
            child.play(m);
            let key = child.sharing_key();
            let (proven, numbers) = match child.outcome() {
                Some(outcome) => (Bounds::of(outcome), None),
                None => known(key),
            };
            let numbers = question.winner(proven).map(Numbers::won_by).or(numbers);
            if numbers.is_none() {
                self.places.push(out.len());
                self.leaves.push(child);
            }
            out.push(Sprout { m, key, proven, numbers: numbers.unwrap_or(Numbers([1, 1])) });
        }
        counts.expansions += 1;
        counts.nodes += self.moves.len() as u64;
        let evaluations = self.give_numbers(state, out);
        counts.evaluations += evaluations;
        counts.charged += evaluations.max(1);
    }

    /// Numbers for those that have none. Returns how many evaluations that took.
    fn give_numbers(&mut self, state: &G, out: &mut [Sprout<G::Move>]) -> u64 {
        match &self.start {
            Start::One => 0,
            Start::Mobility => {
                for (leaf, &place) in self.leaves.iter().zip(&self.places) {
                    let moves = leaf.count_moves(&mut self.buffer) as u32;
                    out[place].numbers = Numbers::seen_by(leaf.turn(), 1, moves);
                }
                0
            }
            Start::Evaluator(evaluator) => {
                self.values.clear();
                self.values.resize(self.leaves.len(), 0.0);
                evaluator.evaluate(state, &self.leaves, &mut self.values);
                for (&value, &place) in self.values.iter().zip(&self.places) {
                    // NaN becomes 0 in the cast.
                    let hope = (value.clamp(-1.0, 1.0) + 1.0) / 2.0;
                    let number = |hope: f32| 1 + ((HOPELESS - 1.0) * (1.0 - hope)) as u32;
                    out[place].numbers = Numbers([number(hope), number(1.0 - hope)]);
                }
                self.leaves.len() as u64
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.moves.capacity() + self.buffer.capacity()) * size_of::<G::Move>()
            + self.leaves.capacity() * size_of::<G>()
            + self.places.capacity() * size_of::<usize>()
            + self.values.capacity() * size_of::<f32>()
    }
}
