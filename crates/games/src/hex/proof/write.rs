//! Writes what the search sees as a proof.

use game::Player;
use game::bits::Bits;

use super::push;
use crate::hex::fill_in::FillIn;
use crate::hex::notes::{Notes, Step};
use crate::hex::reach::Meeting;
use crate::hex::{Hex, LOOKED_AT};

/// The steps of a look, in the order in which they were found.
struct Log<B>(Vec<Step<B, u32>>);

impl<B: Bits> Notes<B> for Log<B> {
    type Note = u32;

    fn note(&mut self, step: impl FnOnce() -> Step<B, u32>) -> u32 {
        self.0.push(step());
        self.0.len() as u32 - 1
    }
}

impl<B: Bits> Log<B> {
    /// The steps that one builds on.
    fn parts_of(&self, step: usize) -> &[u32] {
        match &self.0[step] {
            Step::Touch(..) => &[],
            Step::Link(from, _) | Step::Bridge(from, ..) => std::slice::from_ref(from),
            Step::Any(parts) => parts,
        }
    }
}

/// Appends a proof for this side, if one look shows any. Where the other side is to move, the proof may leave moves open,
/// but not all of them.
pub(super) fn write<B: Bits>(state: &Hex<B>, holder: Player, proof: &mut Vec<u8>) -> bool {
    if state.empty().count() > LOOKED_AT {
        return false;
    }
    let mut fill_ins = Vec::new();
    let filled = state.fill_in(true, |step| fill_ins.push(step));
    let mut log = Log(Vec::new());
    let mut meetings = Vec::new();
    state.see_meetings(holder, &filled, &mut log, |meeting| meetings.push(meeting));
    meetings.sort_by_key(|meeting| meeting.carrier.count());
    if state.sides.to_move() == holder {
        meetings.truncate(1);
        if meetings.is_empty() {
            return false;
        }
    } else {
        let open = choose(filled.empty, &mut meetings);
        if open == state.empty() || (open.is_empty() && meetings.is_empty()) {
            return false;
        }
    }
    write_fill_ins(&fill_ins, holder, proof);
    write_connections(&log, &meetings, proof);
    true
}

fn write_fill_ins<B: Bits>(steps: &[FillIn<B>], holder: Player, proof: &mut Vec<u8>) {
    let mut numbers = Vec::new();
    let mut count = 0;
    for step in steps {
        match *step {
            FillIn::Dead(cells) => {
                count += cells.count() as usize;
                cells.cells().for_each(|cell| numbers.extend([0, cell]));
            }
            FillIn::Captured(side, [a, b]) => {
                count += 1;
                numbers.extend([if side == holder { 1 } else { 2 }, a, b]);
            }
        }
    }
    push(proof, count);
    numbers.into_iter().for_each(|number| push(proof, number));
}

/// Keeps meetings that together leave as few cells open as all of them. Returns these cells.
fn choose<B: Bits>(empty: B, meetings: &mut Vec<Meeting<B, u32>>) -> B {
    if let Some(joined) = meetings.iter().position(|meeting| meeting.cell.is_empty()) {
        meetings.swap(0, joined);
        meetings.truncate(1);
        return B::EMPTY;
    }
    let mut open = empty;
    meetings.retain(|meeting| {
        let is_of_use = !(open & !meeting.carrier).is_empty();
        open &= meeting.carrier;
        is_of_use
    });
    // Those that came first may have become needless.
    for index in (0..meetings.len()).rev() {
        let others = meetings.iter().enumerate().filter(|(other, _)| *other != index);
        if others.fold(empty, |open, (_, meeting)| open & meeting.carrier) == open && meetings.len() > 1 {
            meetings.remove(index);
        }
    }
    open
}

/// Writes the connections that meetings build on, and these.
fn write_connections<B: Bits>(log: &Log<B>, meetings: &[Meeting<B, u32>], proof: &mut Vec<u8>) {
    let steps = 0..log.0.len();
    let mut is_needed = vec![false; steps.len()];
    meetings.iter().flat_map(|meeting| meeting.notes).for_each(|step| is_needed[step as usize] = true);
    for step in steps.clone().rev() {
        if is_needed[step] {
            log.parts_of(step).iter().for_each(|&part| is_needed[part as usize] = true);
        }
    }
    // Where the lines of the steps are.
    let (mut line_of, mut line) = (vec![0; steps.len()], 0);
    push(proof, is_needed.iter().filter(|&&is_needed| is_needed).count());
    for step in steps.filter(|&step| is_needed[step]) {
        let mut numbers = match &log.0[step] {
            Step::Touch(end, _) => vec![0, *end],
            Step::Link(..) => vec![1],
            Step::Bridge(..) => vec![2],
            Step::Any(parts) => vec![3, parts.len()],
        };
        numbers.extend(log.parts_of(step).iter().map(|&part| line - line_of[part as usize]));
        match &log.0[step] {
            Step::Touch(_, point) | Step::Link(_, point) => numbers.push(*point),
            Step::Bridge(_, point, pair) => numbers.extend([*point].into_iter().chain(pair.cells())),
            Step::Any(_) => {}
        }
        numbers.into_iter().for_each(|number| push(proof, number));
        line_of[step] = line;
        line += 1;
    }
    push(proof, meetings.len());
    for meeting in meetings {
        meeting.notes.iter().for_each(|&step| push(proof, line - line_of[step as usize]));
    }
}
