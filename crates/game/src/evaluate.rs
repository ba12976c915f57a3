//! f_theta: estimates of states that are not terminal.

use std::any::Any;
use std::marker::PhantomData;

use crate::key::mix;
use crate::{AnyState, Game, Player, Rng};

/// Estimates states, seen by player 1, on the scale of f_t: a win is at least 1, so estimates of the
/// evaluators here lie within (-1, 1).
pub trait Evaluator<G: Game>: Send + Sync {
    /// Writes the estimate of each child to `values`. An estimate is a function of the child alone; the
    /// parent is there for evaluators that compute the difference.
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]);

    /// The same. Returns how many states were evaluated: more than the children by an evaluator that looks further.
    fn evaluate_counting(&self, parent: &G, children: &[G], values: &mut [f32]) -> usize {
        self.evaluate(parent, children, values);
        children.len()
    }

    /// Writes a pessimistic and an optimistic estimate of each child to `bounds`, the lower one first. An
    /// evaluator that does not know how sure it is takes `spread` for what it may be wrong by.
    fn bounds(&self, parent: &G, children: &[G], spread: f32, bounds: &mut [[f32; 2]]) {
        let mut values = vec![0.0; children.len()];
        self.evaluate(parent, children, &mut values);
        for (bounds, value) in bounds.iter_mut().zip(values) {
            *bounds = [value - spread, value + spread];
        }
    }

    /// The same for states of a hidden type, a parent of that type and a list of children: evaluators that were made for
    /// the type ([`ForType`]) need not have them as [`AnyState`]s. Returns how many states were evaluated, if it could.
    fn evaluate_hidden(&self, _parent: &dyn Any, _children: &dyn Any, _values: &mut [f32]) -> Option<usize> {
        None
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]) {
        (**self).evaluate(parent, children, values);
    }

    fn evaluate_counting(&self, parent: &G, children: &[G], values: &mut [f32]) -> usize {
        (**self).evaluate_counting(parent, children, values)
    }

    fn bounds(&self, parent: &G, children: &[G], spread: f32, bounds: &mut [[f32; 2]]) {
        (**self).bounds(parent, children, spread, bounds);
    }

    fn evaluate_hidden(&self, parent: &dyn Any, children: &dyn Any, values: &mut [f32]) -> Option<usize> {
        (**self).evaluate_hidden(parent, children, values)
    }
}

/// An evaluator of the states of one game, for a search that does not know their type. It must be asked about no others.
#[derive(Clone, Debug)]
pub struct ForType<G, E>(E, PhantomData<fn(&G)>);

impl<G: Game, E: Evaluator<G>> ForType<G, E> {
    /// Wraps an evaluator.
    pub fn new(evaluator: E) -> Self {
        ForType(evaluator, PhantomData)
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<AnyState> for ForType<G, E> {
    fn evaluate(&self, parent: &AnyState, children: &[AnyState], values: &mut [f32]) {
        self.evaluate_counting(parent, children, values);
    }

    fn evaluate_counting(&self, parent: &AnyState, children: &[AnyState], values: &mut [f32]) -> usize {
        let typed = |state: &AnyState| {
            state.downcast::<G>().expect("an evaluator is asked about its own game").clone()
        };
        let children: Vec<G> = children.iter().map(typed).collect();
        self.0.evaluate_counting(&typed(parent), &children, values)
    }

    fn bounds(&self, parent: &AnyState, children: &[AnyState], spread: f32, bounds: &mut [[f32; 2]]) {
        let typed = |state: &AnyState| {
            state.downcast::<G>().expect("an evaluator is asked about its own game").clone()
        };
        let children: Vec<G> = children.iter().map(typed).collect();
        self.0.bounds(&typed(parent), &children, spread, bounds);
    }

    fn evaluate_hidden(&self, parent: &dyn Any, children: &dyn Any, values: &mut [f32]) -> Option<usize> {
        let (parent, children) = (parent.downcast_ref::<G>()?, children.downcast_ref::<Vec<G>>()?);
        Some(self.0.evaluate_counting(parent, children, values))
    }
}

/// The evaluators that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// [`Zero`]
    Zero,
    /// [`Noise`] with this seed
    Noise(u64),
    /// [`Mobility`]
    Mobility,
    /// [`Playouts`]
    Playouts {
        /// How many games from each state.
        games: u32,
        /// Other games for another seed.
        seed: u64,
    },
    /// [`Own`]
    Own,
}

impl BuiltIn {
    /// The evaluator for states of type `G` whose type is hidden.
    pub(crate) fn hidden<G: Game>(self) -> Box<dyn Evaluator<AnyState>> {
        match self {
            BuiltIn::Zero => Box::new(ForType::<G, _>::new(Zero)),
            BuiltIn::Noise(seed) => Box::new(ForType::<G, _>::new(Noise { seed })),
            BuiltIn::Mobility => Box::new(ForType::<G, _>::new(Mobility)),
            BuiltIn::Playouts { games, seed } => Box::new(ForType::<G, _>::new(Playouts { games, seed })),
            BuiltIn::Own => Box::new(ForType::<G, _>::new(Own)),
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
/// state and a seed, so that a state has one value in every search.
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
        for (child, value) in children.iter().zip(values) {
            let mut rng = Rng::new(child.key().low() ^ seed);
            let mut game = || {
                let mut end = child.clone();
                end.play_out(&mut rng, None);
                end.score()
            };
            let total: f32 = (0..self.games).map(|_| game()).sum();
            // Half of f_t, which reaches from -2 to 2: a proven win is worth more than any estimate.
            *value = total / (2 * self.games + 1) as f32;
        }
    }
}

/// What the game itself says ([`Sight::estimate`](crate::Sight::estimate)), and 0 where it says nothing.
#[derive(Clone, Copy, Debug)]
pub struct Own;

impl<G: Game> Evaluator<G> for Own {
    fn evaluate(&self, _: &G, children: &[G], values: &mut [f32]) {
        for (child, value) in children.iter().zip(values) {
            *value = child.estimate().unwrap_or(0.0);
        }
    }
}
