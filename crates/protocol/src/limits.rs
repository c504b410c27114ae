//! The limits after `go`: the type, and one table by which they are read, written, bounded,
//! explained and completed.
//!
//! The lenient parser is in `parser/go.rs`. A new limit needs a field and a row here, and its
//! conversion in `crates/engine/src/convert.rs`.

use std::fmt;
use std::time::Duration;

use self::LimitEffect::{Ends, SharesClock, Waits};
use super::dialect::{Dialect, Origin};

/// The limits of a search. All are optional and independent; whichever is
/// reached first ends the search. A limit that was given twice has its last
/// value.
///
/// Negative numbers were read as 0, which means "as little as possible", and
/// numbers beyond a field's range as its largest value. Times can therefore be
/// as long as 2^64 - 1 milliseconds: add them with checked or saturating
/// arithmetic only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// The time left on the clocks of player one and player two
    /// (`p1time`/`wtime`, `p2time`/`btime`, in milliseconds).
    pub time: [Option<Duration>; 2],
    /// The increment of these clocks for each move (`p1inc`/`winc`, `p2inc`/`binc`, in
    /// milliseconds).
    pub increment: [Option<Duration>; 2],
    /// Moves until the clocks are refilled, at least 1; 0 is read as absent.
    pub moves_to_go: Option<u32>,
    /// The time for this move (in milliseconds).
    pub move_time: Option<Duration>,
    /// The depth to complete, in plies.
    pub depth: Option<u32>,
    /// The number of nodes to visit.
    pub nodes: Option<u64>,
    /// Look for a win within this many plies.
    pub mate: Option<u32>,
    /// Search until `stop`, whatever else is set.
    pub infinite: bool,
    /// Search on the opponent's time: until `stop`, or with the other limits
    /// from `ponderhit` on.
    pub ponder: bool,
    /// The only first moves to consider; empty for all.
    pub search_moves: Vec<String>,
}

/// A row of the table: a limit.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The word after `go`.
    pub word: &'static str,
    /// UCI's word for it, mostly the same.
    pub uci: &'static str,
    /// Where it comes from.
    pub origin: Origin,
    /// Its meaning.
    pub meaning: &'static str,
    /// Whether a person may want to type it, so that it is completed.
    pub is_typed: bool,
    /// Its effect on the end of a search.
    pub effect: LimitEffect,
    /// Its argument, and the field that stores it.
    pub value: LimitValue,
}

/// The effect of a limit on the end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitEffect {
    /// It ends the search.
    Ends,
    /// It says how a clock is shared out: the search ends, too.
    SharesClock,
    /// The search continues until `stop` or `ponderhit`.
    Waits,
    /// None.
    None,
}

/// The argument of a limit.
#[derive(Clone, Copy, Debug)]
pub enum LimitValue {
    /// A number.
    Number {
        /// Its unit.
        unit: LimitUnit,
        /// Reads the field.
        get: fn(&GoLimits) -> Option<u64>,
        /// Sets it, moved into range.
        set: fn(&mut GoLimits, u64),
    },
    /// Nothing: it is set or not.
    Flag(fn(&GoLimits) -> bool, fn(&mut GoLimits)),
    /// Moves, which add up.
    Moves(fn(&GoLimits) -> &[String], fn(&mut GoLimits, Vec<String>)),
}

/// The unit of the number of a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitUnit {
    /// Milliseconds of a clock.
    Clock,
    /// Milliseconds of this search.
    Time,
    /// Plies, or moves.
    Moves,
    /// Nodes.
    Nodes,
}

impl Limit {
    /// The word with its argument: `movetime MS`.
    pub fn form(&self) -> String {
        let argument = match self.value {
            LimitValue::Number { unit: LimitUnit::Clock | LimitUnit::Time, .. } => " MS",
            LimitValue::Number { .. } => " N",
            LimitValue::Flag(..) => "",
            LimitValue::Moves(..) => " M...",
        };
        format!("{}{argument}", self.word)
    }

