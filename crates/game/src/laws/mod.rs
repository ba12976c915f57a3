//! The laws that every game obeys, as one suite over random play.
//!
//! ```
//! # fn check<G: game::Game>(start: G) {
//! game::laws::check(&start, 10_000, 1).unwrap();
//! # }
//! ```

mod certainty;
mod endings;
mod exhaustive;
mod memory;
mod planes;
mod scene;
mod texts;
mod wrapper;

use std::collections::HashSet;

use crate::{Game, Key, Rng};
pub use exhaustive::{exhaustive_value, exhaustive_value_within};
use memory::Memory;
pub use texts::{check_moves_text, check_position_text, damaged, noise};
pub use wrapper::{check_any_state, check_history, check_wrapper};

/// How many states there are for one that [`check`] holds against the costly laws.
const COSTLY_ONE_IN: usize = 17;

/// How many moves of a state are read back from their texts: reading may look at all legal moves.
const READ_BACK: usize = 16;

/// Plays `plies` random plies from `start`, game after game, and checks the laws on every state.
/// The error names the law, the position and the move.
pub fn check<G: Game>(start: &G, plies: usize, seed: u64) -> Result<(), String> {
    check_sparsely(start, plies, seed, COSTLY_ONE_IN)
}

/// Like [`check`], for long runs: the laws that cost far more than playing (texts, features, symmetries, the
/// states around) are looked at on one state in `costly_one_in`, chosen at random, the others on every state.
pub fn check_sparsely<G: Game>(
    start: &G,
    plies: usize,
    seed: u64,
    costly_one_in: usize,
) -> Result<(), String> {
    let mut rng = Rng::new(seed);
    let mut suite = Suite::new(start);
    let (mut played, mut line) = (0, Vec::new());
    while played < plies {
        let game_seed = rng.next_u64();
        let (mut state, mut choice) = (start.clone(), Rng::new(game_seed));
        line.clear();
        loop {
            let costly = rng.below(costly_one_in) == 0;
            suite
                .cheap_laws(&state)
                .and_then(|()| if costly { suite.costly_laws(&state, &mut rng) } else { Ok(()) })
                .map_err(|broken| format!("{broken}, at {}", state.position()))?;
            if suite.moves.is_empty() {
                break;
            }
            let m = choice.pick(&suite.moves);
            state.play(m);
            line.push(m);
            played += 1;
        }
        if rng.below(costly_one_in) == 0 {
            suite.same_seed_same_game(&state, &line, game_seed)?;
        }
        if line.is_empty() {
            break;
        }
    }
    Ok(())
}

struct Suite<'a, G: Game> {
    start: &'a G,
    memory: Memory<G>,
    /// The legal moves of the state that was checked last.
    moves: Vec<G::Move>,
    /// Buffers, kept from state to state.
    sorted: Vec<G::Move>,
    counted: Vec<G::Move>,
}

impl<'a, G: Game> Suite<'a, G> {
    fn new(start: &'a G) -> Self {
        Suite { start, memory: Memory::default(), moves: Vec::new(), sorted: Vec::new(), counted: Vec::new() }
    }

    /// Those that cost about as much as playing does.
    fn cheap_laws(&mut self, state: &G) -> Result<(), String> {
        self.moves.clear();
        state.moves(&mut self.moves);
        self.moves_are_legal_and_distinct(state)?;
        self.moves_are_empty_iff_terminal(state)?;
        self.a_winning_move_wins(state)?;
        self.memory.key_and_equality_agree(state)
    }

    fn costly_laws(&self, state: &G, rng: &mut Rng) -> Result<(), String> {
        self.descriptions_fit(state, rng)?;
        for text in [damaged(&state.position(), rng), noise(rng)] {
            check_position_text(self.start, &text, rng)?;
            check_moves_text(state, &text)?;
        }
        self.a_pass_hands_the_turn_over(state)?;
        if state.graded() {
            self.graded_states_stay_apart(state)?;
        }
        Ok(())
    }

    /// What a state says about itself: texts, features, bounds and mirror images.
    fn descriptions_fit(&self, state: &G, rng: &mut Rng) -> Result<(), String> {
        self.texts_give_the_state_back(state)?;
        self.move_texts_give_the_moves_back(state, rng)?;
        scene::is_the_picture(state)?;
        scene::moves_can_be_clicked(state, &self.moves)?;
        self.features_are_sound(state)?;
        self.bounds_hold(state)?;
        self.prospects_hold(state)?;
        self.pruning_holds(state)?;
        endings::the_bound_on_the_length_holds(state, &self.moves)?;
        endings::pieces_are_those_of_the_picture(state)?;
        self.symmetries_keep_the_game(state)
    }

