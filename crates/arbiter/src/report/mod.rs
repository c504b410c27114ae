//! The report of a match: all figures, as text and as a page. The JSON is the serialised
//! [`MatchReport`].

mod chart;
mod early_end;
mod files;
mod games;
mod html;
mod matchup;
mod replay;
#[cfg(test)]
pub(crate) mod sample;
mod script;
mod search_stats;
mod sections;
mod standings;
mod text;
#[cfg(test)]
mod toy;

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use zugi_records::{End, GameRecord, Reason, millis};

use super::elo::Elo;
use super::score::Score;
use super::sprt::Sprt;
use super::statistics::Tally;
use super::tournament::RunEnd;
pub use early_end::{EarlyEnd, list};
pub use files::write_page;
pub use matchup::{Matchup, Point};
pub(super) use search_stats::Sums;
pub use search_stats::{SearchStats, is_decided};
pub use standings::Standing;
pub use text::{standings, text};

/// The number of the JSON's format. All keys of a format stay; new keys may be added without a new
/// number.
pub(super) const FORMAT: u32 = 2;

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MatchReport {
    pub format: u32,
    /// The program that wrote it, with its version.
    pub program: &'static str,
    /// Further lines at the top, such as time control or seed: names and values. Empty at first;
    /// the caller fills it.
    pub notes: Vec<(String, String)>,
    /// Whether the page has Elo and the means of moves; false for games that were not played in a
    /// match.
    #[serde(skip)]
    pub has_strength: bool,
    /// The reasons for an early end; empty until [`MatchReport::conclude`].
    pub shortfalls: Vec<EarlyEnd>,
    /// The number of recorded games, including those that do not count.
    pub games: usize,
    /// The engines, the one with the highest score first: see [`Standing`].
    pub standings: Vec<Standing>,
    /// The games between each two engines, as the engine of the row sees them; rows and columns are
    /// in the order of the standings. `None` if the two have not met.
    pub crosstable: Vec<Vec<Option<Tally>>>,
    pub matchups: Vec<Matchup>,
    pub sprt: Option<Test>,
    pub reasons: BTreeMap<Reason, u64>,
    /// The results of the seats, by variant.
    pub variants: BTreeMap<String, Seats>,
    /// The moves that the engines made; openings are not among them.
    pub plies: usize,
    /// The mean number of these moves per game; `None` without games.
    pub mean_plies: Option<f64>,
    /// The time of all games together; in milliseconds in the JSON.
    #[serde(with = "millis")]
    pub time: Duration,
    /// From the beginning of the first game to the end of the last one; in milliseconds in
    /// the JSON.
    #[serde(with = "millis")]
    pub elapsed: Duration,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Test {
    #[serde(flatten)]
    pub sprt: Sprt,
    /// H0 is accepted at this log-likelihood ratio or below.
    pub lower_bound: f64,
    /// H1 is accepted at this log-likelihood ratio or above.
    pub upper_bound: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Seats {
    pub p1win: u64,
    pub p2win: u64,
    pub draw: u64,
    /// Games that do not count.
    pub none: u64,
}

impl MatchReport {
    /// The report of these games, which the caller must pass in the order in which they ended,
    /// because the first verdict of the test stays.
    #[must_use]
    pub fn new<G: Borrow<GameRecord>>(
        names: &[String],
        games: impl IntoIterator<Item = G>,
        paired: bool,
        sprt: Option<Sprt>,
    ) -> MatchReport {
        let mut score = Score::new(names, paired, sprt);
        games.into_iter().for_each(|game| score.add(game.borrow()));
        score.report()
    }

    /// Adds the reasons for an early end: why fewer games than requested were played, or that no
    /// game counts. A match that ends at the verdict of a test does not end early.
    pub fn conclude(&mut self, asked: usize, end: &RunEnd) {
        let decided = self.matchups.iter().any(|matchup| matchup.decided_at.is_some());
        let played = self.games;
        if !decided && played < asked {
            let failure = end.not_started.clone();
            self.shortfalls.extend(failure.map(|why| EarlyEnd::NotStarted { why, played, asked }));
            let interrupted = EarlyEnd::Interrupted { played, asked };
            self.shortfalls.extend(end.interrupted.then_some(interrupted));
            let named = |&out: &usize| self.standings.iter().find(|it| it.engine == out + 1);
            let out = end.out.iter().filter_map(named).map(|standing| standing.name.clone());
            self.shortfalls.extend(out.map(|engine| EarlyEnd::EngineOut { engine, played, asked }));
        }
        if self.counted() == 0 && self.shortfalls.is_empty() {
            self.shortfalls.push(EarlyEnd::NoGameCounts);
        }
    }

    /// The title: variant and engines, in one line.
    #[must_use]
    pub fn title(&self) -> String {
        let variants: Vec<&str> = self.variants.keys().map(String::as_str).collect();
        let mut engines: Vec<&Standing> = self.standings.iter().collect();
        engines.sort_by_key(|standing| standing.engine);
        let players = match engines.as_slice() {
            [one, two] => format!("{} – {}", one.name, two.name),
            engines => format!("{} engines", engines.len()),
        };
        if variants.is_empty() { players } else { format!("{players}: {}", variants.join(", ")) }
    }

    #[must_use]
    pub fn counted(&self) -> u64 {
        self.matchups.iter().map(|matchup| matchup.results.games.games()).sum()
    }
}

impl Seats {
    pub(super) fn add(&mut self, end: End) {
        *match end {
            End::P1win => &mut self.p1win,
            End::P2win => &mut self.p2win,
            End::Draw => &mut self.draw,
            End::None => &mut self.none,
        } += 1;
    }
}

pub(super) fn crosstable(standings: &[Standing], matchups: &[Matchup]) -> Vec<Vec<Option<Tally>>> {
    let cell = |row: &String, column: &String| {
        let have_met = |it: &&Matchup| it.engines.contains(row) && it.engines.contains(column);
        let matchup = matchups.iter().find(have_met).filter(|_| row != column)?;
        matchup.results_of(row).map(|[results, _]| results.games)
    };
    let row = |row: &Standing| standings.iter().map(|it| cell(&row.name, &it.name)).collect();
    standings.iter().map(row).collect()
}

/// A duration as hours, minutes and seconds: `1:02:03`.
fn clock(time: &Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A part of the whole in per cent. `0.0 %` and `100.0 %` are exact: values near them get a second
/// decimal, or are `< 0.01 %` and `> 99.99 %`.
fn percent(part: &Option<f64>) -> String {
    let Some(part) = *part else { return "–".to_owned() };
    let of_hundred = 100.0 * part;
    // The distances from 0 and 100 per cent, in percentage points, below which a part would be
    // rounded to 0 or 100: with one decimal, and with two.
    let [rounds, rounds_again] = [0.05, 0.005];
    match part.min(1.0 - part) * 100.0 {
        margin if margin <= 0.0 || margin >= rounds => format!("{of_hundred:.1} %"),
        margin if margin >= rounds_again => format!("{of_hundred:.2} %"),
        _ if part > 0.5 => "> 99.99 %".to_owned(),
        _ => "< 0.01 %".to_owned(),
    }
}

/// The text of a figure; a dash if it is unknown.
fn or_dash<T>(figure: Option<T>, text: impl FnOnce(T) -> String) -> String {
    figure.map_or_else(|| "–".to_owned(), text)
}

fn elo(elo: &Option<Elo>) -> String {
    or_dash(*elo, |elo| elo.to_string())
}

const STRENGTH: &str = "Elo with its 95\u{a0}% interval, normalised Elo and LOS: of the rated results, by \
     the normal distribution, as fastchess shows them. Before two pairs there are no figures.";

const DEPTH: &str = "Depth: the mean of the moves with a depth whose score does not say that the \
     game is decided; \"of moves\" is how many these are.";

fn points(end: &End) -> &'static str {
    match end {
        End::P1win => "1–0",
        End::P2win => "0–1",
        End::Draw => "½–½",
        End::None => "none",
    }
}

/// Reasons with their counts: `crash 2, time-loss 1`.
fn counts(reasons: &BTreeMap<Reason, u64>) -> String {
    let counts: Vec<String> = reasons.iter().map(|(reason, n)| format!("{reason} {n}")).collect();
    counts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::sprt::SprtVerdict;
    use super::super::statistics::{Pentanomial, Results};
    use super::*;
    use sample::{game, names};

    /// The report in each form for people.
    fn pages(report: &MatchReport, games: &[GameRecord]) -> Vec<String> {
        let mut list = html::List::new(report, "m-games");
        games.iter().for_each(|game| list.add(game));
        vec![text(report), html::html(report, list)]
    }

    #[test]
    fn a_small_match_is_counted_as_by_hand() {
        let [a, b] = ["a", "b"];
        let games = [
            game(1, a, b, End::P1win, Reason::Rules),
            game(2, b, a, End::P2win, Reason::Crash),
            game(4, b, a, End::P1win, Reason::TimeLoss),
            game(3, a, b, End::Draw, Reason::Length),
            game(5, a, b, End::P1win, Reason::Rules),
            game(6, b, a, End::None, Reason::Disagreement),
        ];
        let sprt = Sprt::logistic(0.0, 50.0);
        let report = MatchReport::new(&names(&[a, b]), &games, true, Some(sprt));
        assert_eq!((report.games, report.counted()), (6, 5));
        let matchup = &report.matchups[0];
        assert_eq!(matchup.results.games, Tally { wins: 3, draws: 1, losses: 1 });
        assert_eq!(matchup.results.pairs, Pentanomial([0, 1, 0, 0, 1]));
        assert_eq!(matchup.llr, Some(sprt.llr(&matchup.results.pairs)));
        let tally = Tally { wins: 2, draws: 1, losses: 1 };
        let complete = Results { games: tally, pairs: matchup.results.pairs };
        assert_eq!((matchup.rated, matchup.elo), (complete, complete.elo()), "without game 5");
        assert_eq!(report.standings[0].elo, complete.elo());
        assert_eq!(report.standings[1].elo, complete.swapped().elo());
        assert_eq!(matchup.verdict, Some(SprtVerdict::Continue));
        let [one, two] = report.standings.as_slice() else { panic!("{:?}", report.standings) };
        assert_eq!((one.points, two.points), (3.5, 1.5));
        let faults = [(Reason::TimeLoss, 1), (Reason::Disagreement, 1)];
        assert_eq!(one.faults, BTreeMap::from(faults));
        assert_eq!(two.faults, BTreeMap::from([(Reason::Crash, 1), (Reason::Disagreement, 1)]));
        assert_eq!(report.crosstable[0], [None, Some(matchup.results.games)]);
        assert_eq!(report.crosstable[1], [Some(matchup.results.games.swapped()), None]);
        assert_eq!(report.variants["zola"], Seats { p1win: 3, p2win: 1, draw: 1, none: 1 });
        assert_eq!(report.reasons[&Reason::Rules], 2);
        let points: Vec<(u64, f64)> =
            matchup.history.iter().map(|point| (point.games, point.score)).collect();
        assert_eq!(points, [(2, 1.0), (4, 0.625)]);
    }

    #[test]
    fn a_match_that_ended_early_says_so_in_all_reports() {
        let games = sample::tournament(&["a", "b"], 20);
        let mut report = MatchReport::new(&names(&["a", "b"]), &games, true, None);
        let end = RunEnd { interrupted: true, out: [1].into(), ..RunEnd::default() };
        report.conclude(20, &end);
        assert_eq!(report.shortfalls, [], "all was played before");
        report.conclude(20_000, &end);
        let expected = ["interrupted at 20 of 20,000 games", "engine b is out: 20 of 20,000"];
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["shortfalls"][0]["kind"], "interrupted");
        assert_eq!(json["shortfalls"][1]["engine"], "b");
        for said in pages(&report, &games).into_iter().chain([list(&report.shortfalls)]) {
            assert!(expected.iter().all(|part| said.contains(part)), "{said}");
        }
        let lies = [game(1, "a", "b", End::None, Reason::Disagreement)];
        let mut report = MatchReport::new(&names(&["a", "b"]), &lies, true, None);
        report.conclude(1, &RunEnd::default());
        assert_eq!(report.shortfalls, [EarlyEnd::NoGameCounts]);
    }

    #[test]
    fn percentages_are_0_or_100_only_where_they_are_exact() {
        for (part, text) in [
            (1.0, "100.0 %"),
            (0.999_999, "> 99.99 %"),
            (0.999_96, "> 99.99 %"),
            (0.999_9, "99.99 %"),
            (0.999_6, "99.96 %"),
            (0.999_4, "99.9 %"),
            (0.5, "50.0 %"),
            (0.000_6, "0.1 %"),
            (0.000_4, "0.04 %"),
            (0.000_04, "< 0.01 %"),
            (1.0 - f64::EPSILON, "> 99.99 %"),
            (f64::EPSILON, "< 0.01 %"),
            (0.0, "0.0 %"),
        ] {
            assert_eq!(percent(&Some(part)), text);
        }
    }

    #[test]
    fn unknown_engines_and_games_against_oneself_do_no_harm() {
        let games = [
            game(1, "x", "x", End::P1win, Reason::Rules),
            game(2, "x", "a", End::P1win, Reason::Rules),
        ];
        let report = MatchReport::new(&names(&["a"]), &games, true, None);
        assert_eq!((report.games, report.counted()), (2, 1));
        assert_eq!(report.standings[0].name, "x");
        assert_eq!(report.standings[0].results.games.wins, 1);
    }

    #[test]
    fn json_has_every_figure() {
        let games = sample::tournament(&["a", "b"], 20);
        let sprt = Sprt::logistic(0.0, 5.0);
        let report = MatchReport::new(&names(&["a", "b"]), &games, true, Some(sprt));
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!((&json["format"], &json["games"]), (&2.into(), &20.into()));
        assert_eq!(json["program"], concat!("zugi ", env!("CARGO_PKG_VERSION")));
        assert_eq!(json["sprt"]["elo1"], 5.0);
        assert_eq!(json["matchups"][0]["verdict"], "continue");
        assert!(json["matchups"][0]["results"]["pairs"].is_array());
        assert!(json["matchups"][0]["history"][9]["llr"].is_number());
        assert!(json["reasons"]["rules"].is_number());
    }
}
