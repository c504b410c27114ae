//! The limits after `go`: the type, and one table to parse, write, clamp, explain and complete
//! them.
//!
//! A new limit needs a field and a row here, and its conversion in `crates/engine/src/search_limits.rs`.

use std::fmt;
use std::time::Duration;

use self::LimitEffect::{Ends, NoEffect, SharesClock, Waits};
use self::LimitUnit::{Clock, Moves, Nodes, Time};
use super::dialect::Dialect;
use super::dialect::Origin::{self, Uci, Ugi};
use super::fields::{self, Extent, Field, fields};

/// The limits of a search. All are optional and independent; the search ends at the first limit
/// that it reaches. If a limit is repeated, the last value counts; only the moves of several
/// `searchmoves` are put together.
///
/// The parser reads negative numbers as 0, "as little as possible", and clamps numbers beyond a
/// field's range. A time can be as long as 2^64 - 1 milliseconds, so add times with checked or
/// saturating arithmetic only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// The time left for player one and player two (`p1time`/`wtime`, `p2time`/`btime`; in the
    /// protocol in milliseconds).
    pub time: [Option<Duration>; 2],
    /// The increment for each move of player one and player two (`p1inc`/`winc`, `p2inc`/`binc`; in
    /// the protocol in milliseconds).
    pub increment: [Option<Duration>; 2],
    /// Moves until the next time control, at least 1; 0 is read as absent.
    pub moves_to_go: Option<u32>,
    /// The time for this move; in the protocol in milliseconds.
    pub move_time: Option<Duration>,
    /// The depth to complete, in plies.
    pub depth: Option<u32>,
    /// The number of nodes to visit.
    pub nodes: Option<u64>,
    /// Search for a win within this many plies; after `uci`, within this many moves of the winner.
    pub mate: Option<u32>,
    /// Search until `stop`, whatever other limits are set.
    pub infinite: bool,
    /// Search on the opponent's time: until `stop`, or from `ponderhit` on with the other limits.
    pub ponder: bool,
    /// The root moves to search; empty for all.
    pub search_moves: Vec<String>,
}

/// A row of [`LIMITS`].
pub type Limit = Field<GoLimits, LimitDetails>;

/// The details of a limit, for the help and the end of a search.
#[derive(Clone, Copy, Debug)]
pub struct LimitDetails {
    /// The unit of its argument; `None` if the argument is not a number.
    pub unit: Option<LimitUnit>,
    /// The protocol that defines it.
    pub origin: Origin,
    /// Its effect on the end of a search.
    pub effect: LimitEffect,
    /// Its meaning, for the help.
    pub meaning: &'static str,
    /// Whether people type it, so that the console completes it.
    pub is_typed: bool,
}

/// The effect of a limit on the end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitEffect {
    /// The search ends at this limit.
    Ends,
    /// The limit belongs to a clock, so the search ends even without another limit.
    SharesClock,
    /// The search continues until `stop` or `ponderhit`.
    Waits,
    /// No effect.
    NoEffect,
}

/// The unit of a limit's argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitUnit {
    /// Milliseconds on a clock.
    Clock,
    /// Milliseconds for this search.
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
    /// For a limit that only programs send.
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

    /// Whether an increment or `movestogo` is set. A client that sends one plays by a clock, so the
    /// search must end even without another limit.
    pub fn shares_clock(&self) -> bool {
        self.has(LimitEffect::SharesClock)
    }

    /// Whether a limit is set that ends a search by itself: a clock, `movetime`, `depth`, `nodes`
    /// or `mate`.
    pub fn has_halting_limit(&self) -> bool {
        self.has(LimitEffect::Ends)
    }

    /// The words after `go` in a dialect, each after a blank.
    pub(super) fn words(&self, dialect: Dialect) -> String {
        fields::write(LIMITS, self, dialect)
    }
}

impl fmt::Display for GoLimits {
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
