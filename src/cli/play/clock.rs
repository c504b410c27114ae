//! The clocks of a game between people and the engine.

use std::str::FromStr;
use std::time::Duration;

use zugi_game::{AnyGame, Player};
use zugi_protocol::GoLimits;
use zugi_show::player_name;

/// In minutes: a week.
const MOST_MINUTES: f64 = 10_080.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    left: [Duration; 2],
    /// Added after each move.
    increment: Duration,
}

impl FromStr for Clocks {
    type Err = String;

    /// Parses `MINUTES` or `MINUTES+SECONDS`, as at the start of a game.
    fn from_str(text: &str) -> Result<Clocks, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str, most: f64| {
            text.parse().ok().filter(|number: &f64| (0.0..=most).contains(number))
        };
        let base =
            number(minutes, MOST_MINUTES).map(|minutes| Duration::from_secs_f64(minutes * 60.0));
        let increment = number(seconds, MOST_MINUTES * 60.0).map(Duration::from_secs_f64);
        match (base, increment) {
            (Some(base), Some(_)) if base.is_zero() => {
                Err("expected more than 0 minutes, such as 5 or 0.5+3".to_owned())
            }
            (Some(base), Some(increment)) => Ok(Clocks { left: [base; 2], increment }),
            _ => Err("expected MINUTES or MINUTES+SECONDS, such as 5 or 5+3".to_owned()),
        }
    }
}

impl Clocks {
    /// Subtracts the time that a player has used; returns whether the time sufficed.
    pub fn take(&mut self, player: Player, used: Duration) -> bool {
        let left = &mut self.left[player.index()];
        let rest = left.checked_sub(used);
        *left = rest.unwrap_or_default();
        rest.is_some()
    }

    pub fn left(&self, player: Player) -> Duration {
        self.left[player.index()]
    }

    /// Such as `Red ● 4:59, Blue ○ 5:00`.
    pub fn describe(&self, game: &dyn AnyGame) -> String {
        let part = |player| format!("{} {}", player_name(game, player), shown(self.left(player)));
        Player::BOTH.map(part).join(", ")
    }

    pub fn add(&mut self, player: Player) {
        self.left[player.index()] += self.increment;
    }

    pub fn limits(&self) -> GoLimits {
        GoLimits {
            time: self.left.map(Some),
            increment: [Some(self.increment); 2],
            ..GoLimits::default()
        }
    }
}

/// Formats a time as `4:59`.
fn shown(left: Duration) -> String {
    format!("{}:{:02}", left.as_secs() / 60, left.as_secs() % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_has_minutes_and_perhaps_seconds() {
        let of = |text: &str| text.parse::<Clocks>().unwrap();
        assert_eq!(of("5+3").limits().time, [Some(Duration::from_secs(300)); 2]);
        assert_eq!(of("5+3").limits().increment, [Some(Duration::from_secs(3)); 2]);
        assert_eq!(shown(of("0.5").left(Player::Two)), "0:30");
        for text in ["0", "0+5", "0.0+0"] {
            let error = text.parse::<Clocks>().unwrap_err();
            assert!(error.contains("more than 0 minutes"), "{error}");
        }
        for text in ["", "0", "-1", "5+", "+3", "5+-1", "NaN", "inf", "1e9", "5 + 3", "5:00"] {
            assert!(text.parse::<Clocks>().is_err(), "{text}");
        }
    }

    #[test]
    fn who_uses_more_than_is_left_has_lost() {
        let mut clocks: Clocks = "1+2".parse().unwrap();
        assert!(clocks.take(Player::One, Duration::from_secs(60)));
        clocks.add(Player::One);
        assert_eq!(Player::BOTH.map(|player| clocks.left(player).as_secs()), [2, 60]);
        assert!(!clocks.take(Player::One, Duration::from_secs(3)));
        assert_eq!(Player::BOTH.map(|player| clocks.left(player).as_secs()), [0, 60]);
    }
}
