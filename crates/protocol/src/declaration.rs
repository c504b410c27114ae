//! The options that an engine declares, `option name N type T …`: parsing and writing.

use std::fmt;
use std::str::FromStr;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut, not, opt, rest, value};
use nom::error::context;
use nom::multi::many0;
use nom::sequence::preceded;
use thiserror::Error;

use super::command::Command;
use super::error::quote;
use super::lexer::{Mismatch, Parsed, keyword, option_name, with, word};

/// UCI's form of an empty string.
const EMPTY: &str = "<empty>";

/// The name of an option, and the values that it accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// The name, possibly of several words.
    pub name: String,
    /// The accepted values.
    pub kind: OptionKind,
}

/// The values that an option accepts, and its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// `false` if the engine did not send it.
        default: bool,
    },
    /// An integer.
    Spin {
        /// The number nearest to 0 in the range if the engine did not send it.
        default: i64,
        /// `i64::MIN` if the engine did not send it.
        min: i64,
        /// `i64::MAX` if the engine did not send it.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// The first choice if the engine did not send it.
        default: String,
        /// All choices.
        choices: Vec<String>,
    },
    /// No value: setting the option starts an action.
    Button,
    /// Any text (`string` in the protocol).
    Text {
        /// The default text.
        default: String,
    },
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionValueError {
    /// The engine has no such option.
    #[error("there is no option {name}: the engine has {there}")]
    NoOption {
        /// The requested name, in quotes.
        name: String,
        /// The names of the existing options.
        there: String,
    },
    /// The option cannot have this value.
    #[error("option {name} cannot be {value}: expected {expected}")]
    BadValue {
        /// The option, in quotes.
        name: String,
        /// The value, in quotes.
        value: String,
        /// The expected value.
        expected: String,
    },
}

impl OptionDeclaration {
    /// The option of this name, compared without regard to case and blanks.
    ///
    /// # Errors
    /// No option has this name; the error names the existing options.
    pub fn find<'a>(options: &'a [Self], name: &str) -> Result<&'a Self, OptionValueError> {
        let plain = |text: &str| text.replace(' ', "").to_ascii_lowercase();
        options.iter().find(|option| plain(&option.name) == plain(name)).ok_or_else(|| {
            let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
            let there = if names.is_empty() { "no option at all".into() } else { names.join(", ") };
            OptionValueError::NoOption { name: quote(name), there }
        })
    }

    /// Checks a value. Choices are compared without regard to case; a button accepts `true` and an
    /// empty value.
    ///
    /// # Errors
    /// The option does not accept the value; the error says what it accepts.
    pub fn accept(&self, value: &str) -> Result<(), OptionValueError> {
        let expected = match &self.kind {
            OptionKind::Check { .. } if !["true", "false"].contains(&value) => {
                "true or false".to_owned()
            }
            OptionKind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(value) if (*min..=*max).contains(&value) => return Ok(()),
                _ => format!("an integer from {min} to {max}"),
            },
            OptionKind::Combo { choices, .. }
                if !choices.iter().any(|one| one.eq_ignore_ascii_case(value)) =>
            {
                format!("one of {}", choices.join(", "))
            }
            OptionKind::Button if !["", "true"].contains(&value) => {
                "no value for a button".to_owned()
            }
            _ => return Ok(()),
        };
        let (name, value) = (quote(&self.name), quote(value));
        Err(OptionValueError::BadValue { name, value, expected })
    }

    /// The command that sets the option to this value.
    #[must_use]
    pub fn set(&self, value: &str) -> Command {
        let value = (self.kind != OptionKind::Button).then(|| value.to_owned());
        Command::SetOption { name: self.name.clone(), value }
    }
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } if default.is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            OptionKind::Text { default } => write!(f, "string default {default}"),
        }
    }
}

/// Parses what follows the word `option`.
pub(super) fn declaration(input: &str) -> Parsed<'_, OptionDeclaration> {
    let kind = preceded(context("\"type\"", keyword("type")), cut(kind));
    (option_name("type"), kind).map(|(name, kind)| OptionDeclaration { name, kind }).parse(input)
}

