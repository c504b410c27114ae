//! A thread pool that searches positions.

use std::collections::HashMap;
use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};
use zugi_engine::ugi_score;
use zugi_game::{AnyGame, Registry};
use zugi_records::PositionAnalysis;
use zugi_search::{Limits, Searcher, Searches, Settings, StopToken};

use super::super::locked;

/// In moves.
const LONGEST_LINE: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Args, Serialize, Deserialize)]
pub struct PositionLimits {
    /// The time for each position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// The nodes for each position [default: 50000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// The depth of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
}

impl PositionLimits {
    pub fn is_endless(self) -> bool {
        self == PositionLimits::default()
    }

    fn limits(self) -> Limits {
        let move_time = self.movetime.map(Duration::from_millis);
        Limits { move_time, nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }
}

/// Cancels all searches that share it. The fields: whether they are cancelled, and their tokens.
#[derive(Clone, Default)]
pub struct Cancel(Arc<Mutex<(bool, Vec<StopToken>)>>);

impl Cancel {
    /// Stops the running searches and prevents new ones.
    pub fn cancel(&self) {
        let (is_cancelled, tokens) = &mut *locked(&self.0);
        *is_cancelled = true;
        tokens.iter().for_each(StopToken::stop);
    }

    pub fn is_cancelled(&self) -> bool {
        locked(&self.0).0
    }

    fn token(&self) -> StopToken {
        let (is_cancelled, tokens) = &mut *locked(&self.0);
        let token = StopToken::default();
        if *is_cancelled {
            token.stop();
        }
        tokens.push(token.clone());
        token
    }
}

pub struct Task<T> {
    /// Identifies the position to the caller.
    pub tag: T,
    pub game: Box<dyn AnyGame>,
    pub limits: PositionLimits,
    pub cancel: Cancel,
}

pub type PositionAnswer<T> = (T, Result<PositionAnalysis, String>);

/// Starts threads that run tasks until the iterator ends, and send the results. Each thread has its
/// own searchers.
pub fn start<T: Send + 'static>(
    registry: &Registry,
    threads: usize,
    hash: u64,
    tasks: impl Iterator<Item = Task<T>> + Send + 'static,
    answers: &Sender<PositionAnswer<T>>,
) -> io::Result<Vec<JoinHandle<()>>> {
    let tasks = Arc::new(Mutex::new(tasks));
    let mut started = Vec::new();
    for _ in 0..threads {
        let (registry, tasks, answers) = (registry.clone(), Arc::clone(&tasks), answers.clone());
        started.push(zugi_search::spawn(move || {
            let mut worker = Worker { registry, hash, searchers: HashMap::new() };
            loop {
                let next = locked(&tasks).next();
                let Some(Task { tag, game, limits, cancel }) = next else { return };
                let found = worker.search(game.as_ref(), limits, &cancel);
                if answers.send((tag, found)).is_err() {
                    return;
                }
            }
        })?);
    }
    Ok(started)
}

struct Worker {
    registry: Registry,
    hash: u64,
    /// One for each variant seen so far.
    searchers: HashMap<&'static str, Arc<dyn Searcher>>,
}

impl Worker {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: PositionLimits,
        cancel: &Cancel,
    ) -> Result<PositionAnalysis, String> {
        let player = Some(game.to_move());
        if let Some(outcome) = game.outcome() {
            let result = Some(outcome.into());
            return Ok(PositionAnalysis { player, result, ..PositionAnalysis::default() });
        }
        if cancel.is_cancelled() {
            return Err("cancelled".to_owned());
        }
        let searcher = self.searcher(game.variant())?;
        // Makes the result independent of earlier searches.
        searcher.clear_hash();
        let token = cancel.token();
        let settings = Settings { is_analysis: true, ..Settings::default() };
        let found = searcher.search(game, &limits.limits(), &settings, &token, None);
        let found = found.ok_or("nothing was found")?;
        let mut best = game.variation(&found.pv);
        best.truncate(LONGEST_LINE);
        Ok(PositionAnalysis {
            player,
            score: Some(ugi_score(found.score)),
            result: None,
            depth: Some(found.depth),
            nodes: Some(found.nodes),
            best,
        })
    }

    fn searcher(&mut self, variant: &'static str) -> Result<Arc<dyn Searcher>, String> {
        if let Some(searcher) = self.searchers.get(variant) {
            return Ok(Arc::clone(searcher));
        }
        let found = self.registry.find(variant).map_err(|error| error.to_string())?;
        let searches = found.capability::<dyn Searches>().map_err(|error| error.to_string())?;
        let searcher = searches.searcher(self.hash).map_err(|error| error.to_string())?;
        self.searchers.insert(variant, Arc::clone(&searcher));
        Ok(searcher)
    }
}
