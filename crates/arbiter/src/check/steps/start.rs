//! The beginning of a session.

use std::time::Duration;

use zugi_client::VARIANT_OPTIONS;
use zugi_protocol::parse_reply;

use crate::check::findings::{Introduction, Phase};
use crate::check::session::{CheckSession, Checked, Stop};

/// How long silence is listened to.
const SILENCE: Duration = Duration::from_millis(300);

/// The handshake and the options, as every client begins.
pub fn open(session: &mut CheckSession) -> Checked {
    handshake(session)?;
    session.ready_in(Phase::Introduction)?;
    set_options(session)
}

/// Says `ugi` and returns the answer without the `ugiok`.
pub fn handshake(session: &mut CheckSession) -> Checked<Vec<String>> {
    session.expecting("a line `ugiok`, flushed");
    session.introduce()
}

/// The first handshake, with the lines before and after it.
pub fn introduces_itself(session: &mut CheckSession) -> Checked {
    session.expecting("a line `ugiok`, flushed");
    let early = session.said_within(SILENCE)?;
    let lines = handshake(session)?;
    let late = session.said_within(SILENCE)?;
    session.findings.introduction = Introduction { early, lines, late };
    Ok(())
}

/// Sets the requested options, and the variant if the engine has an option for it.
pub fn set_options(session: &mut CheckSession) -> Checked {
    let mut commands = Vec::new();
    let variant = session.findings.wanted_variant.as_deref();
    let [option, _] = VARIANT_OPTIONS;
    commands.extend(variant.and_then(|name| session.client().setting(option, name).ok()));
    for (name, value) in &session.findings.wanted {
        match session.client().setting(name, value) {
            Ok(command) => commands.push(command),
            Err(why) => {
                session.expected = format!("an option {name} that can be {value}");
                return session.fail(why.to_string());
            }
        }
    }
    let lines = session.ask_all(&commands)?;
    session.expecting("no error");
    session.must(!lines.iter().any(|line| line.starts_with("info string error")))
}

/// Finds the variant whose rules check the moves.
pub fn knows_rules(session: &mut CheckSession) -> Checked {
    let text_of = |session: &mut CheckSession, line: &str| match session.findings.knows_fen {
        true => session.state_after(&[line]).map(Some),
        false => Ok(None),
    };
    let mut text = text_of(session, "position startpos")?;
    if session.findings.wanted_variant.is_none() {
        let starts_so = |text: &String| {
            let mut variants = session.findings.variants.iter();
            variants.find(|variant| variant.game().text() == *text).cloned()
        };
        session.findings.variant = text.as_ref().and_then(starts_so);
    }
    let start = session.start_line();
    if start != "position startpos" {
        // An engine may shuffle as it likes, but must know what it is shown.
        text = text_of(session, &start)?;
    }
    match (session.rules(), text) {
        (Ok(rules), Some(text)) if text != rules.text() => {
            session.findings.variant = None;
            session.expecting(format!("{}, the start of {}", rules.text(), rules.variant()));
            Err(Stop::Fail)
        }
        (Ok(_), _) => Ok(()),
        (Err(_), _) => {
            Err(Stop::Skip("no: name the game with --variant if zugi has it".to_owned()))
        }
    }
}

/// Fails with the first of these lines that is not as expected.
fn none_is_bad<'a>(
    session: &mut CheckSession,
    expected: &str,
    lines: impl IntoIterator<Item = &'a String>,
    is_bad: impl Fn(&str) -> bool,
) -> Checked {
    session.sent.push("ugi".to_owned());
    session.expecting(expected);
    match lines.into_iter().find(|line| is_bad(line.as_str())) {
        Some(line) => session.fail(line.as_str()),
        None => Ok(()),
    }
}

pub fn says_its_name(session: &mut CheckSession) -> Checked {
    session.sent.push("ugi".to_owned());
    session.expecting("`id name NAME` and `id author NAME`");
    let lines = session.findings.introduction.lines.clone();
    let has_line = |key: &str| {
        let value = |line: &String| line.strip_prefix(key).is_some_and(|name| !name.is_empty());
        lines.iter().any(value)
    };
    lines.iter().filter(|line| line.starts_with("id")).for_each(|line| session.note(line.as_str()));
    session.must(has_line("id name ") && has_line("id author "))
}

pub fn declares_options(session: &mut CheckSession) -> Checked {
    let lines = session.findings.introduction.lines.clone();
    let expected = "option name NAME type check|spin|combo|button|string [default D] [min A max B]";
    let is_option = |line: &&String| line.split(' ').next() == Some("option");
    none_is_bad(session, expected, lines.iter().filter(is_option), |line| {
        parse_reply(line).is_err()
    })
}

pub fn names_options_simply(session: &mut CheckSession) -> Checked {
    let options = session.client().options();
    let names: Vec<String> = options.iter().map(|option| option.name.clone()).collect();
    none_is_bad(session, "option names of one word", &names, |name| name.contains(' '))
}

pub fn says_no_more(session: &mut CheckSession) -> Checked {
    let lines = session.findings.introduction.lines.clone();
    none_is_bad(session, "only id, option and info lines", &lines, |line| {
        !matches!(line.split(' ').next(), Some("id" | "option" | "info"))
    })
}

pub fn says_nothing_before(session: &mut CheckSession) -> Checked {
    let lines = session.findings.introduction.early.clone();
    none_is_bad(session, "nothing before it is asked", &lines, |_| true)
}

pub fn says_nothing_after(session: &mut CheckSession) -> Checked {
    let lines = session.findings.introduction.late.clone();
    none_is_bad(session, "nothing after ugiok", &lines, |_| true)
}

pub fn says_uciok(session: &mut CheckSession) -> Checked {
    session.send_all(&["uci", "isready"]);
    session.expecting("a line `uciok`");
    let (lines, _) = session.until_ready(Phase::Introduction)?;
    session.must(lines.iter().any(|line| line == "uciok"))
}
