//! Algorithms and evaluators that are registered from outside are used like those of this project.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use engine::{
    Algorithm, Budget, Error, EvaluatorInfo, Family, Member, OptionInfo, Registry, Settings, TerminalValue,
    Watch,
};
use game::{AnyMove, AnyState, Game, Player, TextError};
use games::nim::Nim;
use games::othello::Othello;
use search::baseline::trivial::Trivial;
use search::policy::{Descent, Ubfm};
use search::range::{Real, Whole};
use search::{Evaluator, Finding, Pick, Policy, Searcher, Stop, Values, Visit};

const EVERY: OptionInfo = OptionInfo {
    name: "every",
    default: "2",
    values: Values::Whole(Whole::new(1, 1000)),
    summary: "goes on in one of this number of iterations",
};

/// A member of the class that goes on in every n-th iteration.
struct Now(u64);

impl<G: Game> Policy<G> for Now {
    fn keep_going(&mut self, at: &Visit<'_, G>) -> bool {
        at.iteration().is_multiple_of(self.0)
    }

    fn priority_child(&mut self, at: &Visit<'_, G>) -> Pick {
        Pick::best(at)
    }

    fn for_worker(&self, _: u64) -> Box<dyn Policy<G>> {
        Box::new(Now(self.0))
    }
}

fn now() -> Member<AnyState> {
    Member::new("now-and-then", "one iteration of many goes on", &[EVERY], |options, _| {
        Ok(Box::new(Now(options.whole(EVERY.name)?)))
    })
}

/// Counts the heaps: an evaluator of one type of states.
struct Heaps(f32);

impl Evaluator<Nim> for Heaps {
    fn evaluate(&self, _: &Nim, children: &[Nim], values: &mut [f32]) {
        for (child, value) in children.iter().zip(values) {
            *value = self.0 * child.position().len() as f32;
        }
    }
}

const HEAPS: EvaluatorInfo = EvaluatorInfo {
    name: "heaps",
    summary: "the length of the position",
    options: &[OptionInfo {
        name: "weight",
        default: "0.01",
        values: Values::Real(Real::new(0.0, 1.0)),
        summary: "what a letter is worth",
    }],
};

/// Estimates every state by one number: an evaluator with an argument.
struct Always(f32);

impl<G: Game> Evaluator<G> for Always {
    fn evaluate(&self, _: &G, _: &[G], values: &mut [f32]) {
        values.fill(self.0);
    }
}

const ALWAYS: EvaluatorInfo =
    EvaluatorInfo { name: "always:NUMBER", summary: "the same for every state", options: &[] };

fn registry() -> Registry {
    let mut registry = Registry::standard();
    registry.register_member(now());
    registry.register_algorithm(Algorithm::new("eager", "greedy again", &[], |_, setup| {
        Ok(Trivial::greedy(setup))
    }));
    registry.register_evaluator(HEAPS, |options, setup| {
        setup.for_type::<Nim>(Heaps(options.number("weight")? as f32))
    });
    registry.register_evaluator(ALWAYS, |_, setup| {
        let number = setup.argument.parse();
        Ok(Box::new(Always(number.map_err(|_| TextError::new("a number is needed behind the colon"))?)))
    });
    registry
}

/// A search from outside that keeps the memory limit it was given.
struct Limited {
    inner: Box<dyn Searcher<AnyState>>,
    memory: Arc<Mutex<Option<usize>>>,
}

impl Searcher<AnyState> for Limited {
    fn root(&self) -> &AnyState {
        self.inner.root()
    }

    fn set_root(&mut self, root: AnyState) {
        self.inner.set_root(root);
    }

    fn search(&mut self, budget: &Budget, watch: &mut search::Watch<'_, AnyMove>) -> Stop {
        *self.memory.lock().unwrap() = budget.memory;
        self.inner.search(budget, watch)
    }

    fn finding(&mut self) -> Finding<AnyMove> {
        self.inner.finding()
    }
}

