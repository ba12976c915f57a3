//! Files that say what they are and notice every damage: a title line with a version, a line of JSON that
//! says what the rest is about, the body, and a checksum (SHA-256) of all bytes before it.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// Bytes of the checksum.
pub const CHECKSUM: usize = 32;

/// Longer headers are not read: no game's position is that long.
const LONGEST_HEADER: u64 = 1 << 20;

/// A file that can be read from any place.
pub trait File: Read + Seek {}

impl<F: Read + Seek> File for F {}

/// A kind of file: its first line, such as `unbounded certificate 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(pub &'static str);

/// Why a file is refused.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is something else, or of another version.
    #[error("{0}")]
    Foreign(String),
    /// Its bytes are not those that were written.
    #[error("the file is damaged: its checksum does not fit")]
    Checksum,
}

impl Error {
    fn foreign(reason: &str) -> Error {
        Error::Foreign(reason.to_owned())
    }
}

impl Kind {
    /// The first two lines of a file.
    fn head(self, header: &impl Serialize) -> io::Result<String> {
        Ok(format!("{}\n{}\n", self.0, serde_json::to_string(header)?))
    }

    /// Begins a file: what is written next is its body.
    pub fn begin<W: Write>(self, out: W, header: &impl Serialize) -> io::Result<Writer<W>> {
        let mut writer = Writer { inner: out, sum: Sha256::new(), bytes: 0 };
        writer.write_all(self.head(header)?.as_bytes())?;
        Ok(writer)
    }

    /// Compares the checksum at the end with the bytes before it. Returns the size of the file.
    pub fn check(self, file: &mut (impl Read + Seek)) -> Result<u64, Error> {
        let bytes = file.seek(SeekFrom::End(0))?;
        file.rewind()?;
        let Some(summed) = bytes.checked_sub(CHECKSUM as u64) else {
            return Err(Error::foreign("it is too short"));
        };
        let mut sum = Sha256::new();
        io::copy(&mut BufReader::with_capacity(1 << 16, &mut *file).take(summed), &mut sum)?;
        file.seek(SeekFrom::Start(summed))?;
        let mut expected = [0; CHECKSUM];
        file.read_exact(&mut expected)?;
        if sum.finalize()[..] != expected {
            // A file of another kind is not called damaged.
            self.read_title(file)?;
            return Err(Error::Checksum);
        }
        Ok(bytes)
    }

    /// Whether the first line is the right one.
    fn read_title(self, file: &mut (impl Read + Seek)) -> Result<(), Error> {
        file.rewind()?;
        let title = format!("{}\n", self.0);
        let mut found = Vec::new();
        file.take(title.len() as u64).read_to_end(&mut found)?;
        if found == title.as_bytes() { Ok(()) } else { Err(Error::foreign("its first line is another one")) }
    }

    /// Reads the header; what is left is the body. The checksum is not looked at.
    pub fn open<F: Read + Seek, H: Serialize + DeserializeOwned>(
        self,
        file: &mut F,
    ) -> Result<(H, io::Take<&mut F>), Error> {
        self.read_title(file)?;
        let mut json = Vec::new();
        for byte in BufReader::new(file.take(LONGEST_HEADER)).bytes() {
            json.push(byte?);
            if json.ends_with(b"\n") {
                break;
            }
        }
        let json = String::from_utf8(json).map_err(|_| Error::foreign("its header is no text"))?;
        let header: H = serde_json::from_str(&json).map_err(|error| Error::Foreign(error.to_string()))?;
        let head = self.head(&header)?;
        if head != format!("{}\n{json}", self.0) {
            return Err(Error::foreign("its header is written in another way"));
        }
        let bytes = file.seek(SeekFrom::End(0))?;
        let around = (head.len() + CHECKSUM) as u64;
        let body = bytes.checked_sub(around).ok_or_else(|| Error::foreign("it is too short"))?;
        file.seek(SeekFrom::Start(head.len() as u64))?;
        Ok((header, file.take(body)))
    }
}

/// Passes bytes on and keeps their checksum and number.
pub struct Writer<W> {
    inner: W,
    sum: Sha256,
    bytes: u64,
}

impl<W: Write> Writer<W> {
    /// Seals the file. Returns its size.
    pub fn finish(mut self) -> io::Result<u64> {
        self.inner.write_all(&self.sum.finalize())?;
        self.inner.flush()?;
        Ok(self.bytes + CHECKSUM as u64)
    }
}

impl<W: Write> Write for Writer<W> {
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

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const KIND: Kind = Kind("unbounded test 1");

    fn file() -> Vec<u8> {
        let mut file = Vec::new();
        let mut writer = KIND.begin(&mut file, &[1, 2]).unwrap();
        writer.write_all(b"body\n").unwrap();
        assert_eq!(writer.finish().unwrap(), file.len() as u64);
        file
    }

    /// The header and the body of a file, if nothing is wrong with it.
    fn read(kind: Kind, bytes: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Error> {
        let mut file = Cursor::new(bytes);
        kind.check(&mut file)?;
        let (header, mut body) = kind.open(&mut file)?;
        let mut rest = Vec::new();
        body.read_to_end(&mut rest)?;
        Ok((header, rest))
    }

    #[test]
    fn what_is_sealed_is_read_again() {
        assert_eq!(read(KIND, &file()).unwrap(), (vec![1, 2], b"body\n".to_vec()));
    }

    #[test]
    fn every_changed_byte_and_every_other_length_is_noticed() {
        let file = file();
        for place in 0..file.len() {
            let mut damaged = file.clone();
            damaged[place] ^= 1;
            assert!(read(KIND, &damaged).is_err(), "{place}");
            assert!(read(KIND, &file[..place]).is_err(), "{place}");
        }
        assert!(matches!(read(KIND, &[&file[..], b"x"].concat()), Err(Error::Checksum)));
    }

    #[test]
    fn another_kind_or_version_is_not_called_damaged() {
        assert!(matches!(read(Kind("unbounded test 2"), &file()), Err(Error::Foreign(_))));
        assert!(matches!(read(KIND, &[b'x'; 99]), Err(Error::Foreign(_))));
        assert!(matches!(read(KIND, b""), Err(Error::Foreign(_))));
    }
}
