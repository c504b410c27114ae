//! The keys of `go` and of `info`: one table each, made by `fields!`, to parse and write these
//! lines.
//!
//! Clients and engines may send unknown words. The parser skips them and uses the rest of the line.

use nom::Parser;
use nom::combinator::{recognize, verify};
use nom::multi::{fold_many0, many_m_n, many0, many1_count};

use super::dialect::Dialect;
use super::error::ParseError;
use super::lexer::{Mismatch, Parsed, is_blank, word};

/// A row of a table: a key of a line that is parsed into a `T`.
#[derive(Debug)]
pub struct Field<T, D = ()> {
    /// UGI's key.
    pub word: &'static str,
    /// UCI's key, mostly the same.
    pub uci: &'static str,
    /// The arguments of the key.
    pub value: FieldValue<T>,
    /// Further details, if the table has any.
    pub details: D,
}

/// The arguments of a key, and the field of a `T` that stores them.
#[derive(Debug)]
pub struct FieldValue<T> {
    /// The number of words.
    pub extent: Extent,
    /// What the arguments are, for errors.
    pub expected: &'static str,
    /// Writes the arguments: empty for a key without arguments, `None` if the field is not set.
    pub get: fn(&T) -> Option<String>,
    /// Parses and stores the arguments: numbers are clamped to the range of the field, and list
    /// items are appended. `None` if the arguments are wrong.
    pub set: fn(&mut T, &[&str]) -> Option<()>,
}

/// The words after a key that belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// At most this many, none of which is a key.
    Words(usize),
    /// All words up to the next key.
    UpToKey,
    /// The rest of the line, even if it contains keys.
    Rest,
}

/// Makes a table. A row is the key, UCI's word if it differs, the kind of its arguments with the
/// field, and the details if the table has any:
///
/// ```text
/// fields! {
///     /// All keys.
///     const KEYS: [Field<Info>];
///     "depth" => number(u32, depth);                   // Option<u32>, or of u64
///     "time" => millis(time);                          // Option<Duration>
///     "upperbound" => flag(bound, Some(Upper));        // any type; the key sets this value
///     "pv" => words(Rest, pv);                         // Vec<String>
///     "cpuload" => ignored(Words(1));
///     // Option<Score>, with a function that reads it and one that writes it
///     "score" => value(Words(2), "cp or mate, and a number", read_score, Score::to_string, score);
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
    (@value $extent:expr, $expected:literal, $read:expr, $write:expr, $($field:tt)+) => {
        $crate::fields::FieldValue {
            extent: $extent,
            expected: $expected,
            get: |line| line.$($field)+.as_ref().map($write),
            set: |line, words| {
                line.$($field)+ = Some($read(words)?);
                Some(())
            },
        }
    };
    (@number $type:ident, $field:ident) => {
        fields!(
            @value $crate::fields::Extent::Words(1),
            "a whole number",
            |words: &[&str]| Some($crate::lexer::saturating(words.first()?)?.try_into().unwrap_or($type::MAX)),
            ToString::to_string,
            $field
        )
    };
    (@millis $($field:tt)+) => {
        fields!(
            @value $crate::fields::Extent::Words(1),
            "a whole number",
            |words: &[&str]| Some(std::time::Duration::from_millis($crate::lexer::saturating(words.first()?)?)),
            |time| time.as_millis().to_string(),
            $($field)+
        )
    };
    (@flag $field:ident, $value:expr) => {
        $crate::fields::FieldValue {
            extent: $crate::fields::Extent::Words(0),
            expected: "nothing",
            get: |line| (line.$field == $value).then(String::new),
            set: |line, _| {
                line.$field = $value;
                Some(())
            },
        }
    };
    (@words $extent:ident, $field:ident) => {
        $crate::fields::FieldValue {
            extent: $crate::fields::Extent::$extent,
            expected: "words",
            get: |line| (!line.$field.is_empty()).then(|| line.$field.join(" ")),
            set: |line, words| {
                line.$field.extend(words.iter().copied().map(String::from));
                Some(())
            },
        }
    };
    (@ignored $extent:expr) => {
        $crate::fields::FieldValue {
            extent: $extent,
            expected: "anything",
            get: |_| None,
            set: |_, _| Some(()),
        }
    };
}
pub(super) use fields;

/// The keys and arguments of all set fields, each after a blank.
pub(super) fn write<T, D>(table: &[Field<T, D>], line: &T, dialect: Dialect) -> String {
    let text = |field: &Field<T, D>| {
        let word = match dialect {
            Dialect::Ugi => field.word,
            Dialect::Uci => field.uci,
        };
        (field.value.get)(line).map(|arguments| match arguments.as_str() {
            "" => format!(" {word}"),
            arguments => format!(" {word} {arguments}"),
        })
    };
    table.iter().filter_map(text).collect()
}

/// A parsed line, and the error of each skipped part, in the order of the line.
pub(super) type Lenient<T> = (T, Vec<ParseError>);

/// Parses what follows `start`, a line's first word. `expected` describes the keys in errors.
pub(super) fn read<'a, T: Default, D>(
    table: &'static [Field<T, D>],
    start: &'static str,
    expected: &'static str,
) -> impl Parser<&'a str, Output = Lenient<T>, Error = Mismatch<'a>> {
    fold_many0(
        |input| term(table, input),
        Lenient::default,
        move |(mut line, mut skipped), (text, field)| {
            let unknown =
                |found: &str| ParseError::UnknownText { found: found.to_owned(), start, expected };
            let stored = match field {
                Some((value, arguments)) => store(value, &mut line, text, &arguments),
                None => Err(unknown(text.trim_end_matches(is_blank))),
            };
            skipped.extend(stored.err());
            (line, skipped)
        },
    )
}

/// A key with its field and arguments, or text without a key.
type Term<'a, T> = (&'a str, Option<(&'static FieldValue<T>, Vec<&'a str>)>);

fn term<'a, T, D>(table: &'static [Field<T, D>], input: &'a str) -> Parsed<'a, Term<'a, T>> {
    let find = |word: &str| table.iter().find(|field| [field.word, field.uci].contains(&word));
    let argument = verify(word, |word: &str| find(word).is_none());
    let (rest, key) = word(input)?;
    let Some(Field { value, .. }) = find(key) else {
        return recognize(many1_count(argument)).map(|text| (text, None)).parse(input);
    };
    let (rest, arguments) = match value.extent {
        Extent::Words(most) => many_m_n(0, most, argument).parse(rest)?,
        Extent::UpToKey => many0(argument).parse(rest)?,
        Extent::Rest => many0(word).parse(rest)?,
    };
    Ok((rest, (key, Some((value, arguments)))))
}

fn store<T>(
    value: &FieldValue<T>,
    line: &mut T,
    key: &str,
    words: &[&str],
) -> Result<(), ParseError> {
    let (after, expected) = (key.to_owned(), value.expected);
    match (value.set)(line, words) {
        Some(()) => Ok(()),
        None if words.is_empty() => Err(ParseError::Missing { after, expected }),
        None => Err(ParseError::BadNumber { found: words.join(" "), after, expected }),
    }
}
