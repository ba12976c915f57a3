//! The server from outside: what it answers, whom it answers, and how much it bears.

mod connections;
mod hostile;
mod requests;
mod server;
