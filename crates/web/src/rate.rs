//! How fast a connection may talk.

use std::time::{Duration, Instant};

/// A bucket of messages that fills at a steady rate.
#[derive(Debug)]
pub struct Rate {
    per_second: f64,
    most: f64,
    left: f64,
    since: Instant,
}

impl Rate {
    /// A full bucket: ten seconds' worth may come at once.
    pub fn new(per_second: u32) -> Rate {
        let per_second = f64::from(per_second.max(1));
        Rate { per_second, most: 10.0 * per_second, left: 10.0 * per_second, since: Instant::now() }
    }

    /// Takes one message out, and says how long to wait before the next one is read.
    pub fn take(&mut self, now: Instant) -> Duration {
        let filled = now.saturating_duration_since(self.since).as_secs_f64() * self.per_second;
        (self.left, self.since) = ((self.left + filled).min(self.most) - 1.0, now);
        if self.left >= 0.0 { Duration::ZERO } else { Duration::from_secs_f64(-self.left / self.per_second) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_has_to_wait() {
        let mut rate = Rate::new(10);
        let begin = Instant::now();
        assert!((0..90).all(|_| rate.take(begin) == Duration::ZERO));
        let waits: Vec<Duration> = (0..40).map(|_| rate.take(begin)).collect();
        assert!(waits.last() > Some(&Duration::from_secs(2)), "{waits:?}");
        assert_eq!(rate.take(begin + Duration::from_secs(60)), Duration::ZERO);
    }
}
