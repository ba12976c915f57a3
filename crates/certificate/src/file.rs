//! The file: sealed, with a header that says what is proven; its body is what is said of the states in the order of
//! the [walk](crate::strategy::walk), compressed.
//!
//! Where the header names no rule, the body is the index of a move for each state of the holder. Where it names one:
//!
//! ```text
//! the holder is to move      0 proof     the rule proves the state
//!                            n + 1       the holder plays move n
//! the opponent is to move    0           every reply is followed
//!                            1 proof     the rule proves the state, but for the replies that it leaves open
//! proof                      its length in bytes, and these bytes
//! ```
//!
//! Files of version 1 name no rule.

use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;
use game::{Definition, Game, Promise, ProofRule};
use sealed::Kind;
use serde::{Deserialize, Serialize};

use crate::strategy::{self, Guide, Step, WalkState};
use crate::{Error, Halt, numbers};

/// The first line.
const KIND: Kind = Kind("unbounded certificate 2");
/// The first line of older files.
const KIND_1: Kind = Kind("unbounded certificate 1");

/// Longer proofs by a rule are neither written nor read.
const LONGEST_PROOF: usize = 1 << 16;

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The full name of the game.
    pub game: String,
    /// The version of its rules ([`Game::rules_version`]).
    pub rules: u32,
    /// What defines the game, where its name does not ([`Game::definition`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The position.
    pub position: String,
    /// Its value for the first player: 1, 0 or -1.
    pub value: i8,
    /// The rule that proves states without playing them out ([`proof_rule`](game::Sight::proof_rule)), if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// How large a proof is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Size {
    /// States that the proof looks at, ends not counted.
    pub states: u64,
    /// Moves that the strategies name.
    pub choices: u64,
    /// States that the rule of the game proves, as far as it goes.
    pub by_rule: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

impl Size {
    fn add(&mut self, extent: strategy::Extent) {
        self.states += extent.states;
        self.choices += extent.choices;
        self.by_rule += extent.by_rule;
    }
}

/// Knows the moves of a strategy.
pub trait Prover<G: Game> {
    /// A move that keeps the promise, where its holder is to move. States that were visited already keep it.
    fn choose(&mut self, visit: &WalkState<'_, G>) -> Result<Option<G::Move>, Halt>;

    /// Whether the writer may continue and hold this number of bytes.
    fn may_hold(&mut self, _bytes: usize) -> Result<(), Halt> {
        Ok(())
    }
}

/// Writes a certificate that `root` has this value. What the prover says is checked on the way, so that what is
/// written is a proof. States that the rule of the game proves are not asked about.
pub fn write<G: Game>(
    out: impl Write,
    game: &str,
    root: &G,
    value: i8,
    prover: &mut impl Prover<G>,
) -> Result<Size, Error> {
    let rule = root.proof_rule();
    let header = Header {
        game: game.to_owned(),
        rules: root.rules_version(),
        definition: root.definition().map(|definition| definition.to_string()),
        position: root.position(),
        value,
        rule: rule.as_ref().map(|rule| rule.name().to_owned()),
    };
    let out = KIND.begin(BufWriter::new(out), &header)?;
    let body = ZlibEncoder::new(out, Compression::best());
    let mut writer = Writer { body, rule, prover, proof: Vec::new() };
    let mut size = Size::default();
    for promise in Promise::proving(value) {
        size.add(strategy::walk(root, promise, &mut writer)?);
    }
    size.bytes = writer.body.finish()?.finish()?;
    Ok(size)
}

struct Writer<'a, G: Game, W: Write, P> {
    body: ZlibEncoder<sealed::Writer<W>>,
    rule: Option<Box<dyn ProofRule<G>>>,
    prover: &'a mut P,
    proof: Vec<u8>,
}

