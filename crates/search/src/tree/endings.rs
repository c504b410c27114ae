//! The end of a game in which nothing is left to chance: alpha-beta in place of the tree.

use super::TreeGame;
use super::wdl::Wdl;
use crate::Settings;
use crate::score::{Score, Value};

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

/// The settings of alpha-beta, which counts contempt in units of the evaluation.
pub(super) fn settings<G: TreeGame>(settings: &Settings) -> Settings {
    let contempt = i64::from(settings.contempt) * i64::from(G::PIECE) / 100;
    let contempt = contempt.clamp(Value::MIN.into(), Value::MAX.into()) as Value;
    Settings { contempt, ..settings.clone() }
}

/// The chances that a tree search would tell of a position with this score.
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
