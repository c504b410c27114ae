//! Plays games between weak levels of the engine and proves the value of each position, for tests
//! of programs that analyse games, such as the page's search for the turning point. It prints one
//! JSON document, whose head describes the format.
//!
//! ```sh
//! zugi table build --variant zvp --pieces 6 --dir tables
//! TABLES=tables cargo run --release --package tools --bin proven_games >web/test/data/proven-games.json
//! ```
//!
//! The games of `zola-4` begin at the start, as tables know all its positions. Those of `zola-6`
//! begin at an ending of a game between the same levels, those of `zvp` with five pieces on random
//! squares. Seeds determine the starts, the random plies and the ratings, so each run prints the
//! same. `TABLES` names a folder with endgame tables, which save time, `ZUGI_CACHE` one for small
//! tables. The arguments name the variants to print; without arguments all are printed.

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use serde_json::json;
use zugi::game::board::Bits;
use zugi::game::{Game, GameInProgress, Outcome, Player, ProofLimits};
use zugi::games::zola::{Zola4, Zola6};
use zugi::games::zvp::{DARK, Zvp};
use zugi::proofs::draws::{DfpnSolver, ProvableWithDraws};
use zugi::proofs::{Provable, Solver};
use zugi::search::eval::HasEvaluator;
use zugi::search::{AlphaBeta, Limits, Search, Settings, StopToken, Strength};
use zugi::tables::HasTablebase;
use zugi::tables::TablebaseSet;

/// The description of the document.
const HEAD: [&str; 10] = [
    "Games between weak levels of zugi, with the proven value of each position.",
    "start: the first position. first: its player to move; the players take turns.",
    "moves: the moves, with spaces between them.",
    "values: a letter for each position from the start on, so one more than there are moves. It \
     says what the player to move has with best play of both: W wins, D draws, L loses. The last \
     one is of the end of the game, for the player who would be to move.",
    "A move is a mistake if and only if the value after it, for the player who made it, is worse \
     than the one before.",
    "result: p1win, p2win or draw.",
    "turning: the index of the loser's last move before which the loser had not lost yet; after it \
     the loser had lost for good. null: the loser had lost from the start, or nobody lost.",
    "swings: how often the value changed, for one and the same player.",
    "ratings: UGI_Elo of player one and player two.",
    "Made by tools/src/bin/proven_games.rs; proven again by tests/matches/proven_games.rs.",
];

const GAMES: usize = 30;

/// The number of games in which the loser is lost from the start.
const LOST_FROM_THE_START: usize = 3;

/// The number of games with a single swing. The remaining games, of none of these kinds, have
/// several swings.
const SINGLE_SWINGS: usize = 9;

/// The number of draws of a variant that has draws.
const DRAWS: usize = 4;

const RATINGS: std::ops::RangeInclusive<u32> = 600..=1500;

/// The length of a game, in plies.
const PLIES: std::ops::RangeInclusive<usize> = 10..=90;

/// No two games of a variant have the same position after this number of plies.
const OPENING_PLIES: usize = 8;

/// A whole game, with the plies before the ending, has at most this number of plies plus the
/// greatest one of [`PLIES`].
const MAX_PLIES_BEFORE: usize = 300;

/// The greatest number of nodes to prove a position in a game without draws. A game with a harder
/// position is left out.
const NODES: u64 = 200_000;

/// [`NODES`] for a game with draws.
const NODES_WITH_DRAWS: u64 = 30_000;

/// The memory for results of proofs, in MiB.
const RESULTS_MIB: u64 = 256;

type Fallible<T> = Result<T, Box<dyn Error>>;

/// Proves the outcome of a position with best play; `None` if that takes too many nodes.
type Prover<G> = Box<dyn FnMut(&G) -> Option<Outcome>>;

struct ProvenGame<G: Game> {
    game: GameInProgress<G>,
    ratings: [u32; 2],
    /// The outcome of each position with best play, the last position included.
    outcomes: Vec<Outcome>,
}

impl<G: Game> ProvenGame<G> {
    fn positions(&self) -> Vec<G> {
        let mut positions: Vec<G> = self.game.positions().cloned().collect();
        positions.reverse();
        positions.push(self.game.position().clone());
        positions
    }

    fn swings(&self) -> usize {
        self.outcomes.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The index of the loser's last move before which the loser was not lost.
    fn turning(&self) -> Option<usize> {
        let result = *self.outcomes.last()?;
        let is_other = |outcome: &Outcome| *outcome != result;
        self.outcomes.iter().rposition(is_other).filter(|_| result != Outcome::Draw)
    }

    fn json(&self) -> String {
        let positions = self.positions();
        let letter = |(position, outcome): (&G, &Outcome)| match outcome {
            Outcome::Draw => 'D',
            Outcome::Win(winner) if *winner == position.to_move() => 'W',
            Outcome::Win(_) => 'L',
        };
        let values: String = positions.iter().zip(&self.outcomes).map(letter).collect();
        let start = positions[0].clone();
        let moves = GameInProgress::new(start.clone()).variation(self.game.moves_played());
        json!({
            "start": start.text(),
            "first": start.to_move().to_string(),
            "moves": moves.join(" "),
            "values": values,
            "result": self.outcomes[self.outcomes.len() - 1].to_string(),
            "turning": self.turning(),
            "swings": self.swings(),
            "ratings": self.ratings,
        })
        .to_string()
    }
}

/// Two weak players.
struct Players<G: HasEvaluator> {
    engine: AlphaBeta<G, G::Evaluator>,
    ratings: [u32; 2],
}

impl<G: HasEvaluator> Players<G> {
    fn random(rng: &mut Rng) -> Fallible<Players<G>> {
        let ratings = [(); 2].map(|()| rng.u32(RATINGS) / 100 * 100);
        Ok(Players { engine: AlphaBeta::strongest(1)?, ratings })
    }

