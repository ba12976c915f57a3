//! Numbers out of range get a sentence that names the option and the range, wherever they are written.

use crate::common::{Scratch, run};

const MOST: &str = "18446744073709551615";

#[track_caller]
fn refuses(arguments: &[&str], parts: &[&str]) {
    let ran = run(arguments);
    let complaint = ran.complaint();
    for part in parts {
        assert!(complaint.contains(part), "{arguments:?}: {complaint}");
    }
}

#[test]
fn flags_out_of_range() {
    let scratch = Scratch::new("ranges");
    let out = scratch.name("run");
    let learn = |flag: &str, value: &str, part: &str| {
        refuses(&["learn", "tictactoe", "--out", &out, flag, value], &[flag, value, part]);
    };
    for hours in ["inf", "nan", "0", "-1", "1e300"] {
        learn("--hours", hours, "a number from 0 to 876600");
    }
    learn("--pairs", MOST, "an integer from 0 to 100000");
    learn("--workers", "100000", "an integer from 1 to 1024");
    learn("--games", "0", "at least 1");
    assert!(!scratch.0.join("run").exists(), "nothing is begun that cannot go on");
    for games in ["1000000000000", "18446744073709551614", MOST, "0"] {
        let arguments = ["match", "tictactoe", "--players", "ubfm", "mcts", "--games", games];
        refuses(&arguments, &["--games", games, "an integer from 1 to 1000000"]);
    }
    for algorithm in
        ["mcts(c=1e308)", "rave(k=1e308)", "rave(k=nan)", "ubfm-uct(c=inf)", "b-star(spread=1e9)"]
    {
        let arguments = ["solve", "tictactoe", "--iterations", "9", "--algorithm", algorithm];
        refuses(&arguments, &["should be a number from 0 to 1000000"]);
    }
    refuses(&["perft", "tictactoe", "--depth", "1001"], &["--depth", "an integer from 0 to 1000"]);
    for (flag, value, part) in [
        ("--threads", MOST, "from 1 to 1024"),
        ("--time", "1e18", "century"),
        ("--depth", "0", "an integer from 1 to 1000, or none"),
    ] {
        refuses(&["solve", "tictactoe", "--algorithm", "alpha-beta", flag, value], &[part]);
    }
}

/// More workers than there are processors, with nothing to do for most of them.
#[test]
fn many_workers_end() {
    for algorithm in ["ubfm", "alpha-beta", "auto"] {
        let arguments = ["solve", "tictactoe", "--algorithm", algorithm, "--threads", "512", "--json"];
        assert_eq!(run(&arguments).report()["value"], 0, "{algorithm}");
    }
}

#[test]
fn a_learner_is_not_configured_beyond_its_ranges() {
    let scratch = Scratch::new("ranges-of-configurations");
    let out = scratch.name("run");
    for (text, part) in [
        ("[train]\nbatch = 18446744073709551615", "batch"),
        (
            "[train]\nbatch = 9223372036854775807",
            "train.batch: 9223372036854775807 should be an integer from 1",
        ),
        ("[train]\nrate = nan", "train.rate: NaN should be a number from"),
        ("[train]\nrate = inf", "train.rate"),
        ("[train]\nrate = -1.0", "train.rate"),
        ("[train]\nfollow = 7.0", "train.follow: 7 should be a number from 0 to 1"),
        ("[play]\nexploitation = [nan, 2.0]", "play.exploitation"),
        ("[play]\nlongest = 9223372036854775807", "play.longest"),
        ("games_a_round = 9223372036854775807", "games_a_round"),
        ("random_ends = 9223372036854775807", "random_ends"),
        ("width = 9223372036854775807", "9223372036854775807"),
        ("network = \"patterns\"\n[patterns]\nstages = 9223372036854775807", "stages"),
    ] {
        let config = scratch.write("config.toml", text);
        refuses(&["learn", "tictactoe", "--out", &out, "--config", &config], &[part]);
    }
    assert!(!scratch.0.join("run").exists(), "nothing is begun that cannot go on");
}

#[test]
fn a_plan_beyond_its_ranges_is_refused() {
    let scratch = Scratch::new("ranges-of-plans");
    let long = "9223372036854775806";
    for (keys, of_player, part) in [
        ("evaluations = 10\nthreads = 1000000", "", "threads: 1000000 should be an integer from 1 to 1024"),
        ("evaluations = 10\nthreads = 0", "", "threads: 0"),
        ("evaluations = 10", "threads = 100000", "threads: 100000"),
        ("evaluations = 0", "", "evaluations: 0"),
        ("iterations = 0", "", "iterations: 0"),
        ("time = \"1e18\"", "", "time: "),
        ("evaluations = 10\nmemory = \"1KiB\"", "", "memory: "),
        (&format!("evaluations = 10\nmatches = {long}"), "", "even and an integer from 1 to 1000000"),
        ("evaluations = 10\nmatches = 1000000000000", "", "even and an integer from 1 to 1000000"),
        (&format!("evaluations = 10\nshard = {long}"), "", "`shard`"),
        ("evaluations = 10\nshard = 0", "", "`shard`"),
        ("evaluations = 10\nmax_plies = 0", "", "`max_plies`"),
        ("evaluations = 10\nopenings = \"random:99999\"", "", "from 1 to 1000"),
    ] {
        let text = format!(
            "games = [\"tictactoe\"]\n{keys}\n[[players]]\nalgorithm = \"ubfm\"\n{of_player}\n[[players]]\nalgorithm = \"mcts\"\n"
        );
        let plan = scratch.write("plan.toml", &text);
        for verb in ["plan", "run"] {
            refuses(&["tournament", verb, &plan], &["plan.toml", part]);
        }
    }
}
