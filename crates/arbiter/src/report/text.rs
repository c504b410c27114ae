//! The report as plain text; its tables are at most 100 characters wide.

use std::iter;

use zugi_protocol::{cut, printable, wrap};

use super::super::statistics::Tally;
use super::{
    DEPTH, MatchReport, Matchup, STRENGTH, SearchStats, Seats, clock, counts, elo, list, percent,
};

const WIDTH: usize = 100;
/// The greatest length of an engine's name in a table, in characters.
const NAME: usize = 20;

/// The report for a terminal or a file, with a newline at the end.
#[must_use]
pub fn text(report: &MatchReport) -> String {
    let mut text = printable(&report.title()) + "\n";
    if !report.shortfalls.is_empty() {
        text += &wrapped(&printable(&list(&report.shortfalls)));
    }
    for (name, value) in &report.notes {
        text += &format!("{}: {}\n", printable(name), printable(value));
    }
    text += &format!(
        "{} games, {} of them count; {} plies, {:.1} a game; {} of play in {}\n",
        report.games,
        report.counted(),
        report.plies,
        report.mean_plies.unwrap_or(0.0),
        clock(&report.time),
        clock(&report.elapsed)
    );
    text += &standings(report);
    if report.plies > 0 {
        text += &means(report);
    }
    if report.standings.len() > 2 {
        text += &crosstable(report);
    }
    text.extend(report.matchups.iter().map(|it| matchup(report, it)));
    text += &ends(report);
    if report.counted() > 0 {
        text += &paragraph(STRENGTH);
    }
    if report.plies > 0 {
        text += &paragraph(DEPTH);
    }
    text
}

/// The standings alone, with a newline at the end.
#[must_use]
pub fn standings(report: &MatchReport) -> String {
    let mut text = format!(
        "\n{:>3} {:NAME$} {:>6} {:>5} {:>5} {:>6} {:>7} {:>9}  Elo\n",
        "#", "Engine", "Games", "Wins", "Draws", "Losses", "Points", "Score"
    );
    for (number, standing) in (1..).zip(&report.standings) {
        let games = standing.results.games;
        text += &format!(
            "{number:>3} {:NAME$} {:>6} {:>5} {:>5} {:>6} {:>7.1} {:>9}  {}\n",
            short(&standing.name),
            games.games(),
            games.wins,
            games.draws,
            games.losses,
            standing.points,
            percent(&standing.score),
            elo(&standing.elo)
        );
    }
    for standing in report.standings.iter().filter(|standing| !standing.faults.is_empty()) {
        let (name, faults) = (short(&standing.name), counts(&standing.faults));
        text += &wrapped(&format!("faults of {name}: {faults}"));
    }
    text
}

fn means(report: &MatchReport) -> String {
    let row = |name: &str, [moves, depth, of, nodes, time, speed, overshoot]: [String; 7]| {
        format!(
            "{name:24} {moves:>8} {depth:>6} {of:>8} {nodes:>10} {time:>12} {speed:>10} \
             {overshoot:>15}\n"
        )
    };
    let mut text = row("\n    Means of a move     ", SearchStats::HEADS.map(str::to_owned));
    for (number, standing) in (1..).zip(&report.standings) {
        let name = format!("{number:>3} {}", short(&standing.name));
        text += &row(&name, standing.search_stats.cells());
    }
    text
}

/// Puts columns side by side if they fit, and the others below.
fn crosstable(report: &MatchReport) -> String {
    let rows = (1..).zip(&report.standings);
    let rows = rows.map(|(number, it): (usize, _)| format!("{number:>3} {}", short(&it.name)));
    let rows: Vec<String> = iter::once("    Points of games".to_owned()).chain(rows).collect();
    let widest = width(&rows);
    let columns = columns(&report.crosstable).into_iter().map(|it| column(report, it));
    let columns: Vec<Vec<String>> = columns.collect();
    let (mut text, mut left) = (String::new(), columns.as_slice());
    while !left.is_empty() {
        // At least one column; each of them fits alone.
        let fits = |room: &mut usize, column: &Vec<String>| {
            *room = room.checked_sub(width(column) + 1)?;
            Some(())
        };
        let count = left.iter().scan(WIDTH - widest, fits).count().max(1);
        let (block, rest) = left.split_at(count);
        left = rest;
        text.push('\n');
        for (index, head) in rows.iter().enumerate() {
            let mut line = format!("{head:widest$}");
            for column in block {
                let cell = column.get(index).map_or("", String::as_str);
                line += &format!(" {cell:>0$}", width(column));
            }
            text += line.trim_end_matches(' ');
            text.push('\n');
        }
    }
    text
}

/// The columns that are shown: those of the engines that have met others. If one engine is in all
/// games, as in a gauntlet, its column is enough.
fn columns(crosstable: &[Vec<Option<Tally>>]) -> Vec<usize> {
    let opponents = |row: &Vec<Option<Tally>>| row.iter().flatten().count();
    let met: Vec<usize> = crosstable.iter().map(opponents).collect();
    let meetings = met.iter().sum::<usize>() / 2;
    let in_all = |&column: &usize| met.get(column).is_some_and(|&met| met == meetings);
    let any: Vec<usize> = (0..).zip(&met).filter(|(_, met)| **met > 0).map(|(i, _)| i).collect();
    match any.iter().copied().find(in_all) {
        Some(only) => vec![only],
        None => any,
    }
}

