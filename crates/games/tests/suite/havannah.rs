//! Havannah: winners found in another way, known values of small boards, and texts.

use game::bits::{Bits, Wide};
use game::laws::exhaustive_value;
use game::{Bounds, Game, Outcome, Player, Rng, Sight};
use games::havannah::Havannah;

use crate::laws::check_from;
use crate::{certain, line};

type Small = Havannah<u64, 64>;

fn play<G: Game>(state: &G, moves: &str) -> G {
    line::after(state.clone(), moves)
}

/// The first side plays these cells, the other one does nothing (its stones are left out of the text).
fn with_stones(side: usize, cells: &str) -> Small {
    let width = 2 * side - 1;
    let cells: Vec<&str> = cells.split_whitespace().collect();
    let row = |row: usize| -> String {
        let symbol = |column: usize| match column.abs_diff(row) < side {
            false => '#',
            true if cells.contains(&game::grid::cell_name(column, row).as_str()) => 'x',
            true => '.',
        };
        (0..width).map(symbol).collect()
    };
    let rows: Vec<String> = (0..width).rev().map(row).collect();
    let text = rows.join("/") + " o";
    Small::start(side, false).parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn rings_bridges_and_forks_win() {
    let won = Some(Outcome::Win(Player::First));
    // Round one empty cell, and with one stone missing.
    assert_eq!(with_stones(4, "d4 e5 e6 d6 c5 c4").outcome(), won);
    assert_eq!(with_stones(4, "d4 e5 e6 d6 c5").outcome(), None);
    // Round a cell of one's own, and a longer ring.
    assert_eq!(with_stones(4, "d4 e5 e6 d6 c5 c4 d5").outcome(), won);
    assert_eq!(with_stones(4, "c3 d3 e4 f5 f6 e6 d5 c4").outcome(), won);
    // A compact group is not a ring; nor is one that needs the edge.
    assert_eq!(with_stones(4, "d4 e5 d5 e4 c4 c3 d3").outcome(), won);
    assert_eq!(with_stones(4, "d4 e5 d5 e4 c4 c3").outcome(), None);
    assert_eq!(with_stones(4, "b1 b2 c3 d3 d2").outcome(), None);
    // Two corners, of which one edge has only two.
    assert_eq!(with_stones(4, "a1 b1 c1 d1").outcome(), won);
    assert_eq!(with_stones(4, "a1 b1 c1").outcome(), None);
    // Three edges; a corner belongs to none.
    assert_eq!(with_stones(4, "b1 b2 b3 a3").outcome(), None);
    assert_eq!(with_stones(4, "a3 b3 c3 d3 e3 f3 c2 c1").outcome(), won);
    assert_eq!(with_stones(4, "a3 b3 c3 d3 e3 f3 c2").outcome(), None);
    assert_eq!(with_stones(4, "a1 b2 c3 d3 e3 f3").outcome(), None);
}

#[test]
fn threats_must_be_met() {
    let prospects = |text: &str| {
        let state = Small::start(3, false).parse_position(text).unwrap();
        let (mut moves, mut prospects) = (Vec::new(), Vec::new());
        state.moves(&mut moves);
        state.prospects(&moves, &mut prospects);
        let lost = Bounds::win(state.turn().other());
        let not_lost = moves.iter().zip(&prospects).filter(|(_, prospect)| **prospect != lost);
        (prospects.len(), not_lost.map(|(&m, _)| state.move_text(m)).collect::<Vec<_>>())
    };
    // Two stones of three along an edge: the third joins the corners.
    assert_eq!(prospects("##.../#..../...../....#/xx.## o"), (17, vec!["c1".to_owned()]));
    assert_eq!(prospects("##.../#..../...../....#/x..## o"), (0, vec![]));
    // Two threats are one too many, unless one wins first.
    assert_eq!(prospects("##.../#..../x..../....#/x.x## o"), (16, vec![]));
    assert_eq!(prospects("##o.o/#..../x..../....#/x.x## o"), (14, vec!["d5".to_owned()]));
}

#[test]
fn threats_are_true() {
    for swap in [false, true] {
        assert!(certain::check(&Small::start(2, swap), 200, 10_000) > 50);
        assert!(certain::check(&Small::start(3, swap), 60, 20_000) > 200);
    }
}

/// The outcome by walks over the text of the board.
fn walk<G: Game>(state: &G) -> Option<Outcome> {
    let text = state.position();
    let board: Vec<Vec<char>> =
        text.split(' ').next().unwrap().split('/').rev().map(|row| row.chars().collect()).collect();
    let width = board.len() as i32;
    let at = |(c, r): (i32, i32)| {
        if (0..width).contains(&c) && (0..width).contains(&r) { board[r as usize][c as usize] } else { '#' }
    };
    let near = |(c, r): (i32, i32)| {
        [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)].map(|(dc, dr)| (c + dc, r + dr))
    };
    let cells: Vec<(i32, i32)> =
        (0..width * width).map(|i| (i % width, i / width)).filter(|&cell| at(cell) != '#').collect();
    let flood = |starts: Vec<(i32, i32)>, inside: &dyn Fn((i32, i32)) -> bool| {
        let (mut open, mut seen) = (starts, std::collections::HashSet::new());
        while let Some(cell) = open.pop() {
            if inside(cell) && seen.insert(cell) {
                open.extend(near(cell));
            }
        }
        seen
    };
    let outside = |cell: (i32, i32)| near(cell).into_iter().filter(|&cell| at(cell) == '#').count();
    let wins = |symbol: char| {
        // A cell is in a ring iff there is no way from it to the edge: over the cells of others, or out of a
        // stone of one's own, which is in a ring iff every neighbour is in it or part of it.
        let edge = cells.iter().copied().filter(|&cell| outside(cell) > 0 && at(cell) != symbol).collect();
        let free = flood(edge, &|cell| at(cell) != '#' && at(cell) != symbol);
        let enclosed = cells.iter().any(|&cell| at(cell) != symbol && !free.contains(&cell));
        let filled = cells
            .iter()
            .any(|&cell| at(cell) == symbol && near(cell).into_iter().all(|cell| at(cell) == symbol));
        let joined = cells.iter().any(|&cell| {
            let group = flood(vec![cell], &|cell| at(cell) == symbol);
            let corners = group.iter().filter(|&&cell| outside(cell) == 3).count();
            // An edge is known by the pattern of its two missing neighbours.
            let edges: std::collections::HashSet<Vec<bool>> = group
                .iter()
                .filter(|&&cell| outside(cell) == 2)
                .map(|&cell| near(cell).into_iter().map(|cell| at(cell) == '#').collect())
                .collect();
            corners >= 2 || edges.len() >= 3
        });
        enclosed || filled || joined
    };
    let side = match (wins('x'), wins('o')) {
        (false, false) => return cells.iter().all(|&cell| at(cell) != '.').then_some(Outcome::Draw),
        (true, _) => Player::First,
        (_, true) => Player::Second,
    };
    Some(Outcome::Win(if text.ends_with("swapped") { side.other() } else { side }))
}

