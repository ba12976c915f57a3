//! The usual rules of Xiangqi: no general may be left in check, and perpetual check loses.

use game::bits::Bits;
use game::history::Past;
use game::{Outcome, Player, TextError};

use super::board::{Board, Kind};
use super::tables::leg;
use super::{Code, Xiangqi};

/// The usual rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard;

/// What the general of the player to move fears. Most pieces do not have to care, so that their moves need
/// no closer look.
struct Fear {
    in_check: bool,
    /// Pieces that may uncover an attack when they leave.
    pinned: u128,
    /// Empty points where any piece would be the screen of an enemy cannon.
    screens: u128,
}

impl Fear {
    #[inline]
    fn new(board: &Board, general: usize) -> Self {
        let (tables, enemy, occupied) = (&*board.tables, board.turn.other(), board.occupied());
        let of = |kind: Kind| board.of(enemy, kind);
        let soldiers = tables.soldier_range[enemy.index()][general] & of(Kind::Soldier);
        let mut fear = Fear { in_check: !soldiers.is_empty(), pinned: 0, screens: 0 };
        for chariot in ((of(Kind::Chariot) | of(Kind::General)) & tables.lines[general]).cells() {
            let between = tables.between(general, chariot) & occupied;
            match between.count() {
                0 => fear.in_check = true,
                1 => fear.pinned |= between,
                _ => {}
            }
        }
        for cannon in (of(Kind::Cannon) & tables.lines[general]).cells() {
            let between = tables.between(general, cannon);
            match (between & occupied).count() {
                0 => fear.screens |= between,
                1 => fear.in_check = true,
                2 => fear.pinned |= between & occupied,
                _ => {}
            }
        }
        for horse in (of(Kind::Horse) & tables.horse_range[general]).cells() {
            let leg = u128::cell(leg(horse, general));
            if leg.meets(occupied) {
                fear.pinned |= leg;
            } else {
                fear.in_check = true;
            }
        }
        fear
    }
}

/// Whether the general of the player to move is safe after this move.
#[inline]
fn is_safe_after(board: &Board, general: usize, from: usize, to: usize) -> bool {
    let enemy = board.turn.other();
    let occupied = board.occupied() & !u128::cell(from) | u128::cell(to);
    let general = if from == general { to } else { general };
    !board.is_attacked(general, enemy, board.all_of(enemy) & !u128::cell(to), occupied)
}

impl Code for Standard {
    const LIMIT: u16 = 120;
    const ORDER_MATTERS: bool = true;

    #[inline]
    fn any_piece(board: &Board, mut visit: impl FnMut(usize, u128) -> bool) -> bool {
        let Some(general) = board.general(board.turn) else { return false };
        let fear = Fear::new(board, general);
        for kind in Kind::ALL {
            for from in board.of(board.turn, kind).cells() {
                let mut targets = board.targets(kind, from);
                if kind == Kind::General || fear.in_check || fear.pinned.has(from) {
                    targets = u128::of(targets.cells().filter(|&to| is_safe_after(board, general, from, to)));
                } else {
                    targets &= !fear.screens;
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
        state.quiet
    }

    /// How early the end came: the share of the 32 pieces that are still on the board.
    fn margin(state: &Xiangqi<Self>) -> f32 {
        state.board.occupied().count() as f32 / 32.0
    }

    fn expect_sound(board: &Board) -> Result<(), TextError> {
        if Player::BOTH.into_iter().any(|player| board.general(player).is_none()) {
            return Err(TextError::new("a player has no general"));
        }
        if board.in_check(board.turn.other()) {
            return Err(TextError::new(
                "the player who has just moved is in check, or the generals face each other",
            ));
        }
        Ok(())
    }

    /// The third occurrence of a position ends the game: a player loses who gave check with every move since
    /// the first occurrence, unless both did; else it is a draw. So are 120 plies without a capture.
    #[inline]
    fn verdict(state: &Xiangqi<Self>, past: &Past<'_, Xiangqi<Self>>) -> Option<Outcome> {
        // A position comes for the third time after eight plies at the earliest.
        if past.quiet() >= 8 && past.occurrences() >= 3 {
            Some(third_occurrence(state, past))
        } else {
            (state.quiet >= Self::LIMIT).then_some(Outcome::Draw)
        }
    }
}

fn third_occurrence(state: &Xiangqi<Standard>, past: &Past<'_, Xiangqi<Standard>>) -> Outcome {
    let mut checks_always = [true; 2];
    let (mut after, mut times) = (state, 1);
    for (before, _) in past.earlier() {
        checks_always[before.board.turn.index()] &= after.board.in_check(after.board.turn);
        times += u32::from(before.board == state.board);
        if times == 3 {
            break;
        }
        after = before;
    }
    match checks_always {
        [true, false] => Outcome::Win(Player::Second),
        [false, true] => Outcome::Win(Player::First),
        _ => Outcome::Draw,
    }
}
