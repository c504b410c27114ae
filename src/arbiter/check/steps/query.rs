//! The questions that an arbiter of any game depends on.

use crate::arbiter::check::facts::Facts;
use crate::arbiter::check::talk::{Checked, Talk};
use crate::arbiter::referee::Referee;
use crate::game::{Outcome, Player};

/// Plies after which a game is long enough.
const MOST_PLIES: usize = 300;

pub fn game_over(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.send("position startpos");
    let answer = talk.query(facts, "gameover")?;
    talk.expecting("response false");
    talk.must(answer == "false")
}

pub fn turns(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mv = talk.first_move(facts)?;
    for line in ["position startpos".to_owned(), format!("position startpos moves {mv}")] {
        talk.send(&line);
        let one = talk.query(facts, "p1turn")?;
        let two = talk.query(facts, "p2turn")?;
        talk.expecting("response true and response false, or the other way round");
        talk.must(matches!((&*one, &*two), ("true", "false") | ("false", "true")))?;
    }
    Ok(())
}

pub fn result(talk: &mut Talk, facts: &mut Facts) -> Checked {
    talk.send("position startpos");
    let answer = talk.query(facts, "result")?;
    talk.expecting("response none");
    talk.must(answer == "none")
}

/// The answers to all queries by the rules.
fn answers(rules: &dyn Referee) -> Vec<String> {
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

pub fn whole_game(talk: &mut Talk, facts: &mut Facts) -> Checked {
    let mut rules = Talk::rules(facts)?;
    let mut random = fastrand::Rng::with_seed(1);
    let mut line = "position startpos moves".to_owned();
    for _ in 0..MOST_PLIES {
        let moves = rules.moves();
        let Some(mv) = random.choice(&moves) else { break };
        if rules.play(mv).is_err() {
            break;
        }
        line.push(' ');
        line.push_str(mv);
        talk.begin();
        let mut asked = vec![line.as_str()];
        if rules.outcome().is_none() {
            asked.push("query p1turn");
        }
        asked.extend(["query gameover", "query result"]);
        let mut got = talk.ask_all(facts, &asked)?;
        got.retain(|line| line.starts_with("response"));
        let expected = answers(&*rules);
        talk.expecting(expected.join(", "));
        talk.must(got == expected)?;
    }
    Ok(())
}
