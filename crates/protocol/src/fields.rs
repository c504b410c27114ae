//! The keys of `go` and of `info`: one table each, made by `fields!`, from which these lines are
//! read and written.
//!
//! Clients and engines may send words that this crate does not know. The reader skips them and
//! uses the rest of the line.

use std::fmt;
use std::time::Duration;

use nom::Parser;
use nom::combinator::{recognize, verify};
use nom::multi::{fold_many0, many_m_n, many0, many1_count};

use super::dialect::Dialect;
use super::error::ParseError;
use super::lexer::{Mismatch, Parsed, is_blank, saturating, word};

/// A row of a table: a key of a line that is read into a `T`.
#[derive(Debug)]
pub struct Field<T, D = ()> {
    /// The key.
    pub word: &'static str,
    /// UCI's word for it, mostly the same.
    pub uci: &'static str,
    /// Its arguments, and the field that stores them.
    pub value: FieldValue<T>,
    /// More about it.
    pub details: D,
}

/// The arguments of a key: reads and writes the field of a `T` that stores them.
#[derive(Debug)]
pub enum FieldValue<T> {
    /// A whole number: `None` if it is not set; a new value is clamped to the range of the field.
    Number(fn(&T) -> Option<u64>, fn(&mut T, u64)),
    /// None: the key is there or not.
    Flag(fn(&T) -> bool, fn(&mut T)),
    /// Words.
    Words {
        /// How many.
        extent: Extent,
        /// What they stand for.
        expected: &'static str,
        /// The words; `None` if the field is not set.
        get: fn(&T) -> Option<String>,
        /// Sets the field, or adds to a list; `None` if the words are not those expected.
        set: fn(&mut T, &[&str]) -> Option<()>,
    },
}

/// The words after a key that belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// This many.
    Exactly(usize),
    /// All before the next key.
    UpToKey,
    /// The rest of the line, even if it contains keys.
    Rest,
}

