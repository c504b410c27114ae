//! The options: the table has a row for each, with its values and the field that stores them. The
//! engine executes the effects of a new value.

#[cfg(test)]
mod tests;

use std::time::Duration;

use zugi_game::{AnyGame, Chances, Registry, TablebaseProvider};
use zugi_protocol::{OptionDeclaration, OptionKind, quote};
#[cfg(feature = "tuning")]
use zugi_search::{Parameter, Parameters};
use zugi_search::{Searches, Strength, Value};

/// The values of the options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionValues {
    /// The size of the hash table, in MiB.
    pub hash_mib: u64,
    /// How many threads search.
    pub threads: usize,
    /// How many best lines are reported.
    pub multi_pv: usize,
    /// Whether `bestmove` may name the expected answer.
    pub ponder: bool,
    /// The time a move loses outside of the engine.
    pub move_overhead: Duration,
    /// How much worse than an even game a draw is, in hundredths of a piece.
    pub contempt: Value,
    /// The variant that is played.
    pub variant: &'static str,
    /// Whether the start position offers the swap.
    pub pie_rule: bool,
    /// The seed of the shuffle of the start position, in games with shuffles.
    pub seed: u64,
    /// Whether positions are analysed, and no game is played.
    pub analyse_mode: bool,
    /// Whether to play as `elo` says, and not as well as possible.
    pub limit_strength: bool,
    /// The file of the evaluation, if it is not the one that comes with the program.
    pub eval_file: String,
    /// The folders of tables of endings, as the system lists paths.
    pub table_path: String,
    /// The rating to play at, in points of a scale whose zero is arbitrary.
    pub elo: u32,
    /// Changes to the parameters of the game, as text; empty for none.
    #[cfg(feature = "tuning")]
    pub parameters: String,
}

/// The reason why an option was not set: one line that quotes the text and says what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option {}: expected one of {}", quote(.name), .expected.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// The options that there are.
        expected: Vec<&'static str>,
    },
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
        /// The requested value.
        value: String,
        /// Its possible values.
        expected: String,
    },
    /// The variant that is played has no use for the option.
    #[error(
        "cannot set {name} to {}: expected a variant with this option, {variant} has none",
        quote(value)
    )]
    NoUse {
        /// The option.
        name: &'static str,
        /// The requested value.
        value: String,
        /// The variant.
        variant: &'static str,
    },
}

/// Where the value of an option goes.
#[derive(Clone, Copy)]
enum Store {
    /// `true` or `false`; at first false.
    Check(fn(&mut OptionValues) -> &mut bool),
    /// A number: at first, the least, the greatest, and what is counted, if anything is.
    Spin([u64; 3], &'static str, fn(&mut OptionValues, u64)),
    /// The variant.
    Variant,
    /// The file of the evaluation.
    EvalFile,
    /// The folders of tables.
    TablePath,
    /// Nowhere: the table is cleared.
    Clear,
    /// What differs from the parameters of the search.
    #[cfg(feature = "tuning")]
    Parameters,
}

/// What follows from an option that was set, beside its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OptionEffect {
    /// Nothing.
    None,
    /// A game of the variant begins.
    NewVariant,
    /// The evaluation is loaded.
    NewEvaluation,
    /// The tables of endings are opened.
    NewTables,
    /// The table is cleared.
    Clear,
}

/// A row of the table: one option.
#[derive(Clone, Copy)]
pub(super) struct EngineOption {
    name: &'static str,
    /// Another name, for clients that know the option from UCI.
    alias: &'static str,
    store: Store,
    /// The game that has a use for it, where not every game has.
    used_by: Option<fn(&dyn AnyGame) -> bool>,
}

const fn option(name: &'static str, store: Store) -> EngineOption {
    EngineOption { name, alias: name, store, used_by: None }
}

const fn check(name: &'static str, field: fn(&mut OptionValues) -> &mut bool) -> EngineOption {
    option(name, Store::Check(field))
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

    const fn of_games(self, used_by: fn(&dyn AnyGame) -> bool) -> EngineOption {
        EngineOption { used_by: Some(used_by), ..self }
    }
}

/// The ratings that [`Strength`] knows, and the one at first.
const ELO: [u64; 3] = [1600, *Strength::ELO.start() as u64, *Strength::ELO.end() as u64];

/// WebAssembly has one thread, no files, and not much memory: a page on a phone.
const IN_BROWSER: bool = cfg!(target_family = "wasm");

/// The largest table, in MiB.
const MAX_HASH: u64 = if IN_BROWSER { 64 } else { 1 << 20 };

/// The most threads that search.
const MAX_THREADS: u64 = if IN_BROWSER { 1 } else { 256 };

/// In the order in which they are declared.
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
        .of_games(|game| game.capability::<Chances>().is_ok()),
    check("UGI_AnalyseMode", |values| &mut values.analyse_mode).or("UCI_AnalyseMode"),
    check("UGI_LimitStrength", |values| &mut values.limit_strength).or("UCI_LimitStrength"),
    spin("UGI_Elo", ELO, "points", |values, elo| values.elo = elo as u32).or("UCI_Elo"),
    option("EvalFile", Store::EvalFile).of_games(loads_evaluations),
    option("TablePath", Store::TablePath).of_games(has_tables),
    option("Clear", Store::Clear).or("Clear Hash"),
    #[cfg(feature = "tuning")]
    option("Parameters", Store::Parameters),
];

