//! The end of a session.

use std::thread;

use super::search::{UNDER_WAY, go_infinite};
use crate::check::findings::Phase;
use crate::check::session::{CheckSession, Checked};

fn must_end(session: &mut CheckSession) -> Checked {
    session.expecting("the end of the process");
    let status = session.exit()?;
    session.findings.exit = (!status.success()).then(|| status.to_string());
    Ok(())
}

pub fn quit(session: &mut CheckSession) -> Checked {
    session.send("quit");
    must_end(session)
}

pub fn exit_code(session: &mut CheckSession) -> Checked {
    session.sent.push("quit".to_owned());
    session.expecting("exit status: 0");
    match session.findings.exit.clone() {
        Some(status) => session.fail(status),
        None => Ok(()),
    }
}

pub fn quit_search(session: &mut CheckSession) -> Checked {
    go_infinite(session);
    thread::sleep(UNDER_WAY);
    session.send("quit");
    must_end(session)?;
    // Whatever it has said lies there to be read, up to the end.
    while let Ok(Some(received)) = session.line_within(UNDER_WAY, Phase::Search) {
        session.findings.quit_answered |= received.line.text.trim().starts_with("bestmove");
    }
    Ok(())
}

pub fn quit_answers(session: &mut CheckSession) -> Checked {
    session.sent.extend(["go infinite", "quit"].map(str::to_owned));
    session.expecting("bestmove and the end of the process");
    match session.findings.quit_answered {
        true => Ok(()),
        false => session.fail("(the end of the process)"),
    }
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
    session.send_all(&[session.start_line().as_str(), "go movetime 100"]);
    session.close_input();
    session.best()?;
    must_end(session)
}
