//! What may pass between a page and an engine: the commands that a visitor may give, with
//! numbers within what is allowed, and the lines of the engine.
//!
//! A line of a page is parsed, and what the engine gets is written anew from what was
//! understood: no text of a page reaches it as it came.

use thiserror::Error;
use zugi_protocol::{
    Command, Go, LIMITS, LimitUnit, LimitValue, OptionDeclaration, OptionKind, OptionValueError,
    ParseError, Reply, help, one_of, parse, parse_reply, quote,
};

use super::visitor_limits::VisitorLimits;

/// What visitors may say.
fn commands() -> String {
    let is_admitted = |name: &&str| {
        let example = help::example(name).and_then(|line| parse(line).ok().flatten());
        example.is_some_and(|command| is_for_visitors(&command))
    };
    one_of(help::names().filter(is_admitted))
}

/// Whether visitors may give such a command.
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
        | Command::Divide(_)
        | Command::Solve(_)
        | Command::Quit
        | Command::Bench(_)
        | Command::Help(_) => false,
    }
}

/// The longest clock, in milliseconds: what is more is meant to be without end, and some
/// engines overflow.
const LONGEST_CLOCK: u64 = 24 * 60 * 60 * 1000;

/// The most plies to search, and moves to the next time control.
const MOST_MOVES: u64 = 1000;

/// The words with which a line of the server begins.
const OWN: &str = "serve ";

/// Why a line goes nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// More than a line.
    #[error("control character in {}: expected one line of text", quote(.0))]
    Control(String),
    /// No command.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A command that visitors may not give.
    #[error("{} is not for visitors: expected {}", quote(.0), commands())]
    Command(String),
    /// An option that the engine does not have, or that visitors may not set.
    #[error("option {} is not for visitors: expected {}", quote(.name), .expected)]
    Option {
        /// Its name.
        name: String,
        /// Those that there are.
        expected: String,
    },
    /// A value that an option cannot have.
    #[error(transparent)]
    Value(#[from] OptionValueError),
}

/// What a line is about, for whoever counts searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// It begins a search.
    Search,
    /// Everything else.
    Other,
}

/// A line for the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Admitted {
    /// The line.
    pub line: String,
    /// What it is about.
    pub act: Act,
    /// What was changed or left out of what the visitor said.
    pub notes: Vec<String>,
}

impl Admitted {
    fn plain(command: &Command) -> Admitted {
        Admitted { line: command.to_string(), act: Act::Other, notes: Vec::new() }
    }
}

/// What decides, for one engine and one allowance.
#[derive(Clone, Debug)]
pub struct CommandFilter {
    allowance: VisitorLimits,
    /// The options that visitors may set, with what they may set them to.
    options: Vec<OptionDeclaration>,
}

impl CommandFilter {
    /// A guard before an engine with these options.
    pub fn new(allowance: VisitorLimits, options: &[OptionDeclaration]) -> CommandFilter {
        let options = options.iter().filter_map(|option| limited(&allowance, option));
        CommandFilter { options: options.collect(), allowance }
    }

    /// What to tell an engine at its start: options that would begin with more than is
    /// allowed.
    pub fn setup(&self, declared: &[OptionDeclaration]) -> Vec<String> {
        let wants =
            |option: &&OptionDeclaration| match (&option.kind, self.allowance.most(&option.name)) {
                (OptionKind::Spin { default, .. }, Some(most)) => *default > most,
                _ => false,
            };
        let limits = declared.iter().filter(wants).filter_map(|option| {
            let most = self.allowance.most(&option.name)?;
            Some(option.set(&most.to_string()).to_string())
        });
        limits.collect()
    }

    /// What the engine gets for a line of a page; nothing for a blank one.
    ///
    /// # Errors
    /// [`Refusal`]: the line goes nowhere.
    pub fn admit(&self, text: &str) -> Result<Option<Admitted>, Refusal> {
        let text = text.strip_suffix('\n').unwrap_or(text);
        if text.contains(|c: char| c.is_control() && c != '\t' && c != '\r') {
            return Err(Refusal::Control(text.to_owned()));
        }
        let Some(command) = parse(text)? else { return Ok(None) };
        if !is_for_visitors(&command) {
            return Err(Refusal::Command(text.trim().to_owned()));
        }
        let admitted = match command {
            Command::Go(go) => self.search(go),
            Command::SetOption { name, value } => self.set(&name, value.as_deref())?,
            command => Admitted::plain(&command),
        };
        Ok(Some(admitted))
    }

    fn search(&self, go: Go) -> Admitted {
        let mut notes: Vec<String> = go.complaint().into_iter().collect();
        let mut limits = go.limits;
        for limit in LIMITS {
            let LimitValue::Number { unit, get, set } = limit.value else { continue };
            let Some((asked, most)) = get(&limits).zip(self.most(unit)) else { continue };
            if asked > most {
                set(&mut limits, most);
                let name = limit.word;
                notes.push(format!(
                    "{name} cannot be {asked}: expected up to {most}, {most} is used"
                ));
            }
        }
        let line = Command::Go(Go { limits, rejected: Vec::new() }).to_string();
        Admitted { line, act: Act::Search, notes }
    }

    /// The most of it that a visitor may ask for, if not any number.
    fn most(&self, unit: LimitUnit) -> Option<u64> {
        match unit {
            LimitUnit::Clock => Some(LONGEST_CLOCK),
            LimitUnit::Time => {
                Some(self.allowance.search.as_millis().try_into().unwrap_or(u64::MAX))
            }
            LimitUnit::Moves => Some(MOST_MOVES),
            LimitUnit::Nodes => None,
        }
    }

    fn set(&self, name: &str, value: Option<&str>) -> Result<Admitted, Refusal> {
        let Ok(option) = OptionDeclaration::find(&self.options, name) else {
            let names: Vec<&str> = self.options.iter().map(|it| it.name.as_str()).collect();
            let expected =
                if names.is_empty() { "none at all".to_owned() } else { names.join(", ") };
            return Err(Refusal::Option { name: name.to_owned(), expected });
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
        option.accept(&value)?;
        Ok(Admitted { notes, ..Admitted::plain(&option.set(&value)) })
    }

    /// What the page gets for a line of the engine, possibly nothing: options are shown as
    /// visitors may set them, and only the server speaks for the server.
    pub fn show(&self, line: String) -> Option<String> {
        if line.starts_with(OWN) {
            return Some(format!("info string {line}"));
        }
        if line.split_ascii_whitespace().next() != Some("option") {
            return Some(line);
        }
        match parse_reply(&line) {
            Ok(Some(Reply::OptionDeclaration(option))) => {
                limited(&self.allowance, &option).map(|option| option.to_string())
            }
            _ => Some(line),
        }
    }
}

/// An option as visitors may set it; none for a text, which may be the path of a file.
fn limited(allowance: &VisitorLimits, option: &OptionDeclaration) -> Option<OptionDeclaration> {
    let kind = match (&option.kind, allowance.most(&option.name)) {
        (OptionKind::Text { .. }, _) => return None,
        (OptionKind::Spin { default, min, max }, Some(most)) => {
            // An engine may want more than is allowed at least; it has it then.
            let max = (*max).min(most).max(*min);
            OptionKind::Spin { default: (*default).min(max), min: *min, max }
        }
        (kind, _) => kind.clone(),
    };
    Some(OptionDeclaration { name: option.name.clone(), kind })
}

/// A whole number of any length, those of more than 64 bits as one that is beyond them.
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
