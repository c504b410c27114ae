//! The report as one page that needs nothing else: no script, no other file, no network.

use std::fmt::{self, Display, Write};

use super::super::record::GameRecord;
use super::chart::{Chart, Mark};
use super::games::write_games;
use super::{Matchup, Point, Report, clock, counts, elo, percent};

const STYLE: &str = include_str!("style.css");
/// Matchups whose curves are shown at once; more are folded up.
const FEW: usize = 3;

/// The page, with the moves of all games.
#[must_use]
pub fn html(report: &Report, games: &[GameRecord]) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, report, games);
    page
}

fn write_page(out: &mut String, report: &Report, games: &[GameRecord]) -> fmt::Result {
    let title = report.title();
    let title = Escaped(&title);
    out.write_str("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")?;
    out.write_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")?;
    writeln!(out, "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>")?;
    writeln!(out, "<h1>{title}</h1>")?;
    write_summary(out, report)?;
    write_standings(out, report)?;
    if report.standings.len() > 2 {
        write_crosstable(out, report)?;
    }
    write_matchups(out, report)?;
    write_ends(out, report)?;
    write_games(out, games)?;
    out.write_str("</body>\n</html>\n")
}

fn write_summary(out: &mut String, report: &Report) -> fmt::Result {
    write!(out, "<p class=\"faint\">{} games", report.games)?;
    if report.counted() < report.games as u64 {
        write!(out, ", {} of them count", report.counted())?;
    }
    write!(out, " · {} plies", report.plies)?;
    if let Some(mean) = report.mean_plies {
        write!(out, ", {mean:.1} a game")?;
    }
    writeln!(out, " · {} of play in {}</p>", clock(report.seconds), clock(report.elapsed))?;
    for (name, value) in &report.notes {
        writeln!(out, "<p class=\"faint\">{}: {}</p>", Escaped(name), Escaped(value))?;
    }
    let [matchup] = report.matchups.as_slice() else { return Ok(()) };
    let games = matchup.results.games;
    let test = report.sprt.zip(matchup.llr).zip(matchup.verdict);
    let test = test.map_or_else(String::new, |((test, llr), verdict)| {
        card("SPRT", format!("{verdict}<small>LLR {llr:.2}, {}</small>", test.sprt))
    });
    writeln!(
        out,
        "<dl class=\"cards\">{}{}{}{}{test}</dl>",
        card(
            "Score",
            format!(
                "{}<small>{} of {}</small>",
                percent(matchup.score),
                games.points(),
                games.games()
            )
        ),
        card("Won, drawn, lost", format!("+{} ={} −{}", games.wins, games.draws, games.losses)),
        card(
            "Elo",
            format!(
                "{}<small>normalised {}</small>",
                elo(matchup.elo),
                elo(matchup.normalized_elo)
            )
        ),
        card("Likelihood of superiority", percent(matchup.los)),
    )
}

/// A figure with its name.
fn card(name: &str, value: impl Display) -> String {
    format!("<div><dt>{name}</dt><dd>{value}</dd></div>")
}

fn write_standings(out: &mut String, report: &Report) -> fmt::Result {
    out.write_str("<h2>Engines</h2>\n<div class=\"wide\"><table>\n<tr><th>#</th>")?;
    out.write_str("<th class=\"text\">Engine</th><th>Games</th><th>Won</th><th>Drawn</th>")?;
    out.write_str("<th>Lost</th><th>Points</th><th>Score</th><th>Elo</th>")?;
    out.write_str("<th class=\"text\">Faults</th></tr>\n")?;
    for (number, standing) in (1..).zip(&report.standings) {
        let games = standing.results.games;
        write!(
            out,
            "<tr><td>{number}</td><td class=\"text name\">{}</td>",
            Escaped(&standing.name)
        )?;
        write!(out, "<td>{}</td><td>{}</td>", games.games(), games.wins)?;
        write!(
            out,
            "<td>{}</td><td>{}</td><td>{}</td>",
            games.draws, games.losses, standing.points
        )?;
        write!(out, "<td>{}</td><td>{}</td>", percent(standing.score), elo(standing.elo))?;
        writeln!(out, "<td class=\"text detail bad\">{}</td></tr>", counts(&standing.faults))?;
    }
    out.write_str("</table></div>\n")
}

