//! Parses a line of text as an [`XBoardCommand`].

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::{digit1, one_of, satisfy};
use nom::combinator::{all_consuming, map, map_opt, opt, rest, value};
use nom::error::context;
use nom::multi::separated_list1;
use nom::sequence::{preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use super::command::{Level, XBoardCommand, XBoardMove, XBoardSquare};
use crate::error::ParseError;
use crate::lexer::{Mismatch, Parsed, keyword, number, read_line, with, word};

/// The longest time, more than a hundred years: longer ones are clamped to it, so that sums of
/// times stay in range.
const LONGEST: Duration = Duration::from_secs(1 << 32);

/// The result of a parser of one word, which leaves the blanks after it.
type Read<'a, T> = IResult<&'a str, T, nom::error::Error<&'a str>>;

/// Parses one line; `Ok(None)` if it is blank.
///
/// # Errors
/// The line is not a command, its arguments are wrong, or text follows them.
///
/// ```
/// use zugi_protocol::xboard::{XBoardCommand, parse};
/// assert_eq!(parse("sd 12\n"), Ok(Some(XBoardCommand::Depth(12))));
/// assert!(parse("edit").is_err());
/// ```
pub fn parse(line: &str) -> Result<Option<XBoardCommand>, ParseError> {
    read_line(line, command)
}

fn command(input: &str) -> Parsed<'_, XBoardCommand> {
    let remark = |name| preceded(keyword(name), rest);
    let remarks = ["accepted", "rejected", "name", "rating", "ics"].map(remark);
    alt((
        map_opt(word, plain),
        value(XBoardCommand::Nothing, alt(remarks)),
        value(XBoardCommand::Result, remark("result")),
        with("protover", number("a version").map(|_| XBoardCommand::ProtocolVersion)),
        with("ping", word_as("a number", digits::<u64>).map(XBoardCommand::Ping)),
        with("option", context("NAME or NAME=VALUE", some_text).map(set_option)),
        with("memory", word_as("a number of MiB", digits).map(XBoardCommand::Memory)),
        with("cores", word_as("a number of threads", digits).map(XBoardCommand::Cores)),
        with("lift", word_as("a square", place).map(XBoardCommand::Lift)),
        with("put", word_as("a square", square).map(XBoardCommand::Put)),
        with("hover", word_as("a square", square).map(XBoardCommand::Hover)),
        game,
    ))
    .parse(input)
}

/// The commands without arguments.
fn plain(word: &str) -> Option<XBoardCommand> {
    Some(match word {
        "xboard" | "random" | "draw" => XBoardCommand::Nothing,
        "computer" => XBoardCommand::Computer,
        "quit" => XBoardCommand::Quit,
        "new" => XBoardCommand::New,
        "force" => XBoardCommand::Force,
        "go" => XBoardCommand::Go,
        "playother" => XBoardCommand::PlayOther,
        "white" => XBoardCommand::ToMove { first: true },
        "black" => XBoardCommand::ToMove { first: false },
        "?" => XBoardCommand::MoveNow,
        "undo" => XBoardCommand::Undo,
        "remove" => XBoardCommand::Remove,
        "hint" => XBoardCommand::Hint,
        "bk" => XBoardCommand::Book,
        "hard" => XBoardCommand::Ponder(true),
        "easy" => XBoardCommand::Ponder(false),
        "post" => XBoardCommand::Post(true),
        "nopost" => XBoardCommand::Post(false),
        "analyze" => XBoardCommand::Analyze,
        "exit" => XBoardCommand::Exit,
        "." => XBoardCommand::Status,
        _ => return None,
    })
}

/// The variant, the position, the clocks and the moves.
fn game(input: &str) -> Parsed<'_, XBoardCommand> {
    let hundredths = || word_as("a number of hundredths of a second", hundredths);
    let name = context("the name of a variant", word);
    alt((
        with("variant", name.map(|name: &str| XBoardCommand::Variant(name.to_owned()))),
        with("setboard", context("a position", some_text).map(XBoardCommand::SetBoard)),
        with("level", level.map(XBoardCommand::Level)),
        with("st", word_as("a number of seconds", seconds).map(XBoardCommand::MoveTime)),
        with("sd", number("a number of plies").map(XBoardCommand::Depth)),
        with("depth", number("a number of plies").map(XBoardCommand::Depth)),
        with("time", hundredths().map(XBoardCommand::Time)),
        with("otim", hundredths().map(XBoardCommand::OpponentTime)),
        with("usermove", word_as("a move", user_move).map(XBoardCommand::Move)),
        // A move from a GUI that did not accept the feature "usermove". No `cut` here: any other
        // word is an unknown command, not a bad move.
        word_as("a command", user_move).map(XBoardCommand::Move),
    ))
    .parse(input)
}

