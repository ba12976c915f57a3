//! The frontier: states whose children lie at the horizon and are evaluated in one batch.

use std::ops::Range;

use game::{Game, Player};

use super::backup::{Backed, Backup, Certainty, win};
use super::order::{Killers, Order};
use super::worker::{Halt, Worker, WorkerData};
use super::{Ask, Method};
use crate::label::finite;

/// Buffers for a state so many plies below the root. They are kept: nothing here allocates in the long run.
pub struct Ply<G: Game> {
    pub moves: Vec<G::Move>,
    pub order: Order,
    pub killers: Killers<G::Move>,
    /// The children at first sight: terminal, or estimated.
    pub children: Vec<Child>,
    /// The best line from here, where there is no table to read it from.
    pub line: Vec<G::Move>,
    /// Whether the opponent has just passed.
    pub is_after_pass: bool,
}

/// Which children are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// All of them.
    AtAll,
    /// Those by moves that are forcing or win at once.
    AtForcing,
}

/// A child at first sight.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The place of its move in the list of legal moves.
    pub place: usize,
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

    /// Forgets what helped at other states this far from the root.
    pub fn forget(&mut self) {
        self.killers = Killers::default();
        self.line.clear();
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + (self.moves.capacity() + self.line.capacity()) * size_of::<G::Move>()
            + self.order.bytes()
            + self.children.capacity() * size_of::<Child>()
    }

    /// Puts the move that made the last cut this far from the root in front, if it is legal here: all the order
    /// that a frontier is worth.
    #[inline]
    fn put_killer_first(&mut self) {
        if let Some(place) = self.moves.iter().position(|&m| self.killers.is_latest(m)) {
            self.moves.swap(0, place);
        }
    }

    /// Sorts the children by first sight, the best for the player first.
    pub fn sort_children(&mut self, player: Player) {
        let key = |child: &Child| f32::from(player.sign()) * child.backed.value;
        self.children.sort_unstable_by(|a, b| key(b).total_cmp(&key(a)).then_with(|| a.place.cmp(&b.place)));
    }
}

impl<G: Game> Worker<'_, '_, G> {
    /// Generates all moves of a state and looks at all its children, or only at those by forcing and winning
    /// moves. If the player to move wins at once, the place of the move is returned.
    pub(super) fn expand(&mut self, state: &G, ply: u32, look: Look) -> Option<usize> {
        let count = self.generate_all(state, ply);
        self.look_at(state, ply, 0..count, look)
    }

    /// Generates all moves of a state. Returns how many there are.
    #[inline]
    fn generate_all(&mut self, state: &G, ply: u32) -> usize {
        self.data.counts.expansions += 1;
        let moves = &mut self.data.plies[ply as usize].moves;
        moves.clear();
        state.moves(moves);
        moves.len()
    }

    /// Looks at the children by the moves at these places: terminal ones are known by the rules, the others are
    /// evaluated in one batch. After a winning move there is no need to look on; only plain minimax does.
    fn look_at(&mut self, state: &G, ply: u32, places: Range<usize>, look: Look) -> Option<usize> {
        let WorkerData { plies, generator, seen, estimates, counts, .. } = &mut *self.data;
        let Ply { moves, children, .. } = &mut plies[ply as usize];
        children.clear();
        seen.clear();
        let (first, is_minimax) = (places.start, self.settings.method == Method::Minimax);
        let moves = &moves[places];
        let winning = generator.look_along(state, moves, look == Look::AtForcing, !is_minimax, seen);
        counts.nodes += winning.map_or(moves.len(), |place| place + 1) as u64;
        if let Some(place) = winning {
            return Some(first + place);
        }
        for &(place, outcome) in &*seen {
            let backed = outcome.map_or(Backed::estimated(0.0), Backed::terminal);
            children.push(Child { place: first + place, backed });
        }
        let leaves = seen.iter().filter(|(_, outcome)| outcome.is_none()).count();
        if leaves > 0 {
            counts.evaluations += leaves as u64;
            counts.charged += leaves as u64;
            estimates.clear();
            estimates.resize(leaves, 0.0);
            generator.evaluate(state, self.settings.evaluator.as_ref(), estimates);
            let unknown = children.iter_mut().filter(|child| child.backed.certainty == Certainty::Estimated);
            for (child, &estimate) in unknown.zip(estimates.iter()) {
                child.backed.value = finite(estimate);
            }
        }
        None
    }

    /// A state one move above the horizon. Its children are evaluated in batches that double, beginning with
    /// one: where the first child makes a cut nothing is wasted, and where all are wanted a few batches do.
    /// Plain minimax wants all at once, and so does whoever compares children at first sight.
    #[inline]
    pub(super) fn frontier(&mut self, state: &G, ask: Ask) -> Result<Backup, Halt> {
        self.step(ask.ply)?;
        let (player, at) = (state.turn(), ask.ply as usize);
        let count = self.generate_all(state, ask.ply);
        let mut size = count;
        if self.settings.method != Method::Minimax && self.settings.k_best.is_none() {
            size = 1;
            self.data.plies[at].put_killer_first();
        }
        let mut backup = Backup::new(player);
        let mut begin = 0;
        while begin < count && !ask.window.is_cut_by(player, backup.value) {
            let end = count.min(begin + size);
            if let Some(place) = self.look_at(state, ask.ply, begin..end, Look::AtAll) {
                backup.add(place, Backed { value: win(player), certainty: Certainty::Proven });
            } else if self.settings.quiescence {
                self.settle_children(state, ask, &mut backup)?;
            } else {
                for child in &self.data.plies[at].children {
                    backup.add(child.place, child.backed);
                }
            }
            (begin, size) = (end, 2 * size);
        }
        if let Some(best) = backup.best.filter(|_| ask.window.is_cut_by(player, backup.value)) {
            let m = self.data.plies[at].moves[best];
            self.data.plies[at].killers.credit(m);
        }
        Ok(backup)
    }

    /// Generates the moves of a state that is deeper in the tree, or the `k` best of them at first sight.
    /// Returns the place of a move that wins at once, if that has been found out.
    #[inline]
    pub(super) fn generate(&mut self, state: &G, ply: u32) -> Option<usize> {
        let Some(k) = self.settings.k_best else {
            let count = self.generate_all(state, ply);
            self.data.plies[ply as usize].order.begin(0..count);
            return None;
        };
        let winning = self.expand(state, ply, Look::AtAll);
        let ply = &mut self.data.plies[ply as usize];
        ply.sort_children(state.turn());
        ply.order.begin(ply.children.iter().take(k).map(|child| child.place));
        winning
    }
}
