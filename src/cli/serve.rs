//! `zugi serve`: a board in the browser.

use std::env;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::{Args, value_parser};
use zugi_client::open_files::{engines_for, raise_file_limit};
use zugi_client::process::Launch;
use zugi_game::Registry;
use zugi_serve::{Access, ServeError, Server, VisitorLimits};

use super::end_request::on_end_request;
use super::files::cannot_use;
use super::stderr::message;
use super::{CliError, show};

const EXAMPLES: &str = "\
Examples:
  zugi serve --open                        open the board in your browser
  zugi serve --port 0                      use a free port; the first line of output has the address
  zugi serve --hash 1024 --threads 4       allow more memory and threads for each visitor
  zugi serve -- python3 my-engine.py       serve another engine that answers query board
  zugi serve --host 0.0.0.0 --name board.example    let other machines connect
  zugi serve --static site                 let the machine of a visitor search

Without --host only this machine can connect. Each visitor has an engine process, which ends
when the page is closed. Ctrl-C ends the server.";

/// How long to wait for the failure of a browser command.
const BROWSER_TIME: Duration = Duration::from_secs(5);

#[derive(Clone, PartialEq, Eq, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ServeArgs {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// The port to listen on; 0 for any free port
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Open the board in the browser
    #[arg(long)]
    open: bool,
    /// A further host name of this server in browsers; repeat it for several names
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// A proxy in front of this server, which names the addresses of visitors in X-Forwarded-For;
    /// repeat it for several proxies
    #[arg(long = "proxy", value_name = "ADDRESS")]
    proxies: Vec<IpAddr>,
    /// The greatest number of visitors at the same time
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = value_parser!(u64).range(1..=1000))]
    visitors: u64,
    /// The greatest number of visitors from one address; this machine has no such limit
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u64).range(1..=1000))]
    per_address: u64,
    /// The greatest hash table of a visitor in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = value_parser!(u64).range(1..=1_048_576))]
    hash: u64,
    /// The greatest number of threads of a visitor [default: half of the processors]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
    /// The longest search in seconds
    #[arg(long, value_name = "S", default_value_t = 600, value_parser = value_parser!(u64).range(1..=86_400))]
    longest: u64,
    /// Disconnect a visitor after this time without a command, in minutes
    #[arg(long, value_name = "MINUTES", default_value_t = 60, value_parser = value_parser!(u64).range(1..=10_080))]
    idle: u64,
    /// End the engine of a visitor after this time without a command, in minutes; the next command
    /// starts it again
    #[arg(long, value_name = "MINUTES", default_value_t = 5, value_parser = value_parser!(u64).range(0..=10_080))]
    engine_idle: u64,
    /// The folder that scripts/web.sh --out makes; with it the engine can run in the visitor's
    /// browser
    #[arg(long = "static", value_name = "FOLDER")]
    static_page: Option<PathBuf>,
    /// An engine and its arguments [default: this program]
    #[arg(last = true, value_name = "ENGINE")]
    engine: Vec<String>,
}

impl ServeArgs {
    fn launch(&self) -> Result<Launch, CliError> {
        if !self.engine.is_empty() {
            return Ok(Launch::new(&self.engine));
        }
        let program = env::current_exe().map_err(ServeError::from)?;
        let program = program
            .into_os_string()
            .into_string()
            .map_err(|program| cannot_use(Path::new(&program))("its name is no text"))?;
        Ok(Launch::new(&[program]))
    }

    /// The number of visitors, lowered with a warning if their engines need more open files than
    /// the system allows.
    fn possible_visitors(&self) -> u64 {
        // A visitor counts as two engines: the connections of its browser need no more files than
        // an engine.
        let possible = raise_file_limit().map_or(u64::MAX, |allowed| engines_for(allowed) / 2);
        let possible = possible.max(1);
        if possible < self.visitors {
            message!(
                "warning: at most {possible} visitors at the same time, not {}: the system allows \
                 too few open files (ulimit -n)",
                self.visitors
            );
        }
        self.visitors.min(possible)
    }

    fn limits(&self) -> VisitorLimits {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let half = u64::try_from(processors / 2).unwrap_or(u64::MAX).clamp(1, 256);
        VisitorLimits {
            visitors: usize::try_from(self.possible_visitors()).unwrap_or(usize::MAX),
            per_address: usize::try_from(self.per_address).unwrap_or(usize::MAX),
            hash: self.hash,
            threads: self.threads.unwrap_or(half),
            search: Duration::from_secs(self.longest),
            idle: Duration::from_secs(60 * self.idle),
            engine_idle: Duration::from_secs(60 * self.engine_idle),
        }
    }
}

pub(super) fn serve(
    registry: &Registry,
    variant: Option<&str>,
    args: &ServeArgs,
) -> Result<(), CliError> {
    let place = (args.host.as_str(), args.port);
    let (launch, limits) = (args.launch()?, args.limits());
    let static_page = args.static_page.as_deref();
    let access = Access { names: &args.names, proxies: &args.proxies };
    let server = Server::bind(place, access, &launch, variant, limits, registry, static_page)?;
    let handle = server.shutdown_handle();
    on_end_request(move |_| handle.shutdown()).map_err(ServeError::from)?;
    let address = server.address();
    let url = format!("http://{}/", reachable(address));
    show(&url)?;
    if !address.ip().is_loopback() {
        message!("warning: other machines can connect to this address without a password");
    }
    message!("the board is at this address; Ctrl-C ends it");
    if args.open {
        // Some browser commands do not return until the browser exits.
        thread::spawn(move || {
            if let Err(error) = open::that_detached_with_timeout(&url, BROWSER_TIME) {
                message!("cannot open a browser: {error}: open {url} yourself");
            }
        });
    }
    Ok(server.run()?)
}

/// An address for a browser on this machine: the loopback address if the server listens on all
/// addresses.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_addresses_are_shown_as_one_that_can_be_opened() {
        for (listens, shown) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("192.168.1.5:8080", "192.168.1.5:8080"),
        ] {
            assert_eq!(reachable(listens.parse().unwrap()).to_string(), shown);
        }
    }
}
