//! Xiangqi as the Computer Olympiad plays it: a general in check may be captured.

use game::bits::Bits;
use game::history::Past;
use game::{Outcome, TextError};

use super::board::{Board, Kind};
use super::{Code, Xiangqi};

/// The rules of the Computer Olympiad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Olympiad;

impl Code for Olympiad {
    const LIMIT: u16 = 200;
    const ORDER_MATTERS: bool = false;

    /// Only the file between the generals restricts the moves.
    #[inline]
    fn any_piece(board: &Board, mut visit: impl FnMut(usize, u128) -> bool) -> bool {
        let player = board.turn;
        let Some((general, theirs)) = board.general(player).zip(board.general(player.other())) else {
            return false;
        };
        let (tables, occupied) = (&*board.tables, board.occupied());
        // A single piece between the generals stays between them, or captures one.
        let between = if tables.lines[general].has(theirs) { tables.between(general, theirs) } else { 0 };
        let single = if (between & occupied).count() == 1 { between & occupied } else { 0 };
        for kind in Kind::ALL {
            for from in board.of(player, kind).cells() {
                let mut targets = board.targets(kind, from);
                if kind == Kind::General {
                    let faces = |to: usize| {
                        let occupied = occupied & !u128::cell(from) | u128::cell(to);
                        tables.seen_on_file(to, occupied).has(theirs)
                    };
                    targets = u128::of(targets.cells().filter(|&to| !faces(to)));
                } else if single.has(from) {
                    targets &= between | u128::cell(theirs);
                }
                if !targets.is_empty() && visit(from, targets) {
                    return true;
                }
            }
        }
        false
    }

    #[inline]
    fn counter(state: &Xiangqi<Self>) -> u16 {
        state.plies
    }

    /// How early the end came: the share of the 200 plies that were not played.
    fn margin(state: &Xiangqi<Self>) -> f32 {
        1.0 - f32::from(state.plies) / f32::from(Self::LIMIT)
    }

    /// The player to move may have lost the general.
    fn expect_sound(board: &Board) -> Result<(), TextError> {
        let Some(theirs) = board.general(board.turn.other()) else {
            return Err(TextError::new("the player who has just moved has no general"));
        };
        let faces = |general| board.tables.seen_on_file(general, board.occupied()).has(theirs);
        if board.general(board.turn).is_some_and(faces) {
            return Err(TextError::new("the generals face each other"));
        }
        Ok(())
    }

    /// A player who repeats any earlier position loses; the 200th ply makes a draw.
    #[inline]
    fn verdict(state: &Xiangqi<Self>, past: &Past<'_, Xiangqi<Self>>) -> Option<Outcome> {
        // A position comes again after four plies at the earliest.
        if past.quiet() >= 4 && past.occurrences() >= 2 {
            Some(Outcome::Win(state.board.turn))
        } else {
            (state.plies >= Self::LIMIT).then_some(Outcome::Draw)
        }
    }
}
