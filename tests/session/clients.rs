//! The exact command sequences of real clients over whole games, checked against what those clients
//! require.

use crate::support::referee::Referee;
use crate::support::{Answer, Client, Info, zugi};

/// Longer than any legal game; prevents an endless loop.
const MAX_PLIES: usize = 400;

/// The shortest line that Cuter Games accepts while waiting for a move, without line end.
const SHORTEST_LINE: usize = 7;

fn yes_or_no(answer: bool) -> String {
    format!("response {answer}")
}

/// Starts an engine as Cute Games does.
fn cute_engine() -> Client {
    let mut engine = Client::start();
    engine.handshake();
    engine.send("setoption name MoveOverhead value 10");
    engine.send("isready");
    engine.expect("readyok");
    engine
}

/// Plays one game between two engines as Cute Games does, with `go` and these limits.
fn cute_game(engines: &mut [Client; 2], opening: &[&str], limits: &str) -> Referee {
    let mut game = Referee::new("zola-6");
    opening.iter().for_each(|mv| game.play(mv));
    for engine in engines.iter_mut() {
        engine.send("isready");
        engine.expect("readyok");
        engine.send("uginewgame");
    }
    while !game.is_over() {
        assert!(game.moves.len() < MAX_PLIES);
        let position = game.position_command();
        let first_turn = game.is_player_one_turn();
        for _ in 0..2 {
            engines[0].send(&position);
            engines[0].send("query p1turn");
            engines[0].expect(&yes_or_no(first_turn));
        }
        let mover = &mut engines[usize::from(!first_turn)];
        mover.send("isready");
        mover.expect("readyok");
        mover.send(&position);
        mover.send(&position);
        mover.send("query gameover");
        mover.expect("response false");
        mover.send(&format!("go {limits}"));
        let best = cute_answer(mover);
        game.play(&best);
    }
    for engine in engines.iter_mut() {
        engine.send(&game.position_command());
        engine.send("query gameover");
        engine.expect("response true");
        engine.send("query result");
        engine.expect(&format!("response {}", game.result()));
    }
    game
}

/// Waits for a `bestmove` of exactly two words; only `info` lines may come before, which Cute Games
/// skips.
fn cute_answer(engine: &mut Client) -> String {
    let line = engine.lines_until(|line| !line.starts_with("info ")).pop().expect("a last line");
    let words: Vec<&str> = line.split(' ').collect();
    let ["bestmove", best] = words.as_slice() else { panic!("{line:?}") };
    (*best).to_owned()
}

#[test]
fn cute_games_plays_whole_games_of_every_time_control() {
    let mut engines = [cute_engine(), cute_engine()];
    let controls = [
        ("p1time 500 p2time 500 p1inc 5 p2inc 5", vec![]),
        ("movetime 5", vec!["b6c6", "f1e1"]),
        ("depth 2", vec!["a1b1"]),
        ("nodes 200", vec!["f4f3", "d5c5", "a1b1"]),
    ];
    for (limits, opening) in controls {
        cute_game(&mut engines, &opening, limits);
    }
    // Cute Games kills the engine right after `quit`, so only the command is sent.
    engines.into_iter().for_each(Client::quit);
}

#[test]
fn cute_games_never_waits_for_a_third_word() {
    // A match runner that sets `Ponder` gets a ponder move; otherwise there is none.
    let mut engine = cute_engine();
    engine.send("position startpos");
    for limits in ["depth 1", "depth 3", "movetime 10", "nodes 1000"] {
        engine.send(&format!("go {limits}"));
        cute_answer(&mut engine);
    }
}

#[test]
fn cute_games_hears_both_engines_agree_on_a_game_that_is_over_at_once() {
    let mut engines = [cute_engine(), cute_engine()];
    for engine in &mut engines {
        engine.send("position fen 6/6/6/6/6/r5 b -");
        assert_eq!(engine.query("gameover"), "true");
        assert_eq!(engine.query("result"), "p1win");
        assert_eq!(engine.query("p1turn"), "false");
    }
}

/// Starts an engine as Cuter Games does: a new process for each game.
fn cuter_engine() -> Client {
    let mut engine = Client::with_args(&["--game", "zola"]);
    engine.handshake();
    engine.send("isready");
    engine.expect("readyok");
    engine.send("position startpos");
    engine
}

