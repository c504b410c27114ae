//! A page's WebSocket client.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use tungstenite::client::{IntoClientRequest, client};
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message, WebSocket};

use crate::support::DEADLINE;

pub struct Visitor {
    socket: WebSocket<TcpStream>,
    /// The code of the server's close frame.
    pub close_code: Option<u16>,
}

impl Visitor {
    pub fn connect(address: SocketAddr) -> Result<Visitor, Box<dyn std::error::Error>> {
        Visitor::connect_by(address, None)
    }

    /// Opens a connection like a proxy that forwards a client with another address.
    pub fn connect_by(
        address: SocketAddr,
        client_address: Option<&str>,
    ) -> Result<Visitor, Box<dyn std::error::Error>> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(DEADLINE))?;
        stream.set_write_timeout(Some(DEADLINE))?;
        let mut request = format!("ws://{address}/engine").into_client_request()?;
        let origin = HeaderValue::from_str(&format!("http://{address}"))?;
        request.headers_mut().insert("Origin", origin);
        if let Some(client_address) = client_address {
            let value = HeaderValue::from_str(client_address)?;
            request.headers_mut().insert("X-Forwarded-For", value);
        }
        let (socket, _) = client(request, stream).map_err(|error| error.to_string())?;
        Ok(Visitor { socket, close_code: None })
    }

    pub fn say(&mut self, line: &str) {
        self.send(Message::text(line));
    }

    pub fn send(&mut self, message: Message) {
        self.try_send(message).expect("a message is sent");
    }

    pub fn try_send(&mut self, message: Message) -> Result<(), Box<Error>> {
        self.socket.send(message).map_err(Box::new)
    }

    /// Sends a line this many times in one write.
    pub fn repeat(&mut self, line: &str, times: usize) {
        (0..times).for_each(|_| self.socket.write(Message::text(line)).expect("room for it"));
        self.socket.flush().expect("messages are sent");
    }

    /// The next line; `None` if the connection is closed.
    pub fn try_line(&mut self) -> Option<String> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(Message::Close(frame)) => {
                    self.close_code = frame.map(|frame| frame.code.into());
                    // Send the reply to the close frame.
                    let _ = self.socket.flush();
                    return None;
                }
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                    panic!("no line in time")
                }
                Err(_) => return None,
            }
        }
    }

    #[track_caller]
    pub fn line(&mut self) -> String {
        self.try_line().expect("a line, but the connection is closed")
    }

    /// Reads up to a line with this prefix, and returns it.
    #[track_caller]
    pub fn until(&mut self, beginning: &str) -> String {
        self.lines_until(beginning).pop().expect("a line")
    }

    /// All lines up to one with this prefix.
    #[track_caller]
    pub fn lines_until(&mut self, beginning: &str) -> Vec<String> {
        let (began, mut lines) = (Instant::now(), Vec::new());
        loop {
            assert!(began.elapsed() < DEADLINE, "no {beginning} in time");
            let Some(line) = self.try_line() else {
                panic!("expected {beginning}, but it is closed after {lines:?}");
            };
            let found = line.starts_with(beginning);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    #[track_caller]
    pub fn ask(&mut self, line: &str, beginning: &str) -> String {
        self.say(line);
        self.until(beginning)
    }

    #[track_caller]
    pub fn time(&mut self, line: &str, beginning: &str) -> Duration {
        let began = Instant::now();
        self.ask(line, beginning);
        began.elapsed()
    }

    pub fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.try_line()).collect()
    }

    /// Closes the connection as a browser does.
    pub fn close(mut self) {
        let _ = self.socket.close(None);
        let _ = self.rest();
    }
}
