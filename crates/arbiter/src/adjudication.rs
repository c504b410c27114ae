//! Adjudication: ends a game early when both engines agree for some moves, or when endgame tables
//! know the winner.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize};
use zugi_game::Player;
use zugi_protocol::UgiScore;
use zugi_records::{End, MoveRecord};

use super::config::{MatchConfig, scalar};

/// The default limit in plies of a game whose rules only the engines have. If both engines ignore a
/// move and cannot be queried, the position stays the same for ever; that a player moves twice is
/// not a proof, because some games have turns of several moves. Few games are so long, and because
/// nobody can decide such a game, it does not count.
pub const GENERIC_MAX_PLIES: usize = 1000;

/// Tables of endings by which games are ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingTables {
    /// Where they come from: folders, and [`SMALL_TABLES`].
    pub from: Vec<PathBuf>,
    /// The numbers of pieces for which there is a table.
    pub pieces: Vec<u32>,
}

impl fmt::Display for RulingTables {
    /// For people: `tables/zola, small (1, 2, 3, 4, 5, 6 pieces)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from: Vec<_> = self.from.iter().map(|path| path.display().to_string()).collect();
        let pieces: Vec<_> = self.pieces.iter().map(u32::to_string).collect();
        write!(f, "{} ({} pieces)", from.join(", "), pieces.join(", "))
    }
}

/// The word in place of a folder for the small tables, which need no files; a folder of that name
/// is `./small`.
pub const SMALL_TABLES: &str = "small";

/// The scores that both engines, or the one that resigns, must report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjudicationRule {
    /// For how many moves in a row of each engine.
    #[serde(deserialize_with = "moves")]
    pub moves: usize,
    /// At least so far ahead for a win, at most so far from even for a draw, at least so far
    /// behind to resign, in hundredths of a piece.
    #[serde(deserialize_with = "score")]
    pub score: i32,
    /// Not before this ply.
    #[serde(default, deserialize_with = "after")]
    pub after: usize,
}

fn moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let moves = |text: &str| text.parse().ok().filter(|&moves| moves > 0);
    scalar(deserializer, "a number from 1", moves)
}

fn score<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let score = |text: &str| text.parse().ok().filter(|&score| score >= 0);
    scalar(deserializer, "a number from 0, such as 800", score)
}

fn after<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    scalar(deserializer, "a number of plies", |text| text.parse().ok())
}

/// Where a score stands for a side: a proven win counts as any score.
const PROVEN: i32 = 1_000_000;

/// Why a game is ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ruling {
    /// Both engines have said for long enough that it ends so.
    Agreed(End),
    /// The side that has just moved has lost by its own word.
    Resigns,
}

/// Counts for how long the engines have agreed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Judge {
    plies: usize,
    /// Moves in a row, of all players, with which player one, player two or nobody was ahead.
    ahead: [Streak; 2],
    even: Streak,
    /// Moves in a row of player one and player two with which they saw themselves lost.
    lost: [usize; 2],
}

/// Moves in a row of which something holds: those of player one and those of player two. They
/// need not take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Streak([usize; 2]);

impl Streak {
    /// Goes on with a move of this player, or begins anew if it does not hold.
    fn add(&mut self, mover: Player, holds: bool) {
        let Streak([one, two]) = *self;
        *self = match mover {
            _ if !holds => Streak::default(),
            Player::One => Streak([one + 1, two]),
            Player::Two => Streak([one, two + 1]),
        };
    }

    /// Whether it has held for so many moves of each player.
    fn lasts(self, moves: usize) -> bool {
        self.0.into_iter().all(|count| count >= moves)
    }
}

impl Judge {
    /// Takes note of a move and says how the game is to be ended, if it is.
    pub fn judge(&mut self, rules: &MatchConfig, mover: Player, mv: &MoveRecord) -> Option<Ruling> {
        self.plies += 1;
        let score = mv.score.map(value);
        let for_one = score.map(|score| if mover == Player::One { score } else { -score });
        if let Some(win) = rules.win {
            let [one, two] = &mut self.ahead;
            one.add(mover, for_one.is_some_and(|score| score >= win.score));
            two.add(mover, for_one.is_some_and(|score| score <= -win.score));
            if self.plies > win.after {
                let mut ends = [(*one, End::P1win), (*two, End::P2win)].into_iter();
                if let Some((_, end)) = ends.find(|(row, _)| row.lasts(win.moves)) {
                    return Some(Ruling::Agreed(end));
                }
            }
        }
        if let Some(draw) = rules.draw {
            self.even.add(mover, for_one.is_some_and(|score| score.abs() <= draw.score));
            if self.plies > draw.after && self.even.lasts(draw.moves) {
                return Some(Ruling::Agreed(End::Draw));
            }
        }
        let resign = rules.resign?;
        let [one, two] = &mut self.lost;
        let lost = if mover == Player::One { one } else { two };
        *lost = if score.is_some_and(|score| score <= -resign.score) { *lost + 1 } else { 0 };
        (self.plies > resign.after && *lost >= resign.moves).then_some(Ruling::Resigns)
    }
}

