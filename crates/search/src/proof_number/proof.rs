//! The proof-guided search: one or many workers, each on its own [way](super::way), and one ledger.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use game::{Bounds, Game, Player, TextError};

use super::crowd::Crowd;
use super::ledger::Ledger;
use super::passes::{finding, next_question};
use super::sprout::{Nursery, START, Start};
use super::way::{Common, Way};
use crate::budget::{Budget, Counts, Meter, Stop};
use crate::bytes::Bytes;
use crate::options::{OptionInfo, Options};
use crate::searcher::{Finding, Searcher, Setup, Watch};
use crate::truth;

/// A search by proof numbers with one or many workers.
pub struct Proof<G: Game> {
    ledger: RwLock<Ledger>,
    /// The ways of the workers; the first one is that of the thread that calls.
    ways: Vec<Way<G>>,
    start: Start<G>,
    epsilon: f64,
    /// What was done before this search was taken up again.
    before: Counts,
}

const EPSILON: OptionInfo = OptionInfo {
    name: "epsilon",
    default: "1",
    summary: "a child may exceed the second best by this share before the search turns to that one; inf: never",
};

/// What can be set.
pub const OPTIONS: &[OptionInfo] = &[START, EPSILON];

/// So many expansions go by between two looks at what the workers have in common.
const SLICE: usize = 256;

impl<G: Game> Proof<G> {
    /// Reads the options.
    pub fn new(setup: Setup<G>, options: &Options) -> Result<Self, TextError> {
        let start = Start::read(options, setup.evaluator)?;
        let epsilon = match options.text("epsilon") {
            "inf" => f64::INFINITY,
            _ => options.number("epsilon")?,
        };
        let way = Way::new(setup.root, Nursery::new(start.clone()), epsilon);
        let (ledger, before) = (RwLock::new(Ledger::new()), Counts::default());
        Ok(Proof { ledger, ways: vec![way], start, epsilon, before })
    }

    fn ledger(&mut self) -> &mut Ledger {
        self.ledger.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn counts(&self) -> Counts {
        self.ways.iter().fold(self.before, |counts, way| counts.and(way.counts))
    }

    /// The first way and the ledger, for a finding.
    fn found(way: &Way<G>, ledger: &Ledger, counts: Counts) -> Finding<G::Move> {
        let found = finding(way.root(), way.question(), way.root_children(), ledger, counts);
        Finding { states: ledger.len(), ..found }
    }
}

/// What is known of a state at first sight and from the ledger.
fn known<G: Game>(state: &G, ledger: &Ledger) -> Bounds {
    let remembered = ledger.find(state.canonical_key()).map_or(Bounds::ANY, |entry| entry.proven);
    truth::at_sight(state).and(remembered)
}

fn children<G: Game>(state: &G) -> Vec<(G::Move, G)> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let child = |m| {
        let mut child = state.clone();
        child.play(m);
        (m, child)
    };
    moves.into_iter().map(child).collect()
}

/// What the workers of one run have in common.
struct Hive<'a> {
    ledger: &'a RwLock<Ledger>,
    crowd: Option<Crowd>,
    /// Whether it is over, for whatever reason.
    is_over: AtomicBool,
    /// Bytes that all ways may hold together, and those that the followers hold.
    room: usize,
    ways: AtomicUsize,
    /// What the followers have done, each for itself.
    done: Mutex<Vec<Counts>>,
}

impl Hive<'_> {
    /// Takes so many steps at most. Returns whether the root is resolved.
    fn work<G: Game>(&self, way: &mut Way<G>, mut may_go_on: impl FnMut(&Way<G>) -> bool) -> bool {
        let ledger = self.ledger.read().unwrap_or_else(PoisonError::into_inner);
        let common = Common { ledger: &ledger, crowd: self.crowd.as_ref() };
        let mut resolved = false;
        for _ in 0..SLICE {
            if !may_go_on(way) {
                break;
            }
            if !way.step(common) {
                resolved = true;
                break;
            }
        }
        let wants_to_grow = ledger.wants_to_grow();
        drop(ledger);
        if wants_to_grow {
            self.ledger.write().unwrap_or_else(PoisonError::into_inner).grow();
        }
        resolved
    }

    /// What a worker does that follows another one.
    fn follow<G: Game>(&self, way: &mut Way<G>, number: usize) {
        let mut bytes = 0;
        while !self.is_over.load(Ordering::Relaxed) {
            if self.work(way, |_| !self.is_over.load(Ordering::Relaxed)) {
                self.is_over.store(true, Ordering::Relaxed);
            }
            let now = way.bytes();
            self.ways.fetch_add(now.wrapping_sub(bytes), Ordering::Relaxed);
            bytes = now;
            self.done.lock().unwrap_or_else(PoisonError::into_inner)[number] = way.counts;
        }
    }

    /// What the first worker does: it works, and looks after time and memory.
    fn lead<G: Game>(
        &self,
        way: &mut Way<G>,
        before: Counts,
        memory: usize,
        meter: &mut Meter<'_, '_, G::Move>,
    ) -> Stop {
        let (mut room, mut traced) = (self.room, way.counts.iterations);
        loop {
            let done = self.done.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let others = done.into_iter().fold(before, Counts::and);
            let mut stop = None;
            let resolved = self.work(way, |way| {
                let counts = others.and(way.counts);
                if traced < way.counts.iterations {
                    traced = way.counts.iterations;
                    meter.iteration_done(&counts, || way.label());
                }
                stop = meter.reached(&counts);
                stop.is_none() && !meter.snapshot_is_due()
            });
            if resolved || (stop.is_none() && self.is_over.load(Ordering::Relaxed)) {
                return Stop::Resolved;
            }
            let ways = way.bytes() + self.ways.load(Ordering::Relaxed);
            if ways > memory {
                return Stop::Memory;
            }
            if ways > room {
                // A long way down: leave it room to grow, and the ledger has to do with less.
                room = 2 * ways;
                let mut ledger = self.ledger.write().unwrap_or_else(PoisonError::into_inner);
                ledger.set_limit(memory.saturating_sub(room));
            }
            if let Some(stop) = stop {
                return stop;
            }
            if meter.snapshot_is_due() {
                let ledger = self.ledger.read().unwrap_or_else(PoisonError::into_inner);
                let found = Proof::found(way, &ledger, others.and(way.counts));
                meter.show(Finding { bytes: ledger.bytes() + ways, ..found });
            }
        }
    }
}

