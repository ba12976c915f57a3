//! f_theta: estimates of states that are not terminal.

use game::key::mix;
use game::{Game, Outcome, Player, Rng};

/// Estimates states, seen by player 1, on the scale of f_t: a win is at least 1, so estimates of the
/// evaluators here lie within (-1, 1).
pub trait Evaluator<G: Game>: Send + Sync {
    /// Writes the estimate of each child to `values`. An estimate is a function of the child alone; the
    /// parent is there for evaluators that compute the difference.
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]);

    /// Writes a pessimistic and an optimistic estimate of each child to `bounds`, the lower one first. An
    /// evaluator that does not know how sure it is takes `spread` for what it may be wrong by.
    fn bounds(&self, parent: &G, children: &[G], spread: f32, bounds: &mut [[f32; 2]]) {
        let mut values = vec![0.0; children.len()];
        self.evaluate(parent, children, &mut values);
        for (bounds, value) in bounds.iter_mut().zip(values) {
            *bounds = [value - spread, value + spread];
        }
    }
}

/// Knows nothing: every state is worth 0.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    fn evaluate(&self, _: &G, _: &[G], values: &mut [f32]) {
        values.fill(0.0);
    }
}

/// Pseudo-random numbers within (-1, 1), made from the key of the state and a seed.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    /// Another seed is another function.
    pub seed: u64,
}

impl<G: Game> Evaluator<G> for Noise {
    fn evaluate(&self, _: &G, children: &[G], values: &mut [f32]) {
        let seed = mix(self.seed);
        for (child, value) in children.iter().zip(values) {
            let bits = (mix(child.key().low() ^ seed) >> 40) as f32;
            *value = (bits - 8_388_607.5) / 8_388_608.0;
        }
    }
}

/// How many more moves one player has than the other. Where only the moves of the player to move are
/// known, these alone.
#[derive(Clone, Copy, Debug)]
pub struct Mobility;

impl<G: Game> Evaluator<G> for Mobility {
    fn evaluate(&self, _: &G, children: &[G], values: &mut [f32]) {
        let mut buffer = Vec::new();
        for (child, value) in children.iter().zip(values) {
            let [first, second] = child.mobility().map_or_else(
                || {
                    let count = child.count_moves(&mut buffer) as f32;
                    if child.turn() == Player::First { [count, 0.0] } else { [0.0, count] }
                },
                |counts| counts.map(|count| count as f32),
            );
            *value = (first - second) / (first + second + 1.0);
        }
    }
}

/// The mean result of random games, played to the end from the state. They are made from the key of the
/// state and a seed, so that a state has one value whoever asks.
#[derive(Clone, Copy, Debug)]
pub struct Playouts {
    /// How many games from each state.
    pub games: u32,
    /// Other games for another seed.
    pub seed: u64,
}

impl<G: Game> Evaluator<G> for Playouts {
    fn evaluate(&self, _: &G, children: &[G], values: &mut [f32]) {
        let seed = mix(self.seed);
        let mut moves = Vec::new();
        for (child, value) in children.iter().zip(values) {
            let mut rng = Rng::new(child.key().low() ^ seed);
            let mut game = || play_out(child.clone(), &mut rng, &mut moves, |_, _| {}).0.score();
            let total: f32 = (0..self.games).map(|_| game()).sum();
            // Half of f_t, which reaches from -2 to 2: a proven win is worth more than any estimate.
            *value = total / (2 * self.games + 1) as f32;
        }
    }
}

/// The end of a random game. `see` is told every move and who played it; `moves` is scratch space.
#[inline]
pub fn play_out<G: Game>(
    mut state: G,
    rng: &mut Rng,
    moves: &mut Vec<G::Move>,
    mut see: impl FnMut(Player, G::Move),
) -> (G, Outcome) {
    loop {
        if let Some(outcome) = state.outcome() {
            return (state, outcome);
        }
        moves.clear();
        state.moves(moves);
        let m = rng.pick(moves);
        see(state.turn(), m);
        state.play(m);
    }
}

/// What the game itself says ([`Game::estimate`]), and 0 where it says nothing.
#[derive(Clone, Copy, Debug)]
pub struct Own;

impl<G: Game> Evaluator<G> for Own {
    fn evaluate(&self, _: &G, children: &[G], values: &mut [f32]) {
        for (child, value) in children.iter().zip(values) {
            *value = child.estimate().unwrap_or(0.0);
        }
    }
}
