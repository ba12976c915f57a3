//! The time manager.

use std::time::Duration;

use engine::Player;
use engine::clock::{Clock, Limits, part_of_turn};

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

#[test]
fn a_clock_is_divided_over_the_turns_to_come() {
    let clock = Clock { left: seconds(60.0), ..Clock::default() };
    assert_eq!(clock.share(Duration::ZERO), seconds(2.0));
    let until_control = Clock { moves_to_go: Some(10), ..clock };
    assert_eq!(until_control.share(Duration::ZERO), seconds(6.0));
    let last = Clock { moves_to_go: Some(1), ..clock };
    assert_eq!(last.share(Duration::ZERO), seconds(54.0));
}

#[test]
fn a_clock_never_runs_out_however_long_the_game_is() {
    let overhead = Duration::from_millis(20);
    for increment in [Duration::ZERO, Duration::from_millis(100)] {
        let mut clock = Clock { left: seconds(3.0), increment, moves_to_go: None };
        for _ in 0..300 {
            let share = clock.share(overhead);
            assert!(share < clock.left || clock.left <= overhead, "{share:?} of {clock:?}");
            clock.left = clock.left.saturating_sub(share) + increment;
        }
    }
}

#[test]
fn the_shortest_limit_counts() {
    let clock = Clock { left: seconds(60.0), ..Clock::default() };
    let both = Limits { move_time: Some(seconds(1.0)), clocks: [Some(clock), None], ..Limits::default() };
    assert_eq!(both.time(Player::First, Duration::ZERO), Some(seconds(1.0)));
    assert_eq!(Limits::default().time(Player::First, Duration::ZERO), None);
    let short = Limits { move_time: Some(Duration::from_millis(10)), ..Limits::default() };
    assert_eq!(short.time(Player::Second, Duration::from_millis(30)), Some(Duration::from_millis(5)));
}

#[test]
fn clocks_are_read_as_people_write_them() {
    let clock =
        |left, increment| Clock { left: seconds(left), increment: seconds(increment), moves_to_go: None };
    assert_eq!(Clock::read("5m+3s"), Ok(clock(300.0, 3.0)));
    assert_eq!(Clock::read("90+0.5"), Ok(clock(90.0, 0.5)));
    assert_eq!(Clock::read("1h"), Ok(clock(3600.0, 0.0)));
    for (text, part) in [("", "5m+3s"), ("0", "more than no time"), ("5m+", "5m+3s"), ("-1+2", "negative")] {
        let error = Clock::read(text).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn a_turn_costs_its_time_and_earns_the_increment() {
    let mut clock = Clock { left: seconds(10.0), increment: seconds(2.0), moves_to_go: None };
    assert!(clock.spend(seconds(4.0)));
    assert_eq!(clock.left, seconds(8.0));
    assert!(!clock.spend(seconds(9.0)), "the time was over");
    assert_eq!(clock.left, Duration::ZERO);
}

#[test]
fn decisions_share_what_is_left_of_a_turn() {
    assert_eq!(part_of_turn(seconds(4.0), seconds(0.0), 4), seconds(1.0));
    assert_eq!(part_of_turn(seconds(4.0), seconds(1.0), 3), seconds(1.0));
    assert_eq!(part_of_turn(seconds(4.0), seconds(5.0), 1), Duration::from_millis(1));
}
