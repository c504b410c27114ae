//! The one table of commands: their names, and how to explain them to a person.
//!
//! A test checks that the parser reads every name of this table. The examples use moves of Zola as
//! plain text.

use super::limits::{LIMITS, Limit};
use super::query::{QUESTIONS, Question};

/// The width of a console, in characters.
const WIDTH: usize = 80;

/// One command, or two names of the same.
struct Topic {
    names: &'static [&'static str],
    arguments: &'static str,
    summary: &'static str,
    /// Paragraphs, separated by line ends; wrapped when shown.
    details: &'static str,
    example: &'static str,
}

impl Topic {
    /// The names and the arguments.
    fn usage(&self) -> String {
        format!("{} {}", self.names.join("|"), self.arguments).trim_end().into()
    }
}

const SESSION: &[Topic] = &[
    Topic {
        names: &["ugi", "uci"],
        arguments: "",
        summary: "introduce the engine, list the options",
        details: "Answers with the engine's name, one line for each option, and ugiok or uciok.",
        example: "ugi",
    },
    Topic {
        names: &["isready"],
        arguments: "",
        summary: "wait until all is done",
        details: "Answers readyok, in order, also during a search.",
        example: "isready",
    },
    Topic {
        names: &["uginewgame", "ucinewgame"],
        arguments: "",
        summary: "forget all earlier games",
        details: "Empties the hash table and whatever else was learnt. There is no answer.",
        example: "uginewgame",
    },
    Topic {
        names: &["setoption"],
        arguments: "name N [value V]",
        summary: "change an option",
        details: "The options and their possible values are listed by ugi. In a name, case, \
            blanks, hyphens and underscores do not matter. Buttons need no value.\n\
            To play against people: UGI_LimitStrength true, and UGI_Elo from 600 (a \
            beginner) to 2600.",
        example: "setoption name Hash value 256",
    },
    Topic {
        names: &["debug"],
        arguments: "on|off",
        summary: "say more, or less",
        details: "Switches additional info string lines on or off.",
        example: "debug on",
    },
    Topic {
        names: &["xboard"],
        arguments: "",
        summary: "go on in the protocol of XBoard",
        details: "For GUIs of the family of XBoard and WinBoard, as the first line of a \
            session only. From then on the commands of their protocol, CECP, are understood, and \
            none of these.",
        example: "xboard",
    },
    Topic {
        names: &["help"],
        arguments: "[COMMAND]",
        summary: "this text, or all about one command",
        details: "Without an argument, lists the commands.",
        example: "help go",
    },
    Topic {
        names: &["quit"],
        arguments: "",
        summary: "end the program",
        details: "Stops a search, which still prints its bestmove. A perft, divide or bench may finish.",
        example: "quit",
    },
];

const POSITION: &[Topic] = &[
    Topic {
        names: &["position"],
        arguments: "startpos|fen F [moves M...]",
        summary: "set the position",
        details: "Sets the start position of the variant, or the one described by F, and plays \
            the moves from there. If anything is wrong, the old position stays.",
        example: "position startpos moves b6c6 f1e1",
    },
    Topic {
        names: &["moves"],
        arguments: "M...",
        summary: "play moves",
        details: "Plays the moves in the current position: all of them or, if one is not \
            legal, none.",
        example: "moves b6c6 f1e1",
    },
    Topic {
        names: &["undo"],
        arguments: "[N]",
        summary: "take back one move, or N",
        details: "Goes back to an earlier position of the game.",
        example: "undo 2",
    },
    Topic {
        names: &["d"],
        arguments: "",
        summary: "draw the board",
        details: "Shows the board, the position as text, the side to move, the hash key and \
            the result.",
        example: "d",
    },
];

