//! Files that are taken apart, altered, and put together again with a checksum that fits.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use game::Rng;
use sha2::{Digest, Sha256};

/// Bytes of a checksum.
const CHECKSUM: usize = 32;

/// A certificate, without its checksum and its compression.
#[derive(Clone)]
pub struct Parts {
    /// The first line.
    pub title: String,
    /// The second line.
    pub header: String,
    /// What is compressed in the file.
    pub body: Vec<u8>,
}

impl Parts {
    /// Takes a sound file apart.
    pub fn of(file: &[u8]) -> Parts {
        let line = |bytes: &[u8]| bytes.iter().position(|&byte| byte == b'\n').unwrap();
        let (title, rest) = file[..file.len() - CHECKSUM].split_at(line(file));
        let (header, compressed) = rest[1..].split_at(line(&rest[1..]));
        let mut body = Vec::new();
        ZlibDecoder::new(&compressed[1..]).read_to_end(&mut body).unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Parts { title: text(title), header: text(header), body }
    }

    /// Puts the parts together.
    pub fn file(&self) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&self.body).unwrap();
        let head = format!("{}\n{}\n", self.title, self.header);
        sign([head.as_bytes(), &encoder.finish().unwrap()].concat())
    }
}

/// Puts the right checksum behind bytes.
pub fn sign(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = Sha256::digest(&bytes);
    bytes.extend(sum);
    bytes
}

/// Changes something.
pub fn alter(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let small = rng.below(20) as u8;
    if bytes.is_empty() {
        return bytes.push(small);
    }
    let (place, other) = (rng.below(bytes.len()), rng.below(bytes.len()));
    match rng.below(7) {
        0 => bytes[place] ^= 1 << rng.below(8),
        1 => bytes[place] = small,
        2 => bytes.truncate(place),
        3 => bytes.insert(place, small),
        4 => drop(bytes.remove(place)),
        5 => bytes.swap(place, other),
        _ => {
            let part = bytes[place.min(other)..place.max(other)].to_vec();
            let to = rng.below(bytes.len());
            bytes.splice(to..to, part);
        }
    }
}
