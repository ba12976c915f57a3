//! What a board is sure of, and what of it a history may repeat.

use std::collections::HashMap;

use game::history::History;
use game::laws::exhaustive_value;
use game::{Bounds, Game, Key, Player, Rng, Sharing, Sight};

use crate::ladder::Ladder;

type State = History<Ladder<false>>;

/// States of random games, the same ones every time.
fn for_each_state<const FORBIDS: bool>(mut see: impl FnMut(&History<Ladder<FORBIDS>>, &[u8])) {
    let (mut rng, mut moves) = (Rng::new(3), Vec::new());
    for _ in 0..200 {
        let mut state = History::new(Ladder::start(1));
        loop {
            moves.clear();
            state.moves(&mut moves);
            see(&state, &moves);
            if moves.is_empty() {
                break;
            }
            state.play(rng.pick(&moves));
        }
    }
}

fn after(state: &State, m: u8) -> State {
    let mut child = state.clone();
    child.play(m);
    child
}

fn allow(bounds: Bounds, value: i8) -> bool {
    bounds.at_least <= value && value <= bounds.at_most
}

/// Each certainty of the board is wrong somewhere, so that a history which repeated it would prove wrong values.
#[test]
fn what_the_board_is_sure_of_is_wrong_with_a_past() {
    let [mut bounds, mut prospects, mut pruned, mut canonical] = [0; 4];
    let mut values: HashMap<Key, i8> = HashMap::new();
    for_each_state(|state: &State, moves| {
        if moves.is_empty() {
            return;
        }
        let (board, value) = (state.board(), exhaustive_value(state));
        bounds += usize::from(!allow(board.bounds(), value));
        let mut expected = Vec::new();
        board.prospects(moves, &mut expected);
        let of_move = |m| exhaustive_value(&after(state, m));
        prospects +=
            moves.iter().zip(expected).filter(|&(&m, expected)| !allow(expected, of_move(m))).count();
        let mut kept = moves.to_vec();
        board.prune(&mut kept);
        let values_left = kept.iter().map(|&m| of_move(m));
        let best = if state.turn() == Player::First { values_left.max() } else { values_left.min() };
        pruned += usize::from(best != Some(value));
        canonical += usize::from(*values.entry(board.canonical_key()).or_insert(value) != value);
    });
    let wrong = [bounds, prospects, pruned, canonical];
    assert!(!wrong.contains(&0), "bounds, prospects, prune and canonical_key are wrong {wrong:?} times");
}

#[test]
fn a_history_is_sure_of_nothing_but_a_win_by_the_next_move() {
    let (mut wins, mut too_late) = (0, 0);
    for_each_state(|state: &State, moves| {
        let (mut prospects, mut kept) = (Vec::new(), moves.to_vec());
        state.prospects(moves, &mut prospects);
        state.prune(&mut kept);
        assert_eq!((state.bounds(), prospects.len(), kept.len()), (Bounds::ANY, 0, moves.len()));
        assert_eq!(state.canonical_key(), state.sharing_key());
        let (win, shown) = (state.winning_move(), state.board().winning_move());
        assert_eq!(win, if moves.is_empty() { None } else { shown });
        wins += usize::from(win.is_some());
        too_late += usize::from(win != shown);
    });
    assert!(wins > 0 && too_late > 0);
}

/// The same way twice is forbidden, also where it would win.
#[test]
fn a_win_that_the_past_forbids_is_none() {
    let (mut allowed, mut forbidden) = (0, 0);
    for_each_state(|state: &History<Ladder<true>>, moves| {
        let Some(m) = state.board().winning_move() else { return assert_eq!(state.winning_move(), None) };
        let is_legal = moves.contains(&m);
        assert_eq!(state.winning_move(), is_legal.then_some(m));
        allowed += usize::from(is_legal);
        forbidden += usize::from(!is_legal && !moves.is_empty());
    });
    assert!(allowed > 0 && forbidden > 0);
}
