//! The optional queries that an engine answers.

use std::mem;

use zugi_protocol::{Command, Dialect, OptionDeclaration, Query, Reply};

use super::{Client, Fault, no_best_move};

/// An engine with this option answers `query tables`.
const CACHED_TABLES: &str = "UseCachedTables";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EngineCapabilities {
    /// It answers `query fen`.
    pub fen: bool,
    /// It answers `query islegal MOVE`.
    pub is_legal: bool,
}

impl Client {
    /// Finds out which optional queries the engine answers. An engine that exits at an unknown
    /// query is not at fault, but the client cannot be used any more.
    pub fn find_capabilities(&mut self) -> EngineCapabilities {
        let fen = self.try_query(&Query::Fen).is_ok_and(|answer| answer.is_some());
        let nonsense = Query::IsLegal("0000".to_owned());
        let says = |answer: Option<String>| matches!(answer.as_deref(), Some("true" | "false"));
        EngineCapabilities { fen, is_legal: self.try_query(&nonsense).is_ok_and(says) }
    }

    /// The endgame tables that the engine's searches use, in its own words; `None` if it does not
    /// answer. Only a UGI engine that declares the option `UseCachedTables` is asked: UCI has no
    /// queries.
    pub fn find_tables(&mut self) -> Option<String> {
        if self.dialect == Dialect::Uci {
            return None;
        }
        OptionDeclaration::find(&self.options, CACHED_TABLES).ok()?;
        self.try_query(&Query::Tables).ok().flatten()
    }

    /// Sends `query QUESTION` for an optional query and `isready`. Returns the whole answer, or
    /// `None` if `readyok` comes without one.
    pub fn try_query(&mut self, question: &Query) -> Result<Option<String>, Fault> {
        self.push(&Command::Query(question.clone()));
        self.send(&Command::IsReady);
        let mut said = None;
        self.wait_for("readyok", "isready", self.timeouts.ready, |received| {
            match &received.reply {
                Ok(Some(Reply::ReadyOk)) => return Ok(Some(())),
                Ok(Some(Reply::Response(text))) => said = Some(text.clone()),
                _ => {}
            }
            no_best_move(received)
        })?;
        self.is_idle = true;
        Ok(said)
    }

    /// Takes the error messages, such as for a refused position; only the first 10 are kept.
    pub fn take_errors(&mut self) -> Vec<String> {
        mem::take(&mut self.errors)
    }
}
