//! The reports of a search while it runs and at its end: plain data, no text.

use std::time::Duration;

use super::score::Score;

/// The state of a search: one line of analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvInfo<M> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The greatest distance from the root that was looked at, in plies.
    pub seldepth: u32,
    /// The rank of this line among the best ones, from 1.
    pub line: usize,
    /// The score of the line for the side to move.
    pub score: Score,
    /// The chances of the side to move to win, draw and lose, in thousandths with the sum 1000, if
    /// the search computes them.
    pub wdl: Option<[u32; 3]>,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// How many of 1000 table slots this search has filled.
    pub hashfull: u32,
    /// The number of hits of exact values, see [`ExactValue`](zugi_game::ExactValue).
    pub known: u64,
    /// The principal variation: legal moves, best play for both sides.
    pub pv: Vec<M>,
}

impl<M> PvInfo<M> {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }

    /// The same with other words for the moves.
    #[must_use]
    pub fn map<N>(self, name: impl FnMut(M) -> N) -> PvInfo<N> {
        let PvInfo { depth, seldepth, line, score, wdl, nodes, time, hashfull, known, pv } = self;
        let pv = pv.into_iter().map(name).collect();
        PvInfo { depth, seldepth, line, score, wdl, nodes, time, hashfull, known, pv }
    }
}

/// Nodes per second; 0 for less than a millisecond, which is too short to measure a speed.
#[must_use]
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    if time < Duration::from_millis(1) {
        return 0;
    }
    u64::try_from(u128::from(nodes) * 1_000_000 / time.as_micros()).unwrap_or(u64::MAX)
}

/// The first move that a search begins to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurrentMove<M> {
    /// The depth of the iteration under way, in plies.
    pub depth: u32,
    /// The move.
    pub mv: M,
    /// Its place in the order of this iteration, from 1.
    pub number: usize,
}

/// Receives the reports of a search, in the thread that searches.
pub trait Observer<M>: Send {
    /// An iteration has finished a line, or the search ends: then the last report is
    /// the best line once more.
    ///
    /// ```
    /// use zugi_game::{Game, GameInProgress, toy::Hexapawn};
    /// use zugi_search::toy::HexapawnSum;
    /// use zugi_search::{AlphaBeta, PvInfo, Limits, Settings, StopToken};
    ///
    /// let mut depths = Vec::new();
    /// // Any closure that takes a report is an observer.
    /// let observer = |report: &PvInfo<_>| depths.push(report.depth);
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let (settings, token) = (Settings::default(), StopToken::default());
    /// let alpha_beta = AlphaBeta::new(HexapawnSum::default(), 1)?;
    /// let game = GameInProgress::new(Hexapawn::start());
    /// alpha_beta.search(&game, &limits, &settings, &token, observer);
    /// assert_eq!(depths, [1, 2, 3, 3]);
    /// # Ok::<(), zugi_search::OutOfMemory>(())
    /// ```
    fn report(&mut self, report: &PvInfo<M>);

    /// Whether it ignores all reports: then the search makes only the one that it returns.
    ///
    /// ```
    /// use zugi_search::{Observer, PvInfo};
    /// assert!(Observer::<u8>::is_silent(&()));
    /// assert!(!Observer::<u8>::is_silent(&|_: &PvInfo<u8>| ()));
    /// ```
    fn is_silent(&self) -> bool {
        false
    }

    /// The search begins with a root move. Reported only after 3 s, and at most four times a
    /// second.
    ///
    /// ```
    /// use zugi_search::{PvInfo, CurrentMove, Observer};
    ///
    /// struct Ticker(usize);
    /// impl<M> Observer<M> for Ticker {
    ///     fn report(&mut self, _: &PvInfo<M>) {}
    ///     fn current_move(&mut self, current: &CurrentMove<M>) {
    ///         self.0 = current.number;
    ///     }
    /// }
    /// let mut ticker = Ticker(0);
    /// ticker.current_move(&CurrentMove { depth: 9, mv: "b6c6", number: 2 });
    /// assert_eq!(ticker.0, 2);
    /// ```
    fn current_move(&mut self, _: &CurrentMove<M>) {}

    /// Only `found` of the requested threads search, because the system has no memory for more.
    /// Reported before the first [`report`](Observer::report).
    ///
    /// ```
    /// use zugi_search::{PvInfo, Observer};
    ///
    /// struct Counter(usize);
    /// impl<M> Observer<M> for Counter {
    ///     fn report(&mut self, _: &PvInfo<M>) {}
    ///     fn fewer_threads(&mut self, found: usize, _asked: usize) {
    ///         self.0 = found;
    ///     }
    /// }
    /// let mut counter = Counter(0);
    /// Observer::<u8>::fewer_threads(&mut counter, 3, 256);
    /// assert_eq!(counter.0, 3);
    /// ```
    fn fewer_threads(&mut self, _found: usize, _asked: usize) {}

    /// Alpha-beta searches where a tree would else, as nothing is left to chance, see
    /// [`TreeGame::is_exact_ending`](crate::TreeGame::is_exact_ending). Told before the first
    /// report.
    ///
    /// ```
    /// use zugi_search::{Observer, PvInfo};
    ///
    /// struct Note(&'static str);
    /// impl<M> Observer<M> for Note {
    ///     fn report(&mut self, _: &PvInfo<M>) {}
    ///     fn exact_ending(&mut self) {
    ///         self.0 = "alpha-beta searches";
    ///     }
    /// }
    /// let mut note = Note("");
    /// Observer::<u8>::exact_ending(&mut note);
    /// assert_eq!(note.0, "alpha-beta searches");
    /// ```
    fn exact_ending(&mut self) {}

    /// So many of all decisions are proven to be worse than another one, or to lose, by a search to
    /// the end of the game: the search leaves them out. Told before the first report.
    ///
    /// ```
    /// use zugi_search::{Observer, PvInfo};
    ///
    /// struct Note(String);
    /// impl<M> Observer<M> for Note {
    ///     fn report(&mut self, _: &PvInfo<M>) {}
    ///     fn refuted(&mut self, refuted: usize, all: usize) {
    ///         self.0 = format!("{refuted} of {all}");
    ///     }
    /// }
    /// let mut note = Note(String::new());
    /// Observer::<u8>::refuted(&mut note, 3, 5);
    /// assert_eq!(note.0, "3 of 5");
    /// ```
    fn refuted(&mut self, _refuted: usize, _all: usize) {}
}

/// Takes note of nothing.
impl<M> Observer<M> for () {
    fn report(&mut self, _: &PvInfo<M>) {}

    fn is_silent(&self) -> bool {
        true
    }
}

impl<M, F: FnMut(&PvInfo<M>) + Send> Observer<M> for F {
    fn report(&mut self, report: &PvInfo<M>) {
        self(report);
    }
}
