//! The steps of the compliance test, in their order.
//!
//! Core steps test the specification of UGI. Habits are what known clients need beyond it, and
//! zugi's additions.

mod end;
mod extensions;
mod position;
mod query;
mod search;
pub mod start;

use super::Rank::{self, Core, Habit};
use super::findings::Rule;
use super::session::{CheckSession, Checked, has};
use Ability::{EndOfInput, GameOver, Moves, Outcome, Quit, Rules};
use Ability::{Endless, Fen, Order, Queries, Search, SurvivesUnknown, Turn};
use Rule::{BestMove, ExitStatus, Expected, Ids, Info, Introduction, Legal, Length, MovesAtQuit};
use Rule::{NotEarly, NotLate, OptionNames, Options, Tidy, WaitsForStop};
use Script::{Answered, Run, Same, Silent, Survived};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessScope {
    /// A new process; later steps use it, too.
    New,
    /// A process that has introduced itself, and that steps share.
    Shared,
    /// A process of its own, which has introduced itself.
    Last,
}

/// An ability that one step finds, and other steps need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ability {
    /// It answers queries with `response`.
    Queries,
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
    SurvivesUnknown,
    Order,
    Quit,
    EndOfInput,
}

type RunStep = fn(&mut CheckSession) -> Checked;

/// Lines, and one that sets up the same position.
type SamePosition = (&'static [&'static str], &'static str);

/// The lines that a step sends, and the expected answers.
pub enum Script {
    /// Each of these lines must get no `bestmove` and no `response` before the `readyok` of an
    /// `isready`.
    Silent(&'static [&'static str]),
    /// Each of these lines must get no `bestmove` before the `readyok` of an `isready`.
    Survived(&'static [&'static [u8]]),
    /// Each `go` with these limits, in the start position, must be answered by a move.
    Answered(&'static [&'static str]),
    /// The lines of each row must lead to the same position as the single line after them.
    /// `position::fill` replaces the words in braces.
    Same(&'static [SamePosition]),
    /// No received line may break this rule. The step sends nothing; the report shows the commands
    /// `sent` before the lines. The process can be used after a failure.
    Heard {
        sent: &'static [&'static str],
        expected: &'static str,
        rule: Rule,
    },
    Run(RunStep),
}

impl Script {
    pub fn run(&self, session: &mut CheckSession) -> Checked {
        match self {
            Silent(lines) => lines.iter().try_for_each(|line| session.silent(line)),
            Survived(lines) => lines.iter().try_for_each(|line| {
                let lines = session.ask_all(&[line])?;
                let expected = "no bestmove, and readyok to the isready after it";
                session.must(!has(&lines, "bestmove"), expected)
            }),
            Answered(limits) => {
                limits.iter().try_for_each(|limits| search::answers(session, limits).map(drop))
            }
            Same(rows) => {
                rows.iter().try_for_each(|(lines, like)| position::same(session, lines, like))
            }
            Script::Heard { sent, expected, rule } => {
                session.evidence.sent.extend(sent.iter().map(|&line| line.to_owned()));
                let found = session.findings.broken.get(rule).cloned().unwrap_or_default();
                found.iter().for_each(|line| session.note(line.as_str()));
                session.must(found.is_empty(), *expected)
            }
            Run(run) => run(session),
        }
    }
}

pub struct Step {
    pub name: &'static str,
    pub rank: Rank,
    pub scope: ProcessScope,
    /// Whether its failure ends the check.
    pub required: bool,
    /// The abilities that it needs; without them it is skipped. Abilities that these abilities
    /// depend on need not be listed.
    pub needs: &'static [Ability],
    /// The ability that makes this step unnecessary.
    pub unless: Option<Ability>,
    /// The ability that is missing unless it passes.
    pub gives: Option<Ability>,
    pub script: Script,
}

impl Step {
    const fn required(self) -> Step {
        Step { required: true, ..self }
    }

    const fn needs(self, needs: &'static [Ability]) -> Step {
        Step { needs, ..self }
    }

