//! One visitor: relays lines between a page's WebSocket and its engine.

use std::collections::VecDeque;
use std::future::pending;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use zugi_protocol::quote;

use super::admission::Place;
use super::command_filter::LineKind;
use super::engine_process::{EngineHandle, Event};
use super::rate_limiter::{BURST, RateLimiter};
use super::replay::Replay;
use super::shared_state::{ServerState, ended};
use super::visitor_limits::LONGEST_MESSAGE;

/// In bytes; longer lines are cut.
const LONGEST_LINE: usize = zugi_client::process::LONGEST_LINE;

/// The interval of the timeout checks.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Browsers answer pings by themselves. A page is gone after [`PAGE_TIMEOUT`] without a message.
const PING_INTERVAL: Duration = Duration::from_secs(15);
const PAGE_TIMEOUT: Duration = Duration::from_secs(60);

/// The timeout of a write to the page.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// The time for a search to end after `stop`.
const STOP_GRACE: Duration = Duration::from_secs(10);

/// The timeout of the closing handshake, and of each wait for input after it, see [`drain`].
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
const SILENCE: Duration = Duration::from_millis(300);

/// The maximum number of searches, in progress and queued.
const MOST_SEARCHES: usize = 8;

const READY: &str = "readyok";

/// The only command that does not wait for a token.
const STOP: &str = "stop";

pub type Socket = WebSocketStream<TokioIo<Upgraded>>;

enum CloseReason {
    Gone,
    Page,
    /// The server closes it, with a reason for the page.
    Server(CloseCode, String),
}

type Step = ControlFlow<CloseReason>;

impl CloseReason {
    /// The reason in a few words, and whether the visitor exceeded a limit.
    fn words(&self) -> (&str, bool) {
        match self {
            CloseReason::Gone => ("the connection is lost", false),
            CloseReason::Page => ("the page is closed", false),
            CloseReason::Server(code, text) => {
                let is_regular = matches!(code, CloseCode::Away | CloseCode::Error);
                (text, !is_regular)
            }
        }
    }
}

/// Serves a visitor until either side ends. The place is held until the engine's process is gone.
pub async fn visit(mut socket: Socket, state: Arc<ServerState>, address: IpAddr, place: Place) {
    let ending = state.ending.clone();
    let name = format!("serve engine {}", state.engine);
    let (began, place) = (Instant::now(), Arc::new(place));
    log::info!("address {address} begins a visit");
    let mut visit = Visit::new(state, address, Arc::clone(&place));
    let reason = match send(&mut socket, name).await {
        Step::Continue(()) => visit.run(&mut socket, ending).await,
        Step::Break(reason) => reason,
    };
    let (words, is_limit) = reason.words();
    if is_limit {
        log::info!("address {address} limited: {words}");
    }
    let (seconds, commands) = (began.elapsed().as_secs(), visit.commands);
    log::info!("address {address} ends after {seconds} s and {commands} commands: {words}");
    // End the engine first: it must not wait for the closing handshake.
    drop(visit);
    match reason {
        CloseReason::Gone => {}
        CloseReason::Page => answer_close(socket).await,
        CloseReason::Server(code, text) => {
            close(socket, code, &format!("serve ended {text}")).await;
        }
    }
    // Last: at shutdown the server waits for all places, and the page must get the reason.
    drop(place);
}

/// Tells a page why it gets no place, and closes the connection.
pub async fn turn_away(socket: Socket, why: &str) {
    let text = format!("serve busy {why}: try again later");
    close(socket, CloseCode::Again, &text).await;
}

/// Sends a last line and closes the connection.
async fn close(mut socket: Socket, code: CloseCode, text: &str) {
    let goodbye = async {
        socket.send(Message::text(text)).await?;
        socket.close(Some(CloseFrame { code, reason: "".into() })).await?;
        // Wait for the page's close frame: closing earlier could lose data that it has not read.
        while let Some(Ok(_)) = socket.next().await {}
        drain(socket.get_mut()).await;
        Ok::<(), Error>(())
    };
    // A page that does not answer is dropped.
    drop(timeout(CLOSE_TIMEOUT, goodbye).await);
}

