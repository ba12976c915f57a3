//! Sealed files: self-describing files that detect damage. A file consists of a title line with a version, a
//! header line in JSON, the body, and a checksum (SHA-256) of all bytes before it.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// The size of the checksum in bytes.
pub const CHECKSUM: usize = 32;

/// The maximum length of a header in bytes, far longer than any real one.
const MAX_HEADER: u64 = 1 << 20;

/// A readable and seekable file.
pub trait File: Read + Seek {}

impl<F: Read + Seek> File for F {}

/// The kind of a file, given by its title line, such as `unbounded certificate 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(pub &'static str);

/// Why a file is rejected.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file is of another kind or version.
    #[error("{0}")]
    Foreign(String),
    /// The contents have changed since the file was written.
    #[error("the file is damaged: checksum mismatch")]
    Checksum,
}

impl Error {
    fn foreign(reason: &str) -> Error {
        Error::Foreign(reason.to_owned())
    }
}

impl Kind {
    /// The title and header lines of a file.
    fn head(self, header: &impl Serialize) -> io::Result<String> {
        Ok(format!("{}\n{}\n", self.0, serde_json::to_string(header)?))
    }

    /// Starts a file. The caller then writes the body.
    pub fn begin<W: Write>(self, out: W, header: &impl Serialize) -> io::Result<Writer<W>> {
        let mut writer = Writer { inner: out, sum: Sha256::new(), bytes: 0 };
        writer.write_all(self.head(header)?.as_bytes())?;
        Ok(writer)
    }

    /// Verifies the checksum. Returns the size of the file.
    pub fn check(self, file: &mut (impl Read + Seek)) -> Result<u64, Error> {
        let bytes = file.seek(SeekFrom::End(0))?;
        file.rewind()?;
        let Some(summed) = bytes.checked_sub(CHECKSUM as u64) else {
            return Err(Error::foreign("the file is too short"));
        };
        let mut sum = Sha256::new();
        io::copy(&mut BufReader::with_capacity(1 << 16, &mut *file).take(summed), &mut sum)?;
        file.seek(SeekFrom::Start(summed))?;
        let mut expected = [0; CHECKSUM];
        file.read_exact(&mut expected)?;
        if sum.finalize()[..] != expected {
            // A file of another kind must not be reported as damaged.
            self.read_title(file)?;
            return Err(Error::Checksum);
        }
        Ok(bytes)
    }

    /// Whether the first line of a file is the title line of this kind.
    pub fn is_of(self, file: &mut (impl Read + Seek)) -> io::Result<bool> {
        file.rewind()?;
        let title = format!("{}\n", self.0);
        let mut found = Vec::new();
        file.take(title.len() as u64).read_to_end(&mut found)?;
        Ok(found == title.as_bytes())
    }

    /// Checks the title line.
    fn read_title(self, file: &mut (impl Read + Seek)) -> Result<(), Error> {
        if self.is_of(file)? { Ok(()) } else { Err(Error::foreign("unexpected first line")) }
    }

    /// Reads the header. The rest is the body. Does not verify the checksum.
    pub fn open<F: Read + Seek, H: Serialize + DeserializeOwned>(
        self,
        file: &mut F,
    ) -> Result<(H, io::Take<&mut F>), Error> {
        self.read_title(file)?;
        let mut json = Vec::new();
        for byte in BufReader::new(file.take(MAX_HEADER)).bytes() {
            json.push(byte?);
            if json.ends_with(b"\n") {
                break;
            }
        }
        let json = String::from_utf8(json).map_err(|_| Error::foreign("the header is not UTF-8 text"))?;
        let header: H = serde_json::from_str(&json).map_err(|error| Error::Foreign(error.to_string()))?;
        let head = self.head(&header)?;
        if head != format!("{}\n{json}", self.0) {
            return Err(Error::foreign("the header is not in canonical form"));
        }
        let bytes = file.seek(SeekFrom::End(0))?;
        let around = (head.len() + CHECKSUM) as u64;
        let body = bytes.checked_sub(around).ok_or_else(|| Error::foreign("the file is too short"))?;
        file.seek(SeekFrom::Start(head.len() as u64))?;
        Ok((header, file.take(body)))
    }
}

/// A writer that also computes the checksum and counts the bytes.
pub struct Writer<W> {
    inner: W,
    sum: Sha256,
    bytes: u64,
}

impl<W: Write> Writer<W> {
    /// Writes the checksum. Returns the size of the file.
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

    /// The header and the body of a valid file.
    fn read(kind: Kind, bytes: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Error> {
        let mut file = Cursor::new(bytes);
        kind.check(&mut file)?;
        let (header, mut body) = kind.open(&mut file)?;
        let mut rest = Vec::new();
        body.read_to_end(&mut rest)?;
        Ok((header, rest))
    }

    #[test]
    fn a_sealed_file_can_be_read() {
        assert_eq!(read(KIND, &file()).unwrap(), (vec![1, 2], b"body\n".to_vec()));
    }

    #[test]
    fn every_changed_byte_and_every_wrong_length_is_detected() {
        let file = file();
        for offset in 0..file.len() {
            let mut damaged = file.clone();
            damaged[offset] ^= 1;
            assert!(read(KIND, &damaged).is_err(), "{offset}");
            assert!(read(KIND, &file[..offset]).is_err(), "{offset}");
        }
        assert!(matches!(read(KIND, &[&file[..], b"x"].concat()), Err(Error::Checksum)));
    }

    #[test]
    fn another_kind_or_version_is_not_reported_as_damaged() {
        assert!(matches!(read(Kind("unbounded test 2"), &file()), Err(Error::Foreign(_))));
        assert!(matches!(read(KIND, &[b'x'; 99]), Err(Error::Foreign(_))));
        assert!(matches!(read(KIND, b""), Err(Error::Foreign(_))));
    }
}
