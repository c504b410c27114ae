//! The steps of the compliance test, in their order.
//!
//! Core steps test the specification of UGI. Habits are what known clients need beyond it, and
//! zugi's additions.

mod compatibility;
mod end;
mod extensions;
mod input;
mod position;
mod query;
mod search;
pub mod start;

use super::Severity::{self, Core, Habit};
use super::session::{CheckSession, Checked};
use Ability::{EndOfInput, GameOver, Moves, Outcome, Quit, Rules};
use Ability::{Endless, Fen, Order, Queries, Search, SurvivesUnknown, Turn};

/// In which process a step is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessScope {
    /// In one to which nothing has been said. Later steps use it, too.
    New,
    /// In one that has introduced itself, and that other steps have used.
    Shared,
    /// In the same process, about lines already received: the process can be used after a failure.
    Heard,
    /// In one that has introduced itself, and that no other step will use.
    Last,
}

/// An ability that some steps find, and other steps need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ability {
    /// It answers queries with `response`.
    Queries,
    /// It answers `query fen`.
    Fen,
    /// The rules of its game are known.
    Rules,
    /// It answers `go`, once.
    Search,
    /// It keeps a position.
    Moves,
    /// It reports correctly when a game is over.
    GameOver,
    /// It reports the side to move correctly.
    Turn,
    /// It reports the result correctly.
    Outcome,
    /// It searches up to `stop`.
    Endless,
    /// It survives unknown input.
    SurvivesUnknown,
    /// It answers commands in their order.
    Order,
    /// It ends at `quit`.
    Quit,
    /// It ends at the end of its input.
    EndOfInput,
}

/// A step to be made.
pub struct StepPlan {
    /// Its name.
    pub name: &'static str,
    /// How much it matters.
    pub rank: Severity,
    /// Where it is made.
    pub place: ProcessScope,
    /// Whether no later step makes sense without it.
    pub required: bool,
    /// The capabilities without which it is skipped.
    pub needs: &'static [Ability],
    /// The ability with which the step does not apply.
    pub unless: Option<Ability>,
    /// The ability that is missing if it fails.
    pub gives: Option<Ability>,
    /// Makes it.
    pub run: fn(&mut CheckSession) -> Checked,
}

type Run = fn(&mut CheckSession) -> Checked;

impl StepPlan {
    const fn new(rank: Severity, place: ProcessScope, name: &'static str, run: Run) -> StepPlan {
        StepPlan { name, rank, place, required: false, needs: &[], unless: None, gives: None, run }
    }

    const fn required(self) -> StepPlan {
        StepPlan { required: true, ..self }
    }

    const fn needs(self, needs: &'static [Ability]) -> StepPlan {
        StepPlan { needs, ..self }
    }

    const fn unless(self, ability: Ability) -> StepPlan {
        StepPlan { unless: Some(ability), ..self }
    }

    const fn gives(self, ability: Ability) -> StepPlan {
        StepPlan { gives: Some(ability), ..self }
    }
}

/// A step of the core in the common session.
const fn core(name: &'static str, run: Run) -> StepPlan {
    StepPlan::new(Core, ProcessScope::Shared, name, run)
}

/// A habit or extension in the common session.
const fn habit(name: &'static str, run: Run) -> StepPlan {
    StepPlan::new(Habit, ProcessScope::Shared, name, run)
}

/// A rule of this rank for what has been heard.
const fn heard(rank: Severity, name: &'static str, run: Run) -> StepPlan {
    StepPlan::new(rank, ProcessScope::Heard, name, run)
}

/// A step of this rank that ends its process.
const fn last(rank: Severity, name: &'static str, run: Run) -> StepPlan {
    StepPlan::new(rank, ProcessScope::Last, name, run)
}