fn set_option(text: String) -> XBoardCommand {
    match text.split_once('=') {
        Some((name, value)) => {
            XBoardCommand::Option { name: name.trim().into(), value: Some(value.trim().into()) }
        }
        None => XBoardCommand::Option { name: text, value: None },
    }
}

/// One word that `read` parses as a whole.
fn word_as<'a, T>(
    expected: &'static str,
    read: fn(&'a str) -> Read<'a, T>,
) -> impl Parser<&'a str, Output = T, Error = Mismatch<'a>> {
    context(
        expected,
        map_opt(word, move |word| all_consuming(read).parse(word).ok().map(|(_, read)| read)),
    )
}

fn some_text(input: &str) -> Parsed<'_, String> {
    map_opt(rest, |text: &str| (!text.is_empty()).then(|| text.to_owned())).parse(input)
}

fn level(input: &str) -> Parsed<'_, Level> {
    let base = word_as("a time as MINUTES or MINUTES:SECONDS", base);
    let increment = word_as("a number of seconds", seconds);
    (number("a number of moves"), base, increment)
        .map(|(moves, base, increment)| Level {
            moves: (moves > 0).then_some(moves),
            base,
            increment,
        })
        .parse(input)
}

fn digits<T: std::str::FromStr>(input: &str) -> Read<'_, T> {
    map_opt(digit1, |digits: &str| digits.parse().ok()).parse(input)
}

/// `MINUTES` or `MINUTES:SECONDS`; the rest of the word is ignored, because later versions of the
/// protocol may add text.
fn base(input: &str) -> Read<'_, Duration> {
    let number = || map(digit1, |digits: &str| digits.parse::<u64>().unwrap_or(u64::MAX));
    let time = (number(), opt(preceded(tag(":"), number())));
    terminated(time, rest)
        .map(|(minutes, seconds)| {
            let seconds = minutes.saturating_mul(60).saturating_add(seconds.unwrap_or(0));
            Duration::from_secs(seconds).min(LONGEST)
        })
        .parse(input)
}

/// Seconds, with or without a fraction.
fn seconds(input: &str) -> Read<'_, Duration> {
    map_opt(nom::number::complete::recognize_float, |text: &str| {
        let number = text.parse().ok().filter(|&number: &f64| number >= 0.0)?;
        Some(Duration::try_from_secs_f64(number).map_or(LONGEST, |time| time.min(LONGEST)))
    })
    .parse(input)
}

/// A negative clock, whose time is up, counts as 0.
fn hundredths(input: &str) -> Read<'_, Duration> {
    (opt(tag("-")), digit1)
        .map(|(minus, digits): (Option<&str>, &str)| {
            let count = digits.parse().unwrap_or(u64::MAX);
            let millis = if minus.is_some() { 0 } else { count.saturating_mul(10) };
            Duration::from_millis(millis).min(LONGEST)
        })
        .parse(input)
}

fn user_move(input: &str) -> Read<'_, XBoardMove> {
    let pass = alt((tag("@@@@"), tag("0000")));
    let upper = satisfy(|c| c.is_ascii_alphabetic()).map(|c| c.to_ascii_uppercase());
    let drop = separated_pair(upper, tag("@"), square);
    alt((
        value(XBoardMove::Pass, pass),
        drop.map(|(piece, to)| XBoardMove::Drop { piece, to }),
        path.map(|(squares, promotion)| XBoardMove::Path { squares, promotion }),
    ))
    .parse(input)
}

/// The legs of a move, each from the end of the previous one, and an optional letter of promotion.
fn path(input: &str) -> Read<'_, (Vec<XBoardSquare>, Option<char>)> {
    let legs = map_opt(separated_list1(tag(","), (square, square)), |legs| {
        let &(first, _) = legs.first()?;
        let mut squares = vec![first];
        for (from, to) in legs {
            if squares.last() != Some(&from) {
                return None;
            }
            squares.push(to);
        }
        Some(squares)
    });
    let letter = satisfy(|c| c.is_ascii_alphabetic() || c == '+' || c == '=');
    let promotion = preceded(opt(tag("=")), letter).map(|letter| letter.to_ascii_lowercase());
    (legs, opt(promotion)).parse(input)
}

fn square(input: &str) -> Read<'_, XBoardSquare> {
    let file = satisfy(|c| c.is_ascii_lowercase()).map(|c| c as u8 - b'a');
    let rank = take_while_m_n(1, 2, |c: char| c.is_ascii_digit());
    (file, map_opt(rank, |digits: &str| digits.parse().ok()))
        .map(|(file, rank)| XBoardSquare { file, rank })
        .parse(input)
}

/// A square, or `None` for a place in the hand, which has `_` or a backtick in place of a file.
fn place(input: &str) -> Read<'_, Option<XBoardSquare>> {
    let in_hand = (one_of("_`"), take_while_m_n(1, 2, |c: char| c.is_ascii_digit()));
    alt((square.map(Some), value(None, in_hand))).parse(input)
}
