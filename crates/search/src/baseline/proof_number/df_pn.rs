//! `df-pn`, depth-first proof-number search (Nagai 2002): the walk of proof-number search with a table in
//! place of the tree.
//!
//! ```text
//! look(s, limits):                                  # p is the player to move in s, q the other one
//!   generate the children of s; each starts from the table, or from its start numbers
//!   until n_p(s) = min n_p(child) or n_q(s) = sum n_q(child) reaches its limit:
//!       c = the child with the least n_p;  second = the least n_p of the others
//!       look(c, limits: n_p below max(second + 1, (1 + epsilon) second) and the limit of s,
//!                       n_q below the limit of s less the n_q of the others)
//!   remember s
//! ```
//!
//! The numbers of the children of every state on the way down stay on the stack, whatever the table forgets.
//! So each look at a child either ends the look at its parent or raises the child's own n_p, and since the
//! game is finite every look comes to an end: with a table of any size, or none.

use game::{Bounds, Game, Key, Player};

use super::numbers::{INFINITE, Numbers, Question};
use super::passes::{finding, next_question};
use super::sprout::{Nursery, START, Sprout, Start};
use super::table::{Entry, Table};
use crate::budget::{Budget, Counts, Meter, Stop};
use crate::options::{OptionInfo, Options};
use crate::searcher::{Finding, Searcher, Setup, Watch};

/// Depth-first proof-number search.
pub struct DfPn<G: Game> {
    root: G,
    /// What is being asked about the root.
    question: Question,
    /// The way down, which waits between two runs.
    levels: Vec<Level<G>>,
    /// The children of every level, one behind the other.
    children: Vec<Sprout<G::Move>>,
    table: Table,
    nursery: Nursery<G>,
    epsilon: f64,
    counts: Counts,
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
    /// The child that the look goes to.
    via: usize,
    /// Expansions so far in this look.
    effort: u32,
}

/// What can be set.
pub const OPTIONS: &[OptionInfo] = &[
    START,
    OptionInfo {
        name: "epsilon",
        default: "1",
        summary: "a child may exceed the second best by this share before the search turns to that one",
    },
];

/// What a search does next.
enum Step<G> {
    /// Looks at a state within limits.
    Look(G, Numbers),
    /// Takes on another question.
    Ask(Question),
}

impl<G: Game> DfPn<G> {
    /// Reads the options.
    pub fn new(setup: Setup<G>, options: &Options) -> Result<Self, game::TextError> {
        Ok(DfPn {
            root: setup.root,
            question: Question::WIN,
            levels: Vec::new(),
            children: Vec::new(),
            table: Table::new(),
            nursery: Nursery::new(Start::read(options, setup.evaluator)?),
            epsilon: options.number("epsilon")?,
            counts: Counts::default(),
        })
    }

    /// The children of the last level.
    fn top_children(&self) -> &[Sprout<G::Move>] {
        self.levels.last().map_or(&[], |top| &self.children[top.first..])
    }

    /// The children of the root.
    fn root_children(&self) -> &[Sprout<G::Move>] {
        &self.children[..self.levels.get(1).map_or(self.children.len(), |below| below.first)]
    }

    /// What the children of the root prove of it.
    fn proven(&self) -> Bounds {
        let children = self.root_children().iter().map(|child| child.proven);
        Bounds::back_up(self.root.turn(), children)
    }

    /// Takes on another question, without forgetting what is proven.
    fn ask(&mut self, question: Question) {
        let before = std::mem::take(&mut self.children);
        self.levels.clear();
        self.question = question;
        self.enter(self.root.clone(), Numbers::INFINITE);
        for (child, before) in self.children.iter_mut().zip(&before) {
            child.proven = child.proven.and(before.proven);
            if let Some(winner) = question.winner(child.proven) {
                child.numbers = Numbers::won_by(winner);
            }
        }
    }

    /// Makes a state that is not terminal the last level.
    fn enter(&mut self, state: G, limits: Numbers) {
        let (table, question) = (&self.table, self.question);
        let first = self.children.len();
        let known = |key: Key| table.known(key, question);
        self.nursery.raise(&state, question, known, &mut self.counts, &mut self.children);
        self.counts.iterations += 1;
        let (key, player) = (state.sharing_key(), state.turn());
        self.levels.push(Level { state, key, player, limits, first, via: 0, effort: 1 });
        self.counts.depth = self.counts.depth.max(self.levels.len() as u32);
    }

