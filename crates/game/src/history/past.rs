//! The earlier positions of a game, shared by all states that came from them.

use std::sync::Arc;

use super::Cyclic;
use crate::Key;

/// What the rules of a game may ask about the past of a position.
pub struct Past<'a, B: Cyclic> {
    pub(super) board: &'a B,
    pub(super) links: &'a Links<B>,
}

impl<'a, B: Cyclic> Past<'a, B> {
    /// How often this position has occurred, now included.
    #[inline]
    pub fn occurrences(&self) -> u32 {
        let key = self.board.repetition_key();
        1 + self.links.iter().filter(|link| link.key == key).count() as u32
    }

    /// Plies since the last irreversible move.
    #[inline]
    pub fn quiet(&self) -> u32 {
        self.links.latest().map_or(0, |link| link.length)
    }

    /// The earlier positions since the last irreversible move, the latest first, each with the move that
    /// was played in it.
    #[inline]
    pub fn earlier(&self) -> impl Iterator<Item = (&'a B, B::Move)> + use<'a, B> {
        self.links.iter().map(|link| (&link.board, link.played))
    }
}

/// One earlier position and the move that left it.
#[derive(Debug)]
pub(super) struct Link<B: Cyclic> {
    pub(super) board: B,
    pub(super) played: B::Move,
    /// The repetition key of the board.
    pub(super) key: Key,
    /// A key of the positions up to this one, as a multiset or, where the order matters, as a sequence.
    pub(super) positions: u128,
    /// How many links there are up to this one.
    pub(super) length: u32,
}

/// Links that belong together because they were added by one state after the other, and those before them.
///
/// The first link is apart, because most stretches have no other: those of a state that is looked at once.
#[derive(Debug)]
struct Stretch<B: Cyclic> {
    first: Option<Link<B>>,
    more: Vec<Link<B>>,
    earlier: Option<Arc<Stretch<B>>>,
}

impl<B: Cyclic> Stretch<B> {
    #[inline]
    fn push(&mut self, link: Link<B>) {
        match self.first {
            None => self.first = Some(link),
            Some(_) => self.more.push(link),
        }
    }

    fn clear(&mut self) {
        self.first = None;
        self.more.clear();
        self.earlier = None;
    }
}

impl<B: Cyclic> Drop for Stretch<B> {
    /// Drops the chain in a loop: it may be longer than a stack is deep.
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(mut stretch) = next {
            next = Arc::get_mut(&mut stretch).and_then(|stretch| stretch.earlier.take());
        }
    }
}

/// All links up to a position.
///
/// States that share a past share its stretches and never change them. A state that has the last stretch to
/// itself, as every state of a game does that is only played on, adds to it without asking for memory.
#[derive(Clone, Debug)]
pub(super) struct Links<B: Cyclic>(Option<Arc<Stretch<B>>>);

impl<B: Cyclic> Links<B> {
    /// No past.
    pub(super) const NONE: Self = Links(None);

    /// The last link.
    #[inline]
    pub(super) fn latest(&self) -> Option<&Link<B>> {
        // A stretch may be empty only if there is no earlier one.
        let stretch = self.0.as_ref()?;
        stretch.more.last().or(stretch.first.as_ref())
    }

    /// The links, the latest first.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Link<B>> {
        let stretches = std::iter::successors(self.0.as_deref(), |stretch| stretch.earlier.as_deref());
        stretches.flat_map(|stretch| stretch.more.iter().rev().chain(&stretch.first))
    }

    /// Adds a link.
    #[inline]
    pub(super) fn push(&mut self, link: Link<B>) {
        if let Some(own) = self.0.as_mut().and_then(Arc::get_mut) {
            own.push(link);
            return;
        }
        let earlier = self.0.take().filter(|stretch| stretch.first.is_some());
        self.0 = Some(Arc::new(Stretch { first: Some(link), more: Vec::new(), earlier }));
    }

    /// Forgets all links, but keeps the memory for new ones.
    #[inline]
    pub(super) fn clear(&mut self) {
        match self.0.as_mut().and_then(Arc::get_mut) {
            Some(own) => own.clear(),
            None => self.0 = None,
        }
    }
}
