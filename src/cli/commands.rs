//! Tables of the commands that people type, for parsing, help and completion.

use super::files::completed_paths;
use super::input_lines::{Completer, complete_word};

/// An argument with this name is completed as a path.
const FILE: &str = "FILE";

/// The least width of the left column of the help, in characters.
const USAGE_WIDTH: usize = 10;

/// A command, or one of its forms.
pub(super) struct CommandRow<C> {
    /// Its words; the help shows the first one.
    pub words: &'static [&'static str],
    /// The argument after the word: empty, `NAME`, or `[NAME]` if optional.
    pub arguments: &'static str,
    /// Its effect. A row with an empty text is not in the help.
    pub help: &'static str,
    pub command: C,
}

pub(super) const fn row<C>(
    words: &'static [&'static str],
    arguments: &'static str,
    command: C,
    help: &'static str,
) -> CommandRow<C> {
    CommandRow { words, arguments, help, command }
}

impl<C> CommandRow<C> {
    fn takes(&self, rest: &str) -> bool {
        self.arguments.starts_with('[') || self.arguments.is_empty() == rest.is_empty()
    }
}

/// In the order of the help.
pub(super) struct CommandTable<C: 'static>(pub &'static [CommandRow<C>]);

impl<C: Sync> CommandTable<C> {
    /// The command of a line, and the text after its word; `None` if no command has this word.
    ///
    /// # Errors
    /// The command takes other arguments; the text says which.
    pub fn find<'a>(&self, line: &'a str) -> Result<Option<(&'static C, &'a str)>, String> {
        let (word, rest) = first_word(line.trim_end());
        let mut rows = self.rows_of(word).peekable();
        let Some(arguments) = rows.peek().map(|row| row.arguments) else { return Ok(None) };
        match rows.find(|row| row.takes(rest)) {
            Some(row) => Ok(Some((&row.command, rest))),
            None if arguments.is_empty() => Err(format!("{word} stands alone")),
            None => Err(format!("{word} what? Type {word} {arguments}")),
        }
    }

    fn rows_of(&self, word: &str) -> impl Iterator<Item = &'static CommandRow<C>> {
        let word = word.to_lowercase();
        self.0.iter().filter(move |row| row.words.contains(&&*word))
    }

    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.0
            .iter()
            .filter(|row| !row.help.is_empty())
            .filter_map(|row| row.words.first())
            .copied()
    }

    /// The rows `first`, then the commands.
    pub fn help(&self, first: impl IntoIterator<Item = (String, &'static str)>) -> String {
        let commands = self.0.iter().filter(|row| !row.help.is_empty()).map(|row| {
            let usage = format!("{} {}", row.words[0], row.arguments);
            (usage.trim_end().to_owned(), row.help)
        });
        let rows: Vec<_> = first.into_iter().chain(commands).collect();
        let widths = rows.iter().map(|(usage, _)| usage.chars().count());
        let width = widths.max().unwrap_or_default().max(USAGE_WIDTH);
        let lines = rows.iter().map(|(usage, help)| format!("  {usage:width$} {help}"));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Completes moves, commands, and the paths after them.
    pub fn completer(&self, moves: Vec<String>) -> Completer {
        let rows = self.0;
        Box::new(move |typed| {
            let table = CommandTable(rows);
            let (word, path) = first_word(typed);
            if typed.trim_start().len() > word.len()
                && table.rows_of(word).any(|row| row.arguments == FILE)
            {
                return (typed.len() - path.len(), completed_paths(path));
            }
            complete_word(typed, |before| match before {
                [] => moves.iter().cloned().chain(table.words().map(str::to_owned)).collect(),
                _ => Vec::new(),
            })
        })
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn row(words: &'static [&'static str], arguments: &'static str) -> CommandRow<()> {
        CommandRow { words, arguments, help: "a help", command: () }
    }

    static TABLE: CommandTable<()> =
        CommandTable(&[row(&["new"], ""), row(&["save", "s"], FILE), row(&["go"], "[LIMIT]")]);

    #[test]
    fn a_word_takes_its_arguments() {
        for (line, found) in [
            ("NEW", Ok(Some(""))),
            (" S  a b ", Ok(Some("a b"))),
            ("go", Ok(Some(""))),
            ("go 3", Ok(Some("3"))),
            ("", Ok(None)),
            ("a1b1", Ok(None)),
            ("New game", Err("New stands alone")),
            ("save", Err("save what? Type save FILE")),
        ] {
            let rest = TABLE.find(line).map(|found| found.map(|(_, rest)| rest));
            assert_eq!(rest, found.map_err(str::to_owned), "{line}");
        }
        let help = "  new        a help\n  save FILE  a help\n  go [LIMIT] a help";
        assert_eq!(TABLE.help([]), help);
    }

    #[test]
    fn a_line_becomes_a_whole_one_or_a_path() {
        let complete = TABLE.completer(vec!["a1b1".to_owned(), "a1b2".to_owned()]);
        assert_eq!(complete(" A1"), (1, vec!["a1b1".to_owned(), "a1b2".to_owned()]));
        assert_eq!(complete("sa"), (0, vec!["save ".to_owned()]));
        assert_eq!(complete("a1b1 ").1, Vec::<String>::new());
        assert_eq!(complete("save  src/li"), (6, vec!["src/lib.rs".to_owned()]));
    }
}
