//! The way of one worker through the game: depth-first proof-number search (Nagai 2002).
//!
//! ```text
//! look(s, limits):                                  # p is the player to move in s, q the other one
//!   generate the children of s; each starts from the ledger, or from its start numbers
//!   until n_p(s) = min n_p(child) or n_q(s) = sum n_q(child) reaches its limit:
//!       c = the child with the least n_p;  second = the least n_p of the others
//!       look(c, limits: n_p below max(second + 1, (1 + epsilon) second) and the limit of s,
//!                       n_q below the limit of s less the n_q of the others)
//!   remember s
//! ```
//!
//! The walk goes to the child with the least number and leaves a state only when the next walk from the root would not
//! come this way again, give or take epsilon. With epsilon = 0 that is proof-number search, with an infinite epsilon
//! plain depth-first search. It is not a member of the class of the paper: it asks questions with two answers, keeps no
//! tree, and may forget.
//!
//! The numbers of the children of every state on the way down stay on the stack, whatever the ledger forgets.
//! So each look at a child either ends the look at its parent or raises the child's own n_p, and since the
//! game is finite every look comes to an end: with a ledger of any size, or none.

use game::{Bounds, Game, Key, Player};

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
    /// Those who go about it in the same way; `None` if nobody does.
    pub virtual_loss: Option<&'a VirtualLoss>,
    /// Whether nobody else writes to the ledger.
    pub is_alone: bool,
}

/// The way of one worker, which waits between two runs.
pub struct DfPn<G: Game> {
    root: G,
    /// What is being asked about the root.
    question: Question,
    levels: Vec<Level<G>>,
    /// The children of every level, one behind the other.
    children: Vec<ProofChild<G::Move>>,
    expander: ProofExpander<G>,
    /// States of levels that are gone, for their memory.
    spare: Vec<G>,
    epsilon: f64,
    history: History,
    pub counts: Counts,
}

/// A state on the way down.
struct Level<G> {
    state: G,
    key: Key,
    player: Player,
    /// The look at the state ends when one of its numbers reaches its limit.
    limits: Numbers,
    /// Where its children begin.
    first: usize,
    /// Whether all of them are there; else one that decides the question is.
    is_whole: bool,
    /// The child that the look goes to.
    via: usize,
    /// Expansions so far in this look.
    effort: u32,
    /// Whether others are told that somebody is here.
    is_announced: bool,
}

/// Every so many expansions a worker asks whether others have decided what it is busy with.
const CATCH_UP: u64 = 64;

