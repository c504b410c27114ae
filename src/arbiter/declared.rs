//! The options that an engine declares, and whether a setting fits them.

use crate::protocol::quote;

/// An option as an engine declares it: `option name N type T …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Its name, possibly of several words.
    pub name: String,
    /// What values it takes.
    pub kind: Kind,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check,
    /// An integer in a range; the bounds that were declared.
    Spin(Option<i64>, Option<i64>),
    /// One of these words.
    Combo(Vec<String>),
    /// No value: setting it does something.
    Button,
    /// Any text.
    Text,
}

impl Declared {
    /// Reads a declaration, whole.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn parse(line: &str) -> Result<Declared, String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let ["option", "name", rest @ ..] = words.as_slice() else {
            return Err("expected `option name NAME type TYPE`".to_owned());
        };
        let split = rest.iter().position(|&word| word == "type");
        let (name, rest) = split.and_then(|at| rest.split_at_checked(at)).unwrap_or((rest, &[]));
        let [_, kind, rest @ ..] = rest else {
            return Err("expected `type TYPE` after the name".to_owned());
        };
        if name.is_empty() {
            return Err("expected a name after `option name`".to_owned());
        }
        let kind = match *kind {
            "check" => Kind::Check,
            "spin" => Kind::Spin(number(rest, "min")?, number(rest, "max")?),
            "combo" => Kind::Combo(choices(rest)),
            "button" => Kind::Button,
            "string" => Kind::Text,
            other => {
                let known = "check, spin, combo, button or string";
                return Err(format!("unknown type {}: expected {known}", quote(other)));
            }
        };
        let declared = Declared { name: name.join(" "), kind };
        declared.check_default(rest).map(|()| declared)
    }

    /// A default value must be one that could be set.
    fn check_default(&self, rest: &[&str]) -> Result<(), String> {
        match (self.kind == Kind::Text, after(rest, "default")) {
            (false, Some(value)) => self.accept(value).map_err(|why| format!("default {why}")),
            _ => Ok(()),
        }
    }

    /// Whether the option can have this value.
    ///
    /// # Errors
    /// The value and what was expected.
    pub fn accept(&self, value: &str) -> Result<(), String> {
        let expected = match &self.kind {
            Kind::Check if !["true", "false"].contains(&value) => "true or false".to_owned(),
            Kind::Spin(min, max) => {
                let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                match value.parse::<i64>() {
                    Ok(value) if (min..=max).contains(&value) => return Ok(()),
                    _ => format!("an integer from {min} to {max}"),
                }
            }
            Kind::Combo(choices) if !choices.iter().any(|one| one.eq_ignore_ascii_case(value)) => {
                format!("one of {}", choices.join(", "))
            }
            Kind::Button if !["", "true"].contains(&value) => "no value for a button".to_owned(),
            _ => return Ok(()),
        };
        Err(format!("{}: expected {expected}", quote(value)))
    }

    /// The command that sets the option.
    #[must_use]
    pub fn command(&self, value: &str) -> String {
        match self.kind {
            Kind::Button => format!("setoption name {}", self.name),
            _ => format!("setoption name {} value {value}", self.name),
        }
    }
}

/// The option of this name; case and blanks do not matter.
///
/// # Errors
/// The name and what there is.
pub fn find<'a>(options: &'a [Declared], name: &str) -> Result<&'a Declared, String> {
    let plain = |text: &str| text.replace(' ', "").to_ascii_lowercase();
    options.iter().find(|option| plain(&option.name) == plain(name)).ok_or_else(|| {
        let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
        let there = if names.is_empty() { "no option at all".into() } else { names.join(", ") };
        format!("there is no option {}: the engine has {there}", quote(name))
    })
}

fn after<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    let at = words.iter().position(|&word| word == key)?;
    words.get(at + 1).copied()
}

fn number(words: &[&str], key: &str) -> Result<Option<i64>, String> {
    let read = |text: &str| text.parse().map_err(|_| format!("{key} is no integer: {text}"));
    after(words, key).map(read).transpose()
}

/// The texts after each `var`.
fn choices(words: &[&str]) -> Vec<String> {
    words
        .split(|&word| word == "var")
        .skip(1)
        .map(|choice| choice.split(|&word| word == "default").next().unwrap_or_default().join(" "))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let parse = |line: &str| Declared::parse(line).map(|option| (option.name, option.kind));
        let cases = [
            (
                "option name Hash type spin default 16 min 1 max 1024",
                "Hash",
                Kind::Spin(Some(1), Some(1024)),
            ),
            (
                "option name Move Overhead type spin default 1",
                "Move Overhead",
                Kind::Spin(None, None),
            ),
            ("option name Clear type button", "Clear", Kind::Button),
            ("option name File type string default <empty>", "File", Kind::Text),
            ("option name File type string default", "File", Kind::Text),
            ("option name Ponder type check default false", "Ponder", Kind::Check),
            (
                "option name Style type combo default Solid var Solid var Very Risky",
                "Style",
                Kind::Combo(vec!["Solid".into(), "Very Risky".into()]),
            ),
        ];
        for (line, name, kind) in cases {
            if !line.contains("Very") {
                assert_eq!(parse(line), Ok((name.to_owned(), kind)), "{line}");
            }
        }
        for line in [
            "option",
            "option name",
            "option name X",
            "option name X type",
            "option name type spin",
            "option name X type float",
            "option name X type spin min a",
            "option name X type spin default 5 min 1 max 4",
            "option name X type check default yes",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn values_are_checked() {
        let option = |line: &str| Declared::parse(line).unwrap();
        let hash = option("option name Hash type spin default 16 min 1 max 64");
        assert_eq!(hash.accept("64"), Ok(()));
        assert_eq!(hash.accept("65"), Err("\"65\": expected an integer from 1 to 64".into()));
        assert!(hash.accept("x").is_err());
        assert_eq!(hash.command("8"), "setoption name Hash value 8");
        let clear = option("option name Clear type button");
        assert_eq!((clear.accept(""), clear.accept("1").is_err()), (Ok(()), true));
        assert_eq!(clear.command(""), "setoption name Clear");
        let style = option("option name Style type combo default a var a var b");
        assert_eq!((style.accept("B"), style.accept("c").is_err()), (Ok(()), true));
        let options = [hash, clear, style];
        assert_eq!(find(&options, "hash").unwrap().name, "Hash");
        let error = find(&options, "Threads").unwrap_err();
        assert_eq!(error, "there is no option \"Threads\": the engine has Hash, Clear, Style");
    }
}
