//! Formats the lines of an analysis or proof as an aligned table.

use std::time::Duration;

use zugi_protocol::{Info, Reply, SolveProgress, UgiScore, parse_reply};

use super::super::wrap;

/// The header of an analysis.
const ANALYSIS: &str = " #  depth    score    time   nodes     nps  line";

/// The header of a proof: the first column counts root moves known to lose, the last is how full
/// the table of results is.
const PROOF: &str = "   lost    time   nodes     nps  table";

/// Turns `info` lines of a search or proof into table rows; other lines are unchanged.
#[derive(Default)]
pub(super) struct AnalysisTable {
    /// The header of the last row, if the last line was one.
    header: Option<&'static str>,
}

impl AnalysisTable {
    /// A line as it is shown; the first row has the header above it.
    pub fn shown(&mut self, line: &str) -> String {
        let Some((header, row)) = row_of(line) else {
            self.header = None;
            return line_for_stdout(line);
        };
        // Text that does not fit continues in the last column.
        let last = header.rfind(' ').map_or(0, |blank| blank + 1);
        let row = wrap::row_for_stdout(&row, last);
        let begins = self.header.replace(header) != Some(header);
        if begins { format!("{header}\n{row}") } else { row }
    }
}

/// A line that is not a row, wrapped to the window. Positions, machine-readable output and boards
/// are not wrapped: the first two get copied from the screen.
fn line_for_stdout(line: &str) -> String {
    const WHOLE: [char; 4] = ['/', '{', '│', '─'];
    if line.contains(WHOLE) { line.to_owned() } else { wrap::for_stdout(line) }
}

/// The header and row for an `info` line of a search or proof.
fn row_of(line: &str) -> Option<(&'static str, String)> {
    match parse_reply(line) {
        Ok(Some(Reply::Message(text))) => {
            text.parse().ok().map(|progress| (PROOF, row_of_progress(&progress)))
        }
        Ok(Some(Reply::Info(info))) if info.depth.is_none() => Some((PROOF, row_of_end(&info)?)),
        Ok(Some(Reply::Info(info))) => Some((ANALYSIS, row_of_search(info)?)),
        _ => None,
    }
}

fn row_of_progress(progress: &SolveProgress) -> String {
    let SolveProgress { lost, moves, nodes, time, percent } = *progress;
    let nps = nodes.checked_div(time.as_secs()).map(short).unwrap_or_default();
    let (lost, time, nodes) = (format!("{lost}/{moves}"), seconds(time), short(nodes));
    format!("{lost:>7} {time:>7} {nodes:>7} {nps:>7}  {percent} %")
}

/// The row for the totals of a proof.
fn row_of_end(info: &Info) -> Option<String> {
    if info.score.is_some() {
        return None;
    }
    let [nodes, nps] = [short(info.nodes?), short(info.nps?)];
    Some(format!("{:>7} {:>7} {nodes:>7} {nps:>7}", "", seconds(info.time?)))
}

fn row_of_search(info: Info) -> Option<String> {
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

fn score(score: UgiScore) -> String {
    match score {
        UgiScore::Cp(value) => UgiScore::checkers(value),
        UgiScore::Mate(plies) if plies > 0 => format!("win {plies}"),
        UgiScore::Mate(plies) => format!("loss {}", plies.unsigned_abs()),
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
            format!("{ANALYSIS}\n 1    1/3    -0.12   0.00s      36     36k  a1b1 a6a5")
        );
        assert_eq!(table.shown(last), " 2  12/20    win 5   3.01s     12M   4100k  b6c6");
        let currmove = table.shown("info depth 20 currmove b6c6 currmovenumber 3");
        assert_eq!(currmove, "       20  move 3: b6c6");
        assert_eq!(table.shown("bestmove b6c6"), "bestmove b6c6");
        assert!(table.shown(first).starts_with(ANALYSIS));
    }

    #[test]
    fn the_rows_of_a_proof_stand_below_one_header() {
        let mut table = AnalysisTable::default();
        let progress = "info string solve: 3 of 36 moves lose, 12000 nodes, 5 s, table 7 %";
        let row = "   3/36   5.00s     12k    2400  7 %";
        assert_eq!(table.shown(progress), format!("{PROOF}\n{row}"));
        assert_eq!(table.shown(progress), row);
        let end = table.shown("info nodes 15000 nps 2500 time 6000");
        assert_eq!(end, "          6.00s     15k    2500");
        assert_eq!(table.shown("result p1win"), "result p1win");
        let early = "info string solve: 0 of 36 moves lose, 0 nodes, 0 s, table 0 %";
        assert!(table.shown(early).starts_with(PROOF));
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
        assert_eq!(score(UgiScore::Mate(-4)), "loss 4");
        assert_eq!(score(UgiScore::Cp(250)), "+2.50");
        assert_eq!(seconds(Duration::from_secs(125)), "2:05");
        for count in [9_999, 9_999_999, 9_999_999_999, 999_999_999_999] {
            assert!(short(count).len() <= 6, "{count}");
        }
    }
}
