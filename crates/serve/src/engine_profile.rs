//! What is found out about an engine before the first visitor comes.

use std::time::Duration;

use serde_json::Value;
use thiserror::Error;
use zugi_client::process::{Launch, SpawnError};
use zugi_client::{Client, Fault, Timeouts, VARIANT_OPTIONS};
use zugi_protocol::{OptionDeclaration, OptionValueError, Query, quote};

/// How long it may take to end after `quit` before it is killed.
const GRACE: Duration = Duration::from_millis(300);

/// An engine that answers, and can be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineProfile {
    /// How it introduces itself; its program where it does not.
    pub name: String,
    /// The options that it declares.
    pub options: Vec<OptionDeclaration>,
    /// What each of its processes is told first: the variant, if one was asked for.
    pub setup: Vec<String>,
}

/// Why an engine cannot be played in a page.
#[derive(Debug, Error)]
pub enum MeetError {
    /// Its program does not start.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    /// It does not hold a conversation.
    #[error("the engine {}: {fault}", quote(.program))]
    Fault {
        /// Its program.
        program: String,
        /// What it does.
        fault: Fault,
    },
    /// It does not play the game.
    #[error("the engine {} cannot play the variant: {problem}", quote(.program))]
    Variant {
        /// Its program.
        program: String,
        /// Why not.
        problem: String,
    },
    /// It does not tell how its game looks.
    #[error(
        "the engine {} answers `query board` with {}: expected the board as JSON (see protocol.md)",
        quote(.program), .answer.as_deref().map_or("nothing".to_owned(), quote)
    )]
    Board {
        /// Its program.
        program: String,
        /// What it says instead.
        answer: Option<String>,
    },
}

/// Starts an engine, asks it what a page will ask, and ends it.
///
/// # Errors
/// [`MeetError`]: there could be no game with it.
pub fn probe_engine(launch: &Launch, variant: Option<&str>) -> Result<EngineProfile, MeetError> {
    let program = launch.command.first().cloned().unwrap_or_default();
    let fault = |fault| MeetError::Fault { program: program.clone(), fault };
    let timeouts = Timeouts { quit: GRACE, ..Timeouts::default() };
    let mut client = Client::spawn("engine", launch, &timeouts)?;
    client.introduce().map_err(fault)?;
    let mut setup = Vec::new();
    if let Some(variant) = variant {
        let refused = |why: OptionValueError| MeetError::Variant {
            program: program.clone(),
            problem: why.to_string(),
        };
        let line = choice(&client, variant).map_err(refused)?;
        client.process().send(&line);
        setup.push(line);
    }
    let answer = client.try_query(&Query::Board).map_err(fault)?;
    let met = EngineProfile {
        name: client.id_name().unwrap_or(&program).to_owned(),
        options: client.options().to_vec(),
        setup,
    };
    client.quit();
    let text = answer.as_deref().unwrap_or_default();
    match serde_json::from_str::<Value>(text) {
        Ok(board) if board.get("board").is_some() && board.get("moves").is_some() => Ok(met),
        _ => Err(MeetError::Board { program, answer }),
    }
}

/// The command that chooses a variant.
fn choice(client: &Client, variant: &str) -> Result<String, OptionValueError> {
    let names = VARIANT_OPTIONS.into_iter();
    let mut there = names.filter(|name| OptionDeclaration::find(client.options(), name).is_ok());
    let [name, _] = VARIANT_OPTIONS;
    client.setting(there.next().unwrap_or(name), variant)
}
