//! The root: every legal move with what the search has said of it, and one pass over them.

use game::Game;

use super::backup::{Backed, Backup, Certainty, Window, win};
use super::frontier::Look;
use super::worker::{Halt, Worker};
use super::{Ask, Method};
use crate::decide::Choice;
use crate::label::Label;

/// The state that is searched.
#[derive(Clone)]
pub struct Root<G: Game> {
    pub state: G,
    /// Its moves in the order in which they are looked at; empty before the first look.
    moves: Vec<RootMove<G::Move>>,
    /// The place of the best move among the legal ones, as far as is known.
    pub best: Option<usize>,
    /// What the last finished depth says.
    pub backed: Option<Backed>,
}

#[derive(Clone, Copy, Debug)]
struct RootMove<M> {
    m: M,
    /// Where it is in the list of legal moves.
    place: usize,
    /// What the last look at it said, and with which window.
    found: Option<(Backed, Window)>,
}

impl<G: Game> Root<G> {
    pub fn new(state: G) -> Self {
        Root { state, moves: Vec::new(), best: None, backed: None }
    }

    /// The best move so far.
    pub fn best(&self) -> Option<G::Move> {
        self.moves.iter().find(|root_move| Some(root_move.place) == self.best).map(|best| best.m)
    }

    /// What is known of the root: what the last finished depth says, or before that of the best move.
    pub fn label(&self) -> Option<Label> {
        let best = self.moves.iter().find(|root_move| Some(root_move.place) == self.best);
        match self.backed {
            Some(backed) => Some(label(backed, Window::OPEN)),
            None => best?.found.map(|(backed, _)| label(Backed::estimated(backed.value), Window::OPEN)),
        }
    }

    /// Every legal move, in the order of the rules. Of a move that was only found to be no better than another
    /// one, the value is a bound.
    pub fn choices(&self) -> Vec<Choice<G::Move>> {
        let unknown = Label { exact: 0, value: 0.0, resolved: false };
        let mut moves = self.moves.clone();
        moves.sort_unstable_by_key(|root_move| root_move.place);
        let choice = |&RootMove { m, found, .. }: &RootMove<G::Move>| Choice {
            m,
            label: found.map_or(unknown, |(backed, window)| label(backed, window)),
            selections: 0,
        };
        if self.best.is_some() { moves.iter().map(choice).collect() } else { Vec::new() }
    }

    /// The next pass looks at the best move first.
    fn put_best_first(&mut self) {
        if let Some(rank) = self.moves.iter().position(|root_move| Some(root_move.place) == self.best) {
            self.moves[..=rank].rotate_right(1);
        }
    }
}

/// What was found with this window, as a label. A win counts 1.
fn label(found: Backed, window: Window) -> Label {
    let is_value = found.value.is_infinite() || window.holds(found.value);
    let resolved = found.certainty == Certainty::Proven && is_value;
    let value = if found.value.is_infinite() { found.value.signum() } else { found.value };
    Label { exact: if resolved { value as i8 } else { 0 }, value, resolved }
}

impl<G: Game> Worker<'_, '_, G> {
    /// Looks at all moves of the root once. The root is never looked up: it must know its best move.
    pub(super) fn pass(&mut self, depth: u32, window: Window) -> Result<Backed, Halt> {
        self.step(0)?;
        let state = self.data.root.state.clone();
        let player = state.turn();
        let ask = Ask { ply: 0, depth, window };
        if depth == 1 {
            self.first_look(&state);
        } else {
            self.data.counts.expansions += 1;
        }
        let mut backup = Backup::new(player);
        let count = self.data.root.moves.len();
        let (mut next, mut postponed) = (0, 0);
        while next < count {
            let rank = next;
            let RootMove { m, place, found } = self.data.root.moves[rank];
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
            self.end_line(1);
            let (backed, asked) = match found {
                Some(seen) if depth == 1 && !self.settings.quiescence => seen,
                Some((first_sight, _)) if depth == 1 => {
                    (self.leaf(&state, m, first_sight, ask.with(open))?, open)
                }
                // Not looked at, because another move wins.
                None if depth == 1 => continue,
                _ => self.root_child(&state, m, ask.with(open), rank == 0)?,
            };
            self.data.root.moves[rank].found = Some((backed, asked));
            // In a pass that only finds out what cannot be reached, no move is the best.
            let reaches = player.prefers(backed.value, window.floor(player)) || self.data.root.best.is_none();
            if backup.add(place, backed) && reaches {
                self.data.root.best = Some(place);
                self.follow(0, m);
            }
            if window.is_cut_by(player, backup.value) && self.settings.method != Method::Minimax {
                break;
            }
        }
        self.data.root.put_best_first();
        Ok(backup.backed(window))
    }

    /// Finds the legal moves, and what their children are worth at first sight.
    fn first_look(&mut self, state: &G) {
        let winning = self.expand(state, 0, Look::AtAll);
        let ply = &self.data.plies[0];
        let moves = ply.moves.iter().enumerate();
        self.data.root.moves = moves.map(|(place, &m)| RootMove { m, place, found: None }).collect();
        if let Some(place) = winning {
            let won = Backed { value: win(state.turn()), certainty: Certainty::Proven };
            self.data.root.moves[place].found = Some((won, Window::OPEN));
        } else {
            for child in &ply.children {
                self.data.root.moves[child.place].found = Some((child.backed, Window::OPEN));
            }
        }
    }

    /// Looks at one move, and tells with which window: what the rules say is no bound.
    fn root_child(
        &mut self,
        state: &G,
        m: G::Move,
        ask: Ask,
        is_first: bool,
    ) -> Result<(Backed, Window), Halt> {
        let child = self.child(state, m);
        if let Some(outcome) = child.outcome() {
            return Ok((Backed::terminal(outcome), Window::OPEN));
        }
        let backed = self.visit(&child, state.turn(), ask.below(ask.window), is_first)?;
        Ok((backed, ask.window))
    }
}
