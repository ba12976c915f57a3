//! Levels that are kept from one iteration to the next change nothing: neither what the search finds, nor what a policy
//! sees when it is asked.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use game::{AnyState, Game, Key, Sharing};
use games::graph::State;
use proptest::prelude::*;
use search::evaluate::{Noise, Own};
use search::policy::{Step, members};
use search::reference::ByPolicy;
use search::{
    Budget, Candidate, Completion, Evaluator, Label, Options, Pick, Policy, Search, Searcher, Visit, Watch,
};

use crate::members::{Member, Subject, reference_by, start, state};
use crate::model::{Shape, random_graph};

/// Every iteration of a search, and what it has found in the end.
fn trace<G: Game>(search: &mut Search<G>, iterations: u64) -> impl PartialEq + std::fmt::Debug {
    let mut rows = Vec::new();
    let mut row = |counts: &search::Counts, label| rows.push((*counts, label));
    let budget = Budget { iterations: Some(iterations), ..Budget::default() };
    let stop = search.search(&budget, &mut Watch { trace: Some(&mut row), ..Watch::default() });
    (rows, stop, search.finding())
}

/// Members, and how they are written with options that are not the defaults.
fn variations<G: Game>() -> Vec<(String, Box<dyn Policy<G>>)> {
    let mut all = Vec::new();
    for member in members::<G>() {
        let mut add = |text: &str| {
            let options = Options::read(&member.options, text).unwrap();
            all.push((format!("{}({text})", member.name), member.policy(&options, 5).unwrap()));
        };
        add("");
        if member.name == "ubfm-uct" {
            for text in ["c=0", "c=0.01", "c=1", "c=1000000"] {
                add(text);
            }
        }
    }
    all
}

/// A search of a game by one of the variations.
fn search(
    root: &AnyState,
    policy: Box<dyn Policy<AnyState>>,
    completion: Completion,
    seed: u64,
) -> Search<AnyState> {
    let evaluator: Box<dyn Evaluator<AnyState>> =
        if seed == 0 { Box::new(Own) } else { Box::new(Noise { seed }) };
    Search::new(root.clone(), policy, completion, evaluator)
}

