//! Depth-first proof-number search (Nagai 2002): the search of one worker.
//!
//! ```text
//! search(s, limits):                                # p is the player to move in s, q the opponent
//!   generate the children of s, with numbers from the ledger, or start numbers
//!   until n_p(s) = min n_p(child) or n_q(s) = sum n_q(child) reaches its limit:
//!       c = the child with the least n_p;  second = the least n_p of the others
//!       search(c, limits: n_p below max(second + 1, (1 + epsilon) second) and the limit of s,
//!                         n_q below the limit of s less the n_q of the others)
//!   store s in the ledger
//! ```
//!
//! The search descends to the child with the least number, and leaves a state only when a best-first search
//! from the root would no longer pass through it, with a tolerance of epsilon. With epsilon = 0 it is
//! proof-number search, with infinite epsilon plain depth-first search. It is not a member of the class of
//! the paper: it asks yes-or-no questions, keeps no tree, and may lose entries of the ledger.
//!
//! The numbers of the children of every state on the path stay on the stack, whatever the ledger drops. Every
//! search of a child therefore either ends the search of its parent or raises the child's n_p, and since the
//! game is finite, every search terminates: with a ledger of any size, even without one.

use game::{Bounds, Clock, Cut, Game, Key, Player};

use super::children::{ProofChild, ProofExpander};
use super::passes::{label, next_question};
use crate::budget::Counts;
use crate::expand::copy;
use crate::label::Label;
use crate::ledger::numbers::{INFINITE, Numbers, Question};
use crate::ledger::record::Record;
use crate::ledger::{Ledger, ProvenOnly};
use crate::move_history::History;
use crate::parallel::VirtualLoss;

/// What the workers share.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub ledger: &'a Ledger,
    /// The positions of the workers that search with the same epsilon; `None` if there is only one worker.
    pub virtual_loss: Option<&'a VirtualLoss>,
    /// Whether no other search writes to the ledger.
    pub is_alone: bool,
    /// The clock of the worker.
    pub clock: &'a Clock<'a>,
}

/// The search of one worker. Its stack is kept between two runs.
pub struct DfPn<G: Game> {
    root: G,
    /// The current question about the root.
    question: Question,
    frames: Vec<Frame<G>>,
    /// The children of every frame, one list after the other.
    children: Vec<ProofChild<G::Move>>,
    expander: ProofExpander<G>,
    /// States of frames that were popped, for reuse of their memory.
    spare: Vec<G>,
    epsilon: f64,
    history: History,
    pub counts: Counts,
}

/// A state on the path from the root.
struct Frame<G> {
    state: G,
    key: Key,
    player: Player,
    /// The search of the state ends when one of its numbers reaches its limit.
    limits: Numbers,
    /// The start of its children.
    first: usize,
    /// Whether all children are present; otherwise the last one decides the question.
    is_whole: bool,
    /// The index of the child that is being searched.
    chosen: usize,
    /// The number of expansions of this search of the state so far.
    effort: u32,
    /// Whether the state has been entered into the virtual loss.
    has_virtual_loss: bool,
}

/// The number of expansions after which a worker checks whether others have decided a state on its path.
const CHECK_INTERVAL: u64 = 64;

impl<G: Game> DfPn<G> {
    pub fn new(root: G, expander: ProofExpander<G>, epsilon: f64) -> Self {
        DfPn {
            root,
            question: Question::WIN,
            frames: Vec::new(),
            children: Vec::new(),
            expander,
            spare: Vec::new(),
            epsilon,
            history: History::new(),
            counts: Counts::default(),
        }
    }

    pub fn root(&self) -> &G {
        &self.root
    }

    pub fn question(&self) -> Question {
        self.question
    }

    /// The children of the last frame.
    fn top_children(&self) -> &[ProofChild<G::Move>] {
        self.frames.last().map_or(&[], |top| &self.children[top.first..])
    }

