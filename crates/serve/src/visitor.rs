//! One visitor: the conversation between a page and its engine, from the first message to the
//! last.

use std::future::pending;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncReadExt;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use zugi_protocol::quote;

use super::command_filter::Act;
use super::engine_process::{Event, Link};
use super::rate_limiter::{BURST, PER_SECOND, RateLimiter};
use super::shared_state::{Site, ended};
use super::visitor_limits::LONGEST_MESSAGE;

/// The longest line of an engine that is read whole, in bytes.
const LONGEST_LINE: usize = zugi_client::process::LONGEST_LINE;

/// How often the times of a visit are looked at.
const TICK: Duration = Duration::from_secs(1);

/// How often a page is asked for a sign of life, which browsers give by themselves, and
/// after how long without any it is gone.
const ASK: Duration = Duration::from_secs(15);
const GONE: Duration = Duration::from_secs(60);

/// How long a page may take to read what is sent to it.
const SLOW: Duration = Duration::from_secs(10);

/// How long a search may go on after `stop`.
const LAST_WORD: Duration = Duration::from_secs(10);

/// How long a page may take to hear the last words, and be silent meanwhile.
const FAREWELL: Duration = Duration::from_secs(2);
const SILENCE: Duration = Duration::from_millis(300);

/// Searches that may wait for each other.
const MOST_SEARCHES: usize = 8;

/// The other end of the connection.
pub type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// How a visit ends.
enum CloseReason {
    /// Nobody is there any more.
    Gone,
    /// The page is told why.
    Told(CloseCode, String),
}

/// Whether a visit goes on.
type Step = ControlFlow<CloseReason>;

/// Holds the conversation to its end. The permit is that of one visitor; an engine keeps it
/// until it is gone.
pub async fn visit(mut socket: Socket, site: Arc<Site>, permit: OwnedSemaphorePermit) {
    let ending = site.ending.clone();
    let name = format!("serve engine {}", site.engine);
    let permit = Arc::new(permit);
    let mut visit = Visit::new(site, Arc::clone(&permit));
    let parting = match say(&mut socket, name).await {
        Step::Continue(()) => visit.hold(&mut socket, ending).await,
        Step::Break(parting) => parting,
    };
    // The engine first: whatever becomes of the socket, it is free now.
    drop(visit);
    if let CloseReason::Told(code, text) = parting {
        part(socket, code, &format!("serve ended {text}")).await;
    }
    // Not earlier: a server that ends waits for the last words, too.
    drop(permit);
}

/// Tells a page that there is no room, and no more.
pub async fn turn_away(socket: Socket, visitors: usize) {
    let text = format!("serve busy there are {visitors} visitors already: expected you later");
    part(socket, CloseCode::Again, &text).await;
}

/// Says a last line and closes the connection.
async fn part(mut socket: Socket, code: CloseCode, text: &str) {
    let goodbye = async {
        socket.send(Message::text(text)).await?;
        socket.close(Some(CloseFrame { code, reason: "".into() })).await?;
        // Until the page has closed it, too: what it has not read yet would be lost.
        while let Some(Ok(_)) = socket.next().await {}
        // What it still sends is not read if it is no message, but it must not lie around
        // either: the system would break the connection off.
        drain(socket.get_mut()).await;
        Ok::<(), Error>(())
    };
    // Whoever does not listen misses it.
    drop(timeout(FAREWELL, goodbye).await);
}

/// Takes what comes and forgets it, until nothing more does.
async fn drain(stream: &mut TokioIo<Upgraded>) {
    let mut buffer = [0; 4096];
    while let Ok(Ok(1..)) = timeout(SILENCE, stream.read(&mut buffer)).await {}
}

/// Sends a line at once.
async fn say(socket: &mut Socket, line: String) -> Step {
    settle(timeout(SLOW, socket.send(Message::text(line))).await)
}

fn settle<T>(sent: Result<Result<(), Error>, T>) -> Step {
    match sent {
        Ok(Ok(())) => Step::Continue(()),
        // It is closed, or nobody reads it.
        Ok(Err(_)) | Err(_) => Step::Break(CloseReason::Gone),
    }
}

/// What is known of a visitor.
struct Visit {
    site: Arc<Site>,
    permit: Arc<OwnedSemaphorePermit>,
    link: Option<Link>,
    pace: RateLimiter,
    /// When the page last said anything at all, and when it last gave a command.
    heard: Instant,
    commanded: Instant,
    asked: Instant,
    searches: usize,
    /// Since when the first of them runs.
    searching: Instant,
    stopped: bool,
}

impl Visit {
    fn new(site: Arc<Site>, permit: Arc<OwnedSemaphorePermit>) -> Visit {
        let now = Instant::now();
        Visit {
            site,
            permit,
            link: None,
            pace: RateLimiter::new(now),
            heard: now,
            commanded: now,
            asked: now,
            searches: 0,
            searching: now,
            stopped: false,
        }
    }

