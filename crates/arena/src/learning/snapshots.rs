//! Networks of one run after different numbers of games: evaluators of different strength for experiments.

/// After how many games a run keeps its network. The same for every run with the same numbers, on any machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshots {
    games: Vec<u64>,
}

impl Snapshots {
    /// This many snapshots of a run of `games` games, the last one at its end. They are spaced evenly in the logarithm of games
    /// after the first twentieth, so that each has learned from the same factor more than the one before it.
    pub fn spaced(count: usize, games: u64) -> Snapshots {
        let (first, last) = (games as f64 / 20.0, games as f64);
        let steps = count.saturating_sub(1).max(1) as f64;
        let at = |index: usize| {
            (last * (first / last).powf((count - 1 - index) as f64 / steps)).round().max(1.0) as u64
        };
        Snapshots { games: (0..count).map(at).collect() }
    }

    /// The numbers, counted from 1, of the snapshots that are reached by the games after `before` up to `now`.
    pub fn reached(&self, before: u64, now: u64) -> impl Iterator<Item = usize> {
        let numbered = (1..).zip(&self.games);
        numbered.filter(move |(_, games)| (before + 1..=now).contains(games)).map(|(number, _)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshots_are_spaced_evenly_in_the_logarithm() {
        let snapshots = Snapshots::spaced(5, 1600);
        assert_eq!(snapshots.games, [80, 169, 358, 757, 1600]);
        assert_eq!(Snapshots::spaced(1, 1600).games, [1600]);
    }

    #[test]
    fn every_snapshot_is_kept_in_one_round() {
        let snapshots = Snapshots::spaced(15, 100);
        let kept: Vec<usize> =
            (0..13).flat_map(|round| snapshots.reached(8 * round, 8 * round + 8)).collect();
        assert_eq!(kept, (1..=15).collect::<Vec<_>>());
    }
}
