//! Xiangqi: what ends the game besides mate, under both codes of rules.

use std::collections::HashMap;

use game::history::{Cyclic, History};
use game::perft::Unit;
use game::{Game, Outcome, Player, Rng};
use games::xiangqi::{Code, Olympiad, Standard, Xiangqi};

use crate::laws::check_from;
use crate::line::after;
use crate::unshared;

type State<C> = History<Xiangqi<C>>;

fn at<C: Code>(fen: &str) -> State<C> {
    let start = History::new(Xiangqi::<C>::start());
    start.parse_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn texts<C: Code>(state: &State<C>) -> Vec<String> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves.iter().map(|&m| state.move_text(m)).collect()
}

const FIRST_WINS: Option<Outcome> = Some(Outcome::Win(Player::First));
const SECOND_WINS: Option<Outcome> = Some(Outcome::Win(Player::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

/// A chariot behind the lonely general's rank.
const CHARIOT: &str = "4k4/R8/9/9/9/9/9/9/9/5K3 w - - 0 1";
const CHECK_AND_CHECK: &str = "a9a10 e10e9 a10a9 e9e10";

#[test]
fn endgames_obey_the_laws() {
    check_from("xiangqi", "3ck4/9/9/9/9/9/9/9/4A4/3RK1B2 w - - 60 40", 10_000, 2);
    check_from("xiangqi:olympiad", "3ck4/9/9/9/9/9/9/9/4A4/3RK1B2 w - - 0 40", 10_000, 2);
}

#[test]
fn perpetual_check_loses() {
    let twice = after(at::<Standard>(CHARIOT), CHECK_AND_CHECK);
    assert_eq!(twice.outcome(), None);
    let thrice = after(twice, CHECK_AND_CHECK);
    assert_eq!(thrice.outcome(), SECOND_WINS);
    assert_eq!(thrice.score(), -(1.0 + 3.0 / 32.0));
    let read = thrice.parse_position(&thrice.position()).unwrap();
    assert_eq!((&read, read.outcome()), (&thrice, SECOND_WINS));
    // The same with the colours changed, and with the victim to move when the circle begins.
    let black = at::<Standard>("3k5/9/9/9/9/9/9/9/r8/4K4 b - - 0 1");
    assert_eq!(after(black, "a2a1 e1e2 a1a2 e2e1 a2a1 e1e2 a1a2 e2e1").outcome(), FIRST_WINS);
    let victim = at::<Standard>("R3k4/9/9/9/9/9/9/9/9/5K3 b - - 0 1");
    let evade = "e10e9 a10a9 e9e10 a9a10";
    assert_eq!(after(victim, &format!("{evade} {evade}")).outcome(), SECOND_WINS);
}

#[test]
fn a_quiet_move_since_the_first_occurrence_makes_a_draw() {
    let every_other = "a8a10 e10e9 a10a8 e9e10";
    let state = at::<Standard>("4k4/9/R8/9/9/9/9/9/9/5K3 w - - 0 1");
    assert_eq!(after(state, &format!("{every_other} {every_other}")).outcome(), DRAW);
    let never = "a9a8 e10e9 a8a9 e9e10";
    assert_eq!(after(at::<Standard>(CHARIOT), &format!("{never} {CHECK_AND_CHECK}")).outcome(), DRAW);
    // One before the first occurrence does not help.
    let circle = "a9a10 d10d9 a10a9 d9d10";
    let state = after(at::<Standard>("4k4/9/R8/9/9/9/9/9/9/5K3 w - - 0 1"), "a8a9 e10d10");
    assert_eq!(after(state, &format!("{circle} {circle}")).outcome(), SECOND_WINS);
}

#[test]
fn perpetual_check_by_both_is_a_draw() {
    let state = at::<Standard>("3r1k3/9/9/9/9/1N3c3/5R3/1r2R4/9/3K1C3 w - - 0 1");
    let circle = "f4d4 f5d5 d4f4 d5f5";
    assert_eq!(after(state, &format!("{circle} {circle}")).outcome(), DRAW);
}

#[test]
fn plain_repetition_is_a_draw() {
    let circle = "h3h4 h8h7 h4h3 h7h8";
    let start = History::new(Xiangqi::<Standard>::start());
    let thrice = after(start, &format!("{circle} {circle}"));
    assert_eq!((thrice.outcome(), thrice.score()), (DRAW, 0.0));
}

#[test]
fn the_order_of_the_past_matters() {
    let (checks, quiet) = (CHECK_AND_CHECK, "a9a8 e10e9 a8a9 e9e10");
    let one = after(at::<Standard>(CHARIOT), checks);
    let other = after(at::<Standard>(CHARIOT), quiet);
    assert_eq!(one.board(), other.board());
    assert_ne!(one, other);
    assert_ne!(one.key(), other.key());
}

/// A long way without captures, soldiers' moves and third occurrences.
fn wander<C: Code>(mut state: State<C>, plies: u32, most_visits: u32) -> State<C> {
    let mut visits = HashMap::from([(state.board().repetition_key(), 1_u32)]);
    for ply in 0..plies {
        assert_eq!(state.outcome(), None, "after {ply} plies");
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let quiet_children = moves.iter().filter(|&&m| !state.board().irreversible(m)).map(|&m| {
            let mut child = state.clone();
            child.play(m);
            child
        });
        let open = quiet_children.filter(|child| child.board().outcome().is_none());
        let next = open.min_by_key(|child| visits.get(&child.board().repetition_key()).copied());
        state = next.expect("there is always a quiet move here");
        *visits.entry(state.board().repetition_key()).or_insert(0) += 1;
    }
    assert!(visits.values().all(|&times| times <= most_visits));
    state
}

#[test]
fn a_hundred_and_twenty_plies_without_a_capture_are_a_draw() {
    let state = wander(History::new(Xiangqi::<Standard>::start()), 120, 2);
    assert_eq!(state.outcome(), DRAW);
    assert_eq!(at::<Standard>("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 120 90").outcome(), DRAW);
    let soldier = at::<Standard>("4k4/9/9/9/9/9/9/9/Rp7/3K5 w - - 119 90");
    // A soldier's step does not stop the count; a capture does.
    assert_eq!(after(soldier.clone(), "a2a3").outcome(), DRAW);
    let captured = after(soldier, "a2b2");
    assert_eq!(captured.outcome(), None);
    assert_eq!(captured.position(), "4k4/9/9/9/9/9/9/9/1R7/3K5 b - - 0 90");
}

#[test]
fn mate_and_stalemate_lose() {
    let stalemate = at::<Standard>("3k5/4R4/9/9/9/9/9/9/9/5K3 b - - 0 1");
    assert_eq!(stalemate.outcome(), FIRST_WINS);
    assert_eq!(stalemate.score(), 1.0 + 3.0 / 32.0);
    let mate = at::<Standard>("3k4R/7R1/9/9/9/9/9/9/9/4K4 b - - 119 1");
    assert_eq!((mate.outcome(), mate.score()), (FIRST_WINS, 1.0 + 4.0 / 32.0));
    let last_chance = after(at::<Standard>("3k5/7RR/9/9/9/9/9/9/9/4K4 w - - 119 1"), "i9i10");
    assert_eq!(last_chance.outcome(), FIRST_WINS, "mate comes before the count");
}

#[test]
fn only_a_piece_between_the_generals_is_held() {
    let between = at::<Standard>("4k4/9/9/9/4C4/9/9/9/9/4K4 w - - 0 1");
    assert!(texts(&between).iter().filter(|m| m.starts_with("e6")).all(|m| m[2..].starts_with('e')));
    let behind = at::<Standard>("4k4/9/9/4p4/9/9/9/9/4K4/4C4 w - - 0 1");
    assert!(texts(&behind).contains(&"e1a1".to_owned()));
}

#[test]
fn a_general_fears_screens_legs_and_soldiers() {
    // Any piece that steps between the cannon and the general would be its screen.
    let screens = texts(&at::<Standard>("3kc4/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"));
    assert!(!screens.contains(&"a2e2".to_owned()) && screens.contains(&"a2d2".to_owned()));
    // The chariot stands on the horse's leg and may only leave to capture the horse.
    let leg = texts(&at::<Standard>("3k5/9/9/9/9/9/9/5n3/5R3/4K4 w - - 0 1"));
    assert_eq!(leg.iter().filter(|m| m.starts_with("f2")).collect::<Vec<_>>(), ["f2f3"]);
    let soldier = texts(&at::<Standard>("3k5/9/9/9/9/9/9/9/4p4/R3K4 w - - 0 1"));
    assert_eq!(soldier, ["e1f1", "e1e2"]);
}

/// The usual legal moves, by the other code: those after which no reply captures the general.
#[test]
fn a_legal_move_leaves_no_general_to_capture() {
    let general = |position: &str, player: Player| position.contains(['K', 'k'][player.index()]);
    let mut rng = Rng::new(5);
    let mut state = Xiangqi::<Standard>::start();
    for _ in 0..5_000 {
        let (player, mut legal) = (state.turn(), Vec::new());
        state.moves(&mut legal);
        let fen = state.position();
        let board = fen.rsplitn(3, ' ').last().unwrap();
        let at_the_olympiad = Xiangqi::<Olympiad>::start().parse_position(board).unwrap();
        let (mut safe, mut replies) = (Vec::new(), Vec::new());
        at_the_olympiad.moves(&mut safe);
        safe.retain(|&m| {
            let after = played(at_the_olympiad, m);
            replies.clear();
            after.moves(&mut replies);
            replies.iter().all(|&reply| general(&played(after, reply).position(), player))
        });
        assert_eq!(legal, safe, "{fen}");
        state = match legal.is_empty() {
            true => Xiangqi::start(),
            false => played(state, rng.pick(&legal)),
        };
    }
}

fn played<G: Game>(mut state: G, m: G::Move) -> G {
    state.play(m);
    state
}

#[test]
fn sharing_equal_states_changes_no_value() {
    // A capture would begin the count anew and make the trees endless: these have none.
    for (fen, expected) in [
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 110 90", 0),
        ("3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 112 90", 0),
        ("5k3/9/9/9/4P4/9/9/9/9/4K4 w - - 116 90", 0),
    ] {
        let state = at::<Standard>(fen);
        assert_eq!(
            (unshared::value(&state), game::laws::exhaustive_value(&state)),
            (expected, expected),
            "{fen}"
        );
    }
    for (fen, expected) in [
        ("4k4/R8/9/9/9/9/9/9/9/5K3 w - - 0 99", 1),
        ("4k4/9/9/4p4/9/9/9/9/R8/5K3 w - - 0 99", 0),
        ("4k4/9/9/9/9/9/9/9/r8/3K5 b - - 0 98", -1),
    ] {
        let state = at::<Olympiad>(fen);
        assert_eq!(
            (unshared::value(&state), game::laws::exhaustive_value(&state)),
            (expected, expected),
            "{fen}"
        );
    }
}

#[test]
fn counters_that_a_code_does_not_look_at_are_no_part_of_the_state() {
    let fen = |counters: &str| format!("4k4/9/9/9/9/9/9/9/R8/3K5 w - - {counters}");
    assert_eq!(at::<Standard>(&fen("3 5")), at::<Standard>(&fen("3 9")));
    assert_ne!(at::<Standard>(&fen("3 5")), at::<Standard>(&fen("4 5")));
    assert_ne!(at::<Standard>(&fen("3 5")).key(), at::<Standard>(&fen("4 5")).key());
    assert_eq!(at::<Olympiad>(&fen("3 5")), at::<Olympiad>(&fen("4 5")));
    assert_ne!(at::<Olympiad>(&fen("3 5")), at::<Olympiad>(&fen("3 9")));
    assert_ne!(at::<Olympiad>(&fen("3 5")).key(), at::<Olympiad>(&fen("3 9")).key());
    assert_eq!(at::<Standard>("4k4/9/9/9/9/9/9/9/R8/3K5"), at::<Standard>(&fen("0 1")));
    assert_eq!(at::<Standard>(&fen("7 33")).position(), fen("7 33"));
}

#[test]
fn repeating_a_position_loses_at_the_olympiad() {
    let start = History::new(Xiangqi::<Olympiad>::start());
    let back = after(start.clone(), "h3h4 h8h7 h4h3 h7h8");
    assert_eq!((back.outcome(), back.score()), (FIRST_WINS, 1.0 + 196.0 / 200.0));
    let mover = after(at::<Olympiad>(CHARIOT), "a9a8 e10e9 a8a7 e9e10 a7a8");
    assert_eq!(mover.outcome(), SECOND_WINS, "not only the start counts");
    let other_side = after(at::<Olympiad>(CHARIOT), "a9a8 e10e9 a8a7 e9e8 a7a9 e8e9 a9a8");
    assert_eq!(other_side.outcome(), None, "the same pieces with the other side to move");
}

#[test]
fn the_olympiad_ends_with_the_capture_of_the_general() {
    let exposed = at::<Olympiad>("4k4/9/9/9/8p/9/9/9/4R4/3K5 b - - 0 20");
    assert_eq!(texts(&exposed).len(), 3, "check is no concern: {:?}", texts(&exposed));
    let captured = after(exposed, "i6i5 e2e10");
    assert_eq!(captured.outcome(), FIRST_WINS);
    assert_eq!(captured.score(), 1.0 + (1.0 - 41.0 / 200.0));
    assert_eq!(captured.position(), "4R4/9/9/9/9/8p/9/9/9/3K5 b - - 0 21");
    assert_eq!(captured.parse_position(&captured.position()).unwrap().outcome(), FIRST_WINS);
}

#[test]
fn generals_never_face_each_other_at_the_olympiad() {
    let open_file = texts(&at::<Olympiad>("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"));
    assert_eq!(open_file, ["d1d2"]);
    let held = texts(&at::<Olympiad>("4k4/9/9/9/4R4/9/9/9/9/4K4 w - - 0 1"));
    assert!(held.iter().filter(|m| m.starts_with("e6")).all(|m| m[2..].starts_with('e')));
    assert!(held.contains(&"e6e10".to_owned()), "it may capture the general");
    let captures_the_screen = texts(&at::<Olympiad>("4k4/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1"));
    assert!(!captures_the_screen.contains(&"e1e2".to_owned()));
}

#[test]
fn the_olympiad_draws_after_two_hundred_plies() {
    assert_eq!(wander(History::new(Xiangqi::<Olympiad>::start()), 200, 1).outcome(), DRAW);
    let last = at::<Olympiad>("4k4/9/9/9/9/9/9/9/r3R4/3K5 b - - 0 100");
    assert_eq!(after(last.clone(), "a2b2").outcome(), DRAW);
    let one_earlier = at::<Olympiad>("4k4/9/9/9/9/9/9/9/r3R4/3K5 w - - 0 100");
    assert_eq!(after(one_earlier, "e2f2").outcome(), None);
    let captures = at::<Olympiad>("4k4/9/9/9/9/9/9/9/4R4/r2K5 b - - 0 100");
    assert_eq!(after(captures, "a1d1").outcome(), SECOND_WINS, "a capture comes before the count");
    assert_eq!(at::<Olympiad>("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 101").outcome(), DRAW);
}

#[test]
fn perft_goes_on_behind_the_draws() {
    let mut state = at::<Standard>("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 120 90");
    assert_eq!(state.count_moves(&mut Vec::new()), 0);
    let nodes = state.perft(1, Unit::Decision);
    state.forget_past();
    assert_eq!(state.count_moves(&mut Vec::new()) as u64, nodes);
}

#[test]
fn wrong_positions_are_refused() {
    let error = |fen: &str| History::new(Xiangqi::<Standard>::start()).parse_position(fen).unwrap_err();
    let text = |fen: &str| error(fen).to_string();
    assert!(text("").contains("empty"));
    assert!(text("4k4/9/9/9/9/9/9/9/3K5 w").contains("9 ranks"));
    assert!(text("4k4/9/9/9/9/9/9/9/9/3Q5 w").contains("`Q` on d1"));
    assert!(text("4k4/9/9/9/9/9/9/9/9/K8 w").contains("cannot stand on a1"));
    assert!(text("4k4/9/9/9/9/9/9/9/P8/3K5 w").contains("the soldier `P` cannot stand on a2"));
    assert!(text("4k4/9/9/9/9/9/9/9/9/9 w").contains("no general"));
    assert!(text("4k4/9/9/9/9/9/9/9/4K4/3K5 w").contains("two generals"));
    assert!(text("4k4/9/9/9/9/9/9/9/9/4K4 w").contains("face each other"));
    assert!(text("R3k4/9/9/9/9/9/9/9/9/3K5 w").contains("in check"));
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/3K5 x - - 0 1").place(), Some(24));
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1").place(), Some(30));
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/3K5 w - - 121 1").place(), Some(30));
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 0").place(), Some(32));
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 65535").place(), Some(32));
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves d1d2 e10d10").place(), Some(45));
    let olympiad = History::new(Xiangqi::<Olympiad>::start());
    let error = |fen: &str| olympiad.parse_position(fen).unwrap_err();
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 101").place(), Some(32));
    assert!(error("4k4/9/9/9/9/9/9/9/9/4K4 w").to_string().contains("face each other"));
    assert!(error("4k4/9/9/9/9/9/9/9/9/9 b").to_string().contains("no general"));
}
