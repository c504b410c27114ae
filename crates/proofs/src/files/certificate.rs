//! Certificates: proofs that the rules alone can check.
//!
//! A certificate is a winning strategy as a tree, from the root down. For each position in which
//! the winner moves it has the index of a winning move, in the order of
//! [`Game::visit_moves`](zugi_game::Game::visit_moves). The moves of the loser are not written: all
//! legal ones follow, in that order. Writer and verifier remember proven positions in the same
//! [`Memory`] of a fixed size, and skip those.
//!
//! A certificate may rest on tables: it then ends at positions with few pieces, which the verifier
//! looks up. Otherwise it also has the endings that the search took from tables.

use std::io::{self, BufRead, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;
use zugi_game::{Game, Outcome, Player, Probe, TextError};

use super::file_format::{bounded_line, write_number};
use super::memory::Memory;
use crate::{Counts, Provable, Solver};

/// The Zstandard level: higher ones take more time than they save.
pub(crate) const LEVEL: i32 = 3;

#[derive(Debug, Error)]
pub enum WriteCertificateError {
    #[error("the certificate needs more than {limit} moves: expected a greater limit")]
    TooLong {
        /// The limit, see [`CertificateLimits::moves`].
        limit: u64,
    },
    #[error("the certificate was stopped before its end")]
    Stopped,
    #[error("no winning move in {position:?}: the tables contradict each other")]
    Contradiction { position: String },
    #[error(
        "no table knows {position:?}: expected tables of all positions of up to {pieces} pieces"
    )]
    NoTable {
        position: String,
        /// The number of pieces of the largest table on which it should rest.
        pieces: u32,
    },
    #[error("cannot write the certificate: {0}")]
    Write(#[from] io::Error),
}

/// Why a certificate is not valid.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// The header is of something else, or damaged.
    #[error("not a certificate: found {found:?}, expected {expected}")]
    Header { found: String, expected: String },
    #[error("the position of the certificate is wrong: {0}")]
    Position(#[from] TextError),
    #[error("the certificate has move {index} in {position:?}: expected a number below {count}")]
    NoSuchMove { index: u64, position: String, count: usize },
    #[error("the certificate leads to {position:?}, which {winner} has not won")]
    NotWon {
        position: String,
        /// The winner according to the certificate.
        winner: Player,
    },
    /// A side loses although the certificate claims that it does not.
    #[error("the certificate leads to {position:?}, which {loser} loses")]
    NotHeld { position: String, loser: Player },
    #[error(
        "the certificate has {distance} quiet plies in {position:?}: expected a count of the game"
    )]
    NoSuchCount {
        /// Its distance from the count of the position.
        distance: u64,
        position: String,
    },
    #[error(
        "the certificate rests on tables of up to {pieces} pieces, and none here knows \
         {position:?}: expected --tables with a folder of them"
    )]
    NoTable { position: String, pieces: u32 },
    #[error("the certificate goes on after the proof: expected its end")]
    TooMuch,
    /// The file ends early, or its checksum is wrong.
    #[error("the certificate is damaged or incomplete: {0}")]
    Damaged(#[from] io::Error),
    #[error("the certificate was not checked to its end")]
    Stopped,
}

/// The claim and the size of a certificate that was written, verified or composed. If it was
/// composed, the size is only that of its strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified<G> {
    pub position: G,
    pub outcome: Outcome,
    pub counts: Counts,
    /// The certificate rests on tables of up to this number of pieces; 0 for the rules alone.
    pub pieces: u32,
}

/// By tables, the winner of a position of at most this many pieces, else `None`. If no table knows
/// it, returns its text as an error: writer and verifier must end at the same positions.
pub(crate) fn look_up<G: Provable>(
    oracle: &impl Probe<G>,
    pieces: u32,
    position: &G,
) -> Option<Result<Player, String>> {
    let is_small = pieces > 0 && position.size() <= pieces;
    is_small.then(|| oracle.winner(position).ok_or_else(|| position.text()))
}

/// A position on the path from the root.
struct Frame<G: Game> {
    position: G,
    /// The children still to visit, in reverse order; where the winner moves, only one.
    left: Vec<G>,
}

/// Walks through a strategy; writer and verifier must visit the same positions in the same order.
/// `choose` returns the winner's move in a position, and `ends` the winner of a position at which
/// the certificate ends before the game does.
pub(crate) fn walk<G: Provable, E>(
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
    /// Writes a certificate of a win. `written` gets the number of moves so far, every 4096 moves.
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
            // A position in the memory needs no further moves.
            let prefers = |next: &G| {
                if memory.contains(next) { i32::MIN } else { position.effort(next) }
            };
            let mv = self.winning_move(position, prefers, &|| stop.load(Ordering::Relaxed));
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

/// The greatest length of a certificate, and where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CertificateLimits {
    /// The most moves of the winner or, in a game with draws, the most claims.
    pub moves: u64,
    /// The certificate ends at positions of at most this number of pieces, which tables must know;
    /// with 0, at the ends of the games.
    pub pieces: u32,
}

/// No limit, to the ends of the games.
impl Default for CertificateLimits {
    fn default() -> CertificateLimits {
        CertificateLimits { moves: u64::MAX, pieces: 0 }
    }
}

pub(crate) fn bad_header(found: &str, expected: &str) -> CertificateError {
    CertificateError::Header { found: found.to_owned(), expected: expected.to_owned() }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// One strategy.
    Whole,
    /// A strategy near the root, with certificates below, see `compose.rs`.
    Composed,
    /// The claims of a game with draws, see `draws/certificate.rs`.
    Claims,
}

/// The text lines before the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header<G> {
    pub form: Form,
    pub position: G,
    /// A draw only with [`Form::Claims`].
    pub outcome: Outcome,
    pub pieces: u32,
}

/// The first line of a file, its form, and whether the header has a number of pieces.
const MAGIC: [(&str, Form, bool); 5] = [
    ("zugi certificate 1", Form::Whole, false),
    ("zugi certificate 2", Form::Composed, false),
    ("zugi certificate 3", Form::Whole, true),
    ("zugi certificate 4", Form::Composed, true),
    ("zugi certificate 5", Form::Claims, true),
];

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

/// The form, whether the header has a number of pieces, and the variant.
pub(crate) fn read_variant(
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

/// A positive number without a sign or leading zeros.
fn read_pieces(text: &str) -> Result<u32, CertificateError> {
    let number = text.parse().ok().filter(|&it: &u32| it > 0 && it.to_string() == text);
    number.ok_or_else(|| bad_header(text, "a number of pieces, such as 10"))
}

fn line(input: &mut impl BufRead) -> Result<String, CertificateError> {
    bounded_line(input).map_err(|error| bad_header("", &error.to_string()))
}
