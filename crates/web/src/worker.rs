//! A search in a thread of its own, which keeps its tree from move to move.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

use engine::{Budget, MoveReport, Position, Report, Session, Settings, Watch};
use tokio::sync::oneshot;

use crate::error::in_one_line;
use crate::limits::Share;
use crate::priority;

/// How often a running search is looked at.
const SNAPSHOTS: Duration = Duration::from_millis(100);
/// How often a running search answers questions about its tree. The time to the next snapshot begins anew after a pause.
const PAUSES: Duration = Duration::from_millis(210);

/// A position to be searched.
pub struct Job {
    /// Its number, which its news carry.
    pub number: u64,
    /// How it is searched.
    pub settings: Settings,
    /// The moves from the start of the worker.
    pub line: Vec<String>,
    /// When it ends; the worker adds its memory.
    pub budget: Budget,
    /// Nothing that was found before is used, so that the result depends on nothing else.
    pub afresh: bool,
}

/// What a worker tells: the number of the job, and what happened.
pub type News = (u64, Event);

/// What happened to a job.
pub enum Event {
    /// What is known so far.
    Progress(Box<Report>),
    /// What was found.
    Done(Box<Report>),
    /// Why it cannot be done.
    Failed(String),
}

/// Known moves of a state in the tree.
pub type Look = Result<Option<Vec<MoveReport>>, String>;

/// Gets a certificate.
type Receive = Box<dyn FnOnce(Result<Vec<u8>, String>) + Send>;

type Interrupt = Arc<AtomicBool>;

enum Command {
    Think(Box<Job>, Interrupt),
    Look(Vec<String>, oneshot::Sender<Look>),
    Certificate(usize, Interrupt, Receive),
}

/// A thread with a session. Dropping it ends the thread.
pub struct Worker {
    /// `None` when it is dropped.
    commands: Option<Sender<Command>>,
    /// Ends what it does now.
    interrupt: Interrupt,
    /// The number of the job that it works on, or has worked on last.
    pub job: u64,
    /// It works.
    pub is_running: bool,
}

impl Worker {
    /// Starts a thread that searches games from here and tells `post` what happens.
    pub fn start(
        start: Box<dyn Position>,
        share: Share,
        post: impl Fn(News) + Send + 'static,
    ) -> Result<Worker, String> {
        let (commands, inbox) = channel();
        let desk = move || {
            priority::give_way();
            Desk { start, session: None, line: Vec::new(), inbox, share }.work(&post);
        };
        std::thread::Builder::new()
            .name("search".to_owned())
            .spawn(desk)
            .map_err(|error| format!("no thread for another search: {error}"))?;
        Ok(Worker { commands: Some(commands), interrupt: Interrupt::default(), job: 0, is_running: false })
    }

    fn send(&self, command: Command) {
        if let Some(commands) = &self.commands {
            // A thread that has ended has told why.
            let _ = commands.send(command);
        }
    }

    /// Ends what the thread does, and returns what ends the next thing.
    fn take_over(&mut self) -> Interrupt {
        self.stop();
        self.interrupt = Interrupt::default();
        self.interrupt.clone()
    }

    /// Begins a job in place of the one that it works on.
    pub fn think(&mut self, job: Job) {
        (self.job, self.is_running) = (job.number, true);
        let interrupt = self.take_over();
        self.send(Command::Think(Box::new(job), interrupt));
    }

    /// Ends the job; the tree is kept.
    pub fn stop(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
    }

    /// What is known of the moves of a state in the tree.
    pub fn look(&self, line: Vec<String>, answer: oneshot::Sender<Look>) {
        self.send(Command::Look(line, answer));
    }

    /// Writes a certificate of what was proven, of at most this number of bytes.
    pub fn certificate(
        &mut self,
        most: usize,
        receive: impl FnOnce(Result<Vec<u8>, String>) + Send + 'static,
    ) {
        let interrupt = self.take_over();
        self.send(Command::Certificate(most, interrupt, Box::new(receive)));
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.commands = None;
        self.stop();
    }
}