    /// Its word in a dialect.
    fn word_of(&self, dialect: Dialect) -> &'static str {
        match dialect {
            Dialect::Ugi => self.word,
            Dialect::Uci => self.uci,
        }
    }

    /// The words that set it to what it is set to, each with a blank before it; nothing
    /// where it is not set.
    fn write(&self, limits: &GoLimits, dialect: Dialect, f: &mut impl fmt::Write) -> fmt::Result {
        let word = self.word_of(dialect);
        match self.value {
            LimitValue::Number { get, .. } => match get(limits) {
                Some(number) => write!(f, " {word} {number}"),
                None => Ok(()),
            },
            LimitValue::Flag(get, _) if get(limits) => write!(f, " {word}"),
            LimitValue::Flag(..) => Ok(()),
            LimitValue::Moves(get, _) => match get(limits) {
                [] => Ok(()),
                moves => write!(f, " {word} {}", moves.join(" ")),
            },
        }
    }

    fn is_set(&self, limits: &GoLimits) -> bool {
        match self.value {
            LimitValue::Number { get, .. } => get(limits).is_some(),
            LimitValue::Flag(get, _) => get(limits),
            LimitValue::Moves(get, _) => !get(limits).is_empty(),
        }
    }

    /// The same with another word in UCI.
    const fn in_uci(self, uci: &'static str) -> Limit {
        Limit { uci, ..self }
    }

    /// The same, for programs alone.
    const fn untyped(self) -> Limit {
        Limit { is_typed: false, ..self }
    }
}

const fn limit(
    word: &'static str,
    origin: Origin,
    effect: LimitEffect,
    value: LimitValue,
    meaning: &'static str,
) -> Limit {
    Limit { word, uci: word, origin, meaning, is_typed: true, effect, value }
}

/// A row for milliseconds that are stored as a duration.
macro_rules! time {
    ($unit:ident, $($field:tt)+) => {
        LimitValue::Number {
            unit: LimitUnit::$unit,
            get: |limits| limits.$($field)+.map(millis),
            set: |limits, ms| limits.$($field)+ = Some(Duration::from_millis(ms)),
        }
    };
}

/// A row for a number of 32 bits.
macro_rules! count {
    ($field:ident) => {
        LimitValue::Number {
            unit: LimitUnit::Moves,
            get: |limits| limits.$field.map(u64::from),
            set: |limits, n| limits.$field = Some(clamp(n)),
        }
    };
}

/// All limits, in the order in which they are written.
pub const LIMITS: &[Limit] = &[
    limit(
        "p1time",
        Origin::Ugi,
        Ends,
        time!(Clock, time[0]),
        "the time left on the clock of player one, who is white in UCI",
    )
    .in_uci("wtime")
    .untyped(),
    limit(
        "p2time",
        Origin::Ugi,
        Ends,
        time!(Clock, time[1]),
        "the time left on the clock of player two",
    )
    .in_uci("btime")
    .untyped(),
    limit(
        "p1inc",
        Origin::Ugi,
        SharesClock,
        time!(Clock, increment[0]),
        "what a move adds to the clock of player one",
    )
    .in_uci("winc")
    .untyped(),
    limit(
        "p2inc",
        Origin::Ugi,
        SharesClock,
        time!(Clock, increment[1]),
        "what a move adds to the clock of player two",
    )
    .in_uci("binc")
    .untyped(),
    limit(
        "movestogo",
        Origin::Uci,
        SharesClock,
        MOVES_TO_GO,
        "moves until the clocks are refilled; 0 is ignored",
    )
    .untyped(),
    limit("movetime", Origin::Ugi, Ends, time!(Time, move_time), "the time for this move"),
    limit(
        "depth",
        Origin::Ugi,
        Ends,
        count!(depth),
        "the depth to complete, in plies (a ply is one move of one player)",
    ),
    limit("nodes", Origin::Ugi, Ends, NODES, "the number of nodes; exact with one thread"),
    limit(
        "mate",
        Origin::Uci,
        Ends,
        count!(mate),
        "look for a win within N plies (after `uci` within N moves of the winner); ends at once if the player to move is known to lose",
    ),
    limit("infinite", Origin::Ugi, Waits, INFINITE, "search until `stop`, whatever else is set"),
    limit(
        "ponder",
        Origin::Uci,
        Waits,
        PONDER,
        "search on the opponent's time: until `stop`, or with the other limits from `ponderhit` on",
    )
    .untyped(),
    limit(
        "searchmoves",
        Origin::Uci,
        LimitEffect::None,
        SEARCH_MOVES,
        "consider only these first moves",
    ),
];

