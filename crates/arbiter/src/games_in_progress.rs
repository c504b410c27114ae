//! The moves of games in progress, in a file for each: a killed match continues in the middle of a
//! long game. Finished games are in `journal.rs`.
//!
//! The file `PREFIX.game-N.moves` begins with the game as a line of JSON, with its moves so far and
//! no result; each later line is one more move. If the time limit of a side allows a second or more
//! for a move, the game has this file from its first move on. Otherwise, if a side has no time
//! limit, the game has it as soon as the mean time of its moves so far is a second or more. Faster
//! games have none, because little is lost, and the file would cost the engines time.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use zugi_game::Variant;
use zugi_protocol::quote;
use zugi_records::{GameRecord, MoveRecord, expected_json};

use super::appender::{Appender, JournalError, json_line, path_of, write_whole};
use super::time_control::{Clock, Limits};

/// The least time of a move in games whose moves are written.
const LONG: Duration = Duration::from_secs(1);
/// The assumed number of moves of a game, if the clock is for the whole game.
const MOVES: u32 = 40;

#[derive(Debug)]
pub(super) struct GamesInProgress {
    prefix: PathBuf,
    /// Those that an interrupted match has left, by number.
    left: Mutex<BTreeMap<usize, GameRecord>>,
    failed: Mutex<Option<JournalError>>,
}

impl GamesInProgress {
    /// Reads the games that an interrupted match has left, except for those that are `done`.
    /// Returns also warnings about damaged files. `unplayed` returns a game of the match before its
    /// first move.
    pub fn read(
        prefix: &Path,
        done: &HashSet<usize>,
        rules: Option<&Variant>,
        unplayed: impl Fn(usize) -> Option<GameRecord>,
    ) -> Result<(GamesInProgress, Vec<String>), JournalError> {
        let (mut left, mut words) = (BTreeMap::new(), Vec::new());
        for (number, path) in moves_files(prefix)? {
            if done.contains(&number) {
                // The match was killed after the game was recorded, but before this file was
                // removed.
                fs::remove_file(&path).map_err(JournalError::file(&path))?;
                continue;
            }
            let Some(expected) = unplayed(number) else { continue };
            let content = fs::read(&path).map_err(JournalError::file(&path))?;
            let (mut game, mut dropped) = parse(&String::from_utf8_lossy(&content));
            if let (Some(game), Some(rules)) = (&mut game, rules) {
                let legal = leading_legal_moves(rules, game);
                if let Some(mv) = game.moves.get(legal) {
                    let (number, text) = (legal + 1, quote(&mv.text));
                    dropped = Some(format!(
                        "move {number}, {text}, and what follows is dropped: expected a legal move"
                    ));
                    game.moves.truncate(legal);
                }
            }
            words.extend(dropped.map(|dropped| format!("{path:?}: {dropped}")));
            let key = |game: &GameRecord| {
                let GameRecord { number, variant, players, fen, opening, .. } = game.clone();
                (number, variant, players, fen, opening)
            };
            match game {
                Some(game) if key(&game) == key(&expected) => drop(left.insert(number, game)),
                Some(_) => words.push(format!(
                    "{path:?} is of another game than number {number} of this match, which begins anew"
                )),
                None => words.push(format!("{path:?}: game {number} begins anew")),
            }
        }
        let prefix = prefix.to_owned();
        Ok((GamesInProgress { prefix, left: Mutex::new(left), failed: Mutex::new(None) }, words))
    }

    /// The numbers of the games that an interrupted match has left, each with the number of
    /// its moves, in ascending order.
    pub fn left(&self) -> Vec<(usize, usize)> {
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.iter().map(|(number, game)| (*number, game.moves.len())).collect()
    }

