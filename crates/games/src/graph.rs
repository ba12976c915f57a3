//! Explicit games: every state, move and value written down in a JSON file.
//!
//! `player`, `children`, `gain`, `score` and `eval` are lists over the states; state 0 is the start, and a
//! state without children is terminal. `gain` and `score` are read at terminal states only, `eval` at the
//! others only and 0 if it is left out. All values are seen by player 1.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use game::{
    About, Definition, Features, Game, Key, Machinery, Outcome, Player, Sharing, Sight, TextError, View,
    Visitor, suggest_key,
};
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};

/// Explicit games in the list. There is no sample: a file is needed.
pub const ABOUT: About = About {
    name: "graph",
    variants: "FILE.json",
    summary: "an explicit game from a file: lists of player, children, gain, score and eval over the states",
    samples: &[],
};

/// Opens the file that the variant names.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    if variant.is_empty() {
        return Err(TextError::new("graph needs a file: it is written graph:FILE.json"));
    }
    let text = std::fs::read_to_string(variant)
        .map_err(|error| TextError::new(format!("cannot read the file `{variant}`: {error}")))?;
    let graph = Graph::from_json(&text).map_err(|error| TextError::new(format!("{variant}: {error}")))?;
    Ok(visitor.visit(graph.start()))
}

/// What a file says, field by field. Entries that are not read may be anything, also null.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// j(s): 1 or 2.
    pub player: Vec<i64>,
    /// A(s): the states that the moves lead to.
    pub children: Vec<Vec<u32>>,
    /// f_b(s): -1, 0 or 1.
    #[serde(deserialize_with = "numbers")]
    pub gain: Vec<f64>,
    /// f_t(s), with the sign of the gain.
    #[serde(deserialize_with = "numbers")]
    pub score: Vec<f64>,
    /// f_theta(s); all 0 if it is empty.
    #[serde(deserialize_with = "numbers", default)]
    pub eval: Vec<f64>,
}

/// Numbers, where null is a number that is never read.
fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let numbers = Vec::<Option<f64>>::deserialize(deserializer)?;
    Ok(numbers.into_iter().map(|number| number.unwrap_or(f64::NAN)).collect())
}

/// An explicit game that has been checked: acyclic, and sound in every value that is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    player: Vec<Player>,
    children: Vec<Vec<u32>>,
    /// Of terminal states; a draw at the others.
    outcome: Vec<Outcome>,
    /// f_t of terminal states, f_theta of the others.
    value: Vec<f32>,
    /// The length of the longest line from each state.
    longest: Vec<u32>,
    graded: bool,
}

impl Graph {
    /// Reads a file's text. Errors name the line and column, or the state.
    pub fn from_json(text: &str) -> Result<Graph, TextError> {
        let description = serde_json::from_str(text).map_err(|error| {
            let place = format!(" at line {} column {}", error.line(), error.column());
            let message = suggest_key(error.to_string().trim_end_matches(&place), &[]);
            TextError::new(format!("{message}{place}"))
        })?;
        Graph::new(description)
    }

