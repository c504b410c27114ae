//! The end of a session.

use crate::check::findings::Phase;
use crate::check::session::{CheckSession, Checked, SEARCH_START_TIME};

/// Fails unless the process exits, and records a bad exit status.
pub fn must_end(session: &mut CheckSession) -> Checked {
    session.expecting("the end of the process");
    let status = session.exit()?;
    session.findings.bad_exit = (!status.success()).then(|| status.to_string());
    Ok(())
}

pub fn quit(session: &mut CheckSession) -> Checked {
    session.send("quit");
    must_end(session)
}

pub fn quit_search(session: &mut CheckSession) -> Checked {
    session.findings.end_without_move = Some("(the end of the process)".to_owned());
    session.search("infinite");
    quit(session)?;
    // The last lines of the engine may still be unread.
    while let Ok(Some(received)) = session.line_within(SEARCH_START_TIME, Phase::Search) {
        if received.line.text.trim().starts_with("bestmove") {
            session.findings.end_without_move = None;
        }
    }
    Ok(())
}

pub fn input_ends(session: &mut CheckSession) -> Checked {
    session.close_input();
    must_end(session)
}

pub fn input_ends_in_search(session: &mut CheckSession) -> Checked {
    session.search("infinite");
    input_ends(session)
}

pub fn finishes(session: &mut CheckSession) -> Checked {
    session.send_all(&[session.start_line().as_str(), "go movetime 100"]);
    session.close_input();
    session.best()?;
    must_end(session)
}
