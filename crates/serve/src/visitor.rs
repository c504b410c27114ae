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

use super::command_filter::LineKind;
use super::engine_process::{EngineHandle, Event};
use super::rate_limiter::{BURST, RateLimiter};
use super::replay::Replay;
use super::shared_state::{Place, ServerState, ended};
use super::visitor_limits::LONGEST_MESSAGE;

/// The longest engine line that is read whole, in bytes.
const LONGEST_LINE: usize = zugi_client::process::LONGEST_LINE;

/// The interval of the timeout checks.
const TICK: Duration = Duration::from_secs(1);

/// The interval of WebSocket pings, which browsers answer on their own, and the time without any
/// message after which the page counts as gone.
const ASK: Duration = Duration::from_secs(15);
const GONE: Duration = Duration::from_secs(60);

/// The timeout of a write to the page.
const SLOW: Duration = Duration::from_secs(10);

/// How long a search may go on after `stop`.
const STOP_GRACE: Duration = Duration::from_secs(10);

/// The timeout of the closing handshake, and the silence that ends the drain after it.
const FAREWELL: Duration = Duration::from_secs(2);
const SILENCE: Duration = Duration::from_millis(300);

/// The most searches in progress and queued.
const MOST_SEARCHES: usize = 8;

/// The answer to `isready`.
const READY: &str = "readyok";

/// The command that does not wait for a token.
const STOP: &str = "stop";

/// A visitor's WebSocket.
pub type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Why a visit ends.
enum CloseReason {
    /// The connection is lost or timed out.
    Gone,
    /// The page closes it.
    Page,
    /// The server closes it, with a reason for the page.
    Told(CloseCode, String),
}

/// Whether the visit continues.
type Step = ControlFlow<CloseReason>;

impl CloseReason {
    /// It in a few words, and whether the visitor has exceeded a limit.
    fn words(&self) -> (&str, bool) {
        match self {
            CloseReason::Gone => ("the connection is lost", false),
            CloseReason::Page => ("the page is closed", false),
            CloseReason::Told(code, text) => {
                let is_regular = matches!(code, CloseCode::Away | CloseCode::Error);
                (text, !is_regular)
            }
        }
    }
}

/// Serves one visitor until either side ends. The engine holds the visitor's place until its
/// process is gone.
pub async fn visit(mut socket: Socket, state: Arc<ServerState>, address: IpAddr, place: Place) {
    let ending = state.ending.clone();
    let name = format!("serve engine {}", state.engine);
    let (began, place) = (Instant::now(), Arc::new(place));
    log::info!("address {address} begins a visit");
    let mut visit = Visit::new(state, address, Arc::clone(&place));
    let parting = match send(&mut socket, name).await {
        Step::Continue(()) => visit.hold(&mut socket, ending).await,
        Step::Break(parting) => parting,
    };
    let (words, is_limit) = parting.words();
    if is_limit {
        log::info!("address {address} limited: {words}");
    }
    let (seconds, commands) = (began.elapsed().as_secs(), visit.commands);
    log::info!("address {address} ends after {seconds} s and {commands} commands: {words}");
    // Ends the engine first: it must not wait for the closing handshake.
    drop(visit);
    match parting {
        CloseReason::Gone => {}
        CloseReason::Page => answer_close(socket).await,
        CloseReason::Told(code, text) => {
            close(socket, code, &format!("serve ended {text}")).await;
        }
    }
    // Only now: the server waits for all places at shutdown, and the page must get the reason.
    drop(place);
}

/// Tells a page why there is no place for it, and closes the connection.
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
    drop(timeout(FAREWELL, goodbye).await);
}

/// Sends the answer to the page's close frame, which the socket has queued.
async fn answer_close(mut socket: Socket) {
    let goodbye = async {
        socket.flush().await?;
        drain(socket.get_mut()).await;
        Ok::<(), Error>(())
    };
    // A page that does not read is dropped.
    drop(timeout(FAREWELL, goodbye).await);
}

/// Ends the output, and discards input until its end or until none arrives for [`SILENCE`]: with
/// unread data the system would reset the connection, and the page could lose the last output.
async fn drain(stream: &mut TokioIo<Upgraded>) {
    // The error means that the connection is gone.
    drop(stream.shutdown().await);
    let mut buffer = [0; 4096];
    while let Ok(Ok(1..)) = timeout(SILENCE, stream.read(&mut buffer)).await {}
}

/// Sends a line and flushes.
async fn send(socket: &mut Socket, line: String) -> Step {
    settle(timeout(SLOW, socket.send(Message::text(line))).await)
}

