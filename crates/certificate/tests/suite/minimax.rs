//! Values by the definition of minimax, and certificates that are made with them.

use std::collections::HashMap;

use certificate::{Halt, Prover, Size, WalkState, write};
use game::Game;

/// The value of every state below one.
pub struct Minimax<G: Game>(HashMap<G, i8>);

impl<G: Game> Default for Minimax<G> {
    fn default() -> Self {
        Minimax(HashMap::new())
    }
}

impl<G: Game> Minimax<G> {
    pub fn value(&mut self, state: &G) -> i8 {
        if let Some(outcome) = state.outcome() {
            return outcome.gain();
        }
        if let Some(&value) = self.0.get(state) {
            return value;
        }
        let children = children(state).into_iter().map(|(_, child)| self.value(&child));
        let best = children.reduce(|a, b| if state.turn().prefers(b, a) { b } else { a });
        let value = best.expect("a state that is not terminal has children");
        self.0.insert(state.clone(), value);
        value
    }
}

impl<G: Game> Prover<G> for Minimax<G> {
    fn choose(&mut self, visit: &WalkState<'_, G>) -> Result<Option<G::Move>, Halt> {
        let holder = visit.promise.holder;
        let mut seen = |child: &G| holder.sign() * self.value(child);
        Ok(children(visit.state).into_iter().max_by_key(|(_, child)| seen(child)).map(|(m, _)| m))
    }
}

pub fn children<G: Game>(state: &G) -> Vec<(G::Move, G)> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let after = |m| {
        let mut child = state.clone();
        child.play(m);
        (m, child)
    };
    moves.into_iter().map(after).collect()
}

/// A certificate of the value of a state.
pub fn certificate<G: Game>(name: &str, root: &G, minimax: &mut Minimax<G>) -> (Vec<u8>, Size) {
    let (value, mut file) = (minimax.value(root), Vec::new());
    let size = write(&mut file, name, root, value, minimax).unwrap();
    assert_eq!(size.bytes, file.len() as u64);
    (file, size)
}
