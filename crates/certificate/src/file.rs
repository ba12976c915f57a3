//! The file: a line that says what it is, a line of JSON that says what is proven, the choices of the
//! strategies in the order of the [walk](crate::strategy::walk), compressed, and a checksum of all bytes
//! before it.

use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;
use game::Game;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::strategy::{self, Promise};

/// The first line.
const TITLE: &str = "unbounded certificate 1\n";

/// Bytes of the checksum.
const CHECKSUM: usize = 32;

/// Longer headers are not read: no game's position is that long.
const LONGEST_HEADER: u64 = 1 << 20;

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The full name of the game.
    pub game: String,
    /// The version of its rules ([`Game::RULES_VERSION`]).
    pub rules: u32,
    /// The position.
    pub position: String,
    /// Its value for the first player: 1, 0 or -1.
    pub value: i8,
}

/// How large a proof is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Size {
    /// States that can be reached under its strategies, ends not counted.
    pub states: u64,
    /// Moves that the strategies name.
    pub choices: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Writes a certificate that `root` has this value. `choose` names a proven move in a state of the
/// promise's holder; what it says is checked on the way, so that what is written is a proof.
pub fn write<G: Game>(
    out: impl Write,
    game: &str,
    root: &G,
    value: i8,
    mut choose: impl FnMut(Promise, &G) -> Option<G::Move>,
) -> Result<Size, Error> {
    let mut out = Summed { inner: BufWriter::new(out), sum: Sha256::new(), bytes: 0 };
    let header = Header { game: game.to_owned(), rules: G::RULES_VERSION, position: root.position(), value };
    out.write_all(header.text().as_bytes())?;
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
    let Summed { mut inner, sum, bytes } = body.finish()?;
    inner.write_all(&sum.finalize())?;
    inner.flush()?;
    size.bytes = bytes + CHECKSUM as u64;
    Ok(size)
}

/// Reads what a certificate is about, after a look at its checksum. Nothing is proven yet.
pub fn read_header(file: &mut (impl Read + Seek)) -> Result<Header, Error> {
    check_sum(file)?;
    Ok(open_body(file)?.0)
}

/// Checks a certificate by the rules of the game that `start` belongs to. `visit` sees every choice of the
/// strategies on the way. Every byte must be as it was written.
pub fn verify<G: Game>(
    file: &mut (impl Read + Seek),
    start: &G,
    mut visit: impl FnMut(Promise, &G, G::Move),
) -> Result<(Header, Size), Error> {
    let bytes = check_sum(file)?;
    let (header, body) = open_body(file)?;
    if header.rules != G::RULES_VERSION {
        return Err(Error::Rules { game: header.game, found: header.rules, known: G::RULES_VERSION });
    }
    let wrong_position = |error| Error::Position { text: header.position.clone(), error };
    let root = start.parse_position(&header.position).map_err(wrong_position)?;
    if root.position() != header.position {
        return Err(wrong_position(game::TextError::new("the game writes it in another way")));
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
    // Not a byte may be left, neither of the choices nor of their compressed form.
    if body.read(&mut [0])? != 0 || body.into_inner().read(&mut [0])? != 0 {
        return Err(Error::Length("goes on behind the end of the proof"));
    }
    Ok((header, size))
}

impl Header {
    /// The first two lines of the file.
    fn text(&self) -> String {
        let json = serde_json::to_string(self).expect("texts and numbers have a JSON form");
        format!("{TITLE}{json}\n")
    }
}

/// Compares the checksum at the end with the bytes before it. Returns the size of the file.
fn check_sum(file: &mut (impl Read + Seek)) -> Result<u64, Error> {
    let bytes = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let Some(summed) = bytes.checked_sub(CHECKSUM as u64) else {
        return Err(Error::Format("it is too short".to_owned()));
    };
    let mut sum = Sha256::new();
    io::copy(&mut BufReader::new(&mut *file).take(summed), &mut sum)?;
    file.seek(SeekFrom::Start(summed))?;
    let mut expected = [0; CHECKSUM];
    file.read_exact(&mut expected)?;
    if sum.finalize()[..] != expected {
        // A file of another kind is not called damaged.
        file.rewind()?;
        let mut title = Vec::new();
        file.take(TITLE.len() as u64).read_to_end(&mut title)?;
        return Err(match title == TITLE.as_bytes() {
            true => Error::Checksum,
            false => Error::Format("its first line is another one".to_owned()),
        });
    }
    Ok(bytes)
}

/// Reads the header; what is left is the compressed choices.
fn open_body<F: Read + Seek>(file: &mut F) -> Result<(Header, io::Take<&mut F>), Error> {
    let end = file.seek(SeekFrom::End(-(CHECKSUM as i64)))?;
    file.rewind()?;
    let mut text = Vec::new();
    let mut lines = 0;
    for byte in BufReader::new(&mut *file).take(LONGEST_HEADER).bytes() {
        let byte = byte?;
        text.push(byte);
        lines += usize::from(byte == b'\n');
        if lines == 2 {
            break;
        }
    }
    let wrong = |reason: &str| Error::Format(reason.to_owned());
    let text = String::from_utf8(text).map_err(|_| wrong("its header is no text"))?;
    let json = text.strip_prefix(TITLE).ok_or_else(|| wrong("its first line is another one"))?;
    let header: Header = serde_json::from_str(json).map_err(|error| Error::Format(error.to_string()))?;
    if header.text() != text {
        return Err(wrong("its header is written in another way"));
    }
    if !(-1..=1).contains(&header.value) {
        return Err(wrong("its value is none of 1, 0 and -1"));
    }
    let body = end.checked_sub(text.len() as u64).ok_or_else(|| wrong("it is too short"))?;
    file.seek(SeekFrom::Start(text.len() as u64))?;
    Ok((header, file.take(body)))
}

/// Seven bits a byte, the low ones first; the eighth says that more follow.
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
            io::ErrorKind::UnexpectedEof => Error::Length("ends before the proof does"),
            _ => Error::File(error),
        })?;
        number |= usize::from(byte[0] & 0x7f) << shift;
        if byte[0] & 0x80 == 0 {
            // One number has one form.
            return if byte[0] == 0 && shift > 0 {
                Err(Error::Format("a number is written in another way".to_owned()))
            } else {
                Ok(number)
            };
        }
    }
    Err(Error::Format("a number is too large".to_owned()))
}

/// Passes bytes on and keeps their checksum and number.
struct Summed<W> {
    inner: W,
    sum: Sha256,
    bytes: u64,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(buffer)?;
        self.sum.update(&buffer[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
