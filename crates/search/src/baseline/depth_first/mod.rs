//! Search to a fixed depth, one depth after the other: minimax, alpha-beta, principal variation search, MTD(f).
//!
//! Every value is seen by player 1: the first player maximises, the second minimises, whoever is to move. A win
//! by the rules is infinite, a draw is 0, a state at the horizon is worth its estimate. So the value of a
//! state at a depth is well defined, and all members of the family find the same one.
//!
//! A value that no estimate took part in is a proof (`backup.rs`); deepening ends when the root has one.

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

use game::{Game, TextError};

use crate::budget::{Budget, Meter, Stop};
use crate::options::{OptionInfo, Options};
use crate::parallel::Shared;
use crate::searcher::{Finding, Searcher, Setup, Watch};
use game::evaluate::Evaluator;

use backup::Window;
use run::Run;
use table::TranspositionTable;
use worker::{Role, Worker, WorkerData};

/// No search looks deeper than this, quiescence included: the depth is that of the machine's stack, too.
pub const MAX_DEPTH: u32 = 1000;

/// Bytes of the transposition table if no budget says.
const USUAL_MEMORY: usize = 512 << 20;

const DEPTH: OptionInfo =
    OptionInfo { name: "depth", default: "none", summary: "end when this depth is finished" };
const QUIESCENCE: OptionInfo = OptionInfo {
    name: "quiescence",
    default: "no",
    summary: "go on beyond the horizon with forcing moves, only moves and moves that win at once",
};
const K_BEST: OptionInfo = OptionInfo {
    name: "k-best",
    default: "none",
    summary: "look at only so many children of every state below the root, the best at first sight",
};
const NULL_MOVE: OptionInfo = OptionInfo {
    name: "null-move",
    default: "0",
    summary: "cut where even a pass, searched so many moves less deep, is too good; 0 is never",
};

/// Which member of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every move, whatever the others are worth.
    Minimax,
    /// No move that cannot matter any more.
    AlphaBeta,
    /// Alpha-beta that first asks of every later move only whether it is better.
    Pvs,
    /// Alpha-beta that only ever asks whether the value is at least so much.
    Mtdf,
}

impl Method {
    /// What can be set.
    pub const fn options(self) -> &'static [OptionInfo] {
        match self {
            Method::Minimax => &[DEPTH, QUIESCENCE, K_BEST],
            Method::AlphaBeta | Method::Pvs | Method::Mtdf => &[DEPTH, QUIESCENCE, K_BEST, NULL_MOVE],
        }
    }
}

/// What is asked of a state.
#[derive(Clone, Copy, Debug)]
struct Ask {
    /// How many moves it is below the root.
    ply: u32,
    /// How many moves are left to the horizon.
    depth: u32,
    window: Window,
}

impl Ask {
    fn with(self, window: Window) -> Ask {
        Ask { window, ..self }
    }

    /// What is asked of a child. At the horizon no depth is left.
    fn below(self, window: Window) -> Ask {
        Ask { ply: self.ply + 1, depth: self.depth.saturating_sub(1), window }
    }
}

/// What all workers go by.
struct Settings<G: Game> {
    method: Method,
    evaluator: Box<dyn Evaluator<G>>,
    /// The last depth.
    depth: u32,
    quiescence: bool,
    k_best: Option<usize>,
    null_move: u32,
}

/// A search to one depth after the other. It keeps its table when the root moves on.
pub struct DepthFirst<G: Game> {
    settings: Settings<G>,
    table: Shared<TranspositionTable>,
    /// The worker that calls.
    leader: WorkerData<G>,
    /// Others, if there have been others.
    followers: Vec<WorkerData<G>>,
}

impl<G: Game> DepthFirst<G> {
    /// A search that has found nothing yet.
    pub fn new(method: Method, options: &Options, setup: Setup<G>) -> Result<Self, TextError> {
        let null_move = match method {
            Method::Minimax => 0,
            _ => options.count("null-move", 0, MAX_DEPTH)?,
        };
        let settings = Settings {
            method,
            evaluator: setup.evaluator,
            depth: options.count_or_none("depth", MAX_DEPTH)?.unwrap_or(MAX_DEPTH),
            quiescence: options.flag("quiescence")?,
            k_best: options.count_or_none("k-best", u32::MAX)?.map(|k| k as usize),
            null_move,
        };
        let (table, leader) = (Shared::new(TranspositionTable::new()), WorkerData::new(setup.root));
        Ok(DepthFirst { settings, table, leader, followers: Vec::new() })
    }

    fn table(&mut self) -> &mut TranspositionTable {
        self.table.get_mut()
    }

    /// Bytes that the buffers of the followers hold.
    fn bytes_of_followers(&self) -> usize {
        self.followers.iter().map(WorkerData::bytes).sum()
    }
}

impl<G: Game> Searcher<G> for DepthFirst<G> {
    fn root(&self) -> &G {
        &self.leader.root.state
    }

    fn set_root(&mut self, root: G) {
        self.table().grow_older();
        for data in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            data.set_root(root.clone());
        }
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        // Without a table there is nothing to share.
        let is_minimax = self.settings.method == Method::Minimax;
        let threads = if is_minimax { 1 } else { budget.threads.unwrap_or(1).max(1) };
        if self.followers.len() < threads - 1 {
            let root = self.root().clone();
            self.followers.resize_with(threads - 1, || WorkerData::new(root.clone()));
        }
        if !is_minimax {
            let buffers = self.leader.bytes() + self.bytes_of_followers();
            self.table().set_limit(budget.memory.unwrap_or(USUAL_MEMORY).saturating_sub(buffers));
            self.table().set_workers(threads);
        }
        let DepthFirst { settings, table, leader, followers } = self;
        let depths = budget.iterations.unwrap_or(u64::MAX).min(u64::from(MAX_DEPTH));
        let run = Run::new(table, threads - 1, leader.counts.depth + depths as u32);
        let meter = Meter::start(budget, &leader.counts, watch);
        for data in &mut followers[..threads - 1] {
            (data.root, data.counts.depth) = (leader.root.clone(), leader.counts.depth);
        }
        let (settings, shared) = (&*settings, &run);
        let followers = followers[..threads - 1].iter_mut().enumerate();
        let follow = followers.map(|(number, data)| {
            move || {
                Worker::new(settings, data, shared, Role::Follower(number)).work();
            }
        });
        let stop = run.team.run(follow, || Worker::new(settings, leader, shared, Role::Leader(meter)).work());
        // A follower may have been the last to find something.
        leader.count_followers(&run);
        leader.catch_up(&run);
        if leader.label().is_some_and(|label| label.resolved) { Stop::Resolved } else { stop }
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let others = self.bytes_of_followers();
        let method = self.settings.method;
        let table = self.table.get_mut();
        self.leader.finding(method, table, others)
    }
}
