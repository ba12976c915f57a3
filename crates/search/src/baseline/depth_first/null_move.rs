//! Null-move pruning: a position that is too good even after a pass is not searched.

use game::{Game, Player};

use super::Query;
use super::backup::{Backed, Window};
use super::worker::{Halt, Worker};

impl<G: Game> Worker<'_, '_, G> {
    /// Lets the player pass and searches the result with reduced depth. A value beyond the window justifies a
    /// cut, but never a proof: if every move is worse than a pass, the cut is wrong.
    pub(super) fn null_move(&mut self, state: &G, query: Query) -> Result<Option<Backed>, Halt> {
        let player = state.turn();
        let goal = query.window.floor(player.other());
        // No value is beyond a win. Two passes in a row would only repeat the state with less depth.
        let is_after_pass = self.data.plies[query.ply as usize].is_after_pass;
        if self.settings.null_move == 0
            || query.depth < self.settings.null_move + 2
            || is_after_pass
            || goal.is_infinite()
        {
            return Ok(None);
        }
        let Some(passed) = state.pass() else { return Ok(None) };
        self.data.counts.nodes += 1;
        let below = query.below(Window::at_least(player, goal));
        self.mark_pass(below.ply, true);
        let found = self.alpha_beta(&passed, Query { depth: below.depth - self.settings.null_move, ..below });
        self.mark_pass(below.ply, false);
        let beyond = match player {
            Player::First => found?.value >= goal,
            Player::Second => found?.value <= goal,
        };
        // The returned value is the bound and not the value found: a win after a pass is not a win.
        Ok(beyond.then_some(Backed::estimated(goal)))
    }

    fn mark_pass(&mut self, ply: u32, is_after_pass: bool) {
        self.make_room(ply);
        self.data.plies[ply as usize].is_after_pass = is_after_pass;
    }
}
