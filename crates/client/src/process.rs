//! A child process with deadlines: no wait is endless, buffered output is limited, and dropping it
//! kills the process with its descendants.

use std::collections::VecDeque;
use std::io;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};
use thiserror::Error;
use zugi_protocol::cut;

use super::descendants::{self, EngineMark, kill_marked};
pub use super::launch::{Content, Launch, ProgramFile, ProgramReader, SpawnError};
use super::pipes::{self, PipeEvent, Pipes, WakeOn};
pub use super::pipes::{LONGEST_LINE, Line, StdinWriter};
use super::suspension::{SuspensionTimer, now};

/// The greatest number of lines in the transcript, without standard error.
const TRANSCRIPT: usize = 200;

/// The greatest length in characters of a line in the transcript.
const TRANSCRIPT_LINE: usize = 2000;

/// How long a process may take to end after it has closed its output or was killed. After that time
/// it counts as running.
const EXIT_GRACE: Duration = Duration::from_millis(300);

/// The longest wait for the end of the output of a process that has ended. The end comes at once,
/// unless this machine is busy, or a child of the process keeps the output open.
const LAST_LINES_GRACE: Duration = Duration::from_secs(2);

/// How often a wait wakes up to check whether the process is alive (its output may be held open by
/// a child) and whether this process was suspended.
const LIVENESS_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReadError {
    #[error("no line before the deadline")]
    Timeout,
    /// The output is closed, the process has ended, or a [`KillToken`] abandons the process; with
    /// the exit status if the process has ended.
    #[error("{}", closed(.0.as_deref()))]
    Closed(Option<String>),
    #[error("it sends too much output")]
    Flood,
}

fn closed(status: Option<&str>) -> String {
    match status {
        Some(status) => format!("the process has ended ({status})"),
        None => "it has closed its output, but still runs".to_owned(),
    }
}

/// A running child process with its pipes. Its standard error is logged at the level `debug`.
pub struct Process {
    name: String,
    child: Box<dyn ChildWrapper>,
    ended: Option<ExitStatus>,
    mark: EngineMark,
    suspension_timer: SuspensionTimer,
    feed: Option<StdinWriter>,
    pipes: Arc<Pipes>,
    began: Instant,
    /// The lines of input (`>`) and output (`<`).
    transcript: VecDeque<(char, Line)>,
    kill: KillToken,
}

/// Abandons processes from another thread. Clones share one state, which is never reset.
#[derive(Clone, Debug, Default)]
pub struct KillToken(Arc<AtomicBool>);