fn kind(input: &str) -> Parsed<'_, OptionKind> {
    let kinds = alt((
        with("check", |input| Attributes::read(input, check)),
        with("spin", |input| Attributes::read(input, spin)),
        with("combo", |input| Attributes::read(input, combo)),
        with("button", value(OptionKind::Button, rest)),
        with("string", opt(preceded(keyword("default"), rest)).map(text)),
    ));
    context("check, spin, combo, button or string", kinds).parse(input)
}

/// The attributes of an option. Each is its key, the rest of the line after the key, and its value:
/// the words up to the next key.
struct Attributes<'a> {
    list: Vec<(&'a str, &'a str, String)>,
    end: &'a str,
}

type Attributed<'a, T> = Result<T, nom::Err<Mismatch<'a>>>;

impl<'a> Attributes<'a> {
    /// Reads the rest of the line, and builds a kind from its attributes.
    fn read(
        input: &'a str,
        kind: fn(&Attributes<'a>) -> Attributed<'a, OptionKind>,
    ) -> Parsed<'a, OptionKind> {
        let (end, list) = many0(attribute).parse(input)?;
        context("default, min, max or var", not(word)).parse(end)?;
        Ok((end, kind(&Attributes { list, end })?))
    }

    fn find(&self, key: &str) -> Option<&(&'a str, &'a str, String)> {
        self.list.iter().find(|(other, ..)| *other == key)
    }

    /// The first value with this key.
    fn get<T: FromStr>(&self, key: &str, expected: &'static str) -> Attributed<'a, Option<T>> {
        let value = self.find(key).map(|(.., value)| value.parse());
        value.transpose().map_err(|_| self.wrong(key, expected))
    }

    /// The error for the value of this key, or for a missing key.
    fn wrong(&self, key: &str, expected: &'static str) -> nom::Err<Mismatch<'a>> {
        nom::Err::Failure(Mismatch::new(self.find(key).map_or(self.end, |(_, at, _)| at), expected))
    }
}

fn attribute(input: &str) -> Parsed<'_, (&str, &str, String)> {
    let (at, key) = attribute_key(input)?;
    let words = many0(preceded(not(attribute_key), word));
    words.map(|words| (key, at, words.join(" "))).parse(at)
}

fn attribute_key(input: &str) -> Parsed<'_, &str> {
    alt((keyword("default"), keyword("min"), keyword("max"), keyword("var"))).parse(input)
}

fn check<'a>(attributes: &Attributes<'a>) -> Attributed<'a, OptionKind> {
    let default = attributes.get("default", "true or false")?.unwrap_or(false);
    Ok(OptionKind::Check { default })
}

fn spin<'a>(attributes: &Attributes<'a>) -> Attributed<'a, OptionKind> {
    let number = |key| attributes.get(key, "an integer of 64 bits");
    let (min, max) = (number("min")?.unwrap_or(i64::MIN), number("max")?.unwrap_or(i64::MAX));
    if min > max {
        return Err(attributes.wrong("max", "an integer from min on"));
    }
    let default = number("default")?.unwrap_or(0.clamp(min, max));
    if default < min || default > max {
        return Err(attributes.wrong("default", "a default from min to max"));
    }
    Ok(OptionKind::Spin { default, min, max })
}

fn combo<'a>(attributes: &Attributes<'a>) -> Attributed<'a, OptionKind> {
    let choices = attributes.list.iter().filter(|(key, ..)| *key == "var");
    let choices: Vec<String> = choices.map(|(.., value)| value.clone()).collect();
    let first = choices.first().ok_or_else(|| attributes.wrong("var", "var and a value"))?;
    let default: String = attributes.get("default", "text")?.unwrap_or_else(|| first.clone());
    if !choices.iter().any(|choice| choice.eq_ignore_ascii_case(&default)) {
        return Err(attributes.wrong("default", "one of the values after var"));
    }
    Ok(OptionKind::Combo { default, choices })
}

fn text(default: Option<&str>) -> OptionKind {
    let default = default.filter(|&text| text != EMPTY).unwrap_or_default().to_owned();
    OptionKind::Text { default }
}

#[cfg(test)]
mod tests {
    use super::super::ParseError;
    use super::super::lexer::read_line;
    use super::*;

    fn read(line: &str) -> Result<OptionDeclaration, ParseError> {
        read_line(line, with("option", declaration)).map(|found| found.expect("not blank"))
    }

