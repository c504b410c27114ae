//! The questions that an arbiter of any game depends on.

use crate::arbiter::check::session::{CheckSession, Checked};
use crate::game::{AnyGame, Outcome, Player};

/// Plies after which a game is long enough.
const MOST_PLIES: usize = 300;

pub fn game_over(session: &mut CheckSession) -> Checked {
    session.send("position startpos");
    let answer = session.query("gameover")?;
    session.expecting("response false");
    session.must(answer == "false")
}

pub fn turns(session: &mut CheckSession) -> Checked {
    let mv = session.first_move()?;
    for line in ["position startpos".to_owned(), format!("position startpos moves {mv}")] {
        session.send(&line);
        let one = session.query("p1turn")?;
        let two = session.query("p2turn")?;
        session.expecting("response true and response false, or the other way round");
        session.must(matches!((&*one, &*two), ("true", "false") | ("false", "true")))?;
    }
    Ok(())
}

pub fn result(session: &mut CheckSession) -> Checked {
    session.send("position startpos");
    let answer = session.query("result")?;
    session.expecting("response none");
    session.must(answer == "none")
}

/// The answers to all queries by the rules.
fn answers(rules: &dyn AnyGame) -> Vec<String> {
    let ones_turn = rules.to_move() == Player::One;
    let (over, result) = match rules.outcome() {
        None => (false, "none"),
        Some(Outcome::Draw) => (true, "draw"),
        Some(Outcome::Win(Player::One)) => (true, "p1win"),
        Some(Outcome::Win(Player::Two)) => (true, "p2win"),
    };
    let turn = if over { Vec::new() } else { vec![format!("response {ones_turn}")] };
    [turn, vec![format!("response {over}"), format!("response {result}")]].concat()
}

pub fn whole_game(session: &mut CheckSession) -> Checked {
    let mut rules = session.rules()?;
    let mut random = fastrand::Rng::with_seed(1);
    let mut line = "position startpos moves".to_owned();
    for _ in 0..MOST_PLIES {
        let moves = rules.move_texts();
        let Some(mv) = random.choice(&moves) else { break };
        if rules.play_text(mv).is_err() {
            break;
        }
        line.push(' ');
        line.push_str(mv);
        session.begin();
        let mut asked = vec![line.as_str()];
        if rules.outcome().is_none() {
            asked.push("query p1turn");
        }
        asked.extend(["query gameover", "query result"]);
        let mut got = session.ask_all(&asked)?;
        got.retain(|line| line.starts_with("response"));
        let expected = answers(&*rules);
        session.expecting(expected.join(", "));
        session.must(got == expected)?;
    }
    Ok(())
}
