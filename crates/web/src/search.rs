//! The searches that go along with a game: two for those who watch, and one for each engine that plays.

use std::sync::Weak;
use std::time::Duration;

use engine::{Budget, DefaultPlayer, Player, Report, Settings};
use tokio::sync::oneshot;

use crate::line::Value;
use crate::message::{SearchSetting, Seat};
use crate::table::{State, Table};
use crate::worker::{Event, Job, Look, News, Worker};

/// How long an engine thinks that was given no limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// All searches of a game but that for a proof.
#[derive(Default)]
pub struct Searches {
    /// The number of the last job.
    jobs: u64,
    pub(crate) analyses: [Option<Analysis>; 2],
    players: [Option<Worker>; 2],
    /// The engine that is to move, and its job.
    pub(crate) thinking: Option<(Player, u64)>,
}

/// A search of the position that is looked at.
pub struct Analysis {
    pub(crate) worker: Worker,
    pub(crate) setting: SearchSetting,
    settings: Settings,
    keep: bool,
    /// It goes along when another position is looked at.
    follows: bool,
    /// It was stopped because no page watched.
    waits: bool,
    /// What it searches.
    pub(crate) node: usize,
    /// What it has found.
    pub(crate) report: Option<Box<Report>>,
    /// Why it does not search.
    pub(crate) error: Option<String>,
    /// Rises with every change.
    pub(crate) version: u64,
}

impl SearchSetting {
    /// How to search, where the usual settings stand for what is left out.
    pub fn settings(&self, usual: Settings) -> Settings {
        // As in the command: an algorithm that is named brings its own evaluator.
        let evaluator = if self.algorithm.is_some() { "auto".to_owned() } else { usual.evaluator };
        Settings {
            algorithm: self.algorithm.clone().unwrap_or(usual.algorithm),
            evaluator: self.evaluator.clone().unwrap_or(evaluator),
            ..Settings::default()
        }
    }

    /// How long to search.
    pub fn budget(&self, most_threads: usize) -> Budget {
        let of_level = self.level.and_then(|level| {
            protocol::Player { level, ..protocol::Player::default() }.evaluations_of_level()
        });
        Budget {
            time: self.time.map(Duration::from_millis),
            evaluations: self.evaluations.or(of_level),
            threads: Some(self.threads.unwrap_or(1).clamp(1, most_threads)),
            ..Budget::default()
        }
    }

    /// The memory that is asked for.
    pub fn bytes(&self) -> Option<usize> {
        self.memory.map(|mebibytes| mebibytes.saturating_mul(1 << 20).max(1 << 20))
    }
}

/// Which search has news.
#[derive(Clone, Copy)]
pub(crate) enum Which {
    Analysis(usize),
    Player(Player),
    Proof,
}

/// Brings the news of a worker to its game, if that is still there.
pub(crate) fn post(table: Weak<Table>, which: Which) -> impl Fn(News) + Send + 'static {
    move |news| {
        let Some(table) = table.upgrade() else { return };
        {
            let mut state = table.lock();
            match which {
                Which::Analysis(slot) => state.analysis_news(slot, news),
                Which::Player(player) => state.player_news(&table, player, news),
                Which::Proof => state.proof_news(news),
            }
        }
        table.tell();
    }
}

impl Searches {
    pub(crate) fn next_job(&mut self) -> u64 {
        self.jobs += 1;
        self.jobs
    }

    fn slot(&mut self, slot: usize) -> Result<&mut Option<Analysis>, String> {
        self.analyses.get_mut(slot).ok_or_else(|| format!("searches are 0 and 1, not {slot}"))
    }

    /// Ends a search and drops its tree.
    pub(crate) fn close(&mut self, slot: usize) -> Result<(), String> {
        *self.slot(slot)? = None;
        Ok(())
    }

    /// Stops a search; its tree stays.
    pub(crate) fn stop(&mut self, slot: usize) -> Result<(), String> {
        if let Some(analysis) = self.slot(slot)? {
            analysis.follows = false;
            analysis.worker.stop();
        }
        Ok(())
    }

    pub(crate) fn look(
        &mut self,
        slot: usize,
        line: Vec<String>,
        answer: oneshot::Sender<Look>,
    ) -> Result<(), String> {
        let analysis = self.slot(slot)?.as_ref().ok_or("there is no search to look into")?;
        analysis.worker.look(line, answer);
        Ok(())
    }

