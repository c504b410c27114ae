//! Unfinished games of a killed match are resumed where they stopped.

use std::fs;
use std::time::Duration;

use nix::sys::signal::Signal;
use zugi::arbiter::{End, GameRecord, MoveRecord, Reason};

use super::support::{DEADLINE, Exit, Place, bad, engine, match_of};

/// A match whose first engine is a script, so that the same command can behave differently after a
/// restart.
struct Match {
    place: Place,
    variant: &'static str,
    rules: &'static str,
    more: &'static str,
}

impl Match {
    fn set_fault(&self, fault: &str) {
        let command = bad(&format!("--variant {} {fault}", self.variant));
        self.place.write("engine", format!("exec {}\n", command.trim_start_matches("cmd=")));
    }

    fn arguments(&self, more: &str) -> Vec<String> {
        let two = bad(&format!("--variant {} --seed 2", self.variant));
        let engines =
            [engine("one", "cmd=sh engine", "tc=40000"), engine("two", &two, "movetime=1000000")];
        let Match { rules, more: others, .. } = self;
        let after = format!("--out m --games 2 --concurrency 2 {others} {more}");
        match_of(&format!("--variant {rules}"), &engines, &after)
    }

    fn lines(&self, number: usize) -> Vec<String> {
        let file = self.place.path(&format!("m.game-{number}.moves"));
        fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// The moves in a game's file, which may be incomplete while it is written.
    fn moves(&self, number: usize) -> Vec<MoveRecord> {
        let lines = self.lines(number);
        let [first, more @ ..] = lines.as_slice() else { return Vec::new() };
        let Ok(game) = serde_json::from_str::<GameRecord>(first) else { return Vec::new() };
        assert_eq!((game.number, game.end), (number, End::None));
        let more = more.iter().filter_map(|line| serde_json::from_str(line).ok());
        game.moves.into_iter().chain(more).collect()
    }

    /// The number of moves in a game's file by the first engine, the only one with a clock.
    fn moves_of_first_engine(&self, number: usize) -> usize {
        self.moves(number).iter().filter(|mv| mv.clock.is_some()).count()
    }

    /// Plays until the first engine hangs in both games, kills the match, and returns the moves in
    /// the files.
    fn kill_in_both_games(&self, moves: usize, more: &str) -> [Vec<MoveRecord>; 2] {
        self.set_fault(&format!("--after {moves} never-answers"));
        let mut running = self.place.start(&self.arguments(more));
        let begin = [1, 2].map(|number| self.moves_of_first_engine(number));
        running.wait_for("moves of both games", |_| {
            (1..)
                .zip(begin)
                .all(|(number, begin)| self.moves_of_first_engine(number) >= begin + moves)
        });
        running.signal(Signal::SIGKILL);
        assert_eq!(running.end(DEADLINE).code, None);
        [1, 2].map(|number| self.moves(number))
    }

    /// Resumes and finishes the match.
    fn finish(&self) -> (Exit, Vec<GameRecord>) {
        self.set_fault("");
        let exit = self.place.succeed(&self.arguments("--resume"));
        let mut games = self.place.games("m");
        games.sort_by_key(|game| game.number);
        assert_eq!(games.len(), 2);
        let files = self.place.files();
        assert!(!files.iter().any(|name| name.contains(".game-")), "{files:?}");
        (exit, games)
    }
}

fn of(variant: &'static str, rules: &'static str, more: &'static str) -> Match {
    Match { place: Place::new(), variant, rules, more }
}

#[test]
fn a_match_killed_in_the_middle_of_its_games_goes_on_with_them() {
    for this in [
        of("zola-4", "zola-4", "--random-plies 3"),
        of("zola-4", "generic", ""),
        of("zoka-1v2", "zoka-1v2", ""),
    ] {
        let first = this.kill_in_both_games(2, "");
        // The resumed match is killed, too.
        let second = this.kill_in_both_games(2, "--resume");
        let (exit, games) = this.finish();
        for (game, (first, second)) in games.iter().zip(first.iter().zip(&second)) {
            assert!(first.len() >= 2 && second.len() >= first.len() + 2, "{game}");
            assert_eq!(game.moves[..first.len()], *first, "{game}");
            assert_eq!(game.moves[..second.len()], *second, "{game}");
            assert_eq!(game.resumed, [first.len(), second.len()], "{game}");
            assert!(!game.reason.is_fault() && game.moves.len() > second.len(), "{game}");
            // The clocks continue.
            let clocks: Vec<_> =
                game.moves.iter().filter_map(|mv| Some((mv.clock?, mv.time))).collect();
            assert!(clocks[0].0 <= Duration::from_secs(40_000));
            for pair in clocks.windows(2) {
                let [(before, _), (after, time)] = [pair[0], pair[1]];
                let lost = before.abs_diff(after + time);
                assert!(lost <= Duration::from_micros(2), "{before:?} {after:?} {time:?}: {game}");
            }
            let said = format!("game {} goes on after {} moves", game.number, second.len());
            assert!(exit.stderr.contains(&said), "{exit:?}");
        }
        assert!(exit.stdout.contains("gone on with in the middle: games 1, 2"), "{exit:?}");
    }
}

#[test]
fn what_is_of_no_use_in_the_files_of_games_under_way_is_dropped_with_a_word() {
    let this = of("zola-4", "zola-4", "--random-plies 3");
    let [one, _] = this.kill_in_both_games(3, "");
    // A move that is not legal.
    let left = this.place.read("m.game-1.moves");
    let last = left.trim_end().lines().last().unwrap();
    let wrong = last.replace(&format!("\"{}\"", one.last().unwrap().text), "\"a1a1\"");
    this.place.write("m.game-1.moves", left.replace(last, &wrong));
    // The file of another match.
    let other = this.place.read("m.game-2.moves").replacen("\"one\"", "\"other\"", 1);
    this.place.write("m.game-2.moves", &other);
    let (exit, games) = this.finish();
    let whole = one.len() - 1;
    for said in [
        &format!("move {}, \"a1a1\", and what follows is dropped", one.len()),
        &format!("game 1 goes on after {whole} moves"),
        "is of another game than number 2 of this match, which begins anew",
    ] {
        assert!(exit.stderr.contains(said), "no {said}: {exit:?}");
    }
    assert_eq!((&games[0].resumed[..], &games[0].moves[..whole]), (&[whole][..], &one[..whole]));
    assert!(games[1].resumed.is_empty());
    assert!(games.iter().all(|game| !game.reason.is_fault()), "{games:?}");
    // A kill between recording a game and removing its file.
    this.place.write("m.game-1.moves", &left);
    let before = this.place.read("m.jsonl");
    let (exit, _) = this.finish();
    assert!(!exit.stderr.contains("goes on"), "{exit:?}");
    assert_eq!(this.place.read("m.jsonl"), before);
}

#[test]
fn a_game_under_way_whose_engine_does_not_start_again_keeps_its_moves() {
    let this = of("zola-4", "zola-4", "--random-plies 3 --recover");
    let before = this.kill_in_both_games(2, "");
    let engine = this.place.read("engine");
    // It starts for the check before the match alone.
    this.place.write("engine", format!("[ -e checked ] && exit\n: >checked\n{engine}"));
    this.place.succeed(&this.arguments("--resume"));
    let mut games = this.place.games("m");
    games.sort_by_key(|game| game.number);
    for (game, before) in games.iter().zip(&before) {
        assert_eq!((&game.moves, game.reason), (before, Reason::Crash));
        assert!(game.detail.starts_with("one does not start: "), "{}", game.detail);
    }
    assert_eq!(games.len(), 2);
}

#[test]
fn a_new_match_does_not_begin_beside_a_game_under_way() {
    let this = of("zola-4", "zola-4", "--random-plies 3");
    this.set_fault("");
    this.place.write("m.game-9.moves", "mine");
    for more in ["", "--resume"] {
        let exit = this.place.end_with(2, &this.arguments(more));
        assert!(
            exit.stderr.contains("m.game-9.moves\" exists and is not a match record"),
            "{exit:?}"
        );
        assert_eq!(this.place.files(), ["engine", "m.game-9.moves"]);
    }
    assert_eq!(this.place.read("m.game-9.moves"), "mine");
}
