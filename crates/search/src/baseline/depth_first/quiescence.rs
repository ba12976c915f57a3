//! Beyond the horizon: a state is judged when nothing in it is about to happen.

use game::Game;

use super::backup::{Backed, Backup, Certainty, win};
use super::frontier::Look;
use super::worker::{Halt, Worker};
use super::{Ask, MAX_DEPTH};

impl<G: Game> Worker<'_, '_, G> {
    /// What a state at the horizon is worth, whose estimate is given. The player to move may take the
    /// estimate, play on with a forcing move ([`Sight::is_forcing`](game::Sight::is_forcing)), or win at once. If there is only one
    /// legal move, it is played and the estimate does not count.
    fn settle(&mut self, state: &G, estimate: Backed, ask: Ask) -> Result<Backed, Halt> {
        let ply = ask.ply;
        self.step(ply)?;
        let player = state.turn();
        let is_only_move = state.count_moves(&mut self.data.plies[ply as usize].moves) == 1;
        let look = if is_only_move { Look::AtAll } else { Look::AtForcing };
        if self.expand(state, ply, look).is_some() {
            return Ok(Backed { value: win(player), certainty: Certainty::Proven });
        }
        let mut backup = Backup::new(player);
        if !is_only_move {
            backup.add(usize::MAX, estimate);
        }
        self.settle_children(state, ask, &mut backup)?;
        Ok(backup.backed(ask.window))
    }

    /// Settles the children that were looked at, the best at first sight first.
    pub(super) fn settle_children(&mut self, state: &G, ask: Ask, backup: &mut Backup) -> Result<(), Halt> {
        let (player, at) = (state.turn(), ask.ply as usize);
        self.data.plies[at].sort_children(player);
        for rank in 0..self.data.plies[at].children.len() {
            if ask.window.is_cut_by(player, backup.value) {
                break;
            }
            let child = self.data.plies[at].children[rank];
            let m = self.data.plies[at].moves[child.place];
            let open = ask.with(ask.window.narrowed(player, backup.value));
            backup.add(child.place, self.leaf(state, m, child.backed, open)?);
        }
        Ok(())
    }

    /// What a child of a state of the frontier is worth, of which the first sight is known.
    #[inline]
    pub(super) fn leaf(
        &mut self,
        state: &G,
        m: G::Move,
        first_sight: Backed,
        ask: Ask,
    ) -> Result<Backed, Halt> {
        if !self.settings.quiescence
            || first_sight.certainty != Certainty::Estimated
            || ask.ply + 1 >= MAX_DEPTH
        {
            return Ok(first_sight);
        }
        let child = self.child(state, m);
        let settled = self.settle(&child, first_sight, ask.below(ask.window));
        self.data.spare.push(child);
        settled
    }
}
