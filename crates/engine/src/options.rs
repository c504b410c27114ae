//! The engine's options: a table with the type, range and storage of each. The engine applies the
//! effects of a new value.

#[cfg(test)]
mod tests;

use std::time::Duration;

use zugi_game::{AnyGame, Chances, Registry, Tablebases, is_same_name};
use zugi_protocol::{Dialect, OptionDeclaration, OptionKind, quote};
use zugi_search::{NetSearches, Strength, Value};
#[cfg(feature = "tuning")]
use zugi_search::{Parameter, Parameters};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionValues {
    /// The size of the hash table, in MiB.
    pub hash_mib: u64,
    pub threads: usize,
    /// The number of lines to report.
    pub multi_pv: usize,
    /// Whether `bestmove` may include a ponder move.
    pub ponder: bool,
    /// The part of a move's time that passes outside the engine.
    pub move_overhead: Duration,
    /// The draw penalty, in hundredths of a piece.
    pub contempt: Value,
    pub variant: &'static str,
    /// Whether player two may answer the first move with `swap`.
    pub pie_rule: bool,
    /// The seed of the start position's shuffle.
    pub seed: u64,
    /// Whether the engine analyses positions rather than playing a game.
    pub analyse_mode: bool,
    /// Whether `info` lines have the chances to win, draw and lose.
    pub show_wdl: bool,
    /// Whether to play at the rating `elo`.
    pub limit_strength: bool,
    /// The file of the evaluation; empty for the built-in one.
    pub eval_file: String,
    /// The tablebase directories, as a path list of the system.
    pub table_path: String,
    /// Whether searches use the small tables of the cache.
    pub use_cached_tables: bool,
    /// The rating for limited strength, in Elo on an arbitrary scale.
    pub elo: u32,
    /// Overrides of the search parameters, as text; empty for none.
    #[cfg(feature = "tuning")]
    pub parameters: String,
}

/// Why an option was not set: one line that quotes the text and says what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    #[error("unknown option {}: expected one of {}", quote(.name), .expected.join(", "))]
    Unknown { name: String, expected: Vec<&'static str> },
    #[error("option \"{name}\" needs a value: expected {expected}")]
    NoValue { name: &'static str, expected: String },
    #[error("option \"{name}\" has no value {}: expected {expected}", quote(value))]
    BadValue { name: &'static str, value: String, expected: String },
    #[error(
        "cannot set {name} to {}: expected a variant with this option, {variant} has none",
        quote(value)
    )]
    NoUse { name: &'static str, value: String, variant: &'static str },
}

/// The type of an option and where its value is stored.
#[derive(Clone, Copy, Debug)]
pub(super) enum Store {
    /// `true` or `false`: default and field.
    Check(bool, fn(&mut OptionValues) -> &mut bool),
    /// A number: default, minimum, maximum, its unit (may be empty), and the setter.
    Spin([u64; 3], &'static str, fn(&mut OptionValues, u64)),
    Variant,
    EvalFile,
    TablePath,
    /// A button that clears the hash table.
    Clear,
    #[cfg(feature = "tuning")]
    Parameters,
}

#[derive(Clone, Copy)]
pub(super) struct EngineOption {
    name: &'static str,
    /// The name of the same option in UCI.
    alias: &'static str,
    store: Store,
    /// Whether a game uses the option; `None` if all do.
    used_by: Option<fn(&dyn AnyGame) -> bool>,
}

const fn option(name: &'static str, store: Store) -> EngineOption {
    EngineOption { name, alias: name, store, used_by: None }
}

const fn check(name: &'static str, field: fn(&mut OptionValues) -> &mut bool) -> EngineOption {
    option(name, Store::Check(false, field))
}

const fn spin(
    name: &'static str,
    [default, min, max]: [u64; 3],
    unit: &'static str,
    store: fn(&mut OptionValues, u64),
) -> EngineOption {
    option(name, Store::Spin([default, min, max], unit, store))
}

impl EngineOption {
    const fn or(self, alias: &'static str) -> EngineOption {
        EngineOption { alias, ..self }
    }

    fn name_in(self, dialect: Dialect) -> &'static str {
        match dialect {
            Dialect::Ugi => self.name,
            Dialect::Uci => self.alias,
        }
    }

    const fn of_games(self, used_by: fn(&dyn AnyGame) -> bool) -> EngineOption {
        EngineOption { used_by: Some(used_by), ..self }
    }
}

const ELO: [u64; 3] = [1600, *Strength::ELO.start() as u64, *Strength::ELO.end() as u64];

/// A page in a browser has no files, and on a phone little memory.
const IN_BROWSER: bool = cfg!(target_family = "wasm");

