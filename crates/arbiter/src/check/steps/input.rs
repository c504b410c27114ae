//! Lines of all kinds: those that must be obeyed, and those that must not crash the engine.

use zugi_protocol::OptionKind;

use crate::check::findings::Phase;
use crate::check::session::{CheckSession, Checked, Stop};

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
    let option = session.client().options().iter().find(|option| !takes_all(&option.kind));
    let Some(option) = option else {
        return Err(Stop::Skip("no option has bad values".to_owned()));
    };
    let command = format!("setoption name {} value nonsense", option.name);
    session.silent(&command)
}

pub fn unknown_command(session: &mut CheckSession) -> Checked {
    for line in ["xyzzy", "xyzzy and more words", "position", "query", "setoption"] {
        let lines = session.ask(line)?;
        session.expecting("no bestmove, and readyok to the isready after it");
        session.must(!lines.iter().any(|line| line.starts_with("bestmove")))?;
    }
    Ok(())
}

pub fn blank_lines(session: &mut CheckSession) -> Checked {
    session.ask_all(&["", "   ", "\t", ""]).map(drop)
}

pub fn carriage_returns(session: &mut CheckSession) -> Checked {
    let (_, line) = session.first_move()?;
    let plain = session.state_after(&[&line])?;
    session.must_be(&[&format!("{line}\r")], &plain)?;
    session.expecting("readyok");
    session.send("isready\r");
    session.until_ready(Phase::Commands).map(drop)
}

pub fn tabs(session: &mut CheckSession) -> Checked {
    let (mv, line) = session.first_move()?;
    let plain = session.state_after(&[&line])?;
    let start = session.start_line().replacen(' ', "\t ", 1);
    session.must_be(&[&format!("  {start}  moves \t{mv}")], &plain)
}

pub fn long_line(session: &mut CheckSession) -> Checked {
    session.silent(&"x".repeat(1 << 20))?;
    session.silent(&format!("position startpos moves{}", " zz99zz".repeat(100_000)))
}

pub fn dirt(session: &mut CheckSession) -> Checked {
    let dirt: [&[u8]; 3] = [b"xyz\0zy", b"\xff\xfe\x80", b"position fen \xc3\x28 \0 w"];
    session.ask_all(&dirt).map(drop)
}