/// The side of the thread.
struct Desk {
    start: Box<dyn Position>,
    session: Option<Box<dyn Session>>,
    /// Where the session is.
    line: Vec<String>,
    inbox: Receiver<Command>,
    share: Share,
}

impl Desk {
    fn work(mut self, post: &dyn Fn(News)) {
        let mut next = None;
        while let Some(command) = next.take().or_else(|| self.inbox.recv().ok()) {
            match command {
                Command::Think(job, interrupt) => next = self.think(&job, &interrupt, post),
                Command::Look(line, answer) => {
                    let found = self.session.as_mut().map(|session| look(session.as_mut(), &line));
                    drop(answer.send(found.unwrap_or(Ok(None))));
                }
                Command::Certificate(most, interrupt, receive) => receive(self.certificate(most, &interrupt)),
            }
        }
    }

    /// Works on a job. Returns the command that has ended it early.
    fn think(&mut self, job: &Job, interrupt: &AtomicBool, post: &dyn Fn(News)) -> Option<Command> {
        let number = job.number;
        let tell = |event| post((number, event));
        let budget = Budget { memory: Some(self.share.memory), ..job.budget };
        let inbox_is_closed = std::cell::Cell::new(false);
        let mut next = None;
        let report = self.go_to(job).map(|(session, inbox)| {
            let mut show = |report: &Report| tell(Event::Progress(Box::new(report.clone())));
            let mut pause = |session: &mut dyn Session| {
                loop {
                    match inbox.try_recv() {
                        Ok(Command::Look(line, answer)) => drop(answer.send(look(session, &line))),
                        Ok(command) => next = Some(command),
                        Err(TryRecvError::Empty) => return true,
                        Err(TryRecvError::Disconnected) => inbox_is_closed.set(true),
                    }
                    if next.is_some() || inbox_is_closed.get() {
                        return false;
                    }
                }
            };
            let mut watch = Watch {
                interrupt: Some(interrupt),
                snapshots: Some((SNAPSHOTS, &mut show)),
                pauses: Some((PAUSES, &mut pause)),
                ..Watch::default()
            };
            session.think(&budget, &mut watch)
        });
        match report {
            _ if inbox_is_closed.get() => {}
            Ok(report) => tell(Event::Done(Box::new(report))),
            Err(reason) => tell(Event::Failed(reason)),
        }
        next
    }

    /// Brings the session to the end of the line, by as few moves as possible.
    fn go_to(&mut self, job: &Job) -> Result<(&mut dyn Session, &Receiver<Command>), String> {
        let fits = |session: &dyn Session| !job.afresh && *session.settings() == job.settings;
        if !self.session.as_deref().is_some_and(fits) {
            // The old tree is gone before there is a new one.
            self.session = None;
            self.line.clear();
        }
        let session = match self.session.take() {
            Some(session) => session,
            None => self.start.session(&job.settings).map_err(|error| in_one_line(&error))?,
        };
        let session = self.session.insert(session);
        let common = self.line.iter().zip(&job.line).take_while(|(a, b)| a == b).count();
        while self.line.len() > common && session.undo() {
            self.line.pop();
        }
        for text in &job.line[common..] {
            session.play(text).map_err(|error| in_one_line(&error))?;
            self.line.push(text.clone());
        }
        Ok((session.as_mut(), &self.inbox))
    }

    fn certificate(&mut self, most: usize, interrupt: &AtomicBool) -> Result<Vec<u8>, String> {
        let session = self.session.as_mut().ok_or("nothing has been searched")?;
        let mut file = Bounded { bytes: Vec::new(), most };
        let budget = Budget { memory: Some(self.share.memory), ..Budget::default() };
        session.certificate(&mut file, &budget, interrupt).map_err(|error| in_one_line(&error))?;
        Ok(file.bytes)
    }
}

fn look(session: &mut dyn Session, line: &[String]) -> Look {
    session.look(line).map_err(|error| in_one_line(&error))
}

/// A file in memory that does not become too large.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::Error::other(format!(
                "the certificate would be larger than {} bytes",
                self.most
            )));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