#[test]
fn cuter_games_plays_a_whole_game() {
    let mut engines = [cuter_engine(), cuter_engine()];
    let mut game = Referee::new("zola-6");
    loop {
        assert!(game.moves.len() < MAX_PLIES);
        for engine in &mut engines {
            engine.send("query gameover");
            engine.expect(&yes_or_no(game.is_over()));
        }
        if game.is_over() {
            break;
        }
        for engine in &mut engines {
            engine.send("query p1turn");
            engine.expect(&yes_or_no(game.is_player_one_turn()));
        }
        let mover = &mut engines[usize::from(!game.is_player_one_turn())];
        mover.send("isready");
        mover.expect("readyok");
        mover.send("go movetime 10");
        let best = cuter_answer(mover);
        game.play(&best);
        engines.iter_mut().for_each(|engine| engine.send(&format!("moves {best}")));
    }
    for mut engine in engines {
        engine.send("query result");
        engine.expect(&format!("response {}", game.result()));
        engine.send("stop");
        engine.quit();
    }
}

/// Waits for a `bestmove` as Cuter Games does: it cuts each line after eight bytes.
fn cuter_answer(engine: &mut Client) -> String {
    let lines = engine.lines_until(|line| line.starts_with("bestmove"));
    for line in &lines {
        assert!(line.len() >= SHORTEST_LINE, "{line:?} makes the runner panic");
    }
    lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move").to_owned()
}

#[test]
fn cuter_games_bears_every_line_while_it_waits_for_a_move() {
    let mut engine = cuter_engine();
    // The shortest lines: a finished game, a single legal move, and `isready`.
    for fen in ["6/6/6/6/6/r5 b -", "b5/6/6/6/5r/6 b", "6/6/1br3/6/6/6 b"] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go movetime 10\nisready");
        let mut lines = engine.lines_until(|line| line.starts_with("bestmove"));
        if !lines.contains(&"readyok".to_owned()) {
            lines.push(engine.line());
        }
        assert!(lines.iter().all(|line| line.len() >= SHORTEST_LINE), "{lines:?}");
    }
}

/// Checks a line as the parser of Monitors does after the handshake.
fn monitors_understands(line: &str) {
    let first = line.split(' ').next();
    match first {
        Some("info") if line.starts_with("info string ") => {}
        Some("info") => drop(Info::read(line)),
        Some("readyok" | "response" | "bestmove") => {}
        _ => panic!("Monitors ends the engine because of {line:?}"),
    }
}

