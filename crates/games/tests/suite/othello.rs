//! Othello: the rules written down plainly, known values, and texts.

use game::bits::Bits;
use game::{Game, Outcome, Player, Rng};
use games::othello::Othello;

/// The board after a move, walking over the text cell by cell; `None` if nothing is enclosed.
fn enclose(board: &[Vec<char>], mover: char, column: usize, row: usize) -> Option<Vec<Vec<char>>> {
    let at = |c: i32, r: i32| Some(*board.get(usize::try_from(r).ok()?)?.get(usize::try_from(c).ok()?)?);
    let mut after = board.to_vec();
    if board[row][column] != '.' {
        return None;
    }
    for dc in -1..=1 {
        for dr in -1..=1 {
            let cell = |step: i32| (column as i32 + step * dc, row as i32 + step * dr);
            let symbol = |step: i32| at(cell(step).0, cell(step).1);
            let enemies =
                (1..).take_while(|&step| symbol(step).is_some_and(|s| s != '.' && s != mover)).count();
            if (dc, dr) != (0, 0) && enemies > 0 && symbol(enemies as i32 + 1) == Some(mover) {
                for step in 0..=enemies as i32 {
                    after[cell(step).1 as usize][cell(step).0 as usize] = mover;
                }
            }
        }
    }
    (after[row][column] == mover).then_some(after)
}

/// All moves of `mover` as texts with the text of the board after them.
fn plain_moves(board: &[Vec<char>], mover: char) -> Vec<(String, String)> {
    let mut moves = Vec::new();
    for row in 0..board.len() {
        for column in 0..board.len() {
            if let Some(after) = enclose(board, mover, column, row) {
                let name = format!("{}{}", char::from(b'a' + column as u8), row + 1);
                let rows: Vec<String> = after.iter().map(|row| row.iter().collect()).collect();
                moves.push((name, rows.join("/")));
            }
        }
    }
    moves
}

fn agrees_with_the_plain_rules<B: Bits>(side: usize, games: usize) {
    let mut rng = Rng::new(3);
    let (mut passes, mut moves) = (0, Vec::new());
    for _ in 0..games {
        let mut state = Othello::<B>::start(side);
        while state.outcome().is_none() {
            let text = state.position();
            let (board, mover) = text.split_once(' ').unwrap();
            let cells: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
            let (own, other) = if mover == "x" { ('x', 'o') } else { ('o', 'x') };
            let mut plain = plain_moves(&cells, own);
            if plain.is_empty() {
                assert!(!plain_moves(&cells, other).is_empty(), "{text}");
                plain.push(("pass".to_owned(), board.to_owned()));
                passes += 1;
            }
            moves.clear();
            state.moves(&mut moves);
            let found: Vec<(String, String)> = moves
                .iter()
                .map(|&m| {
                    let mut child = state;
                    child.play(m);
                    (state.move_text(m), child.position().split_once(' ').unwrap().0.to_owned())
                })
                .collect();
            assert_eq!(found, plain, "{text}");
            state.play(rng.pick(&moves));
        }
        let text = state.position();
        let count = |symbol: &str| text.split(' ').next().unwrap().matches(symbol).count();
        let gain = count("x").cmp(&count("o")) as i8;
        assert_eq!(state.outcome(), Some(Outcome::from_gain(gain)), "{text}");
    }
    assert!(passes > 0);
}

#[test]
fn moves_by_shifts_are_the_plain_moves() {
    agrees_with_the_plain_rules::<u64>(4, 200);
    agrees_with_the_plain_rules::<u64>(6, 100);
    agrees_with_the_plain_rules::<u64>(8, 60);
    agrees_with_the_plain_rules::<u128>(8, 30);
    agrees_with_the_plain_rules::<u128>(10, 40);
}

#[test]
fn the_second_player_wins_on_4x4() {
    assert_eq!(game::laws::exhaustive_value(&Othello::<u64>::start(4)), -1);
}

#[test]
fn the_start_is_the_usual_one() {
    let start = Othello::<u64>::start(8);
    let empty = "........";
    let rows = [empty, empty, empty, "...ox...", "...xo...", empty, empty, empty].join("/");
    assert_eq!(start.position(), format!("{rows} x"));
    let mut moves = Vec::new();
    start.moves(&mut moves);
    let texts: Vec<String> = moves.iter().map(|&m| start.move_text(m)).collect();
    assert_eq!(texts, ["d3", "c4", "f5", "e6"]);
}

#[test]
fn boards_as_one_word_are_read() {
    let start = Othello::<u64>::start(8);
    let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let state = start.parse_position(text).unwrap();
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&m| state.move_text(m)).collect();
    texts.sort();
    assert_eq!(texts, ["a2", "a3", "a4", "b1", "g2", "g8", "h1", "h7"]);
    assert_eq!(state, start.parse_position(&state.position()).unwrap());
    assert_eq!(start.parse_position(&text.replace('-', ".")).unwrap(), state);
}

#[test]
fn a_player_without_a_move_passes() {
    let start = Othello::<u64>::start(4);
    let state = start.parse_position("xo../..../..../.... o").unwrap();
    assert_eq!(state.count_moves(&mut Vec::new()), 1);
    let mut after = state;
    after.play(state.parse_move("pass").unwrap());
    assert_eq!((after.turn(), after.outcome()), (Player::First, None));
    assert!(after.parse_move("pass").is_err());
    after.play(after.parse_move("c1").unwrap());
    assert_eq!(after.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(after.score(), 1.0 + 3.0 / 16.0);
}

#[test]
fn wrong_texts_are_refused() {
    let start = Othello::<u64>::start(4);
    for (text, message) in [
        ("-----XO--OX?---- X", "character 12: `?`"),
        ("-----XO--OX----- Z", "character 18"),
        ("-----XO--OX----- X X", "character 20: unexpected `X`"),
        ("..../.xo./.ox. x", "4 columns and 3 rows"),
        ("..../.xo./.ox./...# x", "column 4, row 4 from the top is blocked"),
        ("", "empty"),
    ] {
        let error = start.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
