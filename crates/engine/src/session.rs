//! A search that goes along with a game.

use std::cell::OnceCell;
use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::reading::read_move;
use game::{AnyMove, AnyState, Game, Machinery, Outcome, Player, TerminalValue};
use search::{Budget, Counts, Decision, Finding, Label, Searcher, Stop};

use crate::algorithm::tells_only_who_wins;
use crate::checkpoint::CheckpointError;
use crate::context::Context;
use crate::heading::{Heading, stop_name};
use crate::level::Level;
use crate::position::Position;
use crate::report::{Decided, MoveReport, MoveValue, Report, Shortest, TraceRow};
use crate::{Error, all_moves, available, certificates, checkpoint, shortest};

/// How a session searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The algorithm's name, with options in parentheses if any; [`DEFAULT`](crate::DEFAULT) for the
    /// [default player](crate::DefaultPlayer) of the game.
    pub algorithm: String,
    /// The evaluator's name.
    pub evaluator: String,
    /// f_t: what the end of a game is worth to the search.
    pub terminal: TerminalValue,
    /// Resolve every reachable state.
    pub strong: bool,
    /// How the move is chosen in the end.
    pub decision: Decision,
    /// The seed of everything random.
    pub seed: u64,
    /// How strong the player is; `None` for as strong as it can be.
    pub level: Option<Level>,
}

impl Default for Settings {
    /// The usual settings to play and to analyse.
    fn default() -> Self {
        Settings {
            algorithm: "ubfm".to_owned(),
            evaluator: "auto".to_owned(),
            terminal: TerminalValue::Score,
            strong: false,
            decision: Decision::Safe,
            seed: 1,
            level: None,
        }
    }
}

impl Settings {
    /// The usual settings to find the value of a position.
    pub fn for_solving() -> Settings {
        Settings::default().to_solve()
    }

    /// The same with the algorithm that usually is the best to find the value of a position.
    #[must_use]
    pub fn to_solve(self) -> Settings {
        // Strong solving resolves states one by one, which is what a tree is for. So does a search for more than the gain.
        let by_proof_numbers = !self.strong && tells_only_who_wins(self.terminal);
        Settings { algorithm: if by_proof_numbers { "auto" } else { "ubfm" }.to_owned(), ..self }
    }
}

/// How often a report on the way is wanted, and who wants it.
pub type Snapshots<'a> = (Duration, &'a mut dyn FnMut(&Report));

/// How often a session is to pause, and for whom.
pub type Pauses<'a> = (Duration, &'a mut dyn FnMut(&mut dyn Session) -> bool);

/// What a session reports to its caller while it thinks, and how the caller ends it.
#[derive(Default)]
pub struct Watch<'a> {
    /// Ends the search when it becomes true.
    pub interrupt: Option<&'a AtomicBool>,
    /// Sees a report of the search on the way, every so often.
    pub snapshots: Option<Snapshots<'a>>,
    /// Sees the root after every iteration.
    pub trace: Option<&'a mut dyn FnMut(TraceRow)>,
    /// Gets the session itself every so often and at the end, to save it. `false` ends the search.
    pub pauses: Option<Pauses<'a>>,
}

