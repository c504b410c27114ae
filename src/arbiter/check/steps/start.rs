//! The beginning of a session.

use std::time::Duration;

use crate::arbiter::check::findings::Phase;
use crate::arbiter::check::session::{CheckSession, Checked, Stop};
use crate::arbiter::client::VARIANT_OPTION;
use crate::game::Registry;
use crate::protocol::parse_reply;

/// How long silence is listened to.
pub const SILENCE: Duration = Duration::from_millis(150);

/// Says `ugi` and returns the answer without the `ugiok`.
pub fn handshake(session: &mut CheckSession) -> Checked<Vec<String>> {
    session.expecting("a line `ugiok`, flushed");
    session.introduce()
}

/// Sets what was asked for, and the variant where the engine has an option for it.
pub fn set_options(session: &mut CheckSession) -> Checked {
    let mut commands = Vec::new();
    let variant = session.findings.wanted_variant.as_deref();
    commands.extend(variant.and_then(|name| session.client().setting(VARIANT_OPTION, name).ok()));
    for (name, value) in &session.findings.wanted {
        match session.client().setting(name, value) {
            Ok(command) => commands.push(command),
            Err(why) => {
                session.expected = format!("an option {name} that can be {value}");
                return session.fail(why);
            }
        }
    }
    let lines = session.ask_all(&commands)?;
    session.expecting("no error");
    session.must(!lines.iter().any(|line| line.starts_with("info string error")))
}

/// Finds out whose rules judge the moves.
pub fn recognise(session: &mut CheckSession, registry: &Registry) -> Checked {
    if let Some(name) = &session.findings.wanted_variant {
        session.findings.variant = registry.find(name).ok().cloned();
        return Ok(());
    }
    session.send("position startpos");
    if let Some(fen) = session.fen()? {
        let known = registry.variants().find(|variant| variant.game().text() == fen);
        session.findings.variant = known.cloned();
    }
    Ok(())
}

pub fn says_its_name(session: &mut CheckSession) -> Checked {
    let lines = handshake(session)?;
    session.expecting("`id name NAME` and `id author NAME`");
    let told = |key: &str| {
        let value = |line: &String| line.strip_prefix(key).is_some_and(|name| !name.is_empty());
        lines.iter().any(value)
    };
    session.must(told("id name ") && told("id author "))
}

pub fn declares_options(session: &mut CheckSession) -> Checked {
    let lines = handshake(session)?;
    session.expecting(
        "option name NAME type check|spin|combo|button|string [default D] [min A max B]",
    );
    let declarations = lines.iter().filter(|line| line.split(' ').next() == Some("option"));
    for line in declarations {
        if let Err(why) = parse_reply(line) {
            return session.fail(format!("{line}: {why}"));
        }
    }
    Ok(())
}

pub fn names_options_simply(session: &mut CheckSession) -> Checked {
    handshake(session)?;
    session.expecting("option names of one word");
    match session.client().options().iter().find(|option| option.name.contains(' ')) {
        Some(option) => session.fail(option.name.clone()),
        None => Ok(()),
    }
}

pub fn says_no_more(session: &mut CheckSession) -> Checked {
    let lines = handshake(session)?;
    session.expecting("only id, option and info lines");
    let known = |line: &String| matches!(line.split(' ').next(), Some("id" | "option" | "info"));
    match lines.iter().find(|line| !known(line)) {
        Some(line) => session.fail(format!("{line:?}")),
        None => Ok(()),
    }
}

pub fn says_nothing_after(session: &mut CheckSession) -> Checked {
    handshake(session)?;
    session.nothing_for(SILENCE)
}

pub fn says_uciok(session: &mut CheckSession) -> Checked {
    session.send_all(&["uci", "isready"]);
    session.expecting("a line `uciok`");
    let (lines, _) = session.until_ready(Phase::Introduction)?;
    session.must(lines.iter().any(|line| line == "uciok"))
}

pub fn is_ready(session: &mut CheckSession) -> Checked {
    handshake(session)?;
    session.ready()
}

pub fn sets_options(session: &mut CheckSession) -> Checked {
    if session.findings.wanted.is_empty() {
        return Err(Stop::Skip("none were asked for".to_owned()));
    }
    handshake(session)?;
    set_options(session)
}
