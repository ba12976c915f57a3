//! Tables that all states of one variant share.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{LazyLock, Mutex};
use std::{any::Any, any::TypeId};

/// A table that is made once for each description and lives as long as the program, so that a state can
/// carry it as a plain pointer. Two handles are equal iff they were made from the same description.
pub struct Shared<T: 'static>(&'static T);

type Tables = HashMap<(TypeId, Box<[u16]>), &'static (dyn Any + Send + Sync)>;
static TABLES: LazyLock<Mutex<Tables>> = LazyLock::new(Mutex::default);

impl<T: Send + Sync + 'static> Shared<T> {
    /// The table for this description (say, the size of a board), made by `make` the first time.
    pub fn new(description: &[u16], make: impl FnOnce() -> T) -> Shared<T> {
        let mut tables = TABLES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let table = *tables
            .entry((TypeId::of::<T>(), description.into()))
            .or_insert_with(|| Box::leak(Box::new(make())) as &(dyn Any + Send + Sync));
        Shared(table.downcast_ref().expect("the type is part of the entry's name"))
    }
}

impl<T> Clone for Shared<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Shared<T> {}

impl<T> Deref for Shared<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        self.0
    }
}

impl<T> PartialEq for Shared<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T> Eq for Shared<T> {}

impl<T> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

impl<T> std::fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shared")
    }
}