fn write_crosstable(out: &mut String, report: &Report) -> fmt::Result {
    out.write_str(
        "<h2>Crosstable</h2>\n<p class=\"faint\">Points of games of the engine on the left.</p>\n",
    )?;
    out.write_str("<div class=\"wide\"><table>\n<tr><th>#</th><th class=\"text\">Engine</th>")?;
    for column in 1..=report.standings.len() {
        write!(out, "<th>{column}</th>")?;
    }
    out.write_str("</tr>\n")?;
    for ((row, standing), cells) in (1..).zip(&report.standings).zip(&report.crosstable) {
        write!(out, "<tr><td>{row}</td><td class=\"text name\">{}</td>", Escaped(&standing.name))?;
        for (column, cell) in (1..).zip(cells) {
            match cell {
                Some(tally) => {
                    write!(out, "<td>{} <small>/ {}</small></td>", tally.points(), tally.games())?
                }
                None if row == column => out.write_str("<td class=\"self\"></td>")?,
                None => out.write_str("<td></td>")?,
            }
        }
        out.write_str("</tr>\n")?;
    }
    out.write_str("</table></div>\n")
}

fn write_matchups(out: &mut String, report: &Report) -> fmt::Result {
    if report.matchups.is_empty() {
        return Ok(());
    }
    out.write_str("<h2>Engine against engine</h2>\n<div class=\"wide\"><table>\n<tr>")?;
    out.write_str("<th class=\"text\">Engine</th><th class=\"text\">Opponent</th><th>+ = −</th>")?;
    out.write_str("<th>Pairs with 0 ½ 1 1½ 2</th><th>Score</th><th>Draws</th><th>Elo</th>")?;
    out.write_str("<th>LOS</th><th>LLR</th></tr>\n")?;
    for matchup in &report.matchups {
        let [one, two] = matchup.engines.each_ref().map(|name| Escaped(name));
        let (games, pairs) = (matchup.results.games, matchup.results.pairs.0);
        write!(out, "<tr><td class=\"text name\">{one}</td><td class=\"text name\">{two}</td>")?;
        write!(out, "<td>{} {} {}</td>", games.wins, games.draws, games.losses)?;
        write!(out, "<td>{}</td>", pairs.map(|count| count.to_string()).join(" "))?;
        write!(out, "<td>{}</td><td>{}</td>", percent(matchup.score), percent(matchup.draw_ratio))?;
        write!(out, "<td>{}</td><td>{}</td>", elo(matchup.elo), percent(matchup.los))?;
        let llr = matchup.llr.map_or_else(|| "–".to_owned(), |llr| format!("{llr:.2}"));
        writeln!(out, "<td>{llr}</td></tr>")?;
    }
    out.write_str("</table></div>\n")?;
    let many = report.matchups.len() > FEW;
    if many {
        out.write_str(
            "<details><summary>Curves</summary>
",
        )?;
    }
    for matchup in &report.matchups {
        write_charts(out, report, matchup)?;
    }
    out.write_str(if many {
        "</details>
"
    } else {
        ""
    })
}

fn write_charts(out: &mut String, report: &Report, matchup: &Matchup) -> fmt::Result {
    let [one, two] = matchup.engines.each_ref().map(|name| Escaped(name));
    writeln!(out, "<h3>{one} – {two}</h3>\n<div class=\"charts\">")?;
    let marks = |figures: fn(&Point) -> (f64, f64)| -> Vec<Mark> {
        let mark = |point: &Point| {
            let (value, error) = figures(point);
            Mark { games: point.games as f64, value, error }
        };
        matchup.history.iter().map(mark).collect()
    };
    let score = marks(|point| (100.0 * point.score, 0.0));
    let strength = marks(|point| (point.elo.value, point.elo.error_95));
    write_chart(out, "Score in %", score, vec![(50.0, String::new())])?;
    write_chart(out, "Elo with its 95 % interval", strength, vec![(0.0, String::new())])?;
    if let Some(test) = report.sprt {
        let llr = marks(|point| (point.llr.unwrap_or(0.0), 0.0));
        let bounds = vec![(test.lower_bound, "H0".to_owned()), (test.upper_bound, "H1".to_owned())];
        write_chart(out, "Log-likelihood ratio of the SPRT", llr, bounds)?;
    }
    out.write_str("</div>\n")
}

fn write_chart(
    out: &mut String,
    label: &str,
    points: Vec<Mark>,
    lines: Vec<(f64, String)>,
) -> fmt::Result {
    write!(out, "<figure><figcaption>{label}, by games</figcaption>")?;
    Chart { label: label.to_owned(), points, lines }.write(out)?;
    out.write_str("</figure>\n")
}

