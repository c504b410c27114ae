//! The end of a game in which nothing is left to chance: alpha-beta in place of the tree.

use zugi_game::GameInProgress;

use super::TreeGame;
use super::wdl::Wdl;
use crate::evaluator::Evaluator;
use crate::limits::Limits;
use crate::pv_info::{CurrentMove, Observer, PvInfo};
use crate::score::{Score, Value};
use crate::stop::StopToken;
use crate::{AlphaBeta, Settings};

/// The share of a searcher's memory that alpha-beta has for its table, as a divisor.
const TABLE_SHARE: u64 = 8;

/// The size of the table of alpha-beta, in MiB, of a searcher that may take so many MiB.
pub(super) fn table_mib(mib: u64) -> u64 {
    (mib / TABLE_SHARE).max(1)
}

/// The memory that is left for a tree, in bytes: at least one MiB, also beside the smallest table.
pub(super) fn tree_bytes(mib: u64) -> u64 {
    mib.saturating_sub(table_mib(mib)).max(1).saturating_mul(1 << 20)
}

/// Searches a [`TreeGame::is_exact_ending`]; `None` if the game is over.
pub(super) fn search<G: TreeGame, E: Evaluator<G>>(
    alpha_beta: &AlphaBeta<G, E>,
    game: &GameInProgress<G>,
    limits: &Limits<G::Move>,
    settings: &Settings,
    token: &StopToken,
    observer: &mut dyn Observer<G::Move>,
) -> Option<PvInfo<G::Move>> {
    // Alpha-beta counts contempt in units of the evaluation.
    let contempt = i64::from(settings.contempt) * i64::from(G::PIECE) / 100;
    let contempt = contempt.clamp(Value::MIN.into(), Value::MAX.into()) as Value;
    let settings = Settings { contempt, ..settings.clone() };
    let report =
        alpha_beta.search(game, limits, &settings, token, WithOdds(observer, G::DRAW_MARGIN));
    report.map(|report| with_odds(report, G::DRAW_MARGIN))
}

/// Adds to each report the chances that a tree search would tell.
struct WithOdds<'a, M>(&'a mut dyn Observer<M>, Value);

impl<M: Clone> Observer<M> for WithOdds<'_, M> {
    fn report(&mut self, report: &PvInfo<M>) {
        self.0.report(&with_odds(report.clone(), self.1));
    }

    fn is_silent(&self) -> bool {
        self.0.is_silent()
    }

    fn current_move(&mut self, current: &CurrentMove<M>) {
        self.0.current_move(current);
    }

    fn fewer_threads(&mut self, found: usize, asked: usize) {
        self.0.fewer_threads(found, asked);
    }
}

fn with_odds<M>(report: PvInfo<M>, margin: Value) -> PvInfo<M> {
    let odds = match report.score {
        Score::Win(_) | Score::KnownWin(_) => Wdl { result: 1.0, draw: 0.0 },
        Score::Loss(_) | Score::KnownLoss(_) => Wdl { result: 0.0, draw: 0.0 },
        Score::Centipawns(value) => Wdl::of(value, margin),
    };
    PvInfo { wdl: Some(odds.permille()), ..report }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_and_tree_share_the_memory() {
        for mib in [2, 3, 8, 16, 64, 1 << 20] {
            assert_eq!(tree_bytes(mib), (mib - table_mib(mib)) << 20, "{mib}");
        }
        for mib in [0, 1] {
            assert_eq!((table_mib(mib), tree_bytes(mib)), (1, 1 << 20), "{mib}");
        }
        assert!(tree_bytes(u64::MAX) > 1 << 63);
    }
}
