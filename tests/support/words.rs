//! Words for random input lines.

/// Options, moves, positions and numbers.
const OTHER_WORDS: &str = "Hash MultiPV \
    Clear UGI_Variant PieRule Ponder zola-4 zola-6 zola-8 zola-10 true false a1b1 a2b1 b6c6 0000 \
    swap a1xb1 zz brbr/rbrb/brbr/rbrb 6/6/1br3/6/6/6 6/6/6/6/6/r5 r b - p s 0 1 2 3 7 -1 +5 \
    1048576 4294967296 18446744073709551616 1e3";

/// The words of the grammar except those that end the session or switch protocols, and others.
pub fn words() -> Vec<&'static str> {
    let grammar = zugi::protocol::keywords().into_iter();
    let grammar = grammar.filter(|word| !["quit", "xboard"].contains(word));
    grammar.chain(OTHER_WORDS.split_ascii_whitespace()).collect()
}

/// Other things that may stand between blanks.
pub const DIRT: [&str; 9] = ["\0", "\u{fffd}", "\u{feff}", "é", "\"", "\\", "\t", "\r", "  "];

/// A session of valid lines that uses every command except `quit`.
pub const VALID: &[&str] = &[
    "ugi",
    "setoption name MultiPV value 2",
    "isready",
    "uginewgame",
    "position startpos",
    "go depth 2",
    "moves a1b1 a2b1",
    "query legalmoves",
    "query board",
    "go nodes 300 searchmoves a3a4",
    "query islegal a3a4",
    "undo",
    "d",
    "eval",
    "perft 2",
    "solve nodes 300",
    "position startpos moves a1b1 a2b1 a3a4",
    "go movetime 2",
    "setoption name UGI_Variant value zola-4",
    "divide 1",
    "go p1time 50 p2time 50 p1inc 1 p2inc 1",
    "position fen 4/3b/rb2/1b1b r - moves a2a1",
    "go ponder depth 2",
    "ponderhit",
    "query gameover",
    "query result",
    "setoption name Clear",
    "setoption name PieRule value true",
    "go infinite",
    "stop",
    "debug on",
    "bench 1",
    "debug off",
    "help go",
];

/// Words of XBoard's protocol, moves, positions and numbers.
pub const CECP_WORDS: &str = "xboard protover accepted rejected new variant quit random force go playother \
    white black level st sd depth nps time otim usermove ? ping draw result setboard edit hint bk \
    undo remove hard easy post nopost analyze exit . name rating ics computer pause resume memory \
    cores egtpath option exclude include setscore lift put hover zola zola8 zvp normal a1 a1b2 \
    b6c6 @@@@ P@a1 a1b2,b2c3 a1b2q j10 0 1 -1 40 5 0:30 99999999999999999999 1e9 nan = Hash=1 \
    UGI_Elo=800 Threads=1 Clear 6/6/6/2P3/3p2/6 w b - 1-0 {x} \u{e9} \u{0} \u{1b}[2J";