/// Without a memory limit the default applies, in the library as in the command.
#[test]
fn a_budget_without_a_memory_limit_gets_the_default_one() {
    let (mut registry, memory) = (registry(), Arc::new(Mutex::new(None)));
    let kept = memory.clone();
    registry.register_algorithm(Algorithm::new("limited", "keeps its limit", &[], move |_, setup| {
        Ok(Limited { inner: Box::new(Trivial::greedy(setup)), memory: kept.clone() })
    }));
    let start = registry.open("tictactoe").unwrap();
    let mut session = start.session(&settings("limited", "zero")).unwrap();
    let mut given = |budget: &Budget| {
        session.think(budget, &mut Watch::default());
        memory.lock().unwrap().take()
    };
    let usual = given(&Budget::default()).expect("there is a limit");
    assert!((1 << 20..=4 << 30).contains(&usual), "{usual}");
    assert_eq!(given(&iterations(5)), Some(usual), "it stays the same");
    assert_eq!(given(&Budget { memory: Some(1 << 20), ..Budget::default() }), Some(1 << 20));
    session.decide(&Budget::default(), &AtomicBool::new(false));
    assert_eq!(memory.lock().unwrap().take(), Some(usual));
}

fn settings(algorithm: &str, evaluator: &str) -> Settings {
    Settings { algorithm: algorithm.to_owned(), evaluator: evaluator.to_owned(), ..Settings::default() }
}

fn iterations(count: u64) -> Budget {
    Budget { iterations: Some(count), ..Budget::default() }
}

fn refusal(game: &str, settings: &Settings) -> String {
    let refused = registry().open(game).unwrap().session(settings);
    refused.map(|_| ()).expect_err("it is refused").to_string()
}

#[test]
fn a_member_from_outside_searches_by_its_choices_and_proves() {
    let start = registry().open("nim:3-4-5").unwrap();
    let think = |algorithm: &str, budget: &Budget| {
        let mut session = start.session(&settings(algorithm, "heaps")).unwrap();
        session.think(budget, &mut Watch::default())
    };
    let report = think("now-and-then(every=3)", &Budget::default());
    assert_eq!((report.value, report.stop), (Some(1), "resolved"));
    assert_eq!((report.algorithm.as_str(), report.options.as_str()), ("now-and-then", "every=3"));
    assert_eq!((report.evaluator.as_str(), report.terminal, report.proves), ("heaps", Some("score"), true));
    // Always is Descent, and never is UBFM.
    let expansions = |algorithm: &str| think(algorithm, &iterations(7)).expansions;
    assert_eq!(expansions("now-and-then(every=1)"), expansions("descent"));
    assert_eq!(expansions("now-and-then(every=8)"), expansions("ubfm"));
    assert!(
        expansions("ubfm") < expansions("now-and-then") && expansions("now-and-then") < expansions("descent")
    );
}

/// All that an algorithm of this project is offered: strong solving, the rules alone, other terminal values, the position
/// after a move.
#[test]
fn a_member_from_outside_has_what_every_member_has() {
    let start = registry().open("connect4:4x4").unwrap();
    for more in [
        Settings { strong: true, ..settings("now-and-then", "auto") },
        Settings { terminal: TerminalValue::DepthAdditive, ..settings("now-and-then", "auto") },
        settings("now-and-then(sight=no)", "auto"),
    ] {
        let mut session = start.session(&more).unwrap();
        assert_eq!(session.think(&Budget::default(), &mut Watch::default()).value, Some(0), "{more:?}");
        session.play("2").unwrap();
        assert!(session.position().session(&more).is_ok());
    }
    assert!(start.session(&Settings { strong: true, ..settings("eager", "auto") }).is_err());
}

#[test]
fn a_search_from_outside_takes_part() {
    let start = registry().open("othello:6").unwrap();
    let think = |name: &str| {
        let mut session = start.session(&settings(name, "mobility")).unwrap();
        session.think(&Budget::default(), &mut Watch::default())
    };
    let (eager, greedy) = (think("eager"), think("greedy"));
    assert_eq!((eager.algorithm.as_str(), eager.proves), ("eager", false));
    assert_eq!(
        (eager.best_move, eager.estimate, eager.stop),
        (greedy.best_move, greedy.estimate, greedy.stop)
    );
}

