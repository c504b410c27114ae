//! The time of the engine for each move.

use std::time::Duration;

use zugi_game::time::Instant;
use zugi_protocol::GoLimits;
use zugi_protocol::xboard::Level;

/// XBoard's default: 40 moves in 5 minutes.
const USUAL: Level =
    Level { moves: Some(40), base: Duration::from_secs(300), increment: Duration::ZERO };

/// The engine's clock: set by the GUI, and estimated between its messages.
#[derive(Debug)]
pub(super) struct EngineClock {
    /// A clock for the whole game, or for each period of a number of moves.
    level: Level,
    /// A fixed time per move, in place of the clock.
    pub move_time: Option<Duration>,
    pub left: Duration,
    /// The number of turns before the time control was set.
    turns_before: usize,
    /// When the current search for a move began.
    started: Option<Instant>,
}

impl Default for EngineClock {
    fn default() -> EngineClock {
        let (level, left) = (USUAL, USUAL.base);
        EngineClock { level, move_time: None, left, turns_before: 0, started: None }
    }
}

impl EngineClock {
    /// Starts a new game with the same time control.
    pub fn restart(&mut self) {
        (self.left, self.turns_before, self.started) = (self.level.base, 0, None);
    }

    /// Sets a time control that begins after this many turns.
    pub fn set_level(&mut self, level: Level, turns: usize) {
        (self.level, self.move_time, self.left) = (level, None, level.base);
        self.turns_before = turns;
    }

    pub fn start(&mut self) {
        self.started = Some(Instant::now());
    }

    /// Stops the clock after the engine's move at this turn number, from 0.
    pub fn stop(&mut self, turn: usize) {
        let Some(started) = self.started.take() else { return };
        let left = self.left.saturating_sub(started.elapsed());
        self.left = left.saturating_add(self.level.increment);
        if self.level.moves.is_some_and(|moves| self.made(turn + 2).is_multiple_of(moves)) {
            self.left = self.left.saturating_add(self.level.base);
        }
    }

    /// The limits of time for this turn number, from 0.
    pub fn limits(&self, turn: usize) -> GoLimits {
        if self.move_time.is_some() {
            return GoLimits { move_time: self.move_time, ..GoLimits::default() };
        }
        // After a set-up position the GUI may count turns differently, so keep time for one extra
        // move.
        let moves_to_go = self.level.moves.map(|moves| {
            let made = self.made(turn).checked_rem(moves).unwrap_or(0);
            moves.saturating_sub(made).saturating_add(1)
        });
        // The search reads the clock of the side to move.
        let (time, increment) = ([Some(self.left); 2], [Some(self.level.increment); 2]);
        GoLimits { time, increment, moves_to_go, ..GoLimits::default() }
    }

    /// The number of moves that a player has made before this turn, since the time control was set.
    fn made(&self, turn: usize) -> u32 {
        let moves = turn.saturating_sub(self.turns_before) / 2;
        u32::try_from(moves).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    /// Long enough that even a slow test uses less than half of it.
    const HOUR: Duration = Duration::from_secs(3600);

    fn moves(clock: &EngineClock, turn: usize) -> Option<u32> {
        clock.limits(turn).moves_to_go
    }

    #[test]
    fn a_session_ends_after_its_moves() {
        let mut clock = EngineClock::default();
        clock.set_level(Level { moves: Some(3), ..USUAL }, 0);
        let seen: Vec<_> = (0..8).map(|turn| moves(&clock, turn)).collect();
        assert_eq!(seen, [4, 4, 3, 3, 2, 2, 4, 4].map(Some));
        clock.set_level(Level { moves: Some(20), base: 22 * SECOND, increment: SECOND }, 80);
        assert_eq!(moves(&clock, 81), Some(21));
        assert_eq!(moves(&clock, 118), Some(2));
    }

    #[test]
    fn the_clock_gets_what_is_due() {
        let mut clock = EngineClock::default();
        clock.set_level(Level { moves: Some(2), base: 10 * HOUR, increment: HOUR }, 0);
        let mut left = Vec::new();
        for turn in [1, 3, 5, 7] {
            clock.start();
            clock.stop(turn);
            left.push((clock.left + HOUR / 2).as_secs() / HOUR.as_secs());
        }
        assert_eq!(left, [11, 22, 23, 34]);
        clock.left = 5 * SECOND;
        clock.stop(9);
        assert_eq!(clock.left, 5 * SECOND, "it did not run");
        clock.restart();
        assert_eq!(clock.left, 10 * HOUR);
    }

    #[test]
    fn nothing_overflows() {
        for moves in [0, 1, u32::MAX] {
            let mut clock = EngineClock::default();
            let level = Level { moves: Some(moves), base: Duration::MAX, increment: Duration::MAX };
            clock.set_level(level, 0);
            for turn in [0, 1, usize::MAX - 2] {
                clock.start();
                clock.stop(turn);
                assert!(clock.left > Duration::MAX - HOUR, "{moves} {turn}");
                assert!(self::moves(&clock, turn).is_some_and(|moves| moves > 0));
            }
        }
    }

    #[test]
    fn time_for_each_move_needs_no_clock() {
        let clock = EngineClock { move_time: Some(3 * SECOND), ..EngineClock::default() };
        let limits = GoLimits { move_time: Some(3 * SECOND), ..GoLimits::default() };
        assert_eq!(clock.limits(7), limits);
    }
}
