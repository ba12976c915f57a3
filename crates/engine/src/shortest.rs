//! The length of a proven win, for reports.

use std::sync::atomic::AtomicBool;

use game::{AnyState, Game, Outcome};
use search::Budget;
use search::shortest::{Length, Patience, shortest_win};

use crate::heading::turns;
use crate::report::Shortest;

/// What a table needs to be of any use.
const MIN_MEMORY: usize = 16 << 20;

/// How long the win of this value takes from `root`, within what is left of the budget when a search holds
/// so many bytes. `None` for a draw.
pub(crate) fn length(
    root: &AnyState,
    value: i8,
    left: &Budget,
    bytes: usize,
    interrupt: &AtomicBool,
    progress: &mut dyn FnMut(u32),
) -> Option<Shortest> {
    let Outcome::Win(winner) = Outcome::from_gain(value) else { return None };
    let memory = left.memory.unwrap_or(usize::MAX).saturating_sub(bytes).max(MIN_MEMORY);
    let patience = Patience { time: left.time, memory, interrupt };
    let Length { at_least, plies, line } = shortest_win(root, winner, &patience, progress);
    let mut moves = 0;
    let (mut state, mut last) = (root.clone(), None);
    for &m in &line {
        moves += u32::from(state.turn() == winner && last != Some(winner));
        last = Some(state.turn());
        state.play(m);
    }
    let is_whole = plies.is_some_and(|plies| line.len() == plies as usize);
    Some(Shortest { plies, at_least, moves: is_whole.then_some(moves), line: turns(root, &line) })
}
