//! The server: one address, and one thread for all connections.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener as Listener, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use zugi_client::process::Launch;
use zugi_game::Registry;
use zugi_protocol::quote;

use super::admission::{Admission, NoPlace, Place};
use super::command_filter::CommandFilter;
use super::engine_profile::probe_engine;
use super::host_check::{AllowedHosts, is_host_name};
use super::router::answer;
use super::shared_state::{ServerState, ended};
use super::static_page::StaticPage;
use super::visitor_limits::VisitorLimits;

/// The timeout of the head of a request, and of a connection without a request.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// The maximum life of a connection that is not a WebSocket; browsers open a new one when needed.
const CONNECTION_TIME: Duration = Duration::from_secs(120);

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// The time for visits to end at shutdown.
const SHUTDOWN_TIME: Duration = Duration::from_secs(3);

/// The maximum number of connections that are not visits: each is short, and a page needs a few.
const CONNECTIONS: usize = 256;

/// The maximum number of game files read at once: each takes a processor and up to 256 MiB.
const READINGS: usize = 2;

#[derive(Debug, Error)]
pub enum ServeError {
    #[error(
        "cannot listen on {}: {error}: expected an address or a name of this machine for --host",
        quote(.host)
    )]
    Host { host: String, error: io::Error },
    /// The port is in use or needs more rights.
    #[error("cannot listen on {host} port {port}: {error}: expected another --port, or 0 for any")]
    Port { host: String, port: u16, error: io::Error },
    #[error(
        "{} is no host name: expected one such as board.example for --name, without scheme, port \
         or path",
        quote(.name)
    )]
    Name { name: String },
    #[error("cannot use the page in {}: {error}", folder.display())]
    StaticPage { folder: PathBuf, error: io::Error },
    /// The page cannot use the engine, with the reason.
    #[error("{0}")]
    Engine(String),
    /// The async runtime cannot be created, or another system call failed.
    #[error("cannot serve: {0}")]
    System(#[from] io::Error),
}

/// Ends a server from any thread; later calls have no effect.
#[derive(Clone, Debug)]
pub struct ShutdownHandle(Arc<watch::Sender<bool>>);

impl ShutdownHandle {
    /// Ends the server: closes all visits with a reason, and ends all engine processes.
    pub fn shutdown(&self) {
        self.0.send_replace(true);
    }
}

/// The host names that requests may use, and the trusted proxies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access<'a> {
    /// The names besides the address and `localhost`.
    pub names: &'a [String],
    /// The proxies that name the address of a client in `X-Forwarded-For`.
    pub proxies: &'a [IpAddr],
}

/// A server that is bound to its address and not yet running.
pub struct Server {
    listener: Listener,
    address: SocketAddr,
    state: Arc<ServerState>,
    shutdown_handle: ShutdownHandle,
}

