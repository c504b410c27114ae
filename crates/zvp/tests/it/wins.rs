//! Endings in which exactly one move wins: what the puzzles of the program are made of.
//!
//! To look for others, with a release build, and with tables of up to six pieces in a folder:
//!
//! ```sh
//! zugi table build --variant zvp --pieces 6 --dir tables
//! ZVP_TABLES=$PWD/tables ZVP_OUT=$PWD/wins.txt \
//!     cargo test --release -p zugi-zvp --test it -- --ignored makes_the_wins
//! ```

use std::collections::{BTreeSet, HashMap, HashSet};
use std::env;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::{Game, GameInProgress, Outcome, Player, Probe, TableValue};
use zugi_proofs::ProofLimits;
use zugi_proofs::draws::DfpnSolver;
use zugi_search::{AlphaBeta, Limits, Search, Settings, StopToken, Strength};
use zugi_tables::{EndgameTables, HasTablebase};
use zugi_zvp::{Zvp, ZvpMove};

use super::proofs::random;

/// Lines of a position, the only move that wins, and the quickest win with it.
const WINS: &str = "tests/data/wins.txt";

/// The puzzles of the program: lines of a level, a position, and the line of its win.
const PUZZLES: &str = "src/puzzles/zvp.txt";

/// The plies of the wins: of the winner's moves there are at least two.
const SHORTEST: usize = 3;
const LONGEST: usize = 15;

/// A longer win than this is left out if the engine sees its first move at once: people may find it
/// without seeing the win. Short ones are mostly a sacrifice and what follows.
const MOST_SEEN: usize = 7;

/// The most wins of each number of plies.
const OF_EACH: usize = 14;

/// The pieces of a win.
const PIECES: std::ops::RangeInclusive<u32> = 4..=6;

/// The fewest moves that there are to choose from, if none captures and if all do: captures are
/// compulsory.
const QUIET_MOVES: usize = 4;
const CAPTURES: usize = 2;

/// The positions after which the search for the quickest win gives up.
const POSITIONS: usize = 3_000_000;

/// The games begin with so many pieces on random squares: those from the start are mostly over before
/// there are six, and of 4,000 of them 12 had such a win. Two players of these ratings go on.
const FIRST_PIECES: std::ops::RangeInclusive<usize> = 6..=8;
const RATINGS: std::ops::RangeInclusive<u32> = 600..=1500;

/// A position that only one move wins.
#[derive(Clone)]
struct Win {
    position: Zvp,
    /// The quickest win against the longest defence.
    line: Vec<ZvpMove>,
}

impl Win {
    fn read(text: &str) -> Win {
        let parts: Vec<&str> = text.split(';').collect();
        let [position, winning, line] = parts[..] else { panic!("{text}") };
        assert_eq!(line.split(' ').next(), Some(winning), "{text}");
        let position = Zvp::from_text(position).expect(text);
        let mut game = position.clone();
        let moves = line.split(' ').map(|mv| {
            let mv = game.parse_move(mv).expect(text);
            game.play(mv).expect(text);
            mv
        });
        let line = moves.collect();
        Win { position, line }
    }

    fn text(&self) -> String {
        let mut game = self.position.clone();
        let moves = self.line.iter().map(|&mv| {
            let text = game.move_text(mv);
            game = game.after(mv);
            text
        });
        let moves: Vec<String> = moves.collect();
        format!("{};{};{}", self.position.text(), moves[0], moves.join(" "))
    }

    /// The win of a position, by tables; `None` if there is none within [`LONGEST`] plies, if
    /// several moves win, or if there is little to choose from.
    fn of(position: &Zvp, tables: &EndgameTables<Zvp>) -> Option<Win> {
        let moves = position.moves();
        let captures = moves.iter().any(|mv| mv.jumps() > 0);
        let fewest = if captures { CAPTURES } else { QUIET_MOVES };
        if moves.len() < fewest
            || tables.value(&position.with_quiet_plies(0)) != Some(TableValue::Win)
        {
            return None;
        }
        // The tables know values without quiet plies. No longer count makes a win of what is none.
        let wins = |mv: &&ZvpMove| is_lost(&position.after(**mv), tables);
        if moves.iter().filter(wins).count() != 1 {
            return None;
        }
        let mut search = Quickest { tables, own: position.to_move(), known: HashMap::new() };
        let plies = (SHORTEST..=LONGEST).step_by(2);
        let plies = plies.clone().find_map(|plies| match search.wins(position, plies) {
            Some(false) => None,
            found => Some(found.map(|_| plies)),
        })??;
        let line = search.line(position, plies)?;
        let is_short = line.len() <= MOST_SEEN;
        let is_win = line.len() >= SHORTEST && (is_short || !is_seen_at_once(position, line[0]));
        is_win.then(|| Win { position: position.clone(), line })
    }
}

