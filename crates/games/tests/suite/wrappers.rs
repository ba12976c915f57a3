//! Games around other games change nothing that they should not, over every sample of the list.

use game::history::History;
use game::laws::{check_any_state, check_history};
use game::{AnyState, Game, Visitor};
use games::arimaa::Arimaa;
use games::ataxx::Ataxx;
use games::chess::Chess;
use games::dodgem::Dodgem;
use games::draughts::{Brazilian, Canadian, Draughts, International};
use games::go::Go;
use games::loa::Loa;
use games::surakarta::Surakarta;
use games::xiangqi::{Olympiad, Standard, Xiangqi};

use crate::cores;
use crate::laws::samples;

const PLIES: usize = 300;
const SEED: u64 = 5;

/// Checks the type that hides a game, here its start, and the history if the game has one.
struct Check(AnyState);

impl Visitor for Check {
    type Output = Result<(), String>;
    fn visit<G: Game>(self, _: G) -> Self::Output {
        check_any_state::<G>(&self.0, PLIES, SEED)?;
        let is_history = std::any::type_name::<G>().starts_with("game::history::History<");
        match of_board(&self.0) {
            Some(result) => result,
            None if is_history => Err(format!("{} is not in the list of boards", std::any::type_name::<G>())),
            None => Ok(()),
        }
    }
}

/// What the law says of a history of one of these boards.
fn of_board(start: &AnyState) -> Option<Result<(), String>> {
    macro_rules! boards {
        ($($board:ty),* $(,)?) => {
            $(if let Some(history) = start.downcast::<History<$board>>() {
                return Some(check_history(history, PLIES, SEED));
            })*
        };
    }
    boards![
        Ataxx,
        Arimaa,
        Chess,
        Dodgem,
        Draughts<International>,
        Draughts<Brazilian>,
        Draughts<Canadian>,
        Go<u64>,
        Go<u128>,
        Go<game::bits::Wide<3>>,
        Go<game::bits::Wide<6>>,
        Loa,
        Surakarta,
        Xiangqi<Standard>,
        Xiangqi<Olympiad>,
    ];
    None
}

#[test]
fn wrappers_change_nothing_else() {
    cores::for_each(&samples(), |sample| {
        let start = games::start(sample).unwrap_or_else(|error| panic!("{sample}: {error}"));
        games::open(sample, Check(start))
            .unwrap_or_else(|error| panic!("{sample}: {error}"))
            .unwrap_or_else(|broken| panic!("{sample}: {broken}"));
    });
}
