//! The table of hostile engines: what a client, a match and `zugi check` say of each behaviour of
//! `bad_engine`. One engine of each kind plays a match. `zugi serve` refuses all, since they have
//! no board.

use zugi::arbiter::Reason;
use zugi::client::FaultKind::{self, Crash, Malformed, Timeout};

use crate::support::example;

/// The path of `bad_engine`; without arguments it is a correct trivial engine.
pub fn bad_engine() -> String {
    example("bad_engine")
}

pub struct Hostile {
    /// The arguments of `bad_engine`.
    pub behaviour: &'static str,
    pub client: Conversation,
    /// How all games of a match end, if it plays one.
    pub in_match: Option<Reason>,
    pub check: Check,
}

/// The result of starting an engine and playing a few moves with it.
pub enum Conversation {
    Plays,
    /// A fault of this kind, with this text, before the first move.
    FailsAtStart(FaultKind, &'static str),
    /// The same later.
    Fails(FaultKind, &'static str),
    TestedElsewhere,
}

/// What the compliance check says.
pub enum Check {
    /// This core step fails, and nothing else.
    Fails(&'static str),
    /// This core step fails, and the others are left out.
    Ends(&'static str),
    /// This step of a habit fails, and nothing else.
    Warns(&'static str),
    TestedElsewhere,
}

use Check::{Ends, Warns};
use Conversation::{FailsAtStart, Plays};

const fn row(
    behaviour: &'static str,
    client: Conversation,
    in_match: Option<Reason>,
    check: Check,
) -> Hostile {
    Hostile { behaviour, client, in_match, check }
}

const fn fails(kind: FaultKind, text: &'static str) -> Conversation {
    Conversation::Fails(kind, text)
}

const ELSEWHERE: Conversation = Conversation::TestedElsewhere;

const UGIOK: &str = "ugi is answered up to ugiok";
const READYOK: &str = "isready is answered with readyok";
const NO_MOVE: Check = Check::Fails("go depth is answered with a move");
const ILLEGAL: Check = Check::Fails("each bestmove is legal");
const TWICE: Check = Check::Fails("each go gets one bestmove");
const NO_WORD: Check = Check::Fails("queries are answered with response and one word");
const SHEET: Check = Warns("query sheet has the words of a game, as JSON");

pub const TABLE: &[Hostile] = &[
    row("never-answers-ugi", FailsAtStart(Timeout, "no ugiok to ugi within "), None, Ends(UGIOK)),
    row("never-reads-stdin", FailsAtStart(Timeout, "no ugiok"), None, Ends(UGIOK)),
    row("slow-start 600000", FailsAtStart(Timeout, "no ugiok"), None, Ends(UGIOK)),
    row("never-ready", FailsAtStart(Timeout, "no readyok to isready"), None, Ends(READYOK)),
    row("exits-before-ugiok", FailsAtStart(Crash, "exit status: 3"), None, Ends(UGIOK)),
    row("throws-at-start", FailsAtStart(Crash, "exit status: 1"), None, Ends(UGIOK)),
    row("banner", Plays, None, Warns("nothing is printed before ugi")),
    row("chatter", Plays, None, Warns("nothing comes after ugiok")),
    row("bad-option", Plays, None, Check::Fails("option lines are well formed")),
    row("never-answers", fails(Timeout, "no bestmove to go within "), Some(Reason::Stall), NO_MOVE),
    row("stops-reading", fails(Timeout, "no bestmove"), None, Check::TestedElsewhere),
    row("answers-late 600000", fails(Timeout, "no bestmove"), None, Check::TestedElsewhere),
    row("--after 2 never-answers", fails(Timeout, "no bestmove"), None, Check::TestedElsewhere),
    row("exits-on-go", fails(Crash, "exit status: 3"), Some(Reason::Crash), NO_MOVE),
    row("exits-after-bestmove", fails(Crash, "exit status: 0"), None, NO_MOVE),
    row("closes-stdout", fails(Crash, "it has closed its output, but still runs"), None, NO_MOVE),
    row("orphans-child", fails(Crash, "exit status: 3"), None, Check::TestedElsewhere),
    row("illegal-move", ELSEWHERE, Some(Reason::IllegalMove), ILLEGAL),
    row("--after 9 illegal-move", ELSEWHERE, None, ILLEGAL),
    row("garbage", fails(Malformed, "but \"bset move is "), None, NO_MOVE),
    row(
        "endless-garbage",
        fails(Malformed, "lines that are no UGI, the last \"thinking ...\""),
        None,
        Check::TestedElsewhere,
    ),
    row("floods 100", fails(Malformed, ""), None, NO_MOVE),
    row("two-bestmoves", fails(Malformed, "without a go"), None, TWICE),
    row("two-bestmoves 20", ELSEWHERE, None, TWICE),
    row(
        "no-word",
        fails(Malformed, "\"bestmove\" instead of `bestmove` and one move"),
        Some(Reason::Malformed),
        NO_MOVE,
    ),
    row(
        "two-words",
        fails(Malformed, "instead of `bestmove` and one move"),
        None,
        Check::TestedElsewhere,
    ),
    row("third-word", Plays, None, Check::Fails("each bestmove has two words")),
    row("garbage-lines", Plays, Some(Reason::Rules), Warns("no line was foreign to the protocol")),
    row("crlf", Plays, None, Warns("no line had white space at its ends")),
    row("short-line", Plays, None, Warns("no line under 8 bytes came during a search")),
    row("answers-infinite", Plays, None, Warns("go infinite waits for stop")),
    row("idle-bestmove", Plays, None, Check::Fails("stop without a search has no answer")),
    row(
        "three-word-response",
        fails(Malformed, "instead of `response` and one word"),
        None,
        NO_WORD,
    ),
    row("bare-answers", ELSEWHERE, None, NO_WORD),
    row(
        "lies-about-gameover",
        ELSEWHERE,
        None,
        Check::Fails("query gameover tells whether the game is over"),
    ),
    row(
        "lies-about-result",
        ELSEWHERE,
        Some(Reason::Disagreement),
        Check::Fails("query result tells who has won"),
    ),
    row("inverts-turn", ELSEWHERE, None, Check::Fails("query p1turn tells whose turn it is")),
    row("resets-at-isready", ELSEWHERE, None, Check::Fails("isready leaves the position as it is")),
    row(
        "accepts-illegal",
        ELSEWHERE,
        None,
        Warns("an illegal move is refused, the position stays"),
    ),
    row("no-blank-after-moves", Plays, None, Warns("blanks at the end of position work")),
    row("dies-of-unknown", Plays, Some(Reason::Rules), Warns("an unknown command is survived")),
    row("dies-of-crlf", Plays, None, Warns("lines may end with CR LF")),
    row("overstates", Plays, None, Warns("query extensions names what is answered")),
    row(
        "objects",
        Plays,
        None,
        Warns("query why and ended have reasons only where there are some"),
    ),
    row("denies-refusals", Plays, None, Warns("query refusal tells of the last refused line")),
    row("untitled", Plays, None, SHEET),
    row("misplaces-card", Plays, None, SHEET),
];