const MOVES_TO_GO: LimitValue = LimitValue::Number {
    unit: LimitUnit::Moves,
    get: |limits| limits.moves_to_go.map(u64::from),
    set: |limits, n| limits.moves_to_go = Some(clamp(n)).filter(|&n| n > 0),
};

const NODES: LimitValue = LimitValue::Number {
    unit: LimitUnit::Nodes,
    get: |limits| limits.nodes,
    set: |limits, n| limits.nodes = Some(n),
};

const INFINITE: LimitValue =
    LimitValue::Flag(|limits| limits.infinite, |limits| limits.infinite = true);

const PONDER: LimitValue = LimitValue::Flag(|limits| limits.ponder, |limits| limits.ponder = true);

const SEARCH_MOVES: LimitValue = LimitValue::Moves(
    |limits| &limits.search_moves,
    |limits, moves| limits.search_moves.extend(moves),
);

fn clamp(number: u64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

fn millis(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

impl GoLimits {
    /// Is a limit with this effect set?
    fn has(&self, effect: LimitEffect) -> bool {
        LIMITS.iter().any(|limit| limit.effect == effect && limit.is_set(self))
    }

    /// Whether the search ends by itself, for either side to move.
    ///
    /// False with `infinite` or `ponder`; otherwise true with any limit but `searchmoves`. One
    /// player's clock is enough, because a search for the other player uses it, too.
    pub fn is_bounded(&self) -> bool {
        !self.has(LimitEffect::Waits) && (self.has_halting_limit() || self.shares_clock())
    }

    /// Is there an increment or a number of moves? Who sends one plays by a clock, so
    /// that the search has to end even if nothing else is said.
    pub fn shares_clock(&self) -> bool {
        self.has(LimitEffect::SharesClock)
    }

    /// Is there a limit that ends a search by itself: a clock, `movetime`, `depth`,
    /// `nodes` or `mate`?
    pub fn has_halting_limit(&self) -> bool {
        self.has(LimitEffect::Ends)
    }

    /// The words after `go` in a dialect, each with a blank before it.
    pub(super) fn words(&self, dialect: Dialect) -> String {
        let mut words = String::new();
        // Writing to a string cannot fail.
        let _ = LIMITS.iter().try_for_each(|limit| limit.write(self, dialect, &mut words));
        words
    }
}

impl fmt::Display for GoLimits {
    /// The words after `go`, each with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Dialect::Ugi))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_bounded_by_any_limit_unless_it_waits_for_stop() {
        for (words, expected) in [
            ("", false),
            ("p1time 0", true),
            ("p2time 0", true),
            ("movetime 0", true),
            ("depth 0", true),
            ("nodes 0", true),
            ("mate 0", true),
            ("p1inc 0", true),
            ("p2inc 0", true),
            ("movestogo 1", true),
            ("searchmoves a1a2", false),
            ("depth 1 infinite", false),
            ("depth 1 ponder", false),
            ("depth 1 infinite ponder", false),
        ] {
            let command = crate::parse(&format!("go {words}"));
            let Ok(Some(crate::Command::Go(limits))) = command else { panic!("{command:?}") };
            assert_eq!(limits.is_bounded(), expected, "{words}");
        }
    }
}
