//! The children of a state, with what is known about them or with start numbers.

use std::sync::Arc;

use game::children::{Child, Family, Look};
use game::{Bounds, ChildGenerator, Clock, Cut, Game, Key, Player};

use crate::budget::Counts;
use crate::ledger::memory::ProofMemory;
use crate::ledger::numbers::{Numbers, Question};
use crate::options::{OptionInfo, Options, Values};
use game::evaluate::Evaluator;

/// A child of a state that is being expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofChild<M> {
    /// The move that leads there.
    pub m: M,
    pub key: Key,
    pub proven: Bounds,
    pub numbers: Numbers,
}

/// How to choose the numbers of a state about which nothing is known.
pub enum StartNumbers<G: Game> {
    /// Both are 1: a leaf is one expansion away from being decided.
    One,
    /// The player to move needs one of its moves, the opponent all of them: the opponent starts with the
    /// number of moves.
    Mobility,
    /// The better the estimate for a player, the smaller its number.
    Evaluator(Arc<dyn Evaluator<G>>),
    /// As with `Mobility`, multiplied as with `Evaluator`.
    Both(Arc<dyn Evaluator<G>>),
}

/// The factor for a player whose state is estimated as lost; that for a state estimated as won is 1.
const MAX_FACTOR: f32 = 32.0;

/// The option that selects the [`StartNumbers`].
pub const START: OptionInfo = OptionInfo {
    name: "start",
    default: "auto",
    values: Values::Words(&["one", "mobility", "evaluator", "both", "auto"]),
    summary: "start numbers of a leaf: one, mobility (its moves), evaluator (its estimate), both; \
              auto: both if the game counts mobility, else evaluator if it has an estimate, else mobility",
};

/// The same with the default of the literature.
pub const START_OF_DF_PN: OptionInfo = OptionInfo { default: "mobility", ..START };

impl<G: Game> StartNumbers<G> {
    /// Parses the option.
    pub fn read(options: &Options, evaluator: Box<dyn Evaluator<G>>, root: &G) -> Self {
        // In games where every stone takes a cell, the number of moves says nothing about a state.
        let (has_estimate, has_mobility) = (root.estimate().is_some(), root.mobility().is_some());
        match options.text("start") {
            "one" => StartNumbers::One,
            "evaluator" => StartNumbers::Evaluator(evaluator.into()),
            "both" => StartNumbers::Both(evaluator.into()),
            "auto" if has_mobility => StartNumbers::Both(evaluator.into()),
            "auto" if has_estimate => StartNumbers::Evaluator(evaluator.into()),
            _ => StartNumbers::Mobility,
        }
    }

    fn evaluator(&self) -> Option<&dyn Evaluator<G>> {
        match self {
            StartNumbers::One | StartNumbers::Mobility => None,
            StartNumbers::Evaluator(evaluator) | StartNumbers::Both(evaluator) => Some(evaluator.as_ref()),
        }
    }

    fn counts_moves(&self) -> bool {
        matches!(self, StartNumbers::Mobility | StartNumbers::Both(_))
    }
}

impl<G: Game> Clone for StartNumbers<G> {
    fn clone(&self) -> Self {
        match self {
            StartNumbers::One => StartNumbers::One,
            StartNumbers::Mobility => StartNumbers::Mobility,
            StartNumbers::Evaluator(evaluator) => StartNumbers::Evaluator(evaluator.clone()),
            StartNumbers::Both(evaluator) => StartNumbers::Both(evaluator.clone()),
        }
    }
}

/// Generates children with their numbers. Its buffers are reused.
pub struct ProofExpander<G: Game> {
    start: StartNumbers<G>,
    generator: Box<dyn ChildGenerator<G>>,
    family: Family<G::Move>,
    /// The indices of the children that need numbers, and which of the leaves these are.
    indices: Vec<usize>,
    new: Vec<u32>,
    values: Vec<f32>,
    /// How many states were evaluated for them.
    evaluations: usize,
    /// The player to move and the number of moves of each of these.
    mobility: Vec<(Player, u32)>,
}

impl<G: Game> ProofExpander<G> {
    pub fn new(root: &G, start: StartNumbers<G>) -> Self {
        let (family, indices, new, values, mobility) = Default::default();
        let generator = root.child_generator();
        ProofExpander { start, generator, family, indices, new, values, evaluations: 0, mobility }
    }

