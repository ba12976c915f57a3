//! The file format: a sealed file whose header says which states it contains, and whose body is their records
//! in order. The body is divided into blocks with a checksum each, so that a lookup reads and verifies only a
//! few blocks.

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};

use game::Key;
use sealed::{File, Kind};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::table::Record;

const KIND: Kind = Kind("unbounded database 1");

/// The number of records per block. The last block may have fewer.
const BLOCK: u64 = 1024;

/// The size of a block's checksum in bytes.
const SUM: usize = 16;

/// Files up to this size are verified as a whole when they are opened, which takes no noticeable time.
const SMALL: u64 = 64 << 20;

/// The number of blocks cached in memory.
const KEPT: usize = 512;

/// Which states a file contains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The full name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// What defines the game, where its name does not ([`Game::definition`](game::Game::definition)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The position from which all states are reachable.
    pub position: String,
    /// The number of states.
    pub states: u64,
}

impl Header {
    /// The checksum of a block. It depends on the header and the block number, so that it is valid only in
    /// this file and at this place.
    fn sum(&self, number: u64, bytes: &[u8]) -> [u8; SUM] {
        let mut sum = Sha256::new();
        sum.update(format!("{} {} {} {} {number}\n", self.game, self.rules, self.position, self.states));
        sum.update(self.definition.as_deref().unwrap_or_default());
        sum.update(bytes);
        sum.finalize()[..SUM].try_into().expect("a checksum has 32 bytes")
    }

    /// The number of blocks, and the size of the body in bytes.
    fn extent(&self) -> (u64, u64) {
        let blocks = self.states.div_ceil(BLOCK);
        (blocks, self.states * size_of::<Record>() as u64 + blocks * SUM as u64)
    }
}

/// Writes the records, which must be sorted.
pub fn write(out: &mut dyn Write, header: &Header, records: &[Record]) -> io::Result<()> {
    let mut body = KIND.begin(out, header)?;
    let mut bytes = Vec::new();
    for (number, block) in (0..).zip(records.chunks(BLOCK as usize)) {
        bytes.clear();
        bytes.extend(block.iter().flat_map(|record| record.0.to_le_bytes()));
        body.write_all(&bytes)?;
        body.write_all(&header.sum(number, &bytes))?;
    }
    body.finish()?;
    Ok(())
}

/// An open file, for lookups.
pub struct Reader {
    file: Box<dyn File>,
    /// Which states the file contains.
    pub header: Header,
    /// The offset of the first block.
    start: u64,
    blocks: HashMap<u64, Vec<Record>>,
}

impl Reader {
    /// Opens a file. A large file is not verified as a whole; its blocks are verified when they are read.
    pub fn open(mut file: Box<dyn File>) -> Result<Reader, Error> {
        let bytes = file.seek(SeekFrom::End(0))?;
        if bytes <= SMALL {
            KIND.check(&mut file)?;
        }
        let (header, body): (Header, _) = KIND.open(&mut file)?;
        let size = body.limit();
        if header.states > u64::MAX / 32 || header.extent().1 != size {
            return Err(Error::Damaged("its size differs from that in its header".to_owned()));
        }
        let start = file.stream_position()?;
        Ok(Reader { file, header, start, blocks: HashMap::new() })
    }

    /// The value of the state with this key, if the file contains it.
    pub fn find(&mut self, key: Key) -> Result<Option<i8>, Error> {
        // A binary search for the last block whose first record is at or below the key.
        let (mut low, mut high) = (0, self.header.extent().0);
        // The largest record that this key can have.
        let last = Record(key.0 | 3);
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if self.block(middle)?[0] <= last { low = middle } else { high = middle }
        }
        if low == high {
            return Ok(None);
        }
        let block = self.block(low)?;
        let index = block.partition_point(|record| *record <= last);
        Ok(index
            .checked_sub(1)
            .map(|index| block[index])
            .filter(|record| record.is_of(key))
            .map(Record::value))
    }

    /// The records of a block. There is at least one.
    fn block(&mut self, number: u64) -> Result<&[Record], Error> {
        if self.blocks.len() >= KEPT && !self.blocks.contains_key(&number) {
            self.blocks.clear();
        }
        if !self.blocks.contains_key(&number) {
            let block = self.read(number)?;
            self.blocks.insert(number, block);
        }
        Ok(&self.blocks[&number])
    }

    fn read(&mut self, number: u64) -> Result<Vec<Record>, Error> {
        let size = size_of::<Record>() as u64;
        let offset = self.start + number * (BLOCK * size + SUM as u64);
        let records = BLOCK.min(self.header.states - number * BLOCK);
        let mut bytes = vec![0; (records * size) as usize + SUM];
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.read_exact(&mut bytes)?;
        let (records, sum) = bytes.split_at(bytes.len() - SUM);
        if self.header.sum(number, records) != sum {
            return Err(Error::Damaged(format!("checksum mismatch in block {number}")));
        }
        let (records, _) = records.as_chunks::<16>();
        Ok(records.iter().map(|bytes| Record(u128::from_le_bytes(*bytes))).collect())
    }
}
