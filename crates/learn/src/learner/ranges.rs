//! What the numbers of a learner's configuration may be.

use search::range::{Real, Whole};

use super::LearnOptions;

/// Games, states and samples of one round: as many as fit into memory.
const ROUND: Whole = Whole::new(1, 1_000_000);

impl LearnOptions {
    /// The first number that is out of its range, with its key and the range. The sizes of networks depend on each other
    /// and on the game: [`Layout::fault`](crate::network::Layout::fault) checks them.
    pub fn fault(&self) -> Option<String> {
        let LearnOptions { games_a_round, random_ends, play, replay, train, .. } = self;
        let whole: [(&str, u64, Whole); 9] = [
            ("games_a_round", *games_a_round as u64, ROUND),
            ("random_ends", *random_ends as u64, Whole::new(0, ROUND.most)),
            ("play.evaluations", play.evaluations, Whole::new(1, 100_000_000)),
            ("play.milliseconds", play.milliseconds.unwrap_or(1), Whole::new(1, 24 * 3_600_000)),
            ("play.longest", play.longest as u64, Whole::new(1, 1_000_000)),
            ("replay.games", replay.games as u64, Whole::new(1, 1_000_000_000)),
            ("replay.bytes", replay.bytes as u64, Whole::new(0, 1 << 40)),
            ("replay.uses", u64::from(replay.uses), Whole::new(1, 10_000)),
            ("train.batch", train.batch as u64, ROUND),
        ];
        let part = Real::new(0.0, 1.0);
        let [low, high] = play.exploitation;
        let real: [(&str, f32, Real); 5] = [
            ("play.exploitation", low, part),
            ("play.exploitation", high, part),
            ("train.rate", train.rate, Real::new(1e-9, 1.0)),
            ("train.decay", train.decay, part),
            ("train.follow", train.follow, part),
        ];
        let whole = whole.into_iter().map(|(key, number, range)| (key, range.check(number).err()));
        // As the text says it: 0.1 is not quite a tenth.
        let real = real.into_iter().map(|(key, number, range)| {
            let written = number.to_string().parse().unwrap_or(f64::NAN);
            (key, range.check(written).err())
        });
        whole.chain(real).find_map(|(key, fault)| Some(format!("{key}: {}", fault?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_named_with_their_range() {
        assert_eq!(LearnOptions::default().fault(), None);
        let set = |change: &dyn Fn(&mut LearnOptions)| {
            let mut options = LearnOptions::default();
            change(&mut options);
            options.fault().expect("this should be refused")
        };
        let most = u64::MAX as usize;
        for (fault, part) in [
            (
                set(&|o| o.games_a_round = most),
                "games_a_round: 18446744073709551615 should be an integer from 1",
            ),
            (set(&|o| o.games_a_round = 0), "games_a_round: 0"),
            (set(&|o| o.random_ends = most), "random_ends"),
            (set(&|o| o.play.evaluations = 0), "play.evaluations"),
            (set(&|o| o.play.milliseconds = Some(u64::MAX)), "play.milliseconds"),
            (set(&|o| o.play.longest = 0), "play.longest"),
            (
                set(&|o| o.play.exploitation = [0.5, 1.5]),
                "play.exploitation: 1.5 should be a number from 0 to 1",
            ),
            (set(&|o| o.play.exploitation = [f32::NAN, 0.5]), "play.exploitation: NaN"),
            (set(&|o| o.replay.games = 0), "replay.games"),
            (set(&|o| o.replay.bytes = most), "replay.bytes"),
            (set(&|o| o.replay.uses = u32::MAX), "replay.uses"),
            (set(&|o| o.train.batch = most), "train.batch: 18446744073709551615"),
            (set(&|o| o.train.rate = f32::NAN), "train.rate: NaN"),
            (set(&|o| o.train.rate = f32::INFINITY), "train.rate: inf"),
            (set(&|o| o.train.rate = 0.0), "train.rate: 0"),
            (set(&|o| o.train.decay = -0.1), "train.decay"),
            (set(&|o| o.train.follow = f32::NAN), "train.follow"),
        ] {
            assert!(fault.starts_with(part), "{fault}");
        }
    }
}
