//! Iterative deepening to a fixed depth: minimax, alpha-beta, principal variation search, MTD(f).
//!
//! All values are from player 1's point of view: the first player maximizes, the second minimizes. A win by
//! the rules is infinite, a draw is 0, a state at the horizon has its estimate. The value of a state at a
//! given depth is therefore well defined, and all members of the family find the same one.
//!
//! A value to which no estimate contributes is a proof (`backup.rs`). Deepening ends when the root has one.

mod alpha_beta;
mod backup;
mod frontier;
mod minimax;
mod mtdf;
mod null_move;
mod order;
mod pvs;
mod quiescence;
mod root;
mod run;
mod table;
mod worker;

use game::{Clock, Game, TextError};

use crate::budget::{Budget, Meter, Stop};
use crate::options::{OptionInfo, Options, Values};
use crate::parallel::Shared;
use crate::range::Whole;
use crate::searcher::{Finding, Searcher, Setup, Watch};
use game::evaluate::Evaluator;

use backup::Window;
use run::Run;
use table::TranspositionTable;
use worker::{Role, Worker, WorkerData};

/// The maximum depth, including quiescence. It also bounds the depth of the call stack.
pub const MAX_DEPTH: u32 = 1000;

/// The memory limit of the transposition table if the budget has none, in bytes.
const DEFAULT_MEMORY: usize = 512 << 20;

const DEPTH: OptionInfo = OptionInfo {
    name: "depth",
    default: "none",
    values: Values::WholeOr(Whole::new(1, MAX_DEPTH as u64), "none"),
    summary: "stop when this depth is complete",
};
const QUIESCENCE: OptionInfo = OptionInfo {
    name: "quiescence",
    default: "no",
    values: Values::Flag,
    summary: "beyond the horizon, search forcing moves, only moves and moves that win at once",
};
const K_BEST: OptionInfo = OptionInfo {
    name: "k-best",
    default: "none",
    values: Values::WholeOr(Whole::new(1, u32::MAX as u64), "none"),
    summary: "search only this many children of every state below the root, those with the best estimates",
};
const NULL_MOVE: OptionInfo = OptionInfo {
    name: "null-move",
    default: "0",
    values: Values::Whole(Whole::new(0, MAX_DEPTH as u64)),
    summary: "depth reduction of null-move pruning, which cuts where even a pass is too good; 0: off",
};

/// A member of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Plain minimax: searches every move.
    Minimax,
    /// Alpha-beta: skips moves that cannot matter.
    AlphaBeta,
    /// Principal variation search: alpha-beta that tests later moves with a null window first.
    Pvs,
    /// MTD(f): alpha-beta with null windows only.
    Mtdf,
}

impl Method {
    /// The options.
    pub const fn options(self) -> &'static [OptionInfo] {
        match self {
            Method::Minimax => &[DEPTH, QUIESCENCE, K_BEST],
            Method::AlphaBeta | Method::Pvs | Method::Mtdf => &[DEPTH, QUIESCENCE, K_BEST, NULL_MOVE],
        }
    }
}

/// What a recursive call has to search.
#[derive(Clone, Copy, Debug)]
struct Query {
    /// The distance to the root, in plies.
    ply: u32,
    /// The distance to the horizon, in plies.
    depth: u32,
    window: Window,
}

impl Query {
    fn with(self, window: Window) -> Query {
        Query { window, ..self }
    }

    /// The query for a child. At the horizon no depth is left.
    fn below(self, window: Window) -> Query {
        Query { ply: self.ply + 1, depth: self.depth.saturating_sub(1), window }
    }
}

/// The settings that all workers share.
struct Settings<G: Game> {
    method: Method,
    evaluator: Box<dyn Evaluator<G>>,
    /// The depth at which the search ends.
    depth: u32,
    quiescence: bool,
    k_best: Option<usize>,
    null_move: u32,
}

/// An iterative deepening search. It keeps its table when the root moves to another state.
pub struct DepthFirst<G: Game> {
    settings: Settings<G>,
    table: Shared<TranspositionTable>,
    /// The worker of the calling thread.
    leader: WorkerData<G>,
    /// The other workers, created by the first run with several threads.
    followers: Vec<WorkerData<G>>,
}

impl<G: Game> DepthFirst<G> {
    /// A search that has not explored anything.
    pub fn new(method: Method, options: &Options, setup: Setup<G>) -> Result<Self, TextError> {
        let null_move = match method {
            Method::Minimax => 0,
            _ => options.count("null-move")?,
        };
        let settings = Settings {
            method,
            evaluator: setup.evaluator,
            depth: options.count_or_word("depth")?.unwrap_or(MAX_DEPTH),
            quiescence: options.flag("quiescence"),
            k_best: options.count_or_word("k-best")?.map(|k| k as usize),
            null_move,
        };
        let (table, leader) = (Shared::new(TranspositionTable::new()), WorkerData::new(setup.root));
        Ok(DepthFirst { settings, table, leader, followers: Vec::new() })
    }

    fn table(&mut self) -> &mut TranspositionTable {
        self.table.get_mut()
    }

    /// The memory of the followers' buffers, in bytes.
    fn bytes_of_followers(&self) -> usize {
        self.followers.iter().map(WorkerData::bytes).sum()
    }
}

impl<G: Game> Searcher<G> for DepthFirst<G> {
    fn root(&self) -> &G {
        &self.leader.root.state
    }

    fn set_root(&mut self, root: G) {
        self.table().increment_age();
        for data in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            data.set_root(root.clone());
        }
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        // Minimax has no table, so workers would have nothing to share.
        let is_minimax = self.settings.method == Method::Minimax;
        let threads = if is_minimax { 1 } else { budget.threads.unwrap_or(1).max(1) };
        if self.followers.len() < threads - 1 {
            let root = self.root().clone();
            self.followers.resize_with(threads - 1, || WorkerData::new(root.clone()));
        }
        if !is_minimax {
            let buffers = self.leader.bytes() + self.bytes_of_followers();
            self.table().set_limit(budget.memory.unwrap_or(DEFAULT_MEMORY).saturating_sub(buffers));
            self.table().set_workers(threads);
        }
        let DepthFirst { settings, table, leader, followers } = self;
        let depths = budget.iterations.unwrap_or(u64::MAX).min(u64::from(MAX_DEPTH));
        let run = Run::new(table, threads - 1, leader.counts.depth + depths as u32);
        let clock = budget.clock(watch);
        let meter = Meter::start(budget, &leader.counts, watch, &clock);
        for data in &mut followers[..threads - 1] {
            (data.root, data.counts.depth) = (leader.root.clone(), leader.counts.depth);
        }
        let (settings, shared) = (&*settings, &run);
        let followers = followers[..threads - 1].iter_mut().enumerate();
        let follow = followers.map(|(number, data)| {
            move || {
                let clock = Clock::until(shared.team.end_flag());
                Worker::new(settings, data, shared, &clock, Role::Follower(number)).work();
            }
        });
        let stop = run
            .team
            .run(follow, || Worker::new(settings, leader, shared, &clock, Role::Leader(meter)).work());
        // A follower may have completed the last depth.
        leader.count_followers(&run);
        leader.adopt(&run);
        if leader.label().is_some_and(|label| label.resolved) { Stop::Resolved } else { stop }
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let others = self.bytes_of_followers();
        let method = self.settings.method;
        let table = self.table.get_mut();
        self.leader.finding(method, table, others)
    }
}
