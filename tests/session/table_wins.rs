//! An engine with tablebases never loses a win: random won positions are played to the end, against
//! random moves and against the best defence.

use std::env;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use fastrand::Rng;
use zugi::engine::Engine;
use zugi::game::{Game, Outcome, Player, Probe};
use zugi::games::zola::Zola6;
use zugi::protocol::{GoLimits, Reply, Start};
use zugi::search::StopToken;
use zugi::tables::EndgameTables;

use crate::support::zugi;

/// Nodes per move.
const NODES: u64 = 2_000;

/// The memory for the tables that judge.
const MEMORY: u64 = 1 << 30;

/// How the loser defends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Defence {
    Random,
    Best,
}

/// Builds all tables up to this many checkers.
fn build(folder: &Path, checkers: u32) {
    let mut command = zugi();
    command.args(["table", "build", "--checkers", &checkers.to_string(), "--dir"]).arg(folder);
    assert!(command.stdout(Stdio::null()).status().expect("the program starts").success());
}

/// A position with this many checkers, split as evenly as possible, on random squares.
fn random_position(checkers: u32, rng: &mut Rng) -> Zola6 {
    let mut squares: Vec<usize> = (0..36).collect();
    rng.shuffle(&mut squares);
    let mut rows = [['.'; 6]; 6];
    for (number, square) in squares.into_iter().take(checkers as usize).enumerate() {
        rows[square / 6][square % 6] = if number % 2 == 0 { 'r' } else { 'b' };
    }
    let row = |row: &[char; 6]| {
        let (mut text, mut empty) = (String::new(), 0);
        for &square in row.iter().chain(&['/']) {
            if square == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.extend((square != '/').then_some(square));
        }
        text
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    let text = format!("{} {}", rows.join("/"), if rng.bool() { 'r' } else { 'b' });
    Zola6::from_text(&text).expect("a position")
}

fn player(tables: &Path) -> Engine {
    let mut engine = Engine::new(&zugi::registry(), "zola-6").expect("an engine");
    engine.set_option("TablePath", tables.to_str()).expect("tables");
    engine
}

/// The engine's move.
fn answer(engine: &mut Engine, position: &Zola6) -> String {
    engine.set_position(&Start::Fen(position.text()), &[]).expect("a position");
    let limits = GoLimits { nodes: Some(NODES), ..GoLimits::default() };
    let job = engine.search(&limits).expect("a search").job;
    let mut best = None;
    job(&StopToken::default(), &mut |output| {
        if let Reply::BestMove { mv, .. } = output {
            best = Some(mv);
        }
    });
    best.expect("a move")
}

/// Plays this many random wins to the end, each against every defence; returns the plies played.
fn play(tables: &Path, games: usize, checkers: &RangeInclusive<u32>, seed: u64) -> usize {
    let (oracle, faults) = EndgameTables::<Zola6>::open(&[tables.to_owned()], MEMORY);
    assert!(faults.is_empty(), "{faults:?}");
    let (mut winner, mut loser) = (player(tables), player(tables));
    let mut rng = Rng::with_seed(seed);
    let mut plies = 0;
    for number in 0..games {
        let root = loop {
            let position = random_position(rng.u32(checkers.clone()), &mut rng);
            if oracle.winner(&position) == Some(position.to_move()) {
                break position;
            }
        };
        let strong: Player = root.to_move();
        for defence in [Defence::Random, Defence::Best] {
            let mut position = root.clone();
            while position.outcome().is_none() {
                let text = position.text();
                let text_of_move = if position.to_move() == strong {
                    assert_eq!(
                        oracle.winner(&position),
                        Some(strong),
                        "{text} from {}",
                        root.text()
                    );
                    answer(&mut winner, &position)
                } else if defence == Defence::Best {
                    answer(&mut loser, &position)
                } else {
                    let moves = position.moves();
                    position.move_text(moves[rng.usize(..moves.len())])
                };
                let mv = position.parse_move(&text_of_move).expect("a move");
                position.play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
                plies += 1;
            }
            let end = position.outcome();
            assert_eq!(end, Some(Outcome::Win(strong)), "{} {defence:?}", root.text());
        }
        if (number + 1) % 50 == 0 {
            println!("{} wins, {plies} plies", number + 1);
        }
    }
    plies
}

/// The same with the stack that a search needs.
fn play_apart(tables: PathBuf, games: usize, checkers: RangeInclusive<u32>, seed: u64) -> usize {
    let play = move || play(&tables, games, &checkers, seed);
    let thread = zugi::search::spawn(play).expect("a thread");
    thread.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault))
}

#[test]
fn wins_of_the_tables_are_never_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path(), 7);
    let plies = play_apart(folder.path().to_owned(), 12, 6..=7, 1);
    assert!(plies >= 12 * 2, "{plies}");
}

/// `ZUGI_TABLES` is a folder with tables of up to ten checkers; without it tables of eight are
/// built. `ZUGI_WINS` is the number of wins, by default 500.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn wins_of_larger_tables_are_never_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let given = env::var_os("ZUGI_TABLES").map(PathBuf::from);
    let tables = given.unwrap_or_else(|| {
        build(folder.path(), 8);
        folder.path().to_owned()
    });
    let (known, _) = EndgameTables::<Zola6>::open(std::slice::from_ref(&tables), 0);
    let most = known.pieces().last().expect("tables").min(10);
    let games = env::var("ZUGI_WINS").map_or(500, |text| text.parse().expect("a number"));
    let plies = play_apart(tables, games, most.min(8)..=most, 2);
    println!("{games} wins of {} to {most} checkers, {plies} plies, all kept", most.min(8));
}
