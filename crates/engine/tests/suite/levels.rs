//! Levels of strength.

use engine::{Budget, Level, Registry, Report, Settings, Watch};

fn think(moves: &str, level: u8, seed: u64) -> Report {
    let settings = Settings { level: Some(Level::new(level).unwrap()), seed, ..Settings::default() };
    let position = Registry::standard().open("connect4").unwrap().replay(moves).unwrap().end;
    let budget = Budget { iterations: Some(200), ..Budget::default() };
    position.session(&settings).unwrap().think(&budget, &mut Watch::default())
}

#[test]
fn levels_are_numbers_from_1_to_10() {
    for number in 1..=10 {
        assert_eq!(Level::new(number).unwrap().number(), number);
        assert_eq!(Level::read(&number.to_string()), Level::new(number));
    }
    for text in ["0", "11", "-1", "many", ""] {
        assert_eq!(Level::read(text), Err("levels are numbers from 1 to 10".to_owned()), "{text}");
    }
    assert_eq!(Level::HIGHEST.number(), 10);
}

#[test]
fn low_levels_search_little_and_the_highest_one_as_much_as_it_may() {
    let evaluations: Vec<u64> = (1..=10).map(|level| think("", level, 1).evaluations).collect();
    assert!(evaluations.is_sorted(), "{evaluations:?}");
    assert!(evaluations[0] <= 14, "one expansion of seven moves: {evaluations:?}");
    assert_eq!(evaluations[9], think("", 10, 2).evaluations);
}

#[test]
fn low_levels_slip_and_high_ones_do_not() {
    let slips = |level: u8| {
        let openings = (1..=7).flat_map(|first| (1..=7).map(move |second| format!("{first} {second}")));
        let slip = |moves: &String| think(moves, level, 1).reason.starts_with("a slip");
        openings.filter(slip).count()
    };
    let counts: Vec<usize> = [1, 4, 7, 9, 10].into_iter().map(slips).collect();
    assert!(counts[0] > counts[1] && counts[1] > counts[2], "{counts:?}");
    assert_eq!(counts[3..], [0, 0]);
    // The same seed slips in the same way, another one in another.
    let line = |seed| (1..=7).map(|first| think(&first.to_string(), 1, seed).best_move).collect::<Vec<_>>();
    assert_eq!(line(1), line(1));
    assert_ne!(line(1), line(2));
}
