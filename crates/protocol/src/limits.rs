//! The limits after `go`: the type, and one table by which they are read, written, bounded,
//! explained and completed.
//!
//! A new limit needs a field and a row here, and its conversion in `crates/engine/src/convert.rs`.

use std::fmt;
use std::time::Duration;

use self::LimitEffect::{Ends, NoEffect, SharesClock, Waits};
use self::LimitUnit::{Clock, Moves, Nodes, Time};
use super::dialect::Dialect;
use super::dialect::Origin::{self, Uci, Ugi};
use super::fields::{self, Extent, Field, fields};

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

/// A row of [`LIMITS`]: a limit.
pub type Limit = Field<GoLimits, LimitDetails>;

/// More about a limit.
#[derive(Clone, Copy, Debug)]
pub struct LimitDetails {
    /// The unit of its number; `None` if its argument is none.
    pub unit: Option<LimitUnit>,
    /// Where it comes from.
    pub origin: Origin,
    /// Its effect on the end of a search.
    pub effect: LimitEffect,
    /// Its meaning.
    pub meaning: &'static str,
    /// Whether a person may want to type it, so that it is completed.
    pub is_typed: bool,
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
    NoEffect,
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

const fn details(
    unit: Option<LimitUnit>,
    origin: Origin,
    effect: LimitEffect,
    meaning: &'static str,
) -> LimitDetails {
    LimitDetails { unit, origin, effect, meaning, is_typed: true }
}

impl LimitDetails {
    /// The same of a limit that only programs send.
    const fn untyped(self) -> LimitDetails {
        LimitDetails { is_typed: false, ..self }
    }
}

fields! {
    /// All limits, in the order in which they are written.
    pub const LIMITS: [Limit];

    "p1time" | "wtime" => millis(time[0]),
        details(Some(Clock), Ugi, Ends, "the time left on the clock of player one, who is white in UCI").untyped();
    "p2time" | "btime" => millis(time[1]),
        details(Some(Clock), Ugi, Ends, "the time left on the clock of player two").untyped();
    "p1inc" | "winc" => millis(increment[0]),
        details(Some(Clock), Ugi, SharesClock, "what a move adds to the clock of player one").untyped();
    "p2inc" | "binc" => millis(increment[1]),
        details(Some(Clock), Ugi, SharesClock, "what a move adds to the clock of player two").untyped();
    "movestogo" => number(u32, moves_to_go),
        details(Some(Moves), Uci, SharesClock, "moves until the clocks are refilled; 0 is ignored").untyped();
    "movetime" => millis(move_time),
        details(Some(Time), Ugi, Ends, "the time for this move");
    "depth" => number(u32, depth),
        details(Some(Moves), Ugi, Ends, "the depth to complete, in plies (a ply is one move of one player)");
    "nodes" => number(u64, nodes),
        details(Some(Nodes), Ugi, Ends, "the number of nodes; exact with one thread");
    "mate" => number(u32, mate),
        details(Some(Moves), Uci, Ends, "look for a win within N plies (after `uci` within N moves of the winner); ends at once if the player to move is known to lose");
    "infinite" => flag(infinite, true),
        details(None, Ugi, Waits, "search until `stop`, whatever else is set");
    "ponder" => flag(ponder, true),
        details(None, Uci, Waits, "search on the opponent's time: until `stop`, or with the other limits from `ponderhit` on").untyped();
    "searchmoves" => words(UpToKey, search_moves),
        details(None, Uci, NoEffect, "consider only these first moves");
}

impl Limit {
    /// The word with its argument: `movetime MS`.
    pub fn form(&self) -> String {
        let argument = match (self.details.unit, self.value.extent) {
            (Some(Clock | Time), _) => " MS",
            (Some(Moves | Nodes), _) => " N",
            (None, Extent::Words(_)) => "",
            (None, Extent::UpToKey | Extent::Rest) => " M...",
        };
        format!("{}{argument}", self.word)
    }
}

impl GoLimits {
    /// Is a limit with this effect set?
    fn has(&self, effect: LimitEffect) -> bool {
        LIMITS
            .iter()
            .any(|limit| limit.details.effect == effect && (limit.value.get)(self).is_some())
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
        fields::write(LIMITS, self, dialect)
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
