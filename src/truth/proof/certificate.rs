//! Certificates: proofs that can be checked with the rules alone.
//!
//! A certificate is a winning strategy as a tree, written from the root downwards: at each
//! position in which the winner moves, the number of a winning move, counted in the order of
//! [`Game::visit_moves`](crate::game::Game::visit_moves), in base 128, least significant first.
//! What the loser can do need not be written, for it is everything that the rules allow, in
//! that order. Writer and verifier remember positions that were proven in the same
//! [`Memory`], of a fixed size, and pass over what is in it.

use std::io::{self, BufRead, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::memory::Memory;
use super::numbers::{bounded_line, write_number};
use super::{Provable, Solver};
use crate::game::{Game, Outcome, Player, TextError};
use crate::truth::Oracle;

/// The compression: more costs more time than it saves.
pub(super) const LEVEL: i32 = 3;

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
    /// What was proven before is not found any more.
    #[error("no winning move in {position:?}: the tables contradict each other")]
    Contradiction {
        /// The position.
        position: String,
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
        /// What is there.
        found: String,
        /// What should be.
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

/// What a certificate was found to prove, or what was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified<G> {
    /// The position.
    pub position: G,
    /// Who wins it.
    pub winner: Player,
    /// The positions that were visited.
    pub positions: u64,
    /// The moves of the winner in it.
    pub moves: u64,
}

/// One position on the way from the root, and what is left to be seen of it.
struct Frame<G: Game> {
    position: G,
    /// Positions to come, the last one first; of the winner's move there is one.
    left: Vec<G>,
}

/// Goes through a strategy as writer and verifier do, in the same order: `choose` gives the
/// winner's move in a position.
pub(super) fn walk<G: Provable, E>(
    root: &G,
    winner: Player,
    stop: &AtomicBool,
    stopped: impl Fn() -> E,
    not_won: impl Fn(&G) -> E,
    mut choose: impl FnMut(&G, &[G::Move], &Memory<G>) -> Result<G::Move, E>,
) -> Result<(u64, u64), E> {
    let mut memory = Memory::default();
    let (mut positions, mut moves) = (0u64, 0u64);
    let mut frames: Vec<Frame<G>> = Vec::new();
    let mut next = Some(root.clone());
    loop {
        if let Some(position) = next.take() {
            positions += 1;
            if positions.is_multiple_of(1 << 12) && stop.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            match position.outcome() {
                Some(Outcome::Win(player)) if player == winner => {}
                Some(_) => return Err(not_won(&position)),
                None if memory.contains(&position) => {}
                None => {
                    let all = position.moves();
                    let left = if position.to_move() == winner {
                        moves += 1;
                        vec![position.after(choose(&position, &all, &memory)?)]
                    } else {
                        all.into_iter().rev().map(|mv| position.after(mv)).collect()
                    };
                    frames.push(Frame { position, left });
                }
            }
        }
        let Some(frame) = frames.last_mut() else { return Ok((positions, moves)) };
        next = frame.left.pop();
        if next.is_none()
            && let Some(frame) = frames.pop()
        {
            memory.insert(frame.position);
        }
    }
}

impl<O> Solver<O> {
    /// Writes a certificate that `winner` wins a position, with at most so many moves of the
    /// winner. `written` is told now and then how many there are.
    ///
    /// # Errors
    /// See [`WriteCertificateError`].
    pub fn write_certificate<G: Provable>(
        &self,
        root: &G,
        winner: Player,
        limit: u64,
        stop: &AtomicBool,
        out: impl Write,
        mut written: impl FnMut(u64),
    ) -> Result<Certified<G>, WriteCertificateError>
    where
        O: Oracle<G>,
    {
        let mut out = BufWriter::new(out);
        write_header(&mut out, Version::Whole, root, winner)?;
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
                return Err(WriteCertificateError::Contradiction { position: position.text() });
            };
            write_number(&mut encoder, index as u64)?;
            Ok(mv)
        };
        let contradiction =
            |position: &G| WriteCertificateError::Contradiction { position: position.text() };
        let stopped = || WriteCertificateError::Stopped;
        let (positions, moves) = walk(root, winner, stop, stopped, contradiction, choose)?;
        encoder.finish()?.flush()?;
        Ok(Certified { position: root.clone(), winner, positions, moves })
    }
}

fn bad_header(found: &str, expected: &str) -> CertificateError {
    CertificateError::Header { found: found.to_owned(), expected: expected.to_owned() }
}

/// The form of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Version {
    /// One strategy.
    Whole,
    /// A strategy near the root with certificates of others below, see `composed.rs`.
    Composed,
}

impl Version {
    /// The first line.
    fn magic(self) -> &'static str {
        match self {
            Version::Whole => "zugi certificate 1",
            Version::Composed => "zugi certificate 2",
        }
    }
}

/// Writes what stands before the numbers.
pub(super) fn write_header<G: Game>(
    out: &mut impl Write,
    version: Version,
    root: &G,
    winner: Player,
) -> io::Result<()> {
    write!(out, "{}\n{}\n{}\n{winner}\n", version.magic(), G::NAME, root.text())
}

/// Reads it: the form, the position, and who is said to win it.
pub(super) fn read_header<G: Game>(
    input: &mut impl BufRead,
) -> Result<(Version, G, Player), CertificateError> {
    let magic = line(input)?;
    let version = [Version::Whole, Version::Composed].into_iter().find(|it| it.magic() == magic);
    let Some(version) = version else {
        let [one, two] = [Version::Whole, Version::Composed].map(Version::magic);
        return Err(bad_header(&magic, &format!("the line {one:?} or {two:?}")));
    };
    let variant = line(input)?;
    if variant != G::NAME {
        return Err(bad_header(&variant, G::NAME));
    }
    let root = G::from_text(&line(input)?)?;
    let winner = line(input)?;
    let known = Player::BOTH.into_iter().find(|player| player.to_string() == winner);
    let winner = known.ok_or_else(|| bad_header(&winner, "p1 or p2"))?;
    Ok((version, root, winner))
}

/// The next line of the header.
fn line(input: &mut impl BufRead) -> Result<String, CertificateError> {
    bounded_line(input).map_err(|error| bad_header("", &error.to_string()))
}

#[cfg(test)]
#[path = "certificate_tests.rs"]
mod tests;