/// Whether the engine plays this move after a look at each move and at the captures that follow.
fn is_seen_at_once(position: &Zvp, mv: ZvpMove) -> bool {
    let player = AlphaBeta::<Zvp, _>::strongest(1).expect("memory");
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let game = GameInProgress::new(position.clone());
    let best = player.search(&game, &limits, &Settings::default(), &StopToken::default(), None);
    best.expect("the game is not over").pv[0].typed::<ZvpMove>() == mv
}

/// Whether the side to move has lost, or loses.
fn is_lost(position: &Zvp, tables: &EndgameTables<Zvp>) -> bool {
    match position.outcome() {
        Some(outcome) => outcome == Outcome::Win(position.to_move().opponent()),
        None => tables.value(&position.with_quiet_plies(0)) == Some(TableValue::Loss),
    }
}

/// The search for the quickest win of a side. Tables leave out the moves that do not win; a win that
/// is found is a win by the rules alone.
struct Quickest<'a> {
    tables: &'a EndgameTables<Zvp>,
    own: Player,
    known: HashMap<(String, usize), bool>,
}

impl Quickest<'_> {
    /// Whether the side wins within so many plies; `None` if it takes too long to say.
    fn wins(&mut self, position: &Zvp, plies: usize) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(self.own));
        }
        if plies == 0 {
            return Some(false);
        }
        let key = (position.text(), plies);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        if self.known.len() > POSITIONS {
            return None;
        }
        let is_own = position.to_move() == self.own;
        let mut wins = !is_own;
        for mv in position.moves() {
            let next = position.after(mv);
            if is_own && !is_lost(&next, self.tables) {
                continue;
            }
            if self.wins(&next, plies - 1)? == is_own {
                wins = is_own;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }

    /// The line of a win within so many plies.
    fn line(&mut self, position: &Zvp, plies: usize) -> Option<Vec<ZvpMove>> {
        let (mut game, mut line) = (position.clone(), Vec::new());
        let mut left = plies;
        while game.outcome().is_none() {
            let is_own = game.to_move() == self.own;
            let mut best = None;
            for mv in game.moves() {
                let next = game.after(mv);
                if is_own && !is_lost(&next, self.tables) {
                    continue;
                }
                // The least number of plies that suffices.
                let mut least = 0;
                while least < left && !self.wins(&next, least)? {
                    least += 1;
                }
                let is_better = |&(other, _): &(usize, ZvpMove)| {
                    if is_own { least < other } else { least > other }
                };
                if best.as_ref().is_none_or(is_better) {
                    best = Some((least, mv));
                }
            }
            let (least, mv) = best?;
            left = least;
            line.push(mv);
            game.play_unchecked(mv);
        }
        Some(line)
    }
}

/// So many are proven in everyday tests.
const SAMPLES: usize = 8;

fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).expect(path);
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn wins() -> Vec<Win> {
    lines(WINS).iter().map(|line| Win::read(line)).collect()
}

/// The same text for a position and its mirror image.
fn class(position: &Zvp) -> String {
    position.images().iter().map(Game::text).min().expect("the position itself")
}

/// The pieces of a position.
fn pieces(position: &Zvp) -> u32 {
    HasTablebase::pieces(position)
}

#[test]
fn lines_of_wins_are_legal_and_win() {
    let mut seen = HashSet::new();
    for win in wins() {
        let Win { position, line } = &win;
        let text = win.text();
        assert!(PIECES.contains(&pieces(position)) && position.quiet_plies() == 0, "{text}");
        assert!((SHORTEST..=LONGEST).contains(&line.len()), "{text}");
        let end = line.iter().fold(position.clone(), |game, &mv| game.after(mv));
        assert_eq!(end.outcome(), Some(Outcome::Win(position.to_move())), "{text}");
        assert!(seen.insert(class(position)), "twice: {text}");
    }
}

#[test]
fn puzzles_of_the_program_are_wins_of_the_file() {
    let wins: BTreeSet<String> = wins().iter().map(Win::text).collect();
    let puzzles = lines(PUZZLES);
    assert!(puzzles.len() >= 40, "{}", puzzles.len());
    for puzzle in puzzles {
        let parts: Vec<&str> = puzzle.split(';').collect();
        let [_, position, line] = parts[..] else { panic!("{puzzle}") };
        let winning = line.split(' ').next().expect("a move");
        // A puzzle may show the first moves alone.
        let begin = format!("{position};{winning};{line}");
        assert!(wins.iter().any(|win| win.starts_with(&begin)), "{puzzle}");
    }
}

