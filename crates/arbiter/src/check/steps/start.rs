use std::time::Duration;

use zugi_client::VARIANT_OPTIONS;
use zugi_protocol::{OptionKind, parse_reply};

use crate::check::findings::{Phase, Rule};
use crate::check::session::{CheckSession, Checked, Stop, has};

/// The wait for unsolicited lines.
const SILENCE: Duration = Duration::from_millis(300);

/// Begins as every client does, with handshake and options.
pub fn open(session: &mut CheckSession) -> Checked {
    handshake(session)?;
    session.send("isready");
    session.expecting("readyok");
    session.until_ready(Phase::Introduction)?;
    set_options(session)
}

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
    let names = session.client.options().iter().map(|option| &option.name);
    let names = names.filter(|name| name.contains(' ')).cloned().collect();
    let such = |is_such: fn(&str, &str) -> bool| {
        let line_and_word = |line: &&String| is_such(line, line.split(' ').next().unwrap_or(""));
        lines.iter().filter(line_and_word).cloned().collect()
    };
    let is_missing = |key: &&str| {
        let has_value = |line: &String| line.strip_prefix(key).is_some_and(|it| !it.is_empty());
        !lines.iter().any(has_value)
    };
    let missing = ["id name ", "id author "].into_iter().filter(is_missing);
    session.findings.broken.extend([
        (Rule::NotEarly, early),
        (Rule::NotLate, late),
        (Rule::Ids, missing.map(|key| format!("(no {key}…)")).collect()),
        (Rule::Options, such(|line, word| word == "option" && parse_reply(line).is_err())),
        (Rule::OptionNames, names),
        (Rule::Introduction, such(|_, word| !matches!(word, "id" | "option" | "info"))),
    ]);
    Ok(())
}

/// Sets the requested options, and the variant if the engine has an option for it.
pub fn set_options(session: &mut CheckSession) -> Checked {
    let mut commands = Vec::new();
    let variant = session.options.variant.as_deref();
    let [option, _] = VARIANT_OPTIONS;
    commands.extend(variant.and_then(|name| session.client.setting(option, name).ok()));
    for (name, value) in &session.options.options {
        match session.client.setting(name, value) {
            Ok(command) => commands.push(command),
            Err(why) => {
                session.evidence.expected = format!("an option {name} that can be {value}");
                return session.fail(why.to_string());
            }
        }
    }
    let lines = session.ask_all(&commands)?;
    session.must(!has(&lines, "info string error"), "no error")
}

/// Finds the variant whose rules check the moves.
pub fn knows_rules(session: &mut CheckSession) -> Checked {
    let text_of = |session: &mut CheckSession, line: &str| match session.findings.knows_fen {
        true => session.state_after(&[line]).map(Some),
        false => Ok(None),
    };
    let mut text = text_of(session, "position startpos")?;
    if session.options.variant.is_none() {
        let starts_so = |text: &String| {
            let mut variants = session.findings.variants.iter();
            variants.find(|variant| variant.game().text() == *text).cloned()
        };
        session.findings.variant = text.as_ref().and_then(starts_so);
    }
    let start = session.start_line();
    if start != "position startpos" {
        // An engine may shuffle `startpos` differently, but must keep a position that is set up.
        text = text_of(session, &start)?;
    }
    match (session.rules(), text) {
        (Ok(rules), Some(text)) if text != rules.text() => {
            session.findings.variant = None;
            session.must(false, format!("{}, the start of {}", rules.text(), rules.variant()))
        }
        (Ok(_), _) => Ok(()),
        (Err(_), _) => Err(Stop::Skip("no: name the game with --variant if zugi has it")),
    }
}

pub fn says_uciok(session: &mut CheckSession) -> Checked {
    session.send_all(&["uci", "isready"]);
    session.expecting("a line `uciok`");
    let (lines, _) = session.until_ready(Phase::Introduction)?;
    session.must(lines.iter().any(|line| line == "uciok"), "a line `uciok`")
}

pub fn is_ready_thrice(session: &mut CheckSession) -> Checked {
    session.send_all(&["isready", "isready", "isready"]);
    session.expecting("three lines `readyok`");
    for _ in 0..3 {
        session.until_ready(Phase::Commands)?;
    }
    session.ready()
}

pub fn bad_value(session: &mut CheckSession) -> Checked {
    let takes_all =
        |kind: &OptionKind| matches!(kind, OptionKind::Button | OptionKind::Text { .. });
    let option = session.client.options().iter().find(|option| !takes_all(&option.kind));
    let option = option.ok_or(Stop::Skip("no option has bad values"))?;
    let command = format!("setoption name {} value nonsense", option.name);
    session.silent(&command)
}

pub fn long_lines(session: &mut CheckSession) -> Checked {
    session.silent(&"x".repeat(1 << 20))?;
    session.silent(&format!("position startpos moves{}", " zz99zz".repeat(100_000)))
}
