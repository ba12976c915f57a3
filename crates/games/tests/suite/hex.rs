//! Hex: known values of small boards, and winners found in another way.

use game::bits::{Bits, Wide};
use game::{Bounds, Features, Game, Outcome, Player, Rng, Sight};
use games::hex::Hex;

use crate::{certain, line};

fn play<G: Game>(state: &G, moves: &str) -> G {
    line::after(state.clone(), moves)
}

/// `B` where this opening wins for the first player, rows from the top.
fn winning_openings(side: usize) -> String {
    let start = Hex::<u64>::start(side, side, false);
    let rows: Vec<String> = (1..=side)
        .map(|row| {
            let cells = ('a'..).take(side).map(|column| play(&start, &format!("{column}{row}")));
            cells.map(|opened| if game::laws::exhaustive_value(&opened) == 1 { 'B' } else { 'w' }).collect()
        })
        .collect();
    rows.join("/")
}

#[test]
fn winning_openings_of_small_boards() {
    assert_eq!(winning_openings(1), "B");
    assert_eq!(winning_openings(2), "wB/Bw");
    assert_eq!(winning_openings(3), "wwB/BBB/Bww");
}

/// The second player takes over a winning opening, and answers a losing one.
#[test]
fn with_swap_the_second_player_wins() {
    for (columns, rows) in [(2, 2), (3, 3), (2, 3), (3, 2)] {
        assert_eq!(game::laws::exhaustive_value(&Hex::<u64>::start(columns, rows, true)), -1);
    }
    // The only cell joins both ends before a swap is possible.
    assert_eq!(game::laws::exhaustive_value(&Hex::<u64>::start(1, 1, true)), 1);
}

#[test]
fn outcomes_are_by_player_after_a_swap() {
    let start = Hex::<u64>::start(3, 3, true);
    let opened = play(&start, "b2");
    assert_eq!(opened.count_moves(&mut Vec::new()), 9);
    let swapped = play(&opened, "swap");
    assert_eq!(swapped.position(), ".../.x./... o swapped");
    assert_eq!((opened.turn(), swapped.turn()), (Player::Second, Player::First));
    assert_ne!(opened.key(), swapped.key());
    assert!(swapped.parse_move("swap").is_err());
    // Now the second player has x and joins top and bottom.
    assert_eq!(play(&swapped, "a1 b1 a2 b3").outcome(), Some(Outcome::Win(Player::Second)));
    // And the first player has o and joins left and right.
    assert_eq!(play(&swapped, "a1 a2 b1 a3 c1").outcome(), Some(Outcome::Win(Player::First)));
    assert!(play(&start, "b2 a1").parse_move("swap").is_err());
}

#[test]
fn a_long_chain_is_linked_as_a_whole() {
    // x winds through the board; b5 joins it to the bottom, and a1 then wins at the other end of it.
    let start = Hex::<u64>::start(5, 5, false);
    let before = start.parse_position("..oo./xxxxx/oooox/oxxxx/o.... x").unwrap();
    assert_eq!(before.outcome(), None);
    assert_eq!(play(&before, "e1").outcome(), None);
    let linked = play(&before, "b5 c5");
    assert_eq!(linked.outcome(), None);
    assert_eq!(play(&linked, "a1").outcome(), Some(Outcome::Win(Player::First)));
}

/// The winner by a walk over the text of the board.
fn walk<G: Game>(state: &G) -> Option<Player> {
    let text = state.position();
    let board: Vec<Vec<char>> =
        text.split(' ').next().unwrap().split('/').map(|row| row.chars().collect()).collect();
    let (columns, rows) = (board[0].len() as i32, board.len() as i32);
    let joined = |symbol: char, starts: Vec<(i32, i32)>, ends: &dyn Fn(i32, i32) -> bool| {
        let mut open = starts;
        let mut seen = std::collections::HashSet::new();
        while let Some((c, r)) = open.pop() {
            let inside = (0..columns).contains(&c) && (0..rows).contains(&r);
            if !inside || board[r as usize][c as usize] != symbol || !seen.insert((c, r)) {
                continue;
            }
            if ends(c, r) {
                return true;
            }
            open.extend([(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1), (c + 1, r - 1), (c - 1, r + 1)]);
        }
        false
    };
    let down = joined('x', (0..columns).map(|c| (c, 0)).collect(), &|_, r| r == rows - 1);
    let across = joined('o', (0..rows).map(|r| (0, r)).collect(), &|c, _| c == columns - 1);
    assert!(!(down && across));
    let side = down.then_some(Player::First).or(across.then_some(Player::Second))?;
    Some(if text.ends_with("swapped") { side.other() } else { side })
}

fn same_games<A: Bits, B: Bits>(columns: usize, rows: usize, games: usize) {
    let mut rng = Rng::new(7);
    let mut wins = [0; 2];
    for _ in 0..games {
        let (mut a, mut b) = (Hex::<A>::start(columns, rows, true), Hex::<B>::start(columns, rows, true));
        let mut moves = Vec::new();
        loop {
            assert_eq!((a.outcome(), a.turn(), a.key()), (b.outcome(), b.turn(), b.key()));
            assert_eq!(a.outcome(), walk(&a).map(Outcome::Win), "{}", a.position());
            moves.clear();
            a.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let m = rng.pick(&moves);
            a.play(m);
            b.play(m);
        }
        assert_eq!(a.position(), b.position());
        if let Some(Outcome::Win(player)) = a.outcome() {
            wins[player.index()] += 1;
        }
    }
    assert!(wins.iter().all(|&wins| wins > 0), "{wins:?}");
}