const SEARCH: &[Topic] = &[
    Topic {
        names: &["go"],
        arguments: "[LIMIT...]",
        summary: "search for the best move",
        details: "Prints info lines and, at the end, one bestmove. Any number of limits can be \
            given together, in any order; whichever is reached first ends the search. Without \
            any, it goes on until stop.\n\
            perft N: see the command perft; it cannot be combined with a limit. Times (MS) are in milliseconds.",
        example: "go depth 12 movetime 5000",
    },
    Topic {
        names: &["solve"],
        arguments: "[nodes N] [movetime MS]",
        summary: "prove who wins",
        details: "Finds out for certain who wins the position, with a winning line; nothing in it \
            is a guess. Prints how far it is every second, and at the end the result. Without a \
            limit it goes on until it knows or until stop. The options Threads, Hash and \
            TablePath count. Not all games have it.",
        example: "solve movetime 10000",
    },
    Topic {
        names: &["stop"],
        arguments: "",
        summary: "end the search now",
        details: "The search prints its bestmove. A solve, perft, divide or bench is ended too. If \
            nothing runs, nothing happens.",
        example: "stop",
    },
    Topic {
        names: &["ponderhit"],
        arguments: "",
        summary: "the expected move was played",
        details: "Turns a search begun with go ponder into one that obeys its limits.",
        example: "ponderhit",
    },
];

const ASK: &[Topic] = &[Topic {
    names: &["query"],
    arguments: "QUESTION",
    summary: "ask about the position",
    details: "Answers with one response line.",
    example: "query legalmoves",
}];

const CONSOLE: &[Topic] = &[
    Topic {
        names: &["eval"],
        arguments: "",
        summary: "show the static evaluation",
        details: "Shows the value of the position without a search, for the player to move.",
        example: "eval",
    },
    Topic {
        names: &["perft"],
        arguments: "N",
        summary: "count the lines of N moves",
        details: "Counts all sequences of exactly N moves from the position: the usual test \
            of a move generator.",
        example: "perft 4",
    },
    Topic {
        names: &["divide"],
        arguments: "N",
        summary: "the same for each first move",
        details: "Counts like perft, with one line for each first move.",
        example: "divide 3",
    },
    Topic {
        names: &["bench"],
        arguments: "[DEPTH]",
        summary: "measure the speed",
        details: "Searches a fixed set of positions. The number of nodes is the same on every \
            machine, and differs only if the engine plays differently.",
        example: "bench 8",
    },
];

const GROUPS: [(&str, &[Topic]); 5] = [
    ("Session", SESSION),
    ("Position", POSITION),
    ("Search", SEARCH),
    ("Ask", ASK),
    ("Console tools", CONSOLE),
];

const FIRST_SESSION: [(&str, &str); 5] = [
    ("position startpos moves b6c6", "play one move"),
    ("d", "look at the board"),
    ("go movetime 1000", "let the engine think for a second"),
    ("moves MOVE", "play what it found"),
    ("quit", ""),
];

fn topics() -> impl Iterator<Item = &'static Topic> {
    GROUPS.into_iter().flat_map(|(_, topics)| topics)
}

/// The names of all commands, in the order of the overview.
pub fn names() -> impl Iterator<Item = &'static str> {
    topics().flat_map(|topic| topic.names).copied()
}

fn find(name: &str) -> Option<&'static Topic> {
    topics().find(|topic| topic.names.contains(&name))
}

/// A line that gives the command `name`, or its other name.
pub fn example(name: &str) -> Option<&'static str> {
    find(name).map(|topic| topic.example)
}

/// The words of the protocol that stand between the arguments of a command: in its usage,
/// they alone are in lower case.
pub(super) fn keywords(name: &str) -> impl Iterator<Item = &'static str> {
    keywords_of(find(name).map_or("", |topic| topic.arguments))
}

/// Those of them that may come first: one of several, or any of those in brackets.
pub(super) fn first_keywords(name: &str) -> Vec<&'static str> {
    let arguments = find(name).map_or("", |topic| topic.arguments);
    let first = arguments.split(' ').next().unwrap_or_default();
    keywords_of(if first.starts_with('[') { arguments } else { first }).collect()
}