    /// The children of the root, in the order of move generation.
    pub fn root_children(&self) -> &[ProofChild<G::Move>] {
        &self.children[..self.frames.get(1).map_or(self.children.len(), |below| below.first)]
    }

    /// The proven bounds of the root.
    pub fn proven(&self) -> Bounds {
        let children = self.root_children().iter().map(|child| child.proven);
        Bounds::back_up(self.root.turn(), children)
    }

    /// The label of the root; `None` before its children are generated.
    pub fn label(&self) -> Option<Label> {
        label(&self.root, self.question, self.root_children())
    }

    /// Merges bounds that other searches have proven for the children of the root.
    pub fn merge(&mut self, proven: &[Bounds]) {
        let children = self.frames.get(1).map_or(self.children.len(), |below| below.first);
        for (child, proven) in self.children[..children].iter_mut().zip(proven) {
            child.proven = child.proven.and(*proven);
        }
    }

    /// Continues until one more state is expanded, or the clock cuts its expansion short. Returns `false` if the root is
    /// resolved instead.
    pub fn step(&mut self, context: Context<'_>) -> bool {
        self.advance(context).unwrap_or(true)
    }

    fn advance(&mut self, context: Context<'_>) -> Result<bool, Cut> {
        if !context.is_alone && self.counts.expansions.is_multiple_of(CHECK_INTERVAL) {
            self.drop_decided(context);
        }
        loop {
            if self.frames.is_empty() {
                let Some(question) = next_question(self.root.turn(), self.proven()) else { return Ok(false) };
                self.start(question, context)?;
                return Ok(true);
            }
            match self.choose(context.virtual_loss) {
                Some((chosen, limits)) => {
                    if self.descend(chosen, limits, context)? {
                        return Ok(true);
                    }
                }
                // The question about the root is answered. Its children stay.
                None if self.frames.len() == 1 => {
                    self.store_frame(0, context.ledger);
                    self.pop_to(0, context.virtual_loss);
                }
                None => self.leave(context),
            }
        }
    }

    /// Starts a new question about the root. What is proven is kept.
    fn start(&mut self, question: Question, context: Context<'_>) -> Result<(), Cut> {
        let before = std::mem::take(&mut self.children);
        let last = std::mem::replace(&mut self.question, question);
        if self.push(self.root.clone(), self.root.canonical_key(), Numbers::INFINITE, context).is_err() {
            (self.children, self.question) = (before, last);
            return Err(Cut);
        }
        for (child, before) in self.children.iter_mut().zip(&before) {
            child.proven = child.proven.and(before.proven);
            if let Some(winner) = question.winner(child.proven) {
                child.numbers = Numbers::won_by(winner);
            }
        }
        Ok(())
    }

    /// Expands a non-terminal state and pushes its frame.
    fn push(&mut self, state: G, key: Key, limits: Numbers, context: Context<'_>) -> Result<(), Cut> {
        let (question, first) = (self.question, self.children.len());
        let Context { ledger, clock, .. } = context;
        // All moves of the root are reported, so all its children are needed, whatever decides the question.
        let all = self.frames.is_empty();
        let (counts, children) = (&mut self.counts, &mut self.children);
        let listed = if self.epsilon.is_finite() {
            self.expander.expand(&state, (question, all), ledger, clock, counts, children)
        } else {
            // A depth-first search never switches to another child, so it orders children by their start
            // numbers, not by those of earlier visits.
            self.expander.expand(&state, (question, all), &ProvenOnly(ledger), clock, counts, children)
        };
        let is_whole = match listed {
            Ok(is_whole) => is_whole,
            Err(Cut) => {
                self.spare.push(state);
                return Err(Cut);
            }
        };
        self.counts.iterations += 1;
        let player = state.turn();
        let (chosen, effort, has_virtual_loss) = (0, 1, false);
        self.frames.push(Frame {
            state,
            key,
            player,
            limits,
            first,
            is_whole,
            chosen,
            effort,
            has_virtual_loss,
        });
        self.counts.depth = self.counts.depth.max(self.frames.len() as u32);
        Ok(())
    }

