//! All children of a state by one call: the unit of work of every search that expands.
//!
//! A [`ChildGenerator`] keeps the children that wait to be evaluated where their type is known, so that generating and
//! evaluating them are loops without a call through a pointer, for every caller.

use std::ops::Range;

use crate::evaluate::Evaluator;
use crate::{Bounds, Clock, Cut, Game, Key, Outcome, Player, TerminalFunction};

/// What a search wants to know of children at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Whether the game is over, by the rules alone, and what that is worth.
    Rules(TerminalFunction),
    /// Also what the game sees without a search: wins at once, bounds, prospects.
    Sight(TerminalFunction),
    /// What answers the question whether player 1 reaches at least this gain, by the rules or by what the game sees.
    Question {
        /// The gain that is asked for.
        gain: i8,
        /// One answer is enough: moves that the value does not depend on are left out ([`Sight::prune`](crate::Sight::prune)), and the first
        /// child that gives the player to move what it wants is the last one.
        one: bool,
        /// Which keys the search goes by.
        keys: Keys,
    },
}

/// Which key of a state a search goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// [`Sharing::sharing_key`](crate::Sharing::sharing_key)
    Sharing,
    /// [`Sharing::canonical_key`](crate::Sharing::canonical_key)
    Canonical,
}

impl Keys {
    /// The key of a state.
    #[inline]
    pub fn of<G: Game>(self, state: &G) -> Key {
        match self {
            Keys::Sharing => state.sharing_key(),
            Keys::Canonical => state.canonical_key(),
        }
    }
}

/// What a search asks of every state that it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// [`Game::turn`]
    pub turn: Player,
    /// [`Game::outcome`]
    pub outcome: Option<Outcome>,
    /// [`Sharing::sharing_key`](crate::Sharing::sharing_key)
    pub sharing: Key,
    /// The key that the search goes by where it keeps what is proven: the same one, or [`Sharing::canonical_key`](crate::Sharing::canonical_key).
    pub proven: Key,
}

impl Standing {
    /// All that of one state.
    #[inline]
    pub fn of<G: Game>(state: &G, keys: Keys) -> Standing {
        let (turn, outcome, sharing) = (state.turn(), state.outcome(), state.sharing_key());
        let proven = if keys == Keys::Canonical { state.canonical_key() } else { sharing };
        Standing { turn, outcome, sharing, proven }
    }
}

/// A child at first sight, in eight bytes.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// What is certain of its gain.
    pub bounds: Bounds,
    /// How the game ended, if it did. Not looked at where a question is answered without it.
    pub outcome: Option<Outcome>,
    /// Whether it waits in the generator to be evaluated.
    pub is_leaf: bool,
    /// f_t if the game is over.
    pub value: f32,
}

const _: () = assert!(size_of::<Child>() == 8);

/// The children of a state. What was here before is overwritten; its memory is kept.
#[derive(Clone, Debug)]
pub struct Family<M> {
    /// The moves ...
    pub moves: Vec<M>,
    /// ... and the children that they lead to, one for one.
    pub children: Vec<Child>,
    /// The keys of the leaves, or of all children if there is a question.
    pub keys: Vec<Key>,
}

impl<M> Default for Family<M> {
    fn default() -> Self {
        Family { moves: Vec::new(), children: Vec::new(), keys: Vec::new() }
    }
}

impl<M> Family<M> {
    /// A state without children.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.children.clear();
        self.keys.clear();
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<M>()
            + self.children.capacity() * size_of::<Child>()
            + self.keys.capacity() * size_of::<Key>()
    }
}

/// Generates the children of one state after the other. Its memory is kept: nothing here allocates in the long run.
pub trait ChildGenerator<G: Game>: Send {
    /// Generates the children of a state that is not terminal. The leaves among them stay here, in the same order.
    /// Returns whether all children that matter are there, which they are unless one of them was enough.
    fn generate(
        &mut self,
        state: &G,
        look: Look,
        family: &mut Family<G::Move>,
        clock: &Clock<'_>,
    ) -> Result<bool, Cut>;

    /// Looks at the children by these moves of a state that is not terminal, by the rules alone, and appends to `children`
    /// which of the moves leads there, and how the game ended if it did. With `forcing`, only children by
    /// [forcing](crate::Sight::is_forcing) moves and those where the player to move has won count. If `stop` is set, the first
    /// such win is the last child, and the place of its move is returned. The leaves stay here.
    fn look_along(
        &mut self,
        state: &G,
        moves: &[G::Move],
        forcing: bool,
        stop: bool,
        children: &mut Vec<(usize, Option<Outcome>)>,
        clock: &Clock<'_>,
    ) -> Result<Option<usize>, Cut>;

    /// Appends the [sharing keys](crate::Sharing::sharing_key) of the children by these moves. Leaves stay as they are.
    fn sharing_keys(&mut self, state: &G, moves: &[G::Move], keys: &mut Vec<Key>);

    /// Keeps the leaves with these numbers, which ascend, and drops the others.
    fn keep(&mut self, numbers: &[u32]);

