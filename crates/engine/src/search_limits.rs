//! Converts the limits of `go` and the options to the limits and settings of a search.

use std::time::Duration;

use zugi_game::{AnyGame, Chances, Player};
use zugi_protocol::{GoLimits, quote};
use zugi_search::{Limits, Strength, TimeLeft, Value};

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
/// is the only limit, the remaining time is the increment (0 without one), so the search is short.
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

/// Whether no move is played after the search.
pub(super) fn is_analysis(options: &OptionValues, limits: &Limits) -> bool {
    options.analyse_mode || limits.infinite || limits.mate.is_some()
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