/// Sends the answer to the page's close frame, which the socket has queued.
async fn answer_close(mut socket: Socket) {
    let goodbye = async {
        socket.flush().await?;
        drain(socket.get_mut()).await;
        Ok::<(), Error>(())
    };
    // A page that does not read is dropped.
    drop(timeout(CLOSE_TIMEOUT, goodbye).await);
}

/// Ends the output, and discards input until its end, or until none comes for [`SILENCE`]. With
/// unread input, the system would reset the connection and the page could lose the last output.
async fn drain(stream: &mut TokioIo<Upgraded>) {
    // An error means that the connection is gone.
    drop(stream.shutdown().await);
    let mut buffer = [0; 4096];
    while let Ok(Ok(1..)) = timeout(SILENCE, stream.read(&mut buffer)).await {}
}

async fn send(socket: &mut Socket, line: String) -> Step {
    in_time(socket.send(Message::text(line))).await
}

async fn in_time(write: impl Future<Output = Result<(), Error>>) -> Step {
    match timeout(WRITE_TIMEOUT, write).await {
        Ok(Ok(())) => Step::Continue(()),
        // Closed, or timed out.
        Ok(Err(_)) | Err(_) => Step::Break(CloseReason::Gone),
    }
}

fn close_with(code: CloseCode, reason: impl Into<String>) -> Step {
    Step::Break(CloseReason::Server(code, reason.into()))
}

/// The stage of a pause. During a pause a visitor has no engine, because the engine had nothing to
/// do. Before the pause the engine answers all earlier commands, up to a last `readyok`. The next
/// engine gets the commands that restore the state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pause {
    /// The engine works as usual, or no engine has started.
    None,
    /// The server has sent `isready`. The engine ends when it answers, unless a command comes after
    /// this time, the time of the last command.
    EngineFinishing(Instant),
    NoEngine,
    /// The next engine has not yet sent `readyok`; its output is not for the page.
    EngineRestarting,
}

struct Visit {
    state: Arc<ServerState>,
    address: IpAddr,
    place: Arc<Place>,
    engine: Option<EngineHandle>,
    replay: Replay,
    pause: Pause,
    /// The number of `readyok` that the page waits for.
    pending_ready: u32,
    limiter: RateLimiter,
    /// The messages that wait for a token.
    waiting: VecDeque<Message>,
    /// The times of the page's last message and last command.
    last_message: Instant,
    last_command: Instant,
    commands: u64,
    last_ping: Instant,
    searches: usize,
    /// When the oldest search in progress began.
    search_began: Instant,
    is_stopped: bool,
}

impl Visit {
    fn new(state: Arc<ServerState>, address: IpAddr, place: Arc<Place>) -> Visit {
        let now = Instant::now();
        Visit {
            state,
            address,
            place,
            engine: None,
            replay: Replay::default(),
            pause: Pause::None,
            pending_ready: 0,
            limiter: RateLimiter::new(now),
            waiting: VecDeque::new(),
            last_message: now,
            last_command: now,
            commands: 0,
            last_ping: now,
            searches: 0,
            search_began: now,
            is_stopped: false,
        }
    }

