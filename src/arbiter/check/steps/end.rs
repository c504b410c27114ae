//! The end of a session.

use std::time::Duration;

use super::search::go_infinite;
use crate::arbiter::check::session::{CheckSession, Checked};

/// Long enough for a search to be under way.
const UNDER_WAY: Duration = Duration::from_millis(50);

fn must_end(session: &mut CheckSession) -> Checked {
    session.expecting("the end of the process");
    session.exit().map(drop)
}

pub fn quit(session: &mut CheckSession) -> Checked {
    session.send("quit");
    must_end(session)
}

pub fn quit_search(session: &mut CheckSession) -> Checked {
    go_infinite(session);
    std::thread::sleep(UNDER_WAY);
    session.send("quit");
    must_end(session)
}

pub fn input_ends(session: &mut CheckSession) -> Checked {
    session.close_input();
    must_end(session)
}

pub fn input_ends_in_search(session: &mut CheckSession) -> Checked {
    go_infinite(session);
    session.close_input();
    must_end(session)
}

pub fn finishes(session: &mut CheckSession) -> Checked {
    session.send_all(&["position startpos", "go movetime 100"]);
    session.close_input();
    session.best()?;
    must_end(session)
}

pub fn quit_answers(session: &mut CheckSession) -> Checked {
    go_infinite(session);
    std::thread::sleep(UNDER_WAY);
    session.send("quit");
    session.best()?;
    must_end(session)
}

pub fn exit_code(session: &mut CheckSession) -> Checked {
    session.send("quit");
    session.expecting("exit status: 0");
    let status = session.exit()?;
    session.must(status.success())
}
