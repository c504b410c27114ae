//! The report as one page: the figures, and a list of the games, which are in files beside it.
//! `page.html`, `games.html` and `style.css` have its design, and the scripts its behaviour.
//! Besides the files of the games it needs no other files and no network.

use serde::Serialize;
use zugi_records::{End, GameRecord, Reason};

use super::super::names::shown_name;
use super::games::GAMES_A_FILE;
use super::script::literal;
use super::sections::{escaped, figures};
use super::{MatchReport, points};

/// The scripts, in the order in which they need each other. The second one is the board of the
/// page of `zugi serve`, see `web/src/report.tsx`.
const SCRIPTS: [&str; 4] = [
    include_str!("list.js"),
    include_str!("../../dist/report.js"),
    include_str!("curve.js"),
    include_str!("viewer.js"),
];

/// The games in short, for the scripts; made game by game.
#[derive(Serialize)]
pub(super) struct List<'a> {
    /// The relative address of the files of games.
    folder: &'a str,
    games_a_file: usize,
    engines: Vec<&'a str>,
    results: Vec<&'static str>,
    /// The reasons, and whether each of them is a fault.
    reasons: Vec<(String, bool)>,
    games: Vec<Row>,
}

/// A game: its number; the indices of both engines, of the result and of the reason in the lists
/// above; its plies and seconds.
#[derive(Serialize)]
struct Row(usize, usize, usize, usize, usize, usize, f64);

impl<'a> List<'a> {
    /// A list without games. The moves of the games are in the files of a folder, whose name must
    /// be a relative address.
    pub fn new(report: &'a MatchReport, folder: &'a str) -> List<'a> {
        List {
            folder,
            games_a_file: GAMES_A_FILE,
            engines: report.standings.iter().map(|standing| standing.name.as_str()).collect(),
            results: End::ALL.iter().map(points).collect(),
            reasons: Reason::ALL.iter().map(|it| (it.to_string(), it.is_fault())).collect(),
            games: Vec::new(),
        }
    }

    pub fn add(&mut self, game: &GameRecord) {
        let number = |name: &String| {
            let name = shown_name(name);
            self.engines.iter().position(|engine| *engine == name).unwrap_or_default()
        };
        let [one, two] = game.players.each_ref().map(number);
        // `End::ALL` and `Reason::ALL` are in the order of these numbers.
        let (end, reason) = (game.end as usize, game.reason as usize);
        let seconds = (10.0 * game.time.as_secs_f64()).round() / 10.0;
        let plies = game.moves.len();
        self.games.push(Row(game.number, one, two, end, reason, plies, seconds));
    }
}

