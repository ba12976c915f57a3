//! Principal variation search: the first move gets a value, the others are only tested against it.

use game::{Game, Player};

use super::Query;
use super::backup::{Backed, Window};
use super::worker::{Halt, Worker};

impl<G: Game> Worker<'_, '_, G> {
    /// Searches a later child: first with a null window, whether it is better than what the player already
    /// has, and only if it is, for its value. `player` is the player to move at the parent.
    pub(super) fn scout(&mut self, child: &G, player: Player, query: Query) -> Result<Backed, Halt> {
        if query.window.is_null() {
            return self.alpha_beta(child, query);
        }
        let window = Window::better_than(player, query.window.floor(player));
        let scouted = self.alpha_beta(child, Query { window, ..query })?;
        if query.window.holds(scouted.value) { self.alpha_beta(child, query) } else { Ok(scouted) }
    }
}