/// In MiB.
const MAX_HASH: u64 = if IN_BROWSER { 64 } else { 1 << 20 };

const MAX_THREADS: u64 = match IN_BROWSER {
    true if !zugi_memory::HAS_THREADS => 1,
    true => 8,
    false => 256,
};

/// In the order in which the client gets them.
const OPTIONS: &[EngineOption] = &[
    spin("Hash", [16, 1, MAX_HASH], "MiB", |values, mib| values.hash_mib = mib),
    spin("Threads", [1, 1, MAX_THREADS], "threads", |values, count| {
        values.threads = count as usize
    }),
    spin("MultiPV", [1, 1, 256], "lines", |values, count| values.multi_pv = count as usize),
    check("Ponder", |values| &mut values.ponder),
    spin("MoveOverhead", [10, 0, 60_000], "milliseconds", |values, ms| {
        values.move_overhead = Duration::from_millis(ms);
    }),
    spin("Contempt", [50, 0, 1_000], "hundredths of a piece", |values, value| {
        values.contempt = value as Value;
    }),
    option("UGI_Variant", Store::Variant).or("UCI_Variant"),
    check("PieRule", |values| &mut values.pie_rule).of_games(|game| game.has_pie_rule()),
    spin("Seed", [0, 0, u32::MAX as u64], "", |values, seed| values.seed = seed)
        .of_games(|game| game.capability::<dyn Chances>().is_ok()),
    check("UGI_AnalyseMode", |values| &mut values.analyse_mode).or("UCI_AnalyseMode"),
    option("UGI_ShowWDL", Store::Check(true, |values| &mut values.show_wdl)).or("UCI_ShowWDL"),
    check("UGI_LimitStrength", |values| &mut values.limit_strength).or("UCI_LimitStrength"),
    spin("UGI_Elo", ELO, "points", |values, elo| values.elo = elo as u32).or("UCI_Elo"),
    option("EvalFile", Store::EvalFile).of_games(loads_evaluations),
    option("TablePath", Store::TablePath).of_games(reads_tables),
    option("UseCachedTables", Store::Check(true, |values| &mut values.use_cached_tables))
        .of_games(has_tables),
    option("Clear", Store::Clear).or("Clear Hash"),
    #[cfg(feature = "tuning")]
    option("Parameters", Store::Parameters),
];

/// How clients write an empty string.
const EMPTY: &str = "<empty>";

fn loads_evaluations(game: &dyn AnyGame) -> bool {
    !IN_BROWSER && game.capability::<dyn NetSearches>().is_ok()
}

fn has_tables(game: &dyn AnyGame) -> bool {
    game.capability::<dyn Tablebases>().is_ok()
}

fn reads_tables(game: &dyn AnyGame) -> bool {
    !IN_BROWSER && has_tables(game)
}

/// The options of an engine for a set of variants.
#[derive(Clone)]
pub(super) struct OptionTable {
    pub registry: Registry,
    variant: &'static str,
}

impl OptionTable {
    /// `variant` is the default variant.
    pub fn new(registry: &Registry, variant: &'static str) -> OptionTable {
        OptionTable { registry: registry.clone(), variant }
    }

    /// The options that at least one variant uses.
    fn options(&self) -> impl Iterator<Item = EngineOption> {
        OPTIONS.iter().copied().filter(|option| {
            let is_used = |used: fn(&dyn AnyGame) -> bool| {
                self.registry.variants().any(|variant| used(variant.game().as_ref()))
            };
            option.used_by.is_none_or(is_used)
        })
    }

