//! The report as plain text; its tables are at most 100 characters wide.

use std::fmt::{self, Write};

use zugi_protocol::{cut, printable, wrap};

use super::super::statistics::Tally;
use super::{
    DEPTH, MatchReport, Matchup, STRENGTH, SearchStats, clock, counts, elo, list, percent,
};

/// The greatest width of a table, in characters.
const WIDTH: usize = 100;
/// The greatest length of an engine's name in a table, in characters.
const NAME: usize = 20;

/// The report for a terminal or a file, with a newline at the end.
#[must_use]
pub fn text(report: &MatchReport) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, report);
    text
}

/// The standings alone, with a newline at the end.
#[must_use]
pub fn standings(report: &MatchReport) -> String {
    let mut text = String::new();
    let _ = write_standings(&mut text, report);
    text
}

fn write_all(out: &mut String, report: &MatchReport) -> fmt::Result {
    writeln!(out, "{}", printable(&report.title()))?;
    if !report.shortfalls.is_empty() {
        write_wrapped(out, &printable(&list(&report.shortfalls)))?;
    }
    for (name, value) in &report.notes {
        writeln!(out, "{}: {}", printable(name), printable(value))?;
    }
    writeln!(
        out,
        "{} games, {} of them count; {} plies, {:.1} a game; {} of play in {}",
        report.games,
        report.counted(),
        report.plies,
        report.mean_plies.unwrap_or(0.0),
        clock(&report.time),
        clock(&report.elapsed)
    )?;
    write_standings(out, report)?;
    if report.plies > 0 {
        write_efforts(out, report)?;
    }
    if report.standings.len() > 2 {
        write_crosstable(out, report)?;
    }
    for matchup in &report.matchups {
        write_matchup(out, report, matchup)?;
    }
    write_ends(out, report)?;
    if report.counted() > 0 {
        write_words(out, STRENGTH)?;
    }
    if report.plies > 0 { write_words(out, DEPTH) } else { Ok(()) }
}

fn write_standings(out: &mut String, report: &MatchReport) -> fmt::Result {
    writeln!(
        out,
        "\n{:>3} {:NAME$} {:>6} {:>5} {:>5} {:>6} {:>7} {:>9}  Elo",
        "#", "Engine", "Games", "Wins", "Draws", "Losses", "Points", "Score"
    )?;
    for (number, standing) in (1..).zip(&report.standings) {
        let games = standing.results.games;
        writeln!(
            out,
            "{number:>3} {:NAME$} {:>6} {:>5} {:>5} {:>6} {:>7.1} {:>9}  {}",
            short(&standing.name),
            games.games(),
            games.wins,
            games.draws,
            games.losses,
            standing.points,
            percent(&standing.score),
            elo(&standing.elo)
        )?;
    }
    for standing in report.standings.iter().filter(|standing| !standing.faults.is_empty()) {
        let line = format!("faults of {}: {}", short(&standing.name), counts(&standing.faults));
        write_wrapped(out, &line)?;
    }
    Ok(())
}

fn write_efforts(out: &mut String, report: &MatchReport) -> fmt::Result {
    let mut row = |name: &str, [moves, depth, of, nodes, time, speed, overshoot]: [&str; 7]| {
        writeln!(
            out,
            "{name:24} {moves:>8} {depth:>6} {of:>8} {nodes:>10} {time:>12} {speed:>10} \
             {overshoot:>15}"
        )
    };
    row("\n    Means of a move     ", SearchStats::HEADS)?;
    for (number, standing) in (1..).zip(&report.standings) {
        let cells = standing.search_stats.cells();
        row(&format!("{number:>3} {}", short(&standing.name)), cells.each_ref().map(|it| &**it))?;
    }
    Ok(())
}

