//! Tests of a tree that several workers use concurrently.

use std::sync::Barrier;

use super::*;
use crate::parallel::fork_join;

/// States are numbers; those from here on are not expanded.
const STATES: u32 = 600;

/// The children of a state: larger numbers.
fn children_of(state: u32) -> [u32; 3] {
    [state + 1, 2 * state + 2, 3 * state + 5]
}

fn key_of(state: u32) -> Key {
    Key::of(u64::from(state))
}

fn value_of(state: u32) -> f32 {
    (state * 37 % 101) as f32
}

/// Expands a state as an iteration does, links the children that are expanded, and surveys all of them.
/// Returns the number of selections that it has added.
fn visit(tree: &Tree, state: u32, worker: usize) -> u32 {
    let child = |state| tree.find(key_of(state)).map_or(Child::Leaf(value_of(state)), Child::Known);
    let children = children_of(state).map(child);
    let turn = if state.is_multiple_of(2) { Player::First } else { Player::Second };
    let node = tree.insert(key_of(state), turn, &[0_u8, 1, 2], &children, worker).expect("there is room");
    let mut selected = 0;
    for (index, child) in (0..).zip(children_of(state)) {
        if let Some(child) = tree.find(key_of(child)) {
            let mut hold = tree.hold(node);
            let slot = hold.link(index, child, worker).expect("there is room");
            hold.add_selections(slot, 1);
            selected += 1;
        }
    }
    let mut hold = tree.hold(node);
    let rank = hold.survey().rank(turn);
    hold.set_label(Label { exact: rank.exact(), value: rank.value(), resolved: false });
    selected
}

/// Four workers expand the same states in different orders. Afterwards, every state and every child must be
/// stored exactly once, every link must lead to the right node, and no selection may be lost.
#[test]
fn workers_grow_one_tree_concurrently() {
    for round in 0..200 {
        let mut tree = Tree::new(Width::One);
        // More room than all workers need, because only an exclusive borrow could make more.
        tree.make_room(16 * STATES as usize);
        let (tree, start) = (&tree, &Barrier::new(4));
        let work = |worker: usize| {
            start.wait();
            // Each worker visits all states in an order of its own.
            let step = [1, 7, 11, 13][worker];
            (0..STATES).map(|i| visit(tree, (i * step + round) % STATES, worker)).sum::<u32>()
        };
        let (own, others) = fork_join((1..4).map(|worker| move || work(worker)), || work(0));
        assert_eq!((tree.len(), tree.stored_children()), (STATES as usize, 3 * STATES as usize));
        let mut selected = 0;
        for state in 0..STATES {
            let node = tree.find(key_of(state)).expect("every state was visited");
            let hold = tree.hold(node);
            let mut seen = [false; 3];
            for link in hold.links() {
                let child = children_of(state)[link.index() as usize];
                assert_eq!(tree.find(key_of(child)), Some(link.child), "{child} is a child of {state}");
                assert!(!std::mem::replace(&mut seen[link.index() as usize], true));
                selected += link.selections;
            }
            for leaf in hold.leaves() {
                assert_eq!(leaf.value, value_of(children_of(state)[leaf.index as usize]));
                assert!(!std::mem::replace(&mut seen[leaf.index as usize], true));
            }
            assert_eq!(seen, [true; 3], "children of {state}");
        }
        assert_eq!(selected, own + others.into_iter().sum::<u32>());
    }
}