fn keywords_of(arguments: &'static str) -> impl Iterator<Item = &'static str> {
    let words = arguments.split(|c: char| !c.is_ascii_alphabetic());
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// All commands in one line each, by group, and a first session: lines of at
/// most 80 characters, without a line end after the last one.
pub fn overview() -> String {
    let width = topics().map(|topic| topic.usage().len()).max().unwrap_or(0);
    let line = |left: &str, right: &str| format!("  {left:width$}  {right}").trim_end().to_owned();
    let mut lines = Vec::new();
    for (group, topics) in GROUPS {
        lines.push(group.to_owned());
        lines.extend(topics.iter().map(|topic| line(&topic.usage(), topic.summary)));
        lines.push(String::new());
    }
    lines.push("A first session".to_owned());
    lines.extend(FIRST_SESSION.map(|(command, remark)| line(command, remark)));
    lines.push(String::new());
    lines.push("More about a command: help COMMAND, for example: help go".to_owned());
    lines.join("\n")
}

/// All about the command `name`, in the same form as the overview; `None` if
/// there is no such command.
pub fn topic(name: &str) -> Option<String> {
    let topic = find(name)?;
    let mut lines = vec![topic.usage(), format!("  {}", topic.summary), String::new()];
    lines.extend(topic.details.lines().flat_map(wrap));
    lines.extend(rows(topic).iter().flat_map(|row| wrap(row)));
    lines.extend([String::new(), format!("Example: {}", topic.example)]);
    Some(lines.join("\n"))
}

/// The paragraphs about a command that another table has.
fn rows(topic: &Topic) -> Vec<String> {
    match topic.names {
        ["go"] => LIMITS.iter().map(about_limit).collect(),
        ["query"] => QUESTIONS.iter().map(about_question).collect(),
        _ => Vec::new(),
    }
}

fn about_limit(limit: &Limit) -> String {
    let uci = if limit.uci == limit.word { "" } else { limit.uci };
    let names = [&limit.form(), uci].join(if uci.is_empty() { "" } else { " or " });
    format!("{names}: {}.", limit.details.meaning.replace('`', ""))
}

fn about_question(question: &Question) -> String {
    format!("{}: {}", question.form(), question.meaning.replace('`', ""))
}

/// `paragraph` in lines of at most [`WIDTH`] characters, broken between words.
fn wrap(paragraph: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in paragraph.split_whitespace() {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::parse;
    use super::*;

    #[test]
    fn every_example_parses_as_its_command() {
        for topic in topics() {
            assert!(matches!(parse(topic.example), Ok(Some(_))), "{}", topic.example);
            let first = topic.example.split(' ').next().unwrap();
            assert!(topic.names.contains(&first));
        }
    }

    #[test]
    fn texts_fit_a_console() {
        let texts = names().map(|name| topic(name).unwrap()).chain([overview()]);
        for text in texts {
            assert!(!text.ends_with('\n'));
            for line in text.lines() {
                assert!(line.is_ascii() && line.len() <= WIDTH, "{line}");
                assert_eq!(line, line.trim_end());
            }
        }
    }

    #[test]
    fn the_overview_shows_everything() {
        let overview = overview();
        for (group, topics) in GROUPS {
            assert!(overview.contains(group));
            for topic in topics {
                assert!(overview.contains(topic.summary));
            }
        }
        assert!(overview.contains("\n  go [LIMIT...]  "));
    }

    #[test]
    fn topics_are_found_by_any_name() {
        assert_eq!(topic("uci"), topic("ugi"));
        assert!(topic("uci").unwrap().starts_with("ugi|uci\n"));
        assert!(topic("go").unwrap().ends_with("Example: go depth 12 movetime 5000"));
        assert_eq!(topic("xyzzy"), None);
        let distinct: BTreeSet<&str> = names().collect();
        assert_eq!(distinct.len(), names().count(), "a name has two topics");
    }
}