impl<G: Game, W: Write, P: Prover<G>> Writer<'_, G, W, P> {
    /// Writes a proof by the rule, if there is one.
    fn prove(&mut self, visit: &WalkState<'_, G>, next: &mut Vec<G::Move>) -> Result<bool, Error> {
        let Writer { body, rule: Some(rule), proof, .. } = self else { return Ok(false) };
        proof.clear();
        if !rule.prove(visit.state, visit.promise, proof) || proof.len() > LONGEST_PROOF {
            return Ok(false);
        }
        check(rule.as_mut(), visit, proof, next)?;
        numbers::write(body, usize::from(!visit.is_choice()))?;
        numbers::write(body, proof.len())?;
        body.write_all(proof)?;
        Ok(true)
    }
}

impl<G: Game, W: Write, P: Prover<G>> Guide<G> for Writer<'_, G, W, P> {
    fn step(&mut self, visit: &WalkState<'_, G>, next: &mut Vec<G::Move>) -> Result<Step, Error> {
        let is_end = |m: &G::Move| visit.after(*m).outcome().is_some_and(|end| visit.promise.is_kept_by(end));
        let at_once = if visit.is_choice() { visit.moves.iter().copied().find(is_end) } else { None };
        if at_once.is_none() && self.prove(visit, next)? {
            return Ok(Step::Rule);
        }
        let has_rule = usize::from(self.rule.is_some());
        if !visit.is_choice() {
            next.extend(visit.moves);
            if self.rule.is_some() {
                numbers::write(&mut self.body, 0)?;
            }
            return Ok(Step::Replies);
        }
        let unknown = || Error::Unknown { position: visit.state.position() };
        let m = match at_once {
            Some(m) => m,
            None => self.prover.choose(visit)?.ok_or_else(unknown)?,
        };
        let index = visit.moves.iter().position(|&other| other == m).ok_or_else(unknown)?;
        numbers::write(&mut self.body, index + has_rule)?;
        next.push(m);
        Ok(Step::Move)
    }

    fn may_hold(&mut self, bytes: usize) -> Result<(), Halt> {
        self.prover.may_hold(bytes)
    }
}

/// Checks a proof by the rule.
fn check<G: Game>(
    rule: &mut dyn ProofRule<G>,
    visit: &WalkState<'_, G>,
    proof: &[u8],
    next: &mut Vec<G::Move>,
) -> Result<(), Error> {
    rule.check(visit.state, visit.promise, proof, next)
        .map_err(|error| Error::Rule { position: visit.state.position(), error })
}

/// Reads what a certificate is about, after a look at its checksum. Nothing is proven yet.
pub fn read_header(file: &mut (impl Read + Seek)) -> Result<Header, Error> {
    kind(file)?.check(file)?;
    Ok(open_body(file)?.0)
}

