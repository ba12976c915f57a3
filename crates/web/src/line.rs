//! The moves of a game, with all variations.

use std::collections::BTreeMap;

use engine::Position;
use serde::{Deserialize, Serialize};

use crate::error::in_one_line;

/// The number of the first position.
pub const START: usize = 0;

/// A position of the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// The position before; `None` at the start.
    pub parent: Option<usize>,
    /// The move that leads here.
    pub text: String,
    /// What a search thinks of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Milliseconds that both players had left after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[u64; 2]>,
}

/// What a search thinks of a position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// The estimate, or the proven gain.
    pub v: f32,
    /// It is proven.
    pub r: bool,
}

/// The positions by their numbers. A number is never given twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    nodes: BTreeMap<usize, Node>,
    next: usize,
}

impl Default for Line {
    fn default() -> Self {
        Line { nodes: BTreeMap::from([(START, Node::default())]), next: START + 1 }
    }
}

impl Line {
    /// The positions in the order of their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.nodes.iter().map(|(&number, node)| (number, node))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The position with this number.
    pub fn get(&self, number: usize) -> Option<&Node> {
        self.nodes.get(&number)
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, number: usize) -> Option<&mut Node> {
        self.nodes.get_mut(&number)
    }

    /// The positions after the moves from this one.
    pub fn children(&self, number: usize) -> impl Iterator<Item = usize> {
        self.nodes.range(number + 1..).filter(move |(_, node)| node.parent == Some(number)).map(|(&n, _)| n)
    }

    /// The moves from the start to a position.
    pub fn moves(&self, number: usize) -> Vec<String> {
        let upwards = std::iter::successors(self.nodes.get(&number), |node| self.nodes.get(&node.parent?));
        let mut moves: Vec<String> =
            upwards.filter(|node| node.parent.is_some()).map(|node| node.text.clone()).collect();
        moves.reverse();
        moves
    }

    /// The position after a move, which is added if it is new.
    pub fn add(&mut self, parent: usize, text: &str) -> usize {
        if let Some(known) = self.children(parent).find(|child| self.nodes[child].text == text) {
            return known;
        }
        let node = Node { parent: Some(parent), text: text.to_owned(), ..Node::default() };
        self.nodes.insert(self.next, node);
        self.next += 1;
        self.next - 1
    }

    /// Removes a position and all that follow it. The start stays.
    pub fn remove(&mut self, number: usize) {
        if number == START || self.nodes.remove(&number).is_none() {
            return;
        }
        // A position has a larger number than the one before.
        let later: Vec<usize> = self.nodes.range(number..).map(|(&number, _)| number).collect();
        for number in later {
            if self.nodes[&number].parent.is_some_and(|parent| !self.nodes.contains_key(&parent)) {
                self.nodes.remove(&number);
            }
        }
    }

    /// Where the moves of a position lead from the start of the game.
    pub fn position(&self, start: &dyn Position, number: usize) -> Result<Box<dyn Position>, String> {
        let replay = start.replay(&self.moves(number).join(" "));
        replay.map(|replay| replay.end).map_err(|error| in_one_line(&error))
    }

    /// The positions as a list, where parents are places in it: what a file holds.
    pub fn to_list(&self) -> Vec<Node> {
        let places: BTreeMap<usize, usize> = self.nodes.keys().copied().zip(0..).collect();
        let moved = |node: &Node| Node { parent: node.parent.map(|parent| places[&parent]), ..node.clone() };
        self.nodes.values().map(moved).collect()
    }

    /// The place of a position in the [list](Line::to_list).
    pub fn place(&self, number: usize) -> usize {
        self.nodes.range(..number).count()
    }

    /// Reads a [list](Line::to_list).
    pub fn of_list(list: Vec<Node>) -> Result<Line, String> {
        let is_sound = |(place, node): (usize, &Node)| match node.parent {
            None => place == START,
            Some(parent) => parent < place,
        };
        if list.is_empty() || !list.iter().enumerate().all(is_sound) {
            return Err("the moves are not in order".to_owned());
        }
        Ok(Line { next: list.len(), nodes: list.into_iter().enumerate().collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_come_and_go() {
        let mut line = Line::default();
        let a = line.add(START, "a1");
        let b = line.add(a, "b1");
        let c = line.add(a, "c1");
        assert_eq!((line.add(a, "b1"), line.moves(c)), (b, vec!["a1".to_owned(), "c1".to_owned()]));
        let d = line.add(b, "d1");
        assert_eq!(line.children(a).collect::<Vec<_>>(), [b, c]);
        line.remove(b);
        assert_eq!((line.len(), line.get(d)), (3, None));
        let read = Line::of_list(line.to_list()).unwrap();
        assert_eq!(read.moves(line.place(c)), ["a1", "c1"]);
        line.remove(START);
        assert_eq!(line.len(), 3);
        assert!(Line::of_list(vec![Node { parent: Some(0), ..Node::default() }]).is_err());
    }
}
