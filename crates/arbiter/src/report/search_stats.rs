use std::time::Duration;

use serde::Serialize;
use zugi_protocol::UgiScore;
use zugi_records::{MoveRecord, millis};

use super::or_dash;

/// Statistics of an engine's moves in all games, including the moves that lost on time. A mean is
/// over the moves with that figure, `None` if there are none.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct SearchStats {
    pub moves: u64,
    /// The mean depth in plies of the moves whose score is not decided. In decided positions, the
    /// depth only shows how soon a proof was found, or how far the engine searched without need.
    pub mean_depth: Option<f64>,
    /// The number of moves in the mean depth.
    pub depth_moves: u64,
    pub mean_nodes: Option<f64>,
    /// The mean time of a move, by the arbiter's clock; in milliseconds in the JSON.
    #[serde(with = "millis::optional")]
    pub mean_time: Option<Duration>,
    /// Nodes divided by time, over the moves with both figures.
    pub nodes_per_second: Option<f64>,
    /// The greatest time by which a move exceeded its limit, within the margin or not; in
    /// milliseconds in the JSON. `None` if none did.
    #[serde(with = "millis::optional")]
    pub worst_overshoot: Option<Duration>,
}

impl SearchStats {
    /// The headings of [`SearchStats::cells`].
    pub(super) const HEADS: [&str; 7] =
        ["Moves", "Depth", "of moves", "Nodes", "Time", "Nodes/s", "Worst overshoot"];

    /// The figures for a table; unknown ones are dashes.
    pub(super) fn cells(&self) -> [String; 7] {
        let number = |value, decimals| or_dash(value, |value: f64| format!("{value:.decimals$}"));
        let time = |time| or_dash(time, |time| format!("{:.1} ms", millis::to_number(time)));
        [
            self.moves.to_string(),
            number(self.mean_depth, 1),
            self.depth_moves.to_string(),
            number(self.mean_nodes, 0),
            time(self.mean_time),
            number(self.nodes_per_second, 0),
            time(self.worst_overshoot),
        ]
    }
}

/// The least score of a known win without its length, in hundredths of a piece. `curve.js` and
/// `web/src/info.ts` have the same number.
const WON: u32 = 30_000;

/// Whether a score is decided: plies to the end, or a known win or loss.
#[must_use]
pub fn is_decided(score: UgiScore) -> bool {
    match score {
        UgiScore::Mate(_) => true,
        UgiScore::Cp(cp) => cp.unsigned_abs() >= WON,
    }
}

#[derive(Clone, Debug, Default)]
pub(in super::super) struct Sums {
    moves: u64,
    time: Duration,
    depths: u64,
    depth: u64,
    searches: u64,
    nodes: f64,
    /// The time of the moves with a number of nodes.
    search_time: Duration,
    worst_overshoot: Option<Duration>,
}

impl Sums {
    pub fn add(&mut self, mv: &MoveRecord) {
        self.moves += 1;
        self.time = self.time.saturating_add(mv.time);
        if let Some(depth) = mv.depth.filter(|_| !mv.score.is_some_and(is_decided)) {
            self.depths += 1;
            self.depth += u64::from(depth);
        }
        if let Some(nodes) = mv.nodes {
            self.searches += 1;
            self.nodes += nodes as f64;
            self.search_time = self.search_time.saturating_add(mv.time);
        }
        self.worst_overshoot = self.worst_overshoot.max(mv.overshoot);
    }

    pub fn figures(&self) -> SearchStats {
        let mean = |sum: f64, count: u64| (count > 0).then(|| sum / count as f64);
        let time = mean(self.time.as_secs_f64(), self.moves);
        let seconds = self.search_time.as_secs_f64();
        SearchStats {
            moves: self.moves,
            mean_depth: mean(self.depth as f64, self.depths),
            depth_moves: self.depths,
            mean_nodes: mean(self.nodes, self.searches),
            mean_time: time.and_then(|time| Duration::try_from_secs_f64(time).ok()),
            nodes_per_second: (seconds > 0.0).then(|| self.nodes / seconds),
            worst_overshoot: self.worst_overshoot,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use zugi_records::{End, GameRecord, Reason};

    use super::super::MatchReport;
    use super::super::sample::game;
    use super::*;

    fn efforts(games: &[GameRecord]) -> HashMap<String, SearchStats> {
        let standings = MatchReport::new(&[], games, true, None).standings;
        standings.into_iter().map(|standing| (standing.name, standing.search_stats)).collect()
    }

    #[test]
    fn figures_are_those_counted_by_hand() {
        let millis = Duration::from_millis;
        let mut first = game(1, "a", "b", End::P1win, Reason::TimeLoss);
        first.moves.truncate(2);
        let [one, two] = first.moves.as_mut_slice() else { panic!() };
        (one.depth, one.nodes, one.time) = (Some(4), Some(300), millis(10));
        (two.depth, two.nodes, two.time) = (None, None, millis(30));
        let late = first.late.as_mut().unwrap();
        (late.depth, late.nodes, late.time) = (Some(9), Some(1000), millis(50));
        let mut second = game(2, "b", "a", End::Draw, Reason::Length);
        second.moves.truncate(1);
        second.moves[0].overshoot = Some(millis(2));
        let games = [first, second];
        let efforts = efforts(&games);
        let a = SearchStats {
            moves: 1,
            mean_depth: Some(4.0),
            depth_moves: 1,
            mean_nodes: Some(300.0),
            mean_time: Some(millis(10)),
            nodes_per_second: Some(30_000.0),
            worst_overshoot: None,
        };
        assert_eq!(efforts["a"], a);
        // The third of these moves is that of the sample: depth 7, 1000 nodes, 50 ms.
        let b = SearchStats {
            moves: 3,
            mean_depth: Some(8.0),
            depth_moves: 2,
            mean_nodes: Some(1000.0),
            mean_time: Some(Duration::from_secs_f64(0.13 / 3.0)),
            nodes_per_second: Some(20_000.0),
            worst_overshoot: Some(Duration::from_micros(15_250)),
        };
        assert_eq!(efforts["b"], b);
        assert_eq!(a.cells(), ["1", "4.0", "1", "300", "10.0 ms", "30000", "–"]);
        let json = serde_json::to_value(b).unwrap();
        assert_eq!(json["worst_overshoot"], 15.25);
        assert_eq!(json["mean_depth"], 8.0);
    }

    #[test]
    fn decided_positions_are_left_out_of_the_mean_depth() {
        let mut played = game(1, "a", "b", End::P1win, Reason::Rules);
        let scores = ["cp 12", "mate 1", "mate -40", "cp 31759", "cp -30000", "cp 29999"];
        let depths = [8, 1, 99, 64, 2, 10];
        let template = played.moves[0].clone();
        let mv = |(score, depth): (&str, u32)| MoveRecord {
            score: score.parse().ok(),
            depth: Some(depth),
            ..template.clone()
        };
        played.moves = scores.into_iter().zip(depths).map(mv).collect();
        // A move without a score does not count as decided.
        played.moves.push(MoveRecord { score: None, depth: Some(12), ..template.clone() });
        let games = [played];
        let a = efforts(&games)["a"];
        assert_eq!((a.mean_depth, a.depth_moves, a.moves), (Some(10.0), 3, 7));
        assert_eq!(a.mean_nodes, Some(1000.0), "other means are of all moves");
        let json = serde_json::to_value(a).unwrap();
        assert_eq!(json["depth_moves"], 3);
    }
}