#[test]
fn monitors_understands_the_handshake() {
    let mut engine = Client::start();
    let lines = engine.handshake();
    assert!(lines[0].starts_with("id name zugi "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    let (options, end) = lines[2..].split_at(lines.len() - 3);
    assert_eq!(end, ["ugiok"]);
    assert!(options.len() >= 9);
    for line in options {
        let words: Vec<&str> = line.split(' ').collect();
        let ["option", "name", _, "type", kind, rest @ ..] = words.as_slice() else {
            panic!("not one word for the name: {line:?}")
        };
        let keys: Vec<&str> = rest.iter().step_by(2).copied().collect();
        match *kind {
            "spin" => assert_eq!(keys, ["default", "min", "max"], "{line:?}"),
            "check" => assert!(matches!(rest, ["default", "true" | "false"]), "{line:?}"),
            "combo" => {
                assert_eq!(keys[0], "default", "{line:?}");
                assert!(keys.len() > 1 && keys[1..].iter().all(|key| *key == "var"), "{line:?}");
            }
            "string" => assert_eq!(rest, ["default", "<empty>"], "{line:?}"),
            "button" => assert_eq!(rest.len(), 0, "{line:?}"),
            _ => panic!("an unknown type: {line:?}"),
        }
    }
    // No unsolicited output follows.
    engine.expect_silence();
}

#[test]
fn monitors_plays_a_whole_game_from_a_position_text() {
    let mut engine = Client::start();
    engine.handshake();
    let start = Referee::new("zola-6").fen();
    let mut game = Referee::new("zola-6");
    while !game.is_over() {
        assert!(game.moves.len() < MAX_PLIES);
        // With a trailing blank, even without moves.
        let moves: String = game.moves.iter().map(|mv| format!("{mv} ")).collect();
        engine.send(&format!("position fen {start} moves {moves}"));
        engine.send("isready");
        engine.expect("readyok");
        engine.send("go wtime 300 btime 300 winc 2 binc 2");
        let lines = engine.lines_until(|line| line.starts_with("bestmove "));
        lines.iter().for_each(|line| monitors_understands(line));
        let answer = Answer::read(&lines);
        assert_eq!((answer.strings.len(), &answer.ponder), (0, &None));
        answer.assert_complete();
        game.assert_legal(&answer);
        game.play(&answer.best);
    }
    engine.send(&format!("position fen {start} moves {} ", game.moves.join(" ")));
    engine.send("query result");
    engine.expect(&format!("response {}", game.result()));
}

#[test]
fn monitors_gives_endless_time_in_very_large_numbers() {
    let mut engine = Client::start();
    let game = Referee::new("zola-6");
    for time in ["9223372036854775807", "18446744073709551615", "170141183460469231731"] {
        engine.send("position startpos moves ");
        engine.send(&format!("go wtime {time} btime {time} winc {time} binc 0 "));
        // Such times mean no limit: it searches until `stop`.
        let first = engine.line();
        monitors_understands(&first);
        engine.send("stop");
        let answer = engine.answer();
        answer.assert_complete();
        game.assert_legal(&answer);
    }
}

#[test]
fn uci_tools_play_a_whole_game_with_what_was_declared() {
    let mut engine = Client::start();
    engine.send("uci");
    let lines = engine.lines_until(|line| line == "uciok");
    assert!(lines.contains(&"option name Clear type button".to_owned()));
    for option in ["Hash value 8", "Threads value 1", "Ponder value false", "Clear"] {
        engine.send(&format!("setoption name {option}"));
    }
    let mut game = Referee::new("zola-6");
    let orders = [
        "wtime 400 winc 4 btime 400 binc 4",
        "binc 4 btime 400 winc 4 wtime 400 movestogo 30",
        "movestogo 2 movetime 8 depth 30",
        "nodes 300 movetime 1000 depth 4",
    ];
    engine.send("ucinewgame");
    for limits in orders.iter().cycle() {
        engine.send("isready");
        engine.expect("readyok");
        engine.send(&game.position_command());
        let answer = engine.go(limits).of_uci();
        answer.assert_complete();
        assert_eq!(answer.strings, Vec::<String>::new());
        game.assert_legal(&answer);
        game.play(&answer.best);
        if game.is_over() {
            break;
        }
    }
    engine.quit();
}

#[test]
fn uci_tools_stop_a_search_at_any_time_and_ask_whether_it_is_ready() {
    let mut engine = Client::start();
    let game = Referee::new("zola-6");
    engine.send("uci\nucinewgame\nposition startpos");
    engine.lines_until(|line| line == "uciok");
    for limits in ["infinite", "depth 200", "wtime 900000 btime 900000", "ponder wtime 9 btime 9"] {
        engine.send(&format!("go {limits}"));
        engine.send("isready");
        engine.lines_until(|line| line == "readyok").iter().for_each(|l| monitors_understands(l));
        engine.send("stop");
        let answer = engine.answer();
        answer.assert_complete();
        game.assert_legal(&answer);
        engine.expect_silence();
    }
}

#[test]
fn no_client_hears_anything_else_after_the_handshake() {
    let mut engine = Client::spawn(&mut zugi());
    engine.handshake();
    engine.send(
        "isready\nuginewgame\nsetoption name Hash value 4\nsetoption name Nonsense\nnonsense\n\
         position startpos moves a1b1\nquery p1turn\nquery legalmoves\nposition fen x\n\
         go depth 3 nonsense\nisready\nquery result",
    );
    // The move may come before or after the last answer.
    let (mut ready, mut lines) = (0, Vec::new());
    while ready < 2 || !lines.iter().any(|line: &String| line.starts_with("bestmove")) {
        lines.push(engine.line());
        ready += usize::from(lines.last().is_some_and(|line| line == "readyok"));
    }
    if !lines.contains(&"response none".to_owned()) {
        lines.push(engine.line());
    }
    lines.iter().for_each(|line| monitors_understands(line));
    engine.expect_silence();
}
