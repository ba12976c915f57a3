//! What a misspelled word may have meant.

/// The known word that is most similar to this one, if one is similar at all.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |known: &&str| strsim::damerau_levenshtein(known, word);
    let near = known.into_iter().min_by_key(distance)?;
    (distance(&near) <= near.len().max(word.len()).div_ceil(3)).then_some(near)
}

/// The message of a parser about a file, where one about an unknown key names the known key that is nearest. The message
/// lists the known keys itself, or `known` does.
pub fn suggest_key(message: &str, known: &[&str]) -> String {
    let Some((_, rest)) = message.split_once("unknown field `") else { return message.to_owned() };
    let Some((key, rest)) = rest.split_once('`') else { return message.to_owned() };
    // Every other piece between backquotes is a key.
    let listed = rest.split('`').skip(1).step_by(2);
    let known = known.iter().copied().chain(listed).filter(|known| *known != key);
    match nearest(key, known) {
        Some(near) => format!("unknown key `{key}`; did you mean `{near}`?"),
        None => message.replacen("unknown field", "unknown key", 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_key_is_told_from_a_new_one() {
        let listed =
            "unknown field `scores`, expected one of `player`, `children`, `score` at line 1 column 9";
        assert_eq!(suggest_key(listed, &[]), "unknown key `scores`; did you mean `score`?");
        let known = ["matches", "games"];
        assert_eq!(
            suggest_key("unknown field `matchs`", &known),
            "unknown key `matchs`; did you mean `matches`?"
        );
        assert_eq!(suggest_key("unknown field `colour`", &known), "unknown key `colour`");
        assert_eq!(suggest_key("missing field `games`", &known), "missing field `games`");
        assert_eq!(nearest("x", ["y"]), Some("y"));
        assert_eq!(nearest("wheel", []), None);
    }
}
