//! Options of an algorithm in text form: `mcts(c=1.4)`, `alpha-beta(depth=9, quiescence)`.

use std::fmt;
use std::str::FromStr;

use game::TextError;

use crate::range::{Real, Whole};

/// Splits `name(options)`. Without parentheses the options are empty.
pub fn call(text: &str) -> Result<(&str, &str), TextError> {
    let text = text.trim();
    let Some((name, rest)) = text.split_once('(') else { return Ok((text, "")) };
    let options = rest.strip_suffix(')');
    let options =
        options.ok_or_else(|| TextError::new(format!("`{text}`: missing closing parenthesis at the end")))?;
    Ok((name.trim_end(), options))
}

/// Splits at the commas outside of parentheses, and outside of quotation marks around a value.
pub fn split(list: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut before, mut quote) = (0, ',', None);
    let parts = list.split(move |c: char| {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if before == '=' && matches!(c, '\'' | '"') => quote = Some(c),
            None => depth += i32::from(c == '(') - i32::from(c == ')'),
        }
        before = if c == ' ' { before } else { c };
        c == ',' && depth == 0 && quote.is_none()
    });
    parts.map(str::trim)
}

/// An option of an algorithm or an evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// Its default value.
    pub default: &'static str,
    /// The values that it takes.
    pub values: Values,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// The values that an option takes. Every other value is refused when the option is [set](Options::set).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// `yes` or `no`.
    Flag,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number.
    Whole(Whole),
    /// A whole number, or this word.
    WholeOr(Whole, &'static str),
    /// A number.
    Real(Real),
    /// A number, or this word.
    RealOr(Real, &'static str),
}

impl Values {
    /// Whether this text is one of them.
    pub fn accept(self, text: &str) -> bool {
        match self {
            Values::Flag => matches!(text, "yes" | "no"),
            Values::Words(words) => words.contains(&text),
            Values::Whole(range) => text.parse().is_ok_and(|number| range.has(number)),
            Values::Real(range) => text.parse().is_ok_and(|number| range.has(number)),
            Values::WholeOr(range, word) => text == word || Values::Whole(range).accept(text),
            Values::RealOr(range, word) => text == word || Values::Real(range).accept(text),
        }
    }
}

/// What they are, in words.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Flag => write!(f, "no or yes"),
            Values::Words(words) => write!(f, "{}", words.join(" or ")),
            Values::Whole(range) => write!(f, "{range}"),
            Values::Real(range) => write!(f, "{range}"),
            Values::WholeOr(range, word) => write!(f, "{range}, or {word}"),
            Values::RealOr(range, word) => write!(f, "{range}, or {word}"),
        }
    }
}

/// The options of an algorithm with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    list: Vec<OptionInfo>,
    values: Vec<String>,
}

impl Options {
    /// The options in this list, each with its default value.
    pub fn of(list: &[OptionInfo]) -> Options {
        let values = list.iter().map(|option| option.default.to_owned()).collect();
        Options { list: list.to_vec(), values }
    }

    /// Parses `name=value, name=value`. A name alone means `name=yes`.
    pub fn read(list: &[OptionInfo], text: &str) -> Result<Options, TextError> {
        let mut options = Options::of(list);
        let mut named: Vec<&str> = Vec::new();
        for part in split(text) {
            let (name, value) = part.split_once('=').unwrap_or((part, "yes"));
            let (name, value) = (name.trim(), value.trim());
            if part.is_empty() {
                if text.trim().is_empty() {
                    break;
                }
                return Err(TextError::new("empty option: expected `name` or `name=value` between commas"));
            }
            options.set(name, value)?;
            if named.contains(&name) {
                return Err(TextError::new(format!("the option `{name}` is given twice")));
            }
            named.push(name);
        }
        Ok(options)
    }

