//! Clobber: known values of small boards and positions.

use game::Game;
use game::laws::exhaustive_value;
use games::clobber::Clobber;

/// `W` where the first player wins.
fn values(boards: impl IntoIterator<Item = (usize, usize)>) -> String {
    let value = |(columns, rows)| exhaustive_value(&Clobber::start(columns, rows));
    boards.into_iter().map(|board| if value(board) == 1 { 'W' } else { 'L' }).collect()
}

#[test]
fn small_boards_have_their_known_values() {
    assert_eq!(values((2..=14).map(|n| (n, 1))), "WWWWLWWWWWWWW");
    assert_eq!(values((2..=14).map(|n| (1, n))), "WWWWLWWWWWWWW");
    assert_eq!(values((2..=7).map(|n| (n, 2))), "WLWWLW");
    assert_eq!(values((2..=7).map(|n| (2, n))), "WLWWLW");
    assert_eq!(values([(3, 3), (3, 4), (4, 3)]), "WLL");
    assert_eq!(values([(1, 1)]), "L");
}

#[test]
fn positions_have_their_known_values() {
    let start = Clobber::start(10, 10);
    let mut checked = 0;
    for line in
        include_str!("../data/clobber_positions.tsv").lines().filter(|line| !line.starts_with('#')).skip(1)
    {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[_, board, black_first, white_first] = &fields[..] else { panic!("four fields in {line}") };
        for (side, sign, known) in [("x", 1, black_first), ("o", -1, white_first)] {
            let state = start.parse_position(&format!("{board} {side}")).unwrap();
            let value = match known {
                "win" => sign,
                "loss" => -sign,
                _ => continue,
            };
            if state.count_moves(&mut Vec::new()) <= 9 {
                assert_eq!(exhaustive_value(&state), value, "{board} {side}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 50, "{checked} positions were checked");
}

#[test]
fn both_texts_are_read_on_any_board() {
    let start = Clobber::start(10, 10);
    let state = start.parse_position("xo.|oXx x").unwrap();
    assert_eq!(state.position(), "Pp1/pPP w");
    assert_eq!(state, start.parse_position("Pp1/pPP w 0 1").unwrap());
    let mut texts = Vec::new();
    let mut moves = Vec::new();
    state.moves(&mut moves);
    texts.extend(moves.iter().map(|&m| state.move_text(m)));
    texts.sort();
    assert_eq!(texts, ["a2a1", "a2b2", "b1a1", "b1b2"]);
    assert_eq!(Clobber::start(3, 2).position(), "PpP/pPp w");
    for (text, message) in [
        ("Pq1 w", "not `q` on b1"),
        ("Pp x", "character 4"),
        ("xo?", "character 3"),
        ("xo x x", "character 6: unexpected `x`"),
        ("P128 w", "the size 129x1"),
        ("Pp1/p w", "row 2"),
        ("", "empty"),
    ] {
        let error = start.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
