//! The file format: a sealed file whose header says what is proven, and whose body is the moves of the
//! strategies in the order of the [walk](crate::strategy::walk), compressed.

use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;
use game::Game;
use sealed::Kind;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::strategy::{self, Promise};

/// The title line.
const KIND: Kind = Kind("unbounded certificate 1");

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The full name of the game.
    pub game: String,
    /// The version of its rules ([`Game::rules_version`]).
    pub rules: u32,
    /// The position.
    pub position: String,
    /// Its value for the first player: 1, 0 or -1.
    pub value: i8,
}

/// The size of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Size {
    /// The number of states reachable under its strategies, without terminal states.
    pub states: u64,
    /// The number of moves in its strategies.
    pub choices: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
}

/// Writes a certificate that `root` has this value. `choose` returns a proven move in a state of the
/// promise's holder. The strategy is checked while it is written, so that a file that is complete is a proof.
pub fn write<G: Game>(
    out: impl Write,
    game: &str,
    root: &G,
    value: i8,
    mut choose: impl FnMut(Promise, &G) -> Option<G::Move>,
) -> Result<Size, Error> {
    let header =
        Header { game: game.to_owned(), rules: root.rules_version(), position: root.position(), value };
    let out = KIND.begin(BufWriter::new(out), &header)?;
    let mut body = ZlibEncoder::new(out, Compression::best());
    let mut size = Size::default();
    for promise in Promise::that_prove(value) {
        let extent = strategy::walk(root, promise, |state, moves| {
            let unknown = || Error::Unknown { position: state.position() };
            let m = choose(promise, state).ok_or_else(unknown)?;
            let index = moves.iter().position(|&other| other == m).ok_or_else(unknown)?;
            write_number(&mut body, index)?;
            Ok(index)
        })?;
        size.states += extent.states;
        size.choices += extent.choices;
    }
    size.bytes = body.finish()?.finish()?;
    Ok(size)
}

/// Reads what a certificate proves, and verifies the checksum. This does not verify the proof.
pub fn read_header(file: &mut (impl Read + Seek)) -> Result<Header, Error> {
    KIND.check(file)?;
    Ok(open_body(file)?.0)
}

/// Verifies a certificate by the rules of the game that `start` belongs to. `visit` receives every move of
/// the strategies. Any byte that differs from what [`write()`] writes is an error.
pub fn verify<G: Game>(
    file: &mut (impl Read + Seek),
    start: &G,
    mut visit: impl FnMut(Promise, &G, G::Move),
) -> Result<(Header, Size), Error> {
    let bytes = KIND.check(file)?;
    let (header, body) = open_body(file)?;
    if header.rules != start.rules_version() {
        return Err(Error::Rules { game: header.game, found: header.rules, known: start.rules_version() });
    }
    let wrong_position = |error| Error::Position { text: header.position.clone(), error };
    let root = start.parse_position(&header.position).map_err(wrong_position)?;
    if root.position() != header.position {
        return Err(wrong_position(game::TextError::new("not in the canonical form of the game")));
    }
    let mut body = ZlibDecoder::new(BufReader::new(body));
    let mut size = Size { bytes, ..Size::default() };
    for promise in Promise::that_prove(header.value) {
        let extent = strategy::walk(&root, promise, |state, moves| {
            let index = read_number(&mut body)?;
            if let Some(&m) = moves.get(index) {
                visit(promise, state, m);
            }
            Ok(index)
        })?;
        size.states += extent.states;
        size.choices += extent.choices;
    }
    // No byte may be left, neither of the moves nor of their compressed form.
    if body.read(&mut [0])? != 0 || body.into_inner().read(&mut [0])? != 0 {
        return Err(Error::Length("continues after the end of the proof"));
    }
    Ok((header, size))
}

/// Reads the header. The rest is the compressed moves.
fn open_body<F: Read + Seek>(file: &mut F) -> Result<(Header, io::Take<&mut F>), Error> {
    let (header, body): (Header, _) = KIND.open(file)?;
    if !(-1..=1).contains(&header.value) {
        return Err(Error::Format("the value must be 1, 0 or -1".to_owned()));
    }
    Ok((header, body))
}

/// Writes a number with seven bits per byte, the low ones first. The eighth bit marks that more bytes follow.
fn write_number(out: &mut impl Write, mut number: usize) -> io::Result<()> {
    while number >= 0x80 {
        out.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}

fn read_number(from: &mut impl Read) -> Result<usize, Error> {
    let mut number = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let mut byte = [0];
        from.read_exact(&mut byte).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Error::Length("ends before the end of the proof"),
            _ => Error::File(error),
        })?;
        number |= usize::from(byte[0] & 0x7f) << shift;
        if byte[0] & 0x80 == 0 {
            // The encoding of a number is unique.
            return if byte[0] == 0 && shift > 0 {
                Err(Error::Format("a number is not in canonical form".to_owned()))
            } else {
                Ok(number)
            };
        }
    }
    Err(Error::Format("a number is too large".to_owned()))
}