    /// The first error of a file since the last call. The moves of that game are no longer written,
    /// and the game continues.
    pub fn failure(&self) -> Option<JournalError> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub fn game(&self, number: usize, limits: [Limits; 2]) -> MoveWriter<'_> {
        let begun = self.take(number);
        // A game with a file keeps it, also if its later moves are fast.
        let least_mean = if begun.is_some() { Some(Duration::ZERO) } else { least_mean(limits) };
        MoveWriter { games: self, number, least_mean, file: None, begun }
    }

    /// Takes the game that an interrupted match has left; `None` at the next call.
    pub fn take(&self, number: usize) -> Option<GameRecord> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).remove(&number)
    }
}

/// A game with these limits gets a file when the mean time of its moves reaches this value; `None`
/// if it never gets one.
fn least_mean(limits: [Limits; 2]) -> Option<Duration> {
    let times = limits.map(|limits| match limits.tc {
        Some(Clock { base, increment, moves }) => Some(base / moves.unwrap_or(MOVES) + increment),
        None => limits.movetime,
    });
    if times.iter().flatten().any(|&time| time >= LONG) {
        Some(Duration::ZERO)
    } else {
        times.contains(&None).then_some(LONG)
    }
}

#[derive(Debug)]
pub(super) struct MoveWriter<'a> {
    games: &'a GamesInProgress,
    number: usize,
    /// See [`least_mean`].
    least_mean: Option<Duration>,
    file: Option<Appender>,
    /// The game that an interrupted match has left.
    pub begun: Option<GameRecord>,
}

impl MoveWriter<'_> {
    /// Writes the last move of a game so far or, at first, all of it.
    pub fn add(&mut self, game: &GameRecord) {
        let Some(last) = game.moves.last() else { return };
        let mean = game.moves.iter().map(|mv| mv.time).sum::<Duration>() / game.moves.len() as u32;
        let written = if let Some(file) = &mut self.file {
            json_line(last, &file.path).and_then(|line| file.append(&line))
        } else if self.least_mean.is_some_and(|least| mean >= least) {
            self.begin(game)
        } else {
            Ok(())
        };
        if let Err(error) = written {
            (self.least_mean, self.file) = (None, None);
            let mut failed = self.games.failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.get_or_insert(error);
        }
    }

    /// Creates the file of a game, with its moves so far.
    fn begin(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        let path = moves_path(&self.games.prefix, self.number);
        write_whole(&path, json_line(game, &path)?)?;
        let file = File::options().append(true).open(&path).map_err(JournalError::file(&path))?;
        // Without this sync of the folder, a power cut could lose the whole file. Errors are
        // ignored, because not every file system can sync a folder.
        drop(File::open(folder_of(&path)).and_then(|folder| folder.sync_all()));
        self.file = Some(Appender::new(path, file));
        Ok(())
    }
}

pub(super) fn moves_path(prefix: &Path, number: usize) -> PathBuf {
    path_of(prefix, &format!("game-{number}.moves"))
}

/// The folder of a file; `.` for a bare name.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    folder.unwrap_or_else(|| Path::new("."))
}

/// The existing files of games in progress, by number.
pub(super) fn moves_files(prefix: &Path) -> Result<Vec<(usize, PathBuf)>, JournalError> {
    let folder = folder_of(prefix);
    let file = JournalError::file(folder);
    let name = prefix.file_name().unwrap_or_default().as_encoded_bytes();
    let number_of = |found: &[u8]| {
        let rest = found.strip_prefix(name)?.strip_prefix(b".game-")?;
        str::from_utf8(rest.strip_suffix(b".moves")?).ok()?.parse().ok()
    };
    let mut all = Vec::new();
    if !folder.is_dir() {
        // Opening the record in it gives the better error.
        return Ok(all);
    }
    for entry in fs::read_dir(folder).map_err(&file)? {
        let found = entry.map_err(&file)?.file_name();
        let Some(number) = number_of(found.as_encoded_bytes()) else { continue };
        let path = moves_path(prefix, number);
        if path.file_name() == Some(&found) {
            all.push((number, path));
        }
    }
    all.sort();
    Ok(all)
}