    /// Appends the children of a non-terminal state. What `memory` knows about a child takes precedence over
    /// start numbers. Unless `all` are wanted, children that cannot matter to the value are left out
    /// ([`Sight::prune`](game::Sight::prune)), and the list ends with the first child that decides the question for the player to
    /// move. Returns whether the list contains all children that matter.
    pub fn expand(
        &mut self,
        state: &G,
        (question, all): (Question, bool),
        memory: &impl ProofMemory,
        clock: &Clock<'_>,
        counts: &mut Counts,
        out: &mut Vec<ProofChild<G::Move>>,
    ) -> Result<bool, Cut> {
        let first = out.len();
        let is_whole =
            self.list(state, (question, all), memory, clock, out).inspect_err(|_| out.truncate(first))?;
        counts.expansions += 1;
        counts.nodes += self.family.children.len() as u64;
        counts.evaluations += self.evaluations as u64;
        counts.charged += self.evaluations.max(1) as u64;
        Ok(is_whole)
    }

    /// The same without counting, and what was listed before the clock cuts it short remains.
    fn list(
        &mut self,
        state: &G,
        (question, all): (Question, bool),
        memory: &impl ProofMemory,
        clock: &Clock<'_>,
        out: &mut Vec<ProofChild<G::Move>>,
    ) -> Result<bool, Cut> {
        self.values.clear();
        self.evaluations = 0;
        self.indices.clear();
        self.new.clear();
        let look = Look::Question { gain: question.gain(), one: !all, keys: memory.keys() };
        let is_whole = self.generator.generate(state, look, &mut self.family, clock)?;
        let Family { moves, children, keys } = &self.family;
        for ((&m, &Child { bounds: proven, is_leaf, .. }), &key) in moves.iter().zip(children).zip(keys) {
            if is_leaf {
                memory.announce(key);
                self.indices.push(out.len());
            }
            let numbers = question.winner(proven).map_or(Numbers([1, 1]), Numbers::won_by);
            out.push(ProofChild { m, key, proven, numbers });
        }
        if !is_whole {
            return Ok(false);
        }
        let player = state.turn();
        for (number, &index) in (0..).zip(&self.indices) {
            let child = &mut out[index];
            let (proven, numbers) = memory.known(child.key, question);
            child.proven = child.proven.and(proven);
            let winner = question.winner(child.proven);
            match winner.map(Numbers::won_by).or(numbers) {
                Some(numbers) => child.numbers = numbers,
                None => self.new.push(number),
            }
            if !all && winner == Some(player) {
                return Ok(false);
            }
        }
        if self.new.len() < self.indices.len() {
            self.generator.keep(&self.new);
            for (kept, &number) in self.new.iter().enumerate() {
                self.indices[kept] = self.indices[number as usize];
            }
            self.indices.truncate(self.new.len());
        }
        self.set_start_numbers(state, clock, out)?;
        Ok(true)
    }

    /// Sets the start numbers of the children that have none.
    fn set_start_numbers(
        &mut self,
        state: &G,
        clock: &Clock<'_>,
        out: &mut [ProofChild<G::Move>],
    ) -> Result<(), Cut> {
        if self.start.counts_moves() {
            self.mobility.clear();
            self.generator.count_moves(clock, &mut self.mobility)?;
            for (&(player, moves), &index) in self.mobility.iter().zip(&self.indices) {
                out[index].numbers = Numbers::seen_by(player, 1, moves);
            }
        }
        let Some(evaluator) = self.start.evaluator() else { return Ok(()) };
        self.values.resize(self.indices.len(), 0.0);
        let ProofExpander { generator, values, evaluations, .. } = self;
        clock.in_slices(values.len(), |leaves| {
            *evaluations += generator.evaluate(state, leaves.clone(), evaluator, &mut values[leaves]);
        })?;
        for (&value, &index) in self.values.iter().zip(&self.indices) {
            // The cast turns NaN into 0.
            let hope = (value.clamp(-1.0, 1.0) + 1.0) / 2.0;
            let factor = |hope: f32| 1 + ((MAX_FACTOR - 1.0) * (1.0 - hope)) as u32;
            let [first, second] = out[index].numbers.0;
            out[index].numbers = Numbers([first * factor(hope), second * factor(1.0 - hope)]);
        }
        Ok(())
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.generator.bytes()
            + self.family.bytes()
            + self.new.capacity() * size_of::<u32>()
            + self.mobility.capacity() * size_of::<(Player, u32)>()
            + self.indices.capacity() * size_of::<usize>()
            + self.values.capacity() * size_of::<f32>()
    }
}