    /// Sets the value of an option, if it is one that the option takes.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let Some(index) = self.list.iter().position(|option| option.name == name) else {
            let known: Vec<&str> = self.list.iter().map(|option| option.name).collect();
            return Err(TextError::new(match known.is_empty() {
                true => format!("there is no option `{name}`; no options are accepted here"),
                false => format!("there is no option `{name}`; the options are {}", known.join(", ")),
            }));
        };
        let values = self.list[index].values;
        if !values.accept(value) {
            return Err(TextError::new(format!("`{name}={value}` should be {values}")));
        }
        value.clone_into(&mut self.values[index]);
        Ok(())
    }

    /// The options that differ from their defaults, in the form that [`Options::read`] accepts.
    pub fn changed(&self) -> String {
        let pairs = self.list.iter().zip(&self.values).filter(|(option, value)| option.default != *value);
        pairs.map(|(option, value)| format!("{}={value}", option.name)).collect::<Vec<_>>().join(",")
    }

    /// The value of an option as text.
    ///
    /// # Panics
    /// If the list has no option of this name.
    pub fn text(&self, name: &str) -> &str {
        &self.values[self.index(name)]
    }

    fn index(&self, name: &str) -> usize {
        let index = self.list.iter().position(|option| option.name == name);
        index.expect("an algorithm reads only options of its own list")
    }

    /// The number that an option is set to.
    pub fn number(&self, name: &str) -> Result<f64, TextError> {
        self.parsed(name)
    }

    /// The whole number that an option is set to.
    pub fn whole(&self, name: &str) -> Result<u64, TextError> {
        self.parsed(name)
    }

    /// The same for an option whose range ends below 2^32.
    pub fn count(&self, name: &str) -> Result<u32, TextError> {
        self.parsed(name)
    }

    /// The same for an option that may also be a word: `None` for the word.
    pub fn count_or_word(&self, name: &str) -> Result<Option<u32>, TextError> {
        match self.list[self.index(name)].values {
            Values::WholeOr(_, word) if word == self.text(name) => Ok(None),
            _ => self.parsed(name).map(Some),
        }
    }

    /// The number that an option is set to; `None` for the word that it takes instead.
    pub fn number_or_word(&self, name: &str) -> Result<Option<f64>, TextError> {
        match self.list[self.index(name)].values {
            Values::RealOr(_, word) if word == self.text(name) => Ok(None),
            _ => self.parsed(name).map(Some),
        }
    }

    /// Whether an option is set to `yes`.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "yes"
    }

    fn parsed<T: FromStr>(&self, name: &str) -> Result<T, TextError> {
        let (text, values) = (self.text(name), self.list[self.index(name)].values);
        text.parse().map_err(|_| TextError::new(format!("`{name}={text}` should be {values}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[OptionInfo] = &[
        OptionInfo { name: "c", default: "1.5", values: Values::Real(Real::new(0.0, 9.0)), summary: "" },
        OptionInfo { name: "deep", default: "no", values: Values::Flag, summary: "" },
        OptionInfo {
            name: "depth",
            default: "none",
            values: Values::WholeOr(Whole::new(1, 99), "none"),
            summary: "",
        },
    ];

    #[test]
    fn omitted_options_have_their_defaults() {
        let options = Options::read(LIST, " deep, depth = 7 ").unwrap();
        assert_eq!(options.number("c"), Ok(1.5));
        assert!(options.flag("deep"));
        assert_eq!(options.count_or_word("depth"), Ok(Some(7)));
        assert_eq!(Options::of(LIST).count_or_word("depth"), Ok(None));
        assert_eq!(options.changed(), "deep=yes,depth=7");
        assert_eq!(Options::read(LIST, "").unwrap(), Options::of(LIST));
    }

    #[test]
    fn calls_and_lists_may_be_nested() {
        assert_eq!(call(" mcts ( c=1, e=noise(seed=2)) "), Ok(("mcts", " c=1, e=noise(seed=2)")));
        assert_eq!(call("ubfm"), Ok(("ubfm", "")));
        assert!(call("ubfm(").is_err() && call("ubfm(c=1)x").is_err());
        assert_eq!(split("ubfm, mcts(c=1,k=2),x").collect::<Vec<_>>(), ["ubfm", "mcts(c=1,k=2)", "x"]);
        assert_eq!(split("").collect::<Vec<_>>(), [""]);
        let quoted = split("command='a (b, c', x=1, y='2'").collect::<Vec<_>>();
        assert_eq!(quoted, ["command='a (b, c'", "x=1", "y='2'"]);
    }

    #[test]
    fn errors_name_the_offending_option() {
        for text in ["d=1", "c=1,,deep", "c=1,c=2", ","] {
            assert!(Options::read(LIST, text).is_err(), "{text}");
        }
        for (text, part) in [
            ("c=-1", "`c=-1` should be a number from 0 to 9"),
            ("c=nan", "`c=nan`"),
            ("c=inf", "`c=inf`"),
            ("c=1e308", "`c=1e308`"),
            ("c=", "`c=`"),
            ("deep=maybe", "no or yes"),
            ("depth=100", "an integer from 1 to 99, or none"),
            ("depth=18446744073709551616", "an integer from 1 to 99"),
        ] {
            let refusal = Options::read(LIST, text).unwrap_err().to_string();
            assert!(refusal.contains(part), "{text}: {refusal}");
        }
    }
}
