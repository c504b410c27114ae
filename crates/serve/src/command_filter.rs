//! Filters the lines between a page and its engine: visitors may send only certain commands, with
//! numbers within their limits.
//!
//! Each line of a page is parsed, and the command is written anew, so the engine never gets a
//! page's raw text.

use std::borrow::Cow;

use zugi_protocol::{
    Command, GoLimits, LIMITS, LimitUnit, OptionDeclaration, OptionKind, Reply, complaint, help,
    one_of, parse, parse_line, parse_reply, quote,
};

use super::visitor_limits::VisitorLimits;

/// The commands that visitors may send, for error messages.
fn commands() -> String {
    let is_admitted = |name: &&str| {
        let example = help::example(name).and_then(|line| parse(line).ok().flatten());
        example.is_some_and(|command| is_for_visitors(&command))
    };
    one_of(help::names().filter(is_admitted))
}

fn is_for_visitors(command: &Command) -> bool {
    match command {
        Command::Handshake(_)
        | Command::IsReady
        | Command::NewGame
        | Command::SetOption { .. }
        | Command::Position { .. }
        | Command::Moves(_)
        | Command::Undo(_)
        | Command::Go(_)
        | Command::Stop
        | Command::PonderHit
        | Command::Query(_)
        | Command::Display
        | Command::Eval => true,
        Command::XBoard
        | Command::Debug(_)
        | Command::Perft(_)
        | Command::GoPerft(_)
        | Command::Divide(_)
        | Command::Solve { .. }
        | Command::Quit
        | Command::Bench(_)
        | Command::Help(_) => false,
    }
}

/// The longest clock time, in milliseconds; longer times mean "unlimited", and some engines
/// overflow on them.
const LONGEST_CLOCK: u64 = 24 * 60 * 60 * 1000;

/// The greatest depth in plies, and the greatest number of moves to the next time control and to a
/// mate.
const MOST_MOVES: u64 = 1000;

/// The prefix of lines from the server itself.
const OWN: &str = "serve ";

/// The kind of an admitted line: the server counts searches, and keeps the commands that make up an
/// engine's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    Search,
    Handshake,
    IsReady,
    Option,
    Position,
    /// Plays moves or takes them back.
    Moves,
    Other,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Admitted {
    /// The line for the engine.
    pub line: String,
    pub kind: LineKind,
    /// Messages about changes to the visitor's command, such as reduced limits.
    pub notes: Vec<String>,
}

impl Admitted {
    fn plain(command: &Command) -> Admitted {
        let kind = match command {
            Command::Handshake(_) => LineKind::Handshake,
            Command::IsReady => LineKind::IsReady,
            Command::SetOption { .. } => LineKind::Option,
            Command::Position { .. } => LineKind::Position,
            Command::Moves(_) | Command::Undo(_) => LineKind::Moves,
            _ => LineKind::Other,
        };
        Admitted { line: command.to_string(), kind, notes: Vec::new() }
    }
}

#[derive(Clone, Debug)]
pub struct CommandFilter {
    limits: VisitorLimits,
    /// The options that visitors may set, with reduced ranges.
    options: Vec<OptionDeclaration>,
}

impl CommandFilter {
    pub fn new(limits: VisitorLimits, options: &[OptionDeclaration]) -> CommandFilter {
        let options = options.iter().filter_map(|option| limited(&limits, option));
        CommandFilter { options: options.collect(), limits }
    }

    /// Commands that reduce the options whose defaults exceed the limits, for a new engine.
    pub fn setup(&self, declared: &[OptionDeclaration]) -> Vec<String> {
        let reduced = |option: &OptionDeclaration| {
            let most = self.limits.max_option_value(&option.name)?;
            let exceeds = matches!(option.kind, OptionKind::Spin { default, .. } if default > most);
            exceeds.then(|| option.set(&most.to_string()).to_string())
        };
        declared.iter().filter_map(reduced).collect()
    }

    /// The line that the engine gets for a line of a page; `None` for a blank line. An error says
    /// why the line is refused, and is sent to the visitor.
    pub fn admit(&self, text: &str) -> Result<Option<Admitted>, String> {
        let text = text.strip_suffix('\n').unwrap_or(text);
        if text.contains(|c: char| c.is_control() && c != '\t' && c != '\r') {
            return Err(format!("control character in {}: expected one line of text", quote(text)));
        }
        let line = parse_line(text).map_err(|error| error.to_string())?;
        let Some(line) = line else { return Ok(None) };
        if !is_for_visitors(&line.command) {
            let text = quote(text.trim());
            return Err(format!("{text} is not for visitors: expected {}", commands()));
        }
        let notes = complaint(&line.skipped).into_iter().collect();
        let admitted = match line.command {
            Command::Go(limits) => self.search(limits, notes),
            Command::SetOption { name, value } => self.set(&name, value.as_deref())?,
            command => Admitted::plain(&command),
        };
        Ok(Some(admitted))
    }

