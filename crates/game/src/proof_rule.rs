//! Proofs of positions that need not be played out.

use crate::{AnyMove, AnyState, Code, Game, Promise, TextError};

/// A named rule by which a game proves a promise in a position without playing it out: a virtual connection in Hex,
/// answers in the same column in Connect Four.
///
/// A certificate holds the proof as bytes and names the rule. [`ProofRule::check`] is what a verifier trusts besides
/// the rules of the game, so it is small, has nothing in common with the search that found the proof, and accepts
/// nothing that is not true, whatever bytes it gets.
pub trait ProofRule<G: Game>: Send {
    /// The name and the version of the rule.
    fn name(&self) -> &'static str;

    /// Looks for a proof of the promise in a state that is not terminal and appends it to `proof`. Where the opponent
    /// of the holder is to move, the proof may leave some of the moves open. Returns whether there is one.
    fn prove(&mut self, state: &G, promise: Promise, proof: &mut Vec<u8>) -> bool;

    /// Checks that bytes prove the promise in a state that is not terminal. Where the opponent of the holder is to
    /// move, appends to `open` the legal moves that the proof leaves open: the promise holds if it holds after each
    /// of these. Where the holder is to move nothing is left open.
    ///
    /// Takes time and memory in proportion to the length of the proof and the size of the board.
    fn check(
        &mut self,
        state: &G,
        promise: Promise,
        proof: &[u8],
        open: &mut Vec<G::Move>,
    ) -> Result<(), TextError>;

    /// The move that a proof begins with where the holder of the promise is to move. The proof has been checked.
    fn first_move(&mut self, state: &G, promise: Promise, proof: &[u8]) -> Option<G::Move>;
}

/// The rule of a game of type `G` for callers who do not know the type.
pub(crate) struct Hidden<G: Game> {
    rule: Box<dyn ProofRule<G>>,
    moves: Vec<G::Move>,
}

impl<G: Game> Hidden<G> {
    pub fn new(rule: Box<dyn ProofRule<G>>) -> Self {
        Hidden { rule, moves: Vec::new() }
    }
}

/// # Panics
/// A rule serves the game that made it. It is asked about no other one.
fn typed<G: Game>(state: &AnyState) -> &G {
    state.downcast().expect("a rule is asked about its own game")
}

impl<G: Game> ProofRule<AnyState> for Hidden<G> {
    fn name(&self) -> &'static str {
        self.rule.name()
    }

    fn prove(&mut self, state: &AnyState, promise: Promise, proof: &mut Vec<u8>) -> bool {
        self.rule.prove(typed(state), promise, proof)
    }

    fn check(
        &mut self,
        state: &AnyState,
        promise: Promise,
        proof: &[u8],
        open: &mut Vec<AnyMove>,
    ) -> Result<(), TextError> {
        self.moves.clear();
        self.rule.check(typed(state), promise, proof, &mut self.moves)?;
        open.extend(self.moves.iter().map(|m| AnyMove(m.code())));
        Ok(())
    }

    fn first_move(&mut self, state: &AnyState, promise: Promise, proof: &[u8]) -> Option<AnyMove> {
        self.rule.first_move(typed(state), promise, proof).map(|m| AnyMove(m.code()))
    }
}
