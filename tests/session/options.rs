//! `setoption`, and the effect of each option.

use crate::START;
use crate::support::referee::Referee;
use crate::support::{Client, ERROR};

fn set(client: &mut Client, option: &str) {
    client.send(&format!("setoption name {option}"));
    client.expect_silence();
}

#[test]
fn all_options_are_declared_with_their_defaults() {
    let mut client = Client::start();
    let lines = client.handshake();
    for expected in [
        "option name Hash type spin default 16 min 1 max 1048576",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Ponder type check default false",
        "option name MoveOverhead type spin default 10 min 0 max 60000",
        "option name Contempt type spin default 50 min 0 max 1000",
        "option name PieRule type check default false",
        "option name UGI_AnalyseMode type check default false",
        "option name UGI_LimitStrength type check default false",
        "option name UGI_Elo type spin default 1600 min 600 max 2600",
        "option name EvalFile type string default <empty>",
        "option name TablePath type string default <empty>",
        "option name UseCachedTables type check default true",
        "option name Clear type button",
    ] {
        assert!(lines.iter().any(|line| line == expected), "no {expected:?} in {lines:#?}");
    }
    let combo = lines.iter().find(|line| line.starts_with("option name UGI_Variant type combo "));
    let combo = combo.expect("the variants");
    for words in [" default zola-6 ", " var zola-4 ", " var zola-8 ", " var zola-10"] {
        assert!(combo.contains(words), "{combo}");
    }
    client.quit();
}

#[test]
fn names_are_compared_without_regard_to_case_and_blanks() {
    let mut client = Client::start();
    for option in [
        "Hash value 4",
        "hash value 4",
        "HASH value 4",
        "Move Overhead value 20",
        "MoveOverhead value 20",
        "move  overhead   value  20",
        "multipv value 1",
        "UCI_AnalyseMode value true",
        "UGI_AnalyseMode value TRUE",
        "UCI_Variant value zola-6",
        "Clear",
        "Clear value",
        "Clear value true",
        "Clear Hash",
        "Threads value 1  ",
    ] {
        set(&mut client, option);
    }
    client.quit();
}

#[test]
fn a_bad_option_costs_one_error_that_says_what_was_expected() {
    let mut client = Client::start();
    for (option, quoted) in [
        ("setoption", "setoption"),
        ("setoption Hash 4", "\"Hash\""),
        ("setoption name", "\"name\""),
        ("setoption name value 4", "\"value\""),
        ("setoption name Nonsense value 4", "\"Nonsense\""),
        ("setoption name Hash value value 4", "\"value 4\""),
        ("setoption name name value 4", "\"name\""),
        ("setoption name Hash", "\"Hash\""),
        ("setoption name Hash value", "\"\""),
        ("setoption name Hash value 0", "\"0\""),
        ("setoption name Hash value -1", "\"-1\""),
        ("setoption name Hash value 1048577", "\"1048577\""),
        ("setoption name Hash value 99999999999999999999", "\"99999999999999999999\""),
        ("setoption name Hash value 4 MiB", "\"4 MiB\""),
        ("setoption name Threads value 257", "\"257\""),
        ("setoption name MultiPV value 0", "\"0\""),
        ("setoption name MoveOverhead value 60001", "\"60001\""),
        ("setoption name Ponder value yes", "\"yes\""),
        ("setoption name Ponder", "\"Ponder\""),
        ("setoption name UseCachedTables value 2", "\"2\""),
        ("setoption name UGI_Variant value chess", "\"chess\""),
        ("setoption name Clear value now", "\"now\""),
    ] {
        let error = client.refused(option);
        assert!(error.contains(quoted) && error.contains("expected "), "{option}: {error}");
    }
    client.quit();
}

#[test]
fn a_value_keeps_the_blanks_and_words_within_it() {
    let mut client = Client::start();
    for value in ["no  such  net", "name of  value", "value value"] {
        for option in ["EvalFile", "TablePath"] {
            let error = client.refused(&format!("setoption name {option} value   {value}  "));
            let start = format!("cannot set {option} to \"{value}\": ");
            assert!(error.starts_with(&start), "{error}");
        }
    }
    client.quit();
}

