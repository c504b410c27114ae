//! Collects the answer to `go` from `info` lines and `bestmove`.

use std::time::Duration;

use zugi_protocol::{Dialect, Info, UgiScore};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The move as the engine wrote it: one word.
    pub best: String,
    /// The time from the write of `go`, or of the `stop` after it, to the arrival of `bestmove`.
    pub elapsed: Duration,
    /// An upper bound of the part of that time for which this process, perhaps with the whole
    /// machine, was suspended. Suspensions under half a second are ignored.
    pub suspended: Duration,
    /// The last exact score of the first PV, without bounds. A proven result is in plies.
    pub score: Option<UgiScore>,
    /// The last completed depth of the first PV, in plies.
    pub depth: Option<u32>,
    /// The last node count.
    pub nodes: Option<u64>,
    /// The moves of the first PV, from the last line that gave them without a bound.
    pub pv: Vec<String>,
}

impl Answer {
    /// Takes the data of an `info` line: the node count of any line, the rest only of lines about
    /// the first PV.
    pub(super) fn take(&mut self, info: &Info, dialect: Dialect) {
        self.nodes = info.nodes.or(self.nodes);
        // With `currmove` or a bound the depth is not complete yet.
        if info.multipv.is_some_and(|line| line != 1)
            || info.currmove.is_some()
            || info.bound.is_some()
        {
            return;
        }
        self.depth = info.depth.or(self.depth);
        let plies = |score: UgiScore| match dialect {
            Dialect::Ugi => score,
            Dialect::Uci => score.moves_to_plies(),
        };
        self.score = info.score.map(plies).or(self.score);
        if !info.pv.is_empty() {
            self.pv.clone_from(&info.pv);
        }
    }
}

#[cfg(test)]
mod tests {
    use zugi_protocol::{Reply, parse_reply};

    use super::*;

    #[test]
    fn the_last_exact_score_of_the_first_pv_counts() {
        use Dialect::{Uci, Ugi};
        use UgiScore::{Cp, Mate};

        for (dialect, lines, score, depth) in [
            (
                Ugi,
                &["depth 3 score cp 7", "depth 9 score cp -900 upperbound"] as &[_],
                Some(Cp(7)),
                Some(3),
            ),
            (Ugi, &["score cp -900 upperbound"], None, None),
            (
                Ugi,
                &["depth 4 score mate 5 lowerbound pv a1a2", "depth 4 score cp 8"],
                Some(Cp(8)),
                Some(4),
            ),
            (
                Ugi,
                &["depth 4 score cp 1", "multipv 2 score cp 9", "currmove a1 score cp 9"],
                Some(Cp(1)),
                Some(4),
            ),
            (Ugi, &["score mate 2"], Some(Mate(2)), None),
            (Uci, &["score mate 2"], Some(Mate(3)), None),
            (Uci, &["score mate -2"], Some(Mate(-4)), None),
            (Uci, &["score cp 2"], Some(Cp(2)), None),
        ] {
            let mut answer = Answer::default();
            for line in lines {
                let Ok(Some(Reply::Info(info))) = parse_reply(&format!("info {line}")) else {
                    panic!("{line}");
                };
                answer.take(&info, dialect);
            }
            assert_eq!((answer.score, answer.depth), (score, depth), "{dialect} {lines:?}");
        }
    }
}