#[test]
fn what_is_registered_is_listed_with_its_relatives() {
    let (registry, standard) = (registry(), Registry::standard());
    let names = |registry: &Registry| -> Vec<&str> {
        registry.algorithms().iter().map(|algorithm| algorithm.name).collect()
    };
    let mut expected = names(&standard);
    let relatives = expected.iter().position(|name| *name == "best-first").unwrap();
    expected.insert(relatives + 1, "now-and-then");
    expected.push("eager");
    assert_eq!(names(&registry), expected);
    let (member, _) = registry.algorithm("now-and-then").unwrap();
    assert_eq!((member.family, member.proves, member.ends), (Family::UnboundedMinimax, true, true));
    assert_eq!(member.options.iter().map(|option| option.name).collect::<Vec<_>>(), ["every", "sight"]);
    let evaluators: Vec<&str> = registry.evaluators().map(|info| info.name).collect();
    assert_eq!(evaluators[0], "auto");
    assert_eq!(evaluators[evaluators.len() - 2..], ["heaps", "always:NUMBER"]);
    // The same name again takes the place of the first.
    let mut registry = registry;
    registry.register_member(Member::new("ubfm", "another one", &[], |_, _| Ok(Box::new(Descent))));
    registry.register_evaluator(EvaluatorInfo { summary: "other heaps", ..HEAPS }, |_, setup| {
        setup.for_type::<Nim>(Heaps(0.0))
    });
    assert_eq!(registry.algorithm("ubfm").unwrap().0.summary, "another one");
    assert_eq!(registry.algorithms().len(), expected.len());
    let heaps: Vec<&str> =
        registry.evaluators().filter(|info| info.name == "heaps").map(|info| info.summary).collect();
    assert_eq!(heaps, ["other heaps"]);
}

/// A position knows what was registered when it was opened.
#[test]
fn an_open_position_keeps_what_it_knows() {
    let mut registry = Registry::standard();
    let before = registry.open("tictactoe").unwrap();
    registry.register_member(now());
    let after = registry.open("tictactoe").unwrap();
    assert!(before.session(&settings("now-and-then", "auto")).is_err());
    for position in [after.replay("b2").unwrap().end, after.copy(), after.read(&after.text()).unwrap()] {
        assert!(position.session(&settings("now-and-then", "auto")).is_ok());
    }
}

#[test]
fn a_search_by_a_member_from_outside_goes_on_from_its_checkpoint() {
    let registry = registry();
    let start = registry.open("nim:7-8-9-10").unwrap();
    let begin = || start.session(&settings("now-and-then(every=5)", "heaps(weight=0.02)")).unwrap();
    let mut whole = begin();
    let whole = whole.think(&iterations(900), &mut Watch::default());
    let (mut part, mut file) = (begin(), Vec::new());
    part.think(&iterations(333), &mut Watch::default());
    part.save(&mut file).unwrap();
    let mut resumed = registry.resume(&mut std::io::Cursor::new(&file)).unwrap();
    let resumed = resumed.think(&iterations(900), &mut Watch::default());
    assert_eq!(
        (resumed.iterations, resumed.expansions, resumed.evaluations),
        (900, whole.expansions, whole.evaluations)
    );
    assert_eq!(
        (resumed.estimate, &resumed.line, &resumed.moves),
        (whole.estimate, &whole.line, &whole.moves)
    );
    assert_eq!((resumed.evaluator, resumed.options), (whole.evaluator, whole.options));
    // A program that does not have the member says so.
    let refused = Registry::standard().resume(&mut std::io::Cursor::new(&file));
    let refused = refused.map(|_| ()).expect_err("it is refused");
    assert!(matches!(refused, Error::Algorithm { .. }), "{refused}");
}

#[test]
fn an_unknown_name_gets_the_nearest_one() {
    for (algorithm, evaluator, part) in [
        ("ubfmm", "auto", "no algorithm called `ubfmm`; did you mean `ubfm`?"),
        ("alphabeta(depth=3)", "auto", "no algorithm called `alphabeta`; did you mean `alpha-beta`?"),
        ("now-then", "auto", "did you mean `now-and-then`?"),
        ("stockfish", "auto", "no algorithm called `stockfish`; there are auto, proof, "),
        ("ubfm", "mobilty", "no evaluator called `mobilty`; did you mean `mobility`?"),
        ("ubfm", "heap(weight=1)", "did you mean `heaps`?"),
        ("ubfm", "netwrok:a.safetensors", "did you mean `network:FILE`?"),
        ("ubfm", "network", "did you mean `network:FILE`?"),
        ("ubfm", "stockfish", "no evaluator called `stockfish`; there are auto, own, mobility"),
    ] {
        let text = refusal("nim:1-2", &settings(algorithm, evaluator));
        assert!(text.contains(part), "{algorithm} with {evaluator}: {text}");
    }
}

