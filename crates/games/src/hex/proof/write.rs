//! Writes what the search sees as a proof.

use game::Player;
use game::bits::Bits;

use super::push;
use crate::hex::fill_in::FillIn;
use crate::hex::notes::{Notes, Step};
use crate::hex::reach::Meeting;
use crate::hex::{Hex, LOOKED_AT};

/// The steps of a look, in the order in which they were found.
struct Log<B> {
    steps: Vec<Line<B>>,
    /// The parts of all alternatives.
    parts: Vec<u32>,
}

#[derive(Clone, Copy)]
enum Line<B> {
    Touch(usize, usize),
    Link(u32, usize),
    Bridge(u32, usize, B),
    /// Where the parts are.
    Any(usize, usize),
}

impl<B: Bits> Notes<B> for Log<B> {
    type Note = u32;

    fn note(&mut self, step: Step<'_, B, u32>) -> u32 {
        self.steps.push(match step {
            Step::Touch(end, point) => Line::Touch(end, point),
            Step::Link(from, point) => Line::Link(from, point),
            Step::Bridge(from, point, pair) => Line::Bridge(from, point, pair),
            Step::Any(parts) => {
                self.parts.extend(parts);
                Line::Any(self.parts.len() - parts.len(), parts.len())
            }
        });
        self.steps.len() as u32 - 1
    }
}

impl<B: Bits> Log<B> {
    /// The steps that one builds on.
    fn parts_of(&self, step: u32) -> impl Iterator<Item = u32> {
        let (one, many) = match self.steps[step as usize] {
            Line::Touch(..) => (None, 0..0),
            Line::Link(from, _) | Line::Bridge(from, ..) => (Some(from), 0..0),
            Line::Any(from, count) => (None, from..from + count),
        };
        one.into_iter().chain(self.parts[many].iter().copied())
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
    let mut log = Log { steps: Vec::new(), parts: Vec::new() };
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
    push(proof, fill_ins.len());
    for step in fill_ins {
        match step {
            FillIn::Dead(cell) => [0, cell].into_iter().for_each(|number| push(proof, number)),
            FillIn::Captured(side, [a, b]) => {
                let kind = if side == holder { 1 } else { 2 };
                [kind, a, b].into_iter().for_each(|number| push(proof, number));
            }
        }
    }
    write_connections(&log, &meetings, proof);
    true
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
    let mut is_needed = vec![false; log.steps.len()];
    meetings.iter().flat_map(|meeting| meeting.notes).for_each(|step| is_needed[step as usize] = true);
    for step in (0..log.steps.len()).rev() {
        if is_needed[step] {
            log.parts_of(step as u32).for_each(|part| is_needed[part as usize] = true);
        }
    }
    let mut line_of = vec![0; log.steps.len()];
    push(proof, is_needed.iter().filter(|&&is_needed| is_needed).count());
    let mut line = 0;
    for step in 0..log.steps.len() {
        if !is_needed[step] {
            continue;
        }
        let back = |part: u32| line - line_of[part as usize];
        match log.steps[step] {
            Line::Touch(end, point) => [0, end, point].into_iter().for_each(|number| push(proof, number)),
            Line::Link(from, point) => {
                [1, back(from), point].into_iter().for_each(|number| push(proof, number))
            }
            Line::Bridge(from, point, pair) => {
                [2, back(from), point].into_iter().chain(pair.cells()).for_each(|number| push(proof, number));
            }
            Line::Any(from, count) => {
                push(proof, 3);
                push(proof, count);
                log.parts[from..from + count].iter().for_each(|&part| push(proof, back(part)));
            }
        }
        line_of[step] = line;
        line += 1;
    }
    push(proof, meetings.len());
    for meeting in meetings {
        meeting.notes.iter().for_each(|&step| push(proof, line - line_of[step as usize]));
    }
}
