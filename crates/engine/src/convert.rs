//! Converts between protocol values and search values.

use std::time::Duration;

use zugi_game::{AnyGame, Chances, Outcome, Player, ProofProgress, ProofReport, RawMove};
use zugi_protocol::{GoLimits, Info, Reply, UgiScore, quote};
use zugi_search::{
    Limits, PvInfo, Score, SearchEvent, Strength, TimeLeft, Value, nodes_per_second,
};

use super::options::OptionValues;

/// The search limits of a `go` command, and the errors in its `searchmoves`.
pub(super) fn limits(game: &dyn AnyGame, go: &GoLimits) -> (Limits, Vec<String>) {
    // Names each field, so that a new limit does not compile until it is converted.
    let &GoLimits {
        time: _,
        increment: _,
        moves_to_go,
        move_time,
        depth,
        nodes,
        mate,
        infinite,
        ponder,
        search_moves: ref texts,
    } = go;
    let (mut search_moves, mut problems) = (Vec::new(), Vec::new());
    for text in texts {
        let find = |chances: &dyn Chances| chances.find_decision(game, text);
        match game.legal_move(text).ok().or_else(|| game.capability().ok().and_then(find)) {
            Some(mv) => search_moves.push(mv),
            None => problems.push(format!("bad searchmoves {}: expected legal moves", quote(text))),
        }
    }
    let limits = Limits {
        clock: clock(game.to_move(), go),
        moves_to_go,
        move_time,
        depth,
        nodes,
        mate,
        infinite: infinite || (!ponder && !go.is_bounded()),
        search_moves,
    };
    (limits, problems)
}

/// The mover's clock, or the opponent's if only that one is known. If an increment or `movestogo`
/// is the only limit, it is read as a clock with only the increment left (0 without one), so the
/// search is short.
fn clock(player: Player, go: &GoLimits) -> Option<TimeLeft> {
    let of = |[one, two]: [Option<Duration>; 2], player| match player {
        Player::One => one,
        Player::Two => two,
    };
    let clock_of = |player| {
        let increment = of(go.increment, player).unwrap_or_default();
        of(go.time, player).map(|remaining| TimeLeft { remaining, increment })
    };
    let empty = || {
        let increment =
            of(go.increment, player).or(of(go.increment, player.opponent())).unwrap_or_default();
        let alone = go.shares_clock() && !go.has_halting_limit() && !go.infinite;
        alone.then_some(TimeLeft { remaining: increment, increment })
    };
    clock_of(player).or_else(|| clock_of(player.opponent())).or_else(empty)
}

/// Limits the strength in games only: an analysis and a mate search use full strength.
pub(super) fn strength(options: &OptionValues, limits: &Limits) -> Option<Strength> {
    let is_limited = options.limit_strength && !is_analysis(options, limits);
    is_limited.then(|| Strength::from_elo(options.elo))
}

/// The draw penalty; zero in an analysis and a mate search, which have no opponent.
pub(super) fn contempt(options: &OptionValues, limits: &Limits) -> Value {
    if is_analysis(options, limits) { 0 } else { options.contempt }
}

fn is_analysis(options: &OptionValues, limits: &Limits) -> bool {
    options.analyse_mode || limits.infinite || limits.mate.is_some()
}

/// The replies at the end of a search of this game. `best` is `None` if the game was over;
/// `show_ponder` allows a ponder move.
pub(super) fn best_move(game: &dyn AnyGame, best: Option<PvInfo>, show_ponder: bool) -> Vec<Reply> {
    let Some(report) = best else {
        let end = Reply::BestMove { mv: PASS.to_owned(), ponder: None };
        return vec![Reply::Info(finished_info(game.outcome())), end];
    };
    let mut pv = game.variation(&report.pv).into_iter();
    // A search never reports an empty line.
    let happens = pv.next().unwrap_or_else(|| PASS.to_owned());
    let mv = decided(game, &report.pv).unwrap_or_else(|| happens.clone());
    // No ponder move after a random outcome.
    let ponder = pv.next().filter(|_| show_ponder && mv == happens);
    vec![Reply::BestMove { mv, ponder }]
}