    fn choose(&self, game: &GameInProgress<G>) -> Option<G::Move> {
        let rating = self.ratings[game.position().to_move().index()];
        let settings =
            Settings { strength: Some(Strength::from_elo(rating)), ..Settings::default() };
        let limits = Limits::default();
        Some(
            self.engine.search(game, &limits, &settings, &StopToken::default(), None)?.pv[0]
                .typed(),
        )
    }
}

struct Beginning<G> {
    start: fn(&mut Rng) -> G,
    /// The number of random plies at the start.
    random_plies: std::ops::RangeInclusive<usize>,
    /// Whether this position is an ending. The recorded game begins at the first one.
    is_ending: fn(&G) -> bool,
}

/// The game of a seed; `None` if it is too short, too long, or over before an ending.
fn play<G: HasEvaluator>(
    seed: u64,
    beginning: &Beginning<G>,
) -> Fallible<Option<(GameInProgress<G>, [u32; 2])>> {
    let mut rng = Rng::with_seed(seed);
    let players = Players::random(&mut rng)?;
    let random_plies = rng.usize(beginning.random_plies.clone());
    let mut game = GameInProgress::new((beginning.start)(&mut rng));
    for ply in 0..MAX_PLIES_BEFORE + PLIES.end() {
        let Some(mut mv) = players.choose(&game) else { break };
        if ply < random_plies {
            let moves = game.moves();
            mv = moves[rng.usize(..moves.len())];
        }
        let was_ending = (beginning.is_ending)(game.position());
        game.play(mv)?;
        if !was_ending && (beginning.is_ending)(game.position()) && game.outcome().is_none() {
            // The recorded game has no moves before the ending.
            game = GameInProgress::new(G::from_text(&new_start(game.position()))?);
        }
    }
    let is_whole = game.outcome().is_some() && (beginning.is_ending)(game.position());
    let fits = is_whole && PLIES.contains(&game.moves_played().len());
    Ok(fits.then_some((game, players.ratings)))
}

/// The text of a first position, with a count of quiet plies of 0.
fn new_start<G: Game>(position: &G) -> String {
    let text = position.text();
    match text.rsplit_once(' ') {
        Some((board, _)) if G::DRAWS => format!("{board} 0"),
        _ => text,
    }
}

/// Whether a proof of a win is valid after these positions: since the last irreversible move, no
/// other position has occurred twice, see `docs/reference/proofs.md`.
fn has_no_old_repetition<G: Game>(before: &[G], position: &G) -> bool {
    let stretch = &before[before.len() - position.reversible_plies().min(before.len())..];
    let mut seen = HashSet::new();
    stretch.iter().filter(|it| it.key() != position.key()).all(|it| seen.insert(it.key()))
}

/// The game with its values; `None` if one of them is not proven.
fn prove<G: Game>(
    (game, ratings): (GameInProgress<G>, [u32; 2]),
    prover: &mut Prover<G>,
) -> Option<ProvenGame<G>> {
    let end = game.outcome()?;
    let mut proven = ProvenGame { game, ratings, outcomes: vec![end] };
    let positions = proven.positions();
    // From the end, because results of later positions help to prove earlier ones.
    for (at, position) in positions.iter().enumerate().rev().skip(1) {
        let outcome = prover(position)?;
        let is_win = G::DRAWS && outcome != Outcome::Draw;
        if is_win && !has_no_old_repetition(&positions[..at], position) {
            return None;
        }
        proven.outcomes.push(outcome);
    }
    proven.outcomes.reverse();
    Some(proven)
}

fn print_games<G: HasEvaluator>(beginning: &Beginning<G>, mut prover: Prover<G>) -> Fallible<()> {
    let draws = if G::DRAWS { DRAWS } else { 0 };
    let several = GAMES - LOST_FROM_THE_START - SINGLE_SWINGS - draws;
    // The number of games of each kind that are still missing.
    let mut left = [LOST_FROM_THE_START, SINGLE_SWINGS, several, draws];
    let mut openings = HashSet::new();
    println!(",\n  \"{}\": [", G::NAME);
    for seed in 0.. {
        if left == [0; 4] {
            break;
        }
        let Some(played) = play(seed, beginning)? else { continue };
        let Some(game) = prove(played, &mut prover) else { continue };
        let kind = match (game.outcomes.last(), game.swings()) {
            (Some(Outcome::Draw), 0) => continue,
            (Some(Outcome::Draw), _) => 3,
            (_, 0) => 0,
            (_, 1) => 1,
            (_, 2) => continue,
            _ => 2,
        };
        let positions = game.positions();
        // The same ratings often play the same opening.
        let opening = positions[OPENING_PLIES.min(positions.len() - 1)].text();
        if left[kind] > 0 && openings.insert(opening) {
            left[kind] -= 1;
            let comma = if left == [0; 4] { "" } else { "," };
            println!("    {}{comma}", game.json());
            eprintln!("{}: seed {seed}, left {left:?}", G::NAME);
        }
    }
    print!("  ]");
    Ok(())
}

/// Five pieces on random squares, two or three of them promoted.
fn random_pieces(rng: &mut Rng) -> Zvp {
    loop {
        let mut squares: Vec<u64> = DARK.squares().map(u64::of).collect();
        rng.shuffle(&mut squares);
        let white = rng.usize(2..4);
        let sides = [&squares[..white], &squares[white..5]].map(|side| side.iter().sum());
        let promoted = [&squares[..1], &squares[3..4 + rng.usize(..2)]].concat().iter().sum();
        let to_move = Player::BOTH[rng.usize(..2)];
        let position = Zvp::with_pieces(sides, promoted, to_move);
        if let Some(position) = position.filter(|it| it.outcome().is_none()) {
            return position;
        }
    }
}

/// The tables in the folders `TABLES` and `ZUGI_CACHE`.
fn tables<G: HasTablebase>() -> Fallible<TablebaseSet<G>> {
    let is_there = |folder: &PathBuf| {
        let folder = folder.read_dir().into_iter().flatten().flatten();
        let name = format!("{}.", G::NAME);
        folder.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with(&name))
    };
    let folders = env::var_os("TABLES").map(PathBuf::from).filter(is_there);
    let cache = env::var_os("ZUGI_CACHE").map(PathBuf::from);
    let folders: Vec<PathBuf> = folders.into_iter().collect();
    Ok(TablebaseSet::complete(&folders, 1 << 30, cache.as_deref())?)
}