impl<G: Game> Searcher<G> for Proof<G> {
    fn root(&self) -> &G {
        self.ways[0].root()
    }

    /// The ledger is kept: what it says is said of states, wherever the search began.
    fn set_root(&mut self, root: G) {
        let Proof { ledger, ways, .. } = self;
        let ledger = ledger.get_mut().unwrap_or_else(PoisonError::into_inner);
        for way in ways {
            way.remember(ledger);
            way.set_root(root.clone());
        }
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        let root = self.root().clone();
        let is_resolved = |way: &Way<G>| next_question(root.turn(), way.proven()).is_none();
        if root.outcome().is_some() || is_resolved(&self.ways[0]) {
            return Stop::Resolved;
        }
        let threads = budget.threads.unwrap_or(1).max(1);
        while self.ways.len() < threads {
            self.ways.push(Way::new(root.clone(), Nursery::new(self.start.clone()), self.epsilon));
        }
        let memory = budget.memory.unwrap_or(usize::MAX);
        let room = memory / 8;
        self.ledger().set_limit(memory - room);
        let (counts, before) = (self.counts(), self.before);
        let mut meter = Meter::start(budget, &counts, watch);
        let (leader, followers) = self.ways.split_first_mut().expect("there is always one way");
        let hive = Hive {
            ledger: &self.ledger,
            crowd: (threads > 1).then(Crowd::new),
            is_over: AtomicBool::new(false),
            room,
            ways: AtomicUsize::new(0),
            done: Mutex::new(followers.iter().map(|way| way.counts).collect()),
        };
        if let Some(crowd) = &hive.crowd {
            leader.join(crowd);
            followers[..threads - 1].iter().for_each(|way| way.join(crowd));
        }
        let stop = std::thread::scope(|scope| {
            for (number, way) in followers[..threads - 1].iter_mut().enumerate() {
                let hive = &hive;
                scope.spawn(move || hive.follow(way, number));
            }
            let stop = hive.lead(leader, before, memory, &mut meter);
            hive.is_over.store(true, Ordering::Relaxed);
            stop
        });
        for follower in followers {
            leader.learn_from(follower.root_children());
        }
        // The last of them may have been the one to find it.
        if is_resolved(&self.ways[0]) { Stop::Resolved } else { stop }
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let (counts, ways) = (self.counts(), self.ways.iter().map(Way::bytes).sum::<usize>());
        let Proof { ledger, ways: all, .. } = self;
        let ledger = ledger.get_mut().unwrap_or_else(PoisonError::into_inner);
        Finding { bytes: ledger.bytes() + ways, ..Proof::found(&all[0], ledger, counts) }
    }

    fn proven_move(&mut self, state: &G, gain: i8) -> Option<G::Move> {
        let ledger = self.ledger();
        let player = state.turn();
        let is_enough = |proven: Bounds| match player {
            Player::First => proven.at_least >= gain,
            Player::Second => proven.at_most <= gain,
        };
        let children = children(state);
        let proven = |(_, child): &&(G::Move, G)| is_enough(known(child, ledger));
        // What was not worth a place in the ledger shows one move later.
        let shown = |(_, child): &&(G::Move, G)| {
            let below = self::children(child).into_iter().map(|(_, below)| known(&below, ledger));
            is_enough(Bounds::back_up(child.turn(), below))
        };
        let found = children.iter().find(proven).or_else(|| children.iter().find(shown));
        found.map(|(m, _)| *m)
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.counts().write(out)?;
        let Proof { ledger, ways, .. } = self;
        let ledger = ledger.get_mut().unwrap_or_else(PoisonError::into_inner);
        ways.iter().for_each(|way| way.remember(ledger));
        ledger.save(out)?;
        Ok(true)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        self.before = Counts::read(saved)?;
        *self.ledger() = Ledger::load(saved)?;
        Ok(())
    }
}
