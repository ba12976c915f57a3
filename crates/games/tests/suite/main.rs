//! The games from the outside: held against their laws, the records of other programs and what is known of each.

// What the tests share.
mod certain;
mod cores;
mod line;
mod quiet;
mod recorded;
mod unshared;
mod winner;

mod amazons;
mod arimaa;
mod ataxx;
mod bytes;
mod chess;
mod clobber;
mod colours;
mod connect4;
mod dodgem;
mod domineering;
mod draughts;
mod go;
mod graph;
mod havannah;
mod hex;
mod hex_proofs;
mod in_a_row;
mod laws;
mod loa;
mod nim;
mod othello;
mod pawns;
mod records;
mod santorini;
mod scenes;
mod spellings;
mod surakarta;
mod terminal;
mod wrappers;
mod xiangqi;
