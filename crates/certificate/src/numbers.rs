//! Numbers as a certificate writes them: seven bits per byte, the low ones first; the eighth says that more follow.

use std::io::{self, Read, Write};

use crate::Error;

/// Writes a number.
pub fn write(out: &mut impl Write, mut number: usize) -> io::Result<()> {
    while number >= 0x80 {
        out.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}

/// Reads a number. A number has one form.
pub fn read(from: &mut impl Read) -> Result<usize, Error> {
    let mut number = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let mut byte = [0];
        read_all(from, &mut byte)?;
        number |= usize::from(byte[0] & 0x7f) << shift;
        if byte[0] & 0x80 == 0 {
            return if byte[0] == 0 && shift > 0 {
                Err(Error::Format("a number is written in another way".to_owned()))
            } else {
                Ok(number)
            };
        }
    }
    Err(Error::Format("a number is too large".to_owned()))
}

/// Fills a buffer.
pub fn read_all(from: &mut impl Read, buffer: &mut [u8]) -> Result<(), Error> {
    from.read_exact(buffer).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Error::Length("ends before the proof does"),
        _ => Error::File(error),
    })
}
