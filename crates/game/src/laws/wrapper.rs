//! A game around another game changes what it says it changes, and nothing else.

use std::fmt::Debug;

use super::after;
use crate::children::{Family, Keys, Look};
use crate::code::Code;
use crate::evaluate::Noise;
use crate::history::{Cyclic, History};
use crate::perft::Unit;
use crate::{AnyState, Clock, Game, Rng, TerminalFunction};

/// How many moves of a state each method is asked about that takes one.
const MOVES: usize = 8;

/// How many states there are for one whose loops over children and whole games are compared.
const LOOPS_ONE_IN: usize = 40;

/// A method of a game, and what it says of a state.
type Answer = (&'static str, String);

/// Plays `plies` random plies of a game around another game, and compares what all methods of the two say of each state.
/// `changes` are the methods that may say something else there.
pub fn check_wrapper<W: Game, G: Game>(
    start: &W,
    inner: impl Fn(&W) -> &G,
    changes: impl Fn(&W) -> Vec<&'static str>,
    plies: usize,
    seed: u64,
) -> Result<(), String> {
    let mut rng = Rng::new(seed);
    let (mut state, mut moves) = (start.clone(), Vec::new());
    for _ in 0..plies {
        moves.clear();
        state.moves(&mut moves);
        let sample: Vec<u32> = (0..moves.len().min(MOVES)).map(|_| rng.pick(&moves).code()).collect();
        let (changed, are_loops_due) = (changes(&state), rng.below(LOOPS_ONE_IN) == 0);
        // The inner game may have no end without the past that the wrapper adds.
        let loops = ["play_out", "child_generator"].map(|method| are_loops_due && !changed.contains(&method));
        let (ours, theirs) = (answers(&state, &sample, loops), answers(inner(&state), &sample, loops));
        compare(&ours, &theirs, &changed).map_err(|broken| format!("{broken}, at {}", state.position()))?;
        if moves.is_empty() {
            state = start.clone();
            continue;
        }
        let m = rng.pick(&moves);
        let next = after(&state, m);
        if *inner(&next) != after(inner(&state), Code::from_code(m.code())) {
            return Err(format!("`play` leads the inner game elsewhere by {m:?}, at {}", state.position()));
        }
        state = next;
    }
    Ok(())
}

/// [`History`] changes what the past has a say in.
pub fn check_history<B: Cyclic>(start: &History<B>, plies: usize, seed: u64) -> Result<(), String> {
    check_wrapper(start, History::board, changes_of_history, plies, seed)
}

fn changes_of_history<B: Cyclic>(state: &History<B>) -> Vec<&'static str> {
    let mut changes = vec!["rules_version", "bounds", "prospects", "prune"];
    changes.extend(["sharing_key", "canonical_key", "graded", "child_generator", "advance", "play_out"]);
    let has_past = state.past().earlier().next().is_some();
    let has_verdict = state.outcome() != state.board().outcome();
    if has_past {
        changes.extend(["key", "position", "parse_position", "view", "scene", "symmetries"]);
    }
    if has_verdict {
        changes.extend(["outcome", "score", "estimate"]);
    }
    if has_verdict || (has_past && B::FORBIDS) {
        changes.extend(["moves", "count_moves", "parse_move", "parse_next", "winning_move"]);
    }
    if B::FORBIDS {
        changes.extend(["mobility", "perft", "forget_past"]);
    }
    let passed = state.board().pass().map(|passed| (passed.outcome(), History::new(passed).outcome()));
    if has_verdict || passed.is_some_and(|(board, history)| board != history) {
        changes.push("pass");
    }
    changes
}

/// [`AnyState`] changes nothing. `G` is the type that `start` hides.
///
/// The caller brings the hidden state, so that the seam is not compiled once more for `G` where it is compiled already.
pub fn check_any_state<G: Game>(start: &AnyState, plies: usize, seed: u64) -> Result<(), String> {
    fn inner<G: Game>(state: &AnyState) -> &G {
        state.downcast().expect("the caller names the hidden type")
    }
    check_wrapper(start, inner::<G>, |_| Vec::new(), plies, seed)
}

fn compare(wrapper: &[Answer], inner: &[Answer], changes: &[&str]) -> Result<(), String> {
    if let Some(unknown) = changes.iter().find(|change| inner.iter().all(|(method, _)| method != *change)) {
        return Err(format!("there is no method `{unknown}` to change"));
    }
    for ((method, ours), (_, theirs)) in wrapper.iter().zip(inner) {
        if ours != theirs && !changes.contains(method) {
            return Err(format!("`{method}` says {ours}, the inner game {theirs}"));
        }
    }
    Ok(())
}

/// What every method says of a state, and of these moves in it. The two of `loops` are only asked if they are set.
fn answers<G: Game>(state: &G, moves: &[u32], loops: [bool; 2]) -> Vec<Answer> {
    let moves: Vec<G::Move> = moves.iter().map(|&code| Code::from_code(code)).collect();
    let mut answers = Vec::new();
    rules(state, &moves, &mut answers);
    sight(state, &moves, &mut answers);
    sharing_and_features(state, &mut answers);
    machinery(state, &moves, loops, &mut answers);
    answers
}

fn text(answer: impl Debug) -> String {
    format!("{answer:?}")
}

fn codes<M: Code>(moves: impl IntoIterator<Item = M>) -> Vec<u32> {
    moves.into_iter().map(M::code).collect()
}

fn legal<G: Game>(state: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves
}

