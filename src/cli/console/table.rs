//! Draws the replies of an analysis or proof as an aligned table.

use std::time::Duration;

use zugi_protocol::{Info, Reply, UgiScore};

use super::super::wrap;

const ANALYSIS: &str = " #  depth    score    time   nodes     nps  line";

/// The first column counts root moves proven to lose; the last is the filled part of the table of
/// results.
const PROOF: &str = "   lost    time   nodes     nps  table";

#[derive(Default)]
pub(super) struct AnalysisTable {
    /// The header above the last row; `None` after other output.
    header: Option<&'static str>,
}

impl AnalysisTable {
    /// The row for a reply, with a header above the first one; `None` if the reply has no row.
    pub fn row(&mut self, reply: &Reply) -> Option<String> {
        let (header, row) = row_of(reply)?;
        // Text that does not fit continues in the last column.
        let last = header.rfind(' ').map_or(0, |blank| blank + 1);
        let row = wrap::row_for_stdout(&row, last);
        let begins = self.header.replace(header) != Some(header);
        Some(if begins { format!("{header}\n{row}") } else { row })
    }

    /// Ends the table: the next row has a header again.
    pub fn end(&mut self) {
        self.header = None;
    }
}

fn row_of(reply: &Reply) -> Option<(&'static str, String)> {
    match reply {
        Reply::Info(info) if info.rootmoves.is_some() => Some((PROOF, row_of_progress(info)?)),
        Reply::Info(info) if info.depth.is_none() => Some((PROOF, row_of_end(info)?)),
        Reply::Info(info) => Some((ANALYSIS, row_of_search(info)?)),
        _ => None,
    }
}

fn row_of_progress(info: &Info) -> Option<String> {
    let (nodes, time, full) = (info.nodes?, info.time?, info.hashfull?);
    let nps = nodes.checked_div(time.as_secs()).map(short).unwrap_or_default();
    let (time, nodes) = (seconds(time), short(nodes));
    let lost = format!("{}/{}", info.lostmoves?, info.rootmoves?);
    Some(format!("{lost:>7} {time:>7} {nodes:>7} {nps:>7}  {} %", full / 10))
}

fn row_of_end(info: &Info) -> Option<String> {
    if info.score.is_some() {
        return None;
    }
    let [nodes, nps] = [short(info.nodes?), short(info.nps?)];
    Some(format!("{:>7} {:>7} {nodes:>7} {nps:>7}", "", seconds(info.time?)))
}

fn row_of_search(info: &Info) -> Option<String> {
    let depth = info.depth?;
    if let (Some(mv), Some(number)) = (&info.currmove, info.currmovenumber) {
        return Some(format!("{:>9}  move {number}: {mv}", depth));
    }
    let score = score(info.score?);
    let Info { seldepth, multipv, nodes, nps, time, ref pv, .. } = *info;
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
    use zugi_protocol::parse_reply;

    use super::*;

    fn shown(table: &mut AnalysisTable, line: &str) -> Option<String> {
        table.row(&parse_reply(line).unwrap().unwrap())
    }

    fn check(table: &mut AnalysisTable, line: &str, row: &str) {
        assert_eq!(shown(table, line).as_deref(), Some(row));
    }

    #[test]
    fn the_rows_of_a_search_stand_below_one_header() {
        let mut table = AnalysisTable::default();
        let first = "info depth 1 seldepth 3 multipv 1 score cp -12 nodes 36 nps 36000 hashfull 0 \
                     time 1 pv a1b1 a6a5";
        let last = "info depth 12 seldepth 20 multipv 2 score mate 5 nodes 12345678 nps 4100000 \
                    hashfull 7 time 3011 pv b6c6";
        let row = " 1    1/3    -0.12   0.00s      36     36k  a1b1 a6a5";
        check(&mut table, first, &format!("{ANALYSIS}\n{row}"));
        check(&mut table, last, " 2  12/20    win 5   3.01s     12M   4100k  b6c6");
        let currmove = "info depth 20 currmove b6c6 currmovenumber 3";
        check(&mut table, currmove, "       20  move 3: b6c6");
        table.end();
        check(&mut table, first, &format!("{ANALYSIS}\n{row}"));
    }

    #[test]
    fn the_rows_of_a_proof_stand_below_one_header() {
        let mut table = AnalysisTable::default();
        let progress = "info nodes 12000 hashfull 70 time 5000 lostmoves 3 rootmoves 36";
        let row = "   3/36   5.00s     12k    2400  7 %";
        check(&mut table, progress, &format!("{PROOF}\n{row}"));
        check(&mut table, progress, row);
        let end = "info nodes 15000 nps 2500 time 6000";
        check(&mut table, end, "          6.00s     15k    2500");
        let early = "info nodes 0 hashfull 0 time 0 lostmoves 0 rootmoves 36";
        assert!(shown(&mut table, early).unwrap().ends_with(" 0 %"));
    }

    #[test]
    fn other_replies_are_no_rows() {
        let mut table = AnalysisTable::default();
        for line in ["bestmove b6c6", "info string error: bad", "info depth 3 nodes 9 nps 1 time 2"]
        {
            assert_eq!(shown(&mut table, line), None);
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
