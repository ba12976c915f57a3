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
mod table;

use game::{Game, TextError};

use crate::budget::{Budget, Counts, Meter, Stop};
use crate::decide::{Choice, Decision};
use crate::evaluate::Evaluator;
use crate::label::{Completion, Label};
use crate::move_history::History;
use crate::options::{OptionInfo, Options};
use crate::searcher::{Finding, Searcher, Setup, Watch};

use backup::{Certainty, Window};
use frontier::Ply;
use root::Root;
use table::Table;

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

/// A search to one depth after the other. It keeps its table when the root moves on.
pub struct DepthFirst<G: Game> {
    method: Method,
    evaluator: Box<dyn Evaluator<G>>,
    /// The last depth.
    depth: u32,
    quiescence: bool,
    k_best: Option<usize>,
    null_move: u32,
    root: Root<G>,
    table: Table,
    history: History,
    /// Buffers for the states of the line that is being searched.
    plies: Vec<Ply<G>>,
    counts: Counts,
}

impl<G: Game> DepthFirst<G> {
    /// A search that has found nothing yet.
    pub fn new(method: Method, options: &Options, setup: Setup<G>) -> Result<Self, TextError> {
        let null_move = match method {
            Method::Minimax => 0,
            _ => options.count("null-move", 0, MAX_DEPTH)?,
        };
        Ok(DepthFirst {
            method,
            evaluator: setup.evaluator,
            depth: options.count_or_none("depth", MAX_DEPTH)?.unwrap_or(MAX_DEPTH),
            quiescence: options.flag("quiescence")?,
            k_best: options.count_or_none("k-best", u32::MAX)?.map(|k| k as usize),
            null_move,
            root: Root::new(setup.root),
            table: Table::new(),
            history: History::new(),
            plies: Vec::new(),
            counts: Counts::default(),
        })
    }

    /// One depth more.
    fn deepen(&mut self, meter: &mut Meter<'_, '_, G::Move>) -> Result<(), Stop> {
        let (depth, evaluations) = (self.counts.depth + 1, self.counts.evaluations);
        let backed = match self.method {
            Method::Mtdf => self.mtdf(meter, depth)?,
            _ => self.pass(meter, depth, Window::OPEN)?,
        };
        self.root.backed = Some(backed);
        self.counts.depth = depth;
        self.counts.iterations += 1;
        if self.counts.evaluations == evaluations {
            self.counts.charged += 1;
        }
        Ok(())
    }

    /// To be called at every state, before anything else.
    #[inline]
    fn step(&mut self, meter: &mut Meter<'_, '_, G::Move>, ply: u32) -> Result<(), Stop> {
        if let Some(stop) = meter.reached(&self.counts) {
            return Err(stop);
        }
        if meter.snapshot_is_due() {
            meter.show(self.finding());
        }
        self.make_room(ply);
        Ok(())
    }

    #[inline]
    fn make_room(&mut self, ply: u32) {
        if self.plies.len() <= ply as usize {
            self.plies.resize_with(ply as usize + 1, Ply::new);
        }
    }

    /// What is known of the root.
    fn label(&self) -> Option<Label> {
        match self.root.state.outcome() {
            Some(outcome) => Some(Completion::On.terminal(outcome, self.root.state.score())),
            None => self.root.label(),
        }
    }

    /// The line that both players are expected to follow, as far as it is known.
    fn line(&self) -> Vec<G::Move> {
        let Some(best) = self.root.best() else { return Vec::new() };
        if self.method == Method::Minimax {
            return self.plies[0].line.clone();
        }
        let (mut line, mut moves, mut state) = (vec![best], Vec::new(), self.root.state.clone());
        state.play(best);
        while let Some(entry) = self.table.find(state.sharing_key()) {
            moves.clear();
            state.moves(&mut moves);
            let Some(&m) = moves.get(entry.best()) else { break };
            line.push(m);
            state.play(m);
        }
        line
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.history.bytes() + self.plies.iter().map(Ply::bytes).sum::<usize>()
    }
}

impl<G: Game> Searcher<G> for DepthFirst<G> {
    fn root(&self) -> &G {
        &self.root.state
    }

    fn set_root(&mut self, root: G) {
        self.root = Root::new(root);
        self.counts.depth = 0;
        self.table.grow_older();
        self.history.fade();
        self.plies.iter_mut().for_each(Ply::forget);
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        if self.method != Method::Minimax {
            let buffers = self.bytes() - self.table.bytes();
            self.table.set_limit(budget.memory.unwrap_or(USUAL_MEMORY).saturating_sub(buffers));
        }
        let mut meter = Meter::start(budget, &self.counts, watch);
        loop {
            match self.root.backed {
                _ if self.label().is_some_and(|label| label.resolved) => return Stop::Resolved,
                // All lines have ended, with moves left out: no depth will find more.
                Some(backed) if backed.certainty == Certainty::Selective => return Stop::Done,
                _ if self.counts.depth == self.depth => return Stop::Done,
                _ => {}
            }
            if let Err(stop) = self.deepen(&mut meter) {
                return stop;
            }
            meter.iteration_done(&self.counts, || self.label());
        }
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let choices: Vec<Choice<G::Move>> = self.root.choices();
        Finding {
            label: self.label(),
            best: self.root.best.filter(|_| !choices.is_empty()),
            choices,
            decision: Decision::Plain,
            line: self.line(),
            counts: self.counts,
            states: self.table.len(),
            bytes: self.bytes(),
        }
    }
}
