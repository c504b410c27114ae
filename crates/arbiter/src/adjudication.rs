//! Adjudication: the rules by which both engines agree on the end of a game, or one resigns.
//! `early_end` in `game/mod.rs` applies them, with the endgame tables and the length of the game.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize};
use zugi_game::Player;
use zugi_protocol::UgiScore;
use zugi_records::{End, MoveRecord};

use super::game::side;
use super::match_config::{MatchConfig, scalar};

/// The default limit in plies of a game whose rules only the engines know. If both engines ignore a
/// move and cannot be queried, the position never changes and the game would not end. If the same
/// player is to move twice in a row, this does not prove that a move was ignored, because some
/// games have turns of several moves. Few games reach the limit. One that does has no known result,
/// and does not count.
pub const GENERIC_MAX_PLIES: usize = 1000;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingTables {
    /// Their sources: folders, and [`SMALL_TABLES`].
    pub from: Vec<PathBuf>,
    /// The numbers of pieces for which there is a table.
    pub pieces: Vec<u32>,
}

impl fmt::Display for RulingTables {
    /// Such as `tables/zola, small (1, 2, 3, 4, 5, 6 pieces)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from: Vec<_> = self.from.iter().map(|path| path.display().to_string()).collect();
        let pieces: Vec<_> = self.pieces.iter().map(u32::to_string).collect();
        write!(f, "{} ({} pieces)", from.join(", "), pieces.join(", "))
    }
}

/// The word that names the small tables in a list of folders; these tables need no files. Write
/// `./small` for a folder of this name.
pub const SMALL_TABLES: &str = "small";

/// A rule of adjudication: the scores that both engines, or the one that resigns, must report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjudicationRule {
    /// The number of moves in a row for which each engine, or the one that resigns, must report
    /// such a score.
    #[serde(deserialize_with = "moves")]
    pub moves: usize,
    /// The limit in hundredths of a piece: a winning side reports at least this score, a drawn side
    /// at most this distance from 0, and a resigning side at most its negative.
    #[serde(deserialize_with = "score")]
    pub score: i32,
    /// The rule applies only after this number of plies.
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

/// The value of a proven win, in hundredths of a piece. Other scores are clamped to it.
const PROVEN: i32 = 1_000_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ruling {
    Agreed(End),
    /// By its scores, the side that has just moved is lost.
    Resigns,
}

/// Counts the moves in a row whose scores fulfil the rules of adjudication.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Judge {
    plies: usize,
    /// For each player: the latest moves in a row, by either player, whose scores say that this
    /// player wins.
    ahead: [Streak; 2],
    even: Streak,
    /// For each player: the number of its latest moves in a row at which it saw itself lost.
    lost: [usize; 2],
}

/// The numbers of player one's and of player two's moves in a row for which a condition holds. The
/// two numbers may differ, because some games have turns of several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Streak([usize; 2]);

impl Streak {
    /// Counts a move of this player. A move for which the condition does not hold resets both
    /// numbers.
    fn add(&mut self, mover: Player, holds: bool) {
        if holds {
            *side(&mut self.0, mover) += 1;
        } else {
            *self = Streak::default();
        }
    }

    fn lasts(self, moves: usize) -> bool {
        self.0.into_iter().all(|count| count >= moves)
    }
}

impl Judge {
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
        let lost = side(&mut self.lost, mover);
        *lost = if score.is_some_and(|score| score <= -resign.score) { *lost + 1 } else { 0 };
        (self.plies > resign.after && *lost >= resign.moves).then_some(Ruling::Resigns)
    }
}

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
    use crate::match_config::read_words;

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
