//! Proofs by virtual connections: the rule of Hex that certificates use (see docs/certificates.md).
//!
//! A proof is about a board and a side, the *holder*, that is to join its ends. It is a list of numbers:
//!
//! ```text
//! how many cells are filled in, then for each
//!     0 c        c is dead
//!     1 a b      the holder has captured a and b        2 a b      the opponent has
//! how many connections there are, then for each
//!     0 e x      the point x is at the end e: x is connected, with an empty carrier
//!     1 i x      x touches the point u of connection i
//!     2 i x p q  x and u both touch the empty cells p and q
//!     3 k i ...  one of these k near connections of x is left after any move of the opponent: x is connected
//! how many meetings there are, then for each
//!     i j        connections of one point to both ends
//! ```
//!
//! A *point* is an empty cell or a group of stones of the holder, named by any of its cells. Connections are named by how
//! many lines back they are. What 1 and 2 make of connection i is a connection again if u is a group; if u is an empty
//! cell, it is a near connection, and u is one more cell of its carrier.
//!
//! *Soundness.* A dead cell has a ring of neighbours that cannot change colour more than twice, however its empty cells
//! are filled; so whatever stones of one colour the cell links are linked around it, and its own colour never
//! matters. An opponent who plays on one of two captured cells is answered on the other one, after which the first one is
//! dead. So the board with these cells filled in has the same winner, with either side to move, also after further moves on
//! the other cells. On that board each line of a proof says, by induction: with a stone on x the holder joins x and the end
//! by moves in the carrier alone, even if the other side moves first (a connection), or if it moves first (a near connection). Lines 1
//! and 2 hold because the carriers of their parts do not meet, so each intrusion is answered within its part; line 3
//! because one move cannot be in all carriers, so the holder moves first in one that is left alone (Anshelevich 2002).
//! Where two connections of a point meet, with carriers that do not, a stone on the point joins the ends. If the opponent
//! is to move, its moves outside of the carrier of a meeting lose, and moves on cells that are filled in are no better than
//! none: what is open is what all meetings have in common.

mod check;
mod write;

use game::bits::Bits;
use game::{Promise, ProofRule, TextError};

use super::Hex;
use check::Board;

/// The rule, and room for what it works on.
#[derive(Default)]
pub(super) struct VirtualConnections;

impl<B: Bits> ProofRule<Hex<B>> for VirtualConnections {
    fn name(&self) -> &'static str {
        "virtual connections 1"
    }

    fn prove(&mut self, state: &Hex<B>, promise: Promise, proof: &mut Vec<u8>) -> bool {
        state.is_proven_by_connections() && write::write(state, state.side_of(promise), proof)
    }

    fn check(
        &mut self,
        state: &Hex<B>,
        promise: Promise,
        proof: &[u8],
        open: &mut Vec<u16>,
    ) -> Result<(), TextError> {
        if !state.is_proven_by_connections() {
            return Err(TextError::new("the players may still change sides, or the game is over"));
        }
        let side = state.side_of(promise);
        let (mut board, mut numbers) = (Board::new(state, side), Numbers(proof));
        let meetings = board.read(&mut numbers)?;
        if !numbers.0.is_empty() {
            return Err(TextError::new("the proof of the connection goes on behind its end"));
        }
        if state.sides.to_move() == side {
            return if meetings.is_empty() {
                Err(TextError::new("no connection joins the ends"))
            } else {
                Ok(())
            };
        }
        let left = meetings.iter().fold(board.empty(), |left, meeting| left & meeting.needed());
        if meetings.is_empty() && left.is_empty() {
            return Err(TextError::new("no connection joins the ends"));
        }
        left.list(open);
        Ok(())
    }

    fn first_move(&mut self, state: &Hex<B>, promise: Promise, proof: &[u8]) -> Option<u16> {
        let side = state.side_of(promise);
        let mut board = Board::new(state, side);
        let meetings = board.read(&mut Numbers(proof)).ok()?;
        let meeting = meetings.first().filter(|_| state.sides.to_move() == side)?;
        // Where the ends are joined already any move will do; one on the carrier comes nearer to the end of the game.
        let cells = [meeting.cell, meeting.carrier, state.empty()];
        cells.into_iter().find(|cells| !cells.is_empty()).map(|cells| cells.lowest() as u16)
    }
}

impl<B: Bits> Hex<B> {
    /// The side of a promise's holder.
    fn side_of(&self, promise: Promise) -> game::Player {
        self.sides.owner(promise.holder)
    }

    /// Whether sides are fixed and there is something to prove.
    fn is_proven_by_connections(&self) -> bool {
        self.winner.is_none() && !self.is_before_swap()
    }
}

/// Numbers of seven bits per byte, the low ones first; the eighth bit says that more follow.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn next(&mut self) -> Result<usize, TextError> {
        let mut number = 0;
        for shift in [0, 7, 14] {
            let (&byte, rest) = self
                .0
                .split_first()
                .ok_or_else(|| TextError::new("the proof of the connection ends early"))?;
            self.0 = rest;
            number |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(TextError::new("the proof of the connection has a number that is too large"))
    }
}

/// Writes a number as [`Numbers`] reads it.
fn push(proof: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        proof.push(number as u8 | 0x80);
        number >>= 7;
    }
    proof.push(number as u8);
}
