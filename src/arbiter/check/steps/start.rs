//! The beginning of a session.

use std::time::Duration;

use crate::arbiter::check::facts::Facts;
use crate::arbiter::check::talk::{Checked, Stop, Talk};
use crate::arbiter::referee::referee;
use crate::games::VARIANTS;
use crate::protocol::{OptionDeclaration, Reply, parse_reply};

/// How long silence is listened to.
const SILENCE: Duration = Duration::from_millis(150);

/// The option that chooses a game.
const VARIANT_OPTION: &str = "UGI_Variant";

/// Says `ugi` and returns the answer without the `ugiok`.
pub fn handshake(talk: &mut Talk, facts: &mut Facts) -> Checked<Vec<String>> {
    talk.send("ugi");
    talk.expecting("a line `ugiok`, flushed");
    let (lines, _) = talk.until(facts, "ugiok")?;
    let option = |line: &String| match parse_reply(line) {
        Ok(Some(Reply::OptionDeclaration(option))) => Some(option),
        _ => None,
    };
    facts.options = lines.iter().filter_map(option).collect();
    Ok(lines)
}

/// Sets what was asked for, and the variant where the engine has an option for it.
pub fn set_options(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mut commands = Vec::new();
    if let (Some(variant), Ok(option)) =
        (&facts.wanted_variant, OptionDeclaration::find(&facts.options, VARIANT_OPTION))
        && option.accept(variant).is_ok()
    {
        commands.push(option.set(variant).to_string());
    }
    for (name, value) in &facts.wanted {
        let option = OptionDeclaration::find(&facts.options, name);
        let setting =
            option.and_then(|option| option.accept(value).map(|()| option.set(value).to_string()));
        match setting {
            Ok(command) => commands.push(command),
            Err(why) => {
                talk.expecting(format!("an option {name} that can be {value}"));
                return talk.fail(why);
            }
        }
    }
    let lines = talk.ask_all(facts, &commands)?;
    talk.expecting("no error");
    talk.must(!lines.iter().any(|line| line.starts_with("info string error")))
}

/// Finds out whose rules judge the moves.
pub fn recognise(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let start = |variant: &str| referee(variant, None)?.ok().map(|rules| rules.position());
    if let Some(variant) = &facts.wanted_variant {
        facts.variant = start(variant).map(|_| variant.clone());
        return Ok(());
    }
    talk.send("position startpos");
    if let Some(fen) = talk.fen(facts)? {
        let known = VARIANTS.into_iter().find(|variant| start(variant).as_ref() == Some(&fen));
        facts.variant = known.map(str::to_owned);
    }
    Ok(())
}

pub fn says_nothing_first(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.nothing_for(facts, SILENCE)
}

pub fn says_ugiok(talk: &mut Talk, facts: &mut Facts) -> Checked {
    handshake(talk, facts).map(drop)
}

pub fn says_its_name(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let lines = handshake(talk, facts)?;
    talk.expecting("`id name NAME` and `id author NAME`");
    let told = |key: &str| {
        let value = |line: &String| line.strip_prefix(key).is_some_and(|name| !name.is_empty());
        lines.iter().any(value)
    };
    talk.must(told("id name ") && told("id author "))
}

pub fn declares_options(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let lines = handshake(talk, facts)?;
    talk.expecting(
        "option name NAME type check|spin|combo|button|string [default D] [min A max B]",
    );
    let declarations = lines.iter().filter(|line| line.split(' ').next() == Some("option"));
    for line in declarations {
        if let Err(why) = parse_reply(line) {
            return talk.fail(format!("{line}: {why}"));
        }
    }
    Ok(())
}

pub fn names_options_simply(talk: &mut Talk, facts: &mut Facts) -> Checked {
    handshake(talk, facts)?;
    talk.expecting("option names of one word");
    match facts.options.iter().find(|option| option.name.contains(' ')) {
        Some(option) => talk.fail(option.name.clone()),
        None => Ok(()),
    }
}

pub fn says_no_more(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let lines = handshake(talk, facts)?;
    talk.expecting("only id, option and info lines");
    let known = |line: &String| matches!(line.split(' ').next(), Some("id" | "option" | "info"));
    match lines.iter().find(|line| !known(line)) {
        Some(line) => talk.fail(format!("{line:?}")),
        None => Ok(()),
    }
}

pub fn says_nothing_after(talk: &mut Talk, facts: &mut Facts) -> Checked {
    handshake(talk, facts)?;
    talk.nothing_for(facts, SILENCE)
}

pub fn says_uciok(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.send_all(&["uci", "isready"]);
    talk.expecting("a line `uciok`");
    let (lines, _) = talk.until(facts, "readyok")?;
    talk.must(lines.iter().any(|line| line == "uciok"))
}

pub fn is_ready(talk: &mut Talk, facts: &mut Facts) -> Checked {
    handshake(talk, facts)?;
    talk.ready(facts)
}

pub fn sets_options(talk: &mut Talk, facts: &mut Facts) -> Checked {
    if facts.wanted.is_empty() {
        return Err(Stop::Skip("none were asked for".to_owned()));
    }
    handshake(talk, facts)?;
    set_options(talk, facts)
}
