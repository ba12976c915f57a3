//! Amazons: known values of small boards and positions, and texts.

use game::laws::exhaustive_value;
use game::perft::Unit;
use game::{Game, Outcome, Player};
use games::amazons::Amazons;

use crate::laws::check_from;
use crate::winner::winner;

#[test]
fn small_boards_obey_the_laws() {
    for size in ["4x4", "5x4", "4x32"] {
        check_from(&format!("amazons:{size}"), "", 20_000, 1);
    }
}

#[test]
fn starts_are_a_third_of_the_board_from_the_corners() {
    for (columns, rows, text) in [
        (10, 10, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"),
        (4, 4, "1qq1/q2q/Q2Q/1QQ1 w"),
        (5, 5, "1q1q1/q3q/5/Q3Q/1Q1Q1 w"),
        (4, 6, "1qq1/q2q/4/4/Q2Q/1QQ1 w"),
        (8, 8, "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w"),
    ] {
        assert_eq!(Amazons::start(columns, rows).position(), text);
    }
}

#[test]
fn small_boards_have_their_known_values() {
    assert_eq!(winner(&Amazons::start(4, 4)), Player::Second);
}

/// Two queens each leave more room, and more to search.
#[test]
#[ignore = "takes ten seconds"]
fn two_queens_each_win_for_the_first_player() {
    let two_each = Amazons::start(4, 4).parse_position("1qq1/4/4/1QQ1 w").unwrap();
    assert_eq!(winner(&two_each), Player::First);
}

#[test]
fn positions_have_their_known_values() {
    let start = Amazons::start(10, 10);
    let mut checked = 0;
    for line in
        include_str!("../data/amazons_positions.tsv").lines().filter(|line| !line.starts_with('#')).skip(1)
    {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[_, board, black_first, white_first] = &fields[..] else { panic!("four fields in {line}") };
        for (side, player, known) in [("x", Player::First, black_first), ("o", Player::Second, white_first)] {
            let state = start.parse_position(&format!("{board} {side}")).unwrap();
            let value = match known {
                "win" => player,
                "loss" => player.other(),
                _ => continue,
            };
            assert_eq!(winner(&state), value, "{board} {side}");
            if state.count_moves(&mut Vec::new()) <= 6 {
                assert_eq!(exhaustive_value(&state), value.sign(), "{board} {side}");
            }
            checked += 1;
        }
    }
    assert!(checked >= 100, "{checked} positions were checked");
}

#[test]
fn a_turn_is_a_queen_and_an_arrow() {
    let start = Amazons::start(10, 10);
    let mut decisions = Vec::new();
    assert_eq!(start.parse_next(&["j4-h4/b4", "d10-d6/f4"], &mut decisions), Ok(1));
    let [queen, arrow] = decisions[..] else { panic!("two decisions") };
    assert_eq!(start.move_text(queen), "j4-h4");
    let mut moved = start;
    moved.play(queen);
    assert_eq!(moved.position(), "3q2q3/10/10/q8q/10/10/Q6Q2/10/10/3Q2Q3 w h4");
    assert_eq!((moved.turn(), moved.outcome()), (Player::First, None));
    assert_ne!(moved.key(), start.parse_position("3q2q3/10/10/q8q/10/10/Q6Q2/10/10/3Q2Q3 w").unwrap().key());
    assert_eq!(moved.move_text(arrow), "/b4");
    assert!(moved.parse_move("/j4").is_ok(), "the queen may shoot to where it came from");
    // Half a turn is read, too.
    let mut halves = Vec::new();
    assert_eq!(moved.parse_next(&["/b4"], &mut halves), Ok(1));
    assert_eq!(halves, [arrow]);
    let mut shot = moved;
    shot.play(arrow);
    assert_eq!(shot.position(), "3q2q3/10/10/q8q/10/10/Q*5Q2/10/10/3Q2Q3 b");
    for word in ["j4-h4/a4", "j4-h4/", "j4-j4/b4", "/b4", "j4h4", "/", "", "-/", "j4-h4//b4"] {
        assert!(start.parse_next(&[word], &mut Vec::new()).is_err(), "{word}");
    }
}

/// Counting decisions by pairs is counting the states at the end of a turn.
#[test]
fn different_turns_lead_to_different_states() {
    let start = Amazons::start(4, 4);
    for depth in 0..=2 {
        assert_eq!(start.perft(depth, Unit::Turn), game::perft::count(&start, depth, Unit::Turn));
    }
    let mut moved = start;
    moved.play(moved.parse_move("a2-b2").unwrap());
    assert_eq!(moved.perft(2, Unit::Turn), game::perft::count(&moved, 2, Unit::Turn));
    assert_eq!(moved.perft(1, Unit::Turn), moved.perft(1, Unit::Decision));
}

#[test]
fn who_cannot_move_loses_even_without_queens() {
    let start = Amazons::start(4, 4);
    let state = start.parse_position("Q*2/**1q/4 w - - 3 2").unwrap();
    assert_eq!(state.outcome(), Some(Outcome::Win(Player::Second)));
    assert_eq!(start.parse_position(".../... x").unwrap().outcome(), Some(Outcome::Win(Player::Second)));
    assert_eq!(start.parse_position("xo.|#.. o").unwrap().outcome(), None);
}

#[test]
fn both_texts_are_read_on_any_board() {
    let start = Amazons::start(10, 10);
    let state = start.parse_position("xo.|#.X x").unwrap();
    assert_eq!(state.position(), "Qq1/*1Q w");
    assert_eq!(state, start.parse_position("Qq1/*1Q w - - 0 1").unwrap());
    assert_eq!(start.parse_position("xo.|#.X x c1").unwrap().position(), "Qq1/*1Q w c1");
    for (text, message) in [
        ("", "empty"),
        ("Qk1 w", "not `k` on b1"),
        ("Qq1 x", "character 5"),
        ("xo? x", "character 3"),
        ("Qq1/*1Q w b2", "character 11: `b2` is not the cell of a queen"),
        ("Qq1/*1Q w c1 1", "character 14: unexpected `1`"),
        ("Qq1/**Q w a2", "nowhere to shoot"),
        ("Q128 w", "the size 129x1"),
        ("Q99999999999999999999 w", "too long"),
        ("Qq1/q w", "row 2"),
    ] {
        let error = start.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }

    for name in ["amazons:3x4", "amazons:33x4", "amazons:12x11", "amazons:10", "amazons:x", "amazons:4x4x4"] {
        assert!(games::start(name).is_err(), "{name}");
    }
}
