//! Probes an engine before the first visitor comes.

use std::time::Duration;

use serde_json::Value;
use thiserror::Error;
use zugi_client::process::{Launch, SpawnError};
use zugi_client::{Client, Fault, Timeouts, VARIANT_OPTIONS};
use zugi_protocol::{OptionDeclaration, OptionValueError, Query, quote};

/// The time to end after `quit` before the engine is killed.
const GRACE: Duration = Duration::from_millis(300);

/// An engine that the page can use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineProfile {
    /// The name in its `id`, or that of its program.
    pub name: String,
    pub options: Vec<OptionDeclaration>,
    /// The first commands of each process: the variant, if one was requested.
    pub setup: Vec<String>,
}

/// Why the page cannot use an engine.
#[derive(Debug, Error)]
pub enum EngineProbeError {
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    /// A fault in its handshake or at `query board`.
    #[error("the engine {}: {fault}", quote(.program))]
    Fault { program: String, fault: Fault },
    #[error("the engine {} cannot play the variant: {problem}", quote(.program))]
    Variant { program: String, problem: String },
    /// The engine does not answer `query board` with a board.
    #[error(
        "the engine {} answers `query board` with {}: expected the board as JSON (see protocol.md)",
        quote(.program), .answer.as_deref().map_or("nothing".to_owned(), quote)
    )]
    Board { program: String, answer: Option<String> },
}

/// Starts an engine, checks that it answers as the page needs, and ends it.
///
/// # Errors
/// [`EngineProbeError`]: the page cannot use the engine.
pub fn probe_engine(
    launch: &Launch,
    variant: Option<&str>,
) -> Result<EngineProfile, EngineProbeError> {
    let program = launch.command.first().cloned().unwrap_or_default();
    let fault = |fault| EngineProbeError::Fault { program: program.clone(), fault };
    let timeouts = Timeouts { quit: GRACE, ..Timeouts::default() };
    let mut client = Client::spawn("engine", launch, &timeouts)?;
    client.introduce().map_err(fault)?;
    let mut setup = Vec::new();
    if let Some(variant) = variant {
        let refused = |why: OptionValueError| EngineProbeError::Variant {
            program: program.clone(),
            problem: why.to_string(),
        };
        let line = choice(&client, variant).map_err(refused)?;
        client.process().send(&line);
        setup.push(line);
    }
    let answer = client.try_query(&Query::Board).map_err(fault)?;
    let profile = EngineProfile {
        name: client.id_name().unwrap_or(&program).to_owned(),
        options: client.options().to_vec(),
        setup,
    };
    client.quit();
    let text = answer.as_deref().unwrap_or_default();
    match serde_json::from_str::<Value>(text) {
        Ok(board) if board.get("board").is_some() && board.get("moves").is_some() => Ok(profile),
        _ => Err(EngineProbeError::Board { program, answer }),
    }
}

/// The command that selects a variant.
fn choice(client: &Client, variant: &str) -> Result<String, OptionValueError> {
    let names = VARIANT_OPTIONS.into_iter();
    let mut there = names.filter(|name| OptionDeclaration::find(client.options(), name).is_ok());
    let [name, _] = VARIANT_OPTIONS;
    client.setting(there.next().unwrap_or(name), variant)
}
