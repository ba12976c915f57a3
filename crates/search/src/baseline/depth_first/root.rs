//! The root: the legal moves with their values, and one pass over them.

use game::{Bounds, Game};

use super::backup::{Backed, Backup, Certainty, Window, win};
use super::frontier::Scope;
use super::worker::{Halt, Worker};
use super::{Method, Query};
use crate::decide::Choice;
use crate::label::Label;

/// The root of a search.
#[derive(Clone)]
pub struct Root<G: Game> {
    pub state: G,
    /// Its moves in search order; empty before the first pass.
    moves: Vec<RootMove<G::Move>>,
    /// The index of the best move so far among the legal moves.
    pub best: Option<usize>,
    /// The value at the last completed depth.
    pub backed: Option<Backed>,
}

#[derive(Clone, Copy, Debug)]
struct RootMove<M> {
    m: M,
    /// The index of the move among the legal moves.
    index: usize,
    /// The value found by the last search of the move, and the window of that search.
    found: Option<(Backed, Window)>,
}

impl<G: Game> Root<G> {
    pub fn new(state: G) -> Self {
        Root { state, moves: Vec::new(), best: None, backed: None }
    }

    /// The label at the last completed depth, or before the first one, that of the best move.
    pub fn label(&self) -> Option<Label> {
        let best = self.moves.iter().find(|root_move| Some(root_move.index) == self.best);
        match self.backed {
            Some(backed) => Some(label(backed, Window::OPEN)),
            None => best?.found.map(|(backed, _)| label(Backed::estimated(backed.value), Window::OPEN)),
        }
    }

    /// Every legal move, in the order of move generation. If a move was only refuted, its value is a bound.
    pub fn choices(&self) -> Vec<Choice<G::Move>> {
        let unknown = Label { exact: 0, value: 0.0, resolved: false };
        let mut moves = self.moves.clone();
        moves.sort_unstable_by_key(|root_move| root_move.index);
        let choice = |&RootMove { m, found, .. }: &RootMove<G::Move>| Choice {
            m,
            label: found.map_or(unknown, |(backed, window)| label(backed, window)),
            selections: 0,
        };
        if self.best.is_some() { moves.iter().map(choice).collect() } else { Vec::new() }
    }

    /// What is proven of the moves of the root, in search order.
    pub fn proven(&self) -> impl Iterator<Item = (usize, G::Move, Bounds)> {
        self.moves.iter().map(|root_move| {
            let bounds = root_move.found.map_or(Bounds::ANY, |(backed, window)| backed.proven(window));
            (root_move.index, root_move.m, bounds)
        })
    }

    /// Moves the best move to the front for the next pass.
    fn put_best_first(&mut self) {
        if let Some(rank) = self.moves.iter().position(|root_move| Some(root_move.index) == self.best) {
            self.moves[..=rank].rotate_right(1);
        }
    }
}

/// The label for a value that was found with this window. A win has the value 1.
fn label(found: Backed, window: Window) -> Label {
    let is_value = found.value.is_infinite() || window.holds(found.value);
    let resolved = found.certainty == Certainty::Proven && is_value;
    let value = if found.value.is_infinite() { found.value.signum() } else { found.value };
    Label { exact: if resolved { value as i8 } else { 0 }, value, resolved }
}

impl<G: Game> Worker<'_, '_, G> {
    /// Searches all moves of the root once. The root itself is never taken from the table, because its best
    /// move must be known.
    pub(super) fn pass(&mut self, depth: u32, window: Window) -> Result<Backed, Halt> {
        self.step(0)?;
        let state = self.data.root.state.clone();
        let player = state.turn();
        let query = Query { ply: 0, depth, window };
        if depth == 1 {
            self.evaluate_moves(&state)?;
        } else {
            self.data.counts.expansions += 1;
        }
        let mut backup = Backup::new(player);
        let count = self.data.root.moves.len();
        let (mut next, mut postponed) = (0, 0);
        while next < count {
            let rank = next;
            let RootMove { m, index, found } = self.data.root.moves[rank];
            if self.is_shared(depth) && 0 < rank && rank + postponed < count {
                let child = self.child(&state, m);
                if self.run.is_at(&child) {
                    self.data.root.moves[rank..].rotate_left(1);
                    postponed += 1;
                    continue;
                }
            }
            next += 1;
            let open = match self.settings.method {
                Method::Minimax => window,
                _ => window.narrowed(player, backup.value),
            };
            self.clear_line(1);
            let (backed, searched) = match found {
                Some(seen) if depth == 1 && !self.settings.quiescence => seen,
                Some((estimate, _)) if depth == 1 => {
                    (self.leaf(&state, m, estimate, query.with(open))?, open)
                }
                // Not evaluated, because another move wins.
                None if depth == 1 => continue,
                _ => self.root_child(&state, m, query.with(open), rank == 0)?,
            };
            self.data.root.moves[rank].found = Some((backed, searched));
            // A pass that only refutes moves does not determine a best one.
            let floor = window.floor(player);
            let reaches = player.prefers(backed.value, floor)
                || floor == win(player.other())
                || self.data.root.best.is_none();
            if backup.add(index, backed) && reaches {
                self.data.root.best = Some(index);
                self.extend_line(0, m);
            }
            if window.is_cut_by(player, backup.value) && self.settings.method != Method::Minimax {
                break;
            }
        }
        self.data.root.put_best_first();
        Ok(backup.backed(window))
    }

    /// Generates the legal moves and evaluates the children.
    fn evaluate_moves(&mut self, state: &G) -> Result<(), Halt> {
        let winning = self.expand(state, 0, Scope::All)?;
        let ply = &self.data.plies[0];
        let moves = ply.moves.iter().enumerate();
        self.data.root.moves = moves.map(|(index, &m)| RootMove { m, index, found: None }).collect();
        if let Some(index) = winning {
            let won = Backed { value: win(state.turn()), certainty: Certainty::Proven };
            self.data.root.moves[index].found = Some((won, Window::OPEN));
        } else {
            for child in &ply.children {
                self.data.root.moves[child.index].found = Some((child.backed, Window::OPEN));
            }
        }
        Ok(())
    }

    /// Searches one move. Returns its value and the window with which it was found; a value by the rules is
    /// exact.
    fn root_child(
        &mut self,
        state: &G,
        m: G::Move,
        query: Query,
        is_first: bool,
    ) -> Result<(Backed, Window), Halt> {
        let child = self.child(state, m);
        if let Some(outcome) = child.outcome() {
            return Ok((Backed::terminal(outcome), Window::OPEN));
        }
        let backed = self.visit(&child, state.turn(), query.below(query.window), is_first)?;
        Ok((backed, query.window))
    }
}
