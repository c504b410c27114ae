//! `zugi replay`: shows recorded games on the screen.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;
use thiserror::Error;

use super::{CliError, game_of, show, style};
use crate::arbiter::game::GENERIC;
use crate::arbiter::record::{GameRecord, MoveRecord, RecordError, parse_games};
use crate::game::{GameError, Registry, Setup, draw};

/// Which games to show.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct ReplayArgs {
    /// A record of zugi match: PREFIX.txt or PREFIX.jsonl
    file: PathBuf,
    /// Only the game with this number
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// Milliseconds to wait after each move
    #[arg(long, value_name = "MS", default_value_t = 0)]
    delay: u64,
}

/// Why a record cannot be shown.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// A line that is wrong.
    #[error("{0:?}: {1}")]
    Record(PathBuf, RecordError),
    /// A line that is no JSON of a game.
    #[error("{path:?}, line {line}: expected JSON of a game, {error}")]
    Json {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A number that no game has.
    #[error("no game {0} in the record: expected one of {1} games")]
    NoGame(usize, usize),
    /// A move that the rules do not allow.
    #[error("game {0}: {1}")]
    Move(usize, crate::engine::EngineError),
}

/// Shows the games.
pub(super) fn replay(registry: &Registry, args: &ReplayArgs) -> Result<(), CliError> {
    let games = read(args)?;
    let chosen: Vec<&GameRecord> = games
        .iter()
        .filter(|game| args.number.is_none_or(|number| game.number == number))
        .collect();
    if let (Some(number), true) = (args.number, chosen.is_empty()) {
        return Err(ReplayError::NoGame(number, games.len()).into());
    }
    let delay = Duration::from_millis(args.delay);
    chosen.into_iter().try_for_each(|game| show_game(registry, game, delay))
}

/// Reads either form of record; a match's header and a torn last line are passed over.
fn read(args: &ReplayArgs) -> Result<Vec<GameRecord>, CliError> {
    let path = &args.file;
    let text = fs::read_to_string(path);
    let text = text.map_err(|error| CliError::File { path: path.clone(), error })?;
    if !text.starts_with('{') {
        let games = parse_games(&text).map_err(|error| ReplayError::Record(path.clone(), error))?;
        return Ok(games);
    }
    let whole = text.rfind('\n').map_or(text.as_str(), |end| &text[..end]);
    let lines = (1..).zip(whole.lines()).filter(|(_, line)| !line.starts_with("{\"match\":"));
    let parse = |(line, text)| {
        serde_json::from_str(text)
            .map_err(|error| CliError::from(ReplayError::Json { path: path.clone(), line, error }))
    };
    lines.map(parse).collect()
}

fn show_game(registry: &Registry, game: &GameRecord, delay: Duration) -> Result<(), CliError> {
    let [one, two] = &game.players;
    let (number, variant) = (game.number, &game.variant);
    show(&format!("game {number}, {variant}: {one} (p1) - {two} (p2)"))?;
    if variant == GENERIC {
        for (ply, mv) in (1..).zip(&game.moves) {
            show(&format!("{ply}. {}   {}", mv.text, comment(mv)))?;
        }
    } else {
        show_boards(registry, game, delay)?;
    }
    let GameRecord { end, reason, detail, .. } = game;
    show(format!("{end} ({reason}) {detail}").trim_end())?;
    show("")
}

fn show_boards(registry: &Registry, game: &GameRecord, delay: Duration) -> Result<(), CliError> {
    let mut board = game_of(registry, &game.variant)?;
    let refused = |error: GameError| CliError::from(ReplayError::Move(game.number, error.into()));
    let setup = game.fen.as_deref().map_or(Setup::Start, Setup::Text);
    board.set_up(setup, &game.opening).map_err(refused)?;
    if !game.opening.is_empty() {
        show(&format!("opening {}", game.opening.join(" ")))?;
    }
    show(&format!("{}\n", draw(board.as_ref(), style())))?;
    for (ply, mv) in (1..).zip(&game.moves) {
        let player = board.to_move();
        // An illegal move may be the last one of a record only in other programs'
        // records: ours leave it out.
        board.play_text(&mv.text).map_err(refused)?;
        let drawing = draw(board.as_ref(), style());
        show(&format!("{ply}. {player} {}   {}\n{drawing}\n", mv.text, comment(mv)))?;
        thread::sleep(delay);
    }
    Ok(())
}

fn comment(mv: &MoveRecord) -> String {
    let mut parts = Vec::new();
    parts.extend(mv.score.map(|score| score.to_string()));
    parts.extend(mv.depth.map(|depth| format!("depth {depth}")));
    parts.push(format!("{:.1} ms", mv.time.as_secs_f64() * 1000.0));
    parts.extend(mv.clock.map(|clock| format!("{:.1} s left", clock.as_secs_f64())));
    parts.join(", ")
}
