//! The sections of the page with the figures of a match.

use std::fmt::{Display, Write};

use super::chart::{Chart, Mark};
use super::{
    DEPTH, MatchReport, Matchup, Point, STRENGTH, SearchStats, clock, counts, elo, list, percent,
};

/// The most matchups whose curves are shown unfolded.
const FEW: usize = 3;

pub fn escaped(text: impl Display) -> String {
    let text = text.to_string();
    let mut page = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' | '>' | '&' | '"' | '\'' => {
                // Writing to a string cannot fail.
                let _ = write!(page, "&#{};", u32::from(c));
            }
            c => page.push(c),
        }
    }
    page
}

/// All sections, from top to bottom.
pub fn figures(report: &MatchReport) -> String {
    let mut page = summary(report);
    if let [matchup] = report.matchups.as_slice() {
        page += &cards(report, matchup);
    }
    page += &standings(report);
    if report.has_strength && report.plies > 0 {
        page += &means(report);
    }
    if report.standings.len() > 2 {
        page += &crosstable(report);
    }
    if report.has_strength && !report.matchups.is_empty() {
        page += &matchups(report);
    }
    if report.games > 0 {
        page += &ends(report);
    }
    page
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

fn summary(report: &MatchReport) -> String {
    let counted = match report.counted() {
        counted if counted == report.games as u64 => String::new(),
        counted => format!(", {counted} of them count"),
    };
    let mean = report.mean_plies.map(|mean| format!(", {mean:.1} a game")).unwrap_or_default();
    let mut page = format!(
        "<p class=\"faint\">{} games{counted} · {} plies{mean} · {} of play in {}</p>\n",
        report.games,
        report.plies,
        clock(&report.time),
        clock(&report.elapsed)
    );
    if !report.shortfalls.is_empty() {
        page += &format!("<p class=\"bad\">{}</p>\n", escaped(list(&report.shortfalls)));
    }
    for (name, value) in &report.notes {
        page += &format!("<p class=\"faint\">{}: {}</p>\n", escaped(name), escaped(value));
    }
    page
}

/// The figures of a match of two.
fn cards(report: &MatchReport, matchup: &Matchup) -> String {
    let card = |name: &str, value: &dyn Display, more: String| {
        let more = match more.is_empty() {
            true => more,
            false => format!("<small>{}</small>", escaped(more)),
        };
        format!("<div><dt>{name}</dt><dd>{}{more}</dd></div>", escaped(value))
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
    let mut heads = vec!["#", "<Engine", "Games", "Won", "Drawn", "Lost", "Points", "Score"];
    if report.has_strength {
        heads.push("Elo");
    }
    heads.push("<Faults");
    let rows = (1..).zip(&report.standings).map(|(number, standing): (usize, _)| {
        let games = standing.results.games;
        let mut row = numbers(&[&number]) + &cell("text name", &standing.name);
        row += &numbers(&[&games.games(), &games.wins, &games.draws, &games.losses]);
        row += &numbers(&[&standing.points, &percent(&standing.score)]);
        if report.has_strength {
            row += &numbers(&[&elo(&standing.elo)]);
        }
        row + &cell("text detail bad", counts(&standing.faults))
    });
    let mut page = format!("<h2>Engines</h2>\n{}", table(&heads, rows));
    if report.has_strength && report.counted() > 0 {
        page += &format!("<p class=\"faint\">{}</p>\n", escaped(STRENGTH));
    }
    page
}

fn means(report: &MatchReport) -> String {
    let heads: Vec<&str> = ["#", "<Engine"].into_iter().chain(SearchStats::HEADS).collect();
    let rows = (1..).zip(&report.standings).map(|(number, standing): (usize, _)| {
        let row = numbers(&[&number]) + &cell("text name", &standing.name);
        row + &numbers(&standing.search_stats.cells().each_ref().map(|cell| cell as &dyn Display))
    });
    let rows = table(&heads, rows);
    format!("<h2>Means of a move</h2>\n{rows}<p class=\"faint\">{}</p>\n", escaped(DEPTH))
}

fn crosstable(report: &MatchReport) -> String {
    let columns: Vec<String> = (1..=report.standings.len()).map(|it| it.to_string()).collect();
    let columns = columns.iter().map(String::as_str);
    let heads: Vec<&str> = ["#", "<Engine"].into_iter().chain(columns).collect();
    let rows = (1..).zip(report.standings.iter().zip(&report.crosstable));
    let rows = rows.map(|(row, (standing, cells)): (usize, _)| {
        let cells = (1..).zip(cells).map(|(column, cell): (usize, _)| match cell {
            Some(tally) => {
                format!("<td>{} <small>/ {}</small></td>", tally.points(), tally.games())
            }
            None if row == column => "<td class=\"self\"></td>".to_owned(),
            None => "<td></td>".to_owned(),
        });
        numbers(&[&row]) + &cell("text name", &standing.name) + &cells.collect::<String>()
    });
    let rows = table(&heads, rows);
    format!(
        "<h2>Crosstable</h2>\n<p class=\"faint\">Points of games of the engine on the left.</p>\n{rows}"
    )
}

fn matchups(report: &MatchReport) -> String {
    const HEADS: [&str; 9] = [
        "<Engine",
        "<Opponent",
        "+ = −",
        "Pairs with 0 ½ 1 1½ 2",
        "Score",
        "Draws",
        "Elo",
        "LOS",
        "LLR",
    ];
    let rows = report.matchups.iter().map(|matchup| {
        let games = matchup.results.games;
        let pairs = matchup.results.pairs.0.map(|count| count.to_string()).join(" ");
        let llr = matchup.llr.map_or_else(|| "–".to_owned(), |llr| format!("{llr:.2}"));
        let names = matchup.engines.each_ref().map(|name| cell("text name", name)).concat();
        let counts = format!("{} {} {}", games.wins, games.draws, games.losses);
        let [score, draws, los] =
            [matchup.score, matchup.draw_ratio, matchup.los].map(|part| percent(&part));
        names + &numbers(&[&counts, &pairs, &score, &draws, &elo(&matchup.elo), &los, &llr])
    });
    let mut page = format!("<h2>Engine against engine</h2>\n{}", table(&HEADS, rows));
    let curves: String = report.matchups.iter().map(|matchup| curves(report, matchup)).collect();
    page += &match report.matchups.len() > FEW {
        true => format!("<details><summary>Curves</summary>\n{curves}</details>\n"),
        false => curves,
    };
    page
}

fn curves(report: &MatchReport, matchup: &Matchup) -> String {
    let figures: String = charts(report, matchup)
        .iter()
        .map(|chart| {
            let (label, picture) = (chart.label, chart.svg());
            format!("<figure><figcaption>{label}, by games</figcaption>{picture}</figure>\n")
        })
        .collect();
    let [one, two] = matchup.engines.each_ref().map(escaped);
    format!("<h3>{one} – {two}</h3>\n<div class=\"charts\">\n{figures}</div>\n")
}

fn charts(report: &MatchReport, matchup: &Matchup) -> Vec<Chart> {
    let marks = |figures: fn(&Point) -> Option<(f64, f64)>| -> Vec<Mark> {
        let mark = |point: &Point| {
            let (value, error) = figures(point)?;
            Some(Mark { games: point.games as f64, value, error })
        };
        matchup.history.iter().filter_map(mark).collect()
    };
    let chart = |label, points, lines| Chart { label, points, lines };
    let score = marks(|point| Some((100.0 * point.score, 0.0)));
    // The first results may have infinite figures.
    let strength = marks(|point| {
        let elo = point.elo.filter(|elo| elo.error_95.is_finite())?;
        Some((elo.value, elo.error_95))
    });
    let mut charts = vec![
        chart("Score in %", score, vec![(50.0, "")]),
        chart("Elo with its 95 % interval", strength, vec![(0.0, "")]),
    ];
    if let Some(test) = report.sprt {
        let llr = marks(|point| Some((point.llr.unwrap_or(0.0), 0.0)));
        let bounds = vec![(test.lower_bound, "H0"), (test.upper_bound, "H1")];
        charts.push(chart("Log-likelihood ratio of the SPRT", llr, bounds));
    }
    charts
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
