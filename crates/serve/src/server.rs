//! The server: one address, many connections, one thread for all of them.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener as Listener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{sleep, timeout};
use zugi_client::process::Launch;
use zugi_game::Registry;

use super::answer::answer;
use super::engine_profile::{MeetError, probe_engine};
use super::host_check::Hosts;
use super::shared_state::{Site, ended};
use super::static_page::StaticPage;
use super::visitor_limits::VisitorLimits;

/// How long a request may take to arrive, and a connection be there without one.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// How long a connection may last that is no visit; browsers make a new one when they need
/// it.
const CONNECTION_TIME: Duration = Duration::from_secs(120);

/// The longest request, in bytes.
const LONGEST_REQUEST: usize = 16 << 10;

/// How long visits may take to end with the server.
const FAREWELL: Duration = Duration::from_secs(3);

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is no address, not one of this machine, or taken.
    #[error("cannot listen on {host} port {port}: {error}: expected another --port, or 0 for any")]
    Listen {
        /// The address that was asked for.
        host: String,
        /// The port that was asked for.
        port: u16,
        /// Why not.
        error: io::Error,
    },
    /// The page for the machines of visitors is not there.
    #[error("cannot use the page in {}: {error}", folder.display())]
    StaticPage {
        /// The folder that was given.
        folder: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// There could be no game with the engine.
    #[error(transparent)]
    Engine(#[from] MeetError),
    /// The system gives no means to wait for connections.
    #[error("cannot serve: {0}")]
    System(#[from] io::Error),
}

/// Ends a server from anywhere; only the first call counts.
#[derive(Clone, Debug)]
pub struct Ending(Arc<watch::Sender<bool>>);

impl Ending {
    /// Ends it: every visitor is told, and no process is left.
    pub fn end(&self) {
        self.0.send_replace(true);
    }
}

/// A server that listens, and does not answer yet.
pub struct Server {
    listener: Listener,
    address: SocketAddr,
    site: Arc<Site>,
    ending: Ending,
}

impl Server {
    /// Listens at an address and tries the engine. `names` are those by which pages may
    /// call the server besides its address and `localhost`; port 0 is any that is free. Files
    /// of games are read by the rules of `registry`. `static_page` is a folder that
    /// `scripts/web.sh` has made: with it the machines of visitors may think.
    ///
    /// # Errors
    /// [`ServeError`]: no such address, no such engine, or no such folder.
    pub fn bind(
        (host, port): (&str, u16),
        names: &[String],
        launch: &Launch,
        variant: Option<&str>,
        allowance: VisitorLimits,
        registry: &Registry,
        static_page: Option<&Path>,
    ) -> Result<Server, ServeError> {
        let read = |folder: &Path| {
            let bad = |error| ServeError::StaticPage { folder: folder.to_owned(), error };
            StaticPage::read(folder).map_err(bad)
        };
        let static_page = static_page.map(read).transpose()?;
        let refused = |error| ServeError::Listen { host: host.to_owned(), port, error };
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
        let listener = Listener::bind((bare, port)).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let met = probe_engine(launch, variant)?;
        let (sender, ending) = watch::channel(false);
        let mut names = names.to_vec();
        if bare.parse::<IpAddr>().is_err() {
            names.push(bare.to_owned());
        }
        let hosts = Hosts::new(address.ip(), &names);
        let site = Site::new(hosts, static_page, launch, met, allowance, registry.clone(), ending);
        let site = Arc::new(site);
        Ok(Server { listener, address, site, ending: Ending(Arc::new(sender)) })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending.clone()
    }

    /// Answers until it is ended. Nothing is left of any engine then.
    ///
    /// # Errors
    /// [`ServeError::System`].
    pub fn run(self) -> Result<(), ServeError> {
        let Server { listener, site, ending: _ending, .. } = self;
        let runtime = runtime(site.allowance.visitors)?;
        runtime.block_on(async {
            let listener = TcpListener::from_std(listener)?;
            let mut ending = site.ending.clone();
            tokio::select! {
                () = listen(&listener, &site) => {}
                () = ended(&mut ending) => {}
            }
            drop(listener);
            // A visit gives its permit back when nothing is left of its engine.
            let visitors = u32::try_from(site.allowance.visitors).unwrap_or(u32::MAX);
            if timeout(FAREWELL, site.visitors.acquire_many(visitors)).await.is_err() {
                log::warn!("some engines are still there after {FAREWELL:?}");
            }
            Ok(())
        })
    }
}

/// One thread for all connections; each engine has one that reads it.
fn runtime(visitors: usize) -> io::Result<Runtime> {
    let mut builder = Builder::new_current_thread();
    builder.max_blocking_threads(visitors.saturating_mul(2).saturating_add(8));
    builder.thread_stack_size(256 << 10).enable_io().enable_time().build()
}

/// Takes connections for ever.
async fn listen(listener: &TcpListener, site: &Arc<Site>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Beyond the limit it is closed without a word.
                if let Ok(permit) = Arc::clone(&site.connections).try_acquire_owned() {
                    tokio::spawn(converse(stream, Arc::clone(site), permit));
                }
            }
            Err(error) => {
                // Too many open files, for example: others must close theirs first.
                log::warn!("cannot take a connection: {error}");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, site: Arc<Site>, permit: OwnedSemaphorePermit) {
    // Lines are short, and each is waited for.
    drop(stream.set_nodelay(true));
    let service = service_fn(|request| {
        let site = Arc::clone(&site);
        async move { Ok::<_, Infallible>(answer(&site, request).await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIME);
    let connection = builder
        .max_buf_size(LONGEST_REQUEST)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Ok(Err(error)) = timeout(CONNECTION_TIME, connection).await {
        log::debug!("a connection: {error}");
    }
    drop(permit);
}
