//! Nim against its theory: the player to move wins iff the exclusive or of the heaps is not 0.

use game::laws::exhaustive_value;
use game::{Game, Player, Rng};
use games::nim::Nim;

#[test]
fn the_value_is_the_exclusive_or_of_the_heaps() {
    let mut rng = Rng::new(3);
    for turn in Player::BOTH {
        for _ in 0..200 {
            let heaps: Vec<u8> = (0..1 + rng.below(4)).map(|_| rng.below(6) as u8).collect();
            let wins = heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0;
            let winner = if wins { turn } else { turn.other() };
            assert_eq!(exhaustive_value(&Nim::new(&heaps, turn)), winner.sign(), "{heaps:?} {turn:?}");
        }
    }
}

#[test]
fn wrong_positions_are_refused_with_their_place() {
    let start = Nim::new(&[3, 4, 5], Player::First);
    let place = |position: &str| start.parse_position(position).unwrap_err().place();
    assert_eq!(place("3-256-5 x"), Some(2));
    assert_eq!(place("3-4- x"), Some(4));
    assert_eq!(place("3-4-5 w"), Some(6));
    assert_eq!(place("3-4-5 x x"), Some(8));
    assert_eq!(place("1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1"), Some(32));
    assert!(start.parse_move("2:5").is_err());
}
