//! Probes the engines of a match before its first game, in separate processes.

use thiserror::Error;
use zugi_client::process::{ProgramFile, ProgramReader};
use zugi_client::{Client, EngineCapabilities, Fault};
use zugi_protocol::{Query, quote};

use super::config::EngineSpec;
use super::openings::Opening;
use super::tournament::{Interrupt, MatchPlan};

/// Why a match cannot begin.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// An engine does not start.
    #[error("engine {engine} does not start: {fault}", engine = quote(.0), fault = .1)]
    Start(String, Fault),
    /// An engine does not take an opening of a game whose rules only the engines know.
    #[error(
        "engine {}, opening {number} {}: expected one that it takes, but {problem}",
        quote(.engine),
        quote(.opening)
    )]
    Opening {
        /// Its name.
        engine: String,
        /// The number of the opening, from 1.
        number: usize,
        /// The opening, as a line of a file.
        opening: String,
        /// The answer or fault of the engine.
        problem: String,
    },
}

/// The data about an engine from probing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Probed {
    /// The name by which it introduces itself, if it does.
    pub id_name: Option<String>,
    /// The file that is started, if it is found.
    pub program: Option<ProgramFile>,
    /// The endgame tables that its searches have, if it says so.
    pub tables: Option<String>,
    /// The optional questions that it answers; empty if the rules are known.
    pub capabilities: EngineCapabilities,
}

/// Starts each engine once and ends it again, to find a wrong command or option before the first
/// game. If only the engines have the rules, each one tries all openings. Returns the data about
/// each.
///
/// # Errors
/// The first engine or opening with which there is no match.
pub fn probe(
    plan: &MatchPlan,
    has_rules: bool,
    programs: &ProgramReader,
    interrupt: &Interrupt,
) -> Result<Vec<Probed>, ProbeError> {
    let mut all = Vec::new();
    for spec in &plan.engines {
        let failed = |fault| ProbeError::Start(spec.name.clone(), fault);
        let start = || plan.start(spec, interrupt).map_err(failed);
        let mut client = start()?;
        let program = programs.read(&spec.launch);
        let id_name = client.id_name().map(str::to_owned);
        let mut capabilities = EngineCapabilities::default();
        if !has_rules {
            try_openings(plan, spec, &mut client)?;
            capabilities = client.find_capabilities();
        }
        let tables = client.find_tables();
        all.push(Probed { id_name, program, tables, capabilities });
        client.quit();
    }
    Ok(all)
}

fn try_openings(
    plan: &MatchPlan,
    spec: &EngineSpec,
    client: &mut Client,
) -> Result<(), ProbeError> {
    // The start position is every engine's own.
    let tried = |(_, opening): &(usize, &Opening)| **opening != Opening::default();
    for (number, opening) in (1..).zip(&plan.openings).filter(tried) {
        client.take_errors();
        client.set_position(opening.fen.as_deref(), &opening.moves);
        let answer = client.query(&Query::GameOver);
        let problem = match (client.take_errors().into_iter().next(), answer) {
            (Some(why), _) => why,
            (None, Err(fault)) => fault.text,
            (None, Ok(over)) if over == "true" => "the game is over there".to_owned(),
            (None, Ok(_)) => continue,
        };
        let (engine, opening) = (spec.name.clone(), opening.to_string());
        return Err(ProbeError::Opening { engine, number, opening, problem });
    }
    Ok(())
}
