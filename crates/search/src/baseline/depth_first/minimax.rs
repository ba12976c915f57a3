//! Plain minimax (Shannon 1950): every move of every state down to the horizon.

use game::Game;

use super::Query;
use super::backup::{Backed, Backup, Window};
use super::worker::{Halt, Worker};

impl<G: Game> Worker<'_, '_, G> {
    /// The value of a non-terminal state, searched `depth` plies deep. There are no cuts and no table, so the
    /// results of the other methods can be checked against it.
    pub(super) fn minimax(&mut self, state: &G, ply: u32, depth: u32) -> Result<Backed, Halt> {
        let at = ply as usize;
        if depth == 1 {
            let backup = self.frontier(state, Query { ply, depth, window: Window::OPEN })?;
            self.clear_line(ply + 1);
            backup.best.inspect(|&index| self.extend_line(ply, self.data.plies[at].moves[index]));
            return Ok(backup.backed(Window::OPEN));
        }
        self.step(ply)?;
        self.generate(state, ply)?;
        let mut backup = Backup::new(state.turn());
        for rank in 0..self.data.plies[at].order.len() {
            let index = self.data.plies[at].order.index(rank);
            let m = self.data.plies[at].moves[index];
            let child = self.child(state, m);
            self.clear_line(ply + 1);
            let backed = match child.outcome() {
                Some(outcome) => Backed::terminal(outcome),
                None => self.minimax(&child, ply + 1, depth - 1)?,
            };
            self.data.spare.push(child);
            if backup.add(index, backed) {
                self.extend_line(ply, m);
            }
        }
        if self.data.plies[at].order.len() < self.data.plies[at].moves.len() {
            backup.omit_moves();
        }
        Ok(backup.backed(Window::OPEN))
    }

    /// Clears the principal variation at this ply.
    pub(super) fn clear_line(&mut self, ply: u32) {
        self.make_room(ply);
        self.data.plies[ply as usize].line.clear();
    }

    /// Sets the principal variation at this ply: this move, followed by the variation of the next ply.
    pub(super) fn extend_line(&mut self, ply: u32, m: G::Move) {
        let [.., current, next] = &mut self.data.plies[..ply as usize + 2] else {
            unreachable!("the line of the next ply has been cleared before")
        };
        current.line.clear();
        current.line.push(m);
        current.line.extend_from_slice(&next.line);
    }
}
