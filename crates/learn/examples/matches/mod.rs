//! Matches of two evaluators, both with `ubfm`.

use std::sync::atomic::AtomicBool;

use game::{Game, Outcome, Player, Rng};
use search::policy::Ubfm;
use search::{Budget, Completion, Evaluator, Search, Searcher};

/// Random moves at the beginning of every match.
const OPENING: usize = 2;

/// Makes the evaluators of one player.
pub type Make<'a, G> = &'a dyn Fn() -> Box<dyn Evaluator<G>>;

/// Wins, draws and losses of the first one, in this number of pairs of matches. A pair begins with the same random moves,
/// each player once in each seat.
pub fn compare<G: Game>(start: &G, pairs: u64, budget: &Budget, players: [Make<'_, G>; 2]) -> [u32; 3] {
    let [one, other] = players;
    let mut counts = [0; 3];
    for pair in 0..pairs {
        let mut rng = Rng::new(pair);
        let opening = loop {
            let mut state = start.clone();
            for _ in 0..OPENING {
                let mut moves = Vec::new();
                state.moves(&mut moves);
                if !moves.is_empty() {
                    state.play(rng.pick(&moves));
                }
            }
            if state.outcome().is_none() {
                break state;
            }
        };
        for side in Player::BOTH {
            let evaluators = if side == Player::First { [one, other] } else { [other, one] };
            counts[(1 - play(&opening, budget, evaluators) * side.sign()) as usize] += 1;
        }
    }
    counts
}

/// The gain of player 1 in a game from this opening.
fn play<G: Game>(opening: &G, budget: &Budget, evaluators: [Make<'_, G>; 2]) -> i8 {
    let mut state = opening.clone();
    let mut searches =
        evaluators.map(|evaluator| Search::new(state.clone(), Box::new(Ubfm), Completion::On, evaluator()));
    loop {
        if let Some(outcome) = state.outcome() {
            return outcome.gain();
        }
        let search = &mut searches[state.turn().index()];
        search.set_root(state.clone());
        search.run(budget, &AtomicBool::new(false));
        let Some(m) = search.decide() else { return Outcome::Draw.gain() };
        state.play(m);
    }
}
