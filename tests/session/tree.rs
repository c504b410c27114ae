//! Searches of games of chance: every limit, every variant, one legal answer.

use crate::support::Client;

const VARIANTS: [&str; 5] = ["zoka", "zoka-3", "zoka-4", "zoka-1v2", "zoka-2v2"];

#[test]
fn every_limit_gives_one_legal_answer() {
    let mut client = Client::start();
    for variant in VARIANTS {
        client.send(&format!("setoption name UGI_Variant value {variant}"));
        for (setup, limits) in [
            ("position startpos", "nodes 500"),
            ("position startpos moves t t t t", "movetime 20"),
            ("setoption name MultiPV value 3", "depth 2"),
            ("setoption name Threads value 2", "nodes 2000"),
            ("setoption name UGI_LimitStrength value true", "movetime 50"),
            ("setoption name UGI_LimitStrength value false", "p1time 500 p2time 500"),
            ("setoption name Threads value 1", "mate 1"),
            ("setoption name MultiPV value 1", "searchmoves t nodes 100"),
        ] {
            client.send(setup);
            let answer = client.go(limits);
            client.expect_silence();
            answer.assert_complete();
            assert_eq!(answer.strings, Vec::<String>::new(), "{variant} {limits}");
            assert_eq!(client.query(&format!("islegal {}", answer.best)), "true", "{limits}");
        }
        client.send("go infinite\nisready");
        client.lines_until(|line| line == "readyok");
        client.send("stop");
        client.answer();
        // It reports results, but no `bestmove` before `ponderhit`.
        client.send("go ponder nodes 100");
        for _ in 0..2 {
            client.send("isready");
            let lines = client.lines_until(|line| line == "readyok");
            assert!(lines.iter().all(|line| !line.starts_with("bestmove ")), "{lines:?}");
        }
        client.send("ponderhit");
        client.answer();
        client.expect_silence();
    }
    client.quit();
}

#[test]
fn variations_show_the_outcomes_of_known_sets_and_end_at_hidden_orders() {
    let mut client = Client::start();
    client.send("setoption name UGI_Variant value zoka");
    let go = |client: &mut Client, lines: &str| {
        let fen = format!(
            "......../......../......../......../......../......../......../........ 2 - {lines} Z/5 -/- 0:0 -/- 0:0:-"
        );
        client.send(&format!("position fen {fen}\ngo searchmoves t nodes 3000"));
        let lines = client.lines_until(|line| line.starts_with("bestmove "));
        let pv = lines[lines.len() - 2].split_once(" pv ").unwrap().1.to_owned();
        (pv, lines.last().unwrap().clone())
    };
    let (pv, best) = go(&mut client, "ZZZZZ123456/ZZZZZZ12346");
    assert_eq!(best, "bestmove t");
    assert!(pv.starts_with('t') && pv.len() > 2 && pv.as_bytes()[1] != b' ', "{pv}");
    let (pv, best) = go(&mut client, "=ZZZZZ123456/=ZZZZZZ12346");
    assert_eq!((pv.as_str(), best.as_str()), ("t", "bestmove t"));
    client.quit();
}