fn settle<T>(sent: Result<Result<(), Error>, T>) -> Step {
    match sent {
        Ok(Ok(())) => Step::Continue(()),
        // Closed, or timed out.
        Ok(Err(_)) | Err(_) => Step::Break(CloseReason::Gone),
    }
}

/// An engine that is not needed for a while: it answers what it was asked before, by a last
/// `readyok`, and ends. The next one is told what that one knew.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pause {
    /// The engine works as usual, or there has been none yet.
    None,
    /// It is to end at the next `readyok` if no command comes after this one.
    Begins(Instant),
    /// It has ended.
    Lasts,
    /// The next one has not said `readyok` yet; what it says is not for the page.
    Ends,
}

/// The state of one visit.
struct Visit {
    state: Arc<ServerState>,
    address: IpAddr,
    place: Arc<Place>,
    engine: Option<EngineHandle>,
    replay: Replay,
    pause: Pause,
    /// How often the page waits for `readyok`.
    unready: u32,
    limiter: RateLimiter,
    /// The messages that wait for a token, and the bytes of them.
    waiting: VecDeque<Message>,
    waiting_bytes: usize,
    /// When the page last sent anything, and when it last sent a command.
    heard: Instant,
    commanded: Instant,
    commands: u64,
    asked: Instant,
    searches: usize,
    /// When the first search in progress began.
    searching: Instant,
    stopped: bool,
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
            unready: 0,
            limiter: RateLimiter::new(now),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            heard: now,
            commanded: now,
            commands: 0,
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
            let engine = &mut self.engine;
            let event = async {
                match engine {
                    Some(engine) => engine.next().await,
                    None => pending().await,
                }
            };
            let has_room =
                self.waiting_bytes < LONGEST_MESSAGE && self.waiting.len() < BURST as usize;
            let next = self.limiter.next();
            let step = tokio::select! {
                // Without room the page has to wait: it cannot write more than the system buffers.
                message = socket.next(), if has_room => self.on_message(socket, message).await,
                () = sleep_until(next.into()), if !self.waiting.is_empty() => {
                    self.take_waiting(socket).await
                }
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

    /// Handles a message of the page, or lets it wait for a token. A search is stopped at once, and
    /// the end of the visit does not wait either.
    async fn on_message(
        &mut self,
        socket: &mut Socket,
        message: Option<Result<Message, Error>>,
    ) -> Step {
        let now = Instant::now();
        self.heard = now;
        let told = |code, text: String| Step::Break(CloseReason::Told(code, text));
        match message {
            Some(Ok(Message::Close(_))) => Step::Break(CloseReason::Page),
            Some(Ok(message)) if self.waiting.is_empty() && self.limiter.take(now) => {
                self.handle(socket, message).await
            }
            Some(Ok(message)) => {
                // It keeps its place, too: a search that waits before it must be stopped.
                if message.to_text().is_ok_and(|text| text.trim() == STOP)
                    && let Some(engine) = &self.engine
                {
                    engine.send(STOP);
                }
                self.waiting_bytes += message.len();
                self.waiting.push_back(message);
                Step::Continue(())
            }
            Some(Err(Error::Capacity(why))) => {
                let text = format!("{why}: expected messages of up to {LONGEST_MESSAGE} bytes");
                told(CloseCode::Size, text)
            }
            Some(Err(Error::Utf8(_))) => {
                told(CloseCode::Invalid, "a text is no UTF-8: expected one line of text".into())
            }
            // A connection that is lost without a close frame.
            Some(Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake))) => {
                Step::Break(CloseReason::Gone)
            }
            Some(Err(Error::Protocol(why))) => {
                told(CloseCode::Protocol, format!("{why}: expected frames as in RFC 6455"))
            }
            Some(Err(_)) | None => Step::Break(CloseReason::Gone),
        }
    }

    /// Handles the first message that waits, if there is a token for it.
    async fn take_waiting(&mut self, socket: &mut Socket) -> Step {
        if !self.limiter.take(Instant::now()) {
            return Step::Continue(());
        }
        let Some(message) = self.waiting.pop_front() else { return Step::Continue(()) };
        self.waiting_bytes -= message.len();
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
        let admitted = match self.state.guard.admit(text) {
            Ok(None) => return Step::Continue(()),
            Ok(Some(admitted)) => admitted,
            Err(refusal) => {
                log::debug!("address {}: {refusal}", self.address);
                return send(socket, format!("serve error {refusal}")).await;
            }
        };
        self.commanded = Instant::now();
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
                (self.searching, self.stopped) = (self.commanded, false);
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
                    Err(why) => return Step::Break(CloseReason::Told(CloseCode::Error, why)),
                };
                if self.pause == Pause::Lasts {
                    self.pause = Pause::Ends;
                    self.replay.lines().iter().for_each(|line| _ = engine.send(line));
                }
                engine
            }
        };
        let sent = engine.send(&admitted.line);
        self.replay.note(admitted.kind, &admitted.line);
        self.unready += u32::from(admitted.kind == LineKind::IsReady);
        self.engine = Some(engine);
        if sent {
            return Step::Continue(());
        }
        let text = "the engine does not read what it is told".to_owned();
        Step::Break(CloseReason::Told(CloseCode::Error, text))
    }

    /// Sends engine lines to the page, all that are waiting with one flush.
    async fn pass_on(&mut self, socket: &mut Socket, event: Option<Event>) -> Step {
        let mut event = event;
        while let Some(it) = event {
            let line = match it {
                Event::Line(line) => line,
                Event::Ended(why) => {
                    return Step::Break(CloseReason::Told(CloseCode::Error, why));
                }
            };
            if self.is_of_pause(&line) {
                event = self.engine.as_mut().and_then(EngineHandle::waiting);
                continue;
            }
            if line.split_ascii_whitespace().next() == Some("bestmove") {
                self.searches = self.searches.saturating_sub(1);
                (self.searching, self.stopped) = (Instant::now(), false);
            }
            if line.len() >= LONGEST_LINE {
                let text = format!(
                    "serve error a line of the engine was cut: expected less than {LONGEST_LINE} bytes"
                );
                send(socket, text).await?;
            }
            if let Some(line) = self.state.guard.show(line) {
                settle(timeout(SLOW, socket.feed(Message::text(line))).await)?;
            }
            event = self.engine.as_mut().and_then(EngineHandle::waiting);
        }
        settle(timeout(SLOW, socket.flush()).await)
    }

    /// Whether a line of the engine belongs to the end of it, or to the beginning of the next one.
    fn is_of_pause(&mut self, line: &str) -> bool {
        let is_ready = line.trim() == READY;
        match self.pause {
            Pause::None | Pause::Lasts => {}
            Pause::Ends => {
                if is_ready {
                    self.pause = Pause::None;
                }
                return true;
            }
            Pause::Begins(commanded) if is_ready && self.unready == 0 => {
                let goes = commanded == self.commanded;
                self.pause = if goes { Pause::Lasts } else { Pause::None };
                self.engine.take_if(|_| goes);
                return true;
            }
            Pause::Begins(_) => {}
        }
        self.unready = self.unready.saturating_sub(u32::from(is_ready));
        false
    }

    /// Checks the timeouts: stops a long search, ends an idle visit, and sends a ping when due.
    async fn look_at_times(&mut self, socket: &mut Socket) -> Step {
        let now = Instant::now();
        let since = |then: Instant| now.saturating_duration_since(then);
        let told = |text: String| Step::Break(CloseReason::Told(CloseCode::Policy, text));
        let allowance = self.state.allowance;
        if since(self.heard) > GONE {
            return Step::Break(CloseReason::Gone);
        }
        if since(self.commanded) > allowance.idle {
            let minutes = allowance.idle.as_secs().div_ceil(60);
            return told(format!("nothing was asked for {minutes} min"));
        }
        if self.searches > 0 && since(self.searching) > allowance.search + STOP_GRACE {
            return told("the engine searches on after stop".into());
        }
        if self.searches > 0 && !self.stopped && since(self.searching) > allowance.search {
            self.stopped = true;
            let seconds = allowance.search.as_secs();
            let text =
                format!("serve error The server lets an engine think for up to {seconds} s.");
            log::info!("address {} limited: a search of {seconds} s is stopped", self.address);
            send(socket, text).await?;
            if let Some(engine) = &self.engine {
                engine.send("stop");
            }
        }
        let is_idle = self.searches == 0 && self.waiting.is_empty() && self.pause == Pause::None;
        let busy = self.commanded.max(self.searching);
        if let Some(engine) = &self.engine
            && is_idle
            && since(busy) > allowance.engine_idle
            && self.replay.is_complete()
        {
            self.pause = Pause::Begins(self.commanded);
            engine.send("isready");
        }
        if since(self.asked) > ASK {
            self.asked = now;
            return settle(timeout(SLOW, socket.send(Message::Ping("".into()))).await);
        }
        Step::Continue(())
    }
}
