//! Certificates: proofs that can be checked with the rules alone.
//!
//! A certificate is a winning strategy as a tree, written from the root down. At each position in
//! which the winner moves it has the number of a winning move, in the order of
//! [`Game::visit_moves`](zugi_game::Game::visit_moves), in base 128, least significant digit first.
//! The moves of the loser are not written: they are all legal moves, in that order. Writer and
//! verifier remember proven positions in the same [`Memory`] of a fixed size, and skip those.
//!
//! A certificate may rest on tables of endings: it ends at positions with few pieces then, which
//! the verifier looks up. Without that the certificate of a search with large tables is longer
//! than the search by the length of all these endings.

use std::io::{self, BufRead, BufWriter, Write};
use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;
use zugi_game::{Game, Outcome, Player, Probe, TextError};

use super::file_format::{bounded_line, write_number};
use super::memory::Memory;
use super::{Provable, Solver};

/// The compression: more costs more time than it saves.
pub(crate) const LEVEL: i32 = 3;

/// Why a certificate cannot be written.
#[derive(Debug, Error)]
pub enum WriteCertificateError {
    /// It is too long.
    #[error("the certificate needs more than {limit} moves: expected a greater limit")]
    TooLong {
        /// The limit.
        limit: u64,
    },
    /// Time or interrupt.
    #[error("the certificate was not finished in time")]
    Stopped,
    /// A result that was proven before is missing now.
    #[error("no winning move in {position:?}: the tables contradict each other")]
    Contradiction {
        /// The position.
        position: String,
    },
    /// Tables on which it should rest, and which are not there.
    #[error(
        "no table knows {position:?}: expected tables of all positions of up to {pieces} pieces"
    )]
    NoTable {
        /// The position.
        position: String,
        /// On how many pieces it should rest.
        pieces: u32,
    },
    /// The file.
    #[error("cannot write the certificate: {0}")]
    Write(#[from] io::Error),
}

/// Why a certificate is none.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// It is something else, or its beginning is damaged.
    #[error("not a certificate: found {found:?}, expected {expected}")]
    Header {
        /// The text found.
        found: String,
        /// The expected text.
        expected: String,
    },
    /// Its position is none.
    #[error("the position of the certificate is wrong: {0}")]
    Position(#[from] TextError),
    /// A move that there is not.
    #[error("the certificate has move {index} in {position:?}: expected a number below {count}")]
    NoSuchMove {
        /// Its number.
        index: u64,
        /// The position.
        position: String,
        /// How many there are.
        count: usize,
    },
    /// A game that does not end as it says.
    #[error("the certificate leads to {position:?}, which {winner} has not won")]
    NotWon {
        /// The position at the end.
        position: String,
        /// Who is said to win.
        winner: Player,
    },
    /// A game that a side loses although it should not.
    #[error("the certificate leads to {position:?}, which {loser} loses")]
    NotHeld {
        /// The position at the end.
        position: String,
        /// Who is said not to lose.
        loser: Player,
    },
    /// A count of quiet plies that there is not.
    #[error(
        "the certificate has {distance} quiet plies in {position:?}: expected a count of the game"
    )]
    NoSuchCount {
        /// The distance from the position's count.
        distance: u64,
        /// The position.
        position: String,
    },
    /// It rests on tables that are not here.
    #[error(
        "the certificate rests on tables of up to {pieces} pieces, and none here knows \
         {position:?}: expected --tables with a folder of them"
    )]
    NoTable {
        /// The position.
        position: String,
        /// On how many pieces it rests.
        pieces: u32,
    },
    /// There is more than a proof.
    #[error("the certificate goes on after the proof: expected its end")]
    TooMuch,
    /// It ends early, or its checksum is wrong.
    #[error("the certificate is damaged or incomplete: {0}")]
    Damaged(#[from] io::Error),
    /// Stopped from outside.
    #[error("the certificate was not checked to its end")]
    Stopped,
}

/// The content of a certificate that was written or verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified<G> {
    /// The position.
    pub position: G,
    /// Its result.
    pub outcome: Outcome,
    /// The numbers of its positions.
    pub counts: Counts,
    /// It needs tables of positions of up to this number of pieces; 0 for the rules alone.
    pub pieces: u32,
}

/// The numbers of positions in a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Positions that were visited.
    pub positions: u64,
    /// Moves of the winner.
    pub moves: u64,
    /// Positions whose winner comes from tables.
    pub looked_up: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.looked_up += other.looked_up;
    }
}

