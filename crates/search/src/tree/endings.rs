//! Exact endings, in which nothing is left to chance: alpha-beta in place of the tree.

use super::TreeGame;
use super::wdl::Wdl;
use crate::Settings;
use crate::score::{Score, Value};

/// Alpha-beta's table takes a searcher's memory divided by this.
const TABLE_SHARE: u64 = 8;

/// The size of alpha-beta's table in MiB, for a searcher of `mib` MiB.
pub(super) fn table_mib(mib: u64) -> u64 {
    (mib / TABLE_SHARE).max(1)
}

/// The remaining memory for trees, in bytes: at least one MiB, even if the table takes all.
pub(super) fn tree_bytes(mib: u64) -> u64 {
    mib.saturating_sub(table_mib(mib)).max(1).saturating_mul(1 << 20)
}

/// The settings for alpha-beta, whose contempt is in units of the evaluation.
pub(super) fn settings<G: TreeGame>(settings: &Settings) -> Settings {
    let contempt = i64::from(settings.contempt) * i64::from(G::PIECE) / 100;
    let contempt = contempt.clamp(Value::MIN.into(), Value::MAX.into()) as Value;
    Settings { contempt, ..settings.clone() }
}

/// The probabilities of win, draw and loss that a tree search would report for this score.
pub(super) fn wdl<G: TreeGame>(score: Score) -> Option<[u32; 3]> {
    let odds = match score {
        Score::Win(_) | Score::KnownWin(_) => Wdl { result: 1.0, draw: 0.0 },
        Score::Loss(_) | Score::KnownLoss(_) => Wdl { result: 0.0, draw: 0.0 },
        Score::Centipawns(value) => Wdl::of(value, G::DRAW_MARGIN),
    };
    Some(odds.permille())
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
