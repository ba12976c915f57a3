//! The way back from a certificate to a strategy that can be played against.

use std::collections::HashMap;

use certificate::{Fingerprints, Halt, Header, Limits, Size, WalkState};
use game::reading::read_move;
use game::{AnyMove, AnyState, Game, Player, Promise, Sight};
use sealed::File;
use search::{Budget, Watch};

use crate::Error;
use crate::context::Context;
use crate::position::Position;

/// A certificate that was found sound.
pub struct Verified {
    /// What it proves.
    pub header: Header,
    /// How large it is.
    pub size: Size,
    /// The strategies that prove it, each with its holder: one for a win, two for a draw.
    pub strategies: Vec<Box<dyn Strategy>>,
}

/// A proven strategy on its way through a game.
pub trait Strategy: Send {
    /// Who follows it.
    fn holder(&self) -> Player;
    /// The present position.
    fn position(&self) -> Box<dyn Position>;
    /// The holder's proven move here; `None` where the opponent is to move or the game is over.
    fn reply(&mut self) -> Result<Option<Reply>, Error>;
    /// Plays a legal move.
    fn play(&mut self, text: &str) -> Result<(), Error>;
    /// Goes back to the position that the certificate is about.
    fn rewind(&mut self);
}

/// A move of the holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub text: String,
    /// How it is known.
    pub source: Source,
}

/// How a move of the holder is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The certificate names it.
    Named,
    /// It begins a proof by this rule of the game.
    Rule(&'static str),
    /// A search has found it: the rule says that the holder keeps the promise, but not how.
    Search,
}

/// What a certificate says of a state where the holder is to move.
enum Answer {
    Move(AnyMove),
    /// A proof by the rule: where its bytes begin, and how many there are.
    Proof(usize, usize),
}

/// What a certificate says of all states.
struct Book {
    fingerprints: Fingerprints,
    answers: HashMap<u128, Answer>,
    proofs: Vec<u8>,
}

/// Bytes of an answer in the book, with what its place takes.
const ANSWER: usize = 2 * size_of::<(u128, Answer)>();

/// Collects the strategies on a walk.
struct Collector<'a> {
    limits: &'a Limits<'a>,
    books: HashMap<Player, Book>,
}

impl Collector<'_> {
    fn add(&mut self, visit: &WalkState<'_, AnyState>, answer: impl FnOnce(&mut Vec<u8>) -> Answer) {
        if visit.is_choice() {
            let empty = || Book {
                fingerprints: Fingerprints::default(),
                answers: HashMap::new(),
                proofs: Vec::new(),
            };
            let book = self.books.entry(visit.promise.holder).or_insert_with(empty);
            let answer = answer(&mut book.proofs);
            book.answers.insert(book.fingerprints.of(visit.state), answer);
        }
    }
}

impl certificate::Reader<AnyState> for Collector<'_> {
    fn see_move(&mut self, visit: &WalkState<'_, AnyState>, m: AnyMove) {
        self.add(visit, |_| Answer::Move(m));
    }

    fn see_proof(&mut self, visit: &WalkState<'_, AnyState>, proof: &[u8]) {
        self.add(visit, |proofs| {
            let from = proofs.len();
            proofs.extend(proof);
            Answer::Proof(from, proof.len())
        });
    }

    fn may_hold(&mut self, bytes: usize) -> Result<(), Halt> {
        let of = |book: &Book| book.answers.len() * ANSWER + book.proofs.capacity();
        self.limits.check(bytes + self.books.values().map(of).sum::<usize>())
    }
}

/// Checks a certificate about the game of `start`, and keeps its strategies.
pub(crate) fn open(
    context: &Context,
    start: &AnyState,
    mut file: &mut dyn File,
    limits: &Limits<'_>,
) -> Result<Verified, Error> {
    let mut collector = Collector { limits, books: HashMap::new() };
    let (header, size) = certificate::verify(&mut file, start, &mut collector)?;
    let root = start
        .parse_position(&header.position)
        .map_err(|error| Error::Position { text: header.position.clone(), error })?;
    let strategies = Promise::proving(header.value)
        .into_iter()
        .map(|promise| {
            let book = collector.books.remove(&promise.holder);
            let (context, start, state) = (context.clone(), root.clone(), root.clone());
            Box::new(Typed { context, promise, start, state, book }) as _
        })
        .collect();
    Ok(Verified { header, size, strategies })
}

struct Typed {
    context: Context,
    promise: Promise,
    start: AnyState,
    state: AnyState,
    /// `None` where the certificate names no move of the holder.
    book: Option<Book>,
}

impl Typed {
    /// The move that the certificate names here, or that its proof begins with.
    fn written(&self) -> Option<(AnyMove, Source)> {
        let book = self.book.as_ref()?;
        match *book.answers.get(&book.fingerprints.of(&self.state))? {
            Answer::Move(m) => Some((m, Source::Named)),
            Answer::Proof(from, length) => {
                let mut rule = self.state.proof_rule()?;
                let m = rule.first_move(&self.state, self.promise, &book.proofs[from..from + length])?;
                Some((m, Source::Rule(rule.name())))
            }
        }
    }

    /// The move that a proof by the rule begins with, where the certificate says nothing of the state itself: the
    /// opponent has played a move that a proof of an earlier state covers.
    fn proven(&self) -> Option<(AnyMove, Source)> {
        let (mut rule, mut proof) = (self.state.proof_rule()?, Vec::new());
        let is_proven = rule.prove(&self.state, self.promise, &mut proof);
        let m = rule.first_move(&self.state, self.promise, &proof).filter(|_| is_proven)?;
        Some((m, Source::Rule(rule.name())))
    }

    /// A move that a search proves.
    fn searched(&self) -> Option<(AnyMove, Source)> {
        let mut searcher = self.context.solver(&self.state)?;
        searcher.search(&Budget::default(), &mut Watch::default());
        searcher.proven_move(&self.state, self.promise.gain(), &|| true).map(|m| (m, Source::Search))
    }
}

impl Strategy for Typed {
    fn holder(&self) -> Player {
        self.promise.holder
    }

    fn position(&self) -> Box<dyn Position> {
        self.context.position(self.state.clone())
    }

    fn reply(&mut self) -> Result<Option<Reply>, Error> {
        if self.state.outcome().is_some() || self.state.turn() != self.promise.holder {
            return Ok(None);
        }
        let found = self.written().or_else(|| self.proven()).or_else(|| self.searched());
        let (m, source) = found.ok_or_else(|| {
            Error::Certificate(certificate::Error::Unknown { position: self.state.position() })
        })?;
        Ok(Some(Reply { text: self.state.move_text(m), source }))
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let m = read_move(&self.state, text).map_err(|error| Error::Move { ply: 1, error })?;
        self.state.play(m);
        Ok(())
    }

    fn rewind(&mut self) {
        self.state.clone_from(&self.start);
    }
}
