//! `zugi completions` and `zugi man`: shell scripts and manual pages, generated from the arguments.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::CliError;

#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct ManArgs {
    /// The subcommand of the page, such as match or table build [default: the whole program]
    command: Vec<String>,
}

pub(super) fn completions(mut command: Command, args: &CompletionsArgs) -> Result<(), CliError> {
    let (name, mut script) = (command.get_name().to_owned(), Vec::new());
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    print(&script)
}

/// In roff.
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

fn page_of<'a>(command: &'a Command, name: &str) -> Result<&'a Command, String> {
    command.find_subcommand(name).ok_or_else(|| {
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let expected = match names.as_slice() {
            [] => "nothing more".to_owned(),
            names => format!("one of {}", names.join(", ")),
        };
        format!("no subcommand {name:?}: expected {expected}")
    })
}

fn print(text: &[u8]) -> Result<(), CliError> {
    let mut out = io::stdout();
    out.write_all(text)?;
    Ok(out.flush()?)
}
