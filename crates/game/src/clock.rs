//! When a computation has to end.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Why a computation has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The deadline has passed.
    Time,
    /// The caller wants it to end.
    Interrupted,
    /// The work that it was a part of has ended.
    Over,
}

/// Which time a limit is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// The time that passes.
    #[default]
    Wall,
    /// The processor time of the thread that asks: a fair limit on a machine that does other work.
    Processor,
}

/// A stopwatch that was started.
#[derive(Clone, Copy, Debug)]
pub enum Stopwatch {
    /// It counts the time that passes.
    Wall(Instant),
    /// It counts the processor time of this thread.
    Processor(ThreadTime),
}

impl Timing {
    /// Starts a stopwatch. One for processor time is only of use on the thread that starts it.
    pub fn start(self) -> Stopwatch {
        match self {
            Timing::Wall => Stopwatch::Wall(Instant::now()),
            Timing::Processor => Stopwatch::Processor(ThreadTime::now()),
        }
    }
}

impl Stopwatch {
    /// The time since it was started.
    pub fn elapsed(&self) -> Duration {
        match self {
            Stopwatch::Wall(start) => start.elapsed(),
            Stopwatch::Processor(start) => start.elapsed(),
        }
    }
}

/// The work was cut short, and what was done of it is to be discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut;

/// The deadline of one worker, and the flags that end its work before. Everything that can take longer than a moment
/// asks the clock between two steps, as often as it likes: most questions are answered without reading the time. Once
/// the clock says that the work has to end, it always does.
#[derive(Debug)]
pub struct Clock<'a> {
    deadline: Option<Instant>,
    /// A limit of processor time, and since when it is counted.
    processor: Option<(ThreadTime, Duration)>,
    interrupt: Option<&'a AtomicBool>,
    over: Option<&'a AtomicBool>,
    /// Whether there is anything to look at.
    is_limited: bool,
    ending: Cell<Option<Ending>>,
    /// When the time was last read, the number of questions between two readings, and the number of questions until the
    /// next one.
    read: Cell<Instant>,
    interval: Cell<u32>,
    left: Cell<u32>,
    /// The number of evaluations until the next reading.
    slice: Cell<usize>,
}

/// The time is read at least once in this many questions. Reading it costs as much as a short step.
const MAX_INTERVAL: u32 = 32;
/// If more time than this passes between two readings, steps are slow, and the next question is one of them.
const SLOW: Duration = Duration::from_micros(200);
/// The slice of a clock that never ends anything. Half of the numbers, so that an index can be added to it.
const WHOLE: usize = usize::MAX / 2;
/// The largest other slice: evaluators are not faster for larger ones.
const MAX_SLICE: usize = 64;

