//! Jobs of a larger proof: one line of JSON each, many per process.

use std::io::{self, BufRead, Read};
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Value, json};
use zugi_game::{AnyGame, Outcome, Player, Setup, Variant};
use zugi_solver::proof::{MoveWork, ProofAnswer, ProofRequest, ProofSolver};

use super::{STOP, show};
use crate::cli::CliError;
use crate::cli::files::Overwrite;

/// The longest job line, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// The longest quotation of a line.
const MAX_QUOTED: usize = 200;

/// A line of `--jobs`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    position: String,
    nodes: Option<u64>,
    certificate: Option<PathBuf>,
}

/// Reads jobs from stdin until it ends, and answers each with a line. A failed job's answer has the
/// error.
pub(super) fn answer_jobs(
    variant: &Variant,
    solves: &ProofSolver,
    request: &ProofRequest,
    overwrite: Overwrite,
) -> Result<(), CliError> {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.len() as u64 == MAX_LINE && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
        }
        // A byte order mark, as Windows shells write it.
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line);
        let answer = answer(variant, solves, request, overwrite, line);
        show(&answer.unwrap_or_else(|why| json!({ "error": why }).to_string()))?;
    }
}

fn answer(
    variant: &Variant,
    solves: &ProofSolver,
    request: &ProofRequest,
    overwrite: Overwrite,
    line: &[u8],
) -> Result<String, String> {
    let Asked { position, nodes, certificate } = serde_json::from_slice(line).map_err(|error| {
        let found = String::from_utf8_lossy(line.get(..MAX_QUOTED).unwrap_or(line));
        let expected = "a position, and nodes or a certificate if wanted, as JSON";
        format!("found {:?}: expected {expected} ({error})", found.trim_end())
    })?;
    let mut game = variant.game();
    game.set_up(Setup::Text(&position), &[]).map_err(|error| error.to_string())?;
    if let Some(path) = &certificate {
        overwrite.check(path).map_err(|error| error.to_string())?;
    }
    let mut request = ProofRequest { certificate, ..request.clone() };
    request.limits.nodes = nodes;
    let answer = solves.prove(game.as_ref(), &request, &STOP, &mut |_| ());
    Ok(job_line(game.as_ref(), &answer.map_err(|error| error.to_string())?))
}

/// The result of a job; reproducible for the same arguments.
pub(super) fn job_line(game: &dyn AnyGame, answer: &ProofAnswer) -> String {
    let mover = game.to_move();
    let result = match answer.winner {
        Some(winner) if winner == mover => "proven",
        Some(_) => "disproven",
        None => "unknown",
    };
    let estimate = |player: Player| {
        let estimate = answer.estimates.map(|estimates| estimates[player.index()]);
        estimate.map(|it| json!({ "positions": it.positions, "failed": it.failed }))
    };
    let line = json!({
        "variant": game.variant(),
        "position": game.text(),
        "mover": mover,
        "result": result,
        "winner": answer.winner,
        "move": answer.line.first().filter(|_| answer.winner == Some(mover)),
        "nodes": answer.spent.nodes,
        "proof": estimate(mover),
        "disproof": estimate(mover.opponent()),
        "children": answer.moves.as_ref().map(|moves| children(game, moves)),
    });
    line.to_string()
}

/// The child positions, for further jobs: the number of moves, the estimated cost of a proof, and
/// the result if the game is over.
fn children(game: &dyn AnyGame, moves: &[MoveWork]) -> Vec<Value> {
    let child = |work: &MoveWork| {
        let mut game = game.boxed_clone();
        game.play_text(&work.mv).ok()?;
        let winner = match game.outcome() {
            Some(Outcome::Win(player)) => Some(player),
            _ => None,
        };
        let (position, mover, moves) = (game.text(), game.to_move(), game.moves().len());
        Some(json!({
            "move": work.mv, "position": position, "mover": mover, "moves": moves,
            "effort": work.effort, "expected": work.expected_nodes, "winner": winner
        }))
    };
    moves.iter().filter_map(child).collect()
}
