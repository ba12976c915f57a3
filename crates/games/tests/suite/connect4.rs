//! Connect Four against values from elsewhere and against a slow, plain test for lines.

use game::laws::exhaustive_value;
use game::perft::Unit;
use game::{Bounds, Game, Outcome, Player, Rng, Sharing, Sight};
use games::connect4::Connect4;

use crate::certain;

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
    for line in include_str!("../data/connect4_late_easy.txt").lines().skip(1) {
        let (columns, score) = line.split_once(' ').unwrap();
        let mut state = start;
        for column in columns.chars() {
            state.play(state.parse_move(&column.to_string()).unwrap());
        }
        let score: i8 = score.trim().parse().unwrap();
        let value = state.turn().sign() * score.signum();
        assert_eq!(exhaustive_value(&state), value, "{line}");
        assert!((state.bounds().at_least..=state.bounds().at_most).contains(&value), "{line}");
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

#[test]
fn what_is_seen_at_once_is_true() {
    for (columns, rows) in [(4, 4), (5, 4), (4, 5), (6, 3), (6, 4), (4, 6), (5, 5), (4, 7), (8, 3)] {
        let start = Connect4::<u64>::start(columns, rows);
        assert!(certain::check(&start, 300, 2_000) > 1_000, "{columns}x{rows}");
        certain::all_wins_are_seen(&start, 400);
    }
    assert!(certain::check(&Connect4::<u64>::start(7, 6), 400, 2_000) > 30);
    assert!(certain::check(&Connect4::<u128>::start(4, 5), 200, 2_000) > 500);
    certain::all_wins_are_seen(&Connect4::<u128>::start(12, 9), 100);
}

#[test]
fn a_double_threat_and_a_cell_below_a_threat_lose() {
    let start = Connect4::<u64>::start(7, 6);
    // Three in the bottom row with one end free, and with both.
    let open = start.parse_position("......./......./......./......./..o..../.oxxx.o o").unwrap();
    assert_eq!(open.bounds(), Bounds::ANY);
    let open = start.parse_position("......./......./......./......./..oo.../..xxx.. o").unwrap();
    assert_eq!(open.bounds(), Bounds::win(Player::First));
    // A player who stops a four in the bottom row lets the opponent onto the cell above.
    let above = start.parse_position("......./......./......./......./xxx.o.o/xxx.oox o").unwrap();
    assert_eq!(above.winning_move(), None);
    assert_eq!(above.bounds(), Bounds::win(Player::First));
}

#[test]
fn answers_in_the_same_column_decide() {
    // The second player answers above every stone; where the number of cells is odd, the first one does, once it
    // has taken a cell at the bottom.
    assert_eq!(Connect4::<u64>::start(3, 6).bounds(), Bounds { at_least: -1, at_most: 0 });
    assert_eq!(Connect4::<u64>::start(3, 5).bounds(), Bounds { at_least: 0, at_most: 1 });
    // Neither player wants to play in the first column, below the four of the first player, who can wait longer.
    let start = Connect4::<u64>::start(4, 4);
    let wait = start.parse_position("..../.xxx/.oxo/.xoo o").unwrap();
    assert_eq!(exhaustive_value(&wait), 1);
    assert_eq!(wait.bounds(), Bounds::win(Player::First));
}

#[test]
fn stones_in_no_open_line_are_alike() {
    let start = Connect4::<u64>::start(4, 4);
    let key = |position: &str| start.parse_position(position).unwrap().canonical_key();
    // The second stone of the second row: its row and its column are lost to both, and so is its diagonal only
    // where the players share that, too.
    assert_eq!(key("..../oxo./xxox/xoxo x"), key("..../oxo./xoox/xoxo x"));
    assert_ne!(key("..../oxo./xxox/ooxo x"), key("..../oxo./xoox/ooxo x"));
}

#[test]
fn mirror_images_share_a_key() {
    let start = Connect4::<u64>::start(7, 6);
    let image = |state: &Connect4<u64>| {
        let text = state.position();
        let (board, turn) = text.split_once(' ').unwrap();
        let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
        start.parse_position(&format!("{} {turn}", rows.join("/"))).unwrap()
    };
    for moves in ["", "4", "1 2 2 7 3 3 3", "4 4 4 4 4 4 1 7 7 7 2"] {
        let state = play(&start, moves);
        assert_eq!(image(&state).canonical_key(), state.canonical_key(), "{moves}");
        assert_ne!(state.pass().unwrap().canonical_key(), state.canonical_key(), "{moves}");
    }
    assert_ne!(play(&start, "1").canonical_key(), play(&start, "2").canonical_key());
}
