//! What all visits have in common.

use std::sync::Arc;

use tokio::sync::{Semaphore, watch};
use zugi_client::process::Launch;
use zugi_game::Registry;

use super::command_filter::CommandFilter;
use super::engine_profile::EngineProfile;
use super::host_check::Hosts;
use super::static_page::StaticPage;
use super::visitor_limits::VisitorLimits;

/// Connections that are no visits: each is short, and a page needs a few.
const CONNECTIONS: usize = 256;

/// Files of games that are read at once: each takes a processor, and up to 256 MiB.
const READINGS: usize = 2;

/// A server as its visitors see it.
pub struct Site {
    /// Who may come in.
    pub hosts: Hosts,
    /// What the machines of visitors think with, if they may.
    pub own_machine: Option<StaticPage>,
    /// What each visitor may use.
    pub allowance: VisitorLimits,
    /// What starts an engine.
    pub launch: Launch,
    /// How it introduces itself.
    pub engine: String,
    /// What it is told first.
    pub setup: Vec<String>,
    /// What may pass to it and from it.
    pub guard: CommandFilter,
    /// A permit for each visitor that there may be.
    pub visitors: Arc<Semaphore>,
    /// A permit for each other connection that there may be.
    pub connections: Arc<Semaphore>,
    /// The games that files are read by.
    pub registry: Registry,
    /// How many files are read at once, and how many large ones are held in memory.
    pub readings: Arc<Semaphore>,
    pub large_files: Arc<Semaphore>,
    /// Whether the server ends.
    pub ending: watch::Receiver<bool>,
}

impl Site {
    /// A site without visitors.
    pub fn new(
        hosts: Hosts,
        own_machine: Option<StaticPage>,
        launch: &Launch,
        met: EngineProfile,
        allowance: VisitorLimits,
        registry: Registry,
        ending: watch::Receiver<bool>,
    ) -> Site {
        let guard = CommandFilter::new(allowance, &met.options);
        let setup = [met.setup, guard.setup(&met.options)].concat();
        Site {
            hosts,
            own_machine,
            allowance,
            launch: launch.clone(),
            engine: met.name,
            setup,
            guard,
            visitors: Arc::new(Semaphore::new(allowance.visitors)),
            connections: Arc::new(Semaphore::new(CONNECTIONS)),
            registry,
            readings: Arc::new(Semaphore::new(READINGS)),
            large_files: Arc::new(Semaphore::new(READINGS)),
            ending,
        }
    }
}

/// Waits until the server ends.
pub async fn ended(ending: &mut watch::Receiver<bool>) {
    // Without anybody to end it, it has ended.
    drop(ending.wait_for(|ended| *ended).await);
}