fn rules<G: Game>(state: &G, moves: &[G::Move], answers: &mut Vec<Answer>) {
    let texts: Vec<String> = moves.iter().map(|&m| state.move_text(m)).collect();
    let texts_and_noise = || texts.iter().map(String::as_str).chain(["?"]);
    let next = |word: &str| {
        let mut read = Vec::new();
        let words = state.parse_next(&[word, "?"], &mut read).map_err(|error| error.to_string());
        (words, codes(read))
    };
    let parse = |word: &str| state.parse_move(word).map(Code::code).map_err(|error| error.to_string());
    let mut forgetful = state.clone();
    forgetful.forget_past();
    let scene = state.scene();
    answers.extend([
        ("turn", text(state.turn())),
        ("outcome", text(state.outcome())),
        ("moves", text(codes(legal(state)))),
        ("key", text(state.key())),
        ("score", text(state.outcome().map(|_| state.score()))),
        ("position", state.position()),
        ("parse_position", text(state.parse_position(&state.position()).map(|read| read.position()))),
        ("move_text", text(&texts)),
        ("view", state.view().to_string()),
        ("scene", text(&scene)),
        ("clicks", text(moves.iter().map(|&m| state.clicks(m, &scene)).collect::<Vec<_>>())),
        ("rules_version", text(state.rules_version())),
        ("definition", text(state.definition())),
        ("parse_move", text(texts_and_noise().map(parse).collect::<Vec<_>>())),
        ("within_turn", text(state.within_turn())),
        ("spellings", text(moves.iter().map(|&m| state.spellings(m)).collect::<Vec<_>>())),
        ("decisions_left", text(state.decisions_left())),
        ("player_names", text(state.player_names())),
        ("parse_next", text(texts_and_noise().map(next).collect::<Vec<_>>())),
        ("count_moves", text(state.count_moves(&mut Vec::new()))),
        ("perft", text([state.perft(1, Unit::Decision), state.perft(0, Unit::Turn)])),
        ("forget_past", text((forgetful.outcome(), forgetful.position(), codes(legal(&forgetful))))),
    ]);
}

fn sight<G: Game>(state: &G, moves: &[G::Move], answers: &mut Vec<Answer>) {
    let (mut prospects, mut pruned) = (Vec::new(), legal(state));
    state.prospects(&pruned, &mut prospects);
    state.prune(&mut pruned);
    answers.extend([
        ("winning_move", text(state.winning_move().map(Code::code))),
        ("bounds", text(state.outcome().is_none().then(|| state.bounds()))),
        ("prospects", text(prospects)),
        ("prune", text(codes(pruned))),
        ("estimate", text(state.outcome().is_none().then(|| state.estimate()))),
        ("mobility", text(state.mobility())),
        ("is_forcing", text(moves.iter().map(|&m| state.is_forcing(m)).collect::<Vec<_>>())),
        ("pass", text(state.pass().map(|passed| passed.position()))),
    ]);
}

fn sharing_and_features<G: Game>(state: &G, answers: &mut Vec<Answer>) {
    let mut features = Vec::new();
    state.features(&mut features);
    let images: Vec<String> = state.symmetries().iter().map(G::position).collect();
    answers.extend([
        ("sharing_key", text(state.sharing_key())),
        ("canonical_key", text(state.canonical_key())),
        ("graded", text(state.graded())),
        ("feature_count", text(state.feature_count())),
        ("features", text(features)),
        ("planes", text(state.planes())),
        ("symmetries", text(images)),
    ]);
}

fn machinery<G: Game>(state: &G, moves: &[G::Move], loops: [bool; 2], answers: &mut Vec<Answer>) {
    let [a_game, a_family] = loops;
    let standings = moves.iter().map(|&m| {
        let mut child = state.clone();
        (child.advance(state, m, Keys::Canonical), child.position())
    });
    answers.extend([
        ("move_width", text(state.move_width())),
        ("advance", text(standings.collect::<Vec<_>>())),
        ("play_out", if a_game { whole_game(state) } else { String::new() }),
        ("child_generator", if a_family { children(state, moves) } else { String::new() }),
    ]);
}

fn whole_game<G: Game>(state: &G) -> String {
    let (mut end, mut line) = (state.clone(), Vec::new());
    let outcome =
        end.play_out(&mut Rng::new(1), Some(&mut |player, m: G::Move| line.push((player, m.code()))));
    text((outcome, line, end.position()))
}

/// What a generator says of the children of a state, if the game is not over.
fn children<G: Game>(state: &G, moves: &[G::Move]) -> String {
    if state.outcome().is_some() {
        return String::new();
    }
    let (mut generator, clock) = (state.child_generator(), Clock::never());
    let question = Look::Question { gain: 1, one: true, keys: Keys::Canonical };
    let mut said = String::new();
    let (rules, sight) = (Look::Rules(TerminalFunction::SCORE), Look::Sight(TerminalFunction::SCORE));
    for look in [rules, sight, question] {
        let mut family = Family::default();
        let Ok(is_whole) = generator.generate(state, look, &mut family, &clock) else { continue };
        let leaves = family.children.iter().filter(|child| child.is_leaf).count();
        let (mut values, mut counts) = (vec![0.0; leaves], Vec::new());
        generator.evaluate(state, 0..leaves, &Noise { seed: 1 }, &mut values);
        let counted = generator.count_moves(&clock, &mut counts);
        let Family { moves, children, keys } = family;
        said += &text((is_whole, counted, codes(moves), children, keys, values, counts));
    }
    let (mut keys, mut along) = (Vec::new(), Vec::new());
    generator.sharing_keys(state, moves, &mut keys);
    let place = generator.look_along(state, moves, true, true, &mut along, &clock);
    said + &text((keys, place, along))
}
