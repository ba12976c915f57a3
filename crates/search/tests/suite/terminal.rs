//! Every kind of f_t: the fast walk against the reference, and against plain minimax over all lines of a game.

use std::sync::atomic::AtomicBool;

use game::{AnyState, Game, Machinery, Outcome, Sharing, Sight};
use games::graph::{Description, Graph};
use games::nim::Nim;
use proptest::prelude::*;
use search::baseline::trivial::Trivial;
use search::baseline::{b_star, best_first, conspiracy};
use search::evaluate::{Own, Zero};
use search::policy::Ubfm;
use search::reference::{Choices, PartialTree, Reference};
use search::{
    Budget, Completion, Decision, Evaluator, Label, Options, Search, Searcher, Setup, Stop, TerminalFunction,
    TerminalValue, Watch, children,
};

use crate::members::Member;
use crate::model::{Shape, random_graph};

/// f_t as docs/terminal-values.md defines it, of a state that was reached after `p` plies of a game of at most `longest`.
fn by_definition<G: Game>(kind: TerminalValue, end: &G, p: u32, longest: u32) -> f32 {
    let gain = f32::from(end.outcome().map(Outcome::gain).unwrap());
    let left = longest as f32 - p as f32 + 1.0;
    let lead = |difference: f32| match gain as i8 {
        1 => difference.max(1.0),
        -1 => difference.min(-1.0),
        _ => 0.0,
    };
    let difference = |[first, second]: [u32; 2]| lead(first as f32 - second as f32);
    match kind {
        TerminalValue::Score => end.score(),
        TerminalValue::Gain => gain,
        TerminalValue::RawScore => lead(end.raw_score().unwrap()),
        TerminalValue::DepthAdditive => gain * left,
        TerminalValue::DepthMultiplicative => end.score() * left,
        TerminalValue::DepthMargin => gain * (1.0 + 64.0 / (64.0 + p as f32)),
        TerminalValue::Presence => difference(end.pieces().unwrap()),
        TerminalValue::Mobility => difference(end.mobility().unwrap()),
    }
}

/// The minimax value of f_t over all lines from a state that was reached after `p` plies, by the rules alone and without a
/// table: no state is taken for another one.
fn minimax<G: Game>(state: &G, kind: TerminalValue, p: u32, longest: u32) -> f32 {
    let player = state.turn();
    let values = children(state).into_iter().map(|(_, child)| minimax(&child, kind, p + 1, longest));
    let better = |a, b| if player.prefers(b, a) { b } else { a };
    values.reduce(better).unwrap_or_else(|| by_definition(kind, state, p, longest))
}

/// The length of the longest line.
fn longest_line<G: Game>(state: &G) -> u32 {
    children(state).iter().map(|(_, child)| 1 + longest_line(child)).max().unwrap_or(0)
}

fn start(name: &str) -> AnyState {
    games::start(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn graph(game: Description) -> AnyState {
    AnyState::new(Graph::new(game).unwrap().start())
}

/// The kinds of f_t that a game has.
fn kinds(start: &AnyState) -> Vec<TerminalValue> {
    TerminalValue::ALL.into_iter().filter(|&kind| TerminalFunction::begin(kind, start).is_ok()).collect()
}

/// A search from the root that goes with its f_t.
fn fast(
    start: &AnyState,
    kind: TerminalValue,
    member: Member,
    completion: Completion,
    evaluator: impl Evaluator<AnyState> + 'static,
) -> Search<AnyState> {
    let (terminal, root) = TerminalFunction::begin(kind, start).unwrap();
    Search::with_terminal(root, member.policy(), completion, terminal, Box::new(evaluator))
}

fn iterations(count: u64) -> Budget {
    Budget { iterations: Some(count), ..Budget::default() }
}

fn any_completion() -> impl Strategy<Value = Completion> {
    prop_oneof![Just(Completion::Off), Just(Completion::On), Just(Completion::Strong)]
}

fn any_member() -> impl Strategy<Value = Member> {
    let random = any::<u64>().prop_map(|seed| Member { name: "random", seed });
    prop_oneof![
        Just(Member::named("ubfm")),
        Just(Member::named("descent")),
        Just(Member::named("ubfm-uct")),
        random
    ]
}

/// The kinds that explicit games have.
fn any_kind_of_graphs() -> impl Strategy<Value = TerminalValue> {
    prop_oneof![
        Just(TerminalValue::Score),
        Just(TerminalValue::Gain),
        Just(TerminalValue::RawScore),
        Just(TerminalValue::DepthAdditive),
        Just(TerminalValue::DepthMultiplicative),
        Just(TerminalValue::DepthMargin),
    ]
}

fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(Shape::Graded), Just(Shape::Skipping)]
}

