//! The sections of the page with the figures of a match.

use std::fmt::Display;

use super::super::statistics::Tally;
use super::chart::{Chart, Mark};
use super::{
    DEPTH, MatchReport, Matchup, Point, STRENGTH, SearchStats, Standing, clock, counts, elo, list,
    or_dash, percent,
};

/// The most matchups whose curves are shown unfolded.
const FEW: usize = 3;

pub fn escaped(text: impl Display) -> String {
    // `&` is the first, because the texts for the others have it.
    let special = ['&', '<', '>', '"', '\''];
    special
        .into_iter()
        .fold(text.to_string(), |text, c| text.replace(c, &format!("&#{};", u32::from(c))))
}

/// All sections, from top to bottom.
pub fn figures(report: &MatchReport) -> String {
    type Section = fn(&MatchReport) -> String;
    let sections: [(bool, Section); 7] = [
        (true, summary),
        (report.matchups.len() == 1, cards),
        (true, standings),
        (report.has_strength && report.plies > 0, means),
        (report.standings.len() > 2, crosstable),
        (report.has_strength && !report.matchups.is_empty(), matchups),
        (report.games > 0, ends),
    ];
    sections
        .into_iter()
        .filter(|(is_shown, _)| *is_shown)
        .map(|(_, section)| section(report))
        .collect()
}

fn cell(class: &str, text: impl Display) -> String {
    format!("<td class=\"{class}\">{}</td>", escaped(text))
}

fn numbers(texts: &[&dyn Display]) -> String {
    texts.iter().map(|text| format!("<td>{}</td>", escaped(text))).collect()
}

/// A table of rows of cells; heads that begin with `<` are columns of text.
fn table(heads: &[&str], rows: impl Iterator<Item = String>) -> String {
    let head = |head: &&str| match head.strip_prefix('<') {
        Some(head) => format!("<th class=\"text\">{head}</th>"),
        None => format!("<th>{head}</th>"),
    };
    let heads: String = heads.iter().map(head).collect();
    let rows: String = rows.map(|cells| format!("<tr>{cells}</tr>\n")).collect();
    format!("<div class=\"wide\"><table>\n<tr>{heads}</tr>\n{rows}</table></div>\n")
}

/// A table with a row for each engine: its place, its name, and these cells.
fn engine_table(
    report: &MatchReport,
    heads: &[&str],
    cells: impl Fn(usize, &Standing) -> String,
) -> String {
    let row = |(index, standing): (usize, &Standing)| {
        let place = numbers(&[&(index + 1)]);
        place + &cell("text name", &standing.name) + &cells(index, standing)
    };
    let rows = report.standings.iter().enumerate().map(row);
    table(&[["#", "<Engine"].as_slice(), heads].concat(), rows)
}

fn faint(text: impl Display) -> String {
    format!("<p class=\"faint\">{}</p>\n", escaped(text))
}

fn summary(report: &MatchReport) -> String {
    let counted = match report.counted() {
        counted if counted == report.games as u64 => String::new(),
        counted => format!(", {counted} of them count"),
    };
    let mean = report.mean_plies.map(|mean| format!(", {mean:.1} a game")).unwrap_or_default();
    let mut page = faint(format!(
        "{} games{counted} · {} plies{mean} · {} of play in {}",
        report.games,
        report.plies,
        clock(&report.time),
        clock(&report.elapsed)
    ));
    if !report.shortfalls.is_empty() {
        page += &format!("<p class=\"bad\">{}</p>\n", escaped(list(&report.shortfalls)));
    }
    page.extend(report.notes.iter().map(|(name, value)| faint(format!("{name}: {value}"))));
    page
}

/// The figures of a match of two engines.
fn cards(report: &MatchReport) -> String {
    let [matchup] = report.matchups.as_slice() else { return String::new() };
    let card = |name: &str, value: &dyn Display, more: String| {
        let (value, more) = (escaped(value), escaped(more));
        format!("<div><dt>{name}</dt><dd>{value}<small>{more}</small></dd></div>")
    };
    let games = matchup.results.games;
    let of = format!("{} of {}", games.points(), games.games());
    let mut page = card("Score", &percent(&matchup.score), of);
    let results = format!("+{} ={} −{}", games.wins, games.draws, games.losses);
    page += &card("Won, drawn, lost", &results, String::new());
    if report.has_strength {
        let more = format!("normalised {}", elo(&matchup.normalized_elo));
        page += &card("Elo", &elo(&matchup.elo), more);
        page += &card("Likelihood of superiority", &percent(&matchup.los), String::new());
        if let (Some(test), Some(llr), Some(verdict)) = (report.sprt, matchup.llr, matchup.verdict)
        {
            page += &card("SPRT", &verdict, format!("LLR {llr:.2}, {}", test.sprt));
        }
    }
    format!("<dl class=\"cards\">{page}</dl>\n")
}