    /// Whether an engine thinks about its move.
    pub(crate) fn thinks(&self, player: Player) -> bool {
        self.thinking.is_some_and(|(thinker, _)| thinker == player)
    }

    /// What the engines think about is not wanted any more.
    pub(crate) fn stop_players(&mut self) {
        self.thinking = None;
        self.players.iter_mut().flatten().for_each(Worker::stop);
    }

    /// Ends what no page watches. Returns whether anything has ended.
    fn stop_unwatched(&mut self) -> bool {
        let mut any = self.thinking.is_some();
        self.stop_players();
        for analysis in self.analyses.iter_mut().flatten() {
            if analysis.worker.is_running && !analysis.keep && !analysis.waits {
                analysis.waits = true;
                analysis.worker.stop();
                any = true;
            }
        }
        any
    }

    /// Drops all trees of searches that do not run.
    pub(crate) fn drop_idle(&mut self) {
        for analysis in &mut self.analyses {
            if analysis.as_ref().is_some_and(|analysis| !analysis.worker.is_running) {
                *analysis = None;
            }
        }
        if self.thinking.is_none() {
            self.players = [None, None];
        }
    }
}

impl State {
    pub(crate) fn analyse(
        &mut self,
        table: &Table,
        slot: usize,
        setting: SearchSetting,
        keep: bool,
    ) -> Result<(), String> {
        let settings = table.shared.check(setting.settings(Settings::default()))?;
        let place = self.searches.slot(slot)?;
        let mut analysis = match place.take().filter(|known| known.setting.memory == setting.memory) {
            Some(known) => known,
            None => {
                let share = table.shared.share(setting.bytes())?;
                let worker =
                    Worker::start(self.start.copy(), share, post(self.me.clone(), Which::Analysis(slot)))?;
                Analysis {
                    worker,
                    setting: SearchSetting::default(),
                    settings: Settings::default(),
                    keep,
                    follows: true,
                    waits: false,
                    node: self.cursor,
                    report: None,
                    error: None,
                    version: 0,
                }
            }
        };
        (analysis.setting, analysis.settings, analysis.keep) = (setting, settings, keep);
        (analysis.follows, analysis.waits) = (true, false);
        self.searches.analyses[slot] = Some(analysis);
        self.search(table, slot);
        Ok(())
    }

    /// Searches the position that is looked at. With a limit by counts, the result depends on nothing that was searched before.
    fn search(&mut self, table: &Table, slot: usize) {
        let (line, job) = (self.line.moves(self.cursor), self.searches.next_job());
        let is_over = self.position.outcome().is_some();
        let Some(analysis) = &mut self.searches.analyses[slot] else { return };
        (analysis.node, analysis.error, analysis.report) = (self.cursor, None, None);
        analysis.version = job;
        if is_over {
            analysis.worker.stop();
            return;
        }
        let budget = analysis.setting.budget(table.shared.limits.threads);
        let afresh = budget.evaluations.is_some();
        analysis.worker.think(Job { number: job, settings: analysis.settings.clone(), line, budget, afresh });
    }

    /// The searches go along to the position that is looked at.
    pub(crate) fn follow(&mut self, table: &Table) {
        for slot in 0..self.searches.analyses.len() {
            let is_elsewhere = |analysis: &Analysis| analysis.follows && analysis.node != self.cursor;
            if self.searches.analyses[slot].as_ref().is_some_and(is_elsewhere) {
                self.search(table, slot);
            }
        }
    }

    fn analysis_news(&mut self, slot: usize, (number, event): News) {
        let Some(analysis) = &mut self.searches.analyses[slot] else { return };
        if analysis.worker.job != number {
            return;
        }
        analysis.version = self.searches.jobs.max(analysis.version) + 1;
        self.searches.jobs = analysis.version;
        if !matches!(event, Event::Progress(_)) {
            analysis.worker.is_running = false;
        }
        match event {
            Event::Failed(reason) => analysis.error = Some(reason),
            Event::Progress(report) | Event::Done(report) => {
                let (node, value) = (analysis.node, value_of(&report));
                analysis.report = Some(report);
                if let (Some(node), Some(value)) = (self.line.get_mut(node), value) {
                    node.value = Some(value);
                }
            }
        }
    }

