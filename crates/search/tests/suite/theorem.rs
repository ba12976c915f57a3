//! The statements of the paper, by number, on random graphs with shared children, for both implementations.

use std::sync::atomic::AtomicBool;

use game::{Game, Rng, Sharing};
use games::graph::{Description, State};
use proptest::prelude::*;
use search::reference::ByPolicy;
use search::{Budget, Completion, Label, Search, Searcher, Stop};

use crate::members::{Known, Member, Subject, fast, reference, reference_by, start, state, subjects};
use crate::model::{Shape, minimax, random_graph};

fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(Shape::Graded), Just(Shape::Skipping)]
}

fn any_completion() -> impl Strategy<Value = Completion> {
    prop_oneof![Just(Completion::Off), completion()]
}

/// As in the paper, or for strong solving.
fn completion() -> impl Strategy<Value = Completion> {
    prop_oneof![Just(Completion::On), Just(Completion::Strong)]
}

fn any_member() -> impl Strategy<Value = Member> {
    (any::<u64>(), any::<prop::sample::Index>()).prop_map(|(seed, index)| *index.get(&Member::all(seed)))
}

/// A random game of fewer than 80 states.
fn any_game() -> impl Strategy<Value = Description> {
    (any::<u64>(), 2_usize..80, any_shape())
        .prop_map(|(seed, states, shape)| random_graph(seed, states, shape))
}

fn once() -> Budget {
    Budget { iterations: Some(1), ..Budget::default() }
}

/// A state of the game, any one.
fn any_state(root: &State, game: &Description, rng: &mut Rng) -> State {
    state(root, rng.below(game.children.len()))
}

/// One iteration of a search on a state, and what was known before and after it.
struct Step {
    on: usize,
    path: Vec<usize>,
    before: Vec<Known>,
    after: Vec<Known>,
}

/// Iterates on the start until it is resolved, or on any states for a while, and checks every iteration.
fn each_iteration(
    game: &Description,
    subject: &mut dyn Subject,
    anywhere: Option<u64>,
    mut check: impl FnMut(Step) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let root = start(game);
    let mut rng = anywhere.map(Rng::new);
    let mut before = vec![Known::default(); game.children.len()];
    for _ in 0..2 * game.children.len() {
        let on = rng.as_mut().map_or_else(|| root.clone(), |rng| any_state(&root, game, rng));
        let path = subject.iterate(&on);
        let after = subject.table(game);
        check(Step { on: path[0], path, before, after: after.clone() })?;
        if rng.is_none() && after[0].resolved() {
            break;
        }
        before = after;
    }
    Ok(())
}

/// The children of a state, by number.
fn children(game: &Description, s: usize) -> impl Iterator<Item = usize> {
    game.children[s].iter().map(|&t| t as usize)
}

/// The states that are resolved now and were not before.
fn newly_resolved(step: &Step) -> usize {
    step.before
        .iter()
        .zip(&step.after)
        .filter(|(before, after)| !before.resolved() && after.resolved())
        .count()
}

