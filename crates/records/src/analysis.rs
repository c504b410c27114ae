//! An analysed game: the loss of each move, and the turning points.

use serde::{Deserialize, Serialize};
use zugi_game::Player;
use zugi_protocol::UgiScore;

use super::move_mark::{MoveMark, mean_accuracy, winning_chances};
use super::{End, GameRecord, MoveRecord, keys};

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PositionAnalysis {
    /// The side to move.
    pub player: Option<Player>,
    /// The score for the side to move; `None` if the game is over.
    #[serde(flatten, with = "keys::score")]
    pub score: Option<UgiScore>,
    /// The result by the rules, if the game ended here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<End>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The best line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<String>,
}

impl PositionAnalysis {
    /// The winning chances of player one, from 0 to 1.
    #[must_use]
    pub fn chances(&self) -> f64 {
        match (self.result, self.score) {
            (Some(End::P1win), _) => 1.0,
            (Some(End::P2win), _) => 0.0,
            (None, Some(score)) if self.player == Some(Player::Two) => 1.0 - winning_chances(score),
            (None, Some(score)) => winning_chances(score),
            _ => 0.5,
        }
    }

    /// The score, for `mover`, of the move that leads here: a proven result is a ply longer.
    fn score_for(&self, mover: Player) -> Option<UgiScore> {
        if let Some(end) = self.result {
            let won = |winner| UgiScore::Mate(if winner == mover { 1 } else { -1 });
            return Some(end.winner().map_or(UgiScore::Cp(0), won));
        }
        let same = self.player == Some(mover);
        self.score.map(|score| match score {
            UgiScore::Cp(cp) if same => UgiScore::Cp(cp),
            UgiScore::Cp(cp) => UgiScore::Cp(cp.saturating_neg()),
            UgiScore::Mate(plies) => {
                let wins = (plies > 0) == same;
                let plies = plies.saturating_abs().saturating_add(1);
                UgiScore::Mate(if wins { plies } else { -plies })
            }
        })
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct AnalysedGame {
    /// The game with scores, best lines, marks and accuracy.
    pub record: GameRecord,
    /// The winning chances of player one before each move and at the end.
    pub chances: Vec<f64>,
    /// The loss of each move, in winning chances of its player from 0 to 1.
    pub losses: Vec<f64>,
    /// The indices of the mistakes and blunders that lower the winning chances of their player from
    /// at least 0.5 to below 0.5.
    pub turning_points: Vec<usize>,
}

impl AnalysedGame {
    /// Computes losses and marks from analysed positions: one before each move, and one after the
    /// last. The engine's best move has no loss.
    ///
    /// ```
    /// use zugi_protocol::UgiScore;
    /// use zugi_records::{AnalysedGame, GameRecord, MoveMark, MoveRecord, PositionAnalysis};
    /// use zugi_game::Player;
    ///
    /// let mv = MoveRecord { player: Some(Player::One), text: "a1".into(), ..MoveRecord::default() };
    /// let game = GameRecord { moves: vec![mv], ..GameRecord::default() };
    /// let at = |player, cp, best: &str| PositionAnalysis {
    ///     player: Some(player),
    ///     score: Some(UgiScore::Cp(cp)),
    ///     best: vec![best.into()],
    ///     ..PositionAnalysis::default()
    /// };
    /// let positions = [at(Player::One, 200, "b1"), at(Player::Two, 150, "c1")];
    /// let game = AnalysedGame::new(&game, &positions);
    /// assert_eq!(game.record.moves[0].mark, Some(MoveMark::Blunder));
    /// assert_eq!(game.record.moves[0].score, Some(UgiScore::Cp(-150)));
    /// assert_eq!(game.turning_points, [0]);
    /// ```
    #[must_use]
    pub fn new(game: &GameRecord, positions: &[PositionAnalysis]) -> AnalysedGame {
        let mut record = game.clone();
        let chances: Vec<f64> = positions.iter().map(PositionAnalysis::chances).collect();
        let (mut losses, mut turning_points) = (Vec::new(), Vec::new());
        let pairs = positions.iter().zip(positions.iter().skip(1));
        for (ply, (mv, (before, after))) in record.moves.iter_mut().zip(pairs).enumerate() {
            let mover = mv.player.or(before.player).unwrap_or(Player::One);
            let sees = |chances: f64| if mover == Player::One { chances } else { 1.0 - chances };
            let (had, has) = (sees(before.chances()), sees(after.chances()));
            let is_best = before.best.first() == Some(&mv.text);
            let loss = if is_best { 0.0 } else { (had - has).max(0.0) };
            mv.player = Some(mover);
            mv.score = after.score_for(mover);
            (mv.depth, mv.nodes) = (before.depth, before.nodes);
            mv.best.clone_from(&before.best);
            mv.mark = MoveMark::of_loss(loss);
            if mv.mark >= Some(MoveMark::Mistake) && had >= 0.5 && has < 0.5 {
                turning_points.push(ply);
            }
            losses.push(loss);
        }
        let of = |player: Player| {
            let movers = record.moves.iter().map(move |mv| mv.player == Some(player));
            let losses = losses.iter().zip(movers).filter(|&(_, is_of)| is_of);
            mean_accuracy(losses.map(|(&loss, _)| loss))
        };
        record.accuracy = Some(Player::BOTH.map(of));
        AnalysedGame { record, chances, losses, turning_points }
    }

    #[must_use]
    pub fn marks(&self, player: Player, mark: MoveMark) -> usize {
        let is_one = |mv: &&MoveRecord| mv.player == Some(player) && mv.mark == Some(mark);
        self.record.moves.iter().filter(is_one).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(player: Player, score: UgiScore) -> PositionAnalysis {
        PositionAnalysis {
            player: Some(player),
            score: Some(score),
            best: vec!["best".into()],
            ..PositionAnalysis::default()
        }
    }

    fn game(movers: &[Player]) -> GameRecord {
        let mv = |&player: &Player| MoveRecord {
            player: Some(player),
            text: "move".into(),
            ..MoveRecord::default()
        };
        GameRecord { moves: movers.iter().map(mv).collect(), ..GameRecord::default() }
    }

    #[test]
    fn each_side_is_judged_by_its_own_moves() {
        let [one, two] = Player::BOTH;
        let positions = [
            at(one, UgiScore::Cp(0)),
            at(two, UgiScore::Cp(0)),
            at(one, UgiScore::Mate(3)),
            at(two, UgiScore::Mate(-2)),
        ];
        let judged = AnalysedGame::new(&game(&[one, two, one]), &positions);
        assert_eq!(judged.losses, [0.0, 0.5, 0.0]);
        assert_eq!(judged.turning_points, [1]);
        let [first, second] = judged.record.accuracy.unwrap();
        assert!(first == 100.0 && second < 15.0, "{second}");
        assert_eq!(judged.marks(two, MoveMark::Blunder), 1);
        let scores: Vec<_> = judged.record.moves.iter().filter_map(|mv| mv.score).collect();
        assert_eq!(scores, [UgiScore::Cp(0), UgiScore::Mate(-4), UgiScore::Mate(3)]);
    }

    #[test]
    fn results_are_certain_and_the_best_move_loses_nothing() {
        let [one, two] = Player::BOTH;
        let over = PositionAnalysis { result: Some(End::P2win), ..PositionAnalysis::default() };
        let positions = [at(one, UgiScore::Cp(300)), over];
        let judged = AnalysedGame::new(&game(&[one]), &positions);
        assert_eq!(judged.record.moves[0].score, Some(UgiScore::Mate(-1)));
        assert!(judged.losses[0] > 0.7);
        let mut best = game(&[two]);
        best.moves[0].text = "best".into();
        let positions = [at(two, UgiScore::Cp(300)), at(one, UgiScore::Cp(0))];
        let judged = AnalysedGame::new(&best, &positions);
        assert_eq!((judged.losses[0], judged.record.moves[0].mark), (0.0, None));
        // If a player moves twice in a row, the score keeps its sign.
        let judged =
            AnalysedGame::new(&game(&[two]), &[at(two, UgiScore::Cp(0)), at(two, UgiScore::Cp(5))]);
        assert_eq!(judged.record.moves[0].score, Some(UgiScore::Cp(5)));
    }
}
