//! Domineering against values from elsewhere.

use game::{Game, Player, Rng, Sight};
use games::domineering::Domineering;

use crate::certain;
use crate::winner::winner;

use Player::{First, Second};

/// Who wins an empty board if the first player (vertical) or the second (horizontal) begins.
fn winners(columns: usize, rows: usize) -> [Player; 2] {
    let start = Domineering::start(columns, rows);
    let horizontal_begins = start.parse_position(&start.position().replace('x', "o")).unwrap();
    [winner(&start), winner(&horizontal_begins)]
}

#[test]
fn empty_boards_have_their_known_values() {
    assert_eq!(winners(3, 3), [First, Second], "the beginner wins 3x3");
    assert_eq!(winners(4, 4), [First, Second], "the beginner wins 4x4");
    assert_eq!(winners(5, 5), [Second, First], "the beginner loses 5x5");
    assert_eq!(winners(4, 2), [Second, Second], "horizontal wins 2 rows of 4");
    assert_eq!(winners(5, 4), [First, First], "vertical wins 4 rows of 5");
    assert_eq!(winners(6, 5), [Second, Second], "horizontal wins 5 rows of 6");
}

/// Positions and results of the test sets of MCGS; the file says more.
#[test]
fn positions_have_their_known_values() {
    let start = Domineering::start(8, 8);
    let mut checked = 0;
    for line in include_str!("../data/domineering_positions.tsv").lines().skip(2) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, position, results @ ..] = &fields[..] else { panic!("{line}") };
        if position.matches('.').count() > 20 {
            continue;
        }
        for ((player, side), result) in [(First, "x"), (Second, "o")].into_iter().zip(results) {
            let state = start.parse_position(&format!("{position} {side}")).unwrap();
            let expected = match *result {
                "win" => player,
                "loss" => player.other(),
                _ => continue,
            };
            assert_eq!(winner(&state), expected, "{position} {side}");
            checked += 1;
        }
    }
    assert!(checked > 200, "only {checked} results were checked");
}

#[test]
fn texts_bring_their_size() {
    let start = Domineering::start(8, 8);
    let state = start.parse_position("x.#|o..").unwrap();
    assert_eq!(state.position(), "#.#/#.. x");
    assert_eq!(state.mobility(), Some([1, 1]));
    assert_eq!(state.move_text(state.parse_move("b1").unwrap()), "b1");
    assert!(start.parse_position(&".".repeat(65)).is_err());
    assert_ne!(Domineering::start(3, 4).key(), Domineering::start(4, 3).key());
}

#[test]
fn what_is_seen_at_once_is_true() {
    for (columns, rows) in [(4, 4), (5, 5), (6, 4), (4, 6), (3, 8), (9, 2), (6, 6)] {
        let start = Domineering::start(columns, rows);
        let telling = certain::check(&start, 500, 10_000);
        assert!(telling > 1_000, "{columns}x{rows}: {telling}");
    }
}

/// Covered cells anywhere, as dominoes could not cover them.
#[test]
fn what_is_seen_in_made_up_positions_is_true() {
    let (start, mut rng, mut telling) = (Domineering::start(5, 5), Rng::new(2), 0);
    for _ in 0..20_000 {
        let row = |rng: &mut Rng| (0..5).map(|_| ['.', '.', '#'][rng.below(3)]).collect::<String>();
        let rows: Vec<String> = (0..5).map(|_| row(&mut rng)).collect();
        let state =
            start.parse_position(&format!("{} {}", rows.join("/"), ["x", "o"][rng.below(2)])).unwrap();
        if state.outcome().is_none()
            && let Some(gain) = state.bounds().gain()
        {
            assert_eq!(winner(&state).sign(), gain, "{}", state.position());
            telling += 1;
        }
    }
    assert!(telling > 500, "{telling}");
}
