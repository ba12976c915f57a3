//! Networks and the loop of learning from the outside: values, files, and what is learned.

mod files;
mod horizon;
mod learners;
mod networks;
#[cfg(feature = "residual")]
mod residual;
mod solved;
