//! The state that all visits share.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{Semaphore, watch};
use zugi_client::process::Launch;
use zugi_game::Registry;

use super::admission::Admission;
use super::command_filter::CommandFilter;
use super::engine_profile::EngineProfile;
use super::host_check::AllowedHosts;
use super::static_page::StaticPage;
use super::visitor_limits::VisitorLimits;

/// The maximum number of connections that are not visits: each is short, and a page needs a few.
const CONNECTIONS: usize = 256;

/// The maximum number of game files read at once: each takes a processor and up to 256 MiB.
const READINGS: usize = 2;

pub struct ServerState {
    pub hosts: AllowedHosts,
    pub proxies: Vec<IpAddr>,
    pub static_page: Option<StaticPage>,
    pub limits: VisitorLimits,
    pub launch: Launch,
    /// The engine's name.
    pub engine: String,
    /// The first commands of each engine process.
    pub setup: Vec<String>,
    pub filter: CommandFilter,
    pub visitors: Admission,
    /// Connections that are not visits.
    pub connections: Admission,
    /// The variants for reading game files.
    pub registry: Registry,
    /// Permits for reading game files, and for holding large ones in memory.
    pub readings: Arc<Semaphore>,
    pub large_files: Arc<Semaphore>,
    /// Whether the server is shutting down.
    pub ending: watch::Receiver<bool>,
}

impl ServerState {
    pub fn new(
        (hosts, proxies): (AllowedHosts, &[IpAddr]),
        static_page: Option<StaticPage>,
        launch: &Launch,
        profile: EngineProfile,
        limits: VisitorLimits,
        registry: Registry,
        ending: watch::Receiver<bool>,
    ) -> ServerState {
        let filter = CommandFilter::new(limits, &profile.options);
        let setup = [profile.setup, filter.setup(&profile.options)].concat();
        ServerState {
            hosts,
            proxies: proxies.iter().map(IpAddr::to_canonical).collect(),
            static_page,
            limits,
            launch: launch.clone(),
            engine: profile.name,
            setup,
            filter,
            visitors: Admission::new(limits.visitors, Some(limits.per_address)),
            connections: Admission::new(CONNECTIONS, None),
            registry,
            readings: Arc::new(Semaphore::new(READINGS)),
            large_files: Arc::new(Semaphore::new(READINGS)),
            ending,
        }
    }
}

pub async fn ended(ending: &mut watch::Receiver<bool>) {
    // The error means that the sender is gone, so the server has ended.
    drop(ending.wait_for(|ended| *ended).await);
}
