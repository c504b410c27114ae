//! The report as plain text, in columns, at most 100 wide.

use std::fmt::{self, Write};

use super::{MatchReport, Matchup, clock, counts, elo, list, percent};

/// The width that no table goes beyond.
const WIDTH: usize = 100;
/// Characters of an engine's name that are shown in a table.
const NAME: usize = 20;
/// Characters of a cell of the crosstable.
const CELL: usize = 12;

/// The report for a terminal or a file, with a newline at the end.
#[must_use]
pub fn text(report: &MatchReport) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, report);
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
        clock(&report.seconds),
        clock(&report.elapsed)
    )?;
    write_standings(out, report)?;
    if report.standings.len() > 2 {
        write_crosstable(out, report)?;
    }
    for matchup in &report.matchups {
        write_matchup(out, report, matchup)?;
    }
    write_ends(out, report)
}

fn write_standings(out: &mut String, report: &MatchReport) -> fmt::Result {
    writeln!(
        out,
        "\n{:>3} {:NAME$} {:>6} {:>6} {:>6} {:>6} {:>8} {:>8}  Elo",
        "#", "Engine", "Games", "Wins", "Draws", "Losses", "Points", "Score"
    )?;
    for (number, standing) in (1..).zip(&report.standings) {
        let games = standing.results.games;
        writeln!(
            out,
            "{number:>3} {:NAME$} {:>6} {:>6} {:>6} {:>6} {:>8.1} {:>8}  {}",
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

/// As many columns side by side as fit, and the others below.
fn write_crosstable(out: &mut String, report: &MatchReport) -> fmt::Result {
    let columns: Vec<usize> = (0..report.standings.len()).collect();
    for columns in columns.chunks((WIDTH - 4 - NAME) / (CELL + 1)) {
        write!(out, "\n{:>3} {:NAME$}", "", "Points of games")?;
        for column in columns {
            write!(out, " {:>CELL$}", column + 1)?;
        }
        writeln!(out)?;
        for ((number, standing), row) in (1..).zip(&report.standings).zip(&report.crosstable) {
            write!(out, "{number:>3} {:NAME$}", short(&standing.name))?;
            for &column in columns {
                let cell = match row.get(column).copied().flatten() {
                    Some(tally) => format!("{}/{}", tally.points(), tally.games()),
                    None if column + 1 == number => "–".to_owned(),
                    None => String::new(),
                };
                write!(out, " {cell:>CELL$}")?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
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
        "  Elo    {}; normalised {}; LOS {}",
        elo(&matchup.elo),
        elo(&matchup.normalized_elo),
        percent(&matchup.los)
    )?;
    if let (Some(test), Some(llr), Some(verdict)) = (report.sprt, matchup.llr, matchup.verdict) {
        let (lower, upper) = (test.lower_bound, test.upper_bound);
        writeln!(
            out,
            "  SPRT   {llr:.2} in ({lower:.2}, {upper:.2}) for {}: {verdict}",
            test.sprt
        )?;
    }
    Ok(())
}

fn write_ends(out: &mut String, report: &MatchReport) -> fmt::Result {
    if report.games > 0 {
        writeln!(out)?;
        write_wrapped(out, &format!("ends: {}", counts(&report.ends)))?;
    }
    for (variant, seats) in &report.variants {
        write!(out, "{}: player one won {}, ", printable(variant), seats.p1win)?;
        write!(out, "player two {}, nobody {}", seats.p2win, seats.draw)?;
        writeln!(
            out,
            "{}",
            if seats.none > 0 { format!(", not counted {}", seats.none) } else { String::new() }
        )?;
    }
    Ok(())
}

/// A line that is broken after commas where it is too long.
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

/// A name that fits into its column.
fn short(name: &str) -> String {
    let name = printable(name);
    if name.chars().count() <= NAME {
        return name;
    }
    let mut short: String = name.chars().take(NAME - 1).collect();
    short.push('…');
    short
}

/// The text without anything that a terminal would obey.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::sprt::Sprt;
    use super::super::sample::{names, tournament};
    use super::*;

    #[test]
    fn a_match_of_two() {
        let games = tournament(&["zugi", "zugi-old"], 200);
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
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
        insta::assert_snapshot!(text.split("\nzugi – c").next().unwrap());
    }

    #[test]
    fn nothing_played() {
        insta::assert_snapshot!(text(&MatchReport::new(&names(&["a", "b"]), &[], true, None)));
    }
}
