//! The one table of options: what is declared, what is accepted, what it means.
//!
//! The games are not known here, so the caller gives the names of the variants.
//! What a setting does is the engine's: this module only checks and stores.

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::time::Duration;

use super::declaration::{OptionDeclaration, OptionKind};
use super::error::quote;

/// The value of every option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `Hash`: the size of the hash table, in MiB.
    pub hash_mib: u64,
    /// `Threads`: how many threads search.
    pub threads: usize,
    /// `MultiPV`: how many best lines are reported.
    pub multi_pv: usize,
    /// `Ponder`: may `bestmove` name the expected answer?
    pub ponder: bool,
    /// `OwnBook`: play from the engine's own opening book.
    pub own_book: bool,
    /// `MoveOverhead`: the time a move loses outside of the engine.
    pub move_overhead: Duration,
    /// `Contempt`: how much worse than an even game a draw is, in hundredths of a piece.
    pub contempt: u32,
    /// `UGI_Variant`: the game and its size, a name of the table's list.
    pub variant: String,
    /// `PieRule`: does the start position offer the swap?
    pub pie_rule: bool,
    /// `UGI_AnalyseMode`: analysis, not a game.
    pub analyse_mode: bool,
    /// `UGI_LimitStrength`: play as [`Options::elo`] says, not as well as possible.
    pub limit_strength: bool,
    /// `UGI_Elo`: the rating to play at, in points of a scale whose zero is arbitrary.
    pub elo: u32,
}

impl Options {
    /// The defaults, with `variant` as the default variant.
    pub fn new(variant: &str) -> Self {
        Options {
            hash_mib: 16,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            own_book: false,
            move_overhead: Duration::from_millis(10),
            contempt: 50,
            variant: variant.into(),
            pie_rule: false,
            analyse_mode: false,
            limit_strength: false,
            elo: 1600,
        }
    }

    /// Stores `setting`; [`Setting::Clear`] is an action and stores nothing.
    pub fn apply(&mut self, setting: Setting) {
        match setting {
            Setting::Hash(mib) => self.hash_mib = mib,
            Setting::Threads(count) => self.threads = count,
            Setting::MultiPv(count) => self.multi_pv = count,
            Setting::Ponder(on) => self.ponder = on,
            Setting::OwnBook(on) => self.own_book = on,
            Setting::MoveOverhead(time) => self.move_overhead = time,
            Setting::Contempt(value) => self.contempt = value,
            Setting::Variant(name) => self.variant = name,
            Setting::PieRule(on) => self.pie_rule = on,
            Setting::AnalyseMode(on) => self.analyse_mode = on,
            Setting::LimitStrength(on) => self.limit_strength = on,
            Setting::Elo(elo) => self.elo = elo,
            Setting::Clear => {}
        }
    }
}

/// One checked `setoption`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `Hash`, in MiB, from 1 to 1048576.
    Hash(u64),
    /// `Threads`, from 1 to 256.
    Threads(usize),
    /// `MultiPV`, from 1 to 256.
    MultiPv(usize),
    /// `Ponder`.
    Ponder(bool),
    /// `OwnBook`.
    OwnBook(bool),
    /// `MoveOverhead`, from 0 to 60000 ms.
    MoveOverhead(Duration),
    /// `Contempt`, from 0 to 1000 hundredths of a piece.
    Contempt(u32),
    /// `UGI_Variant`, a name of the table's list.
    Variant(String),
    /// `PieRule`.
    PieRule(bool),
    /// `UGI_AnalyseMode`.
    AnalyseMode(bool),
    /// `UGI_LimitStrength`.
    LimitStrength(bool),
    /// `UGI_Elo`, from 600 to 2600.
    Elo(u32),
    /// `Clear`: forget the hash table.
    Clear,
}

/// Why a `setoption` was refused: one line that quotes the offending text and
/// says what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option {}: expected one of {}", quote(.0), names().join(", "))]
    Unknown(String),
    /// The option needs a value, and there was none.
    #[error("option \"{name}\" needs a value: expected {expected}")]
    NoValue {
        /// The option.
        name: &'static str,
        /// Its possible values.
        expected: String,
    },
    /// The option cannot have this value.
    #[error("option \"{name}\" has no value {}: expected {expected}", quote(value))]
    BadValue {
        /// The option.
        name: &'static str,
        /// The value that was asked for.
        value: String,
        /// Its possible values.
        expected: String,
    },
}

