//! Between the protocol's words and the search's values.

use std::time::Duration;

use crate::game::{Game, Outcome, Player};
use crate::protocol::{self, GoLimits, Info, Options, quote};
use crate::search::{Clock, CurrentMove, Limits, Report, Score, Strength, Value};

/// The search's limits for a `go` command, and what is wrong with its
/// `searchmoves`.
pub(super) fn limits<G: Game>(position: &G, go: &GoLimits) -> (Limits<G::Move>, Vec<String>) {
    let (search_moves, problems) = search_moves(position, &go.search_moves);
    let limits = Limits {
        clock: clock(position.to_move(), go),
        moves_to_go: go.moves_to_go,
        move_time: go.move_time,
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        infinite: go.infinite || (!go.ponder && !go.is_bounded()),
        search_moves,
    };
    (limits, problems)
}

/// The mover's clock; if only the other side's is known, that one.
fn clock(player: Player, go: &GoLimits) -> Option<Clock> {
    let of = |player: Player| {
        let [one, two] = go.time;
        let [one_inc, two_inc] = go.increment;
        let (remaining, increment) = match player {
            Player::One => (one, one_inc),
            Player::Two => (two, two_inc),
        };
        remaining.map(|remaining| Clock { remaining, increment: increment.unwrap_or_default() })
    };
    of(player).or_else(|| of(player.opponent()))
}

fn search_moves<G: Game>(position: &G, texts: &[String]) -> (Vec<G::Move>, Vec<String>) {
    let mut moves = Vec::new();
    let mut problems = Vec::new();
    for text in texts {
        match position.parse_move(text).ok().filter(|&mv| position.is_legal(mv)) {
            Some(mv) => moves.push(mv),
            None => problems.push(format!("bad searchmoves {}: expected legal moves", quote(text))),
        }
    }
    (moves, problems)
}

/// How well to play. Weak play is for games: an analysis, and the question for a forced
/// win, have the best answer.
pub(super) fn strength<M>(options: &Options, limits: &Limits<M>) -> Option<Strength> {
    let is_limited = options.limit_strength && !is_analysis(options, limits);
    is_limited.then(|| Strength::from_elo(options.elo))
}

/// How much worse than an even game a draw is. There is an opponent in games only.
pub(super) fn contempt<M>(options: &Options, limits: &Limits<M>) -> Value {
    // The option has a small range.
    if is_analysis(options, limits) { 0 } else { options.contempt as Value }
}

/// Whether the best play is asked for, and not a move of a game.
fn is_analysis<M>(options: &Options, limits: &Limits<M>) -> bool {
    options.analyse_mode || limits.infinite || limits.mate.is_some()
}

/// The `info` line for a report of a search of `position`.
pub(super) fn info<G: Game>(position: &G, report: &Report<G::Move>) -> Info {
    Info {
        depth: Some(report.depth),
        seldepth: Some(report.seldepth),
        multipv: u32::try_from(report.line).ok(),
        score: Some(score(report.score)),
        nodes: Some(report.nodes),
        nps: Some(report.nps()),
        hashfull: Some(report.hashfull),
        time: Some(report.time),
        pv: variation(position, &report.pv),
        ..Info::default()
    }
}

/// The `info` line for a root move that the search of `position` is at.
pub(super) fn current_move<G: Game>(position: &G, current: &CurrentMove<G::Move>) -> Info {
    Info {
        depth: Some(current.depth),
        currmove: Some(position.move_text(current.mv)),
        currmovenumber: u32::try_from(current.number).ok(),
        ..Info::default()
    }
}

/// The `info` line for a finished game, which there is nothing to search in.
pub(super) fn finished_info(outcome: Option<Outcome>) -> Info {
    Info {
        depth: Some(0),
        score: Some(match outcome {
            Some(Outcome::Draw) => protocol::Score::Cp(0),
            _ => protocol::Score::Mate(0),
        }),
        nodes: Some(0),
        nps: Some(0),
        time: Some(Duration::ZERO),
        ..Info::default()
    }
}