impl Server {
    /// Binds an address and probes the engine. Port 0 selects a free port. `registry` has the rules
    /// for game files. `static_page` is a folder made by `scripts/web.sh`; with it the engine can
    /// run in the visitor's browser.
    ///
    /// # Errors
    /// [`ServeError`]: the address, a name, the engine or the folder cannot be used.
    pub fn bind(
        (host, port): (&str, u16),
        access: Access,
        launch: &Launch,
        variant: Option<&str>,
        limits: VisitorLimits,
        registry: &Registry,
        static_page: Option<&Path>,
    ) -> Result<Server, ServeError> {
        let read = |folder: &Path| {
            let bad = |error| ServeError::StaticPage { folder: folder.to_owned(), error };
            StaticPage::read(folder).map_err(bad)
        };
        let static_page = static_page.map(read).transpose()?;
        if let Some(name) = access.names.iter().find(|name| !is_host_name(name)) {
            return Err(ServeError::Name { name: name.clone() });
        }
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
        let listener = bind(bare, port)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let profile = probe_engine(launch, variant).map_err(ServeError::Engine)?;
        let (sender, ending) = watch::channel(false);
        let mut names = access.names.to_vec();
        if bare.parse::<IpAddr>().is_err() {
            names.push(bare.to_owned());
        }
        let filter = CommandFilter::new(limits, &profile.options);
        let state = Arc::new(ServerState {
            hosts: AllowedHosts::new(address.ip(), &names),
            proxies: access.proxies.iter().map(IpAddr::to_canonical).collect(),
            static_page,
            limits,
            launch: launch.clone(),
            engine: profile.name,
            setup: [profile.setup, filter.setup(&profile.options)].concat(),
            filter,
            visitors: Admission::new(limits.visitors, Some(limits.per_address)),
            connections: Admission::new(CONNECTIONS, None),
            registry: registry.clone(),
            readings: Arc::new(Semaphore::new(READINGS)),
            large_files: Arc::new(Semaphore::new(READINGS)),
            ending,
        });
        Ok(Server { listener, address, state, shutdown_handle: ShutdownHandle(Arc::new(sender)) })
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    #[must_use]
    pub fn shutdown_handle(&self) -> ShutdownHandle {
        self.shutdown_handle.clone()
    }

    /// Serves until the handle ends the server. No engine process remains then.
    ///
    /// # Errors
    /// [`ServeError::System`].
    pub fn run(self) -> Result<(), ServeError> {
        let Server { listener, state, shutdown_handle: _shutdown_handle, .. } = self;
        let runtime = runtime(state.limits.visitors)?;
        runtime.block_on(async {
            let listener = TcpListener::from_std(listener)?;
            let mut ending = state.ending.clone();
            tokio::select! {
                () = listen(&listener, &state) => {}
                () = ended(&mut ending) => {}
            }
            drop(listener);
            // A visit returns its place once its engine process is gone.
            if timeout(SHUTDOWN_TIME, state.visitors.wait_until_all_free()).await.is_err() {
                log::warn!("some engines are still there after {SHUTDOWN_TIME:?}");
            }
            Ok(())
        })
    }
}

/// Listens on a port of an address or a name.
fn bind(host: &str, port: u16) -> Result<Listener, ServeError> {
    let unusable = |error| ServeError::Host { host: host.to_owned(), error };
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(unusable)?.collect();
    Listener::bind(&addresses[..]).map_err(|error| match error.kind() {
        io::ErrorKind::AddrNotAvailable | io::ErrorKind::InvalidInput => unusable(error),
        io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => {
            ServeError::Port { host: host.to_owned(), port, error }
        }
        _ => error.into(),
    })
}

/// One thread for connections, and one reader thread per engine.
fn runtime(visitors: usize) -> io::Result<Runtime> {
    let mut builder = Builder::new_current_thread();
    builder.max_blocking_threads(visitors.saturating_mul(2).saturating_add(8));
    builder.thread_stack_size(256 << 10).enable_io().enable_time().build()
}

async fn listen(listener: &TcpListener, state: &Arc<ServerState>) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let peer = peer.ip().to_canonical();
                match state.connections.admit(peer) {
                    Ok(place) => {
                        drop(tokio::spawn(serve_connection(stream, peer, Arc::clone(state), place)))
                    }
                    // Beyond the limit the connection is closed without an answer.
                    Err(NoPlace::Full(most) | NoPlace::Address(most)) => {
                        log::info!("address {peer} refused: {most} connections already");
                    }
                }
            }
            Err(error) => {
                // For example too many open files; wait until connections close.
                log::warn!("cannot take a connection: {error}");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn serve_connection(stream: TcpStream, peer: IpAddr, state: Arc<ServerState>, place: Place) {
    // Lines are short and latency matters.
    drop(stream.set_nodelay(true));
    let service = service_fn(|request| {
        let state = Arc::clone(&state);
        async move { Ok::<_, Infallible>(answer(&state, peer, request).await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let connection = builder
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Ok(Err(error)) = timeout(CONNECTION_TIME, connection).await {
        log::debug!("address {peer}: a connection: {error}");
    }
    drop(place);
}
