//! Keys with their values, sixteen bytes a state: the two lowest bits of the key make room for the value.

use game::Key;

/// A state and its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Record(pub u128);

impl Record {
    const VALUE: u128 = 3;

    /// A state with this key has this value. A record is never 0.
    pub fn new(key: Key, value: i8) -> Record {
        Record((key.0 & !Record::VALUE) | (value + 2) as u128)
    }

    /// The value.
    pub fn value(self) -> i8 {
        (self.0 & Record::VALUE) as i8 - 2
    }

    /// Whether it is about the state with this key. 126 bits decide: a clash is as little to be expected as
    /// with 128.
    pub fn is_of(self, key: Key) -> bool {
        (self.0 ^ key.0) & !Record::VALUE == 0
    }
}

/// An open-addressing table of records within a limit of memory.
pub struct Table {
    records: Vec<Record>,
    used: usize,
    memory: usize,
}

/// There is no room for more.
pub struct Full;

impl Table {
    const LEAST: usize = 1 << 10;

    pub fn new(memory: usize) -> Table {
        Table { records: vec![Record::default(); Table::LEAST], used: 0, memory }
    }

    pub fn len(&self) -> usize {
        self.used
    }

    pub fn bytes(&self) -> usize {
        self.records.len() * size_of::<Record>()
    }

    /// Where a key is, or where it would be.
    fn place(&self, key: Key) -> usize {
        let mut place = ((u128::from(key.high()) * self.records.len() as u128) >> 64) as usize;
        while self.records[place].0 != 0 && !self.records[place].is_of(key) {
            place = if place + 1 == self.records.len() { 0 } else { place + 1 };
        }
        place
    }

    pub fn find(&self, key: Key) -> Option<i8> {
        let record = self.records[self.place(key)];
        (record.0 != 0).then(|| record.value())
    }

    /// Adds a state that is not here yet.
    pub fn insert(&mut self, key: Key, value: i8) -> Result<(), Full> {
        if 4 * (self.used + 1) > 3 * self.records.len() {
            self.grow()?;
        }
        let place = self.place(key);
        self.records[place] = Record::new(key, value);
        self.used += 1;
        Ok(())
    }

    /// Twice as large, or as large as the memory beside the old table allows.
    fn grow(&mut self) -> Result<(), Full> {
        let (old, size) = (self.records.len(), size_of::<Record>());
        let larger = (2 * old).min((self.memory / size).saturating_sub(old));
        if larger < old + old / 4 {
            return Err(Full);
        }
        let old = std::mem::replace(&mut self.records, vec![Record::default(); larger]);
        for record in old.into_iter().filter(|record| record.0 != 0) {
            let place = self.place(Key(record.0));
            self.records[place] = record;
        }
        Ok(())
    }

    /// All records in order. No further memory is needed.
    pub fn into_sorted(mut self) -> Vec<Record> {
        self.records.retain(|record| record.0 != 0);
        self.records.sort_unstable();
        self.records
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_is_found_and_comes_out_in_order() {
        let mut table = Table::new(usize::MAX);
        let keys: Vec<Key> = (0..5000).map(Key::of).collect();
        for (i, &key) in keys.iter().enumerate() {
            assert_eq!(table.find(key), None);
            assert!(table.insert(key, (i % 3) as i8 - 1).is_ok());
        }
        for (i, &key) in keys.iter().enumerate() {
            assert_eq!(table.find(key), Some((i % 3) as i8 - 1));
        }
        let sorted = table.into_sorted();
        assert_eq!(sorted.len(), keys.len());
        assert!(sorted.is_sorted());
    }

    #[test]
    fn the_limit_is_kept() {
        let mut table = Table::new(64 << 10);
        let mut key = 0;
        while table.insert(Key::of(key), 0).is_ok() {
            key += 1;
            assert!(table.bytes() <= 64 << 10);
        }
        assert!(table.len() > 1500, "{}", table.len());
    }
}
