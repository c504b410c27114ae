//! Lines of all kinds: what must be obeyed, and what must be survived.

use crate::arbiter::check::facts::Facts;
use crate::arbiter::check::steps::start::handshake;
use crate::arbiter::check::talk::{Checked, Stop, Talk};
use crate::protocol::OptionKind;

pub fn is_ready_thrice(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let lines = talk.ask_all(facts, &["isready", "isready"])?;
    // The third one is the one that ends the answer, if the first two were not lost.
    talk.expecting("three lines `readyok`, and nothing else");
    talk.must(lines.is_empty())?;
    for _ in 0..2 {
        let (lines, _) = talk.until(facts, "readyok")?;
        talk.must(lines.is_empty())?;
    }
    talk.ready(facts)
}

pub fn new_game(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.silent(facts, "uginewgame")
}

pub fn unknown_option(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.silent(facts, "setoption name NoSuchOption value 1")
}

pub fn bad_value(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let takes_all =
        |kind: &OptionKind| matches!(kind, OptionKind::Button | OptionKind::Text { .. });
    let option = facts.options.iter().find(|option| !takes_all(&option.kind));
    let Some(option) = option else {
        return Err(Stop::Skip("no option has bad values".to_owned()));
    };
    let command = format!("setoption name {} value nonsense", option.name);
    talk.silent(facts, &command)
}

pub fn unknown_command(talk: &mut Talk, facts: &mut Facts) -> Checked {
    for line in ["xyzzy", "xyzzy and more words", "position", "query", "setoption"] {
        let lines = talk.ask(facts, line)?;
        talk.expecting("no bestmove, and readyok to the isready after it");
        talk.must(!lines.iter().any(|line| line.starts_with("bestmove")))?;
    }
    Ok(())
}

pub fn blank_lines(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let lines = talk.ask_all(facts, &["", "   ", "\t", ""])?;
    talk.expecting("nothing but readyok");
    talk.must(lines.iter().all(String::is_empty))
}

pub fn carriage_returns(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let lines = talk.ask_all(facts, &["position startpos\r", "query gameover\r"])?;
    talk.expecting("response false");
    talk.must(lines.iter().any(|line| line == "response false"))?;
    talk.expecting("readyok");
    talk.send("isready\r");
    talk.until(facts, "readyok").map(drop)
}

pub fn tabs(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let lines = talk.ask_all(facts, &["  position   startpos  ", "\tquery\t gameover "])?;
    talk.expecting("response false");
    talk.must(lines.iter().any(|line| line == "response false"))
}

pub fn long_line(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.silent(facts, &"x".repeat(1 << 20))?;
    talk.silent(facts, &format!("position startpos moves{}", " zz99zz".repeat(100_000)))
}

pub fn dirt(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let dirt: [&[u8]; 3] = [b"xyz\0zy", b"\xff\xfe\x80", b"position fen \xc3\x28 \0 w"];
    talk.ask_all(facts, &dirt).map(drop)
}

pub fn second_ugi(talk: &mut Talk, facts: &mut Facts) -> Checked {
    handshake(talk, facts).map(drop)
}

pub fn unknown_limit(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.send("position startpos");
    talk.go(facts, "xyzzy depth 1")?;
    talk.ready(facts)
}
