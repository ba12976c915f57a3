//! Options of an algorithm in text form: `mcts(c=1.4)`, `alpha-beta(depth=9, quiescence)`.

use std::str::FromStr;

use game::TextError;

/// Splits `name(options)`. Without parentheses the options are empty.
pub fn call(text: &str) -> Result<(&str, &str), TextError> {
    let text = text.trim();
    let Some((name, rest)) = text.split_once('(') else { return Ok((text, "")) };
    let options = rest.strip_suffix(')');
    let options =
        options.ok_or_else(|| TextError::new(format!("`{text}`: missing closing parenthesis at the end")))?;
    Ok((name.trim_end(), options))
}

/// Splits at the commas outside of parentheses.
pub fn split(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let parts = list.split(move |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
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
    /// What it does, in one line.
    pub summary: &'static str,
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

    /// Sets the value of an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let Some(index) = self.list.iter().position(|option| option.name == name) else {
            let known: Vec<&str> = self.list.iter().map(|option| option.name).collect();
            return Err(TextError::new(match known.is_empty() {
                true => format!("there is no option `{name}`; no options are accepted here"),
                false => format!("there is no option `{name}`; the options are {}", known.join(", ")),
            }));
        };
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
        let index = self.list.iter().position(|option| option.name == name);
        &self.values[index.expect("an algorithm reads only options of its own list")]
    }

    /// A finite, non-negative number.
    pub fn number(&self, name: &str) -> Result<f64, TextError> {
        self.parsed(name, "a number that is at least 0", |number: &f64| number.is_finite() && *number >= 0.0)
    }

    /// A non-negative integer.
    pub fn whole(&self, name: &str) -> Result<u64, TextError> {
        self.parsed(name, "a non-negative integer", |_| true)
    }

    /// An integer from `least` to `most`.
    pub fn count(&self, name: &str, least: u32, most: u32) -> Result<u32, TextError> {
        let wanted = format!("an integer from {least} to {most}");
        self.parsed(name, &wanted, |count| (least..=most).contains(count))
    }

    /// An integer from 1 to `most`, or `none`.
    pub fn count_or_none(&self, name: &str, most: u32) -> Result<Option<u32>, TextError> {
        if self.text(name) == "none" { Ok(None) } else { self.count(name, 1, most).map(Some) }
    }

    /// `yes` or `no`.
    pub fn flag(&self, name: &str) -> Result<bool, TextError> {
        Ok(self.one_of(name, &["no", "yes"])? == 1)
    }

    /// The index of the option's value in this list of words.
    pub fn one_of(&self, name: &str, words: &[&str]) -> Result<usize, TextError> {
        let text = self.text(name);
        let index = words.iter().position(|word| *word == text);
        index.ok_or_else(|| self.wrong(name, &words.join(" or ")))
    }

    fn parsed<T: FromStr>(
        &self,
        name: &str,
        wanted: &str,
        sound: impl Fn(&T) -> bool,
    ) -> Result<T, TextError> {
        self.text(name).parse().ok().filter(sound).ok_or_else(|| self.wrong(name, wanted))
    }

    fn wrong(&self, name: &str, wanted: &str) -> TextError {
        TextError::new(format!("`{name}={}` should be {wanted}", self.text(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[OptionInfo] = &[
        OptionInfo { name: "c", default: "1.5", summary: "" },
        OptionInfo { name: "deep", default: "no", summary: "" },
        OptionInfo { name: "depth", default: "none", summary: "" },
    ];

    #[test]
    fn omitted_options_have_their_defaults() {
        let options = Options::read(LIST, " deep, depth = 7 ").unwrap();
        assert_eq!(options.number("c"), Ok(1.5));
        assert_eq!(options.flag("deep"), Ok(true));
        assert_eq!(options.count_or_none("depth", 99), Ok(Some(7)));
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
    }

    #[test]
    fn errors_name_the_offending_option() {
        for text in ["d=1", "c=1,,deep", "c=1,c=2", ","] {
            assert!(Options::read(LIST, text).is_err(), "{text}");
        }
        let wrong = Options::read(LIST, "c=-1,deep=maybe,depth=100").unwrap();
        assert!(wrong.number("c").unwrap_err().to_string().contains("`c=-1`"));
        assert!(wrong.flag("deep").unwrap_err().to_string().contains("no or yes"));
        assert!(wrong.count_or_none("depth", 99).unwrap_err().to_string().contains("1 to 99"));
    }
}