    const fn unless(self, ability: Ability) -> Step {
        Step { unless: Some(ability), ..self }
    }

    const fn gives(self, ability: Ability) -> Step {
        Step { gives: Some(ability), ..self }
    }
}

const fn step(rank: Rank, scope: ProcessScope, name: &'static str, script: Script) -> Step {
    Step { name, rank, scope, required: false, needs: &[], unless: None, gives: None, script }
}

const fn core(name: &'static str, script: Script) -> Step {
    step(Core, ProcessScope::Shared, name, script)
}

/// A habit or extension in the shared process.
const fn habit(name: &'static str, script: Script) -> Step {
    step(Habit, ProcessScope::Shared, name, script)
}

const fn heard(
    rank: Rank,
    name: &'static str,
    sent: &'static [&'static str],
    expected: &'static str,
    rule: Rule,
) -> Step {
    step(rank, ProcessScope::Shared, name, Script::Heard { sent, expected, rule })
}

const fn introduced(rank: Rank, name: &'static str, expected: &'static str, rule: Rule) -> Step {
    heard(rank, name, &["ugi"], expected, rule)
}

/// A rule for all lines.
const fn printed(name: &'static str, expected: &'static str, rule: Rule) -> Step {
    heard(Habit, name, &[], expected, rule)
}