/// Sees what a certificate says.
pub trait Reader<G: Game> {
    /// A move of the holder.
    fn see_move(&mut self, _visit: &WalkState<'_, G>, _m: G::Move) {}

    /// A proof by the rule of the game, which has been checked.
    fn see_proof(&mut self, _visit: &WalkState<'_, G>, _proof: &[u8]) {}

    /// Whether the verifier may continue and hold this number of bytes.
    fn may_hold(&mut self, _bytes: usize) -> Result<(), Halt> {
        Ok(())
    }
}

/// Checks a certificate by the rules of the game that `start` belongs to. Every byte must be as it was written.
pub fn verify<G: Game>(
    file: &mut (impl Read + Seek),
    start: &G,
    reader: &mut impl Reader<G>,
) -> Result<(Header, Size), Error> {
    let bytes = kind(file)?.check(file)?;
    let (header, body) = open_body(file)?;
    if header.rules != start.rules_version() {
        return Err(Error::Rules { game: header.game, found: header.rules, known: start.rules_version() });
    }
    Definition::check(&header.game, header.definition.as_deref(), start.definition())?;
    let wrong_position = |error| Error::Position { text: header.position.clone(), error };
    let root = start.parse_position(&header.position).map_err(wrong_position)?;
    if root.position() != header.position {
        return Err(wrong_position(game::TextError::new("the game writes it in another way")));
    }
    let rule = match &header.rule {
        None => None,
        Some(name) => match root.proof_rule() {
            Some(rule) if rule.name() == name => Some(rule),
            _ => return Err(Error::UnknownRule { game: header.game, rule: name.clone() }),
        },
    };
    let mut follower =
        Follower { body: ZlibDecoder::new(BufReader::new(body)), rule, reader, proof: Vec::new() };
    let mut size = Size { bytes, ..Size::default() };
    for promise in Promise::proving(header.value) {
        size.add(strategy::walk(&root, promise, &mut follower)?);
    }
    // Not a byte may be left, neither of what is said nor of its compressed form.
    let mut body = follower.body;
    if body.read(&mut [0])? != 0 || body.into_inner().read(&mut [0])? != 0 {
        return Err(Error::Length("goes on behind the end of the proof"));
    }
    Ok((header, size))
}

struct Follower<'a, G: Game, R, V> {
    body: ZlibDecoder<R>,
    rule: Option<Box<dyn ProofRule<G>>>,
    reader: &'a mut V,
    proof: Vec<u8>,
}

impl<G: Game, R: io::BufRead, V: Reader<G>> Follower<'_, G, R, V> {
    fn check(&mut self, visit: &WalkState<'_, G>, next: &mut Vec<G::Move>) -> Result<Step, Error> {
        let length = numbers::read(&mut self.body)?;
        if length > LONGEST_PROOF {
            return Err(Error::Format(format!("a proof of {length} bytes is too long")));
        }
        self.proof.resize(length, 0);
        numbers::read_all(&mut self.body, &mut self.proof)?;
        if let Some(rule) = &mut self.rule {
            check(rule.as_mut(), visit, &self.proof, next)?;
            self.reader.see_proof(visit, &self.proof);
        }
        Ok(Step::Rule)
    }
}

impl<G: Game, R: io::BufRead, V: Reader<G>> Guide<G> for Follower<'_, G, R, V> {
    fn step(&mut self, visit: &WalkState<'_, G>, next: &mut Vec<G::Move>) -> Result<Step, Error> {
        let (is_choice, has_rule) = (visit.is_choice(), self.rule.is_some());
        let said = if is_choice || has_rule { numbers::read(&mut self.body)? } else { 0 };
        let index = match (is_choice, has_rule, said) {
            (true, true, 0) | (false, _, 1) => return self.check(visit, next),
            (true, true, _) => said - 1,
            (true, false, _) => said,
            (false, _, 0) => {
                next.extend(visit.moves);
                return Ok(Step::Replies);
            }
            (false, ..) => return Err(Error::Format(format!("there is no step {said}"))),
        };
        let no_such_move =
            || Error::NoSuchMove { index, moves: visit.moves.len(), position: visit.state.position() };
        let m = *visit.moves.get(index).ok_or_else(no_such_move)?;
        self.reader.see_move(visit, m);
        next.push(m);
        Ok(Step::Move)
    }

    fn may_hold(&mut self, bytes: usize) -> Result<(), Halt> {
        self.reader.may_hold(bytes)
    }
}

/// The kind of a file: that of version 1 or that of today.
fn kind(file: &mut (impl Read + Seek)) -> Result<Kind, Error> {
    Ok(if KIND_1.is_of(file)? { KIND_1 } else { KIND })
}

/// Reads the header; what is left is the compressed body.
fn open_body<F: Read + Seek>(file: &mut F) -> Result<(Header, io::Take<&mut F>), Error> {
    let kind = kind(file)?;
    let (header, body): (Header, _) = kind.open(file)?;
    if !(-1..=1).contains(&header.value) {
        return Err(Error::Format("its value is none of 1, 0 and -1".to_owned()));
    }
    if kind == KIND_1 && header.rule.is_some() {
        return Err(Error::Format("version 1 has no rules of games".to_owned()));
    }
    Ok((header, body))
}

/// Verifies and looks at nothing else.
impl<G: Game> Reader<G> for () {}
