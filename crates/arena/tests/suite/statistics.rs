//! The statistics agree with numpy and scipy (`data/make.py`), and with known values.

use std::num::NonZeroU32;

use arena::statistics::interval::normal_cdf;
use arena::statistics::{
    Interval, Pairs, Pentanomial, Record, Score, Seat, Sprt, Strata, Verdict, elo, sprt,
};
use serde_json::Value;

fn data(name: &str) -> Vec<Value> {
    let data: Value = serde_json::from_str(include_str!("../data/statistics.json")).unwrap();
    let cases = data[name].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "{name}");
    cases
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| value.as_str().unwrap().parse().unwrap())
}

fn counts(case: &Value) -> Pentanomial {
    serde_json::from_value(case.clone()).unwrap()
}

/// Equal, infinities too, or apart by a small part of the larger one.
fn close(found: f64, expected: f64, tolerance: f64) -> bool {
    found == expected || (found - expected).abs() <= tolerance * expected.abs().max(1.0)
}

fn strata(case: &Value) -> Strata {
    let mut strata = Strata::default();
    for stratum in case["strata"].as_array().unwrap() {
        strata.add(stratum[0].as_str().unwrap(), stratum[1].as_str().unwrap(), counts(&stratum[2]));
    }
    strata
}

fn resamples(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

#[test]
fn the_normal_distribution_is_that_of_scipy() {
    for case in data("normal_cdf") {
        let (z, expected) = (number(&case[0]), number(&case[1]));
        assert!((normal_cdf(z) / expected - 1.0).abs() < 1e-12, "{z}: {} {expected}", normal_cdf(z));
    }
}

#[test]
fn means_errors_and_elo_are_those_of_scipy() {
    for case in data("pentanomial") {
        let pairs = counts(&case["counts"]);
        let (interval, elo) = (pairs.interval(), elo::estimate(pairs).unwrap());
        let exact = [
            (pairs.mean().unwrap(), &case["mean"]),
            (pairs.standard_error().unwrap(), &case["standard_error"]),
            (elo.elo, &case["elo"][0]),
            (elo::likelihood_of_superiority(pairs).unwrap(), &case["superiority"]),
        ];
        // The quantiles of Student's distribution are known to six decimals.
        let rounded = [
            (interval.lower, &case["interval"][0]),
            (interval.upper, &case["interval"][1]),
            (elo.interval.lower, &case["elo"][1]),
            (elo.interval.upper, &case["elo"][2]),
        ];
        let found = exact.map(|pair| (pair, 1e-11)).into_iter().chain(rounded.map(|pair| (pair, 1e-5)));
        for (place, ((found, expected), tolerance)) in found.enumerate() {
            assert!(close(found, number(expected), tolerance), "{case} at {place}: {found}");
        }
    }
}

#[test]
fn sequential_tests_are_those_of_scipy() {
    for case in data("sprt") {
        let sprt: Sprt = case["sprt"].as_str().unwrap().parse().unwrap();
        let test = sprt.test(counts(&case["counts"]));
        assert!(close(test.llr, number(&case["llr"]), 1e-9), "{case}: {}", test.llr);
        assert!(close(test.lower, number(&case["bounds"][0]), 1e-14), "{case}: {}", test.lower);
        assert!(close(test.upper, number(&case["bounds"][1]), 1e-14), "{case}: {}", test.upper);
        assert_eq!(format!("{:?}", test.verdict), case["verdict"].as_str().unwrap(), "{case}");
    }
}

#[test]
fn bootstraps_are_those_of_numpy_up_to_chance() {
    for case in data("bootstrap") {
        let overall = strata(&case).bootstrap(resamples(20_000), 1).unwrap();
        assert!(close(overall.mean, number(&case["mean"]), 1e-14), "{case}: {overall:?}");
        // Chance moves an end by about a fortieth of the standard error.
        let tolerance = number(&case["error"]) / 10.0;
        for (found, expected) in
            [(overall.interval.lower, &case["interval"][0]), (overall.interval.upper, &case["interval"][1])]
        {
            assert!((found - number(expected)).abs() < tolerance, "{case}: {overall:?}");
        }
    }
}

#[test]
fn a_bootstrap_draws_the_same_everywhere() {
    for case in data("same_draws") {
        let number_of = resamples(case["resamples"].as_u64().unwrap() as u32);
        let found = strata(&case).bootstrap(number_of, case["seed"].as_u64().unwrap()).unwrap().interval;
        assert!(close(found.lower, number(&case["interval"][0]), 1e-13), "{case}: {found:?}");
        assert!(close(found.upper, number(&case["interval"][1]), 1e-13), "{case}: {found:?}");
    }
}

#[test]
fn a_bootstrap_of_many_games_is_as_wide_as_theory_says() {
    let mut strata = Strata::default();
    for game in 0..22 {
        strata.add(&game.to_string(), "set", Pentanomial([80, 70, 100, 70, 80]));
    }
    let interval = strata.bootstrap(resamples(10_000), 0).unwrap().interval;
    // Of 22 games: the error of one game over the root of 22.
    let error = Pentanomial([80, 70, 100, 70, 80]).standard_error().unwrap() / 22_f64.sqrt();
    assert!(close(interval.radius(0.0) / (1.96 * error), 1.0, 0.05), "{interval:?} {error}");
}

#[test]
fn the_order_in_which_strata_come_makes_no_difference() {
    let (one, two) = (Pentanomial([1, 2, 3, 4, 5]), Pentanomial([9, 0, 1, 0, 0]));
    let mut forth = Strata::default();
    forth.add("a", "x", one);
    forth.add("b", "x", two);
    forth.add("a", "x", two);
    let mut back = Strata::default();
    back.add("a", "x", two);
    back.add("b", "x", two);
    back.add("a", "x", one);
    back.add("c", "x", Pentanomial::default());
    assert_eq!(forth, back);
    assert_eq!(forth.games().collect::<Vec<_>>(), [("a", Pentanomial([10, 2, 4, 4, 5])), ("b", two)]);
    assert_eq!(forth.bootstrap(resamples(100), 5), back.bootstrap(resamples(100), 5));
    assert_ne!(forth.bootstrap(resamples(100), 5), forth.bootstrap(resamples(100), 6));
    assert_eq!(Strata::default().bootstrap(resamples(100), 5), None);
    assert_eq!(Strata::default().mean(), None);
}

#[test]
fn known_differences_in_elo() {
    // Three points of four are 190.85, ten to one 400, and 100 points are 64 % (with a draw as half a win).
    assert!((elo::from_mean(0.5) - 190.8485).abs() < 1e-4);
    assert!((elo::from_mean(2.0 * 10.0 / 11.0 - 1.0) - 400.0).abs() < 1e-9);
    assert!((elo::to_mean(100.0) - (2.0 * 0.640065 - 1.0)).abs() < 1e-6);
    assert_eq!(elo::from_mean(1.0), f64::INFINITY);
    assert_eq!(elo::from_mean(-1.0), f64::NEG_INFINITY);
    // Two pairs of 0 and two of 1: 1/2 with an error of the root of 1/12, of which four pairs have 3.18 in their interval.
    let estimate = elo::estimate(Pentanomial([0, 0, 2, 0, 2])).unwrap();
    assert_eq!(estimate.to_string(), "+190.8 [-155.0, +inf]");
}

#[test]
fn known_bounds_of_a_sequential_test() {
    let (lower, upper) = "elo0=0,elo1=10".parse::<Sprt>().unwrap().bounds();
    assert!((lower + 2.944439).abs() < 1e-6 && (upper - 2.944439).abs() < 1e-6);
}

#[test]
fn few_pairs_say_little() {
    let none = Pentanomial::default();
    assert_eq!((none.mean(), none.standard_error(), none.interval()), (None, None, Interval::EVERYTHING));
    assert_eq!((elo::estimate(none), elo::likelihood_of_superiority(none)), (None, None));
    let one = Pentanomial([0, 0, 0, 1, 0]);
    assert_eq!((one.mean(), one.standard_error(), one.interval()), (Some(0.5), None, Interval::EVERYTHING));
    assert_eq!(elo::likelihood_of_superiority(one), None);
    assert_eq!(elo::estimate(one).unwrap().interval.upper, f64::INFINITY);
    let alike = Pentanomial([0, 0, 0, 3, 0]);
    assert_eq!((alike.standard_error(), alike.interval()), (Some(0.0), Interval::of_equals(0.5, 3)));
    let test = "elo0=0,elo1=10".parse::<Sprt>().unwrap().test(none);
    assert_eq!((test.llr, test.verdict), (0.0, Verdict::Continue));
}

#[test]
fn a_match_without_its_partner_is_in_no_pair() {
    let mut pairs = Pairs::default();
    pairs.add(Score::Win, Score::Draw);
    pairs.add_unpaired(Seat::First, Score::Loss);
    pairs.add_unpaired(Seat::Second, Score::Loss);
    pairs.add_unpaired(Seat::Second, Score::Win);
    assert_eq!(pairs.pentanomial(), Pentanomial([0, 0, 0, 1, 0]));
    assert_eq!(pairs.pentanomial().mean(), Some(0.5));
    assert_eq!(pairs.unpaired(), 3);
    assert_eq!(pairs.seat(Seat::First), Record { wins: 1, draws: 0, losses: 1 });
    assert_eq!(pairs.seat(Seat::Second), Record { wins: 1, draws: 1, losses: 1 });
    assert_eq!(pairs.record().mean(), Some(0.0));
    assert_eq!(pairs.record().draw_rate(), Some(0.2));
    assert_eq!(Record::default().draw_rate(), None);
}

#[test]
fn written_pairs_are_read_again_and_impossible_ones_refused() {
    let mut pairs = Pairs::default();
    pairs.add(Score::Win, Score::Draw);
    pairs.add_unpaired(Seat::First, Score::Loss);
    let text = serde_json::to_string(&pairs).unwrap();
    let first = r#"{"wins":1,"draws":0,"losses":1}"#;
    let second = r#"{"wins":0,"draws":1,"losses":0}"#;
    assert_eq!(text, format!(r#"{{"pairs":[0,0,0,1,0],"first":{first},"second":{second}}}"#));
    assert_eq!(serde_json::from_str::<Pairs>(&text).unwrap(), pairs);
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from));
        serde_json::from_str::<Pairs>(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert!(refused("[0,0,0,1,0]", "[0,0,0,1,1]").contains("more pairs than matches"));
    assert!(refused("[0,0,0,1,0]", "[0,0,0,18446744073709551615,1]").contains("pairs is too large"));
    assert!(refused("\"wins\":1", "\"wins\":18446744073709551615").contains("matches is too large"));
    assert!(refused("\"wins\":1", "\"wins\":-1").contains("invalid value"));
}

#[test]
fn wrong_tests_are_refused_with_the_reason() {
    let refused = |text: &str| text.parse::<Sprt>().unwrap_err().to_string();
    assert_eq!(refused("elo0=5,elo1=0"), "elo0=5 must be less than elo1=0");
    assert_eq!(refused("elo0=5,elo1=5"), "elo0=5 must be less than elo1=5");
    assert_eq!(
        refused("elo0=1,elo1=1e9"),
        "elo1=1000000000 is out of range: it must be between -2000 and 2000"
    );
    assert_eq!(refused("elo0=nan,elo1=1"), "elo0=NaN is out of range: it must be between -2000 and 2000");
    assert_eq!(
        refused("elo0=0,elo1=5,alpha=.5"),
        "alpha=0.5 is out of range: it must be above 0 and below 0.5"
    );
    assert_eq!(refused("elo0=0,elo1=5,beta=0"), "beta=0 is out of range: it must be above 0 and below 0.5");
    assert_eq!(refused("elo0=0,elo0=5"), "`elo0` is given twice");
    assert_eq!(refused("elo0=0,elo1"), "`elo1` is not of the form name=number");
    assert_eq!(refused("elo0=0,elo1=x"), "`elo1=x` is not of the form name=number");
    assert_eq!(refused("elo0=0,elo2=5"), "`elo2` is unknown: a test has elo0, elo1, alpha and beta");
    let missing = "is missing: a test is written elo0=0,elo1=10 with alpha=.05,beta=.05 if wanted";
    assert_eq!(refused("elo0=0"), format!("`elo1` {missing}"));
    assert_eq!(refused("elo1=0"), format!("`elo0` {missing}"));
    assert_eq!(refused(""), "`` is not of the form name=number");
    let sprt: Sprt = " beta=.1, elo1=10 ,elo0=-2.5".parse().unwrap();
    assert_eq!(sprt.to_string(), "elo0=-2.5,elo1=10,alpha=0.05,beta=0.1");
    assert_eq!(sprt.to_string().parse::<Sprt>(), Ok(sprt));
    assert_eq!(Sprt::new(1.0, 0.0, 0.05, 0.05), Err(sprt::Error::Order(1.0, 0.0)));
}