/// Who wins a position of at most so many pieces, by tables; `None` has more. With fewer than
/// that each one must be known: otherwise writer and verifier went different ways.
pub(super) fn look_up<G: Provable>(
    oracle: &impl Probe<G>,
    pieces: u32,
    position: &G,
) -> Option<Result<Player, String>> {
    let is_small = pieces > 0 && position.size() <= pieces;
    is_small.then(|| oracle.winner(position).ok_or_else(|| position.text()))
}

/// One position on the way from the root, and what is left to be seen of it.
struct Frame<G: Game> {
    position: G,
    /// Positions to come, the last one first; of the winner's move there is one.
    left: Vec<G>,
}

/// Goes through a strategy as writer and verifier do, in the same order: `choose` gives the
/// winner's move in a position, and `ends` says who wins a position at which the certificate
/// ends before the game.
pub(super) fn walk<G: Provable, E>(
    root: &G,
    winner: Player,
    stop: &AtomicBool,
    stopped: impl Fn() -> E,
    not_won: impl Fn(&G) -> E,
    ends: impl Fn(&G) -> Result<Option<Player>, E>,
    mut choose: impl FnMut(&G, &[G::Move], &Memory<G>) -> Result<G::Move, E>,
) -> Result<Counts, E> {
    let mut memory = Memory::default();
    let mut counts = Counts::default();
    let mut frames: Vec<Frame<G>> = Vec::new();
    let mut next = Some(root.clone());
    loop {
        if let Some(position) = next.take() {
            counts.positions += 1;
            if counts.positions.is_multiple_of(1 << 12) && stop.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            let known = match position.outcome() {
                None => ends(&position)?.inspect(|_| counts.looked_up += 1).map(Outcome::Win),
                over => over,
            };
            match known {
                Some(Outcome::Win(player)) if player == winner => {}
                Some(_) => return Err(not_won(&position)),
                None if memory.contains(&position) => {}
                None => {
                    let all = position.moves();
                    let left = if position.to_move() == winner {
                        counts.moves += 1;
                        vec![position.after(choose(&position, &all, &memory)?)]
                    } else {
                        all.into_iter().rev().map(|mv| position.after(mv)).collect()
                    };
                    frames.push(Frame { position, left });
                }
            }
        }
        let Some(frame) = frames.last_mut() else { return Ok(counts) };
        next = frame.left.pop();
        if next.is_none()
            && let Some(frame) = frames.pop()
        {
            memory.insert(frame.position);
        }
    }
}

impl<O> Solver<O> {
    /// Writes a certificate that a player wins a position. It calls `written` now and then with the
    /// number of moves so far.
    ///
    /// # Errors
    /// See [`WriteCertificateError`].
    pub fn write_certificate<G: Provable>(
        &self,
        root: &G,
        outcome: Outcome,
        limits: CertificateLimits,
        stop: &AtomicBool,
        out: impl Write,
        mut written: impl FnMut(u64),
    ) -> Result<Certified<G>, WriteCertificateError>
    where
        O: Probe<G>,
    {
        let mut out = BufWriter::new(out);
        let CertificateLimits { moves: limit, pieces } = limits;
        let contradiction =
            |position: &G| WriteCertificateError::Contradiction { position: position.text() };
        let Outcome::Win(winner) = outcome else { return Err(contradiction(root)) };
        let header = Header { form: Form::Whole, position: root.clone(), outcome, pieces };
        header.write(&mut out)?;
        let mut encoder = zstd::Encoder::new(out, LEVEL)?;
        encoder.include_checksum(true)?;
        let mut count = 0u64;
        let choose = |position: &G, all: &[G::Move], memory: &Memory<G>| {
            count += 1;
            if count > limit {
                return Err(WriteCertificateError::TooLong { limit });
            }
            if count.is_multiple_of(1 << 12) {
                written(count);
            }
            // What is in the memory costs nothing.
            let prefers = |next: &G| {
                if memory.contains(next) { i32::MIN } else { position.effort(next) }
            };
            let mv = self.winning_move(position, prefers, stop);
            let index = mv.and_then(|mv| all.iter().position(|&other| other == mv));
            let (Some(mv), Some(index)) = (mv, index) else {
                if stop.load(Ordering::Relaxed) {
                    return Err(WriteCertificateError::Stopped);
                }
                return Err(contradiction(position));
            };
            write_number(&mut encoder, index as u64)?;
            Ok(mv)
        };
        let stopped = || WriteCertificateError::Stopped;
        let ends = |position: &G| {
            let known = look_up(&self.oracle, pieces, position).transpose();
            known.map_err(|position| WriteCertificateError::NoTable { position, pieces })
        };
        let counts = walk(root, winner, stop, stopped, contradiction, ends, choose)?;
        encoder.finish()?.flush()?;
        Ok(Certified { position: root.clone(), outcome, counts, pieces })
    }
}

