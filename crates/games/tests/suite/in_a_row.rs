//! Gomoku and Connect6: what no record reaches.

use game::laws::{check, exhaustive_value};
use game::perft::Unit;
use game::{Bounds, Game, Outcome, Player, Sight};
use games::in_a_row::{InARow, Setup, Turn};

use crate::certain;

fn gomoku(side: usize) -> InARow<u64> {
    InARow::start(Setup { open_lines: 2, ..Setup::new(side, side, 5) })
}

/// Turns of two stones on a small board, with a short row to make.
fn pairs(columns: usize, rows: usize, length: usize) -> InARow<u64> {
    InARow::start(Setup { turn: Turn::Pair, ..Setup::new(columns, rows, length) })
}

/// Plays whole turns.
fn play<G: Game>(start: &G, turns: &str) -> G {
    let mut state = start.clone();
    for word in turns.split_whitespace() {
        let mut decisions = Vec::new();
        let read = state.parse_next(&[word], &mut decisions);
        assert_eq!(read.unwrap_or_else(|error| panic!("{}: {error}", state.position())), 1);
        decisions.into_iter().for_each(|m| state.play(m));
    }
    state
}

fn count<G: Game>(state: &G) -> usize {
    state.count_moves(&mut Vec::new())
}

#[test]
fn small_boards_obey_the_laws() {
    for start in [gomoku(5), gomoku(8), pairs(4, 4, 3), pairs(7, 7, 6), pairs(1, 2, 2)] {
        check(&start, 10_000, 1).unwrap();
    }
}

#[test]
fn only_the_first_stone_is_bound_to_the_outer_lines() {
    assert_eq!(count(&gomoku(8)), 48);
    assert!(gomoku(8).parse_move("d4").is_err());
    let opened = play(&gomoku(8), "b2");
    assert_eq!(count(&opened), 63);
    assert!(opened.parse_move("d4").is_ok());
    // The board decides, not the player: there is no first stone yet.
    let position = "......../......../......../......../......../......../......../........ o";
    assert_eq!(count(&gomoku(8).parse_position(position).unwrap()), 48);
}

#[test]
fn more_than_five_win_and_the_last_stone_may() {
    let before = gomoku(6).parse_position("xxx.xx/oo.oo./....../....../....../...... x").unwrap();
    assert_eq!(before.outcome(), None);
    assert_eq!(play(&before, "d6").outcome(), Some(Outcome::Win(Player::First)));
    let full = gomoku(5).parse_position("xxxx./oooxo/xxoxo/oxoox/xooxo x").unwrap();
    assert_eq!(count(&full), 1);
    assert_eq!(play(&full, "e5").outcome(), Some(Outcome::Win(Player::First)));
    let full = gomoku(5).parse_position("xoxx./oooxo/xxoxo/oxoox/xooxo x").unwrap();
    assert_eq!(play(&full, "e5").outcome(), Some(Outcome::Draw));
}

#[test]
fn a_pair_is_two_decisions_of_one_player() {
    let start = pairs(6, 6, 6);
    let opened = play(&start, "c3");
    assert_eq!(opened.turn(), Player::Second);
    let halfway = play(&opened, "a1");
    assert_eq!((halfway.turn(), count(&halfway)), (Player::Second, 34));
    assert_eq!(halfway.position(), "....../....../....../..x.../....../o..... o 1");
    assert_ne!(
        halfway.key(),
        halfway.parse_position(halfway.position().trim_end_matches(" 1")).unwrap().key()
    );
    let pair = play(&opened, "a1,b2");
    assert_eq!(pair.turn(), Player::First);
    assert_eq!(pair, play(&halfway, "b2"));
    assert_eq!(pair, play(&opened, "b2,a1"));
    for (words, message) in [("a1,b2,c1", "more stones than one turn"), ("a1,a1", "`a1`"), ("a1,", "``")] {
        let error = opened.parse_next(&[words], &mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains(message), "{words}: {error}");
    }
    assert!(start.parse_next(&["a1,b1"], &mut Vec::new()).is_err());
}

#[test]
fn the_first_of_two_stones_may_win() {
    let before = pairs(4, 4, 3).parse_position("xx.x/o.../..o./oo.. x").unwrap();
    let won = play(&before, "c4");
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::First)));
    assert!(before.parse_next(&["c4,d1"], &mut Vec::new()).is_err());
    assert_eq!(play(&before, "d1,c4").outcome(), Some(Outcome::Win(Player::First)));
    // The last cell of an even board is a turn of its own.
    let last = pairs(2, 2, 3).parse_position("xo/o. x").unwrap();
    assert_eq!((last.perft(1, Unit::Turn), play(&last, "b1").outcome()), (1, Some(Outcome::Draw)));
}