    /// Evaluates these leaves in one batch. Returns how many states were evaluated: see [`Evaluator::evaluate_counting`].
    fn evaluate(
        &mut self,
        parent: &G,
        leaves: Range<usize>,
        evaluator: &dyn Evaluator<G>,
        values: &mut [f32],
    ) -> usize;

    /// A pessimistic and an optimistic estimate of each of these leaves: see [`Evaluator::bounds`].
    fn bounds(
        &mut self,
        parent: &G,
        leaves: Range<usize>,
        evaluator: &dyn Evaluator<G>,
        spread: f32,
        bounds: &mut [[f32; 2]],
    );

    /// Appends the player to move and the number of moves of each leaf.
    fn count_moves(&mut self, clock: &Clock<'_>, out: &mut Vec<(Player, u32)>) -> Result<(), Cut>;

    /// Bytes held.
    fn bytes(&self) -> usize;
}

/// The generator of a game whose type is known.
#[derive(Debug)]
pub(crate) struct Typed<G: Game> {
    pub(crate) leaves: Vec<G>,
    prospects: Vec<Bounds>,
    /// For counting moves.
    buffer: Vec<G::Move>,
}

impl<G: Game> Default for Typed<G> {
    fn default() -> Self {
        Typed { leaves: Vec::new(), prospects: Vec::new(), buffer: Vec::new() }
    }
}

/// Who is right about the question whether player 1 reaches this gain, if that is certain: the first player says yes.
#[inline]
fn winner(gain: i8, bounds: Bounds) -> Option<Player> {
    if bounds.at_least >= gain {
        Some(Player::First)
    } else if bounds.at_most < gain {
        Some(Player::Second)
    } else {
        None
    }
}

/// What is certain of a state at first sight: the game is over, or a move wins at once, or the game itself
/// knows bounds.
#[inline]
pub fn at_sight<G: Game>(state: &G) -> Bounds {
    if let Some(outcome) = state.outcome() {
        Bounds::of(outcome)
    } else if state.winning_move().is_some() {
        Bounds::win(state.turn())
    } else {
        state.bounds()
    }
}

/// The number of children between two questions to the clock.
const CHILDREN_PER_QUESTION: usize = 8;

/// Asks the clock, before some of the children with this index. What was looked at of the family is of no use if it says
/// that the work has to end.
#[inline(always)]
fn ask_before(index: usize, clock: &Clock<'_>) -> Result<(), Cut> {
    if index % CHILDREN_PER_QUESTION == CHILDREN_PER_QUESTION - 1 && clock.is_up() {
        Err(Cut)
    } else {
        Ok(())
    }
}

impl<G: Game> Typed<G> {
    /// Plays a move where the child will stay: most children are leaves.
    #[inline(always)]
    fn push(&mut self, state: &G, m: G::Move) -> &mut G {
        self.leaves.push(state.clone());
        let child = self.leaves.last_mut().expect("a child was pushed a moment ago");
        child.play(m);
        child
    }

    /// Children as the rules show them, or the rules and what the game sees. `plies` is how many were played on the way
    /// to a child, where they are counted.
    #[inline]
    fn look_at_all<const SIGHTED: bool>(
        &mut self,
        state: &G,
        moves: &[G::Move],
        (terminal, plies): (TerminalFunction, Option<u32>),
        (children, keys): (&mut Vec<Child>, &mut Vec<Key>),
        clock: &Clock<'_>,
    ) -> Result<(), Cut> {
        children.reserve(moves.len());
        keys.reserve(moves.len());
        self.leaves.reserve(moves.len());
        for (index, &m) in moves.iter().enumerate() {
            ask_before(index, clock)?;
            let child = self.push(state, m);
            let outcome = child.outcome();
            let seen = match outcome {
                // The end of the game first: it has a value of its own.
                Some(over) => {
                    let value = terminal.value_after(child, over, plies);
                    Child { bounds: Bounds::of(over), outcome, is_leaf: false, value }
                }
                None => {
                    let mut bounds = if SIGHTED { at_sight(child) } else { Bounds::ANY };
                    let key = child.sharing_key();
                    if SIGHTED && bounds.gain().is_none() {
                        let prospect = self.prospects.get(index).filter(|prospect| prospect.gain().is_some());
                        bounds = prospect.copied().unwrap_or(bounds);
                    }
                    let is_leaf = bounds.gain().is_none();
                    if is_leaf {
                        keys.push(key);
                    }
                    Child { bounds, outcome, is_leaf, value: 0.0 }
                }
            };
            if !seen.is_leaf {
                self.leaves.pop();
            }
            children.push(seen);
        }
        Ok(())
    }