/// The number of a game's moves before the first one that is illegal or not by the player to move.
fn leading_legal_moves(rules: &Variant, game: &GameRecord) -> usize {
    let mut position = rules.game();
    if position.set_up(game.fen.as_deref().into(), &game.opening).is_err() {
        return 0;
    }
    let mut is_legal = |mv: &&MoveRecord| {
        mv.player == Some(position.to_move()) && position.play_text(&mv.text).is_ok()
    };
    game.moves.iter().take_while(|mv| is_legal(mv)).count()
}

/// The game of a file, with its readable moves, and a warning about the rest.
fn parse(content: &str) -> (Option<GameRecord>, Option<String>) {
    let whole = content.rfind('\n').map_or(0, |end| end + 1);
    let (whole, torn) = content.split_at(whole);
    let lines = (1_usize..).zip(whole.lines());
    let mut lines = lines.filter(|(_, text)| !text.trim().is_empty());
    let mut dropped = (!torn.is_empty()).then(|| "half of a last line is dropped".to_owned());
    let wrong = |line: usize, expected: String| {
        Some(format!("line {line} and what follows is dropped: expected {expected}"))
    };
    let Some((_, first)) = lines.next() else { return (None, dropped) };
    let mut game: GameRecord = match serde_json::from_str(first) {
        Ok(game) => game,
        Err(error) => return (None, wrong(1, expected_json("game", &error))),
    };
    for (line, text) in lines {
        match serde_json::from_str(text) {
            Ok(mv) => game.moves.push(mv),
            Err(error) => {
                dropped = wrong(line, expected_json("move", &error));
                break;
            }
        }
    }
    (Some(game), dropped)
}

#[cfg(test)]
mod tests {
    use zugi_game::Player;

    use super::super::match_config::{EngineConfig, read_words};
    use super::*;

    fn mv(text: &str, time: Duration) -> MoveRecord {
        let player = Some(Player::One);
        MoveRecord { player, text: text.to_owned(), time, ..MoveRecord::default() }
    }

    fn game(moves: &[MoveRecord]) -> GameRecord {
        GameRecord { moves: moves.to_vec(), ..GameRecord::default() }
    }

    fn under_way(prefix: &Path) -> GamesInProgress {
        let prefix = prefix.to_owned();
        GamesInProgress { prefix, left: Mutex::default(), failed: Mutex::default() }
    }

    /// The moves in the file of a game with `count` moves of this time.
    fn written(limits: [&str; 2], time: Duration, count: usize) -> Option<Vec<MoveRecord>> {
        let limits = limits.map(|limit| {
            let words = ["name=a", "cmd=a", limit].map(str::to_owned);
            read_words::<EngineConfig>("engine", &words).unwrap().limits()
        });
        let place = tempfile::tempdir().unwrap();
        let prefix = place.path().join("m");
        let under_way = under_way(&prefix);
        let mut log = under_way.game(3, limits);
        let moves: Vec<MoveRecord> =
            (0..count).map(|number| mv(&format!("a{number}"), time)).collect();
        for count in 1..=moves.len() {
            log.add(&game(&moves[..count]));
        }
        assert!(under_way.failure().is_none());
        let files = moves_files(&prefix).unwrap();
        let path = match files.as_slice() {
            [] => return None,
            [(3, path)] => path,
            other => panic!("{other:?}"),
        };
        assert!(moves_files(&place.path().join("n")).unwrap().is_empty());
        let (game, dropped) = parse(&fs::read_to_string(path).unwrap());
        assert_eq!(dropped, None);
        game.map(|game| game.moves)
    }

