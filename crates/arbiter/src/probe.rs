//! Probes the engines of a match before its first game, in separate processes.

use zugi_client::process::{ProgramFile, ProgramReader};
use zugi_client::{Client, EngineCapabilities};
use zugi_protocol::Query;

use super::match_config::{EngineConfig, MatchConfig};
use super::openings::Opening;
use super::tournament::{Interrupt, MatchError, start};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Probed {
    /// The name by which it introduces itself, if it does.
    pub id_name: Option<String>,
    pub program: Option<ProgramFile>,
    pub tables: Option<String>,
    /// The optional queries that it answers; empty if the rules are known.
    pub capabilities: EngineCapabilities,
}

/// Starts each engine once and ends it again, to find a wrong command or option before the first
/// game. If only the engines have the rules, each one tries all openings. Returns the data about
/// each engine, or an error for the first engine or opening that prevents the match.
pub(super) fn probe(
    config: &MatchConfig,
    openings: &[Opening],
    has_rules: bool,
    programs: &ProgramReader,
    interrupt: &Interrupt,
) -> Result<Vec<Probed>, MatchError> {
    let mut all = Vec::new();
    for engine in &config.engine {
        let failed = |fault| MatchError::Start { engine: engine.name.clone(), fault };
        let mut client = start(config, engine, interrupt).map_err(failed)?;
        let program = programs.read(&engine.launch());
        let id_name = client.id_name().map(str::to_owned);
        let mut capabilities = EngineCapabilities::default();
        if !has_rules {
            try_openings(openings, engine, &mut client)?;
            capabilities = client.find_capabilities();
        }
        let tables = client.find_tables();
        all.push(Probed { id_name, program, tables, capabilities });
        client.quit();
    }
    Ok(all)
}

fn try_openings(
    openings: &[Opening],
    engine: &EngineConfig,
    client: &mut Client,
) -> Result<(), MatchError> {
    // The start position is not tried, because every engine has one.
    let tried = |(_, opening): &(usize, &Opening)| **opening != Opening::default();
    for (number, opening) in (1..).zip(openings).filter(tried) {
        client.take_errors();
        client.set_position(opening.fen.as_deref(), &opening.moves);
        let answer = client.query(&Query::GameOver);
        let problem = match (client.take_errors().into_iter().next(), answer) {
            (Some(why), _) => why,
            (None, Err(fault)) => fault.text,
            (None, Ok(over)) if over == "true" => "the game is over there".to_owned(),
            (None, Ok(_)) => continue,
        };
        let (engine, opening) = (engine.name.clone(), opening.to_string());
        return Err(MatchError::Opening { engine, number, opening, problem });
    }
    Ok(())
}
