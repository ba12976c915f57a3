//! A hash table from keys to values, with sixteen bytes per state: the value is stored in the two lowest bits
//! of the key.

use game::Key;

/// A state and its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Record(pub u128);

impl Record {
    const VALUE: u128 = 3;

    /// The record for a state with this key and this value. A record is never 0.
    pub fn new(key: Key, value: i8) -> Record {
        Record((key.0 & !Record::VALUE) | (value + 2) as u128)
    }

    /// The value.
    pub fn value(self) -> i8 {
        (self.0 & Record::VALUE) as i8 - 2
    }

    /// Whether this is the record of the state with this key. It compares 126 bits, for which collisions are
    /// as negligible as for 128.
    pub fn is_of(self, key: Key) -> bool {
        (self.0 ^ key.0) & !Record::VALUE == 0
    }
}

/// An open-addressing hash table of records with a memory limit.
pub struct ValueTable {
    records: Vec<Record>,
    used: usize,
    memory: usize,
}

/// The memory limit leaves no room for another record.
pub struct Full;

impl ValueTable {
    const MIN_SLOTS: usize = 1 << 10;

    pub fn new(memory: usize) -> ValueTable {
        ValueTable { records: vec![Record::default(); ValueTable::MIN_SLOTS], used: 0, memory }
    }

    pub fn len(&self) -> usize {
        self.used
    }

    pub fn bytes(&self) -> usize {
        self.records.len() * size_of::<Record>()
    }

    /// The index of the record of a key, or of the free slot where it would be inserted.
    fn slot(&self, key: Key) -> usize {
        let mut slot = ((u128::from(key.high()) * self.records.len() as u128) >> 64) as usize;
        while self.records[slot].0 != 0 && !self.records[slot].is_of(key) {
            slot = if slot + 1 == self.records.len() { 0 } else { slot + 1 };
        }
        slot
    }

    pub fn find(&self, key: Key) -> Option<i8> {
        let record = self.records[self.slot(key)];
        (record.0 != 0).then(|| record.value())
    }

    /// Inserts a state that is not in the table.
    pub fn insert(&mut self, key: Key, value: i8) -> Result<(), Full> {
        if 4 * (self.used + 1) > 3 * self.records.len() {
            self.grow()?;
        }
        let slot = self.slot(key);
        self.records[slot] = Record::new(key, value);
        self.used += 1;
        Ok(())
    }

    /// Doubles the table, or enlarges it as far as the memory limit allows while the old table is in memory.
    fn grow(&mut self) -> Result<(), Full> {
        let (old, size) = (self.records.len(), size_of::<Record>());
        let larger = (2 * old).min((self.memory / size).saturating_sub(old));
        if larger < old + old / 4 {
            return Err(Full);
        }
        let old = std::mem::replace(&mut self.records, vec![Record::default(); larger]);
        for record in old.into_iter().filter(|record| record.0 != 0) {
            let slot = self.slot(Key(record.0));
            self.records[slot] = record;
        }
        Ok(())
    }

    /// All records, sorted in slot.
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
    fn inserted_values_are_found_and_records_are_sorted() {
        let mut table = ValueTable::new(usize::MAX);
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
    fn the_memory_limit_is_respected() {
        let mut table = ValueTable::new(64 << 10);
        let mut key = 0;
        while table.insert(Key::of(key), 0).is_ok() {
            key += 1;
            assert!(table.bytes() <= 64 << 10);
        }
        assert!(table.len() > 1500, "{}", table.len());
    }
}