pub(super) fn html(report: &MatchReport, mut list: List<'_>) -> String {
    list.games.sort_by_key(|row| row.0);
    let scripts = SCRIPTS.map(|script| format!("<script>\n{script}</script>\n")).concat();
    let games = match report.games {
        0 => String::new(),
        _ => format!(include_str!("games.html"), list = literal(&list), scripts = scripts),
    };
    let page = format!(
        include_str!("page.html"),
        title = escaped(report.title()),
        // The board has the style of the page of `zugi serve`.
        style = concat!(include_str!("style.css"), include_str!("../../dist/report.css")),
        figures = figures(report),
        games = games,
    );
    page.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::super::sprt::Sprt;
    use super::super::sample::{names, tournament};
    use super::*;

    fn html(report: &MatchReport, games: &[GameRecord], folder: &str) -> String {
        let mut list = List::new(report, folder);
        games.iter().for_each(|game| list.add(game));
        super::html(report, list)
    }

    /// A page without the contents of its scripts, and a list of these contents. Fails if a script
    /// ends early.
    fn without_scripts(page: &str) -> (String, Vec<&str>) {
        let mut pieces = page.split("<script");
        let mut rest = pieces.next().unwrap().to_owned();
        let mut scripts = Vec::new();
        for piece in pieces {
            let (tag, piece) = piece.split_once('>').unwrap();
            let (script, after) = piece.split_once("</script>").unwrap();
            assert!(!script.contains("<!--"), "{script}");
            scripts.push(script);
            rest += &format!("<script{tag}></script>{after}");
        }
        (rest, scripts)
    }

    fn list(page: &str) -> serde_json::Value {
        let (_, scripts) = without_scripts(page);
        assert_eq!(&scripts[1..], SCRIPTS.map(|script| format!("\n{script}")));
        serde_json::from_str(scripts[0]).unwrap()
    }

    fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
        tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
    }

    /// Fails on markup that is not well-formed.
    fn check(page: &str) {
        let mut open: Vec<&str> = Vec::new();
        let (mut anchors, mut links) = (HashSet::new(), Vec::new());
        let (markup, _) = without_scripts(page);
        let body = markup.strip_prefix("<!DOCTYPE html>").unwrap();
        for piece in body.split('<').skip(1) {
            let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("open tag: {piece}"));
            assert!(!text.contains('>') || tag == "style", "stray > in {piece}");
            let (closes, tag) = tag.strip_prefix('/').map_or((false, tag), |tag| (true, tag));
            let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap();
            assert!(!name.is_empty(), "no tag: {piece}");
            assert!(tag.matches('"').count().is_multiple_of(2), "quotes: {tag}");
            if closes {
                assert_eq!(open.pop(), Some(name), "{tag}");
            } else if name != "meta" && name != "br" && !tag.ends_with('/') {
                open.push(name);
            }
            if let Some(id) = attribute(tag, "id") {
                assert!(anchors.insert(id), "{id} twice");
            }
            links.extend(attribute(tag, "href"));
            assert_eq!(attribute(tag, "src"), None);
        }
        assert!(open.is_empty(), "{open:?}");
        for link in links {
            assert!(anchors.contains(link.strip_prefix('#').unwrap()), "{link}");
        }
        // Names of namespaces are addresses that nothing loads.
        let page = page.replace("http://www.w3.org/", "");
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
            check(&html(&report, &games, "m-games"));
            report.has_strength = false;
            let page = html(&report, &games, "m-games");
            check(&page);
            assert!(!page.contains("Elo") && !page.contains("Means of a move"));
        }
    }

    #[test]
    fn every_game_is_in_the_list() {
        let games = tournament(&["a", "b"], 40);
        let report = MatchReport::new(&names(&["a", "b"]), &games, true, None);
        let backwards: Vec<GameRecord> = games.iter().rev().cloned().collect();
        let page = html(&report, &backwards, "m-games");
        let list = list(&page);
        assert_eq!((&list["folder"], &list["games_a_file"]), (&"m-games".into(), &200.into()));
        let rows = list["games"].as_array().unwrap();
        assert_eq!(rows.len(), 40);
        for (row, game) in rows.iter().zip(&games) {
            assert_eq!(row[0], game.number);
            for (at, name) in (1..).zip(&game.players) {
                assert_eq!(list["engines"][row[at].as_u64().unwrap() as usize], **name);
            }
            let result = &list["results"][row[3].as_u64().unwrap() as usize];
            assert_eq!(result, points(&game.end));
            let reason = &list["reasons"][row[4].as_u64().unwrap() as usize];
            assert_eq!(
                reason,
                &serde_json::json!([game.reason.to_string(), game.reason.is_fault()])
            );
            assert_eq!((&row[5], &row[6]), (&game.moves.len().into(), &2.5.into()));
        }
        // Two charts, and the curve of a game.
        assert_eq!(page.matches("<svg").count(), 3);
    }

    #[test]
    fn twenty_thousand_games_are_a_page_of_three_megabytes_at_most() {
        let eight = ["a", "b", "c", "d", "e", "f", "g", "h"];
        for engines in [&eight[..2], &eight] {
            let games = tournament(engines, 20_000);
            let sprt = Some(Sprt::logistic(0.0, 5.0));
            let report = MatchReport::new(&names(engines), &games, true, sprt);
            let page = html(&report, &games, "m-games");
            assert!(games.len() > 19_900, "{}", games.len());
            assert_eq!(list(&page)["games"].as_array().unwrap().len(), games.len());
            assert!(page.len() <= 3_000_000, "{} bytes of {engines:?}", page.len());
        }
    }

    #[test]
    fn text_of_others_is_escaped() {
        let mut games = tournament(&["a", "b"], 2);
        let bad = "</script><!--<i>\"x\"&'y'\0\u{2028}";
        games[0].variant = bad.to_owned();
        games[0].players[0] = bad.to_owned();
        let report = MatchReport::new(&names(&["a", "b"]), &games, true, None);
        let page = html(&report, &games, "m-games");
        check(&page);
        assert!(!page.contains("<i>") && !page.contains('\0'));
        assert!(page.contains("&#60;i&#62;&#34;x&#34;&#38;&#39;y&#39;\u{fffd}"));
        assert!(list(&page)["engines"].as_array().unwrap().contains(&bad.into()));
    }
}