    #[test]
    fn moves_of_a_second_are_written_down() {
        let (none, second) = (Duration::ZERO, LONG);
        let texts = |count: usize| (0..count).map(|number| format!("a{number}"));
        for (limits, time, is_written) in [
            (["movetime=1000", "movetime=1000"], none, true),
            (["movetime=999", "movetime=999"], second, false),
            (["tc=40+0", "tc=1"], none, true),
            (["tc=39", "tc=39"], second, false),
            (["tc=20/20", "tc=1"], none, true),
            (["tc=0+1", "tc=0+1"], none, true),
            (["nodes=1", "tc=100"], none, true),
            // Without clocks, the measured time of a move decides.
            (["nodes=1", "depth=1"], none, false),
            (["nodes=1", "depth=1"], second, true),
            (["nodes=1", "tc=1"], second, true),
        ] {
            let moves = written(limits, time, 3);
            let found: Option<Vec<String>> =
                moves.map(|moves| moves.into_iter().map(|mv| mv.text).collect());
            assert_eq!(found, is_written.then(|| texts(3).collect()), "{limits:?} {time:?}");
        }
    }

    #[test]
    fn slow_moves_are_written_down_as_soon_as_they_are_slow() {
        let place = tempfile::tempdir().unwrap();
        let under_way = under_way(&place.path().join("m"));
        let mut log = under_way.game(1, [Limits { depth: Some(3), ..Limits::default() }; 2]);
        let moves = [mv("a", Duration::ZERO), mv("b", 2 * LONG), mv("c", Duration::ZERO)];
        for (count, there) in [(1, false), (2, true), (3, true)] {
            log.add(&game(&moves[..count]));
            assert_eq!(place.path().join("m.game-1.moves").exists(), there, "{count}");
        }
    }

    #[test]
    fn a_game_that_was_written_down_still_is_when_its_moves_are_fast() {
        let place = tempfile::tempdir().unwrap();
        let under_way = under_way(&place.path().join("m"));
        let begun = game(&[mv("a", Duration::ZERO)]);
        under_way.left.lock().unwrap().insert(1, begun.clone());
        let mut log = under_way.game(1, [Limits { nodes: Some(1), ..Limits::default() }; 2]);
        assert_eq!(log.begun, Some(begun.clone()));
        log.add(&begun);
        assert!(place.path().join("m.game-1.moves").exists());
    }

    #[test]
    fn what_cannot_be_written_is_told_and_the_game_goes_on() {
        let under_way = under_way(Path::new("/nowhere/m"));
        let mut log = under_way.game(1, [Limits { movetime: Some(LONG), ..Limits::default() }; 2]);
        log.add(&game(&[mv("a", LONG)]));
        log.add(&game(&[mv("a", LONG), mv("b", LONG)]));
        let error = under_way.failure().unwrap().to_string();
        assert!(error.contains("m.game-1.moves"), "{error}");
    }

    #[test]
    fn what_is_not_whole_is_dropped_with_a_word() {
        let first = serde_json::to_string(&GameRecord { number: 3, ..GameRecord::default() });
        let first = first.unwrap() + "\n";
        let line = |text: &str| serde_json::to_string(&mv(text, LONG)).unwrap() + "\n";
        let (a, b) = (line("a"), line("b"));
        let half = &b[..b.len() / 2];
        for (content, moves, word) in [
            (String::new(), None, None),
            (first[..20].to_owned(), None, Some("half of a last line is dropped")),
            (format!("{first}{a}{b}"), Some(2), None),
            (format!("{first}{a}{half}"), Some(1), Some("half of a last line is dropped")),
            (format!("{first}{a}{}", b.trim_end()), Some(1), Some("half of a last line")),
            (format!("{first}{a}\0\0\0\n{b}"), Some(1), Some("line 3 and what follows is dropped")),
            (format!("hello\n{a}"), None, Some("line 1 and what follows is dropped")),
        ] {
            let (game, dropped) = parse(&content);
            assert_eq!(game.map(|game| game.moves.len()), moves, "{content}");
            let word = word.unwrap_or_default();
            assert!(dropped.unwrap_or_default().starts_with(word), "{content}");
        }
    }
}
