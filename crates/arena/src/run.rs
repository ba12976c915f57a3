//! Playing shards on all cores.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use files::Lock;

use crate::Error;
use crate::schedule::Schedule;
use crate::shard::Shard;

/// The interval at which the caller learns how many matches are done.
const TICK: Duration = Duration::from_millis(200);

/// Receives what a run produces, on the thread that called it.
pub trait Observer {
    /// A shard is done. `Break` ends the run: the rest is not needed.
    fn shard(&mut self, shard: Shard) -> Result<ControlFlow<()>, Error>;
    /// This number of matches is done, those of unfinished shards included. Called a few times per second.
    fn progress(&mut self, matches: usize);
}

/// Whether a shard may be played here, where other processes play shards of the same plan.
pub enum Claim {
    /// No other process plays the plan.
    Free,
    /// The shard belongs to this process as long as this value lives.
    Held(Lock),
    /// The shard is played elsewhere, or has been.
    Taken,
}

/// Plays these shards, `jobs` side by side, until all are done or `interrupt` is set.
pub fn run(
    schedule: &Schedule<'_>,
    shards: &[usize],
    jobs: usize,
    interrupt: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<(), Error> {
    run_claimed(schedule, shards, jobs, interrupt, &|_| Ok(Claim::Free), observer)
}

/// The same where other processes play the same plan: shards that are [taken](Claim::Taken) are left out, and a claim ends
/// when its shard is kept.
pub fn run_claimed(
    schedule: &Schedule<'_>,
    shards: &[usize],
    jobs: usize,
    interrupt: &AtomicBool,
    claim: &(dyn Fn(usize) -> Result<Claim, Error> + Sync),
    observer: &mut dyn Observer,
) -> Result<(), Error> {
    let (next, matches, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut workers = 0;
        for _ in 0..jobs.clamp(1, shards.len().max(1)) {
            let (sender, next, matches, stop) = (sender.clone(), &next, &matches, &stop);
            let worker = move || {
                while let Some(&index) = shards.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let played = match claim(index) {
                        Ok(Claim::Taken) => continue,
                        Ok(claim) => schedule.play(index, matches, stop).map(|shard| Some((shard?, claim))),
                        Err(error) => Err(error),
                    };
                    let goes_on = matches!(played, Ok(Some(_)));
                    // The receiver is gone when the run is over.
                    if sender.send(played).is_err() || !goes_on {
                        break;
                    }
                }
            };
            // Fewer workers do as well, as long as there is one.
            match std::thread::Builder::new().spawn_scoped(scope, worker) {
                Ok(_) => workers += 1,
                Err(error) if workers == 0 => {
                    return Err(Error::Plan(format!("no worker can be started: {error}")));
                }
                Err(_) => break,
            }
        }
        drop(sender);
        let done = receive(&receiver, &matches, &stop, interrupt, observer);
        stop.store(true, Ordering::Relaxed);
        done
    })
}

/// What a worker has played; `None` if it was interrupted.
type Played = Result<Option<(Shard, Claim)>, Error>;

fn receive(
    receiver: &mpsc::Receiver<Played>,
    matches: &AtomicUsize,
    stop: &AtomicBool,
    interrupt: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<(), Error> {
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(played) => {
                if let Some((shard, _claim)) = played?
                    && observer.shard(shard)?.is_break()
                {
                    return Ok(());
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
        }
        observer.progress(matches.load(Ordering::Relaxed));
        if interrupt.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}
