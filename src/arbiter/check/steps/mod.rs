//! The steps of the compliance test, in their order.

mod end;
mod habits;
mod input;
mod position;
mod query;
mod search;
pub mod start;

use start::SILENCE;

use super::Rank::{self, Core, Habit};
use super::session::{CheckSession, Checked};

/// In which process a step is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In one of its own, to which nothing has been said.
    Fresh,
    /// In one that has introduced itself, and that other steps have used.
    Session,
    /// In one that has introduced itself, and that no other step will use.
    Last,
}

/// A step to be made.
pub struct StepPlan {
    /// What it checks.
    pub name: &'static str,
    /// How much it matters.
    pub rank: Rank,
    /// Where it is made.
    pub place: Place,
    /// Whether no later step makes sense without it.
    pub required: bool,
    /// Makes it.
    pub run: fn(&mut CheckSession) -> Checked,
}

type Run = fn(&mut CheckSession) -> Checked;

const fn plan(rank: Rank, place: Place, name: &'static str, run: Run) -> StepPlan {
    StepPlan { name, rank, place, required: false, run }
}

const fn required(name: &'static str, run: Run) -> StepPlan {
    StepPlan { name, rank: Core, place: Place::Fresh, required: true, run }
}

/// A step of the core in the common session.
const fn core(name: &'static str, run: Run) -> StepPlan {
    plan(Core, Place::Session, name, run)
}

/// A habit or extension in the common session.
const fn habit(name: &'static str, run: Run) -> StepPlan {
    plan(Habit, Place::Session, name, run)
}

/// All steps.
pub const STEPS: &[StepPlan] = &[
    required("ugi is answered up to ugiok", |s| start::handshake(s).map(drop)),
    plan(Habit, Place::Fresh, "nothing is printed before ugi", |s| s.nothing_for(SILENCE)),
    plan(Core, Place::Fresh, "id name and id author are told", start::says_its_name),
    plan(Core, Place::Fresh, "option lines are well formed", start::declares_options),
    plan(Habit, Place::Fresh, "option names are one word", start::names_options_simply),
    plan(Habit, Place::Fresh, "only id, option and info come before ugiok", start::says_no_more),
    plan(Habit, Place::Fresh, "nothing comes after ugiok", start::says_nothing_after),
    plan(Habit, Place::Fresh, "uci is answered up to uciok", start::says_uciok),
    required("isready is answered with readyok", start::is_ready),
    required("the options asked for can be set", start::sets_options),
    core("each isready gets one readyok, in order", input::is_ready_thrice),
    core("uginewgame has no answer", |s| s.silent("uginewgame")),
    core("setoption with an unknown name is survived", |s| {
        s.silent("setoption name NoSuchOption value 1")
    }),
    core("setoption with a bad value is survived", input::bad_value),
    core("position startpos has no answer", position::start),
    core("go depth is answered with a move", search::depth),
    core("go movetime is answered with a move", |s| {
        search::from_start(s, "movetime 100").map(drop)
    }),
    core("go nodes is answered with a move", |s| search::from_start(s, "nodes 100").map(drop)),
    core("go with clocks is answered with a move", search::clocks),
    core("bestmove has two words", search::two_words),
    core("each go gets one bestmove", search::one_answer),
    core("position with moves has no answer", position::moves),
    core("position is idempotent", position::idempotent),
    core("position begins anew each time", position::anew),
    core("position fen sets up a position", position::fen),
    core("position fen takes moves", position::fen_with_moves),
    core("an illegal move is refused, the position stays", position::bad_move),
    core("a well-formed illegal move is refused, too", position::illegal_move),
    core("a bad fen is refused, the position stays", |s| {
        position::refused(s, "position fen xyzzy/zz99zz ? ?")
    }),
    core("query gameover has one word", query::game_over),
    core("query p1turn and p2turn are opposites", query::turns),
    core("query result has one word", query::result),
    core("queries agree with the rules over a game", query::whole_game),
    core("the moves are legal over a game", search::whole_game),
    core("go infinite waits for stop", search::infinite),
    core("go and stop at once get one bestmove", search::go_stop),
    core("stop without a search has no answer", |s| s.silent("stop")),
    core("isready is answered during a search", |s| search::ready_time(s).map(drop)),
    core("go in a finished position is answered", search::finished),
    core("an unknown command is survived", input::unknown_command),
    core("blank lines are survived", input::blank_lines),
    core("lines may end with CR LF", input::carriage_returns),
    core("words may be parted by tabs and more blanks", input::tabs),
    habit("a line of a megabyte is survived", input::long_line),
    habit("NUL and invalid UTF-8 are survived", input::dirt),
    habit("a second ugi is answered", |s| start::handshake(s).map(drop)),
    habit("an unknown word of go is skipped", input::unknown_limit),
    habit("bestmove comes within movetime + 10 ms", habits::in_time),
    habit("isready during a search takes less than 50 ms", habits::ready_soon),
    habit("stop is obeyed within 50 ms", habits::stops_soon),
    habit("go wtime and btime work in UGI", |s| {
        search::from_start(s, "wtime 500 btime 500 winc 10 binc 10").map(drop)
    }),
    habit("huge clocks work", habits::huge_clocks),
    habit("a clock of 1 ms or less works", habits::no_time),
    habit("position with nothing after moves works", habits::no_moves),
    habit("blanks at the end of position work", habits::trailing_blank),
    habit("moves M plays a move", habits::moves),
    habit("query fen is answered", habits::knows_fen),
    habit("query legalmoves and islegal agree with the rules", habits::legal_moves),
    habit("the last info has depth, nodes, time and nps", habits::last_info),
    habit("variations are legal and begin with bestmove", habits::variations),
    plan(Core, Place::Last, "quit ends the process", end::quit),
    plan(Core, Place::Last, "quit ends a search and the process", end::quit_search),
    plan(Core, Place::Last, "the end of the input ends the process", end::input_ends),
    plan(Core, Place::Last, "the end of the input ends a search", end::input_ends_in_search),
    plan(Habit, Place::Last, "a bounded search is finished after the input", end::finishes),
    plan(Habit, Place::Last, "quit prints the bestmove of a search", end::quit_answers),
    plan(Habit, Place::Last, "the exit code is 0", end::exit_code),
    habit("no line had white space at its ends", habits::tidy),
    habit("info lines were readable to strict clients", habits::infos),
    habit("no line under 8 bytes came during a search", habits::no_short_lines),
    habit("no line was foreign to the protocol", habits::no_strange_lines),
];
