//! Games around other games change what they say they change.

use game::history::History;
use game::laws::{check, check_any_state, check_history, check_wrapper};
use game::{AnyState, Features, Game, Machinery, Sharing, Sight, TextError, combine_versions};

use crate::ladder::Ladder;

const PLIES: usize = 3_000;

#[test]
fn a_history_changes_what_the_past_has_a_say_in() {
    for pushes in 0..3 {
        let history = History::new(Ladder::<false>::start(pushes));
        check(&history, PLIES, 1).unwrap();
        check_history(&history, PLIES, 1).unwrap();
        let history = History::new(Ladder::<true>::start(pushes));
        check(&history, PLIES, 1).unwrap();
        check_history(&history, PLIES, 1).unwrap();
    }
}

#[test]
fn a_hidden_type_changes_nothing() {
    check_any_state::<Ladder<false>>(&AnyState::new(Ladder::<false>::start(2)), PLIES, 1).unwrap();
    check_any_state::<History<Ladder<false>>>(
        &AnyState::new(History::new(Ladder::<false>::start(2))),
        PLIES,
        1,
    )
    .unwrap();
    check_any_state::<History<Ladder<true>>>(
        &AnyState::new(History::new(Ladder::<true>::start(2))),
        PLIES,
        1,
    )
    .unwrap();
}

/// A game around another one that states what it must and forgets all the rest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Forgetful<G>(G);

impl<G: Game> Game for Forgetful<G> {
    type Move = G::Move;

    game::forward!(0: turn, outcome, moves, play, key, score, position, move_text, view);

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        self.0.parse_position(text).map(Forgetful)
    }
}

impl<G: Game> Sight<G::Move> for Forgetful<G> {}

impl<G: Game> Sharing for Forgetful<G> {}

impl<G: Game> Features for Forgetful<G> {}

impl<G: Game> Machinery for Forgetful<G> {}

/// All methods with a default, but for those whose answer must be the same in any game: `count_moves`, `move_width`.
/// Generators and `advance` are about sight and keys.
#[test]
fn every_method_that_is_forgotten_is_noticed() {
    let start = Forgetful(Ladder::<false>::start(2));
    let all = [
        "rules_version",
        "definition",
        "parse_move",
        "within_turn",
        "spellings",
        "decisions_left",
        "player_names",
        "parse_next",
        "perft",
        "forget_past", // rules
        "winning_move",
        "bounds",
        "prospects",
        "prune",
        "estimate",
        "mobility",
        "is_forcing",
        "pass",
        "sharing_key",
        "canonical_key",
        "graded",
        "feature_count",
        "features",
        "planes",
        "symmetries",
        "advance",
        "child_generator",
    ];
    let mut noticed: Vec<&str> = Vec::new();
    while let Err(broken) = check_wrapper(&start, |state| &state.0, |_| noticed.clone(), PLIES, 1) {
        let forgotten = all.into_iter().find(|method| broken.starts_with(&format!("`{method}` says")));
        noticed.push(forgotten.unwrap_or_else(|| panic!("{broken}")));
    }
    let sorted = |methods: &[&'static str]| {
        let mut methods = methods.to_vec();
        methods.sort_unstable();
        methods
    };
    assert_eq!(sorted(&noticed), sorted(&all));
}

#[test]
fn a_law_about_a_method_that_there_is_not_is_refused() {
    let start = Forgetful(Ladder::<false>::start(2));
    let broken = check_wrapper(&start, |state| &state.0, |_| vec!["bound"], PLIES, 1).unwrap_err();
    assert!(broken.starts_with("there is no method `bound`"), "{broken}");
}

#[test]
fn versions_change_when_either_part_does() {
    let versions: Vec<u32> =
        (0..20).flat_map(|added| (0..20).map(move |inner| combine_versions(added, inner))).collect();
    assert_eq!(&versions[..20], (0..20).collect::<Vec<_>>());
    let distinct: std::collections::HashSet<_> = versions.iter().collect();
    assert_eq!(distinct.len(), versions.len());
}

/// Proofs of today are about these versions: a number that changes refuses them all.
#[test]
fn a_history_has_the_version_of_its_board() {
    assert_eq!(History::new(Ladder::<false>::start(1)).rules_version(), 7);
}
