//! The lines of an analysis as an aligned table.

use std::time::Duration;

use zugi_protocol::{Info, Reply, Score, parse_reply};

/// What stands above the columns.
const HEADER: &str = " #  depth    score    time   nodes     nps  line";

/// Turns the `info` lines of a search into the rows of a table, and leaves all other lines
/// as they are.
#[derive(Default)]
pub(super) struct AnalysisTable {
    /// The last line was a row.
    has_header: bool,
}

impl AnalysisTable {
    /// A line as it is shown; the first row of a search comes with the header.
    pub fn shown(&mut self, line: &str) -> String {
        let Some(row) = row_of(line) else {
            self.has_header = false;
            return line.to_owned();
        };
        let begins = !std::mem::replace(&mut self.has_header, true);
        if begins { format!("{HEADER}\n{row}") } else { row }
    }
}

/// The row for a line, if it is about a search.
fn row_of(line: &str) -> Option<String> {
    let Ok(Some(Reply::Info(info))) = parse_reply(line) else { return None };
    let depth = info.depth?;
    if let (Some(mv), Some(number)) = (&info.currmove, info.currmovenumber) {
        return Some(format!("{:>9}  move {number}: {mv}", depth));
    }
    let score = score(info.score?);
    let Info { seldepth, multipv, nodes, nps, time, pv, .. } = info;
    let depth = seldepth.map_or(depth.to_string(), |seldepth| format!("{depth}/{seldepth}"));
    let [nodes, nps] = [nodes, nps].map(|count| short(count.unwrap_or_default()));
    let (line, time) = (multipv.unwrap_or(1), seconds(time.unwrap_or_default()));
    let row =
        format!("{line:>2} {depth:>6} {score:>8} {time:>7} {nodes:>7} {nps:>7}  {}", pv.join(" "));
    Some(row.trim_end().to_owned())
}

fn score(score: Score) -> String {
    match score {
        Score::Cp(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(plies) if plies > 0 => format!("win {plies}"),
        Score::Mate(plies) => format!("loss {}", plies.unsigned_abs()),
    }
}

fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0..100 => format!("{:.2}s", time.as_secs_f64()),
        seconds => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

/// A number in at most six characters.
fn short(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{}k", count / 1_000),
        10_000_000..10_000_000_000 => format!("{}M", count / 1_000_000),
        _ => format!("{}G", count / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_a_search_stand_below_one_header() {
        let mut table = AnalysisTable::default();
        let first = "info depth 1 seldepth 3 multipv 1 score cp -12 nodes 36 nps 36000 hashfull 0 \
                     time 1 pv a1b1 a6a5";
        let last = "info depth 12 seldepth 20 multipv 2 score mate 5 nodes 12345678 nps 4100000 \
                    hashfull 7 time 3011 pv b6c6";
        let shown = table.shown(first);
        assert_eq!(
            shown,
            format!("{HEADER}\n 1    1/3    -0.12   0.00s      36     36k  a1b1 a6a5")
        );
        assert_eq!(table.shown(last), " 2  12/20    win 5   3.01s     12M   4100k  b6c6");
        let currmove = table.shown("info depth 20 currmove b6c6 currmovenumber 3");
        assert_eq!(currmove, "       20  move 3: b6c6");
        assert_eq!(table.shown("bestmove b6c6"), "bestmove b6c6");
        assert!(table.shown(first).starts_with(HEADER));
    }

    #[test]
    fn other_lines_stay_as_they_are() {
        let mut table = AnalysisTable::default();
        for line in ["", "nodes 36", "info string error: bad", "info depth 3 nodes 9 nps 1 time 2"]
        {
            assert_eq!(table.shown(line), line);
        }
    }

    #[test]
    fn scores_and_times_are_for_people() {
        assert_eq!(score(Score::Mate(-4)), "loss 4");
        assert_eq!(score(Score::Cp(250)), "+2.50");
        assert_eq!(seconds(Duration::from_secs(125)), "2:05");
        for count in [9_999, 9_999_999, 9_999_999_999, 999_999_999_999] {
            assert!(short(count).len() <= 6, "{count}");
        }
    }
}
