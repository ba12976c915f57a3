//! Alpha-beta: minimax without the moves that cannot matter any more.

use game::{Game, Player};

use super::backup::{Backed, Backup, Certainty, win};
use super::order::Fame;
use super::{Ask, DepthFirst, Method};
use crate::budget::{Meter, Stop};

impl<G: Game> DepthFirst<G> {
    /// The value of a state that is not terminal, searched `depth` moves deep: exact inside the window, else a
    /// bound, and as tight a one as the children tell (fail-soft).
    pub(super) fn alpha_beta(
        &mut self,
        meter: &mut Meter<'_, '_, G::Move>,
        state: &G,
        ask: Ask,
    ) -> Result<Backed, Stop> {
        let Ask { ply, depth, window } = ask;
        if depth == 1 {
            return Ok(self.frontier(meter, state, ask)?.backed(window));
        }
        self.step(meter, ply)?;
        let key = state.sharing_key();
        let known = self.table.find(key);
        if let Some(answer) = known.and_then(|entry| entry.answer(depth, window)) {
            return Ok(answer);
        }
        if let Some(cut) = self.null_move(meter, state, ask)? {
            return Ok(cut);
        }
        let (at, player) = (ply as usize, state.turn());
        if self.generate(state, ply).is_some() {
            return Ok(Backed { value: win(player), certainty: Certainty::Proven });
        }
        if let Some(entry) = known {
            self.plies[at].order.put_first(entry.best());
        }
        let mut backup = Backup::new(player);
        for rank in 0..self.plies[at].order.len() {
            let (place, m) = self.next_move(at, rank, player);
            let child = self.child(state, m);
            let open = window.narrowed(player, backup.value);
            let backed = match child.outcome() {
                Some(outcome) => Backed::terminal(outcome),
                None => self.visit(meter, &child, player, ask.below(open), rank == 0)?,
            };
            if backup.add(place, backed) && window.is_cut_by(player, backed.value) {
                self.plies[at].killers.credit(m);
                self.history.credit(player, m, depth);
                break;
            }
        }
        if self.plies[at].order.len() < self.plies[at].moves.len() {
            backup.leave_some_out();
        }
        let backed = backup.backed(window);
        self.table.store(key, depth, window, backed, backup.best.unwrap_or(0));
        Ok(backed)
    }

    /// The rank-th move of a state in the order of promise, and its place.
    #[inline]
    fn next_move(&mut self, at: usize, rank: usize, player: Player) -> (usize, G::Move) {
        let ply = &mut self.plies[at];
        let fame = Fame { moves: &ply.moves, player, killers: ply.killers, history: &self.history };
        ply.order.sort_from(rank, &fame);
        let place = ply.order.place(rank);
        (place, ply.moves[place])
    }

    /// A child that is not terminal, as the member of the family looks at it for the player who chooses.
    #[inline]
    pub(super) fn visit(
        &mut self,
        meter: &mut Meter<'_, '_, G::Move>,
        child: &G,
        player: Player,
        ask: Ask,
        is_first: bool,
    ) -> Result<Backed, Stop> {
        match self.method {
            Method::Minimax => self.minimax(meter, child, ask.ply, ask.depth),
            Method::Pvs if !is_first => self.scout(meter, child, player, ask),
            _ => self.alpha_beta(meter, child, ask),
        }
    }

    /// The state after a move.
    #[inline]
    pub(super) fn child(&mut self, state: &G, m: G::Move) -> G {
        self.counts.nodes += 1;
        let mut child = state.clone();
        child.play(m);
        child
    }
}
