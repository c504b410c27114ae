//! The state that all visits share.

use std::sync::Arc;

use tokio::sync::{Semaphore, watch};
use zugi_client::process::Launch;
use zugi_game::Registry;

use super::command_filter::CommandFilter;
use super::engine_profile::EngineProfile;
use super::host_check::AllowedHosts;
use super::static_page::StaticPage;
use super::visitor_limits::VisitorLimits;

/// The most connections that are not visits: each is short, and a page needs a few.
const CONNECTIONS: usize = 256;

/// The most game files read at once: each takes a processor and up to 256 MiB.
const READINGS: usize = 2;

/// The shared state of a server.
pub struct ServerState {
    /// The accepted host names.
    pub hosts: AllowedHosts,
    /// The static page, if enabled.
    pub own_machine: Option<StaticPage>,
    /// The limits of each visitor.
    pub allowance: VisitorLimits,
    /// How to start an engine.
    pub launch: Launch,
    /// The engine's name.
    pub engine: String,
    /// The first commands of each engine process.
    pub setup: Vec<String>,
    /// The filter of lines to and from the engine.
    pub guard: CommandFilter,
    /// One permit per visitor.
    pub visitors: Arc<Semaphore>,
    /// One permit per other connection.
    pub connections: Arc<Semaphore>,
    /// The variants for reading game files.
    pub registry: Registry,
    /// Permits for reading game files, and for holding large ones in memory.
    pub readings: Arc<Semaphore>,
    pub large_files: Arc<Semaphore>,
    /// Whether the server is shutting down.
    pub ending: watch::Receiver<bool>,
}

impl ServerState {
    /// The state of a server without visitors.
    pub fn new(
        hosts: AllowedHosts,
        own_machine: Option<StaticPage>,
        launch: &Launch,
        met: EngineProfile,
        allowance: VisitorLimits,
        registry: Registry,
        ending: watch::Receiver<bool>,
    ) -> ServerState {
        let guard = CommandFilter::new(allowance, &met.options);
        let setup = [met.setup, guard.setup(&met.options)].concat();
        ServerState {
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

/// Waits until the server shuts down.
pub async fn ended(ending: &mut watch::Receiver<bool>) {
    // The error means that the sender is gone, so the server has ended.
    drop(ending.wait_for(|ended| *ended).await);
}