fn up_to(nodes: u64) -> ProofLimits {
    ProofLimits { nodes: Some(nodes), ..ProofLimits::default() }
}

/// The prover of a game without draws.
fn prover<G: HasTablebase + Provable>() -> Fallible<Prover<G>> {
    let solver = Solver::<G, _>::new(tables::<G>()?, RESULTS_MIB)?;
    let running = AtomicBool::new(false);
    Ok(Box::new(move |position| {
        solver.solve(position, &up_to(NODES), &running, |_| ()).winner().map(Outcome::Win)
    }))
}

fn prover_with_draws<G: HasTablebase + ProvableWithDraws>() -> Fallible<Prover<G>> {
    let solver = DfpnSolver::<G, _>::new(tables::<G>()?, RESULTS_MIB)?;
    let running = AtomicBool::new(false);
    let limits = up_to(NODES_WITH_DRAWS);
    Ok(Box::new(move |position| solver.solve(position, &limits, &running, |_| ()).outcome))
}

type PrintGames = fn() -> Fallible<()>;

/// The variants, and what prints the games of each.
const VARIANTS: [(&str, PrintGames); 3] =
    [(Zola4::NAME, print_zola_4), (Zola6::NAME, print_zola_6), (Zvp::NAME, print_zvp)];

fn print_zola_4() -> Fallible<()> {
    let start = |_: &mut Rng| Zola4::start();
    let beginning = Beginning { start, random_plies: 2..=6, is_ending: |_| true };
    print_games(&beginning, prover::<Zola4>()?)
}

fn print_zola_6() -> Fallible<()> {
    let start = |_: &mut Rng| Zola6::start();
    let is_ending = |position: &Zola6| position.pieces() <= 14;
    print_games(&Beginning { start, random_plies: 4..=16, is_ending }, prover::<Zola6>()?)
}

fn print_zvp() -> Fallible<()> {
    let beginning = Beginning { start: random_pieces, random_plies: 0..=0, is_ending: |_| true };
    print_games(&beginning, prover_with_draws::<Zvp>()?)
}

/// Refuses a name that is not one of [`VARIANTS`].
fn check(named: &[String]) -> Fallible<()> {
    let names = VARIANTS.map(|(name, _)| name);
    match named.iter().find(|it| !names.contains(&it.as_str())) {
        Some(unknown) => Err(format!("{unknown:?}: expected some of {}", names.join(", ")).into()),
        None => Ok(()),
    }
}

fn main() -> Fallible<()> {
    let named: Vec<String> = env::args().skip(1).collect();
    check(&named)?;
    print!("{{\n  \"about\": {}", serde_json::to_string(&HEAD)?);
    for (name, print) in VARIANTS {
        if named.is_empty() || named.iter().any(|it| it == name) {
            print()?;
        }
    }
    println!("\n}}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_variant_is_refused() {
        let check = |name: &str| check(&[Zvp::NAME.to_owned(), name.to_owned()]);
        assert!(check(Zola4::NAME).is_ok());
        assert!(check("zola6").is_err());
    }
}