#[test]
fn all_widths_find_the_winner_that_a_walk_finds() {
    same_games::<u64, u128>(8, 8, 60);
    same_games::<u128, Wide<6>>(11, 11, 40);
    same_games::<Wide<3>, Wide<6>>(13, 13, 20);
    same_games::<u64, Wide<3>>(7, 5, 60);
}

#[test]
fn wrong_texts_are_refused() {
    let start = Hex::<u64>::start(3, 3, false);
    for (text, message) in [
        ("x../.../... o swapped", "character 15: there is no swap in this variant"),
        ("x../.#./... o", "column 2, row 2 from the top is blocked"),
        ("x../.../... o twice", "character 15: unexpected `twice`"),
        ("x../... o", "3 columns and 2 rows"),
    ] {
        let error = start.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    assert_eq!(games::start("hex:2x1,noswap").unwrap().position(), ".. x");
    for name in
        ["hex:0", "hex:20", "hex:3x", "hex:x", "hex:-1", "hex:5,swap", "hex:a", "hex:99999999999999999999"]
    {
        assert!(games::start(name).is_err(), "{name}");
    }
}

#[test]
fn what_is_seen_at_once_is_true() {
    for (columns, rows) in [(3, 3), (4, 4), (5, 3), (3, 5), (2, 6), (6, 2), (4, 5), (5, 5)] {
        for swap in [false, true] {
            let start = Hex::<u64>::start(columns, rows, swap);
            assert!(certain::check(&start, 80, 4_000) > 400, "{columns}x{rows}");
        }
    }
    certain::all_wins_are_seen(&Hex::<u64>::start(5, 5, true), 300);
    certain::all_wins_are_seen(&Hex::<u128>::start(11, 9, true), 100);
    certain::all_wins_are_seen(&Hex::<Wide<6>>::start(1, 4, true), 100);
}

/// All positions of three sizes, with either player to move, without the games that lead to them.
#[test]
fn chains_hold_on_all_small_boards() {
    for (columns, rows) in [(3, 3), (2, 4), (4, 2)] {
        let start = Hex::<u64>::start(columns, rows, false);
        let cells = columns * rows;
        let (mut chains, mut prospects, mut pruned) = (0, 0, 0);
        for number in 0..3_usize.pow(cells as u32) {
            let marks: Vec<char> =
                (0..cells as u32).map(|i| ['.', 'x', 'o'][number / 3_usize.pow(i) % 3]).collect();
            let board: Vec<String> = marks.chunks(columns).map(|row| row.iter().collect()).collect();
            for turn in ["x", "o"] {
                let state = start.parse_position(&format!("{} {turn}", board.join("/"))).unwrap();
                if state.outcome().is_some() {
                    continue;
                }
                if let Some(gain) = state.bounds().gain() {
                    assert_eq!(game::laws::exhaustive_value(&state), gain, "{}", state.position());
                    chains += usize::from(gain != state.turn().sign());
                }
                let value = |state: &Hex<u64>| Some(game::laws::exhaustive_value(state));
                prospects += certain::check_prospects(&state, value);
                pruned += certain::check_pruning(&state, game::laws::exhaustive_value(&state), value);
            }
        }
        assert!(
            chains > 500 && prospects > 10_000 && pruned > 5_000,
            "{columns}x{rows}: {chains}, {prospects}, {pruned}"
        );
    }
}

#[test]
fn bridges_join_and_pairs_are_used_once() {
    let start = Hex::<u64>::start(4, 4, false);
    let bounds = |position: &str| start.parse_position(position).unwrap().bounds();
    // c2 is a bridge from the top, and b4 one from c2.
    assert_eq!(bounds("..../..x./..../.x.. o"), Bounds::win(Player::First));
    assert_eq!(bounds("..../..x./.o../.x.. o"), Bounds::ANY);
    assert_eq!(bounds("..../..x./..../.x.. x"), Bounds::ANY, "the chain of the player to move shows later");
}

#[test]
fn estimates_are_for_the_side_that_is_nearer() {
    let estimate = |swap: bool, position: &str| {
        let state = Hex::<u64>::start(5, 5, swap).parse_position(position).unwrap();
        assert_eq!(state.symmetries()[0].estimate(), state.estimate());
        state.estimate()
    };
    assert!(estimate(false, "...../...../..x../...../..... o").unwrap() > 0.0);
    assert!(estimate(false, "...../...../..o../...../..... x").unwrap() < 0.0);
    // Who may swap would take it; who has swapped has it.
    assert!(estimate(true, "...../...../..x../...../..... o").unwrap() < 0.0);
    assert!(estimate(true, "...../...../..x../...../..... o swapped").unwrap() < 0.0);
    assert_eq!(estimate(false, "x..../x..../x..../x..../x.... o"), None);
}
