//! Dodgem: its value by an analysis of the circles of the board, and what the past does to the game.

use std::collections::HashMap;

use game::history::{Cyclic, History};
use game::{Game, Outcome, Player};
use games::dodgem::Dodgem;

/// All boards that can arise, with the numbers of their children in the order of the moves.
struct Graph {
    boards: Vec<Dodgem>,
    children: Vec<Vec<usize>>,
}

fn graph(start: Dodgem) -> Graph {
    let mut graph = Graph { boards: vec![start], children: Vec::new() };
    let mut numbers = HashMap::from([(start, 0)]);
    while let Some(&board) = graph.boards.get(graph.children.len()) {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let children = moves.into_iter().map(|m| {
            let mut child = board;
            child.play(m);
            *numbers.entry(child).or_insert_with(|| {
                graph.boards.push(child);
                graph.boards.len() - 1
            })
        });
        let children = children.collect();
        graph.children.push(children);
    }
    graph
}

/// Backwards from the ends: a board is won for its mover if a child is, and lost if all children are.
/// What is left over can be played in circles for ever.
fn retrograde(graph: &Graph) -> Vec<Option<Player>> {
    let mut parents = vec![Vec::new(); graph.boards.len()];
    for (parent, children) in graph.children.iter().enumerate() {
        children.iter().for_each(|&child| parents[child].push(parent));
    }
    let mut open_children: Vec<usize> = graph.children.iter().map(Vec::len).collect();
    let mut winners = vec![None; graph.boards.len()];
    let mut news = Vec::new();
    for (number, board) in graph.boards.iter().enumerate() {
        if let Some(Outcome::Win(player)) = board.outcome() {
            winners[number] = Some(player);
            news.push((number, player));
        }
    }
    while let Some((number, winner)) = news.pop() {
        for &parent in &parents[number] {
            open_children[parent] -= 1;
            let decided = graph.boards[parent].turn() == winner || open_children[parent] == 0;
            if winners[parent].is_none() && decided {
                winners[parent] = Some(winner);
                news.push((parent, winner));
            }
        }
    }
    winners
}

#[test]
fn the_first_player_wins_the_small_board() {
    let graph = graph(Dodgem::start(3));
    assert_eq!(retrograde(&graph)[0], Some(Player::First), "as Winning Ways says");
}

#[test]
fn an_irreversible_move_closes_the_way_back() {
    let graph = graph(Dodgem::start(3));
    let reachable = |from: usize| {
        let (mut seen, mut open) = (vec![false; graph.boards.len()], vec![from]);
        while let Some(number) = open.pop() {
            if !std::mem::replace(&mut seen[number], true) {
                open.extend(&graph.children[number]);
            }
        }
        seen
    };
    let reachable: Vec<Vec<bool>> = (0..graph.boards.len()).map(reachable).collect();
    let mut moves = Vec::new();
    for (number, board) in graph.boards.iter().enumerate() {
        moves.clear();
        board.moves(&mut moves);
        for (&m, &child) in moves.iter().zip(&graph.children[number]) {
            let text = format!("{} at {}", board.move_text(m), board.position());
            assert!(!(board.irreversible(m) && reachable[child][number]), "{text}");
        }
    }
}

fn after(position: &str, moves: &str) -> History<Dodgem> {
    let mut state = History::new(Dodgem::start(3)).parse_position(position).unwrap();
    for word in moves.split_whitespace() {
        assert_eq!(state.outcome(), None, "before {word}");
        state.play(state.parse_move(word).unwrap());
    }
    state
}

const ONE_CAR_EACH: &str = ".../x../..o x";

#[test]
fn the_third_occurrence_is_a_draw() {
    let circle = "a2a3 c1b1 a3a2 b1c1";
    let twice = after(ONE_CAR_EACH, circle);
    assert_eq!(twice.outcome(), None);
    let thrice = after(ONE_CAR_EACH, &format!("{circle} {circle}"));
    assert_eq!(thrice.outcome(), Some(Outcome::Draw));
    assert_eq!(thrice.score(), 0.0);
    assert_eq!(thrice.position(), format!("{ONE_CAR_EACH} moves {circle} {circle}"));
    let read = thrice.parse_position(&thrice.position()).unwrap();
    assert_eq!((&read, read.key(), read.outcome()), (&thrice, thrice.key(), thrice.outcome()));
}

#[test]
fn a_move_forward_forgets_the_past() {
    let state = after(ONE_CAR_EACH, "a2a3 c1b1 a3b3");
    assert_eq!(state.position(), ".x./.../.o. o");
}

#[test]
fn another_past_is_another_state() {
    let by = |moves: &str| after(ONE_CAR_EACH, moves);
    let (above, below) = (by("a2a3 c1b1 a3a2 b1c1"), by("a2a1 c1b1 a1a2 b1c1"));
    assert_eq!(above.board(), below.board());
    assert_ne!(above, below);
    assert_ne!(above.key(), below.key());
    assert_ne!(above, by(""));
    assert_ne!(above.key(), by("").key());
}

#[test]
fn the_order_of_the_past_does_not_matter() {
    let (above, below) = ("a2a3 c1b1 a3a2 b1c1", "a2a1 c1b1 a1a2 b1c1");
    let one = after(ONE_CAR_EACH, &format!("{above} {below}"));
    let other = after(ONE_CAR_EACH, &format!("{below} {above}"));
    assert_eq!(one, other);
    assert_eq!(one.key(), other.key());
}

#[test]
fn a_long_quiet_game_is_a_draw() {
    let mut state = History::new(Dodgem::start(4)).parse_position("x.../.x../..o./...o x").unwrap();
    let mut occurrences = HashMap::from([(*state.board(), 1)]);
    for quiet in 1..=80 {
        assert_eq!(state.outcome(), None, "after {} quiet plies", quiet - 1);
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let quiet_children = moves.iter().filter(|&&m| !state.board().irreversible(m)).map(|&m| {
            let mut child = state.clone();
            child.play(m);
            child
        });
        // The least visited board next: none of them comes for the third time.
        let next = quiet_children.min_by_key(|child| occurrences.get(child.board()).copied().unwrap_or(0));
        state = next.expect("a car can always go sideways here");
        *occurrences.entry(*state.board()).or_insert(0) += 1;
    }
    assert!(occurrences.values().all(|&times| times < 3));
    assert_eq!(state.outcome(), Some(Outcome::Draw));
}

#[test]
fn blocking_loses_and_leaving_wins() {
    // The only car of the second player is now held by the edge and by two cars.
    assert_eq!(after(".x./.../.xo x", "b3c3").outcome(), None);
    assert_eq!(after(".../.x./.xo x", "b2c2").outcome(), Some(Outcome::Win(Player::Second)));
    let off = after("..x/.../o.. x", "c3-off");
    assert_eq!(off.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(off.score(), 1.5);
}

#[test]
fn wrong_positions_are_refused() {
    let start = History::new(Dodgem::start(3));
    let error = |position: &str| start.parse_position(position).unwrap_err().to_string();
    assert!(error("x../x../x.. x").contains("more than 2"));
    assert!(error(".../.../... x").contains("no cars"));
    assert!(error("x../.#./o.. x").contains("column 2, row 2"));
    assert_eq!(start.parse_position(".../x../..o x moves a2a3 c1c3").unwrap_err().place(), Some(25));
}
