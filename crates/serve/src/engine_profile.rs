//! Probes an engine before the first visitor comes.

use serde_json::Value;
use zugi_client::process::Launch;
use zugi_client::{Client, Fault, Timeouts, VARIANT_OPTIONS};
use zugi_protocol::{OptionDeclaration, OptionValueError, Query, quote};

use super::engine_process::GRACE;

/// An engine that the page can use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineProfile {
    /// The name in its `id`, or that of its program.
    pub name: String,
    pub options: Vec<OptionDeclaration>,
    /// The first commands of each process: the variant, if one was requested.
    pub setup: Vec<String>,
}

/// Starts an engine, checks that it answers as the page needs, and ends it. The error says why the
/// page cannot use the engine.
pub fn probe_engine(launch: &Launch, variant: Option<&str>) -> Result<EngineProfile, String> {
    let program = launch.command.first().map_or("", String::as_str);
    let fault = |fault: Fault| format!("the engine {}: {fault}", quote(program));
    let timeouts = Timeouts { quit: GRACE, ..Timeouts::default() };
    let mut client =
        Client::spawn("engine", launch, &timeouts).map_err(|error| error.to_string())?;
    client.introduce().map_err(fault)?;
    let mut setup = Vec::new();
    if let Some(variant) = variant {
        let refused = |why: OptionValueError| {
            format!("the engine {} cannot play the variant: {why}", quote(program))
        };
        let line = choice(&client, variant).map_err(refused)?;
        client.process().send(&line);
        setup.push(line);
    }
    let answer = client.try_query(&Query::Board).map_err(fault)?;
    let profile = EngineProfile {
        name: client.id_name().unwrap_or(program).to_owned(),
        options: client.options().to_vec(),
        setup,
    };
    client.quit();
    let text = answer.as_deref().unwrap_or_default();
    match serde_json::from_str::<Value>(text) {
        Ok(board) if board.get("board").is_some() && board.get("moves").is_some() => Ok(profile),
        _ => Err(format!(
            "the engine {} answers `query board` with {}: expected the board as JSON (see \
             protocol.md)",
            quote(program),
            answer.as_deref().map_or("nothing".to_owned(), quote)
        )),
    }
}

/// The command that selects a variant.
fn choice(client: &Client, variant: &str) -> Result<String, OptionValueError> {
    let names = VARIANT_OPTIONS.into_iter();
    let mut there = names.filter(|name| OptionDeclaration::find(client.options(), name).is_ok());
    let [name, _] = VARIANT_OPTIONS;
    client.setting(there.next().unwrap_or(name), variant)
}
