//! `zugi serve` as a browser sees it: the page, the WebSocket, limits, and abuse.
#![cfg(feature = "serve")]

mod engines;
mod games;
mod load;
mod page;
mod play;
mod processes;
mod safety;
mod shutdown;
mod visitor;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{DEADLINE, wait_until, zugi};
use visitor::Visitor;

/// A running server; killed when dropped.
pub struct Serve {
    child: Child,
    address: SocketAddr,
    /// The lines of its stderr.
    errors: Mutex<Receiver<String>>,
}

impl Serve {
    /// Starts a server on a free port with these further arguments.
    pub fn start(args: &[&str]) -> Serve {
        Serve::spawn(zugi().args(["serve", "--port", "0"]).args(args))
    }

    /// The same for a prepared command.
    pub fn spawn(command: &mut Command) -> Serve {
        Serve::try_spawn(command).unwrap_or_else(|(code, said)| panic!("exit {code:?}: {said:?}"))
    }

    /// A server, or the exit code and the lines of stderr of one that does not start.
    fn try_spawn(command: &mut Command) -> Result<Serve, (Option<i32>, Vec<String>)> {
        let piped = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("the program starts");
        let mut first = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut first).expect("a line");
        let stderr = child.stderr.take().expect("a pipe");
        let (sender, errors) = channel();
        thread::spawn(move || {
            BufReader::new(stderr).lines().map_while(Result::ok).for_each(|line| {
                drop(sender.send(line));
            });
        });
        let address = first.trim_end().strip_prefix("http://").and_then(|it| it.strip_suffix('/'));
        let Some(address) = address.and_then(|it| it.parse().ok()) else {
            assert_eq!(first, "", "expected an address");
            return Err((child.wait().expect("a child").code(), errors.iter().collect()));
        };
        Ok(Serve { child, address, errors: Mutex::new(errors) })
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The next line of stderr with this prefix.
    pub fn error(&self, beginning: &str) -> String {
        self.line_of_stderr(beginning, |line| line.starts_with(beginning))
    }

    /// The next line of stderr with this text.
    pub fn log(&self, part: &str) -> String {
        self.line_of_stderr(part, |line| line.contains(part))
    }

    fn line_of_stderr(&self, what: &str, is_it: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let rest = deadline.saturating_duration_since(Instant::now());
            let line = self.errors.lock().unwrap().recv_timeout(rest).expect(what);
            if is_it(&line) {
                return line;
            }
        }
    }

    /// A connection that has received the greeting.
    pub fn visitor(&self) -> Visitor {
        let mut visitor = self.connect();
        assert!(visitor.line().starts_with("serve engine "));
        visitor
    }

    pub fn connect(&self) -> Visitor {
        Visitor::connect(self.address).expect("a connection")
    }

    /// Sends a raw request and reads the whole answer.
    pub fn ask(&self, request: &str) -> String {
        String::from_utf8(self.ask_bytes(request.as_bytes())).expect("text")
    }

    /// The same for a request and an answer that are not text.
    pub fn ask_bytes(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(DEADLINE)).expect("a timeout");
        // The server may refuse it before all is written.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Requests a path as a page of this server does.
    pub fn get(&self, path: &str) -> String {
        self.ask(&request("GET", path, &self.address.to_string(), ""))
    }

    pub fn wait(&mut self) -> Option<i32> {
        wait_until("the server ends", || self.child.try_wait().unwrap().is_some());
        self.child.wait().expect("a child").code()
    }

    /// The engine processes: children of the server, including zombies.
    pub fn engines(&self) -> Vec<u32> {
        processes::children(self.id())
    }

    /// Waits until there is this number of engines; returns how long it took.
    #[track_caller]
    pub fn wait_for_engines(&self, count: usize) -> Duration {
        let began = Instant::now();
        wait_until(&format!("there are {count} engines"), || self.engines().len() == count);
        began.elapsed()
    }
}

/// The only line on stderr of a server that does not start with these arguments.
#[track_caller]
pub fn refusal(args: &[&str]) -> String {
    match Serve::try_spawn(zugi().args(["serve", "--port", "0"]).args(args)) {
        Err((Some(2), lines)) if lines.len() == 1 => lines.concat(),
        Err((code, lines)) => panic!("exit {code:?}: {lines:?}"),
        Ok(_) => panic!("it starts with {args:?}"),
    }
}

/// A request without a body, after which the server closes the connection.
pub fn request(method: &str, path: &str, host: &str, more: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n")
}

impl Drop for Serve {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
