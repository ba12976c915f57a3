//! Threads that play and train.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// A pool of this number of threads, at least one, that wait for work in between: to start them for every batch takes as long as to train
/// on it.
pub fn team(workers: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(workers.max(1)).build()
}