impl<G: Game> DfPn<G> {
    pub fn new(root: G, expander: ProofExpander<G>, epsilon: f64) -> Self {
        DfPn {
            root,
            question: Question::WIN,
            levels: Vec::new(),
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

    /// The children of the last level.
    fn top_children(&self) -> &[ProofChild<G::Move>] {
        self.levels.last().map_or(&[], |top| &self.children[top.first..])
    }

    /// The children of the root, in the order of the moves.
    pub fn root_children(&self) -> &[ProofChild<G::Move>] {
        &self.children[..self.levels.get(1).map_or(self.children.len(), |below| below.first)]
    }

    /// What is proven of the root.
    pub fn proven(&self) -> Bounds {
        let children = self.root_children().iter().map(|child| child.proven);
        Bounds::back_up(self.root.turn(), children)
    }

    /// What is known of the root; `None` before its children are.
    pub fn label(&self) -> Option<Label> {
        label(&self.root, self.question, self.root_children())
    }

    /// Takes over what others have proven of the children of the root.
    pub fn learn(&mut self, proven: &[Bounds]) {
        let children = self.levels.get(1).map_or(self.children.len(), |below| below.first);
        for (child, proven) in self.children[..children].iter_mut().zip(proven) {
            child.proven = child.proven.and(*proven);
        }
    }

    /// Goes on until a state is expanded. Returns whether there was one: there is none when the root is
    /// resolved.
    pub fn step(&mut self, context: Context<'_>) -> bool {
        if !context.is_alone && self.counts.expansions.is_multiple_of(CATCH_UP) {
            self.catch_up(context);
        }
        loop {
            if self.levels.is_empty() {
                let Some(question) = next_question(self.root.turn(), self.proven()) else { return false };
                self.ask(question, context);
                return true;
            }
            match self.choose(context.virtual_loss) {
                Some((via, limits)) => {
                    if self.go_to(via, limits, context) {
                        return true;
                    }
                }
                // The question about the root is answered; its children stay.
                None if self.levels.len() == 1 => {
                    self.remember_level(0, context.ledger);
                    self.drop_levels(0, context.virtual_loss);
                }
                None => self.leave(context),
            }
        }
    }

    /// Takes on another question, without forgetting what is proven.
    fn ask(&mut self, question: Question, context: Context<'_>) {
        let before = std::mem::take(&mut self.children);
        self.question = question;
        self.enter(self.root.clone(), self.root.canonical_key(), Numbers::INFINITE, context);
        for (child, before) in self.children.iter_mut().zip(&before) {
            child.proven = child.proven.and(before.proven);
            if let Some(winner) = question.winner(child.proven) {
                child.numbers = Numbers::won_by(winner);
            }
        }
    }

    /// Makes a state that is not terminal the last level.
    fn enter(&mut self, state: G, key: Key, limits: Numbers, context: Context<'_>) {
        let (ledger, question, first) = (context.ledger, self.question, self.children.len());
        // The moves of the root are all of interest, whatever decides the question.
        let all = self.levels.is_empty();
        let (counts, children) = (&mut self.counts, &mut self.children);
        let is_whole = if self.epsilon.is_finite() {
            self.expander.expand(&state, question, all, ledger, counts, children)
        } else {
            // Who never turns back goes by what a state looks like, not by what others have tried there.
            self.expander.expand(&state, question, all, &ProvenOnly(ledger), counts, children)
        };
        self.counts.iterations += 1;
        let player = state.turn();
        let (via, effort, is_announced) = (0, 1, false);
        self.levels.push(Level { state, key, player, limits, first, is_whole, via, effort, is_announced });
        self.counts.depth = self.counts.depth.max(self.levels.len() as u32);
    }

    /// Looks at a child of the last level, unless another way has decided it since. Returns whether it does.
    fn go_to(&mut self, via: usize, limits: Numbers, context: Context<'_>) -> bool {
        let Some(top) = self.levels.last_mut() else { return false };
        top.via = via;
        let child = &mut self.children[top.first + via];
        if let Some(entry) = context.ledger.find(child.key)
            && let Some(winner) = self.question.winner(entry.proven)
        {
            (child.proven, child.numbers) = (entry.proven, Numbers::won_by(winner));
            return false;
        }
        let (mut state, key) = (copy(&top.state, &mut self.spare), child.key);
        state.play(child.m);
        // Most looks are over after one expansion: nobody need know of them.
        if let Some(virtual_loss) = context.virtual_loss
            && !std::mem::replace(&mut top.is_announced, true)
        {
            virtual_loss.enter(top.key);
        }
        self.enter(state, key, limits, context);
        true
    }

    /// The child of the last level to look at and its limits; `None` if the look at the level is over.
    fn choose(&self, virtual_loss: Option<&VirtualLoss>) -> Option<(usize, Numbers)> {
        let top = self.levels.last()?;
        let (player, opponent) = (top.player, top.player.other());
        let children = self.top_children();
        let numbers = Numbers::back_up(player, children.iter().map(|child| child.numbers));
        let is_over = |player: Player| numbers.of(player) >= top.limits.of(player);
        if is_over(player) || is_over(opponent) {
            return None;
        }
        // A worker keeps out of the way of others where every move has to be looked at in the end, as it seems when the
        // opponent is closer to the goal, or when a move has failed already. Elsewhere one move may be enough, and
        // they look at the best one together.
        let virtual_loss = virtual_loss.filter(|_| {
            let has_failed = |child: &ProofChild<G::Move>| child.numbers.of(player) == INFINITE;
            numbers.of(opponent) < numbers.of(player) || children.iter().any(has_failed)
        });
        let limit = top.limits.of(player);
        let (mut via, mut best, mut second) = (0, (INFINITE, 0), INFINITE);
        for (index, child) in children.iter().enumerate() {
            let number = child.numbers.of(player);
            if number >= limit {
                // A look at it would be over before it began.
                second = second.min(number);
                continue;
            }
            // A state where somebody is at work already seems that much harder.
            let seeming = match virtual_loss {
                Some(virtual_loss) if virtual_loss.is_at(child.key) => number.saturating_mul(VIRTUAL_LOSS),
                _ => number,
            };
            // Among equals the move that has been good elsewhere.
            let credit = self.history.of(player, child.m);
            if best.0 == INFINITE || (seeming, best.1) < (best.0, credit) {
                second = second.min(best.0);
                (via, best) = (index, (seeming, credit));
            } else {
                second = second.min(seeming);
            }
        }
        let lenient = (f64::from(second) * (1.0 + self.epsilon)) as u32;
        // Whoever goes to a crowded place wants to get something done there.
        let own = lenient.max(second.saturating_add(1)).max(children[via].numbers.of(player) + 1).min(limit);
        let rest = numbers.of(opponent) - children[via].numbers.of(opponent);
        let others = match top.limits.of(opponent) {
            INFINITE => INFINITE,
            limit => limit - rest,
        };
        Some((via, Numbers::seen_by(player, own, others)))
    }

    /// What the children of a level say of it.
    fn back_up(&self, index: usize) -> Record {
        let level = &self.levels[index];
        let end = self.levels.get(index + 1).map_or(self.children.len(), |below| below.first);
        let children = self.children[level.first..end].iter();
        let proven = Bounds::back_up(level.player, children.clone().map(|child| child.proven));
        // Moves that were not looked at may be better still.
        let proven = if level.is_whole { proven } else { proven.or(Bounds::ANY, level.player) };
        let numbers = Numbers::back_up(level.player, children.map(|child| child.numbers));
        Record { proven, question: self.question, numbers, effort: level.effort }
    }

    fn remember_level(&self, index: usize, ledger: &Ledger) {
        ledger.store(self.levels[index].key, self.back_up(index));
    }

    /// Remembers the last level and tells its parent.
    fn leave(&mut self, context: Context<'_>) {
        let last = self.levels.len() - 1;
        let found = self.back_up(last);
        let Level { key, effort, player, first, .. } = self.levels[last];
        // What one expansion has decided, one expansion decides again: not worth a place.
        if effort > 1 || self.question.winner(found.proven).is_none() {
            context.ledger.store(key, found);
        }
        if let Some(good) = self.children[first..].iter().find(|child| child.numbers.of(player) == 0) {
            self.history.credit(player, good.m, 1 + effort.ilog2());
        }
        self.drop_levels(last, context.virtual_loss);
        if let Some(parent) = self.levels.last_mut() {
            parent.effort = parent.effort.saturating_add(effort);
            let child = &mut self.children[parent.first + parent.via];
            child.proven = child.proven.and(found.proven);
            child.numbers = found.numbers;
        }
    }

    /// Gives up all levels but so many. The children of the root stay, even without a level.
    fn drop_levels(&mut self, kept: usize, virtual_loss: Option<&VirtualLoss>) {
        self.children.truncate(self.levels.get(kept.max(1)).map_or(self.children.len(), |level| level.first));
        if let Some(virtual_loss) = virtual_loss {
            let told = self.levels[kept..].iter().filter(|level| level.is_announced);
            told.for_each(|level| virtual_loss.leave(level.key));
        }
        self.spare.extend(self.levels.drain(kept..).map(|level| level.state));
    }

    /// Gives up what others have decided meanwhile; not the root, whose children have to say why.
    fn catch_up(&mut self, context: Context<'_>) {
        let (ledger, question) = (context.ledger, self.question);
        let decided = |(index, level): (usize, &Level<G>)| {
            let proven = ledger.find(level.key)?.proven;
            Some((index, proven, question.winner(proven)?))
        };
        let Some((index, proven, winner)) = self.levels.iter().enumerate().skip(1).find_map(decided) else {
            return;
        };
        self.drop_levels(index, context.virtual_loss);
        if let Some(parent) = self.levels.last_mut() {
            let child = &mut self.children[parent.first + parent.via];
            child.proven = child.proven.and(proven);
            child.numbers = Numbers::won_by(winner);
        }
    }

    /// Remembers the whole way as it is, and goes on.
    pub fn remember(&self, ledger: &Ledger) {
        (0..self.levels.len()).for_each(|index| self.remember_level(index, ledger));
    }

    /// Begins anew from another state.
    pub fn set_root(&mut self, root: G) {
        self.levels.clear();
        self.children.clear();
        self.root = root;
        self.counts.depth = 0;
    }

    /// Joins a new virtual_loss with the whole way.
    pub fn join(&mut self, virtual_loss: &VirtualLoss) {
        for level in &mut self.levels {
            level.is_announced = true;
            virtual_loss.enter(level.key);
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.levels.capacity() * size_of::<Level<G>>()
            + self.children.capacity() * size_of::<ProofChild<G::Move>>()
            + self.expander.bytes()
            + self.history.bytes()
    }
}

/// How much harder a state seems where another worker is at work.
const VIRTUAL_LOSS: u32 = 4;
