use zugi_client::process::ProgramReader;
use zugi_client::{Client, EngineCapabilities};
use zugi_protocol::{Query, quote};

use super::journal::MatchHeader;
use super::match_config::EngineConfig;
use super::openings::Opening;
use super::tournament::{Interrupt, MatchError, start};

/// Starts each engine once and ends it again, to find a wrong command or option before the first
/// game. If only the engines have the rules, each one tries all openings. Adds the data about the
/// engines to the header, and returns the optional queries that each one answers: none if the rules
/// are known. An error is that of the first engine or opening that prevents the match.
pub(super) fn probe(
    header: &mut MatchHeader,
    has_rules: bool,
    programs: &ProgramReader,
    interrupt: &Interrupt,
) -> Result<Vec<EngineCapabilities>, MatchError> {
    let mut all = Vec::new();
    for engine in &header.config.engine {
        let failed = |fault| MatchError::Start { engine: engine.name.clone(), fault };
        let mut client = start(&header.config, engine, interrupt).map_err(failed)?;
        header.programs.push(programs.read(&engine.launch()));
        header.id_names.push(client.id_name().map(str::to_owned));
        let mut capabilities = EngineCapabilities::default();
        if !has_rules {
            try_openings(&header.openings, engine, &mut client)?;
            capabilities = client.find_capabilities();
        }
        header.tables.push(client.find_tables());
        all.push(capabilities);
        client.quit();
    }
    Ok(all)
}

/// Checks that an engine accepts all openings of a game whose rules only the engines know.
fn try_openings(
    openings: &[Opening],
    engine: &EngineConfig,
    client: &mut Client,
) -> Result<(), String> {
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
        let (engine, opening) = (quote(&engine.name), quote(&opening.to_string()));
        return Err(format!(
            "engine {engine}, opening {number} {opening}: expected one that it takes, but {problem}"
        ));
    }
    Ok(())
}
