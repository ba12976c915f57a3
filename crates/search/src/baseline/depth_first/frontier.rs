//! The frontier: states whose children lie at the horizon and are evaluated in one batch.

use game::{Game, Outcome, Player};

use super::backup::{Backed, Backup, Certainty, win};
use super::order::{Killers, Order};
use super::{Ask, DepthFirst, Method};
use crate::budget::{Meter, Stop};
use crate::label::finite;

/// Buffers for a state so many plies below the root. They are kept: nothing here allocates in the long run.
pub struct Ply<G: Game> {
    pub moves: Vec<G::Move>,
    pub order: Order,
    pub killers: Killers<G::Move>,
    /// The children at first sight: terminal, or estimated.
    pub children: Vec<Child>,
    /// Those that are estimated, and their estimates.
    leaves: Vec<G>,
    estimates: Vec<f32>,
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
            leaves: Vec::new(),
            estimates: Vec::new(),
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
            + self.leaves.capacity() * size_of::<G>()
            + self.estimates.capacity() * size_of::<f32>()
    }

    /// Sorts the children by first sight, the best for the player first.
    pub fn sort_children(&mut self, player: Player) {
        let key = |child: &Child| f32::from(player.sign()) * child.backed.value;
        self.children.sort_unstable_by(|a, b| key(b).total_cmp(&key(a)).then_with(|| a.place.cmp(&b.place)));
    }
}

impl<G: Game> DepthFirst<G> {
    /// Looks at the children of a state, or only at those by forcing and winning moves: terminal ones are known by the
    /// rules, the others are evaluated in one batch. If the player to move wins at once there is no need to look on,
    /// and the place of the move is returned; only plain minimax looks on.
    pub(super) fn expand(&mut self, state: &G, ply: u32, look: Look) -> Option<usize> {
        let Ply { moves, children, leaves, estimates, .. } = &mut self.plies[ply as usize];
        let winning = Some(Outcome::Win(state.turn()));
        self.counts.expansions += 1;
        moves.clear();
        children.clear();
        leaves.clear();
        state.moves(moves);
        for (place, &m) in moves.iter().enumerate() {
            // Played where it will stay: most children are leaves.
            leaves.push(state.clone());
            let child = leaves.last_mut().expect("a child was pushed a moment ago");
            child.play(m);
            let outcome = child.outcome();
            if outcome == winning && self.method != Method::Minimax {
                self.counts.nodes += place as u64 + 1;
                return Some(place);
            }
            let backed = outcome.map_or(Backed::estimated(0.0), Backed::terminal);
            let is_wanted = look == Look::AtAll || outcome == winning || state.is_forcing(m);
            if is_wanted {
                children.push(Child { place, backed });
            }
            if outcome.is_some() || !is_wanted {
                leaves.pop();
            }
        }
        self.counts.nodes += moves.len() as u64;
        self.counts.evaluations += leaves.len() as u64;
        self.counts.charged += leaves.len() as u64;
        if !leaves.is_empty() {
            estimates.clear();
            estimates.resize(leaves.len(), 0.0);
            self.evaluator.evaluate(state, leaves, estimates);
            let unknown = children.iter_mut().filter(|child| child.backed.certainty == Certainty::Estimated);
            for (child, &estimate) in unknown.zip(estimates.iter()) {
                child.backed.value = finite(estimate);
            }
        }
        None
    }

    /// A state one move above the horizon.
    #[inline]
    pub(super) fn frontier(
        &mut self,
        meter: &mut Meter<'_, '_, G::Move>,
        state: &G,
        ask: Ask,
    ) -> Result<Backup, Stop> {
        self.step(meter, ask.ply)?;
        let player = state.turn();
        let mut backup = Backup::new(player);
        if let Some(place) = self.expand(state, ask.ply, Look::AtAll) {
            backup.add(place, Backed { value: win(player), certainty: Certainty::Proven });
        } else if self.quiescence {
            self.settle_children(meter, state, ask, &mut backup)?;
        } else {
            for child in &self.plies[ask.ply as usize].children {
                backup.add(child.place, child.backed);
            }
        }
        Ok(backup)
    }

    /// Generates the moves of a state that is deeper in the tree, or the `k` best of them at first sight.
    /// Returns the place of a move that wins at once, if that has been found out.
    #[inline]
    pub(super) fn generate(&mut self, state: &G, ply: u32) -> Option<usize> {
        let Some(k) = self.k_best else {
            let Ply { moves, order, .. } = &mut self.plies[ply as usize];
            moves.clear();
            state.moves(moves);
            self.counts.expansions += 1;
            order.begin(0..moves.len());
            return None;
        };
        let winning = self.expand(state, ply, Look::AtAll);
        let ply = &mut self.plies[ply as usize];
        ply.sort_children(state.turn());
        ply.order.begin(ply.children.iter().take(k).map(|child| child.place));
        winning
    }
}