/// Puts columns side by side if they fit, and the others below.
fn write_crosstable(out: &mut String, report: &MatchReport) -> fmt::Result {
    let names: Vec<String> = report.standings.iter().map(|it| short(&it.name)).collect();
    let title = "Points of games";
    let widest = names.iter().map(|name| name.chars().count()).fold(title.len(), usize::max);
    let column = |column| Column::new(report, column);
    let columns: Vec<Column> = columns(&report.crosstable).into_iter().map(column).collect();
    let mut left = columns.as_slice();
    while let Some((_, rest)) = left.split_first() {
        // At least one column; each of them fits alone.
        let mut room = WIDTH - 4 - widest;
        let fits = |column: &Column| {
            room = room.checked_sub(column.width + 1)?;
            Some(())
        };
        let count = left.iter().map_while(fits).count().clamp(1, rest.len() + 1);
        let (block, rest) = left.split_at(count);
        left = rest;
        write!(out, "\n{:>3} {title:widest$}", "")?;
        block.iter().try_for_each(|it| write!(out, " {:>1$}", it.number, it.width))?;
        writeln!(out)?;
        for ((row, name), number) in names.iter().enumerate().zip(1..) {
            write!(out, "{number:>3} {name:widest$}")?;
            for Column { cells, width, .. } in block {
                write!(out, " {:>width$}", cells.get(row).map_or("", String::as_str))?;
            }
            out.truncate(out.trim_end_matches(' ').len());
            writeln!(out)?;
        }
    }
    Ok(())
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

struct Column {
    number: usize,
    cells: Vec<String>,
    /// The width of the column: that of its number or of its widest cell, in characters.
    width: usize,
}

impl Column {
    fn new(report: &MatchReport, column: usize) -> Column {
        let cell = |(row, cells): (usize, &Vec<Option<Tally>>)| match cells.get(column) {
            Some(Some(tally)) => format!("{}/{}", tally.points(), tally.games()),
            _ if row == column => "–".to_owned(),
            _ => String::new(),
        };
        let cells: Vec<String> = report.crosstable.iter().enumerate().map(cell).collect();
        let number = column + 1;
        let widths = cells.iter().map(|cell| cell.chars().count());
        let width = widths.fold(number.to_string().len(), usize::max);
        Column { number, cells, width }
    }
}

fn write_matchup(out: &mut String, report: &MatchReport, matchup: &Matchup) -> fmt::Result {
    let [one, two] = matchup.engines.each_ref().map(|name| short(name));
    let games = matchup.results.games;
    writeln!(out, "\n{one} – {two}")?;
    writeln!(
        out,
        "  games  {}: +{} ={} -{}, score {}, draws {}",
        games.games(),
        games.wins,
        games.draws,
        games.losses,
        percent(&matchup.score),
        percent(&matchup.draw_ratio)
    )?;
    if matchup.results.pairs.pairs() > 0 {
        let pairs = matchup.results.pairs;
        write!(out, "  pairs  {}: {:?} with 0, 0.5, 1, 1.5, 2 points", pairs.pairs(), pairs.0)?;
        match games.games() - matchup.rated.games.games() {
            0 => writeln!(out)?,
            alone => writeln!(out, "; not rated: {alone} without the other one")?,
        }
    }
    writeln!(
        out,
        "  Elo    {}; LOS {}; normalised {}",
        elo(&matchup.elo),
        percent(&matchup.los),
        elo(&matchup.normalized_elo)
    )?;
    if let (Some(test), Some(llr), Some(verdict)) = (report.sprt, matchup.llr, matchup.verdict) {
        let (lower, upper) = (test.lower_bound, test.upper_bound);
        let games = matchup.decided_at.map(|games| format!(" after {games} games"));
        writeln!(
            out,
            "  SPRT   {llr:.2} in ({lower:.2}, {upper:.2}) for {}: {verdict}{}",
            test.sprt,
            games.unwrap_or_default()
        )?;
    }
    Ok(())
}

fn write_ends(out: &mut String, report: &MatchReport) -> fmt::Result {
    if report.games > 0 {
        writeln!(out)?;
        write_wrapped(out, &format!("reasons: {}", counts(&report.reasons)))?;
    }
    for (variant, seats) in &report.variants {
        write!(out, "{}: player one won {}, ", printable(variant), seats.p1win)?;
        write!(out, "player two {}, nobody {}", seats.p2win, seats.draw)?;
        if seats.none > 0 {
            write!(out, ", not counted {}", seats.none)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes a line, broken after commas if it is too long.
fn write_wrapped(out: &mut String, line: &str) -> fmt::Result {
    let mut width = 0;
    for piece in line.split_inclusive(", ") {
        let length = piece.chars().count();
        if width + length > WIDTH && width > 0 {
            out.truncate(out.trim_end_matches(' ').len());
            out.push_str("\n  ");
            width = 2;
        }
        out.push_str(piece);
        width += length;
    }
    writeln!(out)
}

/// Writes a paragraph after an empty line.
fn write_words(out: &mut String, text: &str) -> fmt::Result {
    writeln!(out, "\n{}", wrap(text, WIDTH).join("\n"))
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
