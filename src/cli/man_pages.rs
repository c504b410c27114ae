//! `zugi completions` and `zugi man`: shell scripts and manual pages, generated from the arguments.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use thiserror::Error;

use super::CliError;

/// Arguments of `zugi completions`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Arguments of `zugi man`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct ManArgs {
    /// The subcommand of the page, such as match or table build [default: the whole program]
    command: Vec<String>,
}

/// The error for a missing manual page.
#[derive(Debug, Error)]
#[error("no subcommand {name:?}: expected {}", expected_names(.expected))]
pub struct NoPage {
    /// The requested name.
    name: String,
    /// The existing pages.
    expected: Vec<String>,
}

fn expected_names(names: &[String]) -> String {
    match names {
        [] => "nothing more".to_owned(),
        names => format!("one of {}", names.join(", ")),
    }
}

/// Writes the completions for a shell.
pub(super) fn completions(mut command: Command, args: &CompletionsArgs) -> Result<(), CliError> {
    let (name, mut script) = (command.get_name().to_owned(), Vec::new());
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    print(&script)
}

/// Writes a manual page in roff.
pub(super) fn man(mut command: Command, args: &ManArgs) -> Result<(), CliError> {
    command.build();
    let mut page = &command;
    for name in &args.command {
        page = page_of(page, name)?;
    }
    let mut text = Vec::new();
    Man::new(page.clone()).render(&mut text)?;
    print(&text)
}

/// The subcommand with this name.
fn page_of<'a>(command: &'a Command, name: &str) -> Result<&'a Command, NoPage> {
    let names = || command.get_subcommands().map(|command| command.get_name().to_owned());
    let no_page = || NoPage { name: name.to_owned(), expected: names().collect() };
    command.find_subcommand(name).ok_or_else(no_page)
}

fn print(text: &[u8]) -> Result<(), CliError> {
    let mut out = io::stdout();
    out.write_all(text)?;
    Ok(out.flush()?)
}
