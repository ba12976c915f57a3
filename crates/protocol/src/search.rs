//! The threads that search. The thread that reads commands never waits for them: they take jobs and send events.

use std::collections::BinaryHeap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use engine::{Budget, Position, Report, Settings};

use crate::thinker::Thinker;

/// A position to search.
pub struct Job {
    /// Its number, which its events carry.
    pub id: u64,
    /// Jobs with a larger number are searched first.
    pub priority: i64,
    /// The game that the position belongs to. Positions of one game share what the search knows.
    pub game: u64,
    /// Where the game began.
    pub start: Box<dyn Position>,
    /// What was decided since.
    pub decisions: Vec<String>,
    /// How to search.
    pub settings: Settings,
    /// Counts for each decision, memory and threads; the time of the whole turn.
    pub budget: Budget,
    /// Ends the search when it has looked this many plies deep.
    pub depth: Option<u32>,
    /// How many decisions the turn probably takes, if the whole turn is wanted.
    pub turn: Option<u32>,
    /// How often to tell what was found; `None` for not at all.
    pub every: Option<Duration>,
    /// Ends the search when it becomes true.
    pub interrupt: Arc<AtomicBool>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// What the search has decided on in this turn; the report is about the position after the part that is
    /// [before](Found::before) it.
    pub decisions: Vec<String>,
    /// How many of the decisions were made before the position of the report.
    pub before: usize,
    /// What is known of the position. Its counts and its time are those of the job.
    pub report: Report,
}

/// News of a job.
#[derive(Debug)]
pub struct Event {
    /// The job.
    pub job: u64,
    /// What happened.
    pub news: News,
}

/// What happened to a job.
#[derive(Debug)]
pub enum News {
    /// It goes on, and this is known so far.
    Progress(Box<Found>),
    /// It is done.
    Done(Box<Found>),
    /// It cannot be done.
    Failed(String),
}

/// Where events go.
pub type Post = Arc<dyn Fn(Event) + Send + Sync>;

/// A job in the queue, ordered by priority and then by age.
struct Waiting(Job);

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0.priority, other.0.id).cmp(&(other.0.priority, self.0.id))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

#[derive(Default)]
struct Queue {
    waiting: BinaryHeap<Waiting>,
    running: Vec<(u64, Arc<AtomicBool>)>,
    is_closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A queue is sound between any two of its operations.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job; `None` when there will be none.
    fn next(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(Waiting(job)) = queue.waiting.pop() {
                queue.running.push((job.id, job.interrupt.clone()));
                return Some(job);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Threads that search.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// So many threads, which send their events to `post`.
    pub fn new(threads: usize, post: &Post) -> Pool {
        let shared: Arc<Shared> = Arc::default();
        let spawn = |_| {
            let (shared, post) = (shared.clone(), post.clone());
            std::thread::spawn(move || work(&shared, &post))
        };
        Pool { threads: (0..threads.max(1)).map(spawn).collect(), shared }
    }

    /// Takes a job.
    pub fn submit(&self, job: Job) {
        self.shared.lock().waiting.push(Waiting(job));
        self.shared.changed.notify_one();
    }

    /// Interrupts a job. Returns whether it was still waiting: then it is gone, and there will be no event.
    pub fn cancel(&self, id: u64) -> bool {
        let mut queue = self.shared.lock();
        for (_, interrupt) in queue.running.iter().filter(|(running, _)| *running == id) {
            interrupt.store(true, Ordering::Relaxed);
        }
        let before = queue.waiting.len();
        queue.waiting.retain(|Waiting(job)| job.id != id);
        queue.waiting.len() < before
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.is_closed = true;
        queue.waiting.clear();
        queue.running.iter().for_each(|(_, interrupt)| interrupt.store(true, Ordering::Relaxed));
        drop(queue);
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that has panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}

/// The life of a thread.
fn work(shared: &Shared, post: &Post) {
    let mut thinker = Thinker::default();
    while let Some(job) = shared.next() {
        let id = job.id;
        let tell = |news| post(Event { job: id, news });
        let progress = &mut |found| tell(News::Progress(Box::new(found)));
        let done = catch_unwind(AssertUnwindSafe(|| thinker.think(&job, progress)));
        shared.lock().running.retain(|(running, _)| *running != id);
        match done {
            Ok(Ok(found)) => tell(News::Done(Box::new(found))),
            Ok(Err(reason)) => tell(News::Failed(reason)),
            Err(_) => {
                // What a crashed search has left is not used again.
                thinker = Thinker::default();
                tell(News::Failed("the search has crashed".to_owned()));
            }
        }
    }
}