    fn search(&self, mut limits: GoLimits, mut notes: Vec<String>) -> Admitted {
        for limit in LIMITS {
            let most = limit.details.unit.and_then(|unit| self.max_limit(unit));
            let asked = (limit.value.get)(&limits).and_then(|number| number.parse::<u64>().ok());
            let Some((asked, most)) = asked.zip(most) else { continue };
            if asked > most {
                let _ = (limit.value.set)(&mut limits, &[&most.to_string()]);
                let name = limit.word;
                notes.push(format!(
                    "{name} cannot be {asked}: expected up to {most}, {most} is used"
                ));
            }
        }
        let line = Command::Go(limits).to_string();
        Admitted { line, kind: LineKind::Search, notes }
    }

    /// The largest value for visitors; `None` if unlimited.
    fn max_limit(&self, unit: LimitUnit) -> Option<u64> {
        match unit {
            LimitUnit::Clock => Some(LONGEST_CLOCK),
            LimitUnit::Time => Some(self.limits.search.as_millis().try_into().unwrap_or(u64::MAX)),
            LimitUnit::Moves => Some(MOST_MOVES),
            LimitUnit::Nodes => None,
        }
    }

    fn set(&self, name: &str, value: Option<&str>) -> Result<Admitted, String> {
        let Ok(option) = OptionDeclaration::find(&self.options, &ugi_name(name)) else {
            let names: Vec<&str> = self.options.iter().map(|it| it.name.as_str()).collect();
            let expected =
                if names.is_empty() { "none at all".to_owned() } else { names.join(", ") };
            return Err(format!("option {} is not for visitors: expected {expected}", quote(name)));
        };
        let mut value = value.unwrap_or_default().trim().to_owned();
        let mut notes = Vec::new();
        if let OptionKind::Spin { min, max, .. } = option.kind
            && let Some(number) = whole_number(&value)
        {
            let used = number.clamp(i128::from(min), i128::from(max));
            if used != number {
                let (name, value) = (quote(&option.name), quote(&value));
                notes.push(format!(
                    "option {name} cannot be {value}: expected {min} to {max}, {used} is used"
                ));
            }
            value = used.to_string();
        }
        option.accept(&value).map_err(|error| error.to_string())?;
        Ok(Admitted { notes, ..Admitted::plain(&option.set(&value)) })
    }

    /// The line that the page gets for a line of the engine. Options have the ranges for visitors,
    /// and options that visitors may not set are dropped. A line with the server's prefix becomes
    /// an `info string`.
    pub fn show(&self, line: String) -> Option<String> {
        if line.starts_with(OWN) {
            return Some(format!("info string {line}"));
        }
        if line.split_ascii_whitespace().next() != Some("option") {
            return Some(line);
        }
        match parse_reply(&line) {
            Ok(Some(Reply::OptionDeclaration(option))) => {
                limited(&self.limits, &option).map(|option| option.to_string())
            }
            _ => Some(line),
        }
    }
}

/// The name of an option in UGI; a page that has sent `uci` uses the names of UCI.
fn ugi_name(name: &str) -> Cow<'_, str> {
    match name.split_at_checked(4) {
        Some((start, rest)) if start.eq_ignore_ascii_case("UCI_") => format!("UGI_{rest}").into(),
        _ if name.trim().eq_ignore_ascii_case("Clear Hash") => "Clear".into(),
        _ => name.into(),
    }
}

/// An option with the range for visitors; `None` for a string, which may be a file path.
fn limited(limits: &VisitorLimits, option: &OptionDeclaration) -> Option<OptionDeclaration> {
    let kind = match (&option.kind, limits.max_option_value(&option.name)) {
        (OptionKind::Text { .. }, _) => return None,
        (OptionKind::Spin { default, min, max }, Some(most)) => {
            // The engine's minimum may exceed the limit; then the minimum applies.
            let max = (*max).min(most).max(*min);
            OptionKind::Spin { default: (*default).min(max), min: *min, max }
        }
        (kind, _) => kind.clone(),
    };
    Some(OptionDeclaration { name: option.name.clone(), kind })
}

/// A whole number of any length; out-of-range values are clamped.
fn whole_number(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let beyond = if text.starts_with('-') { i128::MIN } else { i128::MAX };
    Some(text.parse().unwrap_or(beyond))
}

#[cfg(test)]
mod tests;
