//! The file: sealed, with a header that says which states it holds; its body is their records in order, in
//! blocks with a checksum each, so that a look-up reads and checks a few blocks and not the whole.

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};

use game::Key;
use sealed::{File, Kind};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::table::Record;

const KIND: Kind = Kind("unbounded database 1");

/// Records in a block; the last one may have fewer.
const BLOCK: u64 = 1024;

/// Bytes of a block's checksum.
const SUM: usize = 16;

/// Files up to this size are checked as a whole when they are opened: it takes no time.
const SMALL: u64 = 64 << 20;

/// Blocks that are kept in memory.
const KEPT: usize = 512;

/// Which states a file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The full name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The position that all states are reached from.
    pub position: String,
    /// How many there are.
    pub states: u64,
}

impl Header {
    /// The checksum of a block, which is good in this file and at this place only.
    fn sum(&self, number: u64, bytes: &[u8]) -> [u8; SUM] {
        let mut sum = Sha256::new();
        sum.update(format!("{} {} {} {} {number}\n", self.game, self.rules, self.position, self.states));
        sum.update(bytes);
        sum.finalize()[..SUM].try_into().expect("a checksum has 32 bytes")
    }

    /// How many blocks there are, and how many bytes.
    fn extent(&self) -> (u64, u64) {
        let blocks = self.states.div_ceil(BLOCK);
        (blocks, self.states * size_of::<Record>() as u64 + blocks * SUM as u64)
    }
}

/// Writes the records, which are in order.
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

/// A file that is looked into.
pub struct Reader {
    file: Box<dyn File>,
    /// Which states it holds.
    pub header: Header,
    /// Where the blocks begin.
    start: u64,
    blocks: HashMap<u64, Vec<Record>>,
}

impl Reader {
    /// Opens a file. A large one is not read as a whole: what is read of it later is checked then.
    pub fn open(mut file: Box<dyn File>) -> Result<Reader, Error> {
        let bytes = file.seek(SeekFrom::End(0))?;
        if bytes <= SMALL {
            KIND.check(&mut file)?;
        }
        let (header, body): (Header, _) = KIND.open(&mut file)?;
        let size = body.limit();
        if header.states > u64::MAX / 32 || header.extent().1 != size {
            return Err(Error::Damaged("it is shorter or longer than its header says".to_owned()));
        }
        let start = file.stream_position()?;
        Ok(Reader { file, header, start, blocks: HashMap::new() })
    }

    /// The value of the state with this key, if the file holds it.
    pub fn find(&mut self, key: Key) -> Result<Option<i8>, Error> {
        // The last block that begins at or below the record.
        let (mut low, mut high) = (0, self.header.extent().0);
        // No record of this key is larger.
        let last = Record(key.0 | 3);
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if self.block(middle)?[0] <= last { low = middle } else { high = middle }
        }
        if low == high {
            return Ok(None);
        }
        let block = self.block(low)?;
        let place = block.partition_point(|record| *record <= last);
        Ok(place
            .checked_sub(1)
            .map(|place| block[place])
            .filter(|record| record.is_of(key))
            .map(Record::value))
    }

    /// The records of a block, which has at least one.
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
        let place = self.start + number * (BLOCK * size + SUM as u64);
        let records = BLOCK.min(self.header.states - number * BLOCK);
        let mut bytes = vec![0; (records * size) as usize + SUM];
        self.file.seek(SeekFrom::Start(place))?;
        self.file.read_exact(&mut bytes)?;
        let (records, sum) = bytes.split_at(bytes.len() - SUM);
        if self.header.sum(number, records) != sum {
            return Err(Error::Damaged(format!("the checksum of block {number} does not fit")));
        }
        let (records, _) = records.as_chunks::<16>();
        Ok(records.iter().map(|bytes| Record(u128::from_le_bytes(*bytes))).collect())
    }
}
