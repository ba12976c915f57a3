//! Random and hostile messages: no panic, and no memory growth.

use std::sync::Arc;

use engine::Registry;
use proptest::prelude::*;
use web::{Limits, Page};

/// Values that messages are made of, and many that they are not.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("0".to_owned()),
        Just("1".to_owned()),
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("-1".to_owned()),
        Just("1e400".to_owned()),
        Just("18446744073709551615".to_owned()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
        Just(r#"{"evaluations":30}"#.to_owned()),
        Just(r#"{"algorithm":"mcts","time":18446744073709551615}"#.to_owned()),
        Just(r#"{"algorithm":"ubfm(c=-1)","memory":18446744073709551615,"threads":100000}"#.to_owned()),
        Just(r#"{"evaluator":"network:/etc/passwd"}"#.to_owned()),
        Just(r#"[{"kind":"human"},{"kind":"engine","search":{"evaluations":5}}]"#.to_owned()),
        Just(r#"[{"kind":"proof"},{"kind":"human"}]"#.to_owned()),
        Just(r#"{"initial":0,"increment":18446744073709551615}"#.to_owned()),
        Just(r#"["a1","b2"]"#.to_owned()),
        "[a-c][1-3]( [a-c][1-3]){0,3}".prop_map(|moves| format!("\"{moves}\"")),
        "\\PC{0,20}".prop_map(|text| serde_json::to_string(&text).unwrap()),
        (0..40_u32).prop_map(|number| number.to_string()),
    ]
}

fn message() -> impl Strategy<Value = String> {
    let kinds = [
        "move",
        "goto",
        "takeback",
        "delete",
        "resign",
        "seats",
        "run",
        "clock",
        "analyse",
        "close",
        "stop",
        "look",
        "peek",
        "prove",
        "stop_proof",
        "close_proof",
        "certificate",
        "nonsense",
    ];
    let names = ["text", "node", "seats", "on", "clock", "slot", "search", "keep", "request", "line"];
    let field = (prop::sample::select(names.to_vec()), value())
        .prop_map(|(name, value)| format!("\"{name}\":{value}"));
    prop_oneof![
        4 => (prop::sample::select(kinds.to_vec()), prop::collection::vec(field, 0..4)).prop_map(|(kind, fields)| {
            let all: Vec<String> = std::iter::once(format!("\"type\":\"{kind}\"")).chain(fields).collect();
            format!("{{{}}}", all.join(","))
        }),
        4 => "[a-c][1-3]".prop_map(|m| format!(r#"{{"type":"move","text":"{m}"}}"#)),
        1 => (0..30_usize).prop_map(|node| format!(r#"{{"type":"goto","node":{node}}}"#)),
        1 => "\\PC{0,40}",
    ]
}

const LIMITED: usize = 40;

fn page(game: &str) -> Page {
    let limits =
        Limits { moves: LIMITED, memory: 8 << 20, total_memory: 64 << 20, searches: 6, ..Limits::default() };
    let registry = Arc::new(Registry::standard());
    Page::begin(registry, limits, &format!(r#"{{"game":"{game}"}}"#)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn random_messages_cause_no_panic_and_no_growth(messages in prop::collection::vec(message(), 1..120)) {
        let page = page("tictactoe");
        for message in &messages {
            let _ = page.say(message);
            prop_assert!(page.positions() <= LIMITED);
        }
        let seen: serde_json::Value = serde_json::from_str(&page.seen()).unwrap();
        prop_assert!(seen["type"] == "state");
    }
}

/// Variations until the limit: the game stays as large as it may be, whatever is said.
#[test]
fn a_game_does_not_grow_beyond_its_limit() {
    let page = page("gomoku:6");
    let mut refused = 0;
    for round in 0..2_000_usize {
        let (column, row) = (round % 6, round / 6 % 6);
        let text = format!("{}{}", (b'a' + column as u8) as char, row + 1);
        let said = page.say(&format!(r#"{{"type":"move","text":"{text}"}}"#));
        refused += usize::from(said.is_err_and(|reason| reason.contains("at most 40 moves")));
        if round % 3 == 0 {
            page.say(r#"{"type":"goto","node":0}"#).unwrap();
        }
    }
    assert!(refused > 0 && page.positions() <= LIMITED, "{} positions, {refused} refusals", page.positions());
    assert!(page.seen().len() < 200_000);
}

/// As many searches as are allowed, opened and closed again and again.
#[test]
fn searches_are_limited_and_given_back() {
    let page = page("connect4");
    for _ in 0..30 {
        for slot in [0, 1] {
            page.say(&format!(r#"{{"type":"analyse","slot":{slot},"search":{{}}}}"#)).unwrap();
        }
        page.say(r#"{"type":"prove","search":{"memory":8}}"#).unwrap();
        for message in
            [r#"{"type":"close","slot":0}"#, r#"{"type":"close","slot":1}"#, r#"{"type":"close_proof"}"#]
        {
            page.say(message).unwrap();
        }
    }
    for slot in ["2", "18446744073709551615"] {
        assert!(page.say(&format!(r#"{{"type":"analyse","slot":{slot},"search":{{}}}}"#)).is_err());
    }
}