    /// Children as far as they answer a question. Returns whether all of them are there.
    #[inline]
    fn ask(
        &mut self,
        state: &G,
        (gain, one, wanted): (i8, bool, Keys),
        moves: &mut Vec<G::Move>,
        (children, keys): (&mut Vec<Child>, &mut Vec<Key>),
        clock: &Clock<'_>,
    ) -> Result<bool, Cut> {
        let settles = |winner: Option<Player>| one && winner == Some(state.turn());
        if let Some(index) = self.prospects.iter().position(|prospect| settles(winner(gain, *prospect))) {
            moves.swap(0, index);
            self.prospects.swap(0, index);
        }
        for index in 0..moves.len() {
            ask_before(index, clock)?;
            let mut bounds = self.prospects.get(index).copied().unwrap_or(Bounds::ANY);
            let child = self.push(state, moves[index]);
            if winner(gain, bounds).is_none() {
                bounds = bounds.and(at_sight(child));
            }
            keys.push(wanted.of(child));
            let winner = winner(gain, bounds);
            if winner.is_some() {
                self.leaves.pop();
            }
            children.push(Child { bounds, outcome: None, is_leaf: winner.is_none(), value: 0.0 });
            if settles(winner) {
                moves.truncate(index + 1);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// [`ChildGenerator::generate`], with lists apart: those that are not moves are the same for all games. `plies` is how
    /// many were played on the way to a child, where they are counted.
    #[inline]
    pub(crate) fn generate_lists(
        &mut self,
        state: &G,
        look: Look,
        plies: Option<u32>,
        moves: &mut Vec<G::Move>,
        (children, keys): (&mut Vec<Child>, &mut Vec<Key>),
        clock: &Clock<'_>,
    ) -> Result<bool, Cut> {
        moves.clear();
        children.clear();
        keys.clear();
        self.leaves.clear();
        self.prospects.clear();
        state.moves(moves);
        if let Look::Question { one: true, .. } = look {
            state.prune(moves);
        }
        if !matches!(look, Look::Rules(_)) {
            state.prospects(moves, &mut self.prospects);
        }
        match look {
            Look::Rules(terminal) => {
                self.look_at_all::<false>(state, moves, (terminal, plies), (children, keys), clock)?;
            }
            Look::Sight(terminal) => {
                self.look_at_all::<true>(state, moves, (terminal, plies), (children, keys), clock)?;
            }
            Look::Question { gain, one, keys: wanted } => {
                return self.ask(state, (gain, one, wanted), moves, (children, keys), clock);
            }
        }
        Ok(true)
    }
}

impl<G: Game> ChildGenerator<G> for Typed<G> {
    fn generate(
        &mut self,
        state: &G,
        look: Look,
        family: &mut Family<G::Move>,
        clock: &Clock<'_>,
    ) -> Result<bool, Cut> {
        let Family { moves, children, keys } = family;
        let plies = state.plies().map(|plies| plies + 1);
        self.generate_lists(state, look, plies, moves, (children, keys), clock)
    }

    fn look_along(
        &mut self,
        state: &G,
        moves: &[G::Move],
        forcing: bool,
        stop: bool,
        children: &mut Vec<(usize, Option<Outcome>)>,
        clock: &Clock<'_>,
    ) -> Result<Option<usize>, Cut> {
        let winning = Some(Outcome::Win(state.turn()));
        self.leaves.clear();
        for (place, &m) in moves.iter().enumerate() {
            ask_before(place, clock)?;
            let outcome = self.push(state, m).outcome();
            if stop && outcome == winning {
                return Ok(Some(place));
            }
            let is_wanted = !forcing || outcome == winning || state.is_forcing(m);
            if is_wanted {
                children.push((place, outcome));
            }
            if outcome.is_some() || !is_wanted {
                self.leaves.pop();
            }
        }
        Ok(None)
    }

    fn sharing_keys(&mut self, state: &G, moves: &[G::Move], keys: &mut Vec<Key>) {
        keys.extend(moves.iter().map(|&m| {
            let mut child = state.clone();
            child.play(m);
            child.sharing_key()
        }));
    }

    fn keep(&mut self, numbers: &[u32]) {
        for (kept, &number) in numbers.iter().enumerate() {
            if kept < number as usize {
                self.leaves.swap(kept, number as usize);
            }
        }
        self.leaves.truncate(numbers.len());
    }

    fn evaluate(
        &mut self,
        parent: &G,
        leaves: Range<usize>,
        evaluator: &dyn Evaluator<G>,
        values: &mut [f32],
    ) -> usize {
        evaluator.evaluate_counting(parent, &self.leaves[leaves], values)
    }

    fn bounds(
        &mut self,
        parent: &G,
        leaves: Range<usize>,
        evaluator: &dyn Evaluator<G>,
        spread: f32,
        bounds: &mut [[f32; 2]],
    ) {
        evaluator.bounds(parent, &self.leaves[leaves], spread, bounds);
    }

    fn count_moves(&mut self, clock: &Clock<'_>, out: &mut Vec<(Player, u32)>) -> Result<(), Cut> {
        let Typed { leaves, buffer, .. } = self;
        out.reserve(leaves.len());
        for (index, leaf) in leaves.iter().enumerate() {
            ask_before(index, clock)?;
            out.push((leaf.turn(), leaf.count_moves(buffer) as u32));
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.buffer.capacity() * size_of::<G::Move>()
            + self.prospects.capacity() * size_of::<Bounds>()
            + self.leaves.capacity() * size_of::<G>()
    }
}
