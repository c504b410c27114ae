//! The end of a session.

use std::time::Duration;

use super::search::go_infinite;
use crate::arbiter::check::facts::Facts;
use crate::arbiter::check::talk::{Checked, Talk};

/// Long enough for a search to be under way.
const UNDER_WAY: Duration = Duration::from_millis(50);

fn must_end(talk: &mut Talk) -> Checked {
    talk.expecting("the end of the process");
    talk.exit().map(drop)
}

pub fn quit(talk: &mut Talk, _: &mut Facts) -> Checked {
    talk.send("quit");
    must_end(talk)
}

pub fn quit_search(talk: &mut Talk, _: &mut Facts) -> Checked {
    go_infinite(talk);
    std::thread::sleep(UNDER_WAY);
    talk.send("quit");
    must_end(talk)
}

pub fn input_ends(talk: &mut Talk, _: &mut Facts) -> Checked {
    talk.close_input();
    must_end(talk)
}

pub fn input_ends_in_search(talk: &mut Talk, _: &mut Facts) -> Checked {
    go_infinite(talk);
    talk.close_input();
    must_end(talk)
}

pub fn finishes(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.send_all(&["position startpos", "go movetime 100"]);
    talk.close_input();
    talk.best(facts)?;
    must_end(talk)
}

pub fn quit_answers(talk: &mut Talk, facts: &mut Facts) -> Checked {
    go_infinite(talk);
    std::thread::sleep(UNDER_WAY);
    talk.send("quit");
    talk.best(facts)?;
    must_end(talk)
}

pub fn exit_code(talk: &mut Talk, _: &mut Facts) -> Checked {
    talk.send("quit");
    talk.expecting("exit status: 0");
    let status = talk.exit()?;
    talk.must(status.success())
}
