//! The state that all visits share.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{Semaphore, watch};
use zugi_client::process::Launch;
use zugi_game::Registry;

use super::admission::Admission;
use super::command_filter::CommandFilter;
use super::host_check::AllowedHosts;
use super::static_page::StaticPage;
use super::visitor_limits::VisitorLimits;

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

pub async fn ended(ending: &mut watch::Receiver<bool>) {
    // The error means that the sender is gone, so the server has ended.
    drop(ending.wait_for(|ended| *ended).await);
}
