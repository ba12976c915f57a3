//! What the inputs of sealed files come without: the checksum, and the compression.

use sealed::CHECKSUM;
use sha2::{Digest, Sha256};

use crate::forge::{Parts, sign};

/// A file as an input: without its checksum.
pub fn open(file: &[u8]) -> Vec<u8> {
    file[..file.len() - CHECKSUM].to_vec()
}

/// An input as a file.
pub fn seal(input: &[u8]) -> Vec<u8> {
    sign(input.to_vec())
}

/// A hexadecimal SHA-256 of some bytes.
pub fn sum_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A shard as an input: without the last line, which is its checksum.
pub fn open_shard(file: &[u8]) -> Vec<u8> {
    let end = file[..file.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("there are two lines");
    file[..=end].to_vec()
}

/// An input as a shard.
pub fn seal_shard(input: &[u8]) -> Vec<u8> {
    [input, format!("{{\"sha256\":\"{}\"}}\n", sum_of(input)).as_bytes()].concat()
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