pub(super) fn perft_info(depth: u32, leaves: u64, time: Duration) -> Info {
    Info {
        depth: Some(depth),
        nodes: Some(leaves),
        nps: Some(nodes_per_second(leaves, time)),
        time: Some(time),
        ..Info::default()
    }
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
    let nps = Some(nodes_per_second(nodes, time));
    let info = Info { nodes: Some(nodes), nps, time: Some(time), ..Info::default() };
    let mut replies = vec![Reply::Info(info)];
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
        SearchEvent::Line(line) => {
            let mut info = info(game, &line);
            info.wdl = info.wdl.filter(|_| show_wdl);
            Reply::Info(info)
        }
        SearchEvent::CurrentMove { depth, mv, number } => {
            Reply::Info(current_move(game, depth, mv, number))
        }
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

fn info(game: &dyn AnyGame, report: &PvInfo) -> Info {
    Info {
        depth: Some(report.depth),
        seldepth: Some(report.seldepth),
        multipv: u32::try_from(report.line).ok(),
        score: Some(ugi_score(report.score)),
        wdl: report.wdl,
        nodes: Some(report.nodes),
        nps: Some(report.nps()),
        hashfull: Some(report.hashfull),
        tbhits: Some(report.tbhits).filter(|&hits| hits > 0),
        time: Some(report.time),
        pv: game.variation(&report.pv),
        ..Info::default()
    }
}

fn current_move(game: &dyn AnyGame, depth: u32, mv: RawMove, number: usize) -> Info {
    Info {
        depth: Some(depth),
        currmove: game.variation(&[mv]).pop(),
        currmovenumber: u32::try_from(number).ok(),
        ..Info::default()
    }
}

fn finished_info(outcome: Option<Outcome>) -> Info {
    Info {
        depth: Some(0),
        score: Some(match outcome {
            Some(Outcome::Draw) => UgiScore::Cp(0),
            _ => UgiScore::Mate(0),
        }),
        nodes: Some(0),
        nps: Some(0),
        time: Some(Duration::ZERO),
        ..Info::default()
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

#[cfg(test)]
mod tests {
    use zugi_game::toy::Hexapawn;
    use zugi_game::{Registry, Setup, Variant};

    use super::*;
    use crate::Engine;

    fn go(line: &str) -> GoLimits {
        match zugi_protocol::parse(line) {
            Ok(Some(zugi_protocol::Command::Go(limits))) => limits,
            other => panic!("{other:?}"),
        }
    }

    fn registry() -> Registry {
        Registry::new(vec![Variant::new::<Hexapawn>()], "hexapawn")
    }

    fn start() -> Box<dyn AnyGame> {
        registry().default_variant().game()
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let mut game = start();
        let go = go("go p1time 1000 p2time 2000 p1inc 3");
        let clock = |game: &dyn AnyGame| limits(game, &go).0.clock.unwrap();
        assert_eq!(clock(game.as_ref()).remaining, Duration::from_millis(1000));
        assert_eq!(clock(game.as_ref()).increment, Duration::from_millis(3));
        game.set_up(Setup::Start, &["a1a2".to_owned()]).unwrap();
        assert_eq!(clock(game.as_ref()).remaining, Duration::from_millis(2000));
        assert_eq!(clock(game.as_ref()).increment, Duration::ZERO);
    }

    #[test]
    fn a_missing_clock_is_taken_from_the_other_side() {
        let clock = limits(start().as_ref(), &go("go btime 500")).0.clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_millis(500));
    }

    #[test]
    fn an_increment_or_a_number_of_moves_alone_is_an_empty_clock() {
        let of = |line| limits(start().as_ref(), &go(line)).0;
        let alone = |line| {
            let limits = of(line);
            assert!(!limits.infinite, "{line}");
            let clock = limits.clock.expect(line);
            assert_eq!(clock.remaining, clock.increment, "{line}");
            clock.increment.as_millis()
        };
        assert_eq!(alone("go p1inc 50"), 50);
        assert_eq!(alone("go p1inc 50 p2inc 70 movestogo 3"), 50);
        assert_eq!(alone("go binc 50"), 50);
        assert_eq!(alone("go movestogo 40"), 0);
        assert_eq!(alone("go ponder movestogo 40"), 0);
        // An increment or `movestogo` makes no clock if something else ends the search.
        for line in ["go depth 3 movestogo 40", "go movetime 100 winc 50", "go infinite winc 50"] {
            assert_eq!(of(line).clock, None, "{line}");
        }
    }

    #[test]
    fn only_legal_moves_are_searched() {
        let (limits, problems) =
            limits(start().as_ref(), &go("go searchmoves a1a2 a1d4 zz depth 2"));
        assert_eq!(limits.search_moves.len(), 1);
        assert_eq!(limits.depth, Some(2));
        assert_eq!(problems.len(), 2);
        assert!(!limits.infinite);
    }

    /// Checks a setting that applies in games only, and its value in an analysis.
    fn check_games_only<T: PartialEq + std::fmt::Debug>(
        mut values: OptionValues,
        of: fn(&OptionValues, &Limits) -> T,
        [in_games, in_analysis]: [T; 2],
    ) {
        let game = start();
        let of = |values: &OptionValues, line| of(values, &limits(game.as_ref(), &go(line)).0);
        for line in ["go depth 3", "go p1time 1000", "go nodes 5", "go ponder movetime 100"] {
            assert_eq!(of(&values, line), in_games, "{line}");
        }
        for line in ["go", "go infinite", "go mate 5"] {
            assert_eq!(of(&values, line), in_analysis, "{line}");
        }
        values.analyse_mode = true;
        assert_eq!(of(&values, "go depth 3"), in_analysis);
    }

    fn values() -> OptionValues {
        Engine::new(&registry(), "hexapawn").unwrap().values().clone()
    }

    #[test]
    fn strength_is_limited_in_games_only_and_as_the_option_says() {
        assert_eq!(strength(&values(), &limits(start().as_ref(), &go("go depth 3")).0), None);
        let values = OptionValues { limit_strength: true, elo: 900, ..values() };
        check_games_only(values, strength, [Some(Strength::from_elo(900)), None]);
    }

    #[test]
    fn contempt_is_for_games_only() {
        check_games_only(OptionValues { contempt: 70, ..values() }, contempt, [70, 0]);
    }

    #[test]
    fn without_limits_a_search_is_infinite() {
        let infinite = |line| limits(start().as_ref(), &go(line)).0.infinite;
        assert!(infinite("go"));
        assert!(infinite("go infinite depth 3"));
        assert!(!infinite("go ponder depth 3"));
        assert!(!infinite("go nodes 5"));
    }
}