    async fn hold(
        &mut self,
        socket: &mut Socket,
        mut ending: watch::Receiver<bool>,
    ) -> CloseReason {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let link = &mut self.link;
            let event = async {
                match link {
                    Some(link) => link.next().await,
                    None => pending().await,
                }
            };
            let step = tokio::select! {
                message = socket.next() => self.hear(socket, message).await,
                event = event => self.pass_on(socket, event).await,
                _ = tick.tick() => self.look_at_times(socket).await,
                () = ended(&mut ending) => {
                    Step::Break(CloseReason::Told(CloseCode::Away, "the server has been ended".into()))
                }
            };
            if let Step::Break(parting) = step {
                return parting;
            }
        }
    }

    /// Takes a message of the page.
    async fn hear(&mut self, socket: &mut Socket, message: Option<Result<Message, Error>>) -> Step {
        let now = Instant::now();
        self.heard = now;
        let told = |code, text: String| Step::Break(CloseReason::Told(code, text));
        if !self.pace.take(now) {
            let text = format!(
                "too many messages: expected up to {PER_SECOND} a second, and {BURST} at once"
            );
            return told(CloseCode::Policy, text);
        }
        match message {
            Some(Ok(Message::Text(text))) => self.command(socket, &text).await,
            Some(Ok(Message::Binary(bytes))) => {
                let size = bytes.len();
                let text = format!("serve error {size} bytes that are no text: expected one line");
                say(socket, text).await
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Step::Continue(()),
            Some(Err(Error::Capacity(why))) => {
                let text = format!("{why}: expected messages of up to {LONGEST_MESSAGE} bytes");
                told(CloseCode::Size, text)
            }
            Some(Err(Error::Utf8(_))) => {
                told(CloseCode::Invalid, "a text is no UTF-8: expected one line of text".into())
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => Step::Break(CloseReason::Gone),
        }
    }

    /// Hands a command to the engine, or says why not.
    async fn command(&mut self, socket: &mut Socket, text: &str) -> Step {
        let admitted = match self.site.guard.admit(text) {
            Ok(None) => return Step::Continue(()),
            Ok(Some(admitted)) => admitted,
            Err(refusal) => return say(socket, format!("serve error {refusal}")).await,
        };
        self.commanded = Instant::now();
        if admitted.act == Act::Search {
            if self.searches >= MOST_SEARCHES {
                let text = format!(
                    "serve error {} is too much: expected up to {MOST_SEARCHES} searches at once",
                    quote(&admitted.line)
                );
                return say(socket, text).await;
            }
            if self.searches == 0 {
                (self.searching, self.stopped) = (self.commanded, false);
            }
            self.searches += 1;
        }
        for note in admitted.notes {
            say(socket, format!("serve error {note}")).await?;
        }
        let link = match self.link.take() {
            Some(link) => link,
            None => {
                let (launch, setup) = (self.site.launch.clone(), self.site.setup.clone());
                match Link::start(launch, setup, Arc::clone(&self.permit)).await {
                    Ok(link) => link,
                    Err(why) => return Step::Break(CloseReason::Told(CloseCode::Error, why)),
                }
            }
        };
        let sent = link.send(&admitted.line);
        self.link = Some(link);
        if sent {
            return Step::Continue(());
        }
        let text = "the engine does not read what it is told".to_owned();
        Step::Break(CloseReason::Told(CloseCode::Error, text))
    }

    /// Hands what the engine says to the page: all that is there, in one write if it may be.
    async fn pass_on(&mut self, socket: &mut Socket, event: Option<Event>) -> Step {
        let mut event = event;
        while let Some(it) = event {
            let line = match it {
                Event::Line(line) => line,
                Event::Ended(why) => {
                    return Step::Break(CloseReason::Told(CloseCode::Normal, why));
                }
            };
            if line.split_ascii_whitespace().next() == Some("bestmove") {
                self.searches = self.searches.saturating_sub(1);
                (self.searching, self.stopped) = (Instant::now(), false);
            }
            if line.len() >= LONGEST_LINE {
                let text = format!(
                    "serve error a line of the engine was cut: expected less than {LONGEST_LINE} bytes"
                );
                say(socket, text).await?;
            }
            if let Some(line) = self.site.guard.show(line) {
                settle(timeout(SLOW, socket.feed(Message::text(line))).await)?;
            }
            event = self.link.as_mut().and_then(Link::waiting);
        }
        settle(timeout(SLOW, socket.flush()).await)
    }

    /// What is due by now: the end of a search that is too long, of a visit without a
    /// visitor, and a sign of life.
    async fn look_at_times(&mut self, socket: &mut Socket) -> Step {
        let now = Instant::now();
        let since = |then: Instant| now.saturating_duration_since(then);
        let told = |text: String| Step::Break(CloseReason::Told(CloseCode::Policy, text));
        let allowance = self.site.allowance;
        if since(self.heard) > GONE {
            return Step::Break(CloseReason::Gone);
        }
        if since(self.commanded) > allowance.idle {
            let minutes = allowance.idle.as_secs().div_ceil(60);
            return told(format!("no command came for {minutes} min"));
        }
        if self.searches > 0 && since(self.searching) > allowance.search + LAST_WORD {
            return told("the engine searches on after stop".into());
        }
        if self.searches > 0 && !self.stopped && since(self.searching) > allowance.search {
            self.stopped = true;
            let seconds = allowance.search.as_secs();
            let text = format!("serve error the search is stopped: expected up to {seconds} s");
            say(socket, text).await?;
            if let Some(link) = &self.link {
                link.send("stop");
            }
        }
        if since(self.asked) > ASK {
            self.asked = now;
            return settle(timeout(SLOW, socket.send(Message::Ping("".into()))).await);
        }
        Step::Continue(())
    }
}