#[test]
fn a_huge_hash_is_refused_and_the_old_table_is_kept() {
    let mut client = Client::start();
    let fresh = client.go("depth 10").last().number("nodes");
    let error = client.refused("setoption name Hash value 1048576");
    assert!(error.contains("\"1048576\"") && error.contains("expected "), "{error}");
    // The hash table still has the first search's results, so the same search is faster now.
    let answer = client.go("depth 10");
    answer.assert_complete();
    assert!(answer.last().number("nodes") < fresh / 2, "{answer:?} after {fresh} nodes");
    // Another size is still possible.
    set(&mut client, "Hash value 2");
    client.go("depth 3").assert_complete();
    client.quit();
}

/// Sizes beyond 31 and 32 bits. The system only reserves memory for an unused table; a machine with
/// less memory refuses.
#[test]
fn a_table_of_gibibytes_is_used_or_refused() {
    let mut client = Client::start();
    for mib in [2047, 2048, 2049, 4096, 4097] {
        client.send(&format!("setoption name Hash value {mib}\nisready"));
        let line = client.line();
        if line != "readyok" {
            assert!(line.starts_with(ERROR) && line.contains("memory"), "{line}");
            client.expect("readyok");
        }
        let answer = client.go("nodes 2000");
        answer.assert_complete();
        Referee::new("zola-6").assert_legal(&answer);
    }
    client.quit();
}

#[test]
fn clear_and_a_new_game_forget_everything() {
    let mut client = Client::start();
    let fresh = client.go("depth 6").last().number("nodes");
    for command in ["setoption name Clear", "uginewgame", "ucinewgame"] {
        assert_ne!(client.go("depth 6").last().number("nodes"), fresh);
        client.send(command);
        assert_eq!(client.go("depth 6").last().number("nodes"), fresh, "{command}");
        client.go("depth 6");
    }
    client.quit();
}

#[test]
fn the_size_of_the_table_stays_over_a_new_game() {
    let mut client = Client::start();
    let mut fill = |before: &str| {
        client.send(before);
        client.go("nodes 100000").last().number("hashfull")
    };
    let large = fill("setoption name Hash value 64");
    let small = fill("setoption name Hash value 1");
    assert!(small > 2 * large, "{small} of 1000 in 1 MiB, {large} in 64");
    assert_eq!(fill("uginewgame"), small);
}

#[test]
fn a_variant_brings_its_start_position() {
    let mut client = Client::start();
    for (value, name) in [
        ("zola-4", "zola-4"),
        ("zola-8", "zola-8"),
        ("Zola10", "zola-10"),
        ("ZOLA_6", "zola-6"),
        ("zola 8", "zola-8"),
        ("zola", "zola-6"),
    ] {
        client.send("moves a1b1");
        set(&mut client, &format!("UGI_Variant value {value}"));
        assert_eq!(client.query("variant"), name);
        let game = Referee::new(name);
        assert_eq!(client.query("fen"), game.fen());
        let answer = client.go("depth 2");
        answer.assert_complete();
        game.assert_legal(&answer);
    }
    client.quit();
}

#[test]
fn other_options_stay_when_the_variant_changes() {
    let mut client = Client::start();
    set(&mut client, "MultiPV value 2");
    set(&mut client, "UGI_Variant value zola-8");
    let ranks = client.go("depth 1").infos.iter().filter_map(|info| info.get("multipv")).max();
    assert_eq!(ranks, Some(2));
    client.quit();
}

#[test]
fn ponder_adds_the_expected_reply_and_only_ponder_does() {
    let mut client = Client::start();
    assert_eq!(client.go("depth 3").ponder, None);
    set(&mut client, "Ponder value true");
    let answer = client.go("depth 3");
    let reply = answer.ponder.clone().expect("a reply");
    assert_eq!(answer.last().pv.get(1), Some(&reply));
    let mut game = Referee::new("zola-6");
    game.play(&answer.best);
    game.play(&reply);
    // No ponder move after the end of the game or in a finished game.
    for (fen, best) in [(crate::ONE_MOVE, "a1f6"), (crate::OVER, "0000")] {
        client.send(&format!("position fen {fen}"));
        let answer = client.go("depth 3");
        assert_eq!((answer.best.as_str(), answer.ponder), (best, None));
    }
    client.send("position startpos");
    set(&mut client, "Ponder value false");
    assert_eq!(client.go("depth 3").ponder, None);
    client.quit();
}