/// The choices of any member.
struct AnyChoices(Box<dyn Choices<AnyState>>);

impl Choices<AnyState> for AnyChoices {
    fn keep_going(&mut self, s: &AnyState, tree: &PartialTree<AnyState>) -> bool {
        self.0.keep_going(s, tree)
    }

    fn priority_child<'a>(
        &mut self,
        s: &AnyState,
        among: &'a [AnyState],
        tree: &PartialTree<AnyState>,
    ) -> &'a AnyState {
        self.0.priority_child(s, among, tree)
    }
}

/// Compares the fast walk with the reference, iteration by iteration, then every label and count that either has.
fn compare(
    start: &AnyState,
    kind: TerminalValue,
    (member, completion): (Member, Completion),
    f_theta: fn(&AnyState) -> f32,
    most: usize,
) -> Result<(), TestCaseError> {
    let longest = start.longest().unwrap_or(1000);
    let f_t = |s: &AnyState| by_definition(kind, s, s.plies().unwrap_or(0), longest);
    let mut slow = Reference::new(AnyChoices(member.choices()), f_t, f_theta, completion);
    let mut search = fast(start, kind, member, completion, Own);
    let root = search.root().clone();
    for iteration in 0..most {
        let stop = search.run(&iterations(1), &AtomicBool::new(false));
        slow.iterate(&root);
        let label = slow.tree.labels[&root];
        prop_assert_eq!(search.label(), Some(label), "{:?}, iteration {}", kind, iteration);
        let expansions = slow.tree.explored.iter().filter(|s| s.outcome().is_none()).count();
        prop_assert_eq!(search.counts().expansions, expansions as u64);
        if stop == Stop::Resolved {
            break;
        }
    }
    for here in slow.tree.explored.iter().filter(|s| s.outcome().is_none()) {
        let choices = search.choices(here).unwrap();
        for (choice, (_, there)) in choices.iter().zip(children(here)) {
            prop_assert_eq!(choice.label, slow.tree.labels[&there], "{:?}", kind);
            let selections = slow.tree.selections.get(&(here.clone(), there)).copied().unwrap_or(0);
            prop_assert_eq!(choice.selections, selections);
        }
    }
    Ok(())
}