    /// Checks a description.
    pub fn new(mut description: Description) -> Result<Graph, TextError> {
        let states = description.children.len();
        if states == 0 {
            return Err(TextError::new("there is no state 0: `children` is empty"));
        }
        if description.eval.is_empty() {
            description.eval = vec![0.0; states];
        }
        let Description { player, children, gain, score, eval } = description;
        for (field, length) in
            [("player", player.len()), ("gain", gain.len()), ("score", score.len()), ("eval", eval.len())]
        {
            if length != states {
                let message = format!("`{field}` has {length} entries, `children` has {states}");
                return Err(TextError::new(message));
            }
        }
        let mut graph = Graph {
            player: Vec::with_capacity(states),
            outcome: Vec::with_capacity(states),
            value: Vec::with_capacity(states),
            longest: Vec::new(),
            graded: false,
            children,
        };
        // The last parent whose list names the state, to find a state that is named twice in one list.
        let mut named_by = vec![None; states];
        for state in 0..states {
            let wrong = |message: String| TextError::new(format!("state {state}: {message}"));
            graph.player.push(match player[state] {
                1 => Player::First,
                2 => Player::Second,
                other => return Err(wrong(format!("the player is 1 or 2, not {other}"))),
            });
            for &child in &graph.children[state] {
                match named_by.get_mut(child as usize) {
                    None => {
                        let message =
                            format!("child {child} does not exist, the last state is {}", states - 1);
                        return Err(wrong(message));
                    }
                    Some(parent) if *parent == Some(state) => {
                        return Err(wrong(format!("child {child} is listed twice")));
                    }
                    Some(parent) => *parent = Some(state),
                }
            }
            let (outcome, value) = if graph.children[state].is_empty() {
                ending(gain[state], score[state])
            } else {
                finite("eval", eval[state]).map(|value| (Outcome::Draw, value))
            }
            .map_err(wrong)?;
            graph.outcome.push(outcome);
            graph.value.push(value);
        }
        graph.longest = longest_lines(&graph.children)
            .map_err(|state| TextError::new(format!("state {state} lies on a cycle")))?;
        graph.graded = is_graded(&graph.children);
        Ok(graph)
    }

    /// A digest of every state: player, children, outcome and value.
    fn definition(&self) -> Definition {
        let mut digest = Sha256::new();
        for state in 0..self.children.len() {
            let children = &self.children[state];
            digest.update([self.player[state].index() as u8, self.outcome[state].gain() as u8]);
            digest.update(self.value[state].to_le_bytes());
            digest.update((children.len() as u64).to_le_bytes());
            children.iter().for_each(|child| digest.update(child.to_le_bytes()));
        }
        let digest = digest.finalize();
        Definition(u128::from_be_bytes(digest[..16].try_into().expect("a digest has 32 bytes")))
    }

    /// The start of the game, state 0.
    pub fn start(self) -> State {
        State { graph: Arc::new(self), number: 0 }
    }
}

/// Outcome and score of a terminal state.
fn ending(gain: f64, score: f64) -> Result<(Outcome, f32), String> {
    if ![-1.0, 0.0, 1.0].contains(&gain) {
        return Err(format!("the gain is -1, 0 or 1, not {gain}"));
    }
    let value = finite("score", score)?;
    let sign = if value == 0.0 { 0.0 } else { f64::from(value.signum()) };
    if sign != gain {
        return Err(format!("the score {score} contradicts the gain {gain}: the sign must be the same"));
    }
    Ok((Outcome::from_gain(gain as i8), value))
}

fn finite(name: &str, number: f64) -> Result<f32, String> {
    let value = number as f32;
    if value.is_finite() { Ok(value) } else { Err(format!("the {name} {number} is not a finite number")) }
}

/// The length of the longest line from each state, or a state on a cycle if there is one.
/// Walks with a stack of its own: a game may be longer than the program's stack is deep.
fn longest_lines(children: &[Vec<u32>]) -> Result<Vec<u32>, usize> {
    #[derive(Clone, Copy)]
    enum Mark {
        New,
        OnPath,
        Done,
    }
    let (mut marks, mut longest) = (vec![Mark::New; children.len()], vec![0; children.len()]);
    let mut path = Vec::new();
    for root in 0..children.len() {
        if !matches!(marks[root], Mark::New) {
            continue;
        }
        marks[root] = Mark::OnPath;
        path.push((root, children[root].iter()));
        while let Some((state, rest)) = path.last_mut() {
            match rest.next().map(|&child| child as usize) {
                None => {
                    marks[*state] = Mark::Done;
                    let below = children[*state].iter().map(|&child| longest[child as usize] + 1);
                    longest[*state] = below.max().unwrap_or(0);
                    path.pop();
                }
                Some(child) => match marks[child] {
                    Mark::Done => {}
                    Mark::OnPath => return Err(child),
                    Mark::New => {
                        marks[child] = Mark::OnPath;
                        path.push((child, children[child].iter()));
                    }
                },
            }
        }
    }
    Ok(longest)
}

