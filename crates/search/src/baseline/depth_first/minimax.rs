//! Minimax as Shannon described it: every move of every state down to the horizon.

use game::Game;

use super::Ask;
use super::backup::{Backed, Backup, Window};
use super::worker::{Halt, Worker};

impl<G: Game> Worker<'_, '_, G> {
    /// The value of a state that is not terminal, searched `depth` moves deep. Nothing is cut and nothing is
    /// looked up: what the other members of the family find can be checked against this.
    pub(super) fn minimax(&mut self, state: &G, ply: u32, depth: u32) -> Result<Backed, Halt> {
        let at = ply as usize;
        if depth == 1 {
            let backup = self.frontier(state, Ask { ply, depth, window: Window::OPEN })?;
            self.end_line(ply + 1);
            backup.best.inspect(|&place| self.follow(ply, self.data.plies[at].moves[place]));
            return Ok(backup.backed(Window::OPEN));
        }
        self.step(ply)?;
        self.generate(state, ply);
        let mut backup = Backup::new(state.turn());
        for rank in 0..self.data.plies[at].order.len() {
            let place = self.data.plies[at].order.place(rank);
            let m = self.data.plies[at].moves[place];
            let child = self.child(state, m);
            self.end_line(ply + 1);
            let backed = match child.outcome() {
                Some(outcome) => Backed::terminal(outcome),
                None => self.minimax(&child, ply + 1, depth - 1)?,
            };
            self.data.spare.push(child);
            if backup.add(place, backed) {
                self.follow(ply, m);
            }
        }
        if self.data.plies[at].order.len() < self.data.plies[at].moves.len() {
            backup.leave_some_out();
        }
        Ok(backup.backed(Window::OPEN))
    }

    /// No best line is known from here on.
    pub(super) fn end_line(&mut self, ply: u32) {
        self.make_room(ply);
        self.data.plies[ply as usize].line.clear();
    }

    /// The best line from here is this move and the best line from there.
    pub(super) fn follow(&mut self, ply: u32, m: G::Move) {
        let [.., here, next] = &mut self.data.plies[..ply as usize + 2] else {
            unreachable!("a line was ended below")
        };
        here.line.clear();
        here.line.push(m);
        here.line.extend_from_slice(&next.line);
    }
}
