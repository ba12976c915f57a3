//! Estimates of states in the middle of an exchange, taken when it is over.

use crate::evaluate::Evaluator;
use crate::{Game, Player, TerminalFunction};

/// Looks further with another evaluator: a child that a [forcing](crate::Sight::is_forcing) move leads to is worth what
/// best play by forcing moves makes of it. Each player may stop and take the estimate, unless all legal moves are
/// forcing. All other children keep their estimates.
///
/// The replies of each depth are evaluated in one batch. A reply is not followed if it is estimated no better than to
/// stop before it, and the opponent may stop after it.
#[derive(Clone, Debug)]
pub struct Quiet<E> {
    inner: E,
    depth: u32,
    terminal: TerminalFunction,
}

impl<E> Quiet<E> {
    /// Follows forcing moves to this depth behind each child. Where they end the game, that is worth f_t.
    pub fn new(inner: E, depth: u32, terminal: TerminalFunction) -> Quiet<E> {
        Quiet { inner, depth, terminal }
    }

    /// Appends the forcing replies to a state, if they may matter. Their values are those of terminal states, and 0 for
    /// now elsewhere.
    fn add_replies<G: Game>(&self, lines: &mut Lines<G>, index: usize) {
        let is_refuted = lines.is_refuted(index);
        let Lines { nodes, states, moves, waiting } = lines;
        moves.clear();
        states[index].moves(moves);
        let legal = moves.len();
        moves.retain(|&m| states[index].is_forcing(m));
        nodes[index].may_stop = moves.len() < legal;
        if nodes[index].may_stop && is_refuted {
            return;
        }
        for &m in &*moves {
            let mut reply = states[index].clone();
            reply.play(m);
            let value = reply.outcome().map(|outcome| self.terminal.value(&reply, outcome));
            waiting.extend(value.is_none().then_some(nodes.len()));
            let (player, value) = (reply.turn(), value.unwrap_or(0.0));
            nodes.push(Node { parent: Some(index), player, value, may_stop: true });
            states.push(reply);
        }
    }
}

/// A state on a line of forcing moves.
struct Node {
    /// The state before the last move; `None` for a child that was asked about.
    parent: Option<usize>,
    /// Who is to move.
    player: Player,
    /// What it is worth if its player stops.
    value: f32,
    /// Whether its player may stop.
    may_stop: bool,
}

/// All lines of forcing moves behind some children. A state comes after its parent.
struct Lines<G: Game> {
    nodes: Vec<Node>,
    states: Vec<G>,
    moves: Vec<G::Move>,
    /// The places of the states that are not evaluated yet.
    waiting: Vec<usize>,
}

impl<G: Game> Lines<G> {
    /// Whether the player before this state would rather have stopped, if its opponent stops here.
    fn is_refuted(&self, index: usize) -> bool {
        let reply = &self.nodes[index];
        reply.parent.map(|parent| &self.nodes[parent]).is_some_and(|parent| {
            parent.may_stop
                && parent.player != reply.player
                && !parent.player.prefers(reply.value, parent.value)
        })
    }

    /// What each state is worth with best play.
    fn back_up(&self) -> Vec<f32> {
        let mut best: Vec<Option<f32>> =
            self.nodes.iter().map(|node| node.may_stop.then_some(node.value)).collect();
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let value = best[index].unwrap_or(node.value);
            best[index] = Some(value);
            let Some(parent) = node.parent else { continue };
            let player = self.nodes[parent].player;
            if best[parent].is_none_or(|best| player.prefers(value, best)) {
                best[parent] = Some(value);
            }
        }
        best.into_iter().flatten().collect()
    }
}

/// The places among the children of those that a forcing move leads to.
fn forced<G: Game>(parent: &G, children: &[G]) -> Vec<usize> {
    let mut moves = Vec::new();
    parent.moves(&mut moves);
    moves.retain(|&m| parent.is_forcing(m));
    if moves.is_empty() {
        return Vec::new();
    }
    let keys: Vec<_> = children.iter().map(G::key).collect();
    let place = |m| {
        let mut child = parent.clone();
        child.play(m);
        let key = child.key();
        keys.iter().position(|&other| other == key)
    };
    // Some of the children may be missing, and several moves may lead to one.
    let mut places: Vec<usize> = moves.into_iter().filter_map(place).collect();
    places.sort_unstable();
    places.dedup();
    places
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Quiet<E> {
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]) {
        self.evaluate_counting(parent, children, values);
    }

    fn evaluate_counting(&self, parent: &G, children: &[G], values: &mut [f32]) -> usize {
        let mut count = self.inner.evaluate_counting(parent, children, values);
        let places = forced(parent, children);
        if places.is_empty() {
            return count;
        }
        let node = |&place: &usize| {
            let player = children[place].turn();
            Node { parent: None, player, value: values[place], may_stop: true }
        };
        let mut lines = Lines {
            nodes: places.iter().map(node).collect(),
            states: places.iter().map(|&place| children[place].clone()).collect(),
            moves: Vec::new(),
            waiting: Vec::new(),
        };
        let mut open: Vec<usize> = (0..places.len()).collect();
        for _ in 0..self.depth {
            lines.waiting.clear();
            open.iter().for_each(|&index| self.add_replies(&mut lines, index));
            if lines.waiting.is_empty() {
                break;
            }
            let batch: Vec<G> = lines.waiting.iter().map(|&index| lines.states[index].clone()).collect();
            let mut estimates = vec![0.0; batch.len()];
            count += self.inner.evaluate_counting(parent, &batch, &mut estimates);
            for (&index, &estimate) in lines.waiting.iter().zip(&estimates) {
                lines.nodes[index].value = estimate;
            }
            open.clone_from(&lines.waiting);
        }
        for (&place, value) in places.iter().zip(lines.back_up()) {
            values[place] = value;
        }
        count
    }
}