/// Whether the states can be laid out in layers so that every move leads exactly one layer down. Then all
/// lines between two states have the same length.
fn is_graded(children: &[Vec<u32>]) -> bool {
    let mut parents = vec![Vec::new(); children.len()];
    for (state, children) in (0..).zip(children) {
        for &child in children {
            parents[child as usize].push(state);
        }
    }
    let mut layers: Vec<Option<i64>> = vec![None; children.len()];
    let mut open = Vec::new();
    for start in 0..children.len() {
        if layers[start].is_none() {
            layers[start] = Some(0);
            open.push((start, 0));
        }
        while let Some((state, layer)) = open.pop() {
            let below = children[state].iter().map(|&child| (child as usize, layer + 1));
            let above = parents[state].iter().map(|&parent: &u32| (parent as usize, layer - 1));
            for (near, wanted) in below.chain(above) {
                match layers[near] {
                    None => {
                        layers[near] = Some(wanted);
                        open.push((near, wanted));
                    }
                    Some(layer) if layer != wanted => return false,
                    Some(_) => {}
                }
            }
        }
    }
    true
}

/// A state of an explicit game.
#[derive(Clone, Debug)]
pub struct State {
    graph: Arc<Graph>,
    number: u32,
}

impl State {
    fn index(&self) -> usize {
        self.number as usize
    }

    fn children(&self) -> &[u32] {
        &self.graph.children[self.index()]
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.number == other.number && (Arc::ptr_eq(&self.graph, &other.graph) || self.graph == other.graph)
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.number.hash(hasher);
    }
}

impl Game for State {
    /// The place in the list of children.
    type Move = u32;

    fn turn(&self) -> Player {
        self.graph.player[self.index()]
    }

    fn outcome(&self) -> Option<Outcome> {
        self.children().is_empty().then(|| self.graph.outcome[self.index()])
    }

    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(0..self.children().len() as u32);
    }

    fn play(&mut self, m: u32) {
        self.number = self.children()[m as usize];
    }

    fn key(&self) -> Key {
        Key::of(u64::from(self.number))
    }

    /// The score of the file.
    fn score(&self) -> f32 {
        self.graph.value[self.index()]
    }

    /// The score of the file, as it stands there.
    fn raw_score(&self) -> Option<f32> {
        Some(self.graph.value[self.index()])
    }

    fn longest(&self) -> Option<u32> {
        Some(self.graph.longest[self.index()])
    }

    fn position(&self) -> String {
        self.number.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let last = self.graph.children.len() - 1;
        match text.trim().parse::<u32>() {
            Ok(number) if number as usize <= last => Ok(State { graph: self.graph.clone(), number }),
            _ => {
                Err(TextError::new(format!("a position is a state from 0 to {last}, not `{}`", text.trim())))
            }
        }
    }

    fn move_text(&self, m: u32) -> String {
        self.children()[m as usize].to_string()
    }

    /// Of all that the file says and the game reads, whatever the file is called and however it is laid out.
    fn definition(&self) -> Option<Definition> {
        Some(self.graph.definition())
    }

    fn view(&self) -> View {
        let what = match self.outcome() {
            Some(outcome) => format!("state {}, over: {}", self.number, outcome.result()),
            None => format!("state {}, player {} to move to", self.number, self.turn().index() + 1),
        };
        View::text([self.children().iter().fold(what, |line, child| format!("{line} {child}"))])
    }

    fn count_moves(&self, _: &mut Vec<u32>) -> usize {
        self.children().len()
    }
}

impl Sight<u32> for State {
    /// The `eval` of the file.
    fn estimate(&self) -> Option<f32> {
        Some(self.graph.value[self.index()])
    }
}

impl Sharing for State {
    fn graded(&self) -> bool {
        self.graph.graded
    }
}

impl Features for State {
    /// The state itself: nothing is known of it but its number.
    fn feature_count(&self) -> usize {
        self.graph.children.len()
    }

    fn features(&self, out: &mut Vec<u32>) {
        out.push(self.number);
    }
}

impl Machinery for State {}
