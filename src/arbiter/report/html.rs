//! The report as one page that needs nothing else: no script, no other file, no network.
//! What it looks like is in `page.html` and `style.css`.

use askama::Template;

use super::super::record::{End, GameRecord};
use super::chart::{Chart, Mark};
use super::{Effort, MatchReport, Matchup, Point};

/// Matchups whose curves are shown at once; more are folded up.
const FEW: usize = 3;

/// The page.
#[derive(Template)]
#[template(path = "page.html", config = "src/arbiter/report/askama.toml")]
struct Page<'a> {
    report: &'a MatchReport,
    /// By their numbers.
    games: Vec<&'a GameRecord>,
}

/// The page, with the moves of all games.
#[must_use]
pub fn html(report: &MatchReport, games: &[GameRecord]) -> String {
    let mut games: Vec<&GameRecord> = games.iter().collect();
    games.sort_by_key(|game| game.number);
    // Writing to a string cannot fail, and the template does nothing else.
    let page = Page { report, games }.render().unwrap_or_default();
    page.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}

impl Page<'_> {
    /// How the figures of a matchup changed.
    fn charts(&self, matchup: &Matchup) -> Vec<Chart> {
        let marks = |figures: fn(&Point) -> (f64, f64)| -> Vec<Mark> {
            let mark = |point: &Point| {
                let (value, error) = figures(point);
                Mark { games: point.games as f64, value, error }
            };
            matchup.history.iter().map(mark).collect()
        };
        let chart = |label, points, lines| Chart { label, points, lines };
        let score = marks(|point| (100.0 * point.score, 0.0));
        let strength = marks(|point| (point.elo.value, point.elo.error_95));
        let mut charts = vec![
            chart("Score in %", score, vec![(50.0, "")]),
            chart("Elo with its 95 % interval", strength, vec![(0.0, "")]),
        ];
        if let Some(test) = self.report.sprt {
            let llr = marks(|point| (point.llr.unwrap_or(0.0), 0.0));
            let bounds = vec![(test.lower_bound, "H0"), (test.upper_bound, "H1")];
            charts.push(chart("Log-likelihood ratio of the SPRT", llr, bounds));
        }
        charts
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
        let sprt = Some(Sprt::logistic(0.0, 5.0));
        for count in 0..=engines.len() {
            let engines = &engines[..count];
            let games = if count < 2 { Vec::new() } else { tournament(engines, 60) };
            let mut report = MatchReport::new(&names(engines), &games, true, sprt);
            report.notes.push(("<time>".to_owned(), "1 & 1".to_owned()));
            check(&html(&report, &games));
        }
    }

    #[test]
    fn every_game_is_linked_and_shown() {
        let games = tournament(&["a", "b"], 40);
        let page = html(&MatchReport::new(&names(&["a", "b"]), &games, true, None), &games);
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
        let page = html(&MatchReport::new(&names(&["a", "b"]), &games, true, None), &games);
        check(&page);
        assert!(!page.contains("<i>\"") && !page.contains('\0'));
        assert!(page.contains("&#60;i&#62;&#34;x&#34;&#38;&#39;y&#39;\u{fffd}"));
    }
}
