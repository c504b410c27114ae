//! The exact command sequences of real clients over whole games, checked against what those clients
//! require.

use crate::support::Client;
use crate::support::referee::Referee;

/// Longer than any legal game; prevents an endless loop.
const MAX_PLIES: usize = 400;

/// The shortest line that Cuter Games accepts while waiting for a move, without line end.
const SHORTEST_LINE: usize = 7;

/// Sends a query to each of these engines, which must give this answer.
fn ask(engines: &mut [Client], question: &str, answer: impl ToString) {
    for engine in engines {
        assert_eq!(engine.query(question), answer.to_string(), "{question}");
    }
}

/// Plays a game to its end; `think` gets the engine to move, and returns its move.
fn play(
    game: &mut Referee,
    engines: &mut [Client; 2],
    mut think: impl FnMut(&Referee, &mut [Client; 2], usize) -> String,
) {
    while !game.is_over() {
        assert!(game.moves.len() < MAX_PLIES);
        let mover = usize::from(!game.is_player_one_turn());
        let best = think(game, engines, mover);
        game.play(&best);
    }
}

/// Starts an engine as Cute Games does.
fn cute_engine() -> Client {
    let mut engine = Client::start();
    engine.handshake();
    engine.send("setoption name MoveOverhead value 10");
    engine.expect_silence();
    engine
}

#[test]
fn cute_games_plays_whole_games_of_every_time_control() {
    let mut engines = [cute_engine(), cute_engine()];
    for (limits, opening) in [
        ("p1time 500 p2time 500 p1inc 5 p2inc 5", ""),
        ("movetime 5", "b6c6 f1e1"),
        ("depth 2", "a1b1"),
        ("nodes 200", "f4f3 d5c5 a1b1"),
    ] {
        let mut game = Referee::new("zola-6");
        opening.split_whitespace().for_each(|mv| game.play(mv));
        for engine in &mut engines {
            engine.expect_silence();
            engine.send("uginewgame");
        }
        play(&mut game, &mut engines, |game, engines, mover| {
            let position = game.position_command();
            for _ in 0..2 {
                engines[0].send(&position);
                ask(&mut engines[..1], "p1turn", mover == 0);
            }
            let mover = &mut engines[mover];
            mover.expect_silence();
            mover.send(&position);
            mover.send(&position);
            assert_eq!(mover.query("gameover"), "false");
            // It waits for ever for a third word, which a ponder move would be.
            let answer = mover.go(limits);
            assert_eq!(answer.ponder, None);
            answer.best
        });
        engines.iter_mut().for_each(|engine| engine.send(&game.position_command()));
        ask(&mut engines, "gameover", true);
        ask(&mut engines, "result", game.result());
    }
    // Cute Games kills the engine right after `quit`, so only the command is sent.
    engines.into_iter().for_each(Client::quit);
}

/// Starts an engine as Cuter Games does: a new process for each game.
fn cuter_engine() -> Client {
    let mut engine = Client::with_args(&["--game", "zola"]);
    engine.handshake();
    engine.expect_silence();
    engine.send("position startpos");
    engine
}

#[test]
fn cuter_games_plays_a_whole_game() {
    let mut engines = [cuter_engine(), cuter_engine()];
    let mut game = Referee::new("zola-6");
    play(&mut game, &mut engines, |_, engines, mover| {
        ask(engines, "gameover", false);
        ask(engines, "p1turn", mover == 0);
        engines[mover].expect_silence();
        engines[mover].send("go movetime 10");
        let lines = engines[mover].lines_until(|line| line.starts_with("bestmove"));
        // It cuts each line after eight bytes.
        assert!(lines.iter().all(|line| line.len() >= SHORTEST_LINE), "{lines:?}");
        let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
        engines.iter_mut().for_each(|engine| engine.send(&format!("moves {best}")));
        best.to_owned()
    });
    ask(&mut engines, "gameover", true);
    ask(&mut engines, "result", game.result());
    for mut engine in engines {
        engine.send("stop");
        engine.quit();
    }
}

#[test]
fn monitors_plays_a_whole_game_from_a_position_text() {
    let mut engines = [Client::start(), Client::start()];
    engines.iter_mut().for_each(|engine| drop(engine.handshake()));
    let mut game = Referee::new("zola-6");
    let start = game.fen();
    play(&mut game, &mut engines, |game, engines, mover| {
        // With a trailing blank, even without moves.
        let moves: String = game.moves.iter().map(|mv| format!("{mv} ")).collect();
        engines[mover].send(&format!("position fen {start} moves {moves}"));
        engines[mover].expect_silence();
        let answer = engines[mover].go("wtime 300 btime 300 winc 2 binc 2");
        assert_eq!((answer.strings.len(), &answer.ponder), (0, &None));
        answer.assert_complete();
        game.assert_legal(&answer);
        answer.best
    });
    let moves = game.moves.join(" ");
    engines[0].send(&format!("position fen {start} moves {moves} "));
    ask(&mut engines[..1], "result", game.result());
}

#[test]
fn uci_tools_play_a_whole_game_with_what_was_declared() {
    let mut engines = [Client::start(), Client::start()];
    for engine in &mut engines {
        engine.send("uci");
        let lines = engine.lines_until(|line| line == "uciok");
        for declared in [
            "option name Clear Hash type button",
            "option name UCI_LimitStrength type check default false",
            "option name UCI_Elo type spin default 1600 min 600 max 2600",
        ] {
            assert!(lines.contains(&declared.to_owned()), "{declared}");
        }
        for option in ["Hash value 8", "Threads value 1", "Ponder value false", "Clear Hash"] {
            engine.send(&format!("setoption name {option}"));
        }
        engine.send("ucinewgame");
    }
    let orders = [
        "wtime 400 winc 4 btime 400 binc 4",
        "binc 4 btime 400 winc 4 wtime 400 movestogo 30",
        "movestogo 2 movetime 8 depth 30",
        "nodes 300 movetime 1000 depth 4",
    ];
    play(&mut Referee::new("zola-6"), &mut engines, |game, engines, mover| {
        engines[mover].expect_silence();
        engines[mover].send(&game.position_command());
        let answer = engines[mover].go(orders[game.moves.len() % orders.len()]).of_uci();
        answer.assert_complete();
        assert_eq!(answer.strings, Vec::<String>::new());
        game.assert_legal(&answer);
        answer.best
    });
    engines.into_iter().for_each(Client::quit);
}
