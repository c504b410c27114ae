//! Ends of games of `zoka` in which one move wins and nothing is face down: what the puzzles of the
//! program are made of.
//!
//! To look for others, with a release build:
//!
//! ```sh
//! ZOKA_GAMES=3040 ZOKA_OUT=wins.txt cargo test --release -p zugi-zoka --test it -- --ignored makes_the_wins
//! ```

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::Write as _;
use std::ops::RangeInclusive;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::{Game, Outcome};
use zugi_zoka::{TwoSeats, Zoka, ZokaAction, ZokaMove, ZokaPiece, ZokaPosition};

use super::exhaustive::{Aim, Exhaustive, face_down};
use super::games::play;
use super::prover::Prover;

/// Lines of a position, the only move that wins, and the quickest win with it.
const WINS: &str = "tests/data/wins.txt";

/// The puzzles of the program: lines of a level, a position, and the line of its win.
const PUZZLES: &str = "src/puzzles/zoka.txt";

/// The longest wins, in plies. The shortest one has a reply.
const PLIES: u8 = 5;
const LEAST_PLIES: usize = 2;

/// Within so many plies more it must be proven that no other move wins.
const MORE_PLIES: u8 = 2;

/// The positions after which the search of a position gives up.
const POSITIONS: u64 = 100_000;

/// The games: so many nodes a move.
const GAME_NODES: u64 = 20;

/// Of each game so many positions are looked at, the last ones, if the game may be over within so
/// many plies.
const LAST: usize = 24;
const NEAR: usize = 4;

/// Each of them gets so many times other numbers on the Scorers, and is searched if the side to
/// move is then so many points behind: who is far ahead wins with many moves.
const NUMBERINGS: usize = 20;
const BEHIND: RangeInclusive<i64> = -5..=3;

/// A position that only one move wins.
struct Win {
    position: Zoka,
    /// The quickest win against the longest defence.
    line: Vec<ZokaMove>,
}

impl Win {
    fn read(text: &str) -> Win {
        let parts: Vec<&str> = text.split(';').collect();
        let [position, winning, line] = parts[..] else { panic!("{text}") };
        assert_eq!(line.split(' ').next(), Some(winning), "{text}");
        let position = Zoka::from_text(position).expect(text);
        let line = line.split(' ').map(|mv| position.parse_move(mv).expect(text)).collect();
        Win { position, line }
    }

    fn text(&self) -> String {
        let Win { position, line } = self;
        let moves: Vec<String> = line.iter().map(|&mv| position.move_text(mv)).collect();
        format!("{};{};{}", position.text(), moves[0], moves.join(" "))
    }

    /// The win of a position; `None` if there is none within [`PLIES`], if several moves win, if a
    /// pass does, or if it is not known.
    fn of(position: &Zoka, prover: &mut Prover) -> Option<Win> {
        let (own, moves) = (position.to_move(), position.moves());
        for plies in 1..=PLIES {
            let mut winning = Vec::new();
            for &mv in &moves {
                if prover.can(&position.after(mv), own, Aim::Win, plies - 1)? {
                    winning.push(mv);
                }
                if winning.len() > 1 {
                    return None;
                }
            }
            let Some(&only) = winning.first() else { continue };
            if only.action() == Some(ZokaAction::Pass) {
                return None;
            }
            for mv in moves.into_iter().filter(|&mv| mv != only) {
                if !is_spoiled(&position.after(mv), plies, prover)? {
                    return None;
                }
            }
            let line = prover.line(position, own, plies)?;
            return Some(Win { position: position.clone(), line });
        }
        None
    }
}

/// Whether the side to move is sure not to lose, proven within [`MORE_PLIES`] more.
fn is_spoiled(position: &Zoka, plies: u8, prover: &mut Prover) -> Option<bool> {
    for plies in plies - 1..plies + MORE_PLIES {
        if prover.can(position, position.to_move(), Aim::Spoil, plies)? {
            return Some(true);
        }
    }
    Some(false)
}

fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).expect(path);
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn wins() -> Vec<Win> {
    lines(WINS).iter().map(|line| Win::read(line)).collect()
}

#[test]
fn lines_of_wins_are_legal_and_win() {
    for Win { position, line } in wins() {
        let text = position.text();
        assert_eq!(face_down(&position), 0, "{text}");
        assert!((LEAST_PLIES..=usize::from(PLIES)).contains(&line.len()), "{text}");
        let mut game = position.clone();
        for &mv in &line {
            assert!(game.outcome().is_none() && game.is_legal(mv), "{text}");
            game.play_unchecked(mv);
        }
        assert_eq!(game.outcome(), Some(Outcome::Win(position.to_move())), "{text}");
    }
}

#[test]
fn puzzles_of_the_program_are_wins_of_the_file() {
    let wins: BTreeSet<String> = lines(WINS).into_iter().collect();
    let puzzles = lines(PUZZLES);
    assert!(puzzles.len() >= 40, "{}", puzzles.len());
    for puzzle in puzzles {
        let parts: Vec<&str> = puzzle.split(';').collect();
        let [_, position, line] = parts[..] else { panic!("{puzzle}") };
        let winning = line.split(' ').next().expect("a move");
        assert!(wins.contains(&format!("{position};{winning};{line}")), "{puzzle}");
    }
}