    #[test]
    fn declarations_are_read() {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let combo = |default: &str, choices: [&str; 2]| OptionKind::Combo {
            default: default.into(),
            choices: choices.map(String::from).to_vec(),
        };
        let text = |default: &str| OptionKind::Text { default: default.into() };
        let cases = [
            ("name Hash type spin default 16 min 1 max 1024", "Hash", spin(16, 1, 1024)),
            ("name Hash  type spin min 1 max 1024 default 16", "Hash", spin(16, 1, 1024)),
            (
                "name Move Overhead type spin default 1",
                "Move Overhead",
                spin(1, i64::MIN, i64::MAX),
            ),
            ("name Threads type spin min 1", "Threads", spin(1, 1, i64::MAX)),
            ("name Clear type button", "Clear", OptionKind::Button),
            ("name File type string default <empty>", "File", text("")),
            ("name File type string default", "File", text("")),
            ("name File type string default a  min b", "File", text("a  min b")),
            ("name Ponder type check default true", "Ponder", OptionKind::Check { default: true }),
            ("name Ponder type check", "Ponder", OptionKind::Check { default: false }),
            (
                "name Style type combo default Very Risky var Solid var Very Risky",
                "Style",
                combo("Very Risky", ["Solid", "Very Risky"]),
            ),
            ("name Style type combo var a var b", "Style", combo("a", ["a", "b"])),
        ];
        for (line, name, kind) in cases {
            let declaration = OptionDeclaration { name: name.into(), kind };
            assert_eq!(read(&format!("option {line}")), Ok(declaration), "{line}");
        }
    }

    #[test]
    fn what_is_no_declaration_is_refused() {
        let kinds = "check, spin, combo, button or string";
        for (words, found, after, expected) in [
            ("", "nothing", "option", "\"name\""),
            ("name", "nothing", "name", "the name of an option"),
            ("name X", "nothing", "X", "\"type\""),
            ("name X type", "nothing", "type", kinds),
            ("name type spin", "unexpected word \"type\"", "name", "the name of an option"),
            ("name X type float", "unexpected word \"float\"", "type", kinds),
            ("name X type spin min a", "unexpected word \"a\"", "min", "an integer of 64 bits"),
            (
                "name X type spin default 5.5",
                "unexpected word \"5.5\"",
                "default",
                "an integer of 64 bits",
            ),
            (
                "name X type spin default 5 min 1 max 4",
                "unexpected word \"5\"",
                "default",
                "a default from min to max",
            ),
            (
                "name X type spin min 4 max 1",
                "unexpected word \"1\"",
                "max",
                "an integer from min on",
            ),
            ("name X type check default y", "unexpected word \"y\"", "default", "true or false"),
            (
                "name X type check all",
                "unexpected word \"all\"",
                "check",
                "default, min, max or var",
            ),
            ("name X type combo default c", "nothing", "c", "var and a value"),
            (
                "name X type combo default c var a var b",
                "unexpected word \"c\"",
                "default",
                "one of the values after var",
            ),
        ] {
            let error = read(&format!("option {words}")).expect_err(words).to_string();
            assert_eq!(error, format!("{found} after \"{after}\": expected {expected}"), "{words}");
        }
    }

    #[test]
    fn values_are_checked() {
        let hash = read("option name Hash type spin default 16 min 1 max 64").unwrap();
        assert_eq!(hash.accept("64"), Ok(()));
        let error = hash.accept("65").unwrap_err().to_string();
        assert!(error.ends_with("cannot be \"65\": expected an integer from 1 to 64"), "{error}");
        assert!(hash.accept("x").is_err());
        assert_eq!(hash.set("8").to_string(), "setoption name Hash value 8");
        let clear = OptionDeclaration { name: "Clear".into(), kind: OptionKind::Button };
        assert_eq!((clear.accept(""), clear.accept("1").is_err()), (Ok(()), true));
        assert_eq!(clear.set("").to_string(), "setoption name Clear");
        let style = read("option name Style type combo default a var a var b").unwrap();
        assert_eq!((style.accept("B"), style.accept("c").is_err()), (Ok(()), true));
        let options = [hash, clear, style];
        assert_eq!(OptionDeclaration::find(&options, "hash").unwrap().name, "Hash");
        let error = OptionDeclaration::find(&options, "Threads").unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no option \"Threads\": the engine has Hash, Clear, Style"
        );
    }
}
