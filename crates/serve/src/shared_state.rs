//! The state that all visits share.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use zugi_client::process::Launch;
use zugi_game::Registry;

use super::address_counter::{AddressCounter, AddressPermit};
use super::command_filter::CommandFilter;
use super::engine_profile::EngineProfile;
use super::host_check::AllowedHosts;
use super::static_page::StaticPage;
use super::visitor_limits::VisitorLimits;

/// The maximum number of connections that are not visits: each is short, and a page needs a few.
const CONNECTIONS: usize = 256;

/// The maximum number of game files read at once: each takes a processor and up to 256 MiB.
const READINGS: usize = 2;

/// The permits of a visit or another connection: one of the server, and one of its address.
#[derive(Debug)]
pub struct Place {
    _of_all: OwnedSemaphorePermit,
    _of_address: AddressPermit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPlace {
    /// The server has this many, and all are taken.
    Full(usize),
    /// The address may have this many, and all are taken.
    Address(usize),
}

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
    /// One permit per visitor.
    pub visitors: Arc<Semaphore>,
    visitors_of: AddressCounter,
    /// One permit per other connection.
    connections: Arc<Semaphore>,
    connections_of: AddressCounter,
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
            visitors: Arc::new(Semaphore::new(limits.visitors)),
            visitors_of: AddressCounter::default(),
            connections: Arc::new(Semaphore::new(CONNECTIONS)),
            connections_of: AddressCounter::default(),
            registry,
            readings: Arc::new(Semaphore::new(READINGS)),
            large_files: Arc::new(Semaphore::new(READINGS)),
            ending,
        }
    }

    pub fn visitor_place(&self, address: IpAddr) -> Result<Place, NoPlace> {
        let VisitorLimits { visitors, per_address, .. } = self.limits;
        let of_all = Arc::clone(&self.visitors).try_acquire_owned();
        let of_all = of_all.map_err(|_| NoPlace::Full(visitors))?;
        let of_address = self.visitors_of.acquire(address, per_address);
        let of_address = of_address.ok_or(NoPlace::Address(per_address))?;
        Ok(Place { _of_all: of_all, _of_address: of_address })
    }

    /// A place for another connection. An address may have at most as many as are free, so it never
    /// has all of them.
    pub fn connection_place(&self, address: IpAddr) -> Result<Place, NoPlace> {
        let of_all = Arc::clone(&self.connections).try_acquire_owned();
        let of_all = of_all.map_err(|_| NoPlace::Full(CONNECTIONS))?;
        let most = self.connections.available_permits();
        let of_address = self.connections_of.acquire(address, most);
        let of_address = of_address.ok_or(NoPlace::Address(most))?;
        Ok(Place { _of_all: of_all, _of_address: of_address })
    }
}

pub async fn ended(ending: &mut watch::Receiver<bool>) {
    // The error means that the sender is gone, so the server has ended.
    drop(ending.wait_for(|ended| *ended).await);
}