fn standings(report: &MatchReport) -> String {
    let mut heads = vec!["Games", "Won", "Drawn", "Lost", "Points", "Score"];
    if report.has_strength {
        heads.push("Elo");
    }
    heads.push("<Faults");
    let table = engine_table(report, &heads, |_, standing| {
        let games = standing.results.games;
        let mut row = numbers(&[&games.games(), &games.wins, &games.draws, &games.losses]);
        row += &numbers(&[&standing.points, &percent(&standing.score)]);
        if report.has_strength {
            row += &numbers(&[&elo(&standing.elo)]);
        }
        row + &cell("text detail bad", counts(&standing.faults))
    });
    let mut page = format!("<h2>Engines</h2>\n{table}");
    if report.has_strength && report.counted() > 0 {
        page += &faint(STRENGTH);
    }
    page
}

fn means(report: &MatchReport) -> String {
    let table = engine_table(report, &SearchStats::HEADS, |_, standing| {
        numbers(&standing.search_stats.cells().each_ref().map(|cell| cell as &dyn Display))
    });
    format!("<h2>Means of a move</h2>\n{table}{}", faint(DEPTH))
}

fn crosstable(report: &MatchReport) -> String {
    let columns: Vec<String> = (1..=report.standings.len()).map(|it| it.to_string()).collect();
    let heads: Vec<&str> = columns.iter().map(String::as_str).collect();
    let table = engine_table(report, &heads, |row, _| {
        let cell = |(column, cell): (usize, &Option<Tally>)| match cell {
            Some(tally) => {
                format!("<td>{} <small>/ {}</small></td>", tally.points(), tally.games())
            }
            None if row == column => "<td class=\"self\"></td>".to_owned(),
            None => "<td></td>".to_owned(),
        };
        report.crosstable.get(row).into_iter().flatten().enumerate().map(cell).collect()
    });
    let said = faint("Points of games of the engine on the left.");
    format!("<h2>Crosstable</h2>\n{said}{table}")
}

fn matchups(report: &MatchReport) -> String {
    let heads = ["<Engine", "<Opponent", "+ = −", "Pairs with 0 ½ 1 1½ 2"];
    let heads = [heads.as_slice(), &["Score", "Draws", "Elo", "LOS", "LLR"]].concat();
    let rows = report.matchups.iter().map(|matchup| {
        let games = matchup.results.games;
        let pairs = matchup.results.pairs.0.map(|count| count.to_string()).join(" ");
        let llr = or_dash(matchup.llr, |llr| format!("{llr:.2}"));
        let names = matchup.engines.each_ref().map(|name| cell("text name", name)).concat();
        let counts = format!("{} {} {}", games.wins, games.draws, games.losses);
        let [score, draws, los] =
            [matchup.score, matchup.draw_ratio, matchup.los].map(|part| percent(&part));
        names + &numbers(&[&counts, &pairs, &score, &draws, &elo(&matchup.elo), &los, &llr])
    });
    let mut page = format!("<h2>Engine against engine</h2>\n{}", table(&heads, rows));
    let curves: String = report.matchups.iter().map(|matchup| curves(report, matchup)).collect();
    page += &match report.matchups.len() > FEW {
        true => format!("<details><summary>Curves</summary>\n{curves}</details>\n"),
        false => curves,
    };
    page
}

fn curves(report: &MatchReport, matchup: &Matchup) -> String {
    let curve = |label, lines, value: fn(&Point) -> Option<(f64, f64)>| {
        let mark = |point: &Point| {
            let (value, error) = value(point)?;
            Some(Mark { games: point.games as f64, value, error })
        };
        let points = matchup.history.iter().filter_map(mark).collect();
        let picture = Chart { label, points, lines }.svg();
        format!("<figure><figcaption>{label}, by games</figcaption>{picture}</figure>\n")
    };
    let score = |point: &Point| Some((100.0 * point.score, 0.0));
    // The first results may have infinite figures.
    let strength = |point: &Point| {
        let elo = point.elo.filter(|elo| elo.error_95.is_finite())?;
        Some((elo.value, elo.error_95))
    };
    let mut curves = curve("Score in %", vec![(50.0, "")], score);
    curves += &curve("Elo with its 95 % interval", vec![(0.0, "")], strength);
    if let Some(test) = report.sprt {
        let bounds = vec![(test.lower_bound, "H0"), (test.upper_bound, "H1")];
        curves +=
            &curve("Log-likelihood ratio of the SPRT", bounds, |point| Some((point.llr?, 0.0)));
    }
    let [one, two] = matchup.engines.each_ref().map(escaped);
    format!("<h3>{one} – {two}</h3>\n<div class=\"charts\">\n{curves}</div>\n")
}

fn ends(report: &MatchReport) -> String {
    const HEADS: [&str; 5] =
        ["<Variant", "Player one won", "Player two won", "Drawn", "Not counted"];
    let rows = report.variants.iter().map(|(variant, seats)| {
        cell("text", variant) + &numbers(&[&seats.p1win, &seats.p2win, &seats.draw, &seats.none])
    });
    let reasons = escaped(counts(&report.reasons));
    format!("<h2>How games ended</h2>\n<p>{reasons}</p>\n{}", table(&HEADS, rows))
}
