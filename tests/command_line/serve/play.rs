//! Games through the server, with this program and with another engine.

use serde_json::Value;

use super::engines::TIC_TAC_TOE;
use super::{Serve, Visitor};
use crate::support::has;

fn board(visitor: &mut Visitor) -> Value {
    let answer = visitor.ask("query board", "response");
    serde_json::from_str(answer.strip_prefix("response ").unwrap()).unwrap()
}

#[test]
fn the_longest_answer_reaches_the_page_whole() {
    let serve = Serve::start(&["--variant", "zoka-2v2"]);
    let mut visitor = serve.visitor();
    let answer = visitor.ask("query sheet", "response");
    assert!(answer.len() > 64 << 10, "{} bytes", answer.len());
    let sheet: Value = serde_json::from_str(answer.strip_prefix("response ").unwrap()).unwrap();
    assert!(sheet["title"].is_string());
}

/// Plays a game to its end, the page and the engine in turn; returns the number of moves and the
/// result.
fn whole_game(visitor: &mut Visitor, limit: &str) -> (usize, String) {
    let mut moves: Vec<String> = Vec::new();
    loop {
        let played = if moves.is_empty() { "" } else { &format!(" moves {}", moves.join(" ")) };
        visitor.say(&format!("position startpos{played}"));
        let seen = board(visitor);
        let legal = seen["moves"].as_array().expect("the moves");
        if legal.is_empty() {
            return (moves.len(), visitor.ask("query result", "response"));
        }
        let by_hand = legal[moves.len() % legal.len()]["move"].as_str().unwrap().to_owned();
        let mv = match moves.len() % 2 {
            0 => by_hand,
            _ => {
                let best = visitor.ask(&format!("go {limit}"), "bestmove");
                let best = best.strip_prefix("bestmove ").unwrap().to_owned();
                assert!(legal.iter().any(|it| it["move"] == best.as_str()), "{best}: {seen}");
                best
            }
        };
        moves.push(mv);
        assert!(moves.len() < 1000, "a game without end");
    }
}

#[test]
fn a_foreign_engine_is_played_to_the_end() {
    if !has("python3") {
        return;
    }
    let serve = Serve::start(&["--", TIC_TAC_TOE[0], TIC_TAC_TOE[1]]);
    let mut visitor = serve.connect();
    assert_eq!(visitor.line(), "serve engine Tic-tac-toe");
    visitor.say("ugi");
    assert_eq!(
        visitor.lines_until("ugiok"),
        ["id name Tic-tac-toe", "id author the zugi authors", "ugiok"]
    );
    let seen = board(&mut visitor);
    assert_eq!((seen["board"]["files"].as_u64(), seen["turn"].as_str()), (Some(3), Some("p1")));
    let (plies, result) = whole_game(&mut visitor, "movetime 100");
    assert!((5..=9).contains(&plies), "{plies}");
    // It never loses, and it was player two.
    assert!(["response p2win", "response draw"].contains(&result.as_str()), "{result}");
    visitor.say("position startpos moves a1 a1");
    let error = visitor.until("info string error: ");
    assert!(error.contains("illegal move \"a1\": expected one of a2"), "{error}");
    visitor.say("position fen xx.oo....");
    assert_eq!(visitor.ask("go infinite", "bestmove"), "bestmove c1");
}

#[test]
fn visitors_have_engines_of_their_own() {
    let serve = Serve::start(&[]);
    let (mut one, mut two) = (serve.visitor(), serve.visitor());
    assert_eq!(serve.engines(), [0; 0], "none before it is needed");
    one.say("setoption name UGI_Variant value zola-4");
    two.say("setoption name UGI_Variant value zola-10");
    assert_eq!(one.ask("query variant", "response"), "response zola-4");
    assert_eq!(two.ask("query variant", "response"), "response zola-10");
    assert_eq!(serve.engines().len(), 2);
    // A search of one visitor does not delay another.
    one.say("go infinite");
    one.until("info");
    two.ask("isready", "readyok");
    one.ask("stop", "bestmove");
}
