//! A database returns the values that were written, and rejects damaged files.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use database::{Error, Header, Limits, Reader, Values, write};
use game::{AnyState, Game, Player, Rng};

static NEVER: AtomicBool = AtomicBool::new(false);

const LIMITS: Limits<'static> = Limits { time: None, memory: 1 << 30, interrupt: &NEVER };

fn children<G: Game>(state: &G) -> Vec<G> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let after = |m| {
        let mut child = state.clone();
        child.play(m);
        child
    };
    moves.into_iter().map(after).collect()
}

/// The value of every state reachable from `state`, by the definition of minimax.
fn minimax<G: Game>(state: &G, values: &mut HashMap<G, i8>) -> i8 {
    if let Some(&value) = values.get(state) {
        return value;
    }
    let below = children(state).into_iter().map(|child| minimax(&child, values));
    let value = match (state.outcome(), state.turn()) {
        (Some(outcome), _) => outcome.gain(),
        (None, Player::First) => below.max().unwrap(),
        (None, Player::Second) => below.min().unwrap(),
    };
    values.insert(state.clone(), value);
    value
}

fn database<G: Game>(name: &str, start: &G) -> Vec<u8> {
    let mut values = Values::new(LIMITS);
    values.explore(start, &mut |_| {}).unwrap();
    let states = values.explored().states;
    let header = Header {
        game: name.to_owned(),
        rules: start.rules_version(),
        definition: None,
        position: start.position(),
        states,
    };
    let mut file = Vec::new();
    write(&mut file, &header, &values.into_sorted()).unwrap();
    file
}

struct Check<'a>(&'a str);

impl Check<'_> {
    fn visit(self, start: AnyState) -> usize {
        let mut exact = HashMap::new();
        minimax(&start, &mut exact);
        let mut reader = Reader::open(Box::new(Cursor::new(database(self.0, &start)))).unwrap();
        assert_eq!(reader.header.states, exact.len() as u64, "{}", self.0);
        for (state, &value) in &exact {
            assert_eq!(reader.find(state.key()).unwrap(), Some(value), "{}", state.position());
        }
        let mut rng = Rng::new(1);
        for _ in 0..1000 {
            let key = game::Key::of(rng.next_u64());
            assert_eq!(reader.find(key).unwrap(), None);
        }
        exact.len()
    }
}

#[test]
fn every_reachable_state_is_found_with_its_value() {
    assert_eq!(games::start("tictactoe").map(|start| Check("tictactoe").visit(start)), Ok(5478));
    for name in ["hexapawn:3x3", "connect4:4x3", "nim:1-2-3", "nim:0"] {
        games::start(name)
            .map(|start| Check(name).visit(start))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn damaged_files_are_rejected() {
    let start = games::hexapawn::Hexapawn::start(3, 3);
    let file = database("hexapawn:3x3", &start);
    let mut rng = Rng::new(8);
    for round in 0..3000 {
        let mut damaged = file.clone();
        let offset = rng.below(file.len());
        match round % 3 {
            0 => damaged[offset] ^= 1 << rng.below(8),
            1 => damaged.truncate(offset),
            _ => damaged.insert(offset, rng.next_u64() as u8),
        }
        assert!(Reader::open(Box::new(Cursor::new(damaged))).is_err(), "round {round}, offset {offset}");
    }
    assert!(matches!(Reader::open(Box::new(Cursor::new(vec![b'x'; 99]))), Err(Error::Foreign(_))));
}

#[test]
fn limits_are_respected_and_named() {
    let start = games::connect4::Connect4::<u64>::start(5, 4);
    let run = |limits| Values::new(limits).explore(&start, &mut |_| {}).unwrap_err();
    match run(Limits { memory: 1 << 20, ..LIMITS }) {
        Error::Full { memory, states } => {
            assert_eq!(memory, 1 << 20);
            assert!(states > 20_000, "{states}");
        }
        error => panic!("{error}"),
    }
    let interrupt = AtomicBool::new(true);
    assert!(matches!(run(Limits { interrupt: &interrupt, ..LIMITS }), Error::Stopped { .. }));
    let time = Some(std::time::Duration::ZERO);
    assert!(run(Limits { time, ..LIMITS }).to_string().contains("the time limit was reached after"));
}
