//! What defines a game where its name and its rules do not: the content of a file.

use std::fmt;

/// A digest of what defines a game, 128 bits of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition(pub u128);

/// In hexadecimal digits, as files hold it.
impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A file that is about another game than the one that has the name today.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Redefined {
    /// What defines the game is not what it was.
    #[error(
        "{game} is defined otherwise than when this file was written: its definition was {found}, now it is {now}"
    )]
    Changed {
        /// The game's name.
        game: String,
        /// The digest in the file.
        found: String,
        /// The digest today, or `none`.
        now: String,
    },
    /// The file comes from a version that did not write digests.
    #[error("this file does not say by what {game} was defined when it was written")]
    Unknown {
        /// The game's name.
        game: String,
    },
}

impl Definition {
    /// Checks the digest that a file about a game holds against the definition of that game today. A file without a digest
    /// fits the games that have no definition, which are all games whose rules are in the program.
    pub fn check(game: &str, found: Option<&str>, now: Option<Definition>) -> Result<(), Redefined> {
        let now = now.map(|now| now.to_string());
        match found {
            found if found == now.as_deref() => Ok(()),
            None => Err(Redefined::Unknown { game: game.to_owned() }),
            Some(found) => Err(Redefined::Changed {
                game: game.to_owned(),
                found: found.to_owned(),
                now: now.unwrap_or_else(|| "none".to_owned()),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_fits_the_definition_that_it_names() {
        let now = Some(Definition(0xab));
        let text = "000000000000000000000000000000ab";
        assert_eq!(Definition::check("x", Some(text), now), Ok(()));
        assert_eq!(Definition::check("x", None, None), Ok(()));
        let game = "x".to_owned();
        assert_eq!(Definition::check("x", None, now), Err(Redefined::Unknown { game }));
        for (found, now) in [("ab", now), (text, Some(Definition(0xac))), (text, None)] {
            let refusal = Definition::check("x", Some(found), now).unwrap_err().to_string();
            assert!(refusal.contains("x is defined otherwise") && refusal.contains(found), "{refusal}");
        }
    }
}
