//! Connect Four against values from elsewhere and against a slow, plain test for lines.

use game::laws::exhaustive_value;
use game::perft::Unit;
use game::{Game, Outcome, Player, Rng};
use games::connect4::Connect4;

fn play<G: Game>(start: &G, moves: &str) -> G {
    let mut state = start.clone();
    for word in moves.split_whitespace() {
        state.play(state.parse_move(word).unwrap());
    }
    state
}

#[test]
fn small_boards_are_draws() {
    for (columns, rows) in [(3, 4), (4, 3), (4, 4)] {
        let start = Connect4::<u64>::start(columns, rows);
        assert_eq!(exhaustive_value(&start), 0, "{columns}x{rows}");
    }
}

/// Positions near the end with the scores of Pascal Pons' solver, seen by the player to move; the file says more.
#[test]
fn late_positions_have_their_known_values() {
    let start = Connect4::<u64>::start(7, 6);
    for line in include_str!("data/connect4_late_easy.txt").lines().skip(1) {
        let (columns, score) = line.split_once(' ').unwrap();
        let mut state = start;
        for column in columns.chars() {
            state.play(state.parse_move(&column.to_string()).unwrap());
        }
        let score: i8 = score.trim().parse().unwrap();
        assert_eq!(exhaustive_value(&state), state.turn().sign() * score.signum(), "{line}");
    }
}

#[test]
fn counts_are_those_of_the_plain_rules() {
    // No line of four is possible within six plies, and a column of six is full after six.
    let start = Connect4::<u64>::start(7, 6);
    assert_eq!(start.perft(6, Unit::Decision), 7_u64.pow(6));
    assert_eq!(start.perft(7, Unit::Decision), 7_u64.pow(7) - 7);
}

#[test]
fn both_widths_play_the_same_game() {
    let (narrow, wide) = (Connect4::<u64>::start(7, 6), Connect4::<u128>::start(7, 6));
    assert_eq!(narrow.perft(9, Unit::Decision), wide.perft(9, Unit::Decision));
}

/// Lines found cell by cell on the text of the position.
fn winner_in_text(position: &str) -> Option<char> {
    let rows: Vec<Vec<char>> =
        position.split(' ').next().unwrap().split('/').map(|row| row.chars().collect()).collect();
    let at = |c: i32, r: i32| {
        let row = rows.get(usize::try_from(r).ok()?)?;
        row.get(usize::try_from(c).ok()?).copied()
    };
    for r in 0..rows.len() as i32 {
        for c in 0..rows[0].len() as i32 {
            for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                for symbol in ['x', 'o'] {
                    if (0..4).all(|i| at(c + i * dc, r + i * dr) == Some(symbol)) {
                        return Some(symbol);
                    }
                }
            }
        }
    }
    None
}

fn shifts_find_what_the_eye_finds<G: Game>(start: &G) {
    let mut rng = Rng::new(4);
    let mut moves = Vec::new();
    for _ in 0..2_000 {
        let mut state = start.clone();
        while state.outcome().is_none() {
            assert_eq!(winner_in_text(&state.position()), None);
            moves.clear();
            state.moves(&mut moves);
            state.play(rng.pick(&moves));
        }
        let expected = match state.outcome() {
            Some(Outcome::Win(Player::First)) => Some('x'),
            Some(Outcome::Win(Player::Second)) => Some('o'),
            _ => None,
        };
        assert_eq!(winner_in_text(&state.position()), expected, "{}", state.position());
    }
}

#[test]
fn lines_by_shifts_are_lines_by_cells() {
    shifts_find_what_the_eye_finds(&Connect4::<u64>::start(7, 6));
    shifts_find_what_the_eye_finds(&Connect4::<u64>::start(5, 4));
    shifts_find_what_the_eye_finds(&Connect4::<u64>::start(20, 1));
    shifts_find_what_the_eye_finds(&Connect4::<u64>::start(3, 20));
    shifts_find_what_the_eye_finds(&Connect4::<u128>::start(12, 9));
}

#[test]
fn an_early_win_scores_more() {
    let start = Connect4::<u64>::start(7, 6);
    let early = play(&start, "1 2 1 2 1 2 1");
    let late = play(&start, "1 2 1 2 1 2 3 2");
    assert_eq!(early.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(late.outcome(), Some(Outcome::Win(Player::Second)));
    assert!(early.score() > -late.score() && -late.score() > 1.0);
}

#[test]
fn wrong_positions_are_refused_with_their_place() {
    let start = Connect4::<u64>::start(4, 4);
    let error = |position: &str| start.parse_position(position).unwrap_err().to_string();
    assert_eq!(error("..../.x../..../.... x"), "the stone in column 2, row 3 rests on nothing");
    assert!(error("..../..../..../..#. x").contains("column 3, row 4 from the top is blocked"));
    assert!(error("..../..../oooo/xxxx x").contains("both"));
    assert!(error("..../..../..../... x").contains("row 4"));
}