    fn moves_are_legal_and_distinct(&mut self, state: &G) -> Result<(), String> {
        self.sorted.clone_from(&self.moves);
        self.sorted.sort_unstable();
        if self.sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("a move is listed twice".into());
        }
        let counted = state.count_moves(&mut self.counted);
        if counted != self.moves.len() {
            return Err(format!("count_moves says {counted}, there are {} moves", self.moves.len()));
        }
        if let Some(mobility) = state.mobility().filter(|_| !self.moves.is_empty())
            && mobility[state.turn().index()] as usize != counted
        {
            return Err(format!("mobility says {mobility:?}, the player to move has {counted} moves"));
        }
        Ok(())
    }

    fn moves_are_empty_iff_terminal(&self, state: &G) -> Result<(), String> {
        match state.outcome() {
            Some(_) if !self.moves.is_empty() => Err("a finished game has moves".into()),
            None if self.moves.is_empty() => Err("a game that is not over has no moves".into()),
            Some(outcome) => {
                let (score, gain) = (state.score(), f32::from(outcome.gain()));
                let sound = score.is_finite() && if gain == 0.0 { score == 0.0 } else { score * gain > 0.0 };
                if !sound {
                    return Err(format!("score {score} does not fit the outcome {outcome:?}"));
                }
                endings::terminal_values_fit(self.start, state, outcome)
            }
            None => match state.estimate() {
                Some(estimate) if !estimate.is_finite() => Err(format!("the estimate is {estimate}")),
                _ => Ok(()),
            },
        }
    }

    fn texts_give_the_state_back(&self, state: &G) -> Result<(), String> {
        let text = state.position();
        let read =
            self.start.parse_position(&text).map_err(|error| format!("its own text is refused: {error}"))?;
        if read != *state || read.key() != state.key() || read.turn() != state.turn() {
            return Err(format!("its own text gives another state: {}", read.position()));
        }
        if read.outcome() != state.outcome() {
            return Err("its own text gives another outcome".into());
        }
        Ok(())
    }

    /// All texts are different; some moves are read back, all of them where they are few.
    fn move_texts_give_the_moves_back(&self, state: &G, rng: &mut Rng) -> Result<(), String> {
        let texts: HashSet<String> = self.moves.iter().map(|&m| state.move_text(m)).collect();
        if texts.len() < self.moves.len() {
            return Err("two moves have the same text".into());
        }
        if self.moves.len() <= READ_BACK {
            return self.moves.iter().try_for_each(|&m| self.move_text_gives_the_move_back(state, m));
        }
        (0..READ_BACK).try_for_each(|_| self.move_text_gives_the_move_back(state, rng.pick(&self.moves)))
    }

    fn move_text_gives_the_move_back(&self, state: &G, m: G::Move) -> Result<(), String> {
        let text = state.move_text(m);
        match state.parse_move(&text) {
            Ok(read) if read == m => Ok(()),
            Ok(read) => Err(format!("the move {text} is read as {}", state.move_text(read))),
            Err(error) => Err(format!("the move {text} is refused: {error}")),
        }
    }

    fn features_are_sound(&self, state: &G) -> Result<(), String> {
        let mut features = Vec::new();
        state.features(&mut features);
        let distinct: HashSet<_> = features.iter().collect();
        if distinct.len() < features.len() {
            return Err("a feature is listed twice".into());
        }
        match features.iter().find(|&&feature| feature as usize >= state.feature_count()) {
            Some(feature) => Err(format!("feature {feature} is not below {}", state.feature_count())),
            None => planes::are_sound(state, &features),
        }
    }

    fn symmetries_keep_the_game(&self, state: &G) -> Result<(), String> {
        let count = |state: &G| {
            let mut features = Vec::new();
            state.features(&mut features);
            (state.turn(), state.outcome(), state.count_moves(&mut Vec::new()), features.len())
        };
        for image in state.symmetries() {
            if count(&image) != count(state) {
                return Err(format!("its mirror image {} is another kind of state", image.position()));
            }
            if image.key() == state.key() && image != *state {
                return Err(format!("its mirror image {} has the same key", image.position()));
            }
            planes::are_moved_as_a_whole(state, &image)?;
            let merges = |state: &G| state.canonical_key() != state.sharing_key();
            if (merges(state) || merges(&image)) && image.canonical_key() != state.canonical_key() {
                return Err(format!("its mirror image {} has another canonical key", image.position()));
            }
        }
        Ok(())
    }

    fn a_pass_hands_the_turn_over(&self, state: &G) -> Result<(), String> {
        let Some(passed) = state.pass() else { return Ok(()) };
        if state.outcome().is_some() || passed.outcome().is_some() {
            return Err("there is a pass at the end of the game, or one that ends it".into());
        }
        if passed.turn() == state.turn() || passed.key() == state.key() {
            return Err("a pass leaves the turn or the key as it was".into());
        }
        self.texts_give_the_state_back(&passed).map_err(|broken| format!("after a pass {broken}"))
    }

    /// No child is also reached by another move, or by a line of three plies from the same state.
    fn graded_states_stay_apart(&self, state: &G) -> Result<(), String> {
        const MAX_STATES: usize = 2_000;
        let children: Vec<G> = self.moves.iter().map(|&m| after(state, m)).collect();
        let direct: HashSet<Key> = children.iter().map(G::sharing_key).collect();
        if direct.len() < children.len() {
            return Err("it is called graded, but two moves lead to the same state".into());
        }
        let (mut layer, mut seen) = (children.clone(), 0);
        for length in 2..=3 {
            let mut next = Vec::new();
            let mut moves = Vec::new();
            for within in &layer {
                moves.clear();
                within.moves(&mut moves);
                for &m in &moves {
                    seen += 1;
                    if seen > MAX_STATES {
                        return Ok(());
                    }
                    let child = after(within, m);
                    if direct.contains(&child.sharing_key()) {
                        return Err(format!(
                            "it is called graded, but {} is reached in 1 and in {length} plies",
                            child.position()
                        ));
                    }
                    next.push(child);
                }
            }
            layer = next;
        }
        Ok(())
    }

    fn same_seed_same_game(&self, end: &G, line: &[G::Move], seed: u64) -> Result<(), String> {
        let (mut state, mut choice) = (self.start.clone(), Rng::new(seed));
        let mut moves = Vec::new();
        for &played in line {
            moves.clear();
            state.moves(&mut moves);
            if choice.pick(&moves) != played {
                return Err(format!("the same seed gives another game at {}", state.position()));
            }
            state.play(played);
        }
        if state == *end { Ok(()) } else { Err("the same moves give another state".into()) }
    }
}

fn after<G: Game>(state: &G, m: G::Move) -> G {
    let mut child = state.clone();
    child.play(m);
    child
}