/// What an option can be set to, and what it is by default.
enum Kind {
    Check {
        default: fn(&Options) -> bool,
        setting: fn(bool) -> Setting,
    },
    Spin {
        range: RangeInclusive<u64>,
        /// What is counted, for error messages.
        unit: &'static str,
        default: fn(&Options) -> u64,
        setting: fn(u64) -> Setting,
    },
    /// One of the variants.
    Variant,
    Button(Setting),
}

/// One option.
struct Row {
    name: &'static str,
    /// Another name, for clients that know the option from UCI.
    alias: &'static str,
    kind: Kind,
}

impl Row {
    const fn new(name: &'static str, kind: Kind) -> Self {
        let alias = name;
        Row { name, alias, kind }
    }

    const fn check(
        name: &'static str,
        default: fn(&Options) -> bool,
        setting: fn(bool) -> Setting,
    ) -> Self {
        Row::new(name, Kind::Check { default, setting })
    }

    const fn spin(
        name: &'static str,
        range: RangeInclusive<u64>,
        unit: &'static str,
        default: fn(&Options) -> u64,
        setting: fn(u64) -> Setting,
    ) -> Self {
        Row::new(name, Kind::Spin { range, unit, default, setting })
    }

    const fn or(mut self, alias: &'static str) -> Self {
        self.alias = alias;
        self
    }
}

const ROWS: [Row; 13] = [
    Row::spin("Hash", 1..=1 << 20, "MiB", |options| options.hash_mib, Setting::Hash),
    Row::spin(
        "Threads",
        1..=256,
        "threads",
        |options| options.threads as u64,
        |count| Setting::Threads(count as usize),
    ),
    Row::spin(
        "MultiPV",
        1..=256,
        "lines",
        |options| options.multi_pv as u64,
        |count| Setting::MultiPv(count as usize),
    ),
    Row::check("Ponder", |options| options.ponder, Setting::Ponder),
    Row::check("OwnBook", |options| options.own_book, Setting::OwnBook),
    Row::spin(
        "MoveOverhead",
        0..=60_000,
        "milliseconds",
        |options| options.move_overhead.as_millis() as u64,
        |ms| Setting::MoveOverhead(Duration::from_millis(ms)),
    ),
    Row::spin(
        "Contempt",
        0..=1_000,
        "hundredths of a piece",
        |options| options.contempt.into(),
        |value| Setting::Contempt(value as u32),
    ),
    Row::new("UGI_Variant", Kind::Variant).or("UCI_Variant"),
    Row::check("PieRule", |options| options.pie_rule, Setting::PieRule),
    Row::check("UGI_AnalyseMode", |options| options.analyse_mode, Setting::AnalyseMode)
        .or("UCI_AnalyseMode"),
    Row::check("UGI_LimitStrength", |options| options.limit_strength, Setting::LimitStrength)
        .or("UCI_LimitStrength"),
    Row::spin(
        "UGI_Elo",
        600..=2600,
        "points",
        |options| options.elo.into(),
        |elo| Setting::Elo(elo as u32),
    )
    .or("UCI_Elo"),
    Row::new("Clear", Kind::Button(Setting::Clear)).or("Clear Hash"),
];

fn names() -> Vec<&'static str> {
    ROWS.iter().map(|row| row.name).collect()
}

/// The options of an engine that plays certain variants.
#[derive(Clone, Debug)]
pub struct OptionTable {
    defaults: Options,
    variants: Vec<String>,
}

impl OptionTable {
    /// The table for these variants; `default` should be one of them.
    pub fn new(variants: &[&str], default: &str) -> Self {
        OptionTable {
            defaults: Options::new(default),
            variants: variants.iter().map(ToString::to_string).collect(),
        }
    }

    /// The default of every option.
    pub fn defaults(&self) -> Options {
        self.defaults.clone()
    }

