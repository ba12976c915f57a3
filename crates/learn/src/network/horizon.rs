//! How far ahead a network looks before it estimates.

use game::{Game, Rng, TerminalFunction};
use search::Evaluator;
use serde::{Deserialize, Serialize};

/// From which state a state is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Horizon {
    /// From itself.
    #[default]
    State,
    /// Where it has only one move, from the next state with a choice. If captures are compulsory, an exchange is
    /// judged when it is over.
    Choice,
}

/// Random games that show how often there is no choice, and how many of their plies count at most.
const GAMES: u64 = 16;
const PLIES: usize = 1000;

/// A choice is worth looking for where at least one in this number of states of random games has none.
const RARE: usize = 10;

impl Horizon {
    /// What makes sense for a game that begins here.
    pub fn natural<G: Game>(start: &G) -> Horizon {
        let (mut states, mut forced, mut moves) = (0, 0, Vec::new());
        for seed in 0..GAMES {
            let (mut state, mut rng) = (start.clone(), Rng::new(seed));
            for _ in 0..PLIES {
                moves.clear();
                state.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                states += 1;
                forced += usize::from(moves.len() == 1);
                state.play(rng.pick(&moves));
            }
        }
        if forced * RARE > states { Horizon::Choice } else { Horizon::State }
    }

    /// The estimates of a network that looks so far.
    pub(super) fn evaluate<G: Game>(
        self,
        network: &impl Evaluator<G>,
        terminal: TerminalFunction,
        parent: &G,
        children: &[G],
        values: &mut [f32],
    ) {
        if self == Horizon::State {
            return network.evaluate(parent, children, values);
        }
        let mut moves = Vec::new();
        let ends: Vec<G> = children.iter().map(|child| next_choice(child, &mut moves)).collect();
        network.evaluate(parent, &ends, values);
        for (end, value) in ends.iter().zip(values) {
            if let Some(outcome) = end.outcome() {
                *value = terminal.value(end, outcome);
            }
        }
    }
}

/// The first state from this one on that has a choice, or is terminal.
fn next_choice<G: Game>(state: &G, moves: &mut Vec<G::Move>) -> G {
    let mut state = state.clone();
    loop {
        moves.clear();
        state.moves(moves);
        let &[only] = moves.as_slice() else { return state };
        state.play(only);
    }
}