/// Makes a table. A row is the key, UCI's word if it is another one, the kind of its arguments
/// with the field, and the details if the table has any:
///
/// ```text
/// fields! {
///     /// All keys.
///     const KEYS: [Field<Info>];
///     "depth" => number(depth);                        // Option of u32, u64 or Duration (in ms)
///     "infinite" => flag(infinite);                    // bool
///     "upperbound" => choice(bound, Bound::Upper);     // Option, set to this value
///     "currmove" => words(1, currmove, "a move");      // Option of a type with FromStr and Display
///     "pv" => moves(Rest, pv);                         // Vec<String>
///     "string" => custom(FieldValue::Words { … });
/// }
/// ```
macro_rules! fields {
    (
        $(#[$doc:meta])* $visibility:vis const $table:ident: [$field:ty];
        $($word:literal $(| $uci:literal)? => $kind:ident($($value:tt)+) $(, $details:expr)?;)*
    ) => {
        $(#[$doc])*
        $visibility const $table: &[$field] = &[$($crate::fields::Field {
            word: $word,
            uci: fields!(@uci $word $($uci)?),
            value: fields!(@$kind $($value)+),
            details: ($($details)?),
        }),*];
    };
    (@uci $word:literal) => { $word };
    (@uci $word:literal $uci:literal) => { $uci };
    (@number $($field:tt)+) => {
        $crate::fields::FieldValue::Number(
            |line| line.$($field)+.map($crate::fields::Number::to_u64),
            |line, number| line.$($field)+ = Some($crate::fields::Number::clamped(number)),
        )
    };
    (@flag $field:ident) => {
        $crate::fields::FieldValue::Flag(|line| line.$field, |line| line.$field = true)
    };
    (@choice $field:ident, $value:path) => {
        $crate::fields::FieldValue::Flag(
            |line| line.$field == Some($value),
            |line| line.$field = Some($value),
        )
    };
    (@words $count:literal, $field:ident, $expected:literal) => {
        $crate::fields::FieldValue::Words {
            extent: $crate::fields::Extent::Exactly($count),
            expected: $expected,
            get: |line| line.$field.as_ref().map(ToString::to_string),
            set: |line, words| {
                line.$field = Some(words.join(" ").parse().ok()?);
                Some(())
            },
        }
    };
    (@moves $extent:ident, $field:ident) => {
        $crate::fields::FieldValue::Words {
            extent: $crate::fields::Extent::$extent,
            expected: "moves",
            get: |line| (!line.$field.is_empty()).then(|| line.$field.join(" ")),
            set: |line, moves| {
                line.$field.extend(moves.iter().copied().map(String::from));
                Some(())
            },
        }
    };
    (@custom $value:expr) => { $value };
}
pub(super) use fields;

/// The type of a whole number that a field stores.
pub(super) trait Number {
    /// The nearest number in the range of the type.
    fn clamped(number: u64) -> Self;

    /// The number, at most 2^64 - 1.
    fn to_u64(self) -> u64;
}

impl Number for u32 {
    fn clamped(number: u64) -> u32 {
        number.try_into().unwrap_or(u32::MAX)
    }

    fn to_u64(self) -> u64 {
        self.into()
    }
}

impl Number for u64 {
    fn clamped(number: u64) -> u64 {
        number
    }

    fn to_u64(self) -> u64 {
        self
    }
}

/// In milliseconds.
impl Number for Duration {
    fn clamped(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn to_u64(self) -> u64 {
        self.as_millis().try_into().unwrap_or(u64::MAX)
    }
}

impl<T, D> Field<T, D> {
    /// Its arguments in a line, empty for a flag; `None` if it is not set.
    pub(super) fn text(&self, line: &T) -> Option<String> {
        match self.value {
            FieldValue::Number(get, _) => get(line).map(|number| number.to_string()),
            FieldValue::Flag(get, _) => get(line).then(String::new),
            FieldValue::Words { get, .. } => get(line),
        }
    }

    fn extent(&self) -> Extent {
        match self.value {
            FieldValue::Number(..) => Extent::Exactly(1),
            FieldValue::Flag(..) => Extent::Exactly(0),
            FieldValue::Words { extent, .. } => extent,
        }
    }

    /// Stores the arguments of the key, which is `word` in this line.
    fn store(&self, line: &mut T, word: &str, arguments: &[&str]) -> Result<(), ParseError> {
        let after = word.to_owned();
        let found = arguments.join(" ");
        match self.value {
            FieldValue::Flag(_, set) => set(line),
            FieldValue::Number(_, set) => {
                let expected = "a whole number";
                match arguments.first().map(|number| saturating(number)) {
                    Some(Some(number)) => set(line, number),
                    Some(None) => return Err(ParseError::BadNumber { found, after, expected }),
                    None => return Err(ParseError::Missing { after, expected }),
                }
            }
            FieldValue::Words { extent, expected, set, .. } => {
                let is_short = matches!(extent, Extent::Exactly(count) if arguments.len() < count);
                if arguments.is_empty() && is_short {
                    return Err(ParseError::Missing { after, expected });
                }
                if is_short || set(line, arguments).is_none() {
                    return Err(ParseError::UnexpectedWord { found, after, expected });
                }
            }
        }
        Ok(())
    }
}

/// Writes the fields that are set, each with a blank before it.
pub(super) fn write<T, D>(
    table: &[Field<T, D>],
    line: &T,
    dialect: Dialect,
    f: &mut impl fmt::Write,
) -> fmt::Result {
    for field in table {
        let word = match dialect {
            Dialect::Ugi => field.word,
            Dialect::Uci => field.uci,
        };
        match field.text(line) {
            None => {}
            Some(text) if text.is_empty() => write!(f, " {word}")?,
            Some(text) => write!(f, " {word} {text}")?,
        }
    }
    Ok(())
}

/// A line as it was read, and why parts of it were skipped, in their order.
pub(super) type Lenient<T> = (T, Vec<ParseError>);

/// Reads the line of this table. `unknown` makes the error for words that are neither a key nor
/// its arguments.
pub(super) fn read<'a, T: Default + 'static, D: 'static>(
    table: &'static [Field<T, D>],
    unknown: fn(String) -> ParseError,
) -> impl Parser<&'a str, Output = Lenient<T>, Error = Mismatch<'a>> {
    fold_many0(
        move |input| term(table, input),
        Lenient::default,
        move |(mut line, mut skipped), term| {
            let stored = match term {
                Term::Field { field, word, arguments } => field.store(&mut line, word, &arguments),
                Term::Unknown(text) => Err(unknown(text.trim_end_matches(is_blank).to_owned())),
            };
            skipped.extend(stored.err());
            (line, skipped)
        },
    )
}

/// A key with its arguments, or words that are neither.
enum Term<'a, T: 'static, D: 'static> {
    Field { field: &'static Field<T, D>, word: &'a str, arguments: Vec<&'a str> },
    Unknown(&'a str),
}

fn term<'a, T, D>(table: &'static [Field<T, D>], input: &'a str) -> Parsed<'a, Term<'a, T, D>> {
    let find = |word: &str| table.iter().find(|field| [field.word, field.uci].contains(&word));
    let argument = verify(word, |word: &str| find(word).is_none());
    let (rest, word) = self::word(input)?;
    let Some(field) = find(word) else {
        return recognize(many1_count(argument)).map(Term::Unknown).parse(input);
    };
    let (rest, arguments) = match field.extent() {
        Extent::Exactly(count) => many_m_n(0, count, argument).parse(rest)?,
        Extent::UpToKey => many0(argument).parse(rest)?,
        Extent::Rest => many0(self::word).parse(rest)?,
    };
    Ok((rest, Term::Field { field, word, arguments }))
}