    /// Goes on until there is something to expand; `None` if the root is resolved.
    fn next(&mut self) -> Option<Step<G>> {
        loop {
            let (via, limits) = match self.choose() {
                Some(choice) => choice,
                None if self.levels.len() > 1 => {
                    self.leave();
                    continue;
                }
                None => return next_question(self.root.turn(), self.proven()).map(Step::Ask),
            };
            let top = self.levels.last_mut()?;
            top.via = via;
            let child = &mut self.children[top.first + via];
            // It may have been decided since, on another way.
            if let Some(entry) = self.table.find(child.key)
                && let Some(winner) = self.question.winner(entry.proven)
            {
                (child.proven, child.numbers) = (entry.proven, Numbers::won_by(winner));
                continue;
            }
            let mut state = top.state.clone();
            state.play(child.m);
            return Some(Step::Look(state, limits));
        }
    }

    /// The child of the last level to look at and its limits; `None` if the look at the level is over.
    fn choose(&self) -> Option<(usize, Numbers)> {
        let top = self.levels.last()?;
        let (player, opponent) = (top.player, top.player.other());
        let children = self.top_children();
        let numbers = Numbers::back_up(player, children.iter().map(|child| child.numbers));
        let is_over = |player: Player| numbers.of(player) >= top.limits.of(player);
        if is_over(player) || is_over(opponent) {
            return None;
        }
        let (mut via, mut least, mut second) = (0, INFINITE, INFINITE);
        for (index, child) in children.iter().enumerate() {
            let number = child.numbers.of(player);
            if number < least {
                (via, least, second) = (index, number, least);
            } else {
                second = second.min(number);
            }
        }
        let lenient = (f64::from(second) * (1.0 + self.epsilon)) as u32;
        let own = top.limits.of(player).min(lenient.max(second.saturating_add(1)));
        let rest = numbers.of(opponent) - children[via].numbers.of(opponent);
        let others = match top.limits.of(opponent) {
            INFINITE => INFINITE,
            limit => limit - rest,
        };
        Some((via, Numbers::seen_by(player, own, others)))
    }

    /// Remembers the last level and tells its parent.
    fn leave(&mut self) {
        let children = self.top_children().iter();
        let Some(top) = self.levels.last() else { return };
        let proven = Bounds::back_up(top.player, children.clone().map(|child| child.proven));
        let numbers = Numbers::back_up(top.player, children.map(|child| child.numbers));
        let (key, effort) = (top.key, top.effort);
        self.table.store(Entry { key, proven, question: self.question, numbers, effort });
        self.children.truncate(top.first);
        self.levels.pop();
        if let Some(parent) = self.levels.last_mut() {
            parent.effort = parent.effort.saturating_add(effort);
            let child = &mut self.children[parent.first + parent.via];
            child.proven = child.proven.and(proven);
            child.numbers = numbers;
        }
    }

    /// Bytes that the way down holds.
    fn bytes_of_the_way(&self) -> usize {
        self.levels.capacity() * size_of::<Level<G>>()
            + self.children.capacity() * size_of::<Sprout<G::Move>>()
            + self.nursery.bytes()
    }
}

impl<G: Game> Searcher<G> for DfPn<G> {
    fn root(&self) -> &G {
        &self.root
    }

    /// The table is kept: what it says is said of states, wherever the search began.
    fn set_root(&mut self, root: G) {
        while !self.levels.is_empty() {
            self.leave();
        }
        self.children.clear();
        self.root = root;
        self.counts.depth = 0;
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        if self.root.outcome().is_some() {
            return Stop::Resolved;
        }
        let memory = budget.memory.unwrap_or(usize::MAX);
        let mut meter = Meter::start(budget, &self.counts, watch);
        // An eighth for the way down.
        self.table.set_limit(memory - memory / 8);
        loop {
            let Some(step) = self.next() else { return Stop::Resolved };
            if let Some(stop) = meter.reached(&self.counts) {
                return stop;
            }
            let way = self.bytes_of_the_way();
            if way > memory {
                return Stop::Memory;
            }
            if way.saturating_add(self.table.bytes()) > memory {
                // A long way down: leave it room to grow, and the table has to do with less.
                self.table.set_limit(memory.saturating_sub(2 * way));
            }
            if meter.snapshot_is_due() {
                meter.show(self.finding());
            }
            match step {
                Step::Look(state, limits) => self.enter(state, limits),
                Step::Ask(question) => self.ask(question),
            }
            let counts = self.counts;
            meter.iteration_done(&counts, || self.finding().label);
        }
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let known = |key: Key| self.table.known(key, self.question);
        let found = finding(&self.root, self.question, self.root_children(), known, self.counts);
        Finding { states: self.table.len(), bytes: self.table.bytes() + self.bytes_of_the_way(), ..found }
    }
}