/// The number of an engine, and the points of each engine against it.
fn column(report: &MatchReport, column: usize) -> Vec<String> {
    let cell = |(row, cells): (usize, &Vec<Option<Tally>>)| match cells.get(column) {
        Some(Some(tally)) => format!("{}/{}", tally.points(), tally.games()),
        _ if row == column => "–".to_owned(),
        _ => String::new(),
    };
    let cells = report.crosstable.iter().enumerate().map(cell);
    iter::once((column + 1).to_string()).chain(cells).collect()
}

/// The width of the widest of these texts, in characters.
fn width(texts: &[String]) -> usize {
    texts.iter().map(|text| text.chars().count()).max().unwrap_or(0)
}

fn matchup(report: &MatchReport, matchup: &Matchup) -> String {
    let [one, two] = matchup.engines.each_ref().map(|name| short(name));
    let games = matchup.results.games;
    let mut text = format!(
        "\n{one} – {two}\n  games  {}: +{} ={} -{}, score {}, draws {}\n",
        games.games(),
        games.wins,
        games.draws,
        games.losses,
        percent(&matchup.score),
        percent(&matchup.draw_ratio)
    );
    if matchup.results.pairs.pairs() > 0 {
        let pairs = matchup.results.pairs;
        text += &format!("  pairs  {}: {:?} with 0, 0.5, 1, 1.5, 2 points", pairs.pairs(), pairs.0);
        text += &match games.games() - matchup.rated.games.games() {
            0 => "\n".to_owned(),
            alone => format!("; not rated: {alone} without the other one\n"),
        };
    }
    text += &format!(
        "  Elo    {}; LOS {}; normalised {}\n",
        elo(&matchup.elo),
        percent(&matchup.los),
        elo(&matchup.normalized_elo)
    );
    if let (Some(test), Some(llr), Some(verdict)) = (report.sprt, matchup.llr, matchup.verdict) {
        let (lower, upper, sprt) = (test.lower_bound, test.upper_bound, test.sprt);
        let games = matchup.decided_at.map(|games| format!(" after {games} games"));
        let games = games.unwrap_or_default();
        text += &format!(
            "  SPRT   {llr:.2} in ({lower:.2}, {upper:.2}) for {sprt}: {verdict}{games}\n"
        );
    }
    text
}

fn ends(report: &MatchReport) -> String {
    let mut text = String::new();
    if report.games > 0 {
        text = format!("\n{}", wrapped(&format!("reasons: {}", counts(&report.reasons))));
    }
    for (variant, Seats { p1win, p2win, draw, none }) in &report.variants {
        let variant = printable(variant);
        text += &format!("{variant}: player one won {p1win}, player two {p2win}, nobody {draw}");
        if *none > 0 {
            text += &format!(", not counted {none}");
        }
        text.push('\n');
    }
    text
}

/// A line, broken after commas if it is too long.
fn wrapped(line: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for piece in line.split_inclusive(", ") {
        let length = piece.chars().count();
        if width + length > WIDTH && width > 0 {
            text.truncate(text.trim_end_matches(' ').len());
            text.push_str("\n  ");
            width = 2;
        }
        text.push_str(piece);
        width += length;
    }
    text + "\n"
}

fn paragraph(text: &str) -> String {
    format!("\n{}\n", wrap(text, WIDTH).join("\n"))
}

/// A name that fits into its column.
fn short(name: &str) -> String {
    cut(&printable(name), NAME).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::super::sprt::Sprt;
    use super::super::sample::{names, tournament};
    use super::*;

    #[test]
    fn a_match_of_two() {
        let games = tournament(&["zugi", "zugi-old"], 200);
        let sprt = Sprt::logistic(0.0, 20.0);
        let mut report = MatchReport::new(&names(&["zugi", "zugi-old"]), &games, true, Some(sprt));
        report.notes.push(("time".into(), "tc=1+0.01".into()));
        insta::assert_snapshot!(text(&report));
    }

    #[test]
    fn a_round_robin() {
        let engines = ["zugi", "with a name that is\ntoo long", "c", "d", "e", "f", "g", "h"];
        let games = tournament(&engines, 28 * 8);
        let text = text(&MatchReport::new(&names(&engines), &games, true, None));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.matches("Points of games").count(), 1, "one block");
        insta::assert_snapshot!(text.split("\nzugi – c").next().unwrap());
    }

    #[test]
    fn a_crosstable_that_does_not_fit_goes_on_below() {
        let engines: Vec<String> = (1..=30).map(|number| format!("engine {number}")).collect();
        let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
        let games = tournament(&engines, 435 * 2);
        let text = text(&MatchReport::new(&names(&engines), &games, true, None));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        let heads = text.lines().filter_map(|line| line.trim().strip_prefix("Points of games"));
        let blocks: Vec<Vec<usize>> = heads
            .map(|head| head.split_whitespace().map(|number| number.parse().unwrap()).collect())
            .collect();
        assert!(blocks.len() > 1 && blocks[0].len() > 10, "{blocks:?}");
        assert_eq!(blocks.concat(), (1..=30).collect::<Vec<_>>());
    }

    #[test]
    fn a_gauntlet_is_one_column() {
        let engines = ["new", "one", "two", "three", "absent"];
        let mut games = tournament(&engines[..4], 6 * 20);
        games.retain(|game| game.players.contains(&"new".to_owned()));
        let text = text(&MatchReport::new(&names(&engines), &games, true, None));
        insta::assert_snapshot!(text.split("\nnew – one").next().unwrap());
    }

    #[test]
    fn nothing_played() {
        insta::assert_snapshot!(text(&MatchReport::new(&names(&["a", "b"]), &[], true, None)));
    }
}