fn same_games<A: Bits, const X: usize, B: Bits, const Y: usize>(side: usize, games: usize) -> [usize; 3] {
    let mut rng = Rng::new(7);
    let mut results = [0; 3];
    for _ in 0..games {
        let (mut a, mut b) = (Havannah::<A, X>::start(side, true), Havannah::<B, Y>::start(side, true));
        let mut moves = Vec::new();
        loop {
            assert_eq!((a.outcome(), a.turn(), a.key()), (b.outcome(), b.turn(), b.key()));
            assert_eq!(a.outcome(), walk(&a), "{}", a.position());
            moves.clear();
            a.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let m = rng.pick(&moves);
            a.play(m);
            b.play(m);
        }
        results[(1 + a.outcome().unwrap().gain()) as usize] += 1;
    }
    results
}

#[test]
fn all_widths_find_the_outcome_that_walks_find() {
    same_games::<u64, 64, u128, 128>(2, 100);
    same_games::<u64, 64, u128, 128>(3, 300);
    same_games::<u64, 64, Wide<3>, 192>(4, 200);
    same_games::<u64, 64, u128, 128>(5, 100);
    let results = same_games::<u128, 128, Wide<5>, 320>(6, 30);
    assert!(results[0] > 0 && results[2] > 0, "{results:?}");
}

#[test]
fn a_full_board_is_a_draw_unless_its_last_stone_wins() {
    // Every stone is cut off: no side has two corners or three edges together.
    let start = Small::start(3, false);
    let mut rng = Rng::new(3);
    let (mut draws, mut late_wins) = (0, 0);
    for _ in 0..200_000 {
        let mut state = start;
        let mut moves = Vec::new();
        loop {
            moves.clear();
            state.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            if let [last] = moves[..] {
                let mut end = state;
                end.play(last);
                match end.outcome() {
                    Some(Outcome::Draw) => draws += 1,
                    Some(Outcome::Win(_)) => late_wins += 1,
                    None => panic!("the board is full"),
                }
            }
            state.play(rng.pick(&moves));
        }
        if draws > 0 && late_wins > 0 {
            return;
        }
    }
    panic!("{draws} draws and {late_wins} wins with the last stone");
}

#[test]
fn small_boards_have_their_values() {
    // Two neighbouring corners are a bridge for the player who has the second stone there first.
    assert_eq!(exhaustive_value(&Small::start(2, false)), 1);
    assert_eq!(exhaustive_value(&Small::start(2, true)), -1);
    check_from("havannah:4", "", 20_000, 1);
}

#[test]
fn outcomes_are_by_player_after_a_swap() {
    let start = Small::start(3, true);
    let opened = play(&start, "c3");
    assert_eq!(opened.count_moves(&mut Vec::new()), 19);
    let swapped = play(&opened, "swap");
    assert_eq!(swapped.position(), "##.../#..../..x../....#/...## o swapped");
    assert_eq!((opened.turn(), swapped.turn()), (Player::Second, Player::First));
    assert_ne!(opened.key(), swapped.key());
    assert!(swapped.parse_move("swap").is_err());
    assert!(play(&start, "c3 a1").parse_move("swap").is_err());
    assert_eq!(play(&swapped, "a1 c1 b1 b2 a2 a3 d3 c2 d4 e3 b3").outcome(), None);
    // Now the first player has o, and joins two corners with it.
    assert_eq!(play(&swapped, "a1 b2 b1 d4 c1").outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn wrong_texts_are_refused() {
    let start = Small::start(2, false);
    assert_eq!(start.position(), "#../.../..# x");
    for (text, message) in [
        ("", "empty"),
        ("#x./.../..# o swapped", "character 15: there is no swap in this variant"),
        ("#x./.../..# o twice", "character 15: unexpected `twice`"),
        ("#x./.../... o", "c1 is not on the board"),
        ("#x./.#./..# o", "b2 is on the board"),
        ("#x./... o", "3 columns and 2 rows"),
        ("#xx/.../oo# o", "both sides have won"),
    ] {
        let error = start.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }

    for name in ["havannah:1", "havannah:11", "havannah:x", "havannah:8,swap", "havannah:-1", "havannah:8x8"]
    {
        assert!(games::start(name).is_err(), "{name}");
    }
}
