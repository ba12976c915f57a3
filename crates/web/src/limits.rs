//! How much the server does at most, for all its clients together and for each of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Games in memory.
    pub games: usize,
    /// Moves of a game, with all variations.
    pub moves: usize,
    /// Connections at a time.
    pub connections: usize,
    /// Searches at a time, running or stopped with their trees.
    pub searches: usize,
    /// Threads of a search.
    pub threads: usize,
    /// Bytes of a search.
    pub memory: usize,
    /// Bytes of all searches.
    pub total_memory: usize,
    /// Bytes of a message.
    pub message: usize,
    /// Messages per second of a connection; as many as ten times that may come at once.
    pub rate: u32,
    /// Bytes of a certificate, and of a proof while it is verified.
    pub certificate: usize,
    /// How long a search goes on when no page watches it.
    pub unwatched: Duration,
    /// How long a search that has stopped keeps its tree when no page watches.
    pub trees: Duration,
    /// How long a game keeps its place when no page watches it and others want one.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let total_memory = engine::default_memory();
        Limits {
            games: 500,
            moves: 10_000,
            connections: 200,
            searches: 16,
            threads: 4,
            memory: total_memory / 4,
            total_memory,
            message: 64 << 10,
            rate: 50,
            certificate: 64 << 20,
            unwatched: Duration::from_secs(10),
            trees: Duration::from_secs(60),
            idle: Duration::from_secs(1800),
        }
    }
}

/// What is left of the searches and of their memory.
#[derive(Debug)]
pub struct Quota {
    limits: Limits,
    searches: AtomicUsize,
    memory: AtomicUsize,
}

/// The right to run a search with this memory, until it is dropped.
#[derive(Debug)]
pub struct Share {
    quota: Arc<Quota>,
    /// Bytes.
    pub memory: usize,
}

impl Quota {
    /// Nothing is used yet.
    pub fn new(limits: Limits) -> Arc<Quota> {
        Arc::new(Quota { limits, searches: AtomicUsize::new(0), memory: AtomicUsize::new(0) })
    }

    /// A share for one search with this memory, at most that of the limits.
    pub fn take(self: &Arc<Quota>, memory: Option<usize>) -> Result<Share, String> {
        // Without a wish, all searches that are allowed fit.
        let usual = self.limits.total_memory / self.limits.searches.max(1);
        let memory = memory.unwrap_or(usual).min(self.limits.memory);
        let add = |counter: &AtomicUsize, more: usize, most: usize| {
            let larger = |used: usize| used.checked_add(more).filter(|sum| *sum <= most);
            counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, larger).is_ok()
        };
        if !add(&self.searches, 1, self.limits.searches) {
            return Err(format!(
                "{} searches are open already, which is the limit of this server; close one",
                self.limits.searches
            ));
        }
        if !add(&self.memory, memory, self.limits.total_memory) {
            self.searches.fetch_sub(1, Ordering::SeqCst);
            return Err(
                "the searches that are open already use all memory of this server; close one".to_owned()
            );
        }
        Ok(Share { quota: self.clone(), memory })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.quota.searches.fetch_sub(1, Ordering::SeqCst);
        self.quota.memory.fetch_sub(self.memory, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_come_back() {
        let limits = Limits { searches: 2, memory: 100, total_memory: 150, ..Limits::default() };
        let quota = Quota::new(limits);
        assert_eq!(quota.take(None).unwrap().memory, 75);
        let first = quota.take(Some(1000)).unwrap();
        assert_eq!(first.memory, 100);
        assert!(quota.take(None).unwrap_err().contains("memory"));
        let second = quota.take(Some(50)).unwrap();
        assert!(quota.take(Some(1)).unwrap_err().contains("2 searches"));
        drop(first);
        assert!(quota.take(Some(100)).is_ok());
        drop(second);
        assert_eq!(quota.searches.load(Ordering::SeqCst), 0);
    }
}
