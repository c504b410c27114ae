//! `zugi replay`: shows recorded games, step by step at a terminal.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::Args;
use zugi_arbiter::names::shown_game;
use zugi_engine::EngineError;
use zugi_game::{AnyGame, GameError, HasSeats, Player, Registry, seen_text};
use zugi_records::{
    Annotation, End, GENERIC, GameFile, GameFileError, GameRecord, MAX_BYTES, MoveRecord, Reason,
    date, text_of_games,
};
use zugi_show::draw;

use super::files::cannot_use;
use super::pager::{Exit, ReplayFrame, step};
use super::{CliError, bail, game_of, show, style};

#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct ReplayArgs {
    /// A record of zugi match (PREFIX.jsonl or PREFIX.pgn), a game saved in zugi play,
    /// or a file of another program: PGN, Abstract Play, Ludii, a list of moves; - for stdin
    file: PathBuf,
    /// Show only the game with this number
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// Show all moves, with this delay in milliseconds after each
    #[arg(long, value_name = "MS", default_value_t = 0)]
    delay: u64,
}

pub(super) fn replay(registry: &Registry, args: &ReplayArgs) -> Result<(), CliError> {
    let file = games_of(registry, &args.file, game_text(&args.file)?)?;
    let chosen: Vec<usize> = match args.number {
        None => (0..file.len()).collect(),
        Some(number) => vec![file.find(number).ok_or_else(|| {
            let count = file.len();
            format!("no game {number} in the record: expected a number of its {count} games")
        })?],
    };
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if is_terminal && args.delay == 0 {
        return step_through(registry, &file, &chosen);
    }
    if let Some(summary) = file.summary() {
        show(&format!("{summary}\n"))?;
    }
    let delay = Duration::from_millis(args.delay);
    chosen.into_iter().filter_map(|index| file.game(index)).try_for_each(|game| {
        let game = shown_game(&game);
        show(&header(&game))?;
        walk(registry, &game, &mut |frame| {
            show(&frame)?;
            thread::sleep(delay);
            Ok(())
        })?;
        show(&format!("{}\n", footer(&game)))
    })
}

fn step_through(registry: &Registry, file: &GameFile, chosen: &[usize]) -> Result<(), CliError> {
    let summary = file.summary();
    let mut number = 0;
    while let Some(game) = chosen.get(number).and_then(|&index| file.game(index)) {
        let game = shown_game(&game);
        let mut frames = Vec::new();
        walk(registry, &game, &mut |frame| {
            frames.push(ReplayFrame { head: header(&game), body: frame });
            Ok(())
        })?;
        if let (Some(first), Some(summary), 0) = (frames.first_mut(), &summary, number) {
            first.body.push_str(&format!("\n{summary}"));
        }
        if let Some(last) = frames.last_mut() {
            last.body.push_str(&format!("\n{}", footer(&game)));
        }
        number = match step(&frames)? {
            Exit::Quit => return Ok(()),
            Exit::PreviousGame => number.saturating_sub(1),
            Exit::NextGame => (number + 1).min(chosen.len() - 1),
        };
    }
    Ok(())
}

pub(super) fn game_text(path: &Path) -> Result<String, CliError> {
    let size = fs::metadata(path).map_or(0, |it| usize::try_from(it.len()).unwrap_or(usize::MAX));
    if size > MAX_BYTES {
        bail!("{path:?}: {}", GameFileError::TooLarge(size));
    }
    let content = zugi_files::read(path).map_err(cannot_use(path))?;
    text_of_games(content).map_err(cannot_use(path))
}

/// The games of a text in any supported format; errors name the path.
pub(super) fn games_of(
    registry: &Registry,
    path: &Path,
    text: String,
) -> Result<GameFile, CliError> {
    GameFile::read(text, registry).map_err(|error| format!("{path:?}: {error}").into())
}

pub(super) fn header(game: &GameRecord) -> String {
    let GameRecord { number, variant, players: [one, two], event, site, started, .. } = game;
    let mut head = format!("game {number}, {variant}: {one} (p1) - {two} (p2)");
    if !event.is_empty() || !site.is_empty() {
        let day = (*started > 0).then(|| date(*started));
        let texts = [event.as_str(), site].into_iter().filter(|text| !text.is_empty());
        for text in texts.map(str::to_owned).chain(day) {
            head.push_str(&format!(", {text}"));
        }
    }
    head
}

pub(super) fn footer(game: &GameRecord) -> String {
    let GameRecord { end, reason, detail, .. } = game;
    if (*end, *reason) == (End::None, Reason::Rules) {
        return if detail.is_empty() { "not finished".to_owned() } else { detail.clone() };
    }
    format!("{end} ({reason}) {detail}").trim_end().to_owned()
}

/// Passes on the frames of a game, move by move.
fn walk(
    registry: &Registry,
    game: &GameRecord,
    take: &mut dyn FnMut(String) -> Result<(), CliError>,
) -> Result<(), CliError> {
    if game.variant == GENERIC {
        let lines = (1..).zip(&game.moves);
        let mut lines = lines.map(|(ply, mv)| format!("{ply}. {}{}", mv.text, comment(mv)));
        return lines.try_for_each(take);
    }
    let mut board = game_of(registry, &game.variant)?;
    let refused = |error: GameError| format!("game {}: {}", game.number, EngineError::from(error));
    board.set_up(game.fen.as_deref().into(), &game.opening).map_err(refused)?;
    let opening = match game.opening.as_slice() {
        [] => String::new(),
        moves => format!("opening {}\n", moves.join(" ")),
    };
    take(format!("{opening}{}\n", draw(board.as_ref(), style())))?;
    for (ply, mv) in (1..).zip(&game.moves) {
        let player = mover(board.as_ref());
        let seen = seen_text(board.as_ref(), &mv.text);
        // The reader leaves out games of other programs with an illegal move. It does not check
        // zugi's own formats, whose files may have been edited.
        board.play_text(&mv.text).map_err(refused)?;
        let drawing = draw(board.as_ref(), style());
        take(format!("{ply}. {player} {seen}{}\n{drawing}\n", comment(mv)))?;
    }
    Ok(())
}

/// The side to move, with its seat if the sides have several.
pub(super) fn mover(game: &dyn AnyGame) -> String {
    let seats =
        game.capability::<dyn HasSeats>().ok().filter(|seats| seats.count() > Player::BOTH.len());
    match seats.and_then(|seats| seats.to_move(game)) {
        Some(seat) => format!("{} seat {}", game.to_move(), seat + 1),
        None => game.to_move().to_string(),
    }
}

fn comment(mv: &MoveRecord) -> String {
    let mut parts = Vec::new();
    parts.extend(mv.score.map(|score| score.to_string()));
    parts.extend(mv.depth.map(|depth| format!("depth {depth}")));
    // Moves of people are not timed.
    let time = Some(mv.time).filter(|time| !time.is_zero());
    parts.extend(time.map(|time| format!("{:.1} ms", time.as_secs_f64() * 1000.0)));
    parts.extend(mv.clock.map(|clock| format!("{:.1} s left", clock.as_secs_f64())));
    parts.extend(Some(mv.comment.clone()).filter(|text| !text.is_empty()));
    let sign = mv.annotation.map_or("", Annotation::word);
    if parts.is_empty() { sign.to_owned() } else { format!("{sign}   {}", parts.join(", ")) }
}
