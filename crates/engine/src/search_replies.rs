//! The replies of searches and other jobs: `info` lines with the variation and the score,
//! `bestmove`, and the results of proofs.

use std::time::Duration;

use zugi_game::{AnyGame, Chances, Outcome, Player, ProofProgress, ProofReport, RawMove};
use zugi_protocol::{Info, Reply, UgiScore};
use zugi_search::{PvInfo, Score, SearchEvent, nodes_per_second};

/// The replies at the end of a search of this game. `best` is `None` if the game was over;
/// `show_ponder` allows a ponder move.
pub(super) fn best_move(game: &dyn AnyGame, best: Option<PvInfo>, show_ponder: bool) -> Vec<Reply> {
    let Some(report) = best else {
        let is_draw = game.outcome() == Some(Outcome::Draw);
        let score = if is_draw { UgiScore::Cp(0) } else { UgiScore::Mate(0) };
        let info = Info { depth: Some(0), score: Some(score), ..speed(0, Duration::ZERO) };
        return vec![Reply::Info(info), Reply::BestMove { mv: PASS.to_owned(), ponder: None }];
    };
    let mut pv = game.variation(&report.pv).into_iter();
    // A search never reports an empty line.
    let happens = pv.next().unwrap_or_else(|| PASS.to_owned());
    let mv = decided(game, &report.pv).unwrap_or_else(|| happens.clone());
    // No ponder move after a random outcome.
    let ponder = pv.next().filter(|_| show_ponder && mv == happens);
    vec![Reply::BestMove { mv, ponder }]
}

pub(super) fn speed(nodes: u64, time: Duration) -> Info {
    let nps = Some(nodes_per_second(nodes, time));
    Info { nodes: Some(nodes), nps, time: Some(time), ..Info::default() }
}

pub(super) fn proof_info(progress: &ProofProgress) -> Info {
    let &ProofProgress { nodes, time, moves, lost, full, missing_threads: _ } = progress;
    let count = |moves: usize| u32::try_from(moves).ok();
    Info {
        nodes: Some(nodes),
        hashfull: Some(full),
        time: Some(time),
        lostmoves: count(lost),
        rootmoves: count(moves),
        ..Info::default()
    }
}

/// Sent if the system starts fewer threads than requested.
pub(super) fn fewer_threads(found: usize, asked: usize) -> Reply {
    let work = if found == 1 { "1 works" } else { &format!("{found} work") };
    Reply::Message(format!("the system has no room for {asked} threads: {work}"))
}

/// The replies at the end of a proof: statistics, the line, and last the result.
pub(super) fn solved(game: &dyn AnyGame, report: &ProofReport<RawMove>) -> Vec<Reply> {
    let &ProofReport { outcome, cannot_win, ref line, nodes, time } = report;
    let mut replies = vec![Reply::Info(speed(nodes, time))];
    let Some(outcome) = outcome else {
        if let Some((player, _)) = Player::BOTH.into_iter().zip(cannot_win).find(|(_, it)| *it) {
            replies.push(Reply::Message(format!("{player} does not win")));
        }
        replies.push(Reply::Text(format!("result unknown after {nodes} nodes")));
        return replies;
    };
    if let Outcome::Win(_) = outcome {
        let moves = game.variation(line);
        let mut end = game.boxed_clone();
        let is_whole = end.play_texts(&moves).is_ok() && end.outcome() == Some(outcome);
        if !moves.is_empty() {
            replies.push(Reply::Text(format!("line {}", moves.join(" "))));
        }
        if !is_whole {
            let text = "the line ends before the game does: tables know the rest, or stop came";
            replies.push(Reply::Message(text.to_owned()));
        }
    }
    replies.push(Reply::Text(format!("result {outcome}")));
    replies
}

/// The mover's decision at the start of a line, in a game with random outcomes.
fn decided(game: &dyn AnyGame, pv: &[RawMove]) -> Option<String> {
    let chances: &dyn Chances = game.capability().ok()?;
    chances.decision(game, *pv.first()?).map(|(text, _)| text)
}

/// The move in `bestmove` if there is no legal move, and the text of a pass.
pub(super) const PASS: &str = "0000";

/// The reply for an event; `show_wdl` allows the chances to win, draw and lose in an `info` line.
pub(super) fn event(game: &dyn AnyGame, event: SearchEvent, show_wdl: bool) -> Reply {
    match event {
        SearchEvent::Line(line) => Reply::Info(Info {
            depth: Some(line.depth),
            seldepth: Some(line.seldepth),
            multipv: u32::try_from(line.line).ok(),
            score: Some(ugi_score(line.score)),
            wdl: line.wdl.filter(|_| show_wdl),
            hashfull: Some(line.hashfull),
            tbhits: Some(line.tbhits).filter(|&hits| hits > 0),
            pv: game.variation(&line.pv),
            ..speed(line.nodes, line.time)
        }),
        SearchEvent::CurrentMove { depth, mv, number } => Reply::Info(Info {
            depth: Some(depth),
            currmove: game.variation(&[mv]).pop(),
            currmovenumber: u32::try_from(number).ok(),
            ..Info::default()
        }),
        SearchEvent::FewerThreads { found, asked } => fewer_threads(found, asked),
        SearchEvent::ExactEnding => {
            let text = "nothing is left to chance: alpha-beta searches instead of the tree";
            Reply::Message(text.to_owned())
        }
        SearchEvent::Refuted { refuted, all } => Reply::Message(format!(
            "a search to the end of the game proves {refuted} of {all} moves worse than another"
        )),
    }
}

#[must_use]
pub fn ugi_score(score: Score) -> UgiScore {
    // Distances are at most MAX_PLY, so they fit.
    match score {
        Score::Win(plies) => UgiScore::Mate(plies as i32),
        Score::Loss(plies) => UgiScore::Mate(-(plies as i32)),
        score => UgiScore::Cp(score.value()),
    }
}
