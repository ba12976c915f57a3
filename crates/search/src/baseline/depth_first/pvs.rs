//! Principal variation search: the first move gets a value, the others only have to be no better.

use game::{Game, Player};

use super::Ask;
use super::backup::{Backed, Window};
use super::worker::{Halt, Worker};

impl<G: Game> Worker<'_, '_, G> {
    /// Looks at a later child for the player who chooses among the children: first with a null window whether
    /// it is better than what the player has, and only if it is, how good it is.
    pub(super) fn scout(&mut self, child: &G, player: Player, ask: Ask) -> Result<Backed, Halt> {
        if ask.window.is_null() {
            return self.alpha_beta(child, ask);
        }
        let window = Window::better_than(player, ask.window.floor(player));
        let scouted = self.alpha_beta(child, Ask { window, ..ask })?;
        if ask.window.holds(scouted.value) { self.alpha_beta(child, ask) } else { Ok(scouted) }
    }
}