/// The score for its side.
fn value(score: UgiScore) -> i32 {
    match score {
        UgiScore::Cp(number) => number.clamp(-PROVEN, PROVEN),
        UgiScore::Mate(plies) if plies > 0 => PROVEN,
        UgiScore::Mate(_) => -PROVEN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::read_words;

    fn play(rules: &MatchConfig, scores: &[&str]) -> Option<(usize, Ruling)> {
        let mut judge = Judge::default();
        let players = Player::BOTH.into_iter().cycle();
        scores.iter().zip(players).enumerate().find_map(|(ply, (score, mover))| {
            let score = score.parse().ok();
            let mv = MoveRecord { score, ..MoveRecord::default() };
            judge.judge(rules, mover, &mv).map(|ruling| (ply + 1, ruling))
        })
    }

    #[test]
    fn a_win_needs_both_engines_for_long_enough() {
        let win = AdjudicationRule { moves: 2, score: 500, after: 0 };
        let rules = MatchConfig { win: Some(win), ..MatchConfig::default() };
        let all = ["cp 600", "cp -500", "mate 9", "mate -4"];
        assert_eq!(play(&rules, &all), Some((4, Ruling::Agreed(End::P1win))));
        assert_eq!(
            play(&rules, &["cp -600", "cp 500", "cp -500", "cp 700"]),
            Some((4, Ruling::Agreed(End::P2win)))
        );
        assert_eq!(play(&rules, &["cp 600", "cp 600", "cp 600", "cp 600"]), None);
        assert_eq!(play(&rules, &["cp 600", "cp -499", "cp 600", "cp -600", "cp 600"]), None);
        assert_eq!(play(&rules, &["cp 600", "", "cp 600", "cp -600", "cp 600"]), None);
        let late = MatchConfig { win: Some(AdjudicationRule { after: 4, ..win }), ..rules };
        assert_eq!(play(&late, &all), None);
    }

    #[test]
    fn players_need_not_take_turns() {
        let win = AdjudicationRule { moves: 2, score: 500, after: 0 };
        let rules = MatchConfig { win: Some(win), ..MatchConfig::default() };
        let decided = |movers: &str, loses: Option<usize>| {
            let mut judge = Judge::default();
            movers.chars().enumerate().find_map(|(ply, mover)| {
                let mover = if mover == '1' { Player::One } else { Player::Two };
                let ahead = if mover == Player::One { 600 } else { -600 };
                let score = if loses == Some(ply) { 0 } else { ahead };
                let mv = MoveRecord { score: Some(UgiScore::Cp(score)), ..MoveRecord::default() };
                judge.judge(&rules, mover, &mv).map(|ruling| (ply + 1, ruling))
            })
        };
        let won = |plies| Some((plies, Ruling::Agreed(End::P1win)));
        assert_eq!(decided("1212", None), won(4));
        assert_eq!(decided("11112", None), None);
        assert_eq!(decided("111122", None), won(6));
        assert_eq!(decided("112211", Some(2)), None);
        assert_eq!(decided("11221122", Some(2)), won(7));
    }

    #[test]
    fn a_draw_needs_both_engines_to_see_none_ahead() {
        let draw = AdjudicationRule { moves: 1, score: 10, after: 0 };
        let rules = MatchConfig { draw: Some(draw), ..MatchConfig::default() };
        assert_eq!(
            play(&rules, &["cp 11", "cp 10", "cp -10"]),
            Some((3, Ruling::Agreed(End::Draw)))
        );
        assert_eq!(play(&rules, &["mate 3", "cp 0", "mate 1"]), None);
    }

    #[test]
    fn a_side_resigns_by_its_own_scores_alone() {
        let resign = AdjudicationRule { moves: 2, score: 500, after: 0 };
        let rules = MatchConfig { resign: Some(resign), ..MatchConfig::default() };
        let two_loses = ["cp 0", "cp -500", "cp -600", "mate -3"];
        assert_eq!(play(&rules, &two_loses), Some((4, Ruling::Resigns)));
        assert_eq!(play(&rules, &["mate -3", "", "cp -500"]), Some((3, Ruling::Resigns)));
        assert_eq!(play(&rules, &["cp -499", "", "cp -600", "", "cp 0", "", "cp -600"]), None);
        let late = MatchConfig { resign: Some(AdjudicationRule { after: 4, ..resign }), ..rules };
        assert_eq!(play(&late, &two_loses), None);
    }

    #[test]
    fn wrong_words_of_a_rule_are_refused() {
        for text in [
            "",
            "moves=4",
            "score=5",
            "moves=x score=5",
            "moves=4 score=-5",
            "moves=4 score=5 x=1",
            "moves",
        ] {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            assert!(read_words::<AdjudicationRule>("win", &words).is_err(), "{text:?}");
        }
    }
}