fn write_ends(out: &mut String, report: &Report) -> fmt::Result {
    if report.games == 0 {
        return Ok(());
    }
    writeln!(out, "<h2>How games ended</h2>\n<p>{}</p>", counts(&report.ends))?;
    out.write_str("<div class=\"wide\"><table>\n<tr><th class=\"text\">Variant</th>")?;
    out.write_str(
        "<th>Player one won</th><th>Player two won</th><th>Drawn</th><th>Not counted</th></tr>\n",
    )?;
    for (variant, seats) in &report.variants {
        write!(out, "<tr><td class=\"text\">{}</td><td>{}</td>", Escaped(variant), seats.p1win)?;
        writeln!(
            out,
            "<td>{}</td><td>{}</td><td>{}</td></tr>",
            seats.p2win, seats.draw, seats.none
        )?;
    }
    out.write_str("</table></div>\n")
}

/// Text of which nothing is taken for markup.
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            c if c.is_control() => f.write_char('\u{fffd}'),
            c => f.write_char(c),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::super::sprt::Sprt;
    use super::super::sample::{names, tournament};
    use super::*;

    /// The tags of a page: whether it opens, its name, its text. Fails on markup that
    /// is not well-formed.
    fn tags(page: &str) -> Vec<(bool, String, String)> {
        let mut tags = Vec::new();
        let body = page.strip_prefix("<!DOCTYPE html>").unwrap();
        for piece in body.split('<').skip(1) {
            let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("open tag: {piece}"));
            assert!(!text.contains('>') || tag == "style", "stray > in {piece}");
            let name: String = tag
                .trim_start_matches('/')
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .collect();
            assert!(!name.is_empty(), "no tag: {piece}");
            assert!(tag.matches('"').count().is_multiple_of(2), "quotes: {tag}");
            let empty = ["meta", "br"].contains(&name.as_str()) || tag.ends_with('/');
            if !empty {
                tags.push((!tag.starts_with('/'), name, tag.to_owned()));
            }
        }
        tags
    }

    fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
        tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
    }

    fn check(page: &str) {
        let mut open = Vec::new();
        let (mut anchors, mut links) = (HashSet::new(), Vec::new());
        let tags = tags(page);
        for (opens, name, tag) in &tags {
            if *opens {
                open.push(name);
            } else {
                assert_eq!(open.pop(), Some(name), "{tag}");
            }
            if let Some(id) = attribute(tag, "id") {
                assert!(anchors.insert(id), "{id} twice");
            }
            links.extend(attribute(tag, "href"));
            assert_eq!(attribute(tag, "src"), None);
            assert_ne!(name, "script");
        }
        assert_eq!(open, Vec::<&String>::new());
        for link in links {
            assert!(anchors.contains(link.strip_prefix('#').unwrap()), "{link}");
        }
        assert!(!page.contains("http") && !page.contains("url(") && !page.contains("@import"));
        assert!(!page.contains("NaN"));
    }

    #[test]
    fn pages_are_well_formed_and_need_nothing_else() {
        let engines = ["a", "b", "<script>&\"'", "\u{1b}[2J"];
        let sprt = Sprt::parse("elo0=0 elo1=5").ok();
        for count in 0..=engines.len() {
            let engines = &engines[..count];
            let games = if count < 2 { Vec::new() } else { tournament(engines, 60) };
            let mut report = Report::new(&names(engines), &games, true, sprt);
            report.notes.push(("<time>".to_owned(), "1 & 1".to_owned()));
            check(&html(&report, &games));
        }
    }

    #[test]
    fn every_game_is_linked_and_shown() {
        let games = tournament(&["a", "b"], 40);
        let page = html(&Report::new(&names(&["a", "b"]), &games, true, None), &games);
        assert_eq!(page.matches("<section class=\"game\"").count(), 40);
        for number in 1..=40 {
            assert!(page.contains(&format!("<a href=\"#g{number}\">")));
        }
        assert_eq!(page.matches("<svg").count(), 2);
    }

    #[test]
    fn text_of_others_is_escaped() {
        let mut games = tournament(&["a", "b"], 2);
        let bad = "<i>\"x\"&'y'\0";
        games[0].variant = bad.to_owned();
        games[0].players[0] = bad.to_owned();
        games[0].fen = Some(bad.to_owned());
        games[0].opening = vec![bad.to_owned()];
        games[0].moves[0].text = bad.to_owned();
        games[0].detail = bad.to_owned();
        games[0].transcript = vec![bad.to_owned()];
        let page = html(&Report::new(&names(&["a", "b"]), &games, true, None), &games);
        check(&page);
        assert!(!page.contains("<i>\"") && !page.contains('\0'));
        assert!(page.contains("&lt;i&gt;&quot;x&quot;&amp;&#39;y&#39;\u{fffd}"));
    }
}