/// By the search that has no table and no order of moves.
fn check_exhaustively(win: &Win) {
    let Win { position, line } = win;
    let (own, plies) = (position.to_move(), line.len() as u32);
    let mut search = Exhaustive { positions: u64::MAX };
    for mv in position.moves() {
        let wins = search.can(position, mv, own, Aim::Win, plies).expect("no limit");
        assert_eq!(wins, mv == line[0], "{}", win.text());
        let mut spoils =
            |plies| search.can(position, mv, own.opponent(), Aim::Spoil, plies).expect("no limit");
        let is_spoiled = (plies..=plies + u32::from(MORE_PLIES)).any(&mut spoils);
        assert!(wins || is_spoiled, "{}", win.text());
    }
}

#[test]
fn wins_are_those_of_the_exhaustive_search() {
    wins().par_iter().for_each(check_exhaustively);
}

#[test]
fn wins_and_their_lines_are_found_again() {
    for line in lines(WINS) {
        let mut prover = Prover::with_positions(u64::MAX);
        let found = Win::of(&Win::read(&line).position, &mut prover).expect("no limit");
        assert_eq!(found.text(), line);
    }
}

/// The same position with other numbers on the Scorers of each seat, as another shuffle would have
/// had them; `None` if it is not known who has struck those that are gone.
fn renumbered(position: &Zoka, rng: &mut Rng) -> Option<Zoka> {
    let text = position.text();
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut numbers = [['1', '2', '3', '4', '5', '6']; 2];
    let mut struck = [0; 2];
    for seat in 0..2 {
        rng.shuffle(&mut numbers[seat]);
        let pieces = [position.hand_of(seat), position.exchange_area(seat)];
        let is_gone = |value: &u8| {
            let piece = ZokaPiece::ALL[usize::from(*value)];
            let is_off = pieces.iter().all(|area| area.count_of(piece) == 0);
            is_off && position.scorer(seat, *value).is_none()
        };
        let gone: Vec<u8> = (1..=6).filter(is_gone).collect();
        if gone.iter().map(|&value| u16::from(value)).sum::<u16>() != position.struck()[1 - seat] {
            return None;
        }
        let number = |&value: &u8| numbers[seat][usize::from(value - 1)].to_digit(10);
        struck[1 - seat] = gone.iter().filter_map(number).sum::<u32>();
    }
    let of_seat = |seat: usize, letter: char| {
        letter.to_digit(10).map_or(letter, |value| numbers[seat][value as usize - 1])
    };
    let mut seat = 0;
    let rows = fields[0].chars().map(|letter| {
        seat = if matches!(letter, 'a' | 'b') { usize::from(letter == 'b') } else { seat };
        // An empty square is a dot, so each digit is a Scorer.
        of_seat(seat, letter)
    });
    fields[0] = rows.collect();
    for field in &mut fields[4..6] {
        let areas = field.split('/').enumerate().map(|(seat, area)| {
            let mut area: Vec<char> = area.chars().map(|letter| of_seat(seat, letter)).collect();
            area.sort_unstable_by_key(|&letter| (letter != 'Z', letter));
            area.into_iter().collect()
        });
        *field = areas.collect::<Vec<String>>().join("/");
    }
    fields[6] = format!("{}:{}", struck[0], struck[1]);
    Some(Zoka::from_text(&fields.join(" ")).expect("the same pieces with other numbers"))
}

/// The longest win of a game, the last one of equals.
fn of_game(seed: u64) -> Option<Win> {
    let mut positions: Vec<Zoka> = Vec::new();
    play::<TwoSeats>(seed, GAME_NODES, |position: &ZokaPosition<TwoSeats>| {
        let least = position.least_plies_to_end();
        let is_near = (LEAST_PLIES..=NEAR).contains(&least);
        if face_down(position) == 0 && position.quiet_turns() < 100 && is_near {
            positions.push(position.clone());
        }
    });
    let mut rng = Rng::with_seed(seed);
    let mut longest: Option<Win> = None;
    let mut prover = Prover::with_positions(0);
    for position in positions.iter().rev().take(LAST) {
        let renumbered = (0..NUMBERINGS).map_while(|_| renumbered(position, &mut rng));
        let is_close = |position: &Zoka| {
            let (own, scores) = (position.to_move(), position.scores().map(i64::from));
            BEHIND.contains(&(scores[own.opponent().index()] - scores[own.index()]))
        };
        for position in renumbered.filter(is_close) {
            prover.positions = POSITIONS;
            let Some(win) = Win::of(&position, &mut prover) else { continue };
            if longest.as_ref().is_none_or(|it| it.line.len() < win.line.len()) {
                longest = Some(win);
            }
        }
    }
    longest
}

/// `ZOKA_GAMES` is the number of games.
#[test]
#[ignore = "makes a file: see the top of this one"]
fn makes_the_wins() {
    let games = env::var("ZOKA_GAMES").map_or(1_000, |text| text.parse().expect("ZOKA_GAMES"));
    let path = env::var("ZOKA_OUT").expect("ZOKA_OUT=FILE");
    let mut file = File::create_new(path).expect("a new file");
    for seeds in (0..games).step_by(8) {
        let found: Vec<Option<Win>> = (seeds..seeds + 8).into_par_iter().map(of_game).collect();
        for win in found.into_iter().flatten() {
            writeln!(file, "{}", win.text()).expect("a file");
        }
    }
}
