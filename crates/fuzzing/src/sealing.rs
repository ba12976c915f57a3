//! What the inputs of sealed files come without: the checksum, and the compression.

use sealed::CHECKSUM;

use crate::forge::{Parts, sign};

/// A file as an input: without its checksum.
pub fn open(file: &[u8]) -> Vec<u8> {
    file[..file.len() - CHECKSUM].to_vec()
}

/// An input as a file.
pub fn seal(input: &[u8]) -> Vec<u8> {
    sign(input.to_vec())
}

/// A certificate as an input: title, header and body, without compression and checksum.
pub fn open_certificate(file: &[u8]) -> Vec<u8> {
    let Parts { title, header, body } = Parts::of(file);
    [title.as_bytes(), b"\n", header.as_bytes(), b"\n", &body].concat()
}

/// An input as a certificate. Nothing if it does not begin with two lines of text.
pub fn seal_certificate(input: &[u8]) -> Option<Vec<u8>> {
    let mut lines = input.splitn(3, |&byte| byte == b'\n');
    let mut line = || String::from_utf8(lines.next()?.to_vec()).ok();
    let (title, header) = (line()?, line()?);
    let body = lines.next()?.to_vec();
    Some(Parts { title, header, body }.file())
}
