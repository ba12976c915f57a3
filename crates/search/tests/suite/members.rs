//! The two implementations of the class side by side: [`search::reference`] and the fast walk, for every member.

use std::sync::atomic::AtomicBool;

use game::{Game, Rng, Sight};
use games::graph::{Description, Graph, State};
use search::evaluate::Own;
use search::policy::{Descent, Ubfm, members};
use search::reference::{ByPolicy, Choices, PartialTree, Reference};
use search::{Budget, Completion, Label, Options, Policy, Search, Searcher};

/// A member of the class, by its name in the list, and a seed for whatever it draws.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub name: &'static str,
    pub seed: u64,
}

impl Member {
    /// Every member of the class: an entry in the list is all that these tests need of a new one.
    pub fn all(seed: u64) -> Vec<Member> {
        members::<State>().into_iter().map(|member| Member { name: member.name, seed }).collect()
    }

    pub fn named(name: &'static str) -> Member {
        Member { name, seed: 1 }
    }

    /// The choices that the fast walk makes.
    pub fn policy<G: Game>(self) -> Box<dyn Policy<G>> {
        let member = members().into_iter().find(|member| member.name == self.name).unwrap();
        member.policy(&Options::of(&member.options), self.seed).unwrap()
    }

    /// The same choices for the reference, written down once more where that has been done.
    pub fn choices<G: Game>(self) -> Box<dyn Choices<G>> {
        match self.name {
            "ubfm" => Box::new(Ubfm),
            "descent" => Box::new(Descent),
            "ubfm-uct" => Box::new(Exploring),
            "random" => Box::new(AtRandom(Rng::new(self.seed))),
            _ => Box::new(ByPolicy::new(self.policy())),
        }
    }
}

/// The default exploration of `ubfm-uct`.
const EXPLORATION: f32 = 0.2;

/// `random` as the reference sees it: it draws the same numbers in the same order as [`search::policy::Random`].
struct AtRandom(Rng);

impl<G: Game> Choices<G> for AtRandom {
    fn keep_going(&mut self, _: &G, _: &PartialTree<G>) -> bool {
        self.0.below(2) == 0
    }

    fn priority_child<'a>(&mut self, _: &G, among: &'a [G], _: &PartialTree<G>) -> &'a G {
        &among[self.0.below(among.len())]
    }
}

/// `ubfm-uct` as the reference sees it: v + c sqrt(ln(N + 1) / (n + 1)), as docs/algorithms/ubfm-uct.md says.
struct Exploring;

impl<G: Game> Choices<G> for Exploring {
    fn keep_going(&mut self, _: &G, _: &PartialTree<G>) -> bool {
        false
    }

    fn priority_child<'a>(&mut self, s: &G, among: &'a [G], tree: &PartialTree<G>) -> &'a G {
        let selections = |t: &G| tree.selections.get(&(s.clone(), t.clone())).copied().unwrap_or(0);
        let all: f32 = among.iter().map(|t| selections(t) as f32).sum();
        let sign = f32::from(s.turn().sign());
        let urgency = |t: &G| {
            let bonus = EXPLORATION * ((all + 1.0).ln() / (selections(t) as f32 + 1.0)).sqrt();
            let Label { exact, value, .. } = tree.labels[t];
            (sign * f32::from(exact), sign * value + bonus, -f64::from(selections(t)))
        };
        among.iter().reduce(|best, t| if urgency(t) > urgency(best) { t } else { best }).unwrap()
    }
}

/// Keeps the path of the last iteration: the states that it went to, one below the other.
pub struct Recorder {
    choices: Box<dyn Choices<State>>,
    path: Vec<usize>,
}

impl Choices<State> for Recorder {
    fn keep_going(&mut self, s: &State, tree: &PartialTree<State>) -> bool {
        self.choices.keep_going(s, tree)
    }

    fn priority_child<'a>(&mut self, s: &State, among: &'a [State], tree: &PartialTree<State>) -> &'a State {
        assert!(!among.is_empty(), "Lemma 7: A is never empty");
        let child = self.choices.priority_child(s, among, tree);
        self.path.push(number(child));
        child
    }
}

