//! How loops over states reach the type of the game.

use crate::children::{self, ChildGenerator, Keys, Standing};
use crate::code::{Code, Width};
use crate::{Bounds, Game, Outcome, Player, Rng};

/// The loops that a search runs on the side of the rules. A game leaves it empty, `impl Machinery for MyGame {}`: only
/// [`AnyState`](crate::AnyState), which hides the type of a game, has loops of its own.
pub trait Machinery {
    /// How a tree stores moves.
    fn move_width(&self) -> Width
    where
        Self: Game,
    {
        Self::Move::WIDTH
    }

    /// Generates children for a search.
    fn child_generator(&self) -> Box<dyn ChildGenerator<Self>>
    where
        Self: Game,
    {
        Box::new(children::Typed::default())
    }

    /// Becomes the state after a legal move from another one, and returns what a search asks of every state.
    #[inline]
    fn advance(&mut self, from: &Self, m: Self::Move, keys: Keys) -> Standing
    where
        Self: Game,
    {
        self.clone_from(from);
        self.play(m);
        Standing::of(self, keys)
    }

    /// Plays random moves until the game is over. `see` gets every move and who played it.
    fn play_out(&mut self, rng: &mut Rng, mut see: Option<&mut dyn FnMut(Player, Self::Move)>) -> Outcome
    where
        Self: Game,
    {
        let mut moves = Vec::new();
        loop {
            if let Some(outcome) = self.outcome() {
                return outcome;
            }
            moves.clear();
            self.moves(&mut moves);
            let m = rng.pick(&moves);
            if let Some(see) = &mut see {
                see(self.turn(), m);
            }
            self.play(m);
        }
    }

    /// How many plies were played since this state or one before it began to [count](Machinery::counting_plies) them. Then
    /// the number is a part of the state and of all its keys. `None` where they are not counted.
    fn plies(&self) -> Option<u32> {
        None
    }

    /// The same position, where plies are counted from now on: a position reached by lines of different lengths is then
    /// two states. The text of a position does not contain the number. `None` if the type cannot count.
    fn counting_plies(&self) -> Option<Self>
    where
        Self: Game,
    {
        None
    }

    /// What the ends of the game within `depth` plies after a legal move prove of the gain, by the rules alone. `buffer`
    /// is scratch space.
    fn bounds_after(&self, m: Self::Move, depth: u32, buffer: &mut Vec<Self::Move>) -> Bounds
    where
        Self: Game,
    {
        let mut child = self.clone();
        child.play(m);
        buffer.clear();
        bounds_within(&child, depth, buffer)
    }
}

/// Minimax to a depth. `moves` is a stack of moves, left as it was found.
fn bounds_within<G: Game>(state: &G, depth: u32, moves: &mut Vec<G::Move>) -> Bounds {
    if let Some(outcome) = state.outcome() {
        return Bounds::exactly(outcome.gain());
    }
    if depth == 0 {
        return Bounds::ANY;
    }
    let (mover, begin) = (state.turn(), moves.len());
    state.moves(moves);
    let mut best = Bounds::win(mover.other());
    for index in begin..moves.len() {
        let mut child = state.clone();
        child.play(moves[index]);
        best = best.or(bounds_within(&child, depth - 1, moves), mover);
        if best == Bounds::win(mover) {
            break;
        }
    }
    moves.truncate(begin);
    best
}