/// All steps.
pub const STEPS: &[StepPlan] = &[
    StepPlan::new(Core, ProcessScope::New, "ugi is answered up to ugiok", start::introduces_itself)
        .required(),
    heard(Core, "id name and id author are told", start::says_its_name),
    heard(Core, "option lines are well formed", start::declares_options),
    core("isready is answered with readyok", CheckSession::ready).required(),
    core("the options asked for can be set", start::set_options).required(),
    core("each isready gets one readyok, in order", input::is_ready_thrice).gives(Order),
    core("uginewgame has no answer", |s| s.silent("uginewgame")),
    core("position startpos has no answer", |s| s.silent("position startpos")),
    core("queries are answered with response and one word", query::is_answered).gives(Queries),
    habit("query fen is answered", query::knows_fen).needs(&[Queries]).gives(Fen),
    core("the rules of the game are known", start::knows_rules).gives(Rules),
    // Searches and positions.
    core("go depth is answered with a move", search::depth).gives(Search),
    core("each go gets one bestmove", search::one_answer).needs(&[Search]).gives(Search),
    core("go movetime is answered with a move", |s| search::answers(s, &["movetime 100"]))
        .needs(&[Search]),
    core("go nodes is answered with a move", |s| search::answers(s, &["nodes 100"]))
        .needs(&[Search]),
    core("go with clocks is answered with a move", |s| {
        search::answers(s, &["p1time 1000 p2time 1000 p1inc 10 p2inc 10"])
    })
    .needs(&[Search]),
    core("isready leaves the position as it is", position::kept).needs(&[Search, Queries]),
    core("position plays moves", position::moves).needs(&[Search, Queries]).gives(Moves),
    core("position is idempotent", position::idempotent).needs(&[Search, Queries, Moves]),
    core("position begins anew each time", position::anew).needs(&[Search, Queries, Moves]),
    core("position fen sets up a position", position::fen).needs(&[Search, Queries, Moves]),
    core("query gameover tells whether the game is over", query::game_over)
        .needs(&[Queries])
        .gives(GameOver),
    core("query p1turn tells whose turn it is", query::turn).needs(&[Queries, Moves]).gives(Turn),
    core("query result tells who has won", query::result).needs(&[Queries]).gives(Outcome),
    core("a game is played to its end by its own answers", query::whole_game)
        .needs(&[Search, Moves, Turn, GameOver, Outcome]),
    core("go infinite is answered at stop at the latest", search::infinite)
        .needs(&[Search])
        .gives(Endless),
    core("go and stop at once get one bestmove", search::go_stop).needs(&[Endless]),
    core("isready is answered during a search", |s| search::ready_time(s).map(drop))
        .needs(&[Endless]),
    core("stop without a search has no answer", |s| s.silent("stop")),
    heard(Core, "each bestmove has two words", search::two_words).needs(&[Search]),
    heard(Core, "each bestmove is legal", search::all_legal).needs(&[Search, Rules]),
    // What else may come in.
    habit("an unknown command is survived", input::unknown_command)
        .needs(&[Order])
        .gives(SurvivesUnknown),
    core("each bestmove is legal by the engine's own word", query::legal_by_its_word)
        .needs(&[Search, Queries, SurvivesUnknown])
        .unless(Rules),
    habit("setoption with an unknown name is survived", |s| {
        s.silent("setoption name NoSuchOption value 1")
    })
    .needs(&[SurvivesUnknown]),
    habit("setoption with a bad value is survived", input::bad_value),
    habit("an illegal move is refused, the position stays", position::bad_move)
        .needs(&[Search, Queries, Moves]),
    habit("a bad fen is refused, the position stays", position::bad_fen)
        .needs(&[Search, Queries, Moves]),
    habit("blank lines are survived", input::blank_lines),
    habit("lines may end with CR LF", input::carriage_returns).needs(&[Search, Queries]),
    habit("words may be parted by tabs and more blanks", input::tabs).needs(&[Search, Queries]),
    habit("a line of a megabyte is survived", input::long_line).needs(&[SurvivesUnknown]),
    habit("NUL and invalid UTF-8 are survived", input::dirt).needs(&[SurvivesUnknown]),
    habit("a second ugi is answered", |s| start::handshake(s).map(drop)),
    habit("uci is answered up to uciok", start::says_uciok).needs(&[SurvivesUnknown]),
    // What else clients ask and send.
    habit("query p2turn is the opposite of p1turn", query::turn_of_two).needs(&[Turn]),
    habit("query shown tells what a player may know", query::shown).needs(&[Fen, Rules]),
    habit("query legalmoves and islegal agree with the rules", query::legal_moves)
        .needs(&[Queries, Rules, Search]),
    habit("each word after query has at most one response", query::each_word).needs(&[
        Queries,
        Moves,
        SurvivesUnknown,
    ]),
    habit("query extensions names what is answered", extensions::are_answered).needs(&[
        Queries,
        Moves,
        SurvivesUnknown,
    ]),
    habit("query sheet has the words of a game, as JSON", extensions::sheet).needs(&[
        Queries,
        Moves,
        SurvivesUnknown,
    ]),
    habit("query state and text agree with the other questions", extensions::state).needs(&[
        Queries,
        Moves,
        SurvivesUnknown,
    ]),
    habit("query why and ended have reasons only where there are some", extensions::reasons)
        .needs(&[Queries, Moves, SurvivesUnknown]),
    habit("query refusal tells of the last refused line", extensions::refusal).needs(&[
        Queries,
        Moves,
        SurvivesUnknown,
    ]),
    habit("moves M plays a move", position::plays_on).needs(&[
        Search,
        Queries,
        Moves,
        SurvivesUnknown,
    ]),
    habit("position with nothing after moves works", position::no_moves)
        .needs(&[Search, Queries, Moves]),
    habit("blanks at the end of position work", position::trailing_blank)
        .needs(&[Search, Queries, Moves]),
    habit("go in a finished position is answered with 0000", search::finished)
        .needs(&[Search, Rules]),
    habit("an unknown word of go is skipped", |s| search::answers(s, &["xyzzy depth 1"]))
        .needs(&[Search]),
    habit("go with movestogo is answered", |s| {
        search::answers(s, &["p1time 500 p2time 500 movestogo 10"])
    })
    .needs(&[Search]),
    habit("go wtime and btime work in UGI", |s| {
        search::answers(s, &["wtime 500 btime 500 winc 10 binc 10"])
    })
    .needs(&[Search]),
    habit("each word after go is answered with one move", search::each_limit)
        .needs(&[Endless, Moves]),
    habit("a clock of 1 ms or less works", |s| {
        search::answers(s, &["p1time 1 p2time 1", "p1time 0 p2time 0", "p1time -5 p2time -5"])
    })
    .needs(&[Search]),
    habit("huge clocks work", compatibility::huge_clocks).needs(&[Endless]),
    heard(Habit, "go infinite waits for stop", compatibility::waits_for_stop).needs(&[Endless]),
    habit("bestmove comes within movetime + 10 ms", compatibility::in_time).needs(&[Search]),
    habit("isready during a search takes less than 50 ms", compatibility::ready_soon)
        .needs(&[Endless]),
    habit("stop is obeyed within 50 ms", compatibility::stops_soon).needs(&[Endless]),
    habit("the last info has depth, nodes, time and nps", compatibility::last_info)
        .needs(&[Search]),
    habit("variations are legal and begin with bestmove", compatibility::variations)
        .needs(&[Search]),
    // The end.
    last(Core, "quit ends the process", end::quit).gives(Quit),
    last(Core, "quit ends a search and the process", end::quit_search).needs(&[Endless, Quit]),
    heard(Habit, "quit prints the bestmove of a search", end::quit_answers).needs(&[Endless, Quit]),
    heard(Habit, "the exit code is 0", end::exit_code).needs(&[Quit]),
    last(Habit, "the end of the input ends the process", end::input_ends).gives(EndOfInput),
    last(Habit, "the end of the input ends a search", end::input_ends_in_search)
        .needs(&[Endless, EndOfInput]),
    last(Habit, "a bounded search is finished after the input", end::finishes)
        .needs(&[Search, EndOfInput]),
    // The lines of the whole check.
    heard(Habit, "nothing is printed before ugi", start::says_nothing_before),
    heard(Habit, "only id, option and info come before ugiok", start::says_no_more),
    heard(Habit, "nothing comes after ugiok", start::says_nothing_after),
    heard(Habit, "option names are one word", start::names_options_simply),
    heard(Habit, "no line had white space at its ends", compatibility::tidy),
    heard(Habit, "info lines were readable to strict clients", compatibility::infos),
    heard(Habit, "no line under 8 bytes came during a search", compatibility::no_short_lines),
    heard(Habit, "no line was foreign to the protocol", compatibility::no_strange_lines),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_needs_only_what_one_before_it_gives() {
        for (at, step) in STEPS.iter().enumerate() {
            for need in step.needs {
                let given = STEPS.iter().take(at).any(|before| before.gives == Some(*need));
                assert!(given, "{} needs {need:?}", step.name);
            }
        }
    }
}