/// A search of some game. It keeps what it has found from move to move.
///
/// Where a budget has no memory limit, [`default_memory`](crate::default_memory) is the limit.
pub trait Session: Send {
    /// Searches the present position and reports what is known then. The first run after a checkpoint was
    /// taken up counts, in its limits and in its report, what was done before.
    fn think(&mut self, budget: &Budget, watch: &mut Watch<'_>) -> Report;
    /// Searches the present position and says which move to play, and no more: for callers that play many games.
    fn decide(&mut self, budget: &Budget, interrupt: &AtomicBool) -> Decided;
    /// How it searches.
    fn settings(&self) -> &Settings;
    /// Writes a checkpoint of the search as it is now; [`crate::Registry::resume`] goes on from there.
    fn save(&mut self, out: &mut dyn Write) -> Result<(), Error>;
    /// The value of every legal move, the best first, within what the last run has left of this budget.
    /// `progress` hears how many of how many are done.
    fn all_moves(
        &mut self,
        budget: &Budget,
        interrupt: &AtomicBool,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Vec<MoveValue>;
    /// The shortest win from the present position, which must be proven, within what the last run has left of
    /// this budget's time. `progress` hears for how many plies it looks now.
    fn shortest(
        &mut self,
        budget: &Budget,
        interrupt: &AtomicBool,
        progress: &mut dyn FnMut(u32),
    ) -> Option<Shortest>;
    /// Writes a certificate of the value that was proven of the present position, within what the last run has
    /// left of this budget. What the search has forgotten since is proven again.
    fn certificate(
        &mut self,
        out: &mut dyn Write,
        budget: &Budget,
        interrupt: &AtomicBool,
    ) -> Result<certificate::Size, Error>;
    /// What is known of every move in the state that a line of moves leads to from the present position: a look into the
    /// tree. `None` where that state is not expanded, or the algorithm stores no tree.
    fn look(&mut self, line: &[String]) -> Result<Option<Vec<MoveReport>>, Error>;
    /// Plays a move.
    fn play(&mut self, text: &str) -> Result<(), Error>;
    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;
    /// The present position.
    fn position(&self) -> Box<dyn Position>;
    /// The player to move.
    fn turn(&self) -> Player;
    /// How the game ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
}

pub(crate) struct TypedSession {
    context: Context,
    past: Vec<AnyState>,
    about: Heading,
    settings: Settings,
    searcher: Box<dyn Searcher<AnyState>>,
    /// Time that the last run took, with all that was before a checkpoint.
    spent: Duration,
    /// What had been done when that run began.
    before: Counts,
    /// The search was taken up from a checkpoint: the next run goes on with the one that was saved.
    is_taken_up: bool,
    /// The memory limit of budgets that have none.
    memory: OnceCell<usize>,
}

impl TypedSession {
    pub fn new(context: Context, start: AnyState, settings: &Settings) -> Result<Self, Error> {
        // As its text says it: keys may count the way since the text begins, and a checkpoint holds keys.
        let start = start.parse_position(&start.position()).unwrap_or(start);
        let settings = context.name_player(&start, settings);
        let (searcher, about) = context.search(&start, &settings)?;
        Ok(TypedSession {
            context,
            past: Vec::new(),
            about,
            settings,
            searcher,
            spent: Duration::ZERO,
            before: Counts::default(),
            is_taken_up: false,
            memory: OnceCell::new(),
        })
    }

    /// Goes on from what was saved after so much time.
    pub fn take_up(&mut self, saved: &mut dyn Read, spent: Duration) -> io::Result<()> {
        self.searcher.load(saved)?;
        (self.spent, self.is_taken_up) = (spent, true);
        Ok(())
    }

    /// A budget with a memory limit, and with those of the level.
    fn limited(&self, budget: &Budget) -> Budget {
        let memory = budget.memory.unwrap_or_else(|| *self.memory.get_or_init(available::default_memory));
        let budget = Budget { memory: Some(memory), ..*budget };
        self.settings.level.map_or(budget, |level| level.limit(&budget, self.searcher.root()))
    }

    /// The move that the player of a level makes without thinking.
    fn slip(&self) -> Option<String> {
        let Settings { level, seed, .. } = self.settings;
        level?.slip(self.searcher.root(), seed)
    }

    /// One run of the searcher. `seconds` is the time that the search has taken so far.
    fn run(&mut self, budget: &Budget, watch: &mut Watch<'_>, seconds: &dyn Fn() -> f64) -> Stop {
        let (root, about) = (self.searcher.root().clone(), &self.about);
        let Watch { interrupt, snapshots, trace, .. } = watch;
        let mut interval = None;
        let mut show = snapshots.as_mut().map(|(every, see)| {
            interval = Some(*every);
            |finding: Finding<AnyMove>| see(&about.report(&root, &finding, seconds(), "running"))
        });
        let mut row = trace.as_mut().map(|trace| {
            |counts: &Counts, label: Label| {
                trace(TraceRow {
                    expansions: counts.expansions,
                    c: label.exact,
                    v: label.value,
                    r: u8::from(label.resolved),
                });
            }
        });
        let mut watch = search::Watch {
            interrupt: *interrupt,
            snapshots: interval.zip(show.as_mut().map(|show| show as &mut dyn FnMut(Finding<AnyMove>))),
            trace: row.as_mut().map(|row| row as &mut dyn FnMut(&Counts, Label)),
        };
        self.searcher.search(budget, &mut watch)
    }
}

/// The move of a player whose time was over before a single state was expanded: the first one.
fn move_in_haste(root: &AnyState, stop: Stop) -> Option<String> {
    let mut moves = Vec::new();
    if stop == Stop::Time && root.outcome().is_none() {
        root.moves(&mut moves);
    }
    moves.first().map(|&m| root.move_text(m))
}

impl Session for TypedSession {
    fn think(&mut self, budget: &Budget, watch: &mut Watch<'_>) -> Report {
        let (begin, budget) = (Instant::now(), &self.limited(budget));
        if !std::mem::take(&mut self.is_taken_up) {
            (self.before, self.spent) = (self.searcher.finding().counts, Duration::ZERO);
        }
        let (before, earlier) = (self.before, self.spent);
        let spent = || earlier + begin.elapsed();
        loop {
            let done = self.searcher.finding().counts.since(&before);
            let mut slice = budget.left_after(&done, spent());
            if let Some((every, _)) = watch.pauses {
                slice.pause = Some(every);
            }
            let mut stop = self.run(&slice, watch, &|| spent().as_secs_f64());
            self.spent = spent();
            let mut is_over = stop != Stop::Time || budget.time.is_some_and(|time| self.spent >= time);
            let goes_on = watch.pauses.as_mut().map(|(_, pause)| pause(self));
            is_over |= goes_on != Some(true);
            if goes_on == Some(false) {
                stop = Stop::Interrupted;
            }
            if is_over {
                let (root, finding) = (self.searcher.root().clone(), self.searcher.finding());
                let seconds = self.spent.as_secs_f64();
                let report = self.about.report(&root, &finding, seconds, stop_name(stop));
                if let Some(slip) = self.slip() {
                    let reason = "a slip, as players of this level make them".to_owned();
                    return Report { best_move: Some(slip.clone()), reason, line: vec![slip], ..report };
                }
                let best_move = report.best_move.or_else(|| move_in_haste(&root, stop));
                return Report { best_move, ..report };
            }
        }
    }

    fn decide(&mut self, budget: &Budget, interrupt: &AtomicBool) -> Decided {
        let watch = &mut search::Watch { interrupt: Some(interrupt), ..search::Watch::default() };
        let stop = self.searcher.search(&self.limited(budget), watch);
        let finding = self.searcher.finding();
        let root = self.searcher.root();
        Decided {
            best_move: self
                .slip()
                .or_else(|| finding.best.map(|index| root.move_text(finding.choices[index].m)))
                .or_else(|| move_in_haste(root, stop)),
            value: finding.label.filter(|label| label.resolved).map(|label| label.exact),
            counts: finding.counts,
        }
    }

    fn turn(&self) -> Player {
        self.searcher.root().turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.searcher.root().outcome()
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn save(&mut self, out: &mut dyn Write) -> Result<(), Error> {
        let counts = self.searcher.finding().counts;
        let root = self.searcher.root();
        if root.plies().is_some_and(|plies| plies > 0) {
            return Err(CheckpointError::Plies { terminal: self.settings.terminal.name() }.into());
        }
        let header = checkpoint::Header::new(&self.about.game, root, &self.settings, self.spent, &counts);
        match checkpoint::write(out, &header, self.searcher.as_mut()) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Error::Settings(format!(
                "{} has no checkpoints: it cannot be saved",
                self.about.algorithm
            ))),
            Err(error) => Err(CheckpointError::File(error).into()),
        }
    }

    fn all_moves(
        &mut self,
        budget: &Budget,
        interrupt: &AtomicBool,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Vec<MoveValue> {
        let (begin, before, earlier) = (Instant::now(), self.before, self.spent);
        let budget = self.limited(budget);
        let left = |counts: &Counts| budget.left_after(&counts.since(&before), earlier + begin.elapsed());
        let watch = &mut search::Watch { interrupt: Some(interrupt), ..search::Watch::default() };
        let values = all_moves::resolve(self.searcher.as_mut(), &left, watch, progress);
        self.spent = earlier + begin.elapsed();
        values
    }

    fn shortest(
        &mut self,
        budget: &Budget,
        interrupt: &AtomicBool,
        progress: &mut dyn FnMut(u32),
    ) -> Option<Shortest> {
        let begin = Instant::now();
        let Finding { label, counts, bytes, .. } = self.searcher.finding();
        let value = label.filter(|label| label.resolved)?.exact;
        let left = self.limited(budget).left_after(&counts.since(&self.before), self.spent);
        let length = shortest::length(self.searcher.root(), value, &left, bytes, interrupt, progress);
        self.spent += begin.elapsed();
        length
    }

    fn certificate(
        &mut self,
        out: &mut dyn Write,
        budget: &Budget,
        interrupt: &AtomicBool,
    ) -> Result<certificate::Size, Error> {
        let Finding { label, counts, .. } = self.searcher.finding();
        let proven = label.filter(|label| label.resolved);
        let value = proven.ok_or(Error::Unproven)?.exact;
        let budget = &self.limited(budget).left_after(&counts.since(&self.before), self.spent);
        let watch = &mut search::Watch { interrupt: Some(interrupt), ..search::Watch::default() };
        certificates::write(out, &self.context, self.searcher.as_mut(), value, budget, watch)
    }

    fn look(&mut self, line: &[String]) -> Result<Option<Vec<MoveReport>>, Error> {
        let (mut state, mut moves) = (self.searcher.root().clone(), Vec::with_capacity(line.len()));
        for text in line {
            let ply = self.past.len() + moves.len() + 1;
            let m = state.parse_move(text).map_err(|error| Error::Move { ply, error })?;
            state.play(m);
            moves.push(m);
        }
        let choices = self.searcher.choices_after(&moves);
        Ok(choices.map(|choices| choices.iter().map(|choice| MoveReport::new(&state, choice)).collect()))
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let mut state = self.searcher.root().clone();
        let m = read_move(&state, text).map_err(|error| Error::Move { ply: self.past.len() + 1, error })?;
        self.past.push(state.clone());
        state.play(m);
        self.searcher.set_root(state);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(state) => {
                self.searcher.set_root(state);
                true
            }
            None => false,
        }
    }

    fn position(&self) -> Box<dyn Position> {
        self.context.position(self.searcher.root().clone())
    }
}