    async fn run(&mut self, socket: &mut Socket, mut ending: watch::Receiver<bool>) -> CloseReason {
        let mut tick = interval(CHECK_INTERVAL);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let engine = &mut self.engine;
            let event = async {
                match engine {
                    Some(engine) => engine.events.recv().await,
                    None => pending().await,
                }
            };
            let bytes: usize = self.waiting.iter().map(Message::len).sum();
            let has_room = bytes < LONGEST_MESSAGE && self.waiting.len() < BURST as usize;
            let next = self.limiter.next();
            let step = tokio::select! {
                // Without room the page has to wait: it cannot write more than the system buffers.
                message = socket.next(), if has_room => self.on_message(socket, message).await,
                () = sleep_until(next.into()), if !self.waiting.is_empty() => {
                    self.take_waiting(socket).await
                }
                event = event => self.forward(socket, event).await,
                _ = tick.tick() => self.check_times(socket).await,
                () = ended(&mut ending) => close_with(CloseCode::Away, "the server has been ended"),
            };
            if let Step::Break(reason) = step {
                return reason;
            }
        }
    }

    /// Handles a message of the page, or queues it until a token is free. `stop` and the end of the
    /// visit take effect at once.
    async fn on_message(
        &mut self,
        socket: &mut Socket,
        message: Option<Result<Message, Error>>,
    ) -> Step {
        let now = Instant::now();
        self.last_message = now;
        match message {
            Some(Ok(Message::Close(_))) => Step::Break(CloseReason::Page),
            Some(Ok(message)) if self.waiting.is_empty() && self.limiter.take(now) => {
                self.handle(socket, message).await
            }
            Some(Ok(message)) => {
                // `stop` is also queued, because it must stop the searches queued before it.
                if message.to_text().is_ok_and(|text| text.trim() == STOP)
                    && let Some(engine) = &self.engine
                {
                    engine.feed.send(STOP);
                }
                self.waiting.push_back(message);
                Step::Continue(())
            }
            Some(Err(Error::Capacity(why))) => {
                let text = format!("{why}: expected messages of up to {LONGEST_MESSAGE} bytes");
                close_with(CloseCode::Size, text)
            }
            Some(Err(Error::Utf8(_))) => {
                close_with(CloseCode::Invalid, "a text is no UTF-8: expected one line of text")
            }
            // The connection was lost without a close frame.
            Some(Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake))) => {
                Step::Break(CloseReason::Gone)
            }
            Some(Err(Error::Protocol(why))) => {
                close_with(CloseCode::Protocol, format!("{why}: expected frames as in RFC 6455"))
            }
            Some(Err(_)) | None => Step::Break(CloseReason::Gone),
        }
    }

    async fn take_waiting(&mut self, socket: &mut Socket) -> Step {
        if !self.limiter.take(Instant::now()) {
            return Step::Continue(());
        }
        let Some(message) = self.waiting.pop_front() else { return Step::Continue(()) };
        self.handle(socket, message).await
    }

    async fn handle(&mut self, socket: &mut Socket, message: Message) -> Step {
        match message {
            Message::Text(text) => self.command(socket, &text).await,
            Message::Binary(bytes) => {
                let size = bytes.len();
                let text = format!("serve error {size} bytes that are no text: expected one line");
                send(socket, text).await
            }
            _ => Step::Continue(()),
        }
    }

    /// Sends a command to the engine, or a refusal to the page.
    async fn command(&mut self, socket: &mut Socket, text: &str) -> Step {
        let admitted = match self.state.filter.admit(text) {
            Ok(None) => return Step::Continue(()),
            Ok(Some(admitted)) => admitted,
            Err(refusal) => {
                log::debug!("address {}: {refusal}", self.address);
                return send(socket, format!("serve error {refusal}")).await;
            }
        };
        self.last_command = Instant::now();
        self.commands += 1;
        if admitted.kind == LineKind::Search {
            if self.searches >= MOST_SEARCHES {
                let text = format!(
                    "serve error {} is too much: expected up to {MOST_SEARCHES} searches at once",
                    quote(&admitted.line)
                );
                log::info!("address {} limited: {MOST_SEARCHES} searches at once", self.address);
                return send(socket, text).await;
            }
            if self.searches == 0 {
                (self.search_began, self.is_stopped) = (self.last_command, false);
            }
            self.searches += 1;
        }
        for note in admitted.notes {
            send(socket, format!("serve error {note}")).await?;
        }
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => {
                let (launch, setup) = (self.state.launch.clone(), self.state.setup.clone());
                let engine = match EngineHandle::start(launch, setup, Arc::clone(&self.place)).await
                {
                    Ok(engine) => engine,
                    Err(why) => return close_with(CloseCode::Error, why),
                };
                if self.pause == Pause::NoEngine {
                    self.pause = Pause::EngineRestarting;
                    self.replay.lines().iter().for_each(|line| _ = engine.feed.send(line));
                }
                engine
            }
        };
        let sent = engine.feed.send(&admitted.line);
        self.replay.note(admitted.kind, &admitted.line);
        self.pending_ready += u32::from(admitted.kind == LineKind::IsReady);
        self.engine = Some(engine);
        if sent {
            return Step::Continue(());
        }
        close_with(CloseCode::Error, "the engine does not read what it is told")
    }

    /// Sends the engine's line to the page, with all further lines in one flush.
    async fn forward(&mut self, socket: &mut Socket, mut event: Option<Event>) -> Step {
        while let Some(it) = event {
            let line = match it {
                Event::Line(line) => line,
                Event::Ended(why) => return close_with(CloseCode::Error, why),
            };
            if !self.is_of_pause(&line) {
                self.show(socket, line).await?;
            }
            event = self.engine.as_mut().and_then(|engine| engine.events.try_recv().ok());
        }
        in_time(socket.flush()).await
    }

    /// Sends the engine's line to the page, without a flush.
    async fn show(&mut self, socket: &mut Socket, line: String) -> Step {
        if line.split_ascii_whitespace().next() == Some("bestmove") {
            self.searches = self.searches.saturating_sub(1);
            (self.search_began, self.is_stopped) = (Instant::now(), false);
        }
        if line.len() >= LONGEST_LINE {
            let text = format!(
                "serve error a line of the engine was cut: expected less than {LONGEST_LINE} bytes"
            );
            send(socket, text).await?;
        }
        let Some(line) = self.state.filter.show(line) else { return Step::Continue(()) };
        in_time(socket.feed(Message::text(line))).await
    }

    /// Whether a line belongs to the end of a paused engine, or to the start of the next one.
    fn is_of_pause(&mut self, line: &str) -> bool {
        let is_ready = line.trim() == READY;
        match self.pause {
            Pause::None | Pause::NoEngine => {}
            Pause::EngineRestarting => {
                if is_ready {
                    self.pause = Pause::None;
                }
                return true;
            }
            Pause::EngineFinishing(last_command) if is_ready && self.pending_ready == 0 => {
                let goes = last_command == self.last_command;
                self.pause = if goes { Pause::NoEngine } else { Pause::None };
                self.engine.take_if(|_| goes);
                return true;
            }
            Pause::EngineFinishing(_) => {}
        }
        self.pending_ready = self.pending_ready.saturating_sub(u32::from(is_ready));
        false
    }

    /// Checks the timeouts: stops a long search, ends an idle visit, and pings the page.
    async fn check_times(&mut self, socket: &mut Socket) -> Step {
        let now = Instant::now();
        let since = |then: Instant| now.saturating_duration_since(then);
        let limits = self.state.limits;
        if since(self.last_message) > PAGE_TIMEOUT {
            return Step::Break(CloseReason::Gone);
        }
        if since(self.last_command) > limits.idle {
            let minutes = limits.idle.as_secs().div_ceil(60);
            return close_with(CloseCode::Policy, format!("nothing was asked for {minutes} min"));
        }
        if self.searches > 0 && since(self.search_began) > limits.search + STOP_GRACE {
            return close_with(CloseCode::Policy, "the engine searches on after stop");
        }
        if self.searches > 0 && !self.is_stopped && since(self.search_began) > limits.search {
            self.is_stopped = true;
            let seconds = limits.search.as_secs();
            let text =
                format!("serve error The server lets an engine think for up to {seconds} s.");
            log::info!("address {} limited: a search of {seconds} s is stopped", self.address);
            send(socket, text).await?;
            if let Some(engine) = &self.engine {
                engine.feed.send("stop");
            }
        }
        let is_idle = self.searches == 0 && self.waiting.is_empty() && self.pause == Pause::None;
        let busy = self.last_command.max(self.search_began);
        if let Some(engine) = &self.engine
            && is_idle
            && since(busy) > limits.engine_idle
            && self.replay.is_complete()
        {
            self.pause = Pause::EngineFinishing(self.last_command);
            engine.feed.send("isready");
        }
        if since(self.last_ping) > PING_INTERVAL {
            self.last_ping = now;
            return in_time(socket.send(Message::Ping("".into()))).await;
        }
        Step::Continue(())
    }
}
