use crate::check::findings::{Phase, Rule};
use crate::check::session::{CheckSession, Checked, SEARCH_START_TIME};

pub fn quit(session: &mut CheckSession) -> Checked {
    session.send("quit");
    session.must_end()
}

pub fn quit_search(session: &mut CheckSession) -> Checked {
    let end = "(the end of the process)".to_owned();
    session.findings.broken.insert(Rule::MovesAtQuit, vec![end]);
    session.search("infinite");
    quit(session)?;
    // The last lines of the engine may still be unread.
    while let Ok(Some(received)) = session.line_within(SEARCH_START_TIME, Phase::Search) {
        if received.line.text.trim().starts_with("bestmove") {
            session.findings.broken.remove(&Rule::MovesAtQuit);
        }
    }
    Ok(())
}

pub fn input_ends(session: &mut CheckSession) -> Checked {
    session.close_input();
    session.must_end()
}

pub fn input_ends_in_search(session: &mut CheckSession) -> Checked {
    session.search("infinite");
    input_ends(session)
}

pub fn finishes(session: &mut CheckSession) -> Checked {
    session.send_all(&[session.start_line().as_str(), "go movetime 100"]);
    session.close_input();
    session.best()?;
    session.must_end()
}