impl<'a> Clock<'a> {
    /// A clock that never ends anything.
    pub fn never() -> Clock<'a> {
        Clock {
            deadline: None,
            processor: None,
            interrupt: None,
            over: None,
            is_limited: false,
            ending: Cell::new(None),
            read: Cell::new(Instant::now()),
            interval: Cell::new(1),
            left: Cell::new(1),
            slice: Cell::new(WHOLE),
        }
    }

    /// A clock that ends the work after this time, or when the flag becomes true.
    pub fn start(time: Option<Duration>, interrupt: Option<&'a AtomicBool>) -> Clock<'a> {
        let clock = Clock::never();
        let deadline = time.and_then(|time| clock.read.get().checked_add(time));
        let is_limited = deadline.is_some() || interrupt.is_some();
        let slice = Cell::new(if is_limited { 1 } else { WHOLE });
        Clock { deadline, interrupt, is_limited, slice, ..clock }
    }

    /// The same as [`Clock::start`], with another kind of time. Processor time is that of this thread, which must be the
    /// one that asks the clock.
    pub fn start_timing(
        timing: Timing,
        time: Option<Duration>,
        interrupt: Option<&'a AtomicBool>,
    ) -> Clock<'a> {
        match (timing, time) {
            (Timing::Processor, Some(time)) => {
                let processor = Some((ThreadTime::now(), time));
                Clock { processor, is_limited: true, slice: Cell::new(1), ..Clock::start(None, interrupt) }
            }
            _ => Clock::start(time, interrupt),
        }
    }

    /// A clock that ends the work when a larger work is over.
    pub fn until(over: &'a AtomicBool) -> Clock<'a> {
        Clock { over: Some(over), is_limited: true, slice: Cell::new(1), ..Clock::never() }
    }

    /// The same clock, which reads the time even if nothing ends the work.
    #[must_use]
    pub fn ticking(self) -> Clock<'a> {
        Clock { is_limited: true, ..self }
    }

    /// When the time was last read.
    #[inline]
    pub fn last_read(&self) -> Instant {
        self.read.get()
    }

    /// Why the work has to end, as far as the clock has been asked.
    #[inline]
    pub fn ending(&self) -> Option<Ending> {
        self.ending.get()
    }

    /// Whether the work has to end.
    #[inline]
    pub fn is_up(&self) -> bool {
        let left = self.left.get() - 1;
        self.left.set(left);
        left == 0 && self.look()
    }

    #[cold]
    fn look(&self) -> bool {
        self.left.set(1);
        if self.ending.get().is_some() {
            return true;
        }
        if !self.is_limited {
            self.left.set(u32::MAX);
            return false;
        }
        let is_set = |flag: Option<&AtomicBool>| flag.is_some_and(|flag| flag.load(Ordering::Relaxed));
        let (now, before) = (Instant::now(), self.read.get());
        self.read.set(now);
        self.ending.set(if is_set(self.interrupt) {
            Some(Ending::Interrupted)
        } else if is_set(self.over) {
            Some(Ending::Over)
        } else {
            let is_late = self.deadline.is_some_and(|deadline| now >= deadline)
                || self.processor.is_some_and(|(start, time)| start.elapsed() >= time);
            is_late.then_some(Ending::Time)
        });
        if now - before > SLOW {
            self.slice.set((self.slice.get() / 2).max(1));
            self.interval.set(1);
        } else {
            self.interval.set((2 * self.interval.get()).min(MAX_INTERVAL));
        }
        self.left.set(if self.ending.get().is_some() { 1 } else { self.interval.get() });
        self.ending.get().is_some()
    }

    /// Divides `count` evaluations into slices that take a moment each, and makes them one after the other. What is
    /// evaluated must not depend on the slices.
    #[inline]
    pub fn in_slices(&self, count: usize, mut make: impl FnMut(std::ops::Range<usize>)) -> Result<(), Cut> {
        let mut start = 0;
        loop {
            let end = count.min(start + self.slice.get());
            make(start..end);
            if end == count {
                return Ok(());
            }
            start = end;
            self.next_slice()?;
        }
    }

    #[cold]
    fn next_slice(&self) -> Result<(), Cut> {
        if self.look() {
            return Err(Cut);
        }
        if self.interval.get() > 1 {
            self.slice.set((2 * self.slice.get()).min(MAX_SLICE));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_read_after_every_slow_step() {
        let clock = Clock::start(Some(Duration::from_millis(10)), None);
        let mut steps = 0;
        while !clock.is_up() {
            std::thread::sleep(Duration::from_millis(2));
            steps += 1;
        }
        assert!(steps <= 5, "{steps}");
        assert!(clock.is_up() && clock.ending() == Some(Ending::Time));
    }

    #[test]
    fn processor_time_passes_only_at_work() {
        let watch = Timing::Processor.start();
        let clock = Clock::start_timing(Timing::Processor, Some(Duration::from_millis(5)), None);
        std::thread::sleep(Duration::from_millis(20));
        assert!(watch.elapsed() < Duration::from_millis(5));
        assert!(!clock.is_up());
        let mut steps = 0_u64;
        while !clock.is_up() {
            steps = std::hint::black_box(steps + 1);
        }
        assert!(watch.elapsed() >= Duration::from_millis(5));
        assert_eq!(clock.ending(), Some(Ending::Time));
    }

    #[test]
    fn a_flag_ends_the_work_within_few_questions_and_for_good() {
        let flag = AtomicBool::new(false);
        for clock in [Clock::start(None, Some(&flag)), Clock::until(&flag)] {
            flag.store(false, Ordering::Relaxed);
            assert!((0..10_000).all(|_| !clock.is_up()));
            flag.store(true, Ordering::Relaxed);
            assert!((0..MAX_INTERVAL).any(|_| clock.is_up()));
            flag.store(false, Ordering::Relaxed);
            assert!(clock.is_up() && clock.ending().is_some());
        }
        let clock = Clock::never();
        assert!((0..10_000).all(|_| !clock.is_up()));
    }

    #[test]
    fn slices_cover_everything_once_and_end_with_the_work() {
        let flag = AtomicBool::new(false);
        for count in [0, 1, 2, 7, 64, 1000] {
            for clock in [Clock::never(), Clock::start(None, Some(&flag))] {
                let mut seen = Vec::new();
                assert_eq!(clock.in_slices(count, |slice| seen.extend(slice)), Ok(()));
                assert_eq!(seen, (0..count).collect::<Vec<_>>());
            }
        }
        let (clock, mut made) = (Clock::start(None, Some(&flag)), 0);
        let cut = clock.in_slices(1000, |slice| {
            made += slice.len();
            flag.store(true, Ordering::Relaxed);
        });
        assert_eq!((cut, made), (Err(Cut), 1));
    }
}