/// How clients write a text without characters.
const EMPTY: &str = "<empty>";

/// Whether other evaluations can be loaded for this game.
fn loads_evaluations(game: &dyn AnyGame) -> bool {
    !IN_BROWSER && game.capability::<Searches>().is_ok_and(Searches::loads)
}

/// Whether there can be tables of endings of this game.
fn has_tables(game: &dyn AnyGame) -> bool {
    !IN_BROWSER && game.capability::<TablebaseProvider>().is_ok()
}

/// The options of an engine for certain variants.
#[derive(Clone)]
pub(super) struct OptionTable {
    registry: Registry,
    /// The variant at first.
    variant: &'static str,
}

impl OptionTable {
    /// The options for these variants; one of them is played at first.
    pub fn new(registry: &Registry, variant: &'static str) -> OptionTable {
        OptionTable { registry: registry.clone(), variant }
    }

    /// The options that some variant has a use for.
    fn options(&self) -> impl Iterator<Item = EngineOption> {
        OPTIONS.iter().copied().filter(|option| {
            let is_used = |used: fn(&dyn AnyGame) -> bool| {
                self.registry.variants().any(|variant| used(variant.game().as_ref()))
            };
            option.used_by.is_none_or(is_used)
        })
    }

    /// The value of every option at first.
    pub fn defaults(&self) -> OptionValues {
        let mut values = OptionValues { variant: self.variant, ..OptionValues::default() };
        for option in OPTIONS {
            if let Store::Spin([default, ..], _, store) = option.store {
                store(&mut values, default);
            }
        }
        values
    }

    /// The options as they are declared.
    pub fn declarations(&self) -> impl Iterator<Item = OptionDeclaration> {
        self.options().map(|option| {
            let kind = match option.store {
                Store::Check(_) => OptionKind::Check { default: false },
                Store::Spin(range, ..) => {
                    // The ranges are small.
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
            OptionDeclaration { name: option.name.to_owned(), kind }
        })
    }

    /// The values after one `setoption` of an engine that plays this game.
    ///
    /// Names of options and variants are compared without regard to case, blanks, `_` and
    /// `-`; `true` and `false` without regard to case. A button may have the value `true`
    /// or an empty one, since some clients send that.
    ///
    /// # Errors
    /// The option is unknown, its value is missing or not one of the possible ones, or the
    /// game has no use for it.
    pub fn set(
        &self,
        game: &dyn AnyGame,
        mut values: OptionValues,
        name: &str,
        value: Option<&str>,
    ) -> Result<(OptionValues, OptionEffect), OptionError> {
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
        let consequence = match option.store {
            Store::Variant => OptionEffect::NewVariant,
            Store::EvalFile => OptionEffect::NewEvaluation,
            Store::TablePath => OptionEffect::NewTables,
            Store::Clear => OptionEffect::Clear,
            Store::Check(_) | Store::Spin(..) => OptionEffect::None,
            #[cfg(feature = "tuning")]
            Store::Parameters => OptionEffect::None,
        };
        Ok((values, consequence))
    }

    fn find(&self, name: &str) -> Option<EngineOption> {
        let wanted = simplified(name);
        let mut options = self.options();
        options.find(|option| [option.name, option.alias].map(simplified).contains(&wanted))
    }

    /// The name under which an option is declared.
    pub fn declared_name(&self, name: &str) -> Option<&'static str> {
        self.find(name).map(|option| option.name)
    }

    /// Stores the value if it is one of the possible ones.
    fn store(&self, store: Store, text: &str, values: &mut OptionValues) -> Option<()> {
        match store {
            Store::Check(field) => *field(values) = text.to_ascii_lowercase().parse().ok()?,
            Store::Spin([_, min, max], _, store) => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(number))?;
                store(values, number);
            }
            Store::Variant => {
                let variant = self.registry.find(text).ok()?.name();
                if variant != values.variant {
                    // They are of the variant before.
                    values.eval_file.clear();
                    values.table_path.clear();
                }
                values.variant = variant;
            }
            Store::EvalFile if text.eq_ignore_ascii_case(EMPTY) => values.eval_file.clear(),
            Store::EvalFile => text.clone_into(&mut values.eval_file),
            Store::TablePath if text.eq_ignore_ascii_case(EMPTY) => values.table_path.clear(),
            Store::TablePath => text.clone_into(&mut values.table_path),
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

    /// The possible values in words.
    fn expected(&self, store: Store) -> String {
        match store {
            Store::Check(_) => "true or false".to_owned(),
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

/// What counts in a name: not case, blanks, `_` and `-`.
fn simplified(name: &str) -> String {
    let counts = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-');
    name.chars().filter(counts).flat_map(char::to_lowercase).collect()
}