/// How long a certificate may be, and where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CertificateLimits {
    /// The most moves of the winner.
    pub moves: u64,
    /// It ends at positions of at most this number of pieces, which tables must know; 0 for the
    /// ends of the games.
    pub pieces: u32,
}

/// As long as it takes, to the ends of the games.
impl Default for CertificateLimits {
    fn default() -> CertificateLimits {
        CertificateLimits { moves: u64::MAX, pieces: 0 }
    }
}

pub(crate) fn bad_header(found: &str, expected: &str) -> CertificateError {
    CertificateError::Header { found: found.to_owned(), expected: expected.to_owned() }
}

/// The form of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// One strategy.
    Whole,
    /// A strategy near the root with certificates of others below, see `composed.rs`.
    Composed,
    /// The claims of a game with draws, see `draws/certificate.rs`.
    Claims,
}

/// What stands before the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header<G> {
    pub form: Form,
    pub position: G,
    /// A draw only with [`Form::Claims`].
    pub outcome: Outcome,
    /// It needs tables of positions of up to this number of pieces, or none.
    pub pieces: u32,
}

/// The first lines, each with its form and whether a line with a number of pieces follows.
const MAGIC: [(&str, Form, bool); 5] = [
    ("zugi certificate 1", Form::Whole, false),
    ("zugi certificate 2", Form::Composed, false),
    ("zugi certificate 3", Form::Whole, true),
    ("zugi certificate 4", Form::Composed, true),
    ("zugi certificate 5", Form::Claims, true),
];

/// A result as a line of the header has it.
fn result_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(player) => player.to_string(),
        Outcome::Draw => outcome.to_string(),
    }
}

impl<G: Game> Header<G> {
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Header { form, position, outcome, pieces } = self;
        let has_pieces = *form == Form::Claims || *pieces > 0;
        let result = result_text(*outcome);
        for (magic, ..) in MAGIC.iter().filter(|it| (it.1, it.2) == (*form, has_pieces)) {
            write!(out, "{magic}\n{}\n{}\n{result}\n", G::NAME, position.text())?;
        }
        if has_pieces { writeln!(out, "{pieces}") } else { Ok(()) }
    }

    pub fn read(input: &mut impl BufRead) -> Result<Header<G>, CertificateError> {
        let (form, rests, variant) = read_variant(input)?;
        if variant != G::NAME {
            return Err(bad_header(&variant, G::NAME));
        }
        let position = G::from_text(&line(input)?)?;
        let result = line(input)?;
        let (may_be_drawn, expected) = match form {
            Form::Claims => (true, "p1, p2 or draw"),
            Form::Whole | Form::Composed => (false, "p1 or p2"),
        };
        let outcomes = Player::BOTH.map(Outcome::Win).into_iter();
        let outcomes = outcomes.chain(may_be_drawn.then_some(Outcome::Draw));
        let outcome = outcomes.into_iter().find(|&outcome| result_text(outcome) == result);
        let outcome = outcome.ok_or_else(|| bad_header(&result, expected))?;
        let pieces = if rests { line(input)? } else { "0".to_owned() };
        let pieces = match pieces.as_str() {
            "0" if !rests || form == Form::Claims => 0,
            pieces => read_pieces(pieces)?,
        };
        Ok(Header { form, position, outcome, pieces })
    }
}

/// The first two lines: the form, whether a line with a number of pieces follows, and the variant.
pub(super) fn read_variant(
    input: &mut impl BufRead,
) -> Result<(Form, bool, String), CertificateError> {
    let magic = line(input)?;
    let found = MAGIC.iter().find(|(it, ..)| *it == magic);
    let Some(&(_, form, rests)) = found else {
        let lines = MAGIC.map(|(it, ..)| format!("{it:?}")).join(", ");
        return Err(bad_header(&magic, &format!("one of the lines {lines}")));
    };
    Ok((form, rests, line(input)?))
}

/// A positive number, written as it is here.
fn read_pieces(text: &str) -> Result<u32, CertificateError> {
    let number = text.parse().ok().filter(|&it: &u32| it > 0 && it.to_string() == text);
    number.ok_or_else(|| bad_header(text, "a number of pieces, such as 10"))
}

/// The next line of the header.
fn line(input: &mut impl BufRead) -> Result<String, CertificateError> {
    bounded_line(input).map_err(|error| bad_header("", &error.to_string()))
}
