//! Lines of all kinds: what must be obeyed, and what must be survived.

use crate::arbiter::check::findings::Phase;
use crate::arbiter::check::session::{CheckSession, Checked, Stop};
use crate::protocol::OptionKind;

pub fn is_ready_thrice(session: &mut CheckSession) -> Checked {
    let lines = session.ask_all(&["isready", "isready"])?;
    // The third one is the one that ends the answer, if the first two were not lost.
    session.expecting("three lines `readyok`, and nothing else");
    session.must(lines.is_empty())?;
    for _ in 0..2 {
        let (lines, _) = session.until_ready(Phase::Commands)?;
        session.must(lines.is_empty())?;
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
    let lines = session.ask_all(&["", "   ", "\t", ""])?;
    session.expecting("nothing but readyok");
    session.must(lines.iter().all(String::is_empty))
}

pub fn carriage_returns(session: &mut CheckSession) -> Checked {
    let lines = session.ask_all(&["position startpos\r", "query gameover\r"])?;
    session.expecting("response false");
    session.must(lines.iter().any(|line| line == "response false"))?;
    session.expecting("readyok");
    session.send("isready\r");
    session.until_ready(Phase::Commands).map(drop)
}

pub fn tabs(session: &mut CheckSession) -> Checked {
    let lines = session.ask_all(&["  position   startpos  ", "\tquery\t gameover "])?;
    session.expecting("response false");
    session.must(lines.iter().any(|line| line == "response false"))
}

pub fn long_line(session: &mut CheckSession) -> Checked {
    session.silent(&"x".repeat(1 << 20))?;
    session.silent(&format!("position startpos moves{}", " zz99zz".repeat(100_000)))
}

pub fn dirt(session: &mut CheckSession) -> Checked {
    let dirt: [&[u8]; 3] = [b"xyz\0zy", b"\xff\xfe\x80", b"position fen \xc3\x28 \0 w"];
    session.ask_all(&dirt).map(drop)
}

pub fn unknown_limit(session: &mut CheckSession) -> Checked {
    session.send("position startpos");
    session.go("xyzzy depth 1")?;
    session.ready()
}
