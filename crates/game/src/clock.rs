//! When a computation has to end.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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

/// The work was cut short, and what was done of it is to be discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut;

/// The deadline of one worker, and the flags that end its work before. Everything that can take longer than a moment
/// asks the clock between two steps, as often as it likes: most questions are answered without reading the time. Once
/// the clock says that the work has to end, it always does.
#[derive(Debug)]
pub struct Clock<'a> {
    deadline: Option<Instant>,
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
            self.deadline.filter(|&deadline| now >= deadline).map(|_| Ending::Time)
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