    /// Pushes a child of the last frame, unless the ledger says that it has been decided since. Returns
    /// whether it was pushed.
    fn descend(&mut self, chosen: usize, limits: Numbers, context: Context<'_>) -> Result<bool, Cut> {
        let Some(top) = self.frames.last_mut() else { return Ok(false) };
        top.chosen = chosen;
        let child = &mut self.children[top.first + chosen];
        if let Some(entry) = context.ledger.find(child.key)
            && let Some(winner) = self.question.winner(entry.proven)
        {
            (child.proven, child.numbers) = (entry.proven, Numbers::won_by(winner));
            return Ok(false);
        }
        let (mut state, key) = (copy(&top.state, &mut self.spare), child.key);
        state.play(child.m);
        // Most searches of a state end after one expansion. Only longer ones are worth a virtual loss.
        if let Some(virtual_loss) = context.virtual_loss
            && !std::mem::replace(&mut top.has_virtual_loss, true)
        {
            virtual_loss.enter(top.key);
        }
        self.push(state, key, limits, context)?;
        Ok(true)
    }

    /// The child of the last frame to search next, and its limits; `None` if the search of the frame has
    /// ended.
    fn choose(&self, virtual_loss: Option<&VirtualLoss>) -> Option<(usize, Numbers)> {
        let top = self.frames.last()?;
        let (player, opponent) = (top.player, top.player.other());
        let children = self.top_children();
        let numbers = Numbers::back_up(player, children.iter().map(|child| child.numbers));
        let is_over = |player: Player| numbers.of(player) >= top.limits.of(player);
        if is_over(player) || is_over(opponent) {
            return None;
        }
        // Workers avoid each other where all moves will probably have to be searched: when the opponent is
        // closer to a proof, or when a move has already failed. Elsewhere one move may be enough, and the
        // workers search the best one together.
        let virtual_loss = virtual_loss.filter(|_| {
            let has_failed = |child: &ProofChild<G::Move>| child.numbers.of(player) == INFINITE;
            numbers.of(opponent) < numbers.of(player) || children.iter().any(has_failed)
        });
        let limit = top.limits.of(player);
        let (mut chosen, mut best, mut second) = (0, (INFINITE, 0), INFINITE);
        for (index, child) in children.iter().enumerate() {
            let number = child.numbers.of(player);
            if number >= limit {
                // The search of this child would end at once.
                second = second.min(number);
                continue;
            }
            // A virtual loss makes a child look harder.
            let weighted = match virtual_loss {
                Some(virtual_loss) if virtual_loss.is_at(child.key) => number.saturating_mul(VIRTUAL_LOSS),
                _ => number,
            };
            // Ties are broken by the history heuristic.
            let credit = self.history.of(player, child.m);
            if best.0 == INFINITE || (weighted, best.1) < (best.0, credit) {
                second = second.min(best.0);
                (chosen, best) = (index, (weighted, credit));
            } else {
                second = second.min(weighted);
            }
        }
        let tolerant = (f64::from(second) * (1.0 + self.epsilon)) as u32;
        // The limit must exceed the child's own number, so that the search makes progress.
        let own =
            tolerant.max(second.saturating_add(1)).max(children[chosen].numbers.of(player) + 1).min(limit);
        let rest = numbers.of(opponent) - children[chosen].numbers.of(opponent);
        let others = match top.limits.of(opponent) {
            INFINITE => INFINITE,
            limit => limit - rest,
        };
        Some((chosen, Numbers::seen_by(player, own, others)))
    }

