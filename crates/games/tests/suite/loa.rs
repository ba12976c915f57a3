//! Lines of Action: the rules written down plainly, how games end, and texts.

use game::history::History;
use game::{Game, Outcome, Player, Rng};
use games::loa::Loa;

use crate::laws::check_from;
use crate::line;

fn read(position: &str) -> History<Loa> {
    History::new(Loa::start()).parse_position(position).unwrap()
}

fn after(position: &str, moves: &str) -> History<Loa> {
    line::after(read(position), moves)
}

#[test]
fn it_obeys_the_laws() {
    check_from("loa", "", 20_000, 1);
}

/// All moves of `mover` on rows from the top, walking from cell to cell.
fn plain_moves(board: &[Vec<char>], mover: char) -> Vec<String> {
    let at = |c: i32, r: i32| Some(*board.get(usize::try_from(r).ok()?)?.get(usize::try_from(c).ok()?)?);
    let mut moves = Vec::new();
    for (c, r) in (0..8).flat_map(|r| (0..8).map(move |c| (c, r))).filter(|&(c, r)| at(c, r) == Some(mover)) {
        for (dc, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
            let on_line = (-7..=7).filter_map(|step| at(c + step * dc, r + step * dr));
            let distance = on_line.filter(|&symbol| symbol != '.').count() as i32;
            let path: Vec<_> = (1..=distance).map(|step| at(c + step * dc, r + step * dr)).collect();
            let free = |symbol: &Option<char>| *symbol == Some('.') || *symbol == Some(mover);
            let last = path[path.len() - 1];
            if path[..path.len() - 1].iter().all(free) && last.is_some_and(|symbol| symbol != mover) {
                let name = |c: i32, r: i32| format!("{}{}", char::from(b'a' + c as u8), 8 - r);
                moves.push(name(c, r) + &name(c + distance * dc, r + distance * dr));
            }
        }
    }
    moves.sort();
    moves
}

#[test]
fn moves_by_masks_are_the_plain_moves() {
    let mut rng = Rng::new(5);
    let (mut compared, mut moves) = (0, Vec::new());
    while compared < 3_000 {
        // From a few pieces to a nearly full board.
        let density = 2 + rng.below(15);
        let board: Vec<Vec<char>> = (0..8)
            .map(|_| {
                let cell = |_| if rng.below(16) < density { rng.pick(&['x', 'o']) } else { '.' };
                (0..8).map(cell).collect()
            })
            .collect();
        let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
        let start = History::new(Loa::start());
        let Ok(state) = start.parse_position(&format!("{} x", rows.join("/"))) else { continue };
        if state.outcome().is_some() {
            continue;
        }
        moves.clear();
        state.moves(&mut moves);
        let mut found: Vec<String> = moves.iter().map(|&m| state.move_text(m)).collect();
        found.sort();
        let mut plain = plain_moves(&board, 'x');
        if plain.is_empty() {
            plain.push("pass".to_owned());
        }
        assert_eq!(found, plain, "{}", state.position());
        compared += 1;
    }
}

#[test]
fn a_player_without_a_move_passes() {
    // Each black piece sits in a corner, and every way out is over a white piece.
    let shut = "6ox/6oo/8/8/8/8/oo6/xo6 x";
    assert_eq!(read(shut).count_moves(&mut Vec::new()), 1);
    let state = after(shut, "pass");
    assert_eq!((state.turn(), state.outcome()), (Player::Second, None));
    assert!(state.parse_move("pass").is_err(), "it has other moves");
}

#[test]
fn connecting_wins_also_by_a_move_of_the_opponent() {
    let won = after("x7/8/1x6/8/8/8/o7/7o x", "a8a6");
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(won.score(), 1.0 + 4.0 / 24.0);
    // The only enemy piece but one is captured: the last one is connected.
    let lost = after("o6x/8/8/8/8/8/8/x1o5 x", "a1c1");
    assert_eq!(lost.outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn connecting_both_is_a_draw() {
    let state = after("7o/8/8/8/8/8/x7/1o1x4 x", "d1b1");
    assert_eq!((state.outcome(), state.score()), (Some(Outcome::Draw), 0.0));
    assert_eq!(state.position(), "7o/8/8/8/8/8/x7/1x6 o");
}

#[test]
fn the_fourth_occurrence_is_a_draw() {
    let start = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x";
    let circle = "g8g6 h3f3 g6g8 f3h3";
    let thrice = after(start, &[circle; 2].join(" "));
    assert_eq!(thrice.outcome(), None);
    let four = after(start, &[circle; 3].join(" "));
    assert_eq!((four.outcome(), four.score()), (Some(Outcome::Draw), 0.0));
    assert_eq!(four.position(), format!("{start} moves {}", [circle; 3].join(" ")));
}

#[test]
fn wrong_texts_are_refused() {
    let start = History::new(Loa::start());
    for (text, message) in [
        ("x7/8/8/8/8/8/8/8 x", "no piece `o`"),
        ("o7/8/8/8/8/8/8/8 x", "no piece `x`"),
        ("x6o/8/8/8/8/8/8/7- x", "character 18: `-`"),
        ("x6o/8/8/8/8/8/8/8 x 1", "character 21: unexpected `1`"),
        ("x6o/8/8/8/8/8/8 x", "less than 8"),
    ] {
        let error = start.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    assert!(start.parse_move("a1a2").unwrap_err().to_string().contains("not a legal move"));
}