    /// The options as the handshake declares them, in the table's order.
    pub fn declarations(&self) -> Vec<OptionDeclaration> {
        let declare =
            |row: &Row| OptionDeclaration { name: row.name.into(), kind: self.declare(&row.kind) };
        ROWS.iter().map(declare).collect()
    }

    fn declare(&self, kind: &Kind) -> OptionKind {
        // The ranges are small.
        let signed = |number: u64| number as i64;
        match kind {
            Kind::Check { default, .. } => OptionKind::Check { default: default(&self.defaults) },
            Kind::Spin { range, default, .. } => OptionKind::Spin {
                default: signed(default(&self.defaults)),
                min: signed(*range.start()),
                max: signed(*range.end()),
            },
            Kind::Variant => OptionKind::Combo {
                default: self.defaults.variant.clone(),
                choices: self.variants.clone(),
            },
            Kind::Button(_) => OptionKind::Button,
        }
    }

    /// The options by name and as CECP declares them, for `feature option="…"`, in the
    /// table's order.
    pub fn features(&self) -> Vec<(&'static str, String)> {
        let feature = |row: &Row| (row.name, format!("{} {}", row.name, self.feature(&row.kind)));
        ROWS.iter().map(feature).collect()
    }

    fn feature(&self, kind: &Kind) -> String {
        match kind {
            Kind::Check { default, .. } => {
                format!("-check {}", u8::from(default(&self.defaults)))
            }
            Kind::Spin { range, default, .. } => {
                let (default, min, max) = (default(&self.defaults), range.start(), range.end());
                format!("-spin {default} {min} {max}")
            }
            Kind::Variant => {
                let choice = |name: &String| {
                    let chosen = if *name == self.defaults.variant { "*" } else { "" };
                    format!("{chosen}{name}")
                };
                let choices: Vec<String> = self.variants.iter().map(choice).collect();
                format!("-combo {}", choices.join(" /// "))
            }
            Kind::Button(_) => "-button".into(),
        }
    }

    /// Checks one `setoption`.
    ///
    /// Names of options and variants are compared without regard to case,
    /// blanks, `_` and `-`; `true` and `false` without regard to case. A
    /// variant is returned as it is spelt in the table. A button may have the
    /// value `true` or an empty one, since some clients send that.
    ///
    /// # Errors
    /// The option is unknown, its value is missing or not one of the possible
    /// ones.
    pub fn parse(&self, name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
        let wanted = simplify(name);
        let row = ROWS
            .into_iter()
            .find(|row| [row.name, row.alias].map(simplify).contains(&wanted))
            .ok_or_else(|| OptionError::Unknown(name.into()))?;
        let value = match (value, &row.kind) {
            (Some(value), _) => value.trim(),
            (None, Kind::Button(_)) => "",
            (None, kind) => {
                return Err(OptionError::NoValue { name: row.name, expected: self.expected(kind) });
            }
        };
        self.setting(&row.kind, value).ok_or_else(|| OptionError::BadValue {
            name: row.name,
            value: value.into(),
            expected: self.expected(&row.kind),
        })
    }

    /// What `value` means for an option of this kind, if anything.
    fn setting(&self, kind: &Kind, value: &str) -> Option<Setting> {
        match kind {
            Kind::Check { setting, .. } => value.to_ascii_lowercase().parse().ok().map(setting),
            Kind::Spin { range, setting, .. } => {
                let number = value.parse().ok()?;
                range.contains(&number).then(|| setting(number))
            }
            Kind::Variant => {
                let wanted = simplify(value);
                let found = self.variants.iter().find(|name| simplify(name) == wanted)?;
                Some(Setting::Variant(found.clone()))
            }
            Kind::Button(setting) => {
                (value.is_empty() || value.eq_ignore_ascii_case("true")).then(|| setting.clone())
            }
        }
    }

    /// The possible values in words.
    fn expected(&self, kind: &Kind) -> String {
        match kind {
            Kind::Check { .. } => "true or false".into(),
            Kind::Spin { range, unit, .. } => {
                format!("a number of {unit} from {} to {}", range.start(), range.end())
            }
            Kind::Variant => format!("one of {}", self.variants.join(", ")),
            Kind::Button(_) => "none".into(),
        }
    }
}

/// What counts in a name: not case, blanks, `_` and `-`.
fn simplify(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}
