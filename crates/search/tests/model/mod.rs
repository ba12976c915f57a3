//! A second, naive implementation of the class on explicit graphs, as the theory states it: recursive, with
//! every label in a map and every child looked at every time. And random graphs to compare on.

use std::collections::{HashMap, HashSet};

use game::Rng;
use games::graph::Description;
use search::{Completion, Label};

/// The shape of random graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Children lie exactly one layer deeper: the walk may keep its levels.
    Graded,
    /// Children lie one to three layers deeper: a child may also be a grandchild.
    Skipping,
}

/// A random layered graph with shared children. Few distinct values make ties common.
pub fn random_graph(seed: u64, states: usize, shape: Shape) -> Description {
    let mut rng = Rng::new(seed);
    let layers = 2 + rng.below(9);
    let mut layer: Vec<usize> = (1..states).map(|_| 1 + rng.below(layers)).collect();
    layer.push(0);
    layer.sort_unstable();
    let reach = if shape == Shape::Graded { 1 } else { 3 };
    let early_end = rng.below(30);
    let mut children = Vec::new();
    for s in 0..states {
        let mut near: Vec<u32> = (0..states)
            .filter(|&t| layer[s] < layer[t] && layer[t] <= layer[s] + reach)
            .map(|t| t as u32)
            .collect();
        let wanted = if s > 0 && rng.below(100) < early_end { 0 } else { 1 + rng.below(6) };
        let mut chosen = Vec::new();
        while chosen.len() < wanted && !near.is_empty() {
            chosen.push(near.swap_remove(rng.below(near.len())));
        }
        children.push(chosen);
    }
    let alternate = rng.below(3) > 0;
    let player =
        (0..states).map(|s| 1 + if alternate { layer[s] % 2 } else { rng.below(2) } as i64).collect();
    let draws = rng.below(100);
    let gain: Vec<f64> =
        (0..states).map(|_| if rng.below(100) < draws { 0.0 } else { [-1.0, 1.0][rng.below(2)] }).collect();
    let score = gain.iter().map(|gain| gain * [1.0, 2.0, 3.0][rng.below(3)]).collect();
    let levels = [2, 3, 8, 1000][rng.below(4)];
    let eval = (0..states).map(|_| (rng.below(levels) as f64 - levels as f64 / 2.0) / 100.0).collect();
    Description { player, children, gain, score, eval }
}

/// The naive search.
pub struct Model {
    pub game: Description,
    pub completion: Completion,
    pub descend: bool,
    pub label: HashMap<usize, Label>,
    pub selections: HashMap<(usize, usize), u32>,
    pub expansions: u64,
    explored: HashSet<usize>,
}

impl Model {
    pub fn new(game: Description, completion: Completion, descend: bool) -> Model {
        let (label, selections, explored) = Default::default();
        Model { game, completion, descend, label, selections, expansions: 0, explored }
    }

    fn children(&self, s: usize) -> Vec<usize> {
        self.game.children[s].iter().map(|&t| t as usize).collect()
    }

    fn sign(&self, s: usize) -> f32 {
        if self.game.player[s] == 1 { 1.0 } else { -1.0 }
    }

    /// (c, v) as the player to move in `s` sees it.
    fn wish(&self, s: usize, t: usize) -> (f32, f32) {
        let label = self.label[&t];
        (self.sign(s) * f32::from(label.exact), self.sign(s) * label.value)
    }

    fn close(&mut self, s: usize) {
        let (exact, value) = (self.game.gain[s] as i8, self.game.score[s] as f32);
        let known = self.completion != Completion::Off;
        let exact = if known { exact } else { 0 };
        self.explored.insert(s);
        self.label.insert(s, Label { exact, value, resolved: known });
    }

    fn back_up(&mut self, s: usize) {
        let children = self.children(s);
        let mut best = children[0];
        for &t in &children[1..] {
            if self.wish(s, t) > self.wish(s, best) {
                best = t;
            }
        }
        let Label { exact, value, .. } = self.label[&best];
        let resolved = match self.completion {
            Completion::Off => false,
            Completion::On if exact != 0 => true,
            _ => children.iter().all(|t| self.label[t].resolved),
        };
        self.label.insert(s, Label { exact, value, resolved });
    }

    pub fn iterate(&mut self, s: usize) {
        let children = self.children(s);
        if children.is_empty() {
            return self.close(s);
        }
        let new = self.explored.insert(s);
        if new {
            self.expansions += 1;
            for &t in &children {
                self.selections.insert((s, t), 0);
                if self.children(t).is_empty() {
                    self.close(t);
                } else if !self.explored.contains(&t) {
                    let value = self.game.eval[t] as f32;
                    self.label.insert(t, Label { exact: 0, value, resolved: false });
                }
            }
        }
        self.back_up(s);
        if self.label[&s].resolved || (new && !self.descend) {
            return;
        }
        let mut best: Option<usize> = None;
        for &t in children.iter().filter(|t| !self.label[t].resolved) {
            let wish = |t: usize| (self.wish(s, t), -i64::from(self.selections[&(s, t)]));
            if best.is_none_or(|best| wish(t) > wish(best)) {
                best = Some(t);
            }
        }
        let t = best.expect("the set of unresolved children of an unresolved state is not empty");
        *self.selections.get_mut(&(s, t)).unwrap() += 1;
        self.iterate(t);
        self.back_up(s);
    }

    /// The minimax value of every state, by exhaustive search backwards: children have larger numbers.
    pub fn minimax(game: &Description) -> Vec<i8> {
        let mut value: Vec<i8> = game.gain.iter().map(|&gain| gain as i8).collect();
        for s in (0..value.len()).rev() {
            let children = game.children[s].iter().map(|&t| value[t as usize]);
            let best = if game.player[s] == 1 { children.max() } else { children.min() };
            value[s] = best.unwrap_or(value[s]);
        }
        value
    }
}