/// Counting pairs of cells is counting the states at the end of a turn, as long as no single stone wins.
#[test]
fn turns_are_counted_as_pairs() {
    for start in [pairs(3, 3, 4), pairs(4, 3, 7), pairs(2, 2, 3)] {
        for depth in 0..=3 {
            assert_eq!(start.perft(depth, Unit::Turn), game::perft::count(&start, depth, Unit::Turn));
        }
        let halfway = play(&start, "a1 b2");
        assert_eq!(halfway.perft(2, Unit::Turn), game::perft::count(&halfway, 2, Unit::Turn));
    }
    assert_eq!(pairs(6, 6, 6).perft(2, Unit::Turn), 36 * 35 * 34 / 2);
    // With c4 alone the game is over: one more state at the end of a turn than there are pairs of cells.
    let before = pairs(4, 4, 3).parse_position("xx.x/o.../..o./oo.. x").unwrap();
    assert_eq!(before.perft(1, Unit::Turn), 36);
    assert_eq!(game::perft::count(&before, 1, Unit::Turn), 37);
}

#[test]
fn small_boards_have_their_values() {
    // Five in a line do not fit, or can be prevented.
    assert_eq!(exhaustive_value(&gomoku(3)), 0);
    // A player with two stones per turn makes two in a row at once; the first player cannot.
    assert_eq!(exhaustive_value(&pairs(3, 3, 2)), -1);
    assert_eq!(exhaustive_value(&pairs(3, 3, 1)), 1);
    assert_eq!(exhaustive_value(&pairs(2, 1, 2)), 0);
    // Tic-tac-toe with two stones a turn: the second player needs three in a row against three single stones.
    assert_eq!(exhaustive_value(&pairs(3, 3, 3)), 1);
}

#[test]
fn what_is_seen_at_once_is_true() {
    let mnk = |columns, rows, length| InARow::start(Setup::new(columns, rows, length));
    for start in
        [mnk(3, 3, 3), mnk(4, 4, 3), mnk(4, 4, 4), mnk(5, 3, 3), mnk(5, 5, 4), mnk(2, 2, 1), gomoku(5)]
    {
        assert!(certain::check(&start, 400, 4_000) > 300, "{}", start.position());
        certain::all_wins_are_seen(&start, 400);
    }
    for start in [pairs(4, 4, 3), pairs(4, 3, 4), pairs(5, 4, 5), pairs(3, 3, 3)] {
        assert!(certain::check(&start, 400, 4_000) > 300, "{}", start.position());
        certain::all_wins_are_seen(&start, 400);
    }
    let wide = InARow::<game::bits::Wide<4>>::start(Setup::new(15, 15, 5));
    certain::all_wins_are_seen(&wide, 20);
}

#[test]
fn who_has_more_threats_than_the_opponent_has_stones_wins() {
    let bounds = |rows: &[&str], to_move: &str| {
        let board = [rows, &["........"; 8][rows.len()..]].concat().join("/");
        pairs(8, 8, 6).parse_position(&format!("{board} {to_move}")).unwrap().bounds()
    };
    let win = Bounds::win(Player::First);
    // Two stones fill a line, one does not.
    let four = ["..xxxx.."];
    assert_eq!((bounds(&four, "x"), bounds(&four, "x 1")), (win, Bounds::ANY));
    // Two stones stop the lines on both sides, one does not.
    assert_eq!((bounds(&four, "o"), bounds(&four, "o 1")), (Bounds::ANY, win));
    // Where one side is closed, one stone does. There may be more such rows than stones.
    let closed = ["oxxxx..."; 3];
    assert_eq!((bounds(&closed[..1], "o"), bounds(&closed[..1], "o 1")), (Bounds::ANY, Bounds::ANY));
    assert_eq!((bounds(&closed[..2], "o"), bounds(&closed[..2], "o 1")), (Bounds::ANY, win));
    assert_eq!((bounds(&closed, "o"), bounds(&closed, "o 1")), (win, win));
}

#[test]
fn wrong_texts_are_refused() {
    for (text, message) in [
        ("....../....../....../....../....../...... x 1", "character 45: the first turn has only one stone"),
        ("x...../....../....../....../....../...... o 2", "character 45: unexpected `2`"),
        ("x...../....../....../....../....../...... o 1 1", "character 45: unexpected `1`"),
        ("x...../....../....../....../....../.....# o", "is blocked"),
        ("x...../....../....../....../...... o", "6 columns and 5 rows"),
        ("xxxxxx/oooooo/....../....../....../...... x", "both players"),
    ] {
        let error = pairs(6, 6, 6).parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    assert!(gomoku(6).parse_position("x...../....../....../....../....../...... o 1").is_err());

    for name in
        ["gomoku:0", "gomoku:20", "gomoku:5x5", "gomoku:-3", "connect6:x", "connect6:99999999999999999999"]
    {
        assert!(games::start(name).is_err(), "{name}");
    }
}