    /// What is known about the state of a frame from its children.
    fn back_up(&self, index: usize) -> Record {
        let frame = &self.frames[index];
        let end = self.frames.get(index + 1).map_or(self.children.len(), |below| below.first);
        let children = self.children[frame.first..end].iter();
        let proven = Bounds::back_up(frame.player, children.clone().map(|child| child.proven));
        // The children that were not generated may be better.
        let proven = if frame.is_whole { proven } else { proven.or(Bounds::ANY, frame.player) };
        let numbers = Numbers::back_up(frame.player, children.map(|child| child.numbers));
        Record { proven, question: self.question, numbers, effort: frame.effort }
    }

    fn store_frame(&self, index: usize, ledger: &Ledger) {
        ledger.store(self.frames[index].key, self.back_up(index));
    }

    /// Pops the last frame, stores it in the ledger, and updates its parent.
    fn leave(&mut self, context: Context<'_>) {
        let last = self.frames.len() - 1;
        let found = self.back_up(last);
        let Frame { key, effort, player, first, .. } = self.frames[last];
        // A state that one expansion decides is not worth an entry.
        if effort > 1 || self.question.winner(found.proven).is_none() {
            context.ledger.store(key, found);
        }
        if let Some(proving) = self.children[first..].iter().find(|child| child.numbers.of(player) == 0) {
            self.history.credit(player, proving.m, 1 + effort.ilog2());
        }
        self.pop_to(last, context.virtual_loss);
        if let Some(parent) = self.frames.last_mut() {
            parent.effort = parent.effort.saturating_add(effort);
            let child = &mut self.children[parent.first + parent.chosen];
            child.proven = child.proven.and(found.proven);
            child.numbers = found.numbers;
        }
    }

    /// Pops all frames but the first `kept`. The children of the root stay, even if no frame does.
    fn pop_to(&mut self, kept: usize, virtual_loss: Option<&VirtualLoss>) {
        self.children.truncate(self.frames.get(kept.max(1)).map_or(self.children.len(), |frame| frame.first));
        if let Some(virtual_loss) = virtual_loss {
            let announced = self.frames[kept..].iter().filter(|frame| frame.has_virtual_loss);
            announced.for_each(|frame| virtual_loss.leave(frame.key));
        }
        self.spare.extend(self.frames.drain(kept..).map(|frame| frame.state));
    }

    /// Pops the frames of states that others have decided in the meantime. The root stays, because the result
    /// has to come from its children.
    fn drop_decided(&mut self, context: Context<'_>) {
        let (ledger, question) = (context.ledger, self.question);
        let decided = |(index, frame): (usize, &Frame<G>)| {
            let proven = ledger.find(frame.key)?.proven;
            Some((index, proven, question.winner(proven)?))
        };
        let Some((index, proven, winner)) = self.frames.iter().enumerate().skip(1).find_map(decided) else {
            return;
        };
        self.pop_to(index, context.virtual_loss);
        if let Some(parent) = self.frames.last_mut() {
            let child = &mut self.children[parent.first + parent.chosen];
            child.proven = child.proven.and(proven);
            child.numbers = Numbers::won_by(winner);
        }
    }

    /// Stores all frames in the ledger. The search can continue.
    pub fn store_path(&self, ledger: &Ledger) {
        (0..self.frames.len()).for_each(|index| self.store_frame(index, ledger));
    }

    /// Restarts from another root.
    pub fn set_root(&mut self, root: G) {
        self.frames.clear();
        self.children.clear();
        self.root = root;
        self.counts.depth = 0;
    }

    /// Enters all states of the path into a new virtual loss.
    pub fn enter_path(&mut self, virtual_loss: &VirtualLoss) {
        for frame in &mut self.frames {
            frame.has_virtual_loss = true;
            virtual_loss.enter(frame.key);
        }
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<Frame<G>>()
            + self.children.capacity() * size_of::<ProofChild<G::Move>>()
            + self.expander.bytes()
            + self.history.bytes()
    }
}

/// The factor by which the number of a child appears larger while another worker searches it.
const VIRTUAL_LOSS: u32 = 4;
