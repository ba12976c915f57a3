//! Alpha-beta: minimax without the moves that cannot matter.

use game::{Game, Player};

use super::backup::{Backed, Backup, Certainty, win};
use super::order::MoveCredit;
use super::worker::{Halt, Worker};
use super::{Method, Query};
use crate::expand::copy;

impl<G: Game> Worker<'_, '_, G> {
    /// The value of a non-terminal state, searched `depth` plies deep: exact inside the window, otherwise a
    /// bound that is as tight as the children allow (fail-soft).
    pub(super) fn alpha_beta(&mut self, state: &G, query: Query) -> Result<Backed, Halt> {
        let Query { ply, depth, window } = query;
        if depth == 1 {
            return Ok(self.frontier(state, query)?.backed(window));
        }
        self.step(ply)?;
        let key = state.sharing_key();
        let known = self.table.find(key);
        if let Some(answer) = known.and_then(|entry| entry.answer(depth, window)) {
            return Ok(answer);
        }
        if let Some(cut) = self.null_move(state, query)? {
            return Ok(cut);
        }
        let (at, player) = (ply as usize, state.turn());
        if self.generate(state, ply)?.is_some() {
            return Ok(Backed { value: win(player), certainty: Certainty::Proven });
        }
        if let Some(entry) = known {
            self.data.plies[at].order.put_first(entry.best());
        }
        let mut backup = Backup::new(player);
        let is_shared = self.is_shared(depth);
        let (mut rank, mut postponed) = (0, 0);
        while rank < self.data.plies[at].order.len() {
            let (index, m) = self.next_move(at, rank, player);
            let child = self.child(state, m);
            if is_shared && rank > 0 {
                if let Some(answer) = self.table.find(key).and_then(|entry| entry.answer(depth, window)) {
                    return Ok(answer);
                }
                if rank + postponed < self.data.plies[at].order.len() && self.run.is_at(&child) {
                    self.data.spare.push(child);
                    self.data.plies[at].order.postpone(rank);
                    postponed += 1;
                    continue;
                }
            }
            let open = window.narrowed(player, backup.value);
            let backed = match child.outcome() {
                Some(outcome) => Backed::terminal(outcome),
                None => self.visit(&child, player, query.below(open), rank == 0)?,
            };
            self.data.spare.push(child);
            if backup.add(index, backed) && window.is_cut_by(player, backed.value) {
                self.data.plies[at].killers.credit(m);
                self.data.history.credit(player, m, depth);
                break;
            }
            rank += 1;
        }
        if self.data.plies[at].order.len() < self.data.plies[at].moves.len() {
            backup.omit_moves();
        }
        let backed = backup.backed(window);
        self.table.store(key, depth, window, backed, backup.best.unwrap_or(0));
        self.table.make_room();
        Ok(backed)
    }

    /// The index and the move of this rank, in the order of the move ordering.
    #[inline]
    fn next_move(&mut self, at: usize, rank: usize, player: Player) -> (usize, G::Move) {
        let ply = &mut self.data.plies[at];
        let credit =
            MoveCredit { moves: &ply.moves, player, killers: ply.killers, history: &self.data.history };
        ply.order.sort_from(rank, &credit);
        let index = ply.order.index(rank);
        (index, ply.moves[index])
    }

    /// Searches a non-terminal child by the current method. `player` is the player to move at the parent.
    #[inline]
    pub(super) fn visit(
        &mut self,
        child: &G,
        player: Player,
        query: Query,
        is_first: bool,
    ) -> Result<Backed, Halt> {
        if !self.is_shared(query.depth + 1) {
            return self.search_child(child, player, query, is_first);
        }
        let key = child.sharing_key();
        self.run.enter(key);
        let found = self.search_child(child, player, query, is_first);
        self.run.leave(key);
        found
    }

    #[inline]
    fn search_child(
        &mut self,
        child: &G,
        player: Player,
        query: Query,
        is_first: bool,
    ) -> Result<Backed, Halt> {
        match self.settings.method {
            Method::Minimax => self.minimax(child, query.ply, query.depth),
            Method::Pvs if !is_first => self.scout(child, player, query),
            _ => self.alpha_beta(child, query),
        }
    }

    /// The state after a move.
    #[inline]
    pub(super) fn child(&mut self, state: &G, m: G::Move) -> G {
        self.data.counts.nodes += 1;
        let mut child = copy(state, &mut self.data.spare);
        child.play(m);
        child
    }
}
