//! Quiescence search: the estimate of a state counts only if no forcing moves are left.

use game::Game;

use super::backup::{Backed, Backup, Certainty, win};
use super::frontier::Scope;
use super::worker::{Halt, Worker};
use super::{MAX_DEPTH, Query};

impl<G: Game> Worker<'_, '_, G> {
    /// The value of a state at the horizon, given its estimate. The player to move may take the estimate,
    /// play a forcing move ([`Sight::is_forcing`](game::Sight::is_forcing)), or win at once. If there is only one legal move, it is
    /// played and the estimate is ignored.
    fn quiesce(&mut self, state: &G, estimate: Backed, query: Query) -> Result<Backed, Halt> {
        let ply = query.ply;
        self.step(ply)?;
        let player = state.turn();
        let is_only_move = state.count_moves(&mut self.data.plies[ply as usize].moves) == 1;
        let scope = if is_only_move { Scope::All } else { Scope::Forcing };
        if self.expand(state, ply, scope)?.is_some() {
            return Ok(Backed { value: win(player), certainty: Certainty::Proven });
        }
        let mut backup = Backup::new(player);
        if !is_only_move {
            backup.add(usize::MAX, estimate);
        }
        self.quiesce_children(state, query, &mut backup)?;
        Ok(backup.backed(query.window))
    }

    /// Quiesces the evaluated children, in the order of their estimates, the best first.
    pub(super) fn quiesce_children(
        &mut self,
        state: &G,
        query: Query,
        backup: &mut Backup,
    ) -> Result<(), Halt> {
        let (player, at) = (state.turn(), query.ply as usize);
        self.data.plies[at].sort_children(player);
        for rank in 0..self.data.plies[at].children.len() {
            if query.window.is_cut_by(player, backup.value) {
                break;
            }
            let child = self.data.plies[at].children[rank];
            let m = self.data.plies[at].moves[child.index];
            let open = query.with(query.window.narrowed(player, backup.value));
            backup.add(child.index, self.leaf(state, m, child.backed, open)?);
        }
        Ok(())
    }

    /// The value of a child of a frontier state, given its estimate or its value by the rules.
    #[inline]
    pub(super) fn leaf(
        &mut self,
        state: &G,
        m: G::Move,
        estimate: Backed,
        query: Query,
    ) -> Result<Backed, Halt> {
        if !self.settings.quiescence
            || estimate.certainty != Certainty::Estimated
            || query.ply + 1 >= MAX_DEPTH
        {
            return Ok(estimate);
        }
        let child = self.child(state, m);
        let value = self.quiesce(&child, estimate, query.below(query.window));
        self.data.spare.push(child);
        value
    }
}
