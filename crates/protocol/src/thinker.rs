//! One searching thread at its board: it follows the game, and keeps its tree while it does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::clock::part_of_turn;
use engine::{Budget, Report, Session, Settings, Watch};

use crate::search::{Found, Job};

/// A session, and the game that it has followed.
struct Board {
    game: u64,
    start: String,
    settings: Settings,
    decisions: Vec<String>,
    session: Box<dyn Session>,
    /// What the session has counted so far, and had when the job began.
    counted: Counted,
    before: Counted,
}

/// Nodes and evaluations.
#[derive(Clone, Copy, Default)]
struct Counted {
    nodes: u64,
    evaluations: u64,
}

/// Searches one job after the other.
#[derive(Default)]
pub struct Thinker {
    board: Option<Board>,
}

/// What a decision costs that must be made at once.
const AT_ONCE: Budget = Budget {
    time: Some(Duration::from_millis(5)),
    timing: engine::Timing::Wall,
    pause: None,
    iterations: Some(1),
    evaluations: None,
    nodes: None,
    memory: None,
    threads: None,
};

/// How often a search by depth asks how deep it is.
const DEPTH_INTERVAL: Duration = Duration::from_millis(5);

impl Thinker {
    /// Searches a job to its end.
    pub fn think(&mut self, job: &Job, progress: &mut dyn FnMut(Found)) -> Result<Found, String> {
        let begin = Instant::now();
        let board = self.sit_down(job)?;
        let player = board.session.turn();
        let mut decisions: Vec<String> = Vec::new();
        loop {
            let mut budget = job.budget;
            // The decisions to come get as much time as this one.
            let parts = job.turn.unwrap_or(1).saturating_sub(decisions.len() as u32).max(1);
            budget.time = budget.time.map(|time| part_of_turn(time, begin.elapsed(), parts));
            let report = board.decide(job, &budget, begin, &decisions, progress);
            let before = decisions.len();
            let Some(best) = report.best_move.clone() else {
                return Ok(Found { decisions, before, report });
            };
            decisions.push(best.clone());
            let found = Found { decisions: decisions.clone(), before, report };
            if job.turn.is_none() {
                return Ok(found);
            }
            board.play(&best)?;
            if board.session.outcome().is_some() || board.session.turn() != player {
                return Ok(found);
            }
            progress(found);
        }
    }

    /// Brings the session to the position of the job, by as few moves as possible.
    fn sit_down(&mut self, job: &Job) -> Result<&mut Board, String> {
        let start = job.start.text();
        let is_same =
            |board: &Board| board.game == job.game && board.settings == job.settings && board.start == start;
        if !self.board.as_ref().is_some_and(is_same) {
            // The old tree is gone before there is a new one.
            self.board = None;
        }
        let board = match self.board.take() {
            Some(board) => board,
            None => Board {
                game: job.game,
                start,
                settings: job.settings.clone(),
                decisions: Vec::new(),
                session: job.start.session(&job.settings).map_err(|error| in_one_line(&error))?,
                counted: Counted::default(),
                before: Counted::default(),
            },
        };
        let board = self.board.insert(board);
        board.before = board.counted;
        let common = board.decisions.iter().zip(&job.decisions).take_while(|(a, b)| a == b).count();
        while board.decisions.len() > common && board.session.undo() {
            board.decisions.pop();
        }
        job.decisions[common..].iter().try_for_each(|decision| board.play(decision))?;
        Ok(board)
    }
}

impl Board {
    fn play(&mut self, decision: &str) -> Result<(), String> {
        self.session.play(decision).map_err(|error| error.to_string())?;
        self.decisions.push(decision.to_owned());
        Ok(())
    }

    /// Searches the present position, and says what was found in the counts of the job.
    fn decide(
        &mut self,
        job: &Job,
        budget: &Budget,
        begin: Instant,
        decisions: &[String],
        progress: &mut dyn FnMut(Found),
    ) -> Report {
        let before = self.before;
        let count = |report: Report| Report {
            nodes: report.nodes.saturating_sub(before.nodes),
            evaluations: report.evaluations.saturating_sub(before.evaluations),
            seconds: begin.elapsed().as_secs_f64(),
            ..report
        };
        let mut told = Instant::now();
        let mut see = |report: &Report| {
            if job.depth.is_some_and(|depth| report.depth >= depth) {
                job.interrupt.store(true, Ordering::Relaxed);
            }
            if job.every.is_some_and(|every| told.elapsed() >= every) && report.best_move.is_some() {
                let report = count(report.clone());
                progress(Found { decisions: decisions.to_vec(), before: decisions.len(), report });
                told = Instant::now();
            }
        };
        let interval = if job.depth.is_some() { Some(DEPTH_INTERVAL) } else { job.every };
        let mut watch = Watch { interrupt: Some(&job.interrupt), ..Watch::default() };
        watch.snapshots = interval.map(|interval| (interval, &mut see as &mut dyn FnMut(&Report)));
        let mut report = self.session.think(budget, &mut watch);
        if report.best_move.is_none() && self.session.outcome().is_none() {
            // The search was interrupted before it had begun.
            let never = AtomicBool::new(false);
            let at_once = Budget { memory: budget.memory, threads: budget.threads, ..AT_ONCE };
            let watch = &mut Watch { interrupt: Some(&never), ..Watch::default() };
            report = self.session.think(&at_once, watch);
        }
        if report.best_move.is_none() {
            report.best_move = self.session.position().moves().into_iter().next();
        }
        self.counted = Counted { nodes: report.nodes, evaluations: report.evaluations };
        count(report)
    }
}

/// An error with its causes.
fn in_one_line(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