    /// Lets the engine think whose turn it is, at the end of a line that a page watches.
    pub(crate) fn let_engines_play(&mut self, table: &Table) {
        if !self.runs || !self.is_at_the_end() || self.unwatched.is_some() {
            return;
        }
        self.ask_proof();
        let Some(player) = self.to_move().filter(|&player| !self.searches.thinks(player)) else { return };
        let Seat::Engine { search } = self.seats[player.index()].clone() else { return };
        self.trouble = self.let_play(table, player, &search).err();
        if self.trouble.is_some() {
            self.runs = false;
        }
        self.changed();
    }

    fn let_play(&mut self, table: &Table, player: Player, setting: &SearchSetting) -> Result<(), String> {
        let DefaultPlayer { algorithm, evaluator, .. } = self.start.default_player();
        let usual = Settings { algorithm, evaluator, ..Settings::default() };
        let settings = table.shared.check(setting.settings(usual))?;
        let (line, number) = (self.line.moves(self.cursor), self.searches.next_job());
        let worker = match &mut self.searches.players[player.index()] {
            Some(worker) => worker,
            none => {
                let share = table.shared.share(setting.bytes())?;
                none.insert(Worker::start(
                    self.start.copy(),
                    share,
                    post(self.me.clone(), Which::Player(player)),
                )?)
            }
        };
        let mut budget = setting.budget(table.shared.limits.threads);
        if budget.time.is_none() && budget.evaluations.is_none() {
            budget.time = Some(USUAL_TIME);
        }
        if let Some(clocks) = &self.clocks {
            let share = clocks.for_a_move(player);
            budget.time = Some(budget.time.map_or(share, |time| time.min(share)));
        }
        worker.think(Job { number, settings, line, budget, afresh: false });
        self.searches.thinking = Some((player, number));
        Ok(())
    }

    fn player_news(&mut self, table: &Table, player: Player, (number, event): News) {
        if self.searches.thinking != Some((player, number)) {
            return;
        }
        match event {
            Event::Progress(_) => {}
            Event::Failed(reason) => {
                self.searches.thinking = None;
                (self.runs, self.trouble) = (false, Some(reason));
                self.changed();
            }
            Event::Done(report) => {
                self.searches.thinking = None;
                if let (Some(node), Some(value)) = (self.line.get_mut(self.cursor), value_of(&report)) {
                    node.value = Some(value);
                }
                // A search that had no time at all has no opinion.
                let m = report.best_move.or_else(|| self.position.moves().into_iter().next());
                if let Some(Err(reason)) = m.map(|m| self.play_text(table, &m)) {
                    (self.runs, self.trouble) = (false, Some(reason));
                    self.changed();
                }
            }
        }
    }

    /// A page watches again: what has stopped meanwhile goes on.
    pub(crate) fn continue_watched(&mut self, table: &Table) {
        for slot in 0..self.searches.analyses.len() {
            let waits = |analysis: &mut Analysis| std::mem::take(&mut analysis.waits);
            if self.searches.analyses[slot].as_mut().is_some_and(waits) {
                self.search(table, slot);
            }
        }
        self.let_engines_play(table);
    }
}

impl Table {
    /// Ends what is not wanted any more. This is called several times a second.
    pub fn tidy(&self) {
        let limits = &self.shared.limits;
        let mut state = self.lock();
        let mut is_news = false;
        if let Some(fallen) = state.clocks.as_ref().and_then(crate::clock::Clocks::fallen) {
            let player = crate::table::name(fallen);
            state.end(fallen.other(), format!("the time of the {player} player is over"));
            is_news = true;
        }
        if let Some(since) = state.unwatched {
            if since.elapsed() >= limits.unwatched {
                is_news |= state.searches.stop_unwatched();
                state.stop_unwatched_proof();
            }
            if since.elapsed() >= limits.trees {
                state.searches.drop_idle();
            }
        }
        drop(state);
        if is_news {
            self.tell();
        }
    }

    /// No page watches, nothing runs, and this has been so for long.
    pub fn is_idle(&self) -> bool {
        let state = self.lock();
        let runs = state.searches.analyses.iter().flatten().any(|analysis| analysis.worker.is_running)
            || state.searches.thinking.is_some()
            || state.proof.as_ref().is_some_and(|proof| proof.worker.is_running);
        !runs && state.unwatched.is_some_and(|since| since.elapsed() >= self.shared.limits.idle)
    }
}

/// What a report says of its position.
fn value_of(report: &Report) -> Option<Value> {
    match report.value {
        Some(value) => Some(Value { v: f32::from(value), r: true }),
        None => report.estimate.filter(|v| v.is_finite()).map(|v| Value { v, r: false }),
    }
}
