//! Breakthrough and Hexapawn against values and counts from elsewhere.

use game::perft::Unit;
use game::{Game, Outcome, Player, Rng, Sharing};
use games::breakthrough::Breakthrough;
use games::hexapawn::Hexapawn;

use crate::certain;
use crate::winner::winner;

use Player::{First, Second};

#[test]
fn small_hexapawn_boards_have_their_known_values() {
    let known = [
        (3, 3, Second),
        (4, 4, First),
        (5, 5, First),
        (4, 5, Second),
        (5, 4, Second),
        (3, 5, First),
        (3, 6, Second),
        (6, 4, Second),
    ];
    for (columns, rows, value) in known {
        assert_eq!(winner(&Hexapawn::start(columns, rows)), value, "{columns}x{rows}");
    }
}

#[test]
fn small_breakthrough_boards_have_their_known_values() {
    let known = [(2, 4, Second), (2, 5, Second), (2, 6, First), (3, 4, Second), (3, 5, Second)];
    for (columns, rows, value) in known {
        assert_eq!(winner(&Breakthrough::start(columns, rows)), value, "{columns}x{rows}");
    }
}

#[test]
fn breakthrough_counts_are_those_of_other_programs() {
    let start = Breakthrough::start(8, 8);
    assert_eq!(start.perft(5, Unit::Decision), 6_182_818);
}

#[test]
fn a_blocked_pawn_loses() {
    let start = Hexapawn::start(1, 3);
    let mut state = start;
    state.play(start.parse_move("a1a2").unwrap());
    assert_eq!(state.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(state.score(), 2.0);
}

#[test]
fn the_last_row_and_the_last_pawn_win() {
    let start = Breakthrough::start(3, 4);
    let after = |position: &str, m: &str| {
        let mut state = start.parse_position(position).unwrap();
        state.play(state.parse_move(m).unwrap());
        state
    };
    assert_eq!(after("3/P2/p2/P2 w", "a3a4").outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(after("3/3/p2/PP1 w", "b1a2").outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(after("3/P2/p2/1P1 b", "a2b1").outcome(), Some(Outcome::Win(Player::Second)));
    // Straight on there is no capture: a pawn in front blocks.
    assert!(start.parse_position("3/p2/P2/3 w").unwrap().parse_move("a2a3").is_err());
}

#[test]
fn wrong_positions_are_refused_with_their_place() {
    let start = Breakthrough::start(3, 4);
    let error = |position: &str| start.parse_position(position).unwrap_err().to_string();
    assert!(error("3/1x1/P2/3 w").contains("`x` on b3"));
    assert!(error("4/4/P3/p3 w").contains("4 columns"));
    assert!(error("P2/3/3/p2 w").contains("both"));
    assert!(error("3/3/3/3 w").contains("no pawns"));
    assert!(error("3/P2/p2/3 x").contains("side to move"));
}

#[test]
fn what_is_seen_at_once_is_true() {
    for (columns, rows) in [(2, 4), (2, 6), (3, 5), (4, 4), (4, 5), (5, 5), (3, 8), (8, 4)] {
        let telling = certain::check(&Breakthrough::start(columns, rows), 300, 5_000);
        assert!(telling > 500, "{columns}x{rows}: {telling}");
    }
    for (columns, rows) in [(1, 8), (3, 3), (4, 4), (5, 5), (4, 6), (8, 4), (6, 6), (3, 8)] {
        let telling = certain::check(&Hexapawn::start(columns, rows), 300, 5_000);
        assert!(telling > 300 || columns == 1, "{columns}x{rows}: {telling}");
    }
}

/// Few pawns anywhere, as no game from the start may have them.
#[test]
fn what_is_seen_in_made_up_positions_is_true() {
    fn check<G: Game>(start: &G) {
        let (mut rng, mut telling) = (Rng::new(3), 0);
        for _ in 0..20_000 {
            let marks =
                |rng: &mut Rng| (0..4).map(|_| ["1", "1", "1", "P", "p"][rng.below(5)]).collect::<String>();
            let rows: Vec<String> = (0..5).map(|_| marks(&mut rng)).collect();
            let board = rows.join("/").replace("1111", "4").replace("111", "3").replace("11", "2");
            let text = format!("{board} {}", ["w", "b"][rng.below(2)]);
            let Ok(state) = start.parse_position(&text) else { continue };
            if state.outcome().is_none()
                && let Some(gain) = state.bounds().gain()
            {
                assert_eq!(winner(&state).sign(), gain, "{text}");
                telling += 1;
            }
        }
        assert!(telling > 1_000, "{telling}");
    }
    check(&Breakthrough::start(4, 5));
    check(&Hexapawn::start(4, 5));
}

#[test]
fn mirror_images_share_a_key() {
    let start = Breakthrough::start(5, 5);
    let key = |position: &str| start.parse_position(position).unwrap().canonical_key();
    assert_eq!(key("5/pp2P/5/P2p1/5 w"), key("5/P2pp/5/1p2P/5 w"));
    assert_ne!(key("5/pp2P/5/P2p1/5 w"), key("5/pp2P/5/P2p1/5 b"));
    assert_ne!(key("5/pp2P/5/P2p1/5 w"), key("5/P2pp/5/P2p1/5 w"));
}
