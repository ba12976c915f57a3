//! What holds for the statistics of any results.

use std::num::NonZeroU32;

use arena::statistics::{Interval, Pairs, Pentanomial, Score, Sprt, Strata, elo};
use proptest::prelude::*;

/// Equal, infinities too, or apart by a small part of the larger one.
fn close(found: f64, expected: f64, tolerance: f64) -> bool {
    found == expected || (found - expected).abs() <= tolerance * expected.abs().max(1.0)
}

fn any_counts() -> impl Strategy<Value = Pentanomial> {
    prop_oneof![
        prop::array::uniform5(0_u64..5).prop_map(Pentanomial),
        prop::array::uniform5(0_u64..5000).prop_map(Pentanomial),
    ]
}

fn any_score() -> impl Strategy<Value = Score> {
    prop::sample::select(&Score::ALL[..])
}

proptest! {
    #[test]
    fn both_players_read_the_same_from_their_sides(pairs in any_counts()) {
        let other = pairs.swapped();
        prop_assert_eq!(pairs.mean(), other.mean().map(|mean| -mean));
        prop_assert_eq!(pairs.standard_error(), other.standard_error());
        prop_assert_eq!(pairs.interval(), other.interval().swapped());
        if let (Some(a), Some(b)) = (elo::estimate(pairs), elo::estimate(other)) {
            prop_assert_eq!((a.elo, a.interval), (-b.elo, b.interval.swapped()));
        }
        let superior = |pairs| elo::likelihood_of_superiority(pairs).unwrap_or(0.5);
        prop_assert!(close(superior(pairs), 1.0 - superior(other), 1e-14));
        let forth = Sprt::new(-3.0, 8.0, 0.05, 0.05).unwrap().llr(pairs);
        let back = Sprt::new(-8.0, 3.0, 0.05, 0.05).unwrap().llr(other);
        prop_assert!(close(forth, -back, 1e-9), "{forth} {back}");
    }

    #[test]
    fn a_mirrored_opening_says_nothing(scores in prop::collection::vec(any_score(), 1..50)) {
        // One player against itself: what it wins in a seat it loses in the other.
        let mut pairs = Pairs::default();
        scores.iter().for_each(|score| pairs.add(*score, score.swapped()));
        prop_assert_eq!(pairs.pentanomial().mean(), Some(0.0));
        prop_assert_eq!(elo::from_mean(0.0), 0.0);
        prop_assert_eq!(pairs.pentanomial().standard_error(), (scores.len() > 1).then_some(0.0));
        prop_assert_eq!(pairs.swapped().pentanomial(), pairs.pentanomial());
    }

    #[test]
    fn collecting_in_parts_is_collecting_at_once(
        matches in prop::collection::vec((any_score(), any_score()), 0..50), cut in 0_usize..50,
    ) {
        let collect = |matches: &[(Score, Score)]| {
            let mut pairs = Pairs::default();
            matches.iter().for_each(|(first, second)| pairs.add(*first, *second));
            pairs
        };
        let cut = cut.min(matches.len());
        let mut parts = collect(&matches[..cut]);
        parts += collect(&matches[cut..]);
        prop_assert_eq!(parts, collect(&matches));
        prop_assert_eq!(parts.swapped().swapped(), parts);
        prop_assert_eq!(parts.unpaired(), 0);
        prop_assert_eq!(parts.record().mean(), parts.pentanomial().mean());
        let total: i64 = matches.iter().map(|(a, b)| i64::from(a.value()) + i64::from(b.value())).sum();
        prop_assert_eq!(parts.pentanomial().total(), total);
    }

    #[test]
    fn elo_and_mean_are_inverse(elo in -1500.0..1500.0) {
        prop_assert!(close(elo::from_mean(elo::to_mean(elo)), elo, 1e-8));
    }

    #[test]
    fn a_better_pair_speaks_for_the_stronger_hypothesis(pairs in any_counts(), class in 0_usize..4) {
        prop_assume!(pairs.0.iter().all(|count| *count > 0));
        let mut better = pairs;
        better.0[class + 1] += 1;
        let mut worse = pairs;
        worse.0[class] += 1;
        let sprt = Sprt::new(-5.0, 5.0, 0.05, 0.05).unwrap();
        prop_assert!(sprt.llr(better) > sprt.llr(worse));
        prop_assert!(better.mean() > worse.mean());
    }

    #[test]
    fn means_lie_in_their_intervals(pairs in any_counts(), seed in any::<u64>()) {
        prop_assume!(pairs.pairs() > 0);
        prop_assert!(pairs.interval().contains(pairs.mean().unwrap()));
        let elo = elo::estimate(pairs).unwrap();
        prop_assert!(elo.interval.contains(elo.elo));
        let mut strata = Strata::default();
        strata.add("game", "set", pairs);
        let interval = strata.bootstrap(NonZeroU32::new(20).unwrap(), seed).unwrap().interval;
        prop_assert!(Interval::EVERYTHING.contains(interval.lower) && interval.lower <= interval.upper);
    }
}
