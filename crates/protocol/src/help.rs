//! The help for people at a console, made from the table of commands.

use super::command::{CommandSpec, GROUPS, commands, find_command};
use super::limits::{LIMITS, Limit};
use super::query::{QUESTIONS, Question};
use super::text::wrap;

/// In characters.
const WIDTH: usize = 80;

const FIRST_SESSION: [(&str, &str); 5] = [
    ("position startpos moves b6c6", "play one move"),
    ("d", "look at the board"),
    ("go movetime 1000", "let the engine think for a second"),
    ("moves MOVE", "play what it found"),
    ("quit", ""),
];

fn usage(command: &CommandSpec) -> String {
    let names: Vec<&str> = command.names().collect();
    format!("{} {}", names.join("|"), command.arguments).trim_end().into()
}

/// The words of all commands, in the order of the overview.
pub fn names() -> impl Iterator<Item = &'static str> {
    commands().flat_map(CommandSpec::names)
}

/// An example line for the command with this name.
pub fn example(name: &str) -> Option<&'static str> {
    find_command(name).map(|topic| topic.example)
}

/// All commands in one line each, by group, and an example session, in lines of at most 80
/// characters without a final line end.
pub fn overview() -> String {
    let width = commands().map(|command| usage(command).len()).max().unwrap_or(0);
    let line = |left: &str, right: &str| format!("  {left:width$}  {right}").trim_end().to_owned();
    let mut lines = Vec::new();
    for (group, topics) in GROUPS {
        lines.push((*group).to_owned());
        lines.extend(topics.iter().map(|topic| line(&usage(topic), topic.summary)));
        lines.push(String::new());
    }
    lines.push("A first session".to_owned());
    lines.extend(FIRST_SESSION.map(|(command, remark)| line(command, remark)));
    lines.push(String::new());
    lines.push("More about a command: help COMMAND, for example: help go".to_owned());
    lines.join("\n")
}

/// The help for one command, in lines of at most 80 characters without a final line end; `None` for
/// an unknown command.
pub fn topic(name: &str) -> Option<String> {
    let topic = find_command(name)?;
    let mut lines = vec![usage(topic), format!("  {}", topic.summary), String::new()];
    lines.extend(topic.details.lines().flat_map(|line| wrap(line, WIDTH)));
    lines.extend(rows(name).iter().flat_map(|row| wrap(row, WIDTH)));
    lines.extend([String::new(), format!("Example: {}", topic.example)]);
    Some(lines.join("\n"))
}

/// The paragraphs from another table: questions after `query`, limits after `go`.
fn rows(name: &str) -> Vec<String> {
    match name {
        "go" => LIMITS.iter().map(about_limit).collect(),
        "query" => QUESTIONS.iter().map(about_question).collect(),
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::parse;
    use super::*;

    #[test]
    fn every_example_parses_as_its_command() {
        for topic in commands() {
            assert!(matches!(parse(topic.example), Ok(Some(_))), "{}", topic.example);
            let first = topic.example.split(' ').next().unwrap();
            assert!(topic.names().any(|name| name == first));
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
            for topic in *topics {
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