impl KillToken {
    /// Every read from a process with this token fails within 50 ms with [`ReadError::Closed`], so
    /// that its owner drops and kills it.
    pub fn kill(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    #[must_use]
    pub fn is_killed(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl Process {
    /// Starts a program in its own process group, so that Ctrl-C in the terminal does not reach it;
    /// on Windows in a job object, without this effect. `name` is for logs.
    ///
    /// # Errors
    /// [`SpawnError`], which names the program, the directory or the file.
    pub fn spawn(name: &str, launch: &Launch) -> Result<Process, SpawnError> {
        let (mut command, file) = launch.prepare()?;
        let failed = |error| launch.refused(error);
        let mark = EngineMark::new();
        mark.put(&mut command);
        let mut builder = CommandWrap::from(command);
        #[cfg(unix)]
        builder.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        builder.wrap(JobObject);
        let mut child = builder.spawn().map_err(failed)?;
        let (stdin, stdout) = (child.stdin().take(), child.stdout().take());
        let stderr = child.stderr().take();
        let (sender, texts) = channel();
        let pipes = Arc::new(Pipes::default());
        let [for_feed, for_input, for_output, for_errors] =
            std::array::from_fn(|_| Arc::clone(&pipes));
        // From here on an error drops the process, which kills it.
        let process = Process {
            name: name.to_owned(),
            child,
            ended: None,
            mark,
            suspension_timer: SuspensionTimer::begin(now()),
            feed: Some(StdinWriter { texts: sender, pipes: for_feed }),
            pipes,
            began: Instant::now(),
            transcript: VecDeque::new(),
            kill: KillToken::default(),
        };
        if let Some(stdin) = stdin {
            start_thread(move || pipes::write(stdin, &for_input, &texts)).map_err(failed)?;
        }
        if let Some(stdout) = stdout {
            start_thread(move || pipes::read(stdout, &for_output)).map_err(failed)?;
        }
        if let Some(stderr) = stderr {
            let name = name.to_owned();
            let read = move || pipes::read_errors(stderr, &for_errors, &name, file);
            start_thread(read).map_err(failed)?;
        }
        Ok(process)
    }

    pub fn kill_by(&mut self, token: &KillToken) {
        self.kill = token.clone();
    }

    /// The process id, which is also that of the group.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line, adding its line end. Never blocks: the line is queued. It is lost if the
    /// process has closed its input, or if 16 MiB are waiting.
    pub fn send(&mut self, line: &str) {
        self.send_lines(&[line]);
    }

    /// Sends several lines in one write; they need not be UTF-8.
    pub fn send_lines<T: AsRef<[u8]>>(&mut self, lines: &[T]) {
        let mut bytes = Vec::new();
        for line in lines {
            self.note('>', &String::from_utf8_lossy(line.as_ref()), Instant::now());
            bytes.extend_from_slice(line.as_ref());
            bytes.push(b'\n');
        }
        if let Some(feed) = &self.feed {
            // If the input is closed, reading will report why.
            feed.send_bytes(bytes);
        }
    }

    /// A writer for other threads; `None` after [`Process::close_input`]. The input stays open
    /// until the writer is dropped.
    #[must_use]
    pub fn feed(&self) -> Option<StdinWriter> {
        self.feed.clone()
    }

    /// The time at which the latest write to the process began.
    #[must_use]
    pub fn written(&self) -> Option<Instant> {
        self.pipes.written()
    }

    /// Closes the input after all queued lines, unless a [`StdinWriter`] of another thread is left.
    pub fn close_input(&mut self) {
        self.feed = None;
    }

    /// The next line of output. A line that has already arrived is returned even after the
    /// deadline; [`Line::at`] is its time of arrival.
    pub fn read_line(&mut self, deadline: Instant) -> Result<Line, ReadError> {
        self.next_line(deadline, WakeOn::AnyLine)
    }

    /// Like [`Process::read_line`], but `info` lines do not wake this thread. They are read up to
    /// 50 ms late, or with the next other line.
    pub fn read_answer(&mut self, deadline: Instant) -> Result<Line, ReadError> {
        self.next_line(deadline, WakeOn::NonInfo)
    }

    /// Starts to measure suspensions of the calling process, not of the child.
    pub fn start_suspension_timer(&mut self) {
        self.suspension_timer = SuspensionTimer::begin(now());
    }

    /// An upper bound of the time for which the calling process was suspended while it waited for
    /// lines since [`Process::start_suspension_timer`]. Suspensions under half a second are
    /// ignored.
    #[must_use]
    pub fn suspended(&self) -> Duration {
        self.suspension_timer.suspended()
    }

    fn next_line(&mut self, mut deadline: Instant, wake_on: WakeOn) -> Result<Line, ReadError> {
        let mut ended = None;
        loop {
            if self.kill.is_killed() {
                return Err(ReadError::Closed(None));
            }
            self.suspension_timer.rest(now());
            let rest = deadline.saturating_duration_since(Instant::now());
            let news = self.pipes.next(wake_on, rest.min(LIVENESS_INTERVAL));
            // A suspension moves the deadline: lines that arrived meanwhile may still be unread.
            deadline += self.suspension_timer.wake(now(), rest.min(LIVENESS_INTERVAL));
            match news {
                Some(PipeEvent::Line(line)) => {
                    self.note('<', &line.text, line.at);
                    return Ok(line);
                }
                Some(PipeEvent::Flood) => return Err(ReadError::Flood),
                Some(PipeEvent::End) => return Err(self.closed()),
                None if !self.is_alive() => {
                    let since = *ended.get_or_insert_with(Instant::now);
                    if since.elapsed() >= LAST_LINES_GRACE {
                        return Err(self.closed());
                    }
                }
                None if deadline <= Instant::now() => return Err(ReadError::Timeout),
                None => {}
            }
        }
    }

    fn closed(&mut self) -> ReadError {
        let status = self.wait(Instant::now() + EXIT_GRACE);
        ReadError::Closed(status.map(|status| status.to_string()))
    }

    pub fn is_alive(&mut self) -> bool {
        self.poll().is_none()
    }

    /// Waits until the deadline for the end of the process; `None` if it still runs.
    pub fn wait(&mut self, deadline: Instant) -> Option<ExitStatus> {
        let mut pause = Duration::from_micros(200);
        loop {
            let status = self.poll();
            let rest = deadline.saturating_duration_since(Instant::now());
            if status.is_some() || rest.is_zero() {
                return status;
            }
            thread::sleep(pause.min(rest));
            pause = (2 * pause).min(Duration::from_millis(10));
        }
    }

    /// Sends `quit`, closes the input, and kills the process after the grace time. Returns the exit
    /// status, or `None` if it was killed.
    pub fn quit(mut self, grace: Duration) -> Option<ExitStatus> {
        self.send("quit");
        self.close_input();
        self.wait(Instant::now() + grace)
    }

    /// Checks whether the process has ended; if so, kills the rest of its group.
    fn poll(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().ok().flatten();
            if self.ended.is_some() {
                // An error means that no process is left.
                drop(self.child.start_kill());
                kill_marked(&self.mark);
            }
        }
        self.ended
    }

    /// The last lines in both directions and of standard error (`!`), each with the seconds since
    /// the start, such as `   12.345 < bestmove a1b1`.
    #[must_use]
    pub fn transcript(&self) -> Vec<String> {
        let errors = self.last_errors();
        let errors = errors.iter().map(|line| ('!', line));
        let lines = self.transcript.iter().map(|(mark, line)| (*mark, line));
        let mut lines: Vec<(char, &Line)> = lines.chain(errors).collect();
        lines.sort_by_key(|(_, line)| line.at);
        let show = |(mark, Line { text, at }): (char, &Line)| {
            let at = at.saturating_duration_since(self.began).as_secs_f64();
            format!("{at:9.3} {mark} {}", cut(text, TRANSCRIPT_LINE))
        };
        lines.into_iter().map(show).collect()
    }

    /// The last lines of standard error. If the process has ended, waits up to [`LAST_LINES_GRACE`]
    /// for the rest of them.
    fn last_errors(&self) -> Vec<Line> {
        let deadline = Instant::now() + LAST_LINES_GRACE;
        while self.ended.is_some() && !self.pipes.have_errors_ended() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        self.pipes.last_errors()
    }

    fn note(&mut self, mark: char, text: &str, at: Instant) {
        log::trace!("{} {mark} {text}", self.name);
        if self.transcript.len() >= TRANSCRIPT {
            self.transcript.pop_front();
        }
        let text = cut(text, TRANSCRIPT_LINE).into_owned();
        self.transcript.push_back((mark, Line { text, at }));
    }
}

/// The text of a transcript line from standard error; `None` for other lines.
#[must_use]
pub fn error_text(line: &str) -> Option<&str> {
    let (at, text) = line.split_once(" ! ")?;
    at.trim().parse::<f64>().ok().map(|_| text)
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended.is_none() {
            // Descendants without the mark can be found only while their parents run.
            let below = descendants::below(self.id());
            drop(self.child.start_kill());
            // The process may have left its group.
            drop(self.child.inner_mut().kill());
            descendants::kill(&below);
            kill_marked(&self.mark);
            // Without a wait it stays a zombie until this program ends.
            self.wait(Instant::now() + EXIT_GRACE);
        }
    }
}

/// The thread ends by itself when its pipe is closed or, for the writer, when all senders are
/// dropped.
fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().stack_size(128 << 10).spawn(work).map(drop)
}