/// The reference on an explicit game.
pub type Slow = Reference<State, Recorder, fn(&State) -> f32, fn(&State) -> f32>;

/// The reference, before its first iteration.
pub fn reference(member: Member, completion: Completion) -> Slow {
    reference_by(member.choices(), completion)
}

/// The reference with these choices.
pub fn reference_by(choices: Box<dyn Choices<State>>, completion: Completion) -> Slow {
    let recorder = Recorder { choices, path: Vec::new() };
    Reference::new(recorder, State::score, |s| s.estimate().unwrap(), completion)
}

/// The fast walk, before its first iteration.
pub fn fast(root: &State, member: Member, completion: Completion) -> Search<State> {
    Search::new(root.clone(), member.policy(), completion, Box::new(Own))
}

/// The first state of an explicit game.
pub fn start(game: &Description) -> State {
    Graph::new(game.clone()).unwrap().start()
}

/// A state of the same game by its number.
pub fn state(root: &State, number: usize) -> State {
    root.parse_position(&number.to_string()).unwrap()
}

/// The number of a state.
pub fn number(state: &State) -> usize {
    state.position().parse().unwrap()
}

/// What a search knows of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Known {
    /// s is in S_p.
    pub explored: bool,
    /// c(s), v(s) and r(s), where s is in S_p or a child of such a state.
    pub label: Option<Label>,
}

impl Known {
    /// r(s) = 1.
    pub fn resolved(self) -> bool {
        self.label.is_some_and(|label| label.resolved)
    }
}

/// What the statements of the paper are about: a search that goes on iteration by iteration.
pub trait Subject {
    /// One iteration on a state. Returns its path from there, as far as it can be seen.
    fn iterate(&mut self, s: &State) -> Vec<usize>;
    /// Iterates on a state until it is resolved, at most `time` times.
    fn search(&mut self, s: &State, time: usize) -> Label;
    /// What is known of each state, by number.
    fn table(&mut self, game: &Description) -> Vec<Known>;
}

impl Subject for Slow {
    fn iterate(&mut self, s: &State) -> Vec<usize> {
        self.choices.path = vec![number(s)];
        Reference::iterate(self, s);
        self.choices.path.clone()
    }

    fn search(&mut self, s: &State, time: usize) -> Label {
        Reference::search(self, s, time)
    }

    fn table(&mut self, game: &Description) -> Vec<Known> {
        let mut table = vec![Known::default(); game.children.len()];
        self.tree.labels.iter().for_each(|(s, &label)| table[number(s)].label = Some(label));
        self.tree.explored.iter().for_each(|s| table[number(s)].explored = true);
        table
    }
}

impl Subject for Search<State> {
    fn iterate(&mut self, s: &State) -> Vec<usize> {
        Subject::search(self, s, 1);
        vec![number(s)]
    }

    fn search(&mut self, s: &State, time: usize) -> Label {
        self.set_root(s.clone());
        let budget = Budget { iterations: Some(time as u64), ..Budget::default() };
        self.run(&budget, &AtomicBool::new(false));
        self.label().unwrap()
    }

    fn table(&mut self, game: &Description) -> Vec<Known> {
        let mut table = vec![Known::default(); game.children.len()];
        let root = self.root().clone();
        for s in 0..table.len() {
            let here = state(&root, s);
            let Some(label) = self.find(&here) else { continue };
            table[s] = Known { explored: true, label: Some(label) };
            for (choice, &t) in self.choices(&here).unwrap_or_default().iter().zip(&game.children[s]) {
                let is_terminal = game.children[t as usize].is_empty();
                let known = &mut table[t as usize];
                *known = Known { explored: known.explored || is_terminal, label: Some(choice.label) };
            }
        }
        table
    }
}

/// Both implementations, before their first iteration.
pub fn subjects(root: &State, member: Member, completion: Completion) -> [Box<dyn Subject>; 2] {
    [Box::new(reference(member, completion)), Box::new(fast(root, member, completion))]
}
