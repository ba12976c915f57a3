//! Frontier states, whose children are at the horizon and are evaluated in batches.

use std::ops::Range;

use game::{Cut, Game, Player};

use super::backup::{Backed, Backup, Certainty, win};
use super::order::{Killers, Order};
use super::worker::{Halt, Worker, WorkerData};
use super::{Method, Query};
use crate::label::finite;

/// Buffers for one ply. They are reused: in the long run nothing here allocates.
pub struct Ply<G: Game> {
    pub moves: Vec<G::Move>,
    pub order: Order,
    pub killers: Killers<G::Move>,
    /// The children that were evaluated.
    pub children: Vec<Child>,
    /// The principal variation from here, for methods without a table.
    pub line: Vec<G::Move>,
    /// Whether the last move was a null move.
    pub is_after_pass: bool,
}

/// Which children are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All children.
    All,
    /// The children after moves that are forcing or win at once.
    Forcing,
}

/// A child with its value: by the rules if it is terminal, otherwise its estimate.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The index of its move among the legal moves.
    pub index: usize,
    pub backed: Backed,
}

impl<G: Game> Ply<G> {
    pub fn new() -> Self {
        Ply {
            moves: Vec::new(),
            order: Order::default(),
            killers: Killers::default(),
            children: Vec::new(),
            line: Vec::new(),
            is_after_pass: false,
        }
    }

    /// Drops what was useful for states at this ply in earlier searches.
    pub fn forget(&mut self) {
        self.killers = Killers::default();
        self.line.clear();
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + (self.moves.capacity() + self.line.capacity()) * size_of::<G::Move>()
            + self.order.bytes()
            + self.children.capacity() * size_of::<Child>()
    }

    /// Moves the latest killer move to the front, if it is legal here. At the frontier, more ordering would
    /// not pay off.
    #[inline]
    fn put_killer_first(&mut self) {
        if let Some(index) = self.moves.iter().position(|&m| self.killers.is_latest(m)) {
            self.moves.swap(0, index);
        }
    }

    /// Sorts the children by their values, the best for this player first.
    pub fn sort_children(&mut self, player: Player) {
        let key = |child: &Child| f32::from(player.sign()) * child.backed.value;
        self.children.sort_unstable_by(|a, b| key(b).total_cmp(&key(a)).then_with(|| a.index.cmp(&b.index)));
    }
}

impl<G: Game> Worker<'_, '_, G> {
    /// Generates all moves of a state and evaluates the children in `scope`. If the player to move wins at
    /// once, returns the index of the winning move.
    pub(super) fn expand(&mut self, state: &G, ply: u32, scope: Scope) -> Result<Option<usize>, Cut> {
        let count = self.generate_all(state, ply);
        self.evaluate_children(state, ply, 0..count, scope)
    }

    /// Generates all moves of a state. Returns their number.
    #[inline]
    fn generate_all(&mut self, state: &G, ply: u32) -> usize {
        self.data.counts.expansions += 1;
        let moves = &mut self.data.plies[ply as usize].moves;
        moves.clear();
        state.moves(moves);
        moves.len()
    }

    /// Evaluates the children after these moves: terminal ones by the rules, the others in one batch. Except
    /// for plain minimax, a winning move ends the evaluation.
    fn evaluate_children(
        &mut self,
        state: &G,
        ply: u32,
        indices: Range<usize>,
        scope: Scope,
    ) -> Result<Option<usize>, Cut> {
        let WorkerData { plies, generator, seen, estimates, counts, .. } = &mut *self.data;
        let Ply { moves, children, .. } = &mut plies[ply as usize];
        children.clear();
        seen.clear();
        let (first, is_minimax) = (indices.start, self.settings.method == Method::Minimax);
        let moves = &moves[indices];
        let winning =
            generator.look_along(state, moves, scope == Scope::Forcing, !is_minimax, seen, self.clock)?;
        counts.nodes += winning.map_or(moves.len(), |index| index + 1) as u64;
        if let Some(index) = winning {
            return Ok(Some(first + index));
        }
        for &(index, outcome) in &*seen {
            let backed = outcome.map_or(Backed::estimated(0.0), Backed::terminal);
            children.push(Child { index: first + index, backed });
        }
        let leaves = seen.iter().filter(|(_, outcome)| outcome.is_none()).count();
        if leaves > 0 {
            estimates.clear();
            estimates.resize(leaves, 0.0);
            let evaluator = self.settings.evaluator.as_ref();
            let mut evaluations = 0;
            self.clock.in_slices(leaves, |slice| {
                evaluations += generator.evaluate(state, slice.clone(), evaluator, &mut estimates[slice]);
            })?;
            counts.evaluations += evaluations as u64;
            counts.charged += evaluations as u64;
            let unknown = children.iter_mut().filter(|child| child.backed.certainty == Certainty::Estimated);
            for (child, &estimate) in unknown.zip(estimates.iter()) {
                child.backed.value = finite(estimate);
            }
        }
        Ok(None)
    }

    /// Searches a state one ply above the horizon. Its children are evaluated in batches of doubling size,
    /// starting with one: if the first child causes a cut, no evaluation is wasted, and if all are needed, a
    /// few batches suffice. Minimax and `k-best` need all children anyway, in a single batch.
    #[inline]
    pub(super) fn frontier(&mut self, state: &G, query: Query) -> Result<Backup, Halt> {
        self.step(query.ply)?;
        let (player, at) = (state.turn(), query.ply as usize);
        let count = self.generate_all(state, query.ply);
        let mut size = count;
        if self.settings.method != Method::Minimax && self.settings.k_best.is_none() {
            size = 1;
            self.data.plies[at].put_killer_first();
        }
        let mut backup = Backup::new(player);
        let mut start = 0;
        while start < count && !query.window.is_cut_by(player, backup.value) {
            let end = count.min(start + size);
            if let Some(index) = self.evaluate_children(state, query.ply, start..end, Scope::All)? {
                backup.add(index, Backed { value: win(player), certainty: Certainty::Proven });
            } else if self.settings.quiescence {
                self.quiesce_children(state, query, &mut backup)?;
            } else {
                for child in &self.data.plies[at].children {
                    backup.add(child.index, child.backed);
                }
            }
            (start, size) = (end, 2 * size);
        }
        if let Some(best) = backup.best.filter(|_| query.window.is_cut_by(player, backup.value)) {
            let m = self.data.plies[at].moves[best];
            self.data.plies[at].killers.credit(m);
        }
        Ok(backup)
    }

    /// Generates the moves of a state above the frontier, or the `k` best of them by the estimates of the
    /// children. Returns the index of a winning move if the evaluation has found one.
    #[inline]
    pub(super) fn generate(&mut self, state: &G, ply: u32) -> Result<Option<usize>, Cut> {
        let Some(k) = self.settings.k_best else {
            let count = self.generate_all(state, ply);
            self.data.plies[ply as usize].order.reset(0..count);
            return Ok(None);
        };
        let winning = self.expand(state, ply, Scope::All)?;
        let ply = &mut self.data.plies[ply as usize];
        ply.sort_children(state.turn());
        ply.order.reset(ply.children.iter().take(k).map(|child| child.index));
        Ok(winning)
    }
}
