//! Alpha-beta, principal variation search and MTD(f) find the value of plain minimax at the same depth, in every
//! game of the list.

use engine::{Budget, Player, Position, Registry, Session, Settings, Watch};

fn session(position: &dyn Position, algorithm: &str) -> Box<dyn Session> {
    let settings = Settings {
        algorithm: algorithm.to_owned(),
        evaluator: "noise".to_owned(),
        seed: 5,
        ..Settings::default()
    };
    position.session(&settings).unwrap()
}

/// The value and whether it is proven, at a depth whose full tree is small.
fn look(session: &mut dyn Session) -> (Option<f32>, Option<i8>) {
    let moves = session.position().moves().len().max(2) as f64;
    let depth = (3_000_f64.ln() / moves.ln()).clamp(1.0, 4.0) as u64;
    let report =
        session.think(&Budget { iterations: Some(depth), ..Budget::default() }, &mut Watch::default());
    (report.estimate, report.value)
}

/// A move of a pseudo-random game.
fn any_move(position: &dyn Position, number: usize) -> String {
    let moves = position.moves();
    let offset = if position.turn() == Player::First { 3 } else { 7 };
    moves[(number * 31 + offset) % moves.len()].clone()
}

#[test]
fn all_members_find_the_value_of_minimax_in_every_game() {
    let registry = Registry::standard();
    let mut compared = 0;
    for sample in games::LIST.iter().flat_map(|about| about.samples) {
        let start = registry.open(sample).unwrap();
        for options in ["", "(quiescence)", "(k-best=3)", "(quiescence,k-best=2)"] {
            // The same searches all the way: what their tables hold from before must not matter.
            let members = ["alpha-beta", "pvs", "mtdf"].map(|name| format!("{name}{options}"));
            let mut sessions = members.each_ref().map(|name| session(start.as_ref(), name));
            for number in 0..12 {
                let position = sessions[0].position();
                if position.outcome().is_some() {
                    break;
                }
                if number % 4 == 1 {
                    let plain = look(session(position.as_ref(), &format!("minimax{options}")).as_mut());
                    for (session, name) in sessions.iter_mut().zip(&members) {
                        assert_eq!(look(session.as_mut()), plain, "{sample}, {name}: {}", position.text());
                        compared += 1;
                    }
                }
                let next = any_move(position.as_ref(), number);
                for session in &mut sessions {
                    session.play(&next).unwrap();
                }
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}
