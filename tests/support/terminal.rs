//! A pseudo-terminal that runs the program and takes typed keys.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use nix::sys::termios::{LocalFlags, tcgetattr};

use super::zugi;

const DEADLINE: Duration = Duration::from_secs(60);

/// A terminal with the program in it.
pub struct Terminal {
    keys: File,
    output: Receiver<Vec<u8>>,
    pub child: Child,
    /// The program's side, kept open to inspect its settings.
    line: OwnedFd,
    /// All output so far.
    pub seen: Vec<u8>,
    /// The part of it that was already matched, in bytes of [`Terminal::text`].
    pub read: usize,
}

impl Terminal {
    pub fn start(args: &[&str]) -> Terminal {
        Terminal::sized([50, 200], args)
    }

    /// A terminal of this size in rows and columns.
    pub fn sized([rows, columns]: [u16; 2], args: &[&str]) -> Terminal {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(Some(&size), None).expect("a terminal");
        let line = || pty.slave.try_clone().expect("a descriptor");
        let mut command = zugi();
        command.args(args).env("TERM", "xterm").env_remove("NO_COLOR");
        let child = command.stdin(line()).stdout(line()).stderr(line()).spawn().expect("it starts");
        let keys = File::from(pty.master);
        let mut screen = keys.try_clone().expect("a descriptor");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { keys, output, child, line: pty.slave, seen: Vec::new(), read: 0 }
    }

    /// Types a line at the next prompt.
    #[track_caller]
    pub fn enter(&mut self, line: &str) {
        self.expect("> ");
        self.press(line);
        self.press("\r");
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// The output without colours and cursor movements.
    pub fn text(&self) -> String {
        anstream::adapter::strip_str(&String::from_utf8_lossy(&self.seen)).to_string()
    }

    /// Waits for this output after the last match; returns the text before it.
    #[track_caller]
    pub fn expect(&mut self, expected: &str) -> String {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let text = self.text();
            if let Some(at) = text[self.read..].find(expected) {
                let before = text[self.read..self.read + at].to_owned();
                self.read += at + expected.len();
                return before;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.seen.extend(bytes),
                Err(_) => panic!("no {expected:?} in\n{}", &text[self.read..]),
            }
        }
    }

    #[track_caller]
    pub fn quit(mut self) {
        self.enter("quit");
        self.expect_end();
    }

    /// Waits for a clean end, and checks that the terminal settings are restored.
    #[track_caller]
    pub fn expect_end(mut self) {
        let deadline = Instant::now() + DEADLINE;
        let status = loop {
            match self.child.try_wait().expect("our process") {
                Some(status) => break status,
                None if Instant::now() > deadline => panic!("it goes on\n{}", self.text()),
                None => thread::sleep(Duration::from_millis(10)),
            }
        };
        assert_eq!(status.code(), Some(0));
        let flags = tcgetattr(&self.line).expect("a terminal").local_flags;
        assert!(flags.contains(LocalFlags::ECHO | LocalFlags::ICANON), "the terminal stays raw");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        match self.child.kill() {
            Err(error) if error.kind() != ErrorKind::InvalidInput => panic!("{error}"),
            _ => drop(self.child.wait()),
        }
    }
}