/// Searches of the start position.
const fn answered(rank: Rank, name: &'static str, limits: &'static [&'static str]) -> Step {
    step(rank, ProcessScope::Shared, name, Answered(limits)).needs(&[Search])
}

const fn position(rank: Rank, name: &'static str, rows: &'static [SamePosition]) -> Step {
    step(rank, ProcessScope::Shared, name, Same(rows)).needs(&[Moves])
}

const fn question(name: &'static str, run: RunStep) -> Step {
    habit(name, Run(run)).needs(&[Moves, SurvivesUnknown])
}

/// A step that ends its process.
const fn last(rank: Rank, name: &'static str, run: RunStep) -> Step {
    step(rank, ProcessScope::Last, name, Run(run))
}

const START: &str = "position {start}";
const MOVED: &str = "position {start} moves {move}";

pub const STEPS: &[Step] = &[
    step(Core, ProcessScope::New, "ugi is answered up to ugiok", Run(start::introduces_itself))
        .required(),
    introduced(Core, "id name and id author are told", "`id name NAME` and `id author NAME`", Ids),
    introduced(
        Core,
        "option lines are well formed",
        "option name NAME type check|spin|combo|button|string [default D] [min A max B]",
        Options,
    ),
    core("isready is answered with readyok", Run(CheckSession::ready)).required(),
    core("the options asked for can be set", Run(start::set_options)).required(),
    core("each isready gets one readyok, in order", Run(start::is_ready_thrice)).gives(Order),
    core("uginewgame has no answer", Silent(&["uginewgame"])),
    core("position startpos has no answer", Silent(&["position startpos"])),
    core("queries are answered with response and one word", Run(query::is_answered)).gives(Queries),
    habit("query fen is answered", Run(query::knows_fen)).needs(&[Queries]).gives(Fen),
    core("the rules of the game are known", Run(start::knows_rules)).gives(Rules),
    // Searches and positions.
    core("go depth is answered with a move", Run(search::depth)).gives(Search),
    core("each go gets one bestmove", Run(search::one_answer)).needs(&[Search]).gives(Search),
    answered(Core, "go movetime is answered with a move", &["movetime 100"]),
    answered(Core, "go nodes is answered with a move", &["nodes 100"]),
    answered(
        Core,
        "go with clocks is answered with a move",
        &["p1time 1000 p2time 1000 p1inc 10 p2inc 10"],
    ),
    core("isready leaves the position as it is", Run(position::kept)).needs(&[Search, Queries]),
    core("position plays moves", Run(position::moves)).needs(&[Search, Queries]).gives(Moves),
    position(Core, "position is idempotent", &[(&[MOVED, MOVED], MOVED)]),
    position(Core, "position begins anew each time", &[(&[MOVED, START], START)]),
    position(
        Core,
        "position fen sets up a position",
        &[
            (&[MOVED, "position fen {fen}"], START),
            (&[START, "position fen {fen} moves {move}"], MOVED),
        ],
    ),
    core("query gameover tells whether the game is over", Run(query::game_over))
        .needs(&[Queries])
        .gives(GameOver),
    core("query p1turn tells whose turn it is", Run(query::turn)).needs(&[Moves]).gives(Turn),
    core("query result tells who has won", Run(query::result)).needs(&[Queries]).gives(Outcome),
    core("a game is played to its end by its own answers", Run(query::whole_game))
        .needs(&[Turn, GameOver, Outcome]),
    core("go infinite is answered at stop at the latest", Run(search::infinite))
        .needs(&[Search])
        .gives(Endless),
    core("go and stop at once get one bestmove", Run(search::go_stop)).needs(&[Endless]),
    core(
        "isready is answered during a search",
        Run(|session| search::ready_time(session).map(drop)),
    )
    .needs(&[Endless]),
    core("stop without a search has no answer", Silent(&["stop"])),
    heard(
        Core,
        "each bestmove has two words",
        &["go"],
        "bestmove and one word: some clients wait for ever for less or more",
        BestMove,
    )
    .needs(&[Search]),
    heard(Core, "each bestmove is legal", &["go"], "legal moves", Legal).needs(&[Search, Rules]),
    // Unusual input.
    habit(
        "an unknown command is survived",
        Survived(&[b"xyzzy", b"xyzzy and more words", b"position", b"query", b"setoption"]),
    )
    .needs(&[Order])
    .gives(SurvivesUnknown),
    core("each bestmove is legal by the engine's own word", Run(query::legal_by_its_word))
        .needs(&[Search, Queries, SurvivesUnknown])
        .unless(Rules),
    habit(
        "setoption with an unknown name is survived",
        Silent(&["setoption name NoSuchOption value 1"]),
    )
    .needs(&[SurvivesUnknown]),
    habit("setoption with a bad value is survived", Run(start::bad_value)),
    position(
        Habit,
        "an illegal move is refused, the position stays",
        &[
            (&[MOVED, "position {start} moves zz99zz"], MOVED),
            (&[MOVED, "position {start} moves {move} zz99zz"], MOVED),
            (&[MOVED, "position {start} moves {move} {illegal}"], MOVED),
        ],
    ),
    position(
        Habit,
        "a bad fen is refused, the position stays",
        &[(&[MOVED, "position fen xyzzy/zz99zz ? ?"], MOVED)],
    ),
    habit("blank lines are survived", Survived(&[b"", b"   ", b"\t", b""])),
    habit("lines may end with CR LF", Run(position::carriage_returns)).needs(&[Moves]),
    position(
        Habit,
        "words may be parted by tabs and more blanks",
        &[(&["  position\t {start}  moves \t{move}"], MOVED)],
    ),
    habit("a line of a megabyte is survived", Run(start::long_lines)).needs(&[SurvivesUnknown]),
    habit(
        "NUL and invalid UTF-8 are survived",
        Survived(&[b"xyz\0zy", b"\xff\xfe\x80", b"position fen \xc3\x28 \0 w"]),
    )
    .needs(&[SurvivesUnknown]),
    habit("a second ugi is answered", Run(|session| start::handshake(session).map(drop))),
    habit("uci is answered up to uciok", Run(start::says_uciok)).needs(&[SurvivesUnknown]),
    // Further questions and limits of clients.
    habit("query p2turn is the opposite of p1turn", Run(query::turn_of_two)).needs(&[Turn]),
    habit("query shown tells what a player may know", Run(query::shown)).needs(&[Fen, Rules]),
    habit("query legalmoves and islegal agree with the rules", Run(query::legal_moves))
        .needs(&[Queries, Rules, Search]),
    question("each word after query has at most one response", query::each_word),
    question("query extensions names what is answered", extensions::are_answered),
    question("query sheet has the words of a game, as JSON", extensions::sheet),
    question("query state and text agree with the other questions", extensions::state),
    question("query why and ended have reasons only where there are some", extensions::reasons),
    question("query refusal tells of the last refused line", extensions::refusal),
    question("moves M plays a move", position::plays_on),
    position(
        Habit,
        "position with nothing after moves works",
        &[(&[MOVED, "position {start} moves"], START)],
    ),
    position(
        Habit,
        "blanks at the end of position work",
        &[
            (&[START, "position {start} moves {move} "], MOVED),
            (&[MOVED, "position {start} moves "], START),
        ],
    ),
    habit("go in a finished position is answered with 0000", Run(search::finished))
        .needs(&[Search, Rules]),
    answered(Habit, "an unknown word of go is skipped", &["xyzzy depth 1"]),
    answered(Habit, "go with movestogo is answered", &["p1time 500 p2time 500 movestogo 10"]),
    answered(Habit, "go wtime and btime work in UGI", &["wtime 500 btime 500 winc 10 binc 10"]),
    habit("each word after go is answered with one move", Run(search::each_limit))
        .needs(&[Endless, Moves]),
    answered(
        Habit,
        "a clock of 1 ms or less works",
        &["p1time 1 p2time 1", "p1time 0 p2time 0", "p1time -5 p2time -5"],
    ),
    habit("huge clocks work", Run(search::huge_clocks)).needs(&[Endless]),
    heard(
        Habit,
        "go infinite waits for stop",
        &["go infinite"],
        "no bestmove before stop",
        WaitsForStop,
    )
    .needs(&[Endless]),
    habit("bestmove comes within movetime + 10 ms", Run(search::in_time)).needs(&[Search]),
    habit("isready during a search takes less than 50 ms", Run(search::ready_soon))
        .needs(&[Endless]),
    habit("stop is obeyed within 50 ms", Run(search::stops_soon)).needs(&[Endless]),
    habit("the last info has depth, nodes, time and nps", Run(search::last_info)).needs(&[Search]),
    habit("variations are legal and begin with bestmove", Run(search::variations)).needs(&[Search]),
    last(Core, "quit ends the process", end::quit).gives(Quit),
    last(Core, "quit ends a search and the process", end::quit_search).needs(&[Endless, Quit]),
    heard(
        Habit,
        "quit prints the bestmove of a search",
        &["go infinite", "quit"],
        "bestmove and the end of the process",
        MovesAtQuit,
    )
    .needs(&[Endless, Quit]),
    heard(Habit, "the exit code is 0", &["quit"], "exit status: 0", ExitStatus).needs(&[Quit]),
    last(Habit, "the end of the input ends the process", end::input_ends).gives(EndOfInput),
    last(Habit, "the end of the input ends a search", end::input_ends_in_search)
        .needs(&[Endless, EndOfInput]),
    last(Habit, "a bounded search is finished after the input", end::finishes)
        .needs(&[Search, EndOfInput]),
    // Rules for all lines of the check.
    introduced(Habit, "nothing is printed before ugi", "nothing before it is asked", NotEarly),
    introduced(
        Habit,
        "only id, option and info come before ugiok",
        "only id, option and info lines",
        Introduction,
    ),
    introduced(Habit, "nothing comes after ugiok", "nothing after ugiok", NotLate),
    introduced(Habit, "option names are one word", "option names of one word", OptionNames),
    printed(
        "no line had white space at its ends",
        "lines that begin and end with text, \\n alone after it",
        Tidy,
    ),
    printed(
        "info lines were readable to strict clients",
        "info lines of known keys, integers, plain scores",
        Info,
    ),
    printed("no line under 8 bytes came during a search", "lines of 7 characters or more", Length),
    printed(
        "no line was foreign to the protocol",
        "only info, readyok, response and bestmove",
        Expected,
    ),
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