/// Every expanded state with its label.
fn labels(search: &mut Search<AnyState>) -> Vec<(Key, Label)> {
    let (mut found, root) = (Vec::new(), search.root().clone());
    search.visit_labels(&[root], |state, label| {
        found.push((state.key(), label));
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn a_search_finds_the_same_as_from_the_root() {
    for name in ["connect4", "othello:6", "breakthrough:5x6", "hex:5", "clobber:4x4", "tictactoe"] {
        let root = games::start(name).unwrap();
        assert!(root.graded(), "{name}");
        for completion in [Completion::On, Completion::Sighted, Completion::Strong, Completion::Off] {
            for (number, (variation, _)) in variations::<AnyState>().iter().enumerate() {
                let place = format!("{name}, {variation}, {completion:?}");
                for seed in [0, 3] {
                    let begin = || search(&root, variations().swap_remove(number).1, completion, seed);
                    let (mut kept, mut fresh) = (begin(), begin());
                    fresh.walk_from_the_root();
                    assert!(trace(&mut kept, 2000) == trace(&mut fresh, 2000), "{place}");
                    assert!(labels(&mut kept) == labels(&mut fresh), "{place}: labels");
                }
            }
        }
    }
}

/// All that a policy can see of the search in a state, by iteration, ply, and whether the state is new.
type Seen = BTreeMap<(u64, usize, bool), String>;

/// Writes down what it sees, by iteration and ply, and chooses as another policy does.
struct Witness {
    policy: Box<dyn Policy<State>>,
    /// Forgets what the other one promises.
    asks_always: bool,
    states: usize,
    seen: Arc<Mutex<Seen>>,
}

impl Witness {
    fn write_down(&self, at: &Visit<'_, State>, is_new: bool) {
        let brief = |child: &Candidate| (child.index, child.rank, child.selections);
        let all: Vec<_> = at.unresolved().iter().map(brief).collect();
        let ahead = |&child: &Candidate| (at.move_to(child), at.after(child).position());
        let ahead: Vec<_> = at.unresolved().iter().map(ahead).collect();
        let above = |step: Step<'_, State>| (step.state.position(), step.label, step.m, step.selections);
        let path: Vec<_> = at.path().map(above).collect();
        let labels: Vec<_> = (0..self.states).map(|number| at.label_of(&state(at.state, number))).collect();
        let best = (brief(&at.best()), at.second_best().as_ref().map(brief));
        let here = (at.state.position(), at.player(), at.states());
        let seen = format!("{here:?} {best:?} {all:?} {ahead:?} {path:?} {labels:?}");
        let before = self.seen.lock().unwrap().insert((at.iteration(), at.ply(), is_new), seen);
        assert_eq!(before, None, "it is asked once");
        // Only children that are not expanded and no better than one that is listed are left out.
        let leaf = at.contenders().iter().find(|child| !child.is_expanded());
        for child in at.unresolved().iter().filter(|child| !at.contenders().contains(child)) {
            assert!(!child.is_expanded() && !at.player().prefers(child.rank, leaf.unwrap().rank));
        }
    }
}

impl Policy<State> for Witness {
    fn keep_going(&mut self, at: &Visit<'_, State>) -> bool {
        self.write_down(at, true);
        self.policy.keep_going(at)
    }

    fn priority_child(&mut self, at: &Visit<'_, State>) -> Pick {
        self.write_down(at, false);
        let pick = self.policy.priority_child(at);
        if self.asks_always { Pick::once(pick.child) } else { pick }
    }

    fn for_worker(&self, _: u64) -> Box<dyn Policy<State>> {
        unreachable!("one worker is enough")
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// A policy that is asked again in every iteration sees, state by state, what the reference shows it; one that makes
    /// promises is asked less often and sees the same.
    #[test]
    fn a_policy_sees_the_same_as_in_the_reference(
        seed in any::<u64>(), states in 2_usize..60, shape in prop_oneof![Just(Shape::Graded), Just(Shape::Skipping)],
        member in (any::<u64>(), any::<prop::sample::Index>()), strong in any::<bool>(),
    ) {
        let game = random_graph(seed, states, shape);
        let (root, completion) = (start(&game), if strong { Completion::Strong } else { Completion::On });
        let member = *member.1.get(&Member::all(member.0));
        let witness = |asks_always: bool| {
            let seen = Arc::new(Mutex::new(BTreeMap::new()));
            let witness = Witness { policy: member.policy(), asks_always, states, seen: seen.clone() };
            (Box::new(witness) as Box<dyn Policy<State>>, seen)
        };
        let (policy, expected) = witness(false);
        let mut slow = reference_by(Box::new(ByPolicy::new(policy)), completion);
        for _ in 0..2 * states {
            Subject::iterate(&mut slow, &root);
        }
        let expected = expected.lock().unwrap();
        let mut counts = Vec::new();
        for asks_always in [true, false] {
            let (policy, seen) = witness(asks_always);
            let mut search = Search::new(root.clone(), policy, completion, Box::new(Own));
            search.run(&Budget { iterations: Some(2 * states as u64), ..Budget::default() }, &AtomicBool::new(false));
            let seen = seen.lock().unwrap();
            for (place, seen) in seen.iter() {
                prop_assert_eq!(Some(seen), expected.get(place), "{:?}", place);
            }
            counts.push(seen.len());
        }
        prop_assert_eq!(counts[0], expected.len());
        prop_assert!(counts[1] <= counts[0]);
    }
}

/// Chooses the first child and says how often it was asked.
struct Counting {
    asked: Arc<Mutex<u64>>,
    number: u64,
}

impl<G: Game> Policy<G> for Counting {
    fn keep_going(&mut self, _: &Visit<'_, G>) -> bool {
        false
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        self.number += 1;
        *self.asked.lock().unwrap() = self.number;
        Pick::once(at.unresolved()[self.number as usize % at.unresolved().len()])
    }

    fn for_worker(&self, _: u64) -> Box<dyn Policy<G>> {
        unreachable!("one worker is enough")
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.number.to_le_bytes())
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        let mut number = [0; 8];
        saved.read_exact(&mut number)?;
        self.number = u64::from_le_bytes(number);
        Ok(())
    }
}

/// A policy from outside takes part in a checkpoint, and one that does not fit is refused.
#[test]
fn a_policy_saves_what_it_remembers() {
    let root = games::othello::Othello::<u64>::start(6);
    let asked = Arc::new(Mutex::new(0));
    let begin = || {
        let policy = Counting { asked: asked.clone(), number: 0 };
        Search::new(root, Box::new(policy), Completion::On, Box::new(Noise { seed: 1 }))
    };
    let go_on = |search: &mut Search<_>, iterations| {
        search.run(&Budget { iterations: Some(iterations), ..Budget::default() }, &AtomicBool::new(false));
        *asked.lock().unwrap()
    };
    let mut whole = begin();
    go_on(&mut whole, 300);
    let mut saved = Vec::new();
    whole.save(&mut saved).unwrap();
    let mut taken_up = begin();
    taken_up.load(&mut saved.as_slice()).unwrap();
    let counts = [go_on(&mut whole, 300), go_on(&mut taken_up, 300)];
    assert_eq!(counts[0], counts[1]);
    assert_eq!(whole.finding(), taken_up.finding());
    // `ubfm` saves nothing and takes nothing up.
    let policy = Member::named("ubfm").policy();
    let mut other = Search::new(root, policy, Completion::On, Box::new(Noise { seed: 1 }));
    assert!(other.load(&mut saved.as_slice()).unwrap_err().to_string().contains("policy"));
}
