//! Numbers as little-endian bytes, for saved searches.

use std::io::{self, Read, Write};

use crate::budget::Counts;

/// A number that can be written and read.
pub trait Bytes: Sized {
    /// Writes it.
    fn write(self, out: &mut dyn Write) -> io::Result<()>;
    /// Reads it.
    fn read(from: &mut dyn Read) -> io::Result<Self>;
}

macro_rules! bytes {
    ($($number:ty),*) => {$(
        impl Bytes for $number {
            #[inline]
            fn write(self, out: &mut dyn Write) -> io::Result<()> {
                out.write_all(&self.to_le_bytes())
            }

            #[inline]
            fn read(from: &mut dyn Read) -> io::Result<Self> {
                let mut bytes = [0; size_of::<$number>()];
                from.read_exact(&mut bytes)?;
                Ok(<$number>::from_le_bytes(bytes))
            }
        }
    )*};
}

bytes!(u8, i8, u32, u64, u128, f32);

impl Bytes for Counts {
    fn write(self, out: &mut dyn Write) -> io::Result<()> {
        let Counts { iterations, expansions, nodes, evaluations, charged, depth, idle: _ } = self;
        for count in [iterations, expansions, nodes, evaluations, charged, u64::from(depth)] {
            count.write(out)?;
        }
        Ok(())
    }

    fn read(from: &mut dyn Read) -> io::Result<Counts> {
        let mut next = || u64::read(from);
        let [iterations, expansions, nodes, evaluations, charged] =
            [next()?, next()?, next()?, next()?, next()?];
        let depth = u32::try_from(next()?).map_err(|_| invalid_data("the depth is out of range"))?;
        Ok(Counts { iterations, expansions, nodes, evaluations, charged, idle: 0, depth })
    }
}

/// An error for saved data that is inconsistent.
pub fn invalid_data(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}