    /// The options of this game that some other games lack.
    pub fn options_of(&self, game: &dyn AnyGame) -> Vec<&'static str> {
        let is_used = |option: &EngineOption| option.used_by.is_some_and(|used| used(game));
        self.options().filter(is_used).map(|option| option.name).collect()
    }

    pub fn defaults(&self) -> OptionValues {
        let mut values = OptionValues { variant: self.variant, ..OptionValues::default() };
        for option in OPTIONS {
            match option.store {
                Store::Spin([default, ..], _, store) => store(&mut values, default),
                Store::Check(default, field) => *field(&mut values) = default,
                _ => {}
            }
        }
        values
    }

    pub fn declarations(&self, dialect: Dialect) -> impl Iterator<Item = OptionDeclaration> {
        self.options().map(move |option| {
            let kind = match option.store {
                Store::Check(default, _) => OptionKind::Check { default },
                Store::Spin(range, ..) => {
                    // Lossless: the ranges are small.
                    let [default, min, max] = range.map(|number| number as i64);
                    OptionKind::Spin { default, min, max }
                }
                Store::Variant => {
                    let choices = self.registry.names().into_iter().map(str::to_owned).collect();
                    OptionKind::Combo { default: self.variant.to_owned(), choices }
                }
                Store::EvalFile | Store::TablePath => OptionKind::Text { default: String::new() },
                #[cfg(feature = "tuning")]
                Store::Parameters => OptionKind::Text { default: String::new() },
                Store::Clear => OptionKind::Button,
            };
            OptionDeclaration { name: option.name_in(dialect).to_owned(), kind }
        })
    }

    /// The values after `setoption` in this game, and where the new one is stored.
    ///
    /// Names of options and variants are compared without regard to case, blanks, `_` and `-`;
    /// `true` and `false` without regard to case. A button accepts `true` and an empty value, since
    /// some clients send one.
    ///
    /// # Errors
    /// The option is unknown, its value is missing or impossible, or the game does not use the
    /// option and the value would change.
    pub fn set(
        &self,
        game: &dyn AnyGame,
        mut values: OptionValues,
        name: &str,
        value: Option<&str>,
    ) -> Result<(OptionValues, Store), OptionError> {
        let Some(option) = self.find(name) else {
            let expected = self.options().map(|option| option.name).collect();
            return Err(OptionError::Unknown { name: name.to_owned(), expected });
        };
        let name = option.name;
        let text = match (value, option.store) {
            (Some(value), _) => value.trim(),
            (None, Store::Clear) => "",
            (None, _) => {
                let expected = self.expected(option.store);
                return Err(OptionError::NoValue { name, expected });
            }
        };
        let before = values.clone();
        if self.store(option.store, text, &mut values).is_none() {
            let expected = self.expected(option.store);
            return Err(OptionError::BadValue { name, value: text.to_owned(), expected });
        }
        if option.used_by.is_some_and(|used| !used(game)) && values != before {
            let (value, variant) = (text.to_owned(), game.variant());
            return Err(OptionError::NoUse { name, value, variant });
        }
        Ok((values, option.store))
    }

    fn find(&self, name: &str) -> Option<EngineOption> {
        let is_named = |known: &str| is_same_name(known, name);
        self.options().find(|option| is_named(option.name) || is_named(option.alias))
    }

    pub fn declared_name(&self, name: &str) -> Option<&'static str> {
        self.find(name).map(|option| option.name)
    }

    /// Stores a value; `None` if the text is no possible value.
    fn store(&self, store: Store, text: &str, values: &mut OptionValues) -> Option<()> {
        let path = if text.eq_ignore_ascii_case(EMPTY) { "" } else { text };
        match store {
            Store::Check(_, field) => *field(values) = text.to_ascii_lowercase().parse().ok()?,
            Store::Spin([_, min, max], _, store) => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(number))?;
                store(values, number);
            }
            Store::Variant => {
                let variant = self.registry.find(text).ok()?.name();
                if variant != values.variant {
                    // The evaluation and the tables belong to the previous variant.
                    values.eval_file.clear();
                    values.table_path.clear();
                }
                values.variant = variant;
            }
            Store::EvalFile => path.clone_into(&mut values.eval_file),
            Store::TablePath => path.clone_into(&mut values.table_path),
            #[cfg(feature = "tuning")]
            Store::Parameters if text.eq_ignore_ascii_case(EMPTY) => values.parameters.clear(),
            #[cfg(feature = "tuning")]
            Store::Parameters => {
                Parameters::STANDARD.with(text).ok()?;
                text.clone_into(&mut values.parameters);
            }
            Store::Clear => (text.is_empty() || text.eq_ignore_ascii_case("true")).then_some(())?,
        }
        Some(())
    }

    fn expected(&self, store: Store) -> String {
        match store {
            Store::Check(..) => "true or false".to_owned(),
            Store::Spin([_, min, max], "", _) => format!("a number from {min} to {max}"),
            Store::Spin([_, min, max], unit, _) => {
                format!("a number of {unit} from {min} to {max}")
            }
            Store::Variant => format!("one of {}", self.registry.names().join(", ")),
            Store::EvalFile => "the path of a net, or <empty>".to_owned(),
            Store::TablePath => "folders with tables of endings, or <empty>".to_owned(),
            Store::Clear => "none".to_owned(),
            #[cfg(feature = "tuning")]
            Store::Parameters => {
                let of_one = |parameter: &Parameter| {
                    let [least, most] = parameter.range;
                    format!("{} from {least} to {most}", parameter.name)
                };
                let all: Vec<String> = Parameters::ALL.iter().map(of_one).collect();
                format!("NAME=VALUE,..., {}", all.join(", "))
            }
        }
    }
}