#[test]
fn wrong_options_and_games_are_refused_in_the_name_of_what_was_registered() {
    for (game, algorithm, evaluator, part) in [
        ("nim:1-2", "now-and-then(every=0)", "auto", "algorithm now-and-then: `every=0` should be"),
        (
            "nim:1-2",
            "now-and-then(each=1)",
            "auto",
            "there is no option `each`; the options are every, sight",
        ),
        ("nim:1-2", "ubfm", "heaps(weight=much)", "evaluator heaps: `weight=much` should be"),
        ("nim:1-2", "ubfm", "heaps(size=1)", "evaluator heaps: there is no option `size`"),
        ("nim:1-2", "ubfm", "always:much", "evaluator always: a number is needed"),
        ("hex:3", "ubfm", "heaps", "evaluator heaps: it is for another game than hex:3"),
    ] {
        let text = refusal(game, &settings(algorithm, evaluator));
        assert!(text.contains(part), "{game} by {algorithm} with {evaluator}: {text}");
    }
}

#[test]
fn an_argument_reaches_its_evaluator() {
    let start = registry().open("othello:4").unwrap();
    let mut session = start.session(&settings("ubfm", "always:0.25")).unwrap();
    let report = session.think(&iterations(1), &mut Watch::default());
    assert_eq!((report.evaluator.as_str(), report.estimate), ("always:0.25", Some(0.25)));
}

#[test]
#[should_panic(expected = "every member gets the option `sight`")]
fn a_member_with_an_option_that_all_have_is_refused() {
    const SIGHT: OptionInfo = OptionInfo { name: "sight", default: "yes", values: Values::Flag, summary: "" };
    registry().register_member(Member::new("blind", "", &[SIGHT], |_, _| Ok(Box::new(Ubfm))));
}

#[test]
#[should_panic(expected = "`two words` cannot be registered")]
fn a_name_that_cannot_be_written_is_refused() {
    registry().register_member(Member::new("two words", "", &[], |_, _| Ok(Box::new(Ubfm))));
}

/// A policy reaches the state with its own type.
#[test]
fn a_policy_sees_the_typed_state() {
    struct Typed;
    impl Policy<AnyState> for Typed {
        fn keep_going(&mut self, at: &Visit<'_, AnyState>) -> bool {
            assert!(at.state_as::<Othello<u64>>().is_none());
            let nim = at.state_as::<Nim>().expect("the game is Nim");
            nim.turn() == Player::First
        }
        fn priority_child(&mut self, at: &Visit<'_, AnyState>) -> Pick {
            Pick::best(at)
        }
        fn for_worker(&self, _: u64) -> Box<dyn Policy<AnyState>> {
            Box::new(Typed)
        }
    }
    let mut registry = registry();
    registry.register_member(Member::new("typed", "", &[], |_, _| Ok(Box::new(Typed))));
    let mut session = registry.open("nim:1-2-3").unwrap().session(&settings("typed", "heaps")).unwrap();
    assert_eq!(session.think(&Budget::default(), &mut Watch::default()).value, Some(-1));
}

/// The settings of `unbounded solve`, in the library.
#[test]
fn solving_goes_by_proof_numbers_where_who_wins_is_all_that_is_asked() {
    let usual = Settings::for_solving();
    assert_eq!(usual, Settings { algorithm: "auto".to_owned(), ..Settings::default() });
    let by = |settings: Settings| settings.to_solve().algorithm;
    assert_eq!(by(Settings { strong: true, ..Settings::default() }), "ubfm");
    let start = Registry::standard().open("othello:4").unwrap();
    for terminal in TerminalValue::ALL {
        let settings = Settings { terminal, ..Settings::default() }.to_solve();
        let is_about_the_winner = matches!(terminal, TerminalValue::Score | TerminalValue::Gain);
        assert_eq!(settings.algorithm, if is_about_the_winner { "auto" } else { "ubfm" }, "{terminal:?}");
        assert!(start.session(&settings).is_ok(), "{terminal:?}");
    }
}
