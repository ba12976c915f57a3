//! Sharing states does not change proofs: endgames in which the history matters, searched once with states
//! shared as the game defines, and once without any sharing.

use std::sync::atomic::AtomicBool;

use game::history::{Cyclic, History};
use game::{Game, Rng};
use games::ataxx::Ataxx;
use games::chess::Chess;
use games::surakarta::Surakarta;
use games::xiangqi::{Olympiad, Standard, Xiangqi};
use search::evaluate::Zero;
use search::policy::{Descent, Ubfm};
use search::{Budget, Completion, Label, Policy, Search, Stop};

use crate::keyed::{BoardAlone, Keyed, WholeLine};

/// The labels of the root and of each of its moves when the root is resolved.
fn labels<G: Game>(root: &G, policy: Box<dyn Policy<G>>, completion: Completion) -> Vec<Label> {
    let mut search = Search::new(root.clone(), policy, completion, Box::new(Zero));
    assert_eq!(search.run(&Budget::default(), &AtomicBool::new(false)), Stop::Resolved);
    let mut labels = vec![search.label().expect("it was searched")];
    labels.extend(search.choices(root).expect("it was expanded").iter().map(|choice| choice.label));
    labels
}

/// c and r of the root when it is resolved, and the labels of the root and its moves when every state below
/// is resolved.
type Proof = ((i8, bool), Vec<Label>);

/// A constructor for the policy of a search.
type Make<G> = fn() -> Box<dyn Policy<G>>;

/// What each of the algorithms proves about a position.
fn proofs<G: Game>(root: &G) -> Vec<Proof> {
    let policies: [Make<G>; 2] = [|| Box::new(Ubfm), || Box::new(Descent)];
    let proof = |policy: Make<G>| {
        let root_label = labels(root, policy(), Completion::On)[0];
        ((root_label.exact, root_label.resolved), labels(root, policy(), Completion::Strong))
    };
    policies.map(proof).into()
}

/// c of the root and of its moves.
fn gains(proofs: &[Proof]) -> Vec<i8> {
    proofs.iter().flat_map(|(_, labels)| labels.iter().map(|label| label.exact)).collect()
}

/// Compares the proofs of an endgame. Returns whether sharing states by the board alone would prove other
/// values.
fn check<B: Cyclic>(root: History<B>) -> bool {
    assert_eq!(root.outcome(), None, "{}", root.position());
    let shared = proofs(&root);
    let unshared = proofs(&Keyed::<_, WholeLine>::new(root.clone()));
    assert_eq!(shared, unshared, "{}", root.position());
    assert_eq!(shared[0], shared[1], "both algorithms agree: {}", root.position());
    gains(&proofs(&Keyed::<_, BoardAlone>::new(root))) != gains(&unshared)
}

fn check_all<B: Cyclic>(start: B, positions: &[&str]) -> usize {
    let start = History::new(start);
    let read = |text: &&str| start.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    positions.iter().map(read).filter(|root| check(root.clone())).count()
}

#[test]
fn chess_endgames() {
    check_all(
        Chess::start(),
        &[
            "8/8/4k3/8/8/4K3/8/R7 w - - 96 90",
            "8/8/8/8/8/k7/2q5/K7 b - - 97 90",
            "6k1/R7/6K1/8/8/8/8/8 w - - 97 90",
            // A third occurrence is possible within the last plies.
            "7k/8/6K1/8/8/8/8/R7 w - - 89 90 moves a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1",
        ],
    );
}

#[test]
fn xiangqi_endgames() {
    check_all(
        Xiangqi::<Standard>::start(),
        &[
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - 110 90",
            "3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 112 90",
            "5k3/9/9/9/4P4/9/9/9/9/4K4 w - - 116 90",
            // White has been giving perpetual check: once more would lose.
            "R3k4/9/9/9/9/9/9/9/9/5K3 b - - 112 90 moves e10e9 a10a9 e9e10 a9a10 e10e9 a10a9",
        ],
    );
    check_all(
        Xiangqi::<Olympiad>::start(),
        &["4k4/R8/9/9/9/9/9/9/9/5K3 w - - 0 99", "4k4/9/9/9/9/9/9/9/r8/3K5 b - - 0 98"],
    );
}

/// Plays random moves that are reversible and do not end the game. Returns `false` if there are no more such
/// moves.
fn play_reversible<B: Cyclic>(state: &mut History<B>, plies: usize, rng: &mut Rng) -> bool {
    for _ in 0..plies {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        moves.retain(|&m| {
            let mut child = state.clone();
            child.play(m);
            !state.board().irreversible(m) && child.outcome().is_none()
        });
        if moves.is_empty() {
            return false;
        }
        state.play(rng.pick(&moves));
    }
    true
}

/// The player that repeats a position loses. Two lone generals run out of moves, and only the history decides
/// which one does first.
#[test]
fn the_board_alone_proves_wrong_values() {
    let start = History::new(Xiangqi::<Olympiad>::start());
    let mut wrong = 0;
    for seed in 0..40 {
        let mut root = start.parse_position("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 94").expect("it is legal");
        let mut rng = Rng::new(seed);
        let plies = rng.below(5);
        if play_reversible(&mut root, plies, &mut rng) {
            wrong += usize::from(check(root));
        }
    }
    assert!(wrong > 0, "the history did not matter in any of these endgames");
}

#[test]
fn ataxx_endgames() {
    let wall = "-------/-------/-------/-------/-------";
    let rooms = [
        "x1o----/3----",
        "x1o----/2-----",
        "xo1----/3----",
        "x-1----/1-o----",
        "x2o---/-------",
        "x3o--/-------",
    ];
    let positions: Vec<String> = rooms.iter().map(|room| format!("{room}/{wall} x")).collect();
    check_all(Ataxx::start(), &positions.iter().map(String::as_str).collect::<Vec<_>>());
}

/// One piece each: a capture ends the game, and few plies are left before the history does.
#[test]
fn surakarta_endgames() {
    let start = History::new(Surakarta::start());
    let mut checked = 0;
    for seed in 0..20 {
        let text = ["2o3/6/6/6/6/4x1 x", "6/1o4/6/6/3x2/6 o"][seed % 2];
        let mut root = start.parse_position(text).expect("it is legal");
        if play_reversible(&mut root, 47, &mut Rng::new(seed as u64)) {
            check(root);
            checked += 1;
        }
    }
    assert!(checked > 0, "no game lasted long enough");
}