/// The texts of a sequence of moves.
fn variation<G: Game>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let text = |&mv: &G::Move| {
        let text = position.move_text(mv);
        position.play_unchecked(mv);
        text
    };
    moves.iter().map(text).collect()
}

fn score(score: Score) -> protocol::Score {
    // Distances are at most MAX_PLY.
    match score {
        Score::Units(value) => protocol::Score::Cp(value),
        Score::Win(plies) => protocol::Score::Mate(plies as i32),
        Score::Loss(plies) => protocol::Score::Mate(-(plies as i32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zola::Zola6;
    use crate::protocol::{OptionDeclaration, OptionKind, OptionTable};

    fn go(line: &str) -> GoLimits {
        match protocol::parse(line) {
            Ok(Some(protocol::Command::Go(go))) => go.limits,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_clock_is_the_movers() {
        let start = Zola6::start();
        let next = start.after(start.moves()[0]);
        let go = go("go p1time 1000 p2time 2000 p1inc 3");
        let clock = |position| limits(position, &go).0.clock.unwrap();
        assert_eq!(clock(&start).remaining, Duration::from_millis(1000));
        assert_eq!(clock(&start).increment, Duration::from_millis(3));
        assert_eq!(clock(&next).remaining, Duration::from_millis(2000));
        assert_eq!(clock(&next).increment, Duration::ZERO);
    }

    #[test]
    fn a_missing_clock_is_the_other_ones() {
        let clock = limits(&Zola6::start(), &go("go btime 500")).0.clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_millis(500));
    }

    #[test]
    fn only_legal_moves_are_searched() {
        let (limits, problems) =
            limits(&Zola6::start(), &go("go searchmoves a1b1 a1f6 zz depth 2"));
        assert_eq!(limits.search_moves.len(), 1);
        assert_eq!(limits.depth, Some(2));
        assert_eq!(problems.len(), 2);
        assert!(!limits.infinite);
    }

    #[test]
    fn strength_is_limited_in_games_only_and_as_the_option_says() {
        let mut options = Options::new("zola-6");
        let of = |options: &Options, line| strength(options, &limits(&Zola6::start(), &go(line)).0);
        assert_eq!(of(&options, "go depth 3"), None);
        options.limit_strength = true;
        let limited = Some(Strength::from_elo(options.elo));
        for line in ["go depth 3", "go p1time 1000", "go nodes 5", "go ponder movetime 100"] {
            assert_eq!(of(&options, line), limited, "{line}");
        }
        for line in ["go", "go infinite", "go mate 5"] {
            assert_eq!(of(&options, line), None, "{line}");
        }
        options.analyse_mode = true;
        assert_eq!(of(&options, "go depth 3"), None);
    }

    #[test]
    fn contempt_is_for_games_only() {
        let mut options = Options { contempt: 70, ..Options::new("zola-6") };
        let of = |options: &Options, line| contempt(options, &limits(&Zola6::start(), &go(line)).0);
        for line in ["go depth 3", "go p1time 1000", "go nodes 5", "go ponder movetime 100"] {
            assert_eq!(of(&options, line), 70, "{line}");
        }
        for line in ["go", "go infinite", "go mate 5"] {
            assert_eq!(of(&options, line), 0, "{line}");
        }
        options.analyse_mode = true;
        assert_eq!(of(&options, "go depth 3"), 0);
    }

    #[test]
    fn the_option_has_the_range_of_the_strengths() {
        let (lowest, highest) = Strength::ELO.into_inner();
        let (min, max) = (i64::from(lowest), i64::from(highest));
        let kind = OptionKind::Spin { default: 1600, min, max };
        let declared = OptionDeclaration { name: "UGI_Elo".into(), kind };
        let table = OptionTable::new(&["zola-6"], "zola-6");
        assert!(table.declarations().contains(&declared), "{declared}");
    }

    #[test]
    fn without_limits_a_search_is_infinite() {
        let infinite = |line| limits(&Zola6::start(), &go(line)).0.infinite;
        assert!(infinite("go"));
        assert!(infinite("go infinite depth 3"));
        assert!(!infinite("go ponder depth 3"));
        assert!(!infinite("go nodes 5"));
    }
}
