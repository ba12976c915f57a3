//! MTD(f): null-window searches narrow down the value from both sides, with the table as memory.

use game::{Game, Player};

use super::backup::{Backed, Certainty, Window};
use super::worker::{Halt, Worker};

impl<G: Game> Worker<'_, '_, G> {
    /// The value of the root at this depth. The first guess is the value at the previous depth.
    pub(super) fn mtdf(&mut self, depth: u32) -> Result<Backed, Halt> {
        let mut guess = self.data.root.backed.map_or(0.0, |backed| backed.value);
        let Window { alpha: mut lower, beta: mut upper } = Window::OPEN;
        let (mut of_lower, mut of_upper) = (Certainty::Proven, Certainty::Proven);
        while lower < upper {
            // Asks whether the value is at least the guess, or greater, if the former is already known.
            let window = if guess > lower {
                Window::at_least(Player::First, guess)
            } else {
                Window::better_than(Player::First, guess)
            };
            let found = self.pass(depth, window)?;
            guess = found.value;
            if guess >= window.beta {
                (lower, of_lower) = (guess, found.certainty);
            } else {
                (upper, of_upper) = (guess, found.certainty);
            }
        }
        Ok(Backed { value: guess, certainty: of_lower.min(of_upper) })
    }
}