/// The states that are explored now and were not before, and have children.
fn newly_expanded(game: &Description, step: &Step) -> usize {
    let is_new = |s: &usize| !step.before[*s].explored && step.after[*s].explored;
    (0..game.children.len()).filter(|s| is_new(s) && !game.children[*s].is_empty()).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Algorithm 1 extends the tree by one state per iteration, or stops where it resolves one.
    #[test]
    fn algorithm_1_ubfm_expands_at_most_one_state_per_iteration(game in any_game(), completion in completion()) {
        for mut subject in subjects(&start(&game), Member::named("ubfm"), completion) {
            each_iteration(&game, subject.as_mut(), None, |step| {
                let expanded = newly_expanded(&game, &step);
                prop_assert!(expanded == 1 || expanded == 0 && newly_resolved(&step) > 0);
                Ok(())
            })?;
        }
    }

    /// Algorithm 2 goes on until it comes to a state that is resolved.
    #[test]
    fn algorithm_2_descent_ends_in_a_resolved_state(game in any_game(), completion in completion()) {
        let mut slow = reference(Member::named("descent"), completion);
        each_iteration(&game, &mut slow, None, |step| {
            prop_assert!(step.after[step.path[step.path.len() - 1]].resolved());
            Ok(())
        })?;
        for mut subject in subjects(&start(&game), Member::named("descent"), completion) {
            each_iteration(&game, subject.as_mut(), None, |step| {
                prop_assert!(newly_resolved(&step) > 0);
                Ok(())
            })?;
        }
    }

    /// Algorithm 3: an iteration leaves (c, v) of the best child at each state of its path.
    #[test]
    fn algorithm_3_the_best_child_has_the_best_c_then_the_best_v(
        game in any_game(), member in any_member(), completion in any_completion(),
    ) {
        for mut subject in subjects(&start(&game), member, completion) {
            each_iteration(&game, subject.as_mut(), None, |step| {
                for &s in step.path.iter().filter(|s| !game.children[**s].is_empty()) {
                    let pair = |s: usize| step.after[s].label.map(|label| (label.exact, label.value)).unwrap();
                    let better = |a: (i8, f32), b: (i8, f32)| if game.player[s] == 1 { a > b } else { a < b };
                    prop_assert!(children(&game, s).any(|t| pair(t) == pair(s)), "{} has the pair of no child", s);
                    prop_assert!(!children(&game, s).any(|t| better(pair(t), pair(s))), "{} has a better child", s);
                }
                Ok(())
            })?;
        }
    }

    /// Lemma 4: a resolved state keeps c and r whatever the next iteration is on, and v unless it is on the state itself.
    #[test]
    fn lemma_4_a_resolved_state_does_not_change(
        game in any_game(), member in any_member(), completion in completion(), anywhere in any::<Option<u64>>(),
    ) {
        for mut subject in subjects(&start(&game), member, completion) {
            each_iteration(&game, subject.as_mut(), anywhere, |step| {
                for (s, (before, after)) in step.before.iter().zip(&step.after).enumerate() {
                    let Some(before) = before.label else { continue };
                    if before.resolved {
                        let after = after.label.unwrap();
                        let value = if s == step.on { after.value } else { before.value };
                        prop_assert_eq!(after, Label { value, ..before }, "state {}", s);
                    }
                }
                Ok(())
            })?;
        }
    }

    /// Lemma 5, first part: a resolved state has |c| = 1 or resolved children only; strong solving knows no exception.
    #[test]
    fn lemma_5_a_resolved_state_is_decided_or_has_resolved_children(
        game in any_game(), member in any_member(), completion in completion(), anywhere in any::<Option<u64>>(),
    ) {
        for mut subject in subjects(&start(&game), member, completion) {
            each_iteration(&game, subject.as_mut(), anywhere, |step| {
                for (s, known) in step.after.iter().enumerate().filter(|(_, known)| known.resolved()) {
                    let is_decided = completion == Completion::On && known.label.unwrap().exact != 0;
                    prop_assert!(is_decided || children(&game, s).all(|t| step.after[t].resolved()), "state {}", s);
                }
                Ok(())
            })?;
        }
    }

    /// Lemma 5, second part: |c(s)| = 1 implies r(s) = 1, at any time.
    #[test]
    fn lemma_5_a_decided_state_is_resolved(
        game in any_game(), member in any_member(), anywhere in any::<Option<u64>>(),
    ) {
        for mut subject in subjects(&start(&game), member, Completion::On) {
            each_iteration(&game, subject.as_mut(), anywhere, |step| {
                for label in step.after.iter().filter_map(|known| known.label) {
                    prop_assert!(label.exact == 0 || label.resolved, "{:?}", label);
                }
                Ok(())
            })?;
        }
    }

    /// Lemma 5, third part: a state whose children are all resolved is resolved. In a graph that holds where an iteration
    /// has just been: another parent may have resolved a child since.
    #[test]
    fn lemma_5_a_state_with_resolved_children_is_resolved_when_visited(
        game in any_game(), member in any_member(), completion in completion(), anywhere in any::<Option<u64>>(),
    ) {
        for mut subject in subjects(&start(&game), member, completion) {
            each_iteration(&game, subject.as_mut(), anywhere, |step| {
                for &s in &step.path {
                    let all = children(&game, s).all(|t| step.after[t].resolved());
                    prop_assert!(!all || step.after[s].resolved(), "state {}", s);
                }
                Ok(())
            })?;
        }
    }

    /// Proposition 6: r(s) = 1 implies c(s) = M(s), at any time and for every state.
    #[test]
    fn proposition_6_what_is_resolved_is_the_minimax_value(
        game in any_game(), member in any_member(), completion in completion(), anywhere in any::<Option<u64>>(),
    ) {
        let exact = minimax(&game);
        for mut subject in subjects(&start(&game), member, completion) {
            each_iteration(&game, subject.as_mut(), anywhere, |step| {
                for (s, label) in step.after.iter().enumerate().filter_map(|(s, known)| Some((s, known.label?))) {
                    prop_assert!(!label.resolved || label.exact == exact[s], "state {}: {:?}", s, label);
                }
                Ok(())
            })?;
        }
    }

    /// Lemma 7: an iteration on an unresolved state ends in one that is new to S_p or newly resolved. The path of the fast
    /// walk cannot be seen, but there is such a state.
    #[test]
    fn lemma_7_an_iteration_ends_in_a_new_or_newly_resolved_state(
        game in any_game(), member in any_member(), completion in completion(), anywhere in any::<Option<u64>>(),
    ) {
        let mut slow = reference(member, completion);
        each_iteration(&game, &mut slow, anywhere, |step| {
            let last = step.path[step.path.len() - 1];
            let (before, after) = (step.before[last], step.after[last]);
            let is_new = !before.explored && after.explored || !before.resolved() && after.resolved();
            prop_assert!(is_new || step.before[step.on].resolved() || game.children[step.on].is_empty());
            Ok(())
        })?;
        each_iteration(&game, &mut fast(&start(&game), member, completion), anywhere, |step| {
            let news = newly_resolved(&step) + newly_expanded(&game, &step);
            prop_assert!(news > 0 || step.before[step.on].resolved() || game.children[step.on].is_empty());
            Ok(())
        })?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Algorithm 4: the fast walk is the reference, in every iteration, every label and every count.
    #[test]
    fn algorithm_4_the_fast_walk_is_the_reference(
        seed in any::<u64>(), states in 2_usize..60, shape in any_shape(),
        completion in any_completion(), member in any_member(), looks in any::<bool>(),
        by_policy in any::<bool>(),
    ) {
        let game = random_graph(seed, states, shape);
        let root = start(&game);
        prop_assert!(shape == Shape::Skipping || root.graded());
        // The choices written down once more, or those of the policy itself.
        let choices = if by_policy { Box::new(ByPolicy::new(member.policy())) } else { member.choices() };
        let mut slow = reference_by(choices, completion);
        let mut search = fast(&root, member, completion);
        for iteration in 0..4 * states {
            let stop = search.run(&once(), &AtomicBool::new(false));
            slow.iterate(&root);
            let label = slow.tree.labels[&root];
            prop_assert_eq!(stop == Stop::Resolved, label.resolved);
            prop_assert_eq!(search.label(), Some(label), "iteration {}", iteration);
            let expansions = slow.tree.explored.iter().filter(|s| s.outcome().is_none()).count();
            prop_assert_eq!(search.counts().expansions, expansions as u64);
            if stop == Stop::Resolved {
                break;
            }
            // Looking makes the walk come back to the root, which must not change what it does next.
            if looks && iteration % 3 == 0 {
                search.choices(&root);
            }
        }
        for s in 0..states {
            let here = state(&root, s);
            let Some(choices) = search.choices(&here) else { continue };
            for (choice, t) in choices.iter().zip(children(&game, s)) {
                let there = state(&root, t);
                prop_assert_eq!(choice.label, slow.tree.labels[&there], "from {} to {}", s, t);
                let selections = slow.tree.selections.get(&(here.clone(), there)).copied().unwrap_or(0);
                prop_assert_eq!(choice.selections, selections, "from {} to {}", s, t);
            }
        }
    }

    /// Proposition 8: 2|S| iterations on any state resolve it, also when other states have been searched before.
    #[test]
    fn proposition_8_a_state_is_resolved_within_twice_as_many_iterations_as_there_are_states(
        game in any_game(), member in any_member(), completion in completion(), seed in any::<u64>(),
    ) {
        let (root, mut rng) = (start(&game), Rng::new(seed));
        for mut subject in subjects(&root, member, completion) {
            for _ in 0..3 {
                let s = any_state(&root, &game, &mut rng);
                prop_assert!(subject.search(&s, 2 * game.children.len()).resolved, "state {:?}", s.position());
            }
        }
    }

    /// Theorem 9: every member of the class is complete. It resolves the start and finds its minimax value.
    #[test]
    fn theorem_9_every_member_is_complete(
        seed in any::<u64>(), states in 2_usize..80, shape in any_shape(), member in any_member(),
        completion in completion(),
    ) {
        let game = random_graph(seed, states, shape);
        let exact = minimax(&game);
        for mut subject in subjects(&start(&game), member, completion) {
            let label = subject.search(&start(&game), 2 * states);
            prop_assert_eq!((label.resolved, label.exact), (true, exact[0]));
        }
    }

    /// The remark of the appendix: without the shortcut for |c| = 1 every reachable state gets its value.
    #[test]
    fn remark_strong_solving_resolves_every_reachable_state(game in any_game(), member in any_member()) {
        let exact = minimax(&game);
        for mut subject in subjects(&start(&game), member, Completion::Strong) {
            subject.search(&start(&game), 2 * game.children.len());
            let table = subject.table(&game);
            let (mut open, mut seen) = (vec![0_usize], vec![false; exact.len()]);
            while let Some(s) = open.pop() {
                if !std::mem::replace(&mut seen[s], true) {
                    prop_assert!(table[s].resolved(), "state {} is not resolved", s);
                    prop_assert_eq!(table[s].label.map(|label| label.exact), Some(exact[s]));
                    open.extend(children(&game, s));
                }
            }
        }
    }

    /// Theorem 9 when a game goes on: what is dropped then does not change the value that is found afterwards.
    #[test]
    fn theorem_9_holds_after_the_unreachable_is_forgotten(
        game in any_game(), member in any_member(), before in 0_u64..40,
    ) {
        let exact = minimax(&game);
        let root = start(&game);
        let mut search = fast(&root, member, Completion::On);
        search.run(&Budget { iterations: Some(before), ..Budget::default() }, &AtomicBool::new(false));
        for child in children(&game, 0) {
            let kept = search.states();
            search.set_root(state(&root, child));
            search.forget_the_unreachable();
            prop_assert!(search.states() <= kept);
            search.run(&Budget::default(), &AtomicBool::new(false));
            prop_assert_eq!(search.label().unwrap().exact, exact[child]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Theorem 9 for many workers: they prove the same, and what they have resolved on the way is true.
    #[test]
    fn theorem_9_holds_for_many_workers(
        seed in any::<u64>(), states in 2_usize..200, shape in any_shape(), member in any_member(),
        threads in 2_usize..6,
        completion in prop_oneof![Just(Completion::On), Just(Completion::Sighted), Just(Completion::Strong)],
    ) {
        let game = random_graph(seed, states, shape);
        let exact = minimax(&game);
        let root = start(&game);
        let mut search: Search<State> = fast(&root, member, completion);
        let budget = Budget { threads: Some(threads), ..Budget::default() };
        prop_assert_eq!(search.run(&budget, &AtomicBool::new(false)), Stop::Resolved);
        prop_assert_eq!(search.label().map(|label| label.exact), Some(exact[0]));
        for choice in search.choices(&root).unwrap_or_default() {
            let child = game.children[0][choice.m as usize] as usize;
            prop_assert!(!choice.label.resolved || choice.label.exact == exact[child]);
        }
    }
}