/// States that `Own` estimates, as explicit games do.
fn own(state: &AnyState) -> f32 {
    state.estimate().unwrap_or(0.0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Algorithm 4 with any f_t: in every iteration, every label and every count.
    #[test]
    fn the_fast_walk_is_the_reference_for_every_f_t(
        seed in any::<u64>(), states in 2_usize..40, shape in any_shape(), kind in any_kind_of_graphs(),
        completion in any_completion(), member in any_member(),
    ) {
        let game = graph(random_graph(seed, states, shape));
        compare(&game, kind, (member, completion), own, 4 * states)?;
    }

    /// Strong solving gives the start the minimax of f_t over all lines, in games whose states are reached on ways of
    /// different lengths.
    #[test]
    fn strong_solving_finds_the_minimax_of_f_t(
        seed in any::<u64>(), states in 2_usize..14, kind in any_kind_of_graphs(), member in any_member(),
    ) {
        let game = graph(random_graph(seed, states, Shape::Skipping));
        let longest = longest_line(&game);
        prop_assert_eq!(game.longest(), Some(longest));
        let mut search = fast(&game, kind, member, Completion::Strong, Own);
        search.run(&Budget::default(), &AtomicBool::new(false));
        let label = search.label().unwrap();
        let value = minimax(&game, kind, 0, longest);
        prop_assert_eq!(label, Label { exact: exact(value), value, resolved: true }, "{:?}", kind);
    }

    /// Whatever f_t is, c is the gain: every member with completion proves who wins, with several workers, too.
    #[test]
    fn c_is_the_gain_whatever_f_t_is(
        seed in any::<u64>(), states in 2_usize..60, shape in any_shape(), kind in any_kind_of_graphs(),
        member in any_member(), threads in 1_usize..4,
    ) {
        let game = graph(random_graph(seed, states, shape));
        let mut search = fast(&game, kind, member, Completion::On, Own);
        let budget = Budget { threads: Some(threads), ..Budget::default() };
        prop_assert_eq!(search.run(&budget, &AtomicBool::new(false)), Stop::Resolved);
        prop_assert_eq!(search.label().map(|label| label.exact), Some(game::laws::exhaustive_value(&game)));
    }
}

/// The gain that a value has the sign of.
fn exact(value: f32) -> i8 {
    if value == 0.0 { 0 } else { value.signum() as i8 }
}

/// Games of real rules: pieces are captured, moves are counted, turns are passed, positions are repeated.
#[test]
fn the_fast_walk_is_the_reference_in_games() {
    for name in
        ["hexapawn", "othello:4", "breakthrough:3x6", "clobber:3x3", "domineering:3x4", "dodgem", "go:3"]
    {
        let start = start(name);
        // A search distinguishes histories by their lengths, a map of states only if they count plies.
        let is_history = ["dodgem", "go:3"].contains(&name);
        for kind in kinds(&start).into_iter().filter(|kind| !is_history || kind.counts_plies()) {
            for member in [Member::named("ubfm"), Member::named("descent")] {
                for completion in [Completion::Off, Completion::On] {
                    compare(&start, kind, (member, completion), own, 60)
                        .unwrap_or_else(|error| panic!("{name}: {error}"));
                }
            }
        }
    }
}

/// Nim is full of ways of different lengths to the same heaps, and every kind of f_t is minimax over all lines.
#[test]
fn strong_solving_finds_the_minimax_of_f_t_in_games() {
    for name in ["nim:1-2-3", "nim:2-3", "nim:1-1-2-2", "hexapawn", "tictactoe", "clobber:3x3", "graph"] {
        let start = if name == "graph" { two_ways() } else { start(name) };
        let longest = start.longest().unwrap();
        for kind in kinds(&start) {
            let mut search = fast(&start, kind, Member::named("ubfm"), Completion::Strong, Zero);
            search.run(&Budget::default(), &AtomicBool::new(false));
            let value = minimax(&start, kind, 0, longest);
            let label = Label { exact: exact(value), value, resolved: true };
            assert_eq!(search.label(), Some(label), "{name}, {kind:?}");
        }
    }
}

/// 0 -> 1 -> 2 -> 3 and 0 -> 2: state 2 comes after one ply or after two, and 3 is won.
fn two_ways() -> AnyState {
    let children = vec![vec![1, 2], vec![2], vec![3], vec![]];
    let ones = vec![1.0; 4];
    graph(Description { player: vec![1; 4], children, gain: ones.clone(), score: ones, eval: vec![0.0; 4] })
}

/// The same position after ways of different lengths is two states of such a search, with two values.
#[test]
fn a_transposition_of_another_length_has_a_value_of_its_own() {
    let mut search =
        fast(&two_ways(), TerminalValue::DepthAdditive, Member::named("ubfm"), Completion::Strong, Zero);
    search.run(&Budget::default(), &AtomicBool::new(false));
    let root = search.root().clone();
    let after = |moves: &[&str]| {
        let mut state = root.clone();
        moves.iter().for_each(|text| state.play(state.parse_move(text).unwrap()));
        state
    };
    let (soon, late) = (after(&["2"]), after(&["1", "2"]));
    assert_eq!((soon.position(), soon.plies()), (late.position(), Some(1)));
    assert_ne!((&soon, soon.key(), soon.sharing_key()), (&late, late.key(), late.sharing_key()));
    // P = 3: the win is there after two plies, or after three.
    let value = |search: &mut Search<AnyState>, state| search.find(state).unwrap().value;
    assert_eq!([value(&mut search, &soon), value(&mut search, &late)], [2.0, 1.0]);
    assert_eq!(search.label().map(|label| label.value), Some(2.0));
    // An f_t that does not look at plies knows one state.
    let gain = fast(&two_ways(), TerminalValue::Gain, Member::named("ubfm"), Completion::Strong, Zero);
    assert_eq!(gain.root().plies(), None);
}

#[test]
fn what_a_game_does_not_have_is_refused_in_a_sentence() {
    let refusal = |kind, name: &str| match TerminalFunction::begin(kind, &start(name)) {
        Ok(_) => panic!("{name} has {kind:?}"),
        Err(error) => error.to_string(),
    };
    assert!(refusal(TerminalValue::RawScore, "connect4").contains("points"));
    assert!(refusal(TerminalValue::Presence, "nim").contains("pieces"));
    assert!(refusal(TerminalValue::Mobility, "hex").contains("moves of both players"));
    // A state of a known type does not count plies: the value would depend on the way.
    let typed = Nim::new(&[1, 2, 3], game::Player::First);
    assert!(TerminalFunction::begin(TerminalValue::DepthAdditive, &typed).is_err());
    assert!(TerminalFunction::begin(TerminalValue::Gain, &typed).is_ok());
}

/// What the game sees shows who wins and not by how much.
#[test]
fn sight_is_for_the_gain_and_the_score() {
    for kind in kinds(&start("othello:4")) {
        let search = fast(&start("othello:4"), kind, Member::named("ubfm"), Completion::Sighted, Zero);
        let takes_sight = matches!(kind, TerminalValue::Gain | TerminalValue::Score);
        assert_eq!(search.completion() == Completion::Sighted, takes_sight, "{kind:?}");
    }
}

#[test]
fn a_search_that_counts_plies_is_saved_and_taken_up() {
    for kind in [TerminalValue::DepthAdditive, TerminalValue::Score] {
        let begin = || fast(&start("nim:2-3-4"), kind, Member::named("descent"), Completion::On, Zero);
        let mut whole = begin();
        whole.run(&iterations(20), &AtomicBool::new(false));
        let mut bytes = Vec::new();
        assert!(whole.save(&mut bytes).unwrap());
        let mut resumed = begin();
        resumed.load(&mut bytes.as_slice()).unwrap();
        for search in [&mut whole, &mut resumed] {
            search.run(&iterations(20), &AtomicBool::new(false));
        }
        let (whole, resumed) = (whole.finding(), resumed.finding());
        assert_eq!(
            (whole.label, whole.choices, whole.counts),
            (resumed.label, resumed.choices, resumed.counts)
        );
    }
}

/// The baselines that look at f_t: the move that wins at once is worth f_t to them.
#[test]
fn baselines_take_f_t_at_the_ends_of_games() {
    let start = two_ways();
    let root = {
        let mut state = start.clone();
        state.play(state.parse_move("2").unwrap());
        state
    };
    for kind in kinds(&start) {
        let (terminal, root) = TerminalFunction::begin(kind, &root).unwrap();
        let setup = || Setup {
            root: root.clone(),
            evaluator: Box::new(Zero),
            terminal,
            decision: Decision::Plain,
            seed: 1,
        };
        let b_star = b_star::search(setup(), &Options::of(b_star::OPTIONS)).unwrap();
        let conspiracy = conspiracy::search(setup(), &Options::of(conspiracy::OPTIONS)).unwrap();
        let searches: [Box<dyn Searcher<AnyState>>; 4] = [
            Box::new(Trivial::greedy(setup())),
            Box::new(best_first::search(setup())),
            Box::new(b_star),
            Box::new(conspiracy),
        ];
        // One ply is left, and one is played.
        let value = by_definition(kind, &children(&root)[0].1, 1, 1);
        for mut search in searches {
            search.search(&iterations(1), &mut Watch::default());
            assert_eq!(search.finding().choices[0].label.value, value, "{kind:?}");
        }
    }
}

/// A search whose f_t is the score is the search that knows no other one.
#[test]
fn the_score_is_the_usual_f_t() {
    let start = start("connect4:4x4");
    let usual = Search::new(start.clone(), Box::new(Ubfm), Completion::Sighted, Box::new(Zero));
    let with_score = fast(&start, TerminalValue::Score, Member::named("ubfm"), Completion::Sighted, Zero);
    let findings = [usual, with_score].map(|mut search| {
        search.run(&iterations(500), &AtomicBool::new(false));
        search.finding()
    });
    assert_eq!(findings[0], findings[1]);
}