#[test]
fn multipv_reports_so_many_lines_of_each_depth_best_first() {
    let mut client = Client::start();
    set(&mut client, "MultiPV value 3");
    let answer = client.go("depth 3");
    answer.assert_complete();
    Referee::new("zola-6").assert_legal(&answer);
    for depth in 1..=3 {
        let of_depth = answer.infos.iter().filter(|info| info.get("depth") == Some(depth)).take(3);
        let lines: Vec<_> = of_depth.collect();
        let ranks: Vec<_> = lines.iter().filter_map(|info| info.get("multipv")).collect();
        assert_eq!(ranks, [1, 2, 3], "depth {depth}");
        let mut firsts: Vec<_> = lines.iter().map(|info| &info.pv[0]).collect();
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), 3, "the same move twice at depth {depth}");
    }
    // At most one line per legal move.
    set(&mut client, "MultiPV value 256");
    client.send(&format!("position fen {}", crate::ONE_MOVE));
    assert!(client.go("depth 1").infos.iter().all(|info| info.get("multipv") == Some(1)));
    client.quit();
}

#[test]
fn multipv_and_searchmoves_go_together() {
    let mut client = Client::start();
    set(&mut client, "MultiPV value 5");
    let answer = client.go("depth 2 searchmoves a1b1 b2b3");
    assert!(answer.infos.iter().all(|info| ["a1b1", "b2b3"].contains(&info.pv[0].as_str())));
    assert!(answer.infos.iter().any(|info| info.get("multipv") == Some(2)));
    client.quit();
}

#[test]
fn several_threads_answer_as_one() {
    let mut client = Client::start();
    set(&mut client, "Threads value 3");
    for limits in ["depth 5", "movetime 20", "nodes 20000"] {
        let answer = client.go(limits);
        answer.assert_complete();
        Referee::new("zola-6").assert_legal(&answer);
    }
    client.send("go infinite\nstop");
    client.answer();
    client.expect_silence();
    client.quit();
}

#[test]
fn the_pie_rule_is_off_unless_asked_for() {
    let mut client = Client::start();
    assert_eq!(client.query("fen"), START);
    set(&mut client, "PieRule value true");
    client.send("position startpos");
    assert_eq!(client.query("fen"), START.replace(" -", " p"));
    set(&mut client, "PieRule value false");
    client.send("position startpos");
    assert_eq!(client.query("fen"), START);
    client.quit();
}

#[test]
fn a_swap_recolours_the_board_and_is_offered_once() {
    let mut client = Client::start();
    set(&mut client, "PieRule value true");
    client.send("position startpos");
    assert_eq!(client.query("islegal swap"), "false");
    client.send("moves a1b1");
    assert_eq!(client.query("islegal swap"), "true");
    assert!(client.query("legalmoves").ends_with(" swap"));
    client.send("moves swap");
    assert_eq!(client.query("p1turn"), "true");
    assert_eq!(client.query("islegal swap"), "false");
    let swapped = "rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb/1bbrbr r -";
    assert_eq!(client.query("fen"), swapped);
    client.send("undo 2\nposition startpos moves a1b1 SWAP");
    assert_eq!(client.query("fen"), swapped);
    client.send("position startpos moves a1b1 a2b1");
    assert_eq!(client.query("islegal swap"), "false");
    client.quit();
}

#[test]
fn a_whole_game_with_the_pie_rule_goes_well_whoever_swaps() {
    for swap in [false, true] {
        let mut client = Client::start();
        set(&mut client, "PieRule value true");
        client.send("position startpos moves a1b1");
        client.send(if swap { "moves swap" } else { "moves a2b1" });
        client.expect_silence();
        let mut game = Referee::at("zola-6", &client.query("fen"));
        while !game.is_over() {
            let answer = client.go("depth 1");
            game.assert_legal(&answer);
            game.play(&answer.best);
            client.send(&format!("moves {}", answer.best));
        }
        assert_eq!(client.query("result"), game.result());
        client.quit();
    }
}

#[test]
fn the_engine_may_swap_itself() {
    let mut client = Client::start();
    set(&mut client, "PieRule value true");
    client.send("position startpos moves a1b1");
    let answer = client.go("depth 3 searchmoves swap");
    assert_eq!(answer.best, "swap");
    answer.assert_complete();
    let fen = client.query("fen");
    Referee::at("zola-6", &fen).assert_legal(&answer);
    client.quit();
}
