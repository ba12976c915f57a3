//! The null move: whoever is too well off even after a pass need not look for a good move.

use game::{Game, Player};

use super::Ask;
use super::backup::{Backed, Window};
use super::worker::{Halt, Worker};

impl<G: Game> Worker<'_, '_, G> {
    /// Lets the player pass and searches that less deep. A value beyond the window is a reason to cut, though
    /// never a proof: in some states every move is worse than a pass, and then the cut is wrong.
    pub(super) fn null_move(&mut self, state: &G, ask: Ask) -> Result<Option<Backed>, Halt> {
        let player = state.turn();
        let goal = ask.window.floor(player.other());
        // Nothing is beyond a win. Two passes in a row would only be the same state again, less deep.
        let is_after_pass = self.data.plies[ask.ply as usize].is_after_pass;
        if self.settings.null_move == 0
            || ask.depth < self.settings.null_move + 2
            || is_after_pass
            || goal.is_infinite()
        {
            return Ok(None);
        }
        let Some(passed) = state.pass() else { return Ok(None) };
        self.data.counts.nodes += 1;
        let below = ask.below(Window::at_least(player, goal));
        self.mark_pass(below.ply, true);
        let found = self.alpha_beta(&passed, Ask { depth: below.depth - self.settings.null_move, ..below });
        self.mark_pass(below.ply, false);
        let beyond = match player {
            Player::First => found?.value >= goal,
            Player::Second => found?.value <= goal,
        };
        // Not what was found: a win after a pass is none.
        Ok(beyond.then_some(Backed::estimated(goal)))
    }

    fn mark_pass(&mut self, ply: u32, is_after_pass: bool) {
        self.make_room(ply);
        self.data.plies[ply as usize].is_after_pass = is_after_pass;
    }
}