/// Proves with tables of so few pieces that the first move of the line wins, and no other one.
fn check(win: &Win, tables: &EndgameTables<Zvp>) {
    let Win { position, line } = win;
    let won = Outcome::Win(position.to_move());
    let (limits, stop) = (ProofLimits::default(), AtomicBool::new(false));
    let solver = DfpnSolver::new::<Zvp>(tables, 64).expect("memory");
    for mv in position.moves() {
        let report = solver.solve(&position.after(mv), &limits, &stop, |_| ());
        let outcome = report.outcome.expect("no limits");
        assert_eq!(outcome == won, mv == line[0], "{}: {}", win.text(), position.move_text(mv));
    }
}

/// Plays a game of two weak players, and shows each position.
fn play(seed: u64, mut visit: impl FnMut(&Zvp)) {
    let mut rng = Rng::with_seed(seed);
    let mut game = GameInProgress::new(random(rng.usize(FIRST_PIECES), &mut rng));
    let ratings = [(); 2].map(|()| Strength::from_elo(rng.u32(RATINGS)));
    let player = AlphaBeta::<Zvp, _>::strongest(1).expect("memory");
    let (limits, token) = (Limits::default(), StopToken::default());
    while game.outcome().is_none() {
        visit(game.position());
        let strength = Some(ratings[game.position().to_move().index()]);
        let settings = Settings { strength, ..Settings::default() };
        let best = player.search(&game, &limits, &settings, &token, None);
        let mv = best.expect("the game is not over").pv[0].typed();
        game.play(mv).expect("a legal move");
    }
}

/// A win of a game, drawn by lot.
fn of_game(seed: u64, tables: &EndgameTables<Zvp>) -> Option<Win> {
    let mut found = Vec::new();
    play(seed, |position| {
        if PIECES.contains(&pieces(position)) {
            found.extend(Win::of(&position.with_quiet_plies(0), tables));
        }
    });
    let mut rng = Rng::with_seed(seed);
    (!found.is_empty()).then(|| found.swap_remove(rng.usize(..found.len())))
}

/// `ZVP_GAMES` is the number of games, `ZVP_TABLES` a folder with tables of up to six pieces.
#[test]
#[ignore = "makes a file: see the top of this one"]
fn makes_the_wins() {
    let games = env::var("ZVP_GAMES").map_or(4_000, |text| text.parse().expect("ZVP_GAMES"));
    let folder = PathBuf::from(env::var_os("ZVP_TABLES").expect("ZVP_TABLES=FOLDER"));
    let path = env::var("ZVP_OUT").expect("ZVP_OUT=FILE");
    let mut file = File::create_new(path).expect("a new file");
    let (tables, errors) = EndgameTables::<Zvp>::open(&[folder], 1 << 30);
    assert!(errors.is_empty() && tables.pieces().last() == Some(*PIECES.end()), "{errors:?}");
    let mut by_length: HashMap<usize, Vec<String>> = HashMap::new();
    let mut seen = HashSet::new();
    for seeds in (0..games).step_by(32) {
        let of_game = |seed| of_game(seed, &tables);
        let found: Vec<Option<Win>> = (seeds..seeds + 32).into_par_iter().map(of_game).collect();
        for win in found.into_iter().flatten() {
            let of_length = by_length.entry(win.line.len()).or_default();
            if of_length.len() < OF_EACH && seen.insert(class(&win.position)) {
                of_length.push(win.text());
            }
        }
        let counts = (SHORTEST..=LONGEST).step_by(2);
        let counts: Vec<usize> =
            counts.map(|plies| by_length.get(&plies).map_or(0, Vec::len)).collect();
        println!("{} games: {counts:?} of each length", seeds + 32);
        if counts.iter().all(|&count| count == OF_EACH) {
            break;
        }
    }
    // The shortest ones first.
    for plies in SHORTEST..=LONGEST {
        for line in by_length.remove(&plies).unwrap_or_default() {
            writeln!(file, "{line}").expect("a file");
        }
    }
}

/// Those of few pieces, by tables that the rules make here.
#[test]
fn wins_of_four_pieces_are_proven() {
    let tables = EndgameTables::<Zvp>::make(4).expect("the rules");
    let samples: Vec<Win> = wins().into_iter().filter(|it| pieces(&it.position) == 4).collect();
    assert!(samples.len() > SAMPLES, "{}", samples.len());
    samples.iter().take(SAMPLES).for_each(|win| check(win, &tables));
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn wins_are_proven() {
    let tables = EndgameTables::<Zvp>::make(5).expect("the rules");
    wins().par_iter().for_each(|win| check(win, &tables));
}
