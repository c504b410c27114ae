//! Composed certificates: a strategy near the root, and below it other certificates, such as those
//! of the jobs of a proof on many machines.
//!
//! Each position of the strategy has a number. 0 means that a certificate begins here: its numbers
//! follow, and it has a [`Memory`] of its own. `k`, where the winner moves, is the move `k - 1`. 1,
//! where the loser moves, stands for all moves.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use thiserror::Error;
use zugi_files::{NotText, read_text};
use zugi_game::{Outcome, Player};

use super::certificate::{CertificateError, Certified, Form, Header, LEVEL};
use super::file_format::{read_number, write_number};
use super::memory::Memory;
use crate::{Counts, Provable};

#[derive(Debug, Error)]
pub enum ComposeError {
    #[error("cannot write the certificate: {0}")]
    Write(#[from] io::Error),
    #[error("cannot use {path:?}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("cannot use {path:?}: {error}")]
    Text { path: PathBuf, error: NotText },
    #[error("{path:?}, line {line}: found {found}, expected {expected}")]
    Line {
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        found: String,
        expected: String,
    },
    #[error("{path:?} is not a valid certificate: {error}")]
    Certificate { path: PathBuf, error: CertificateError },
    /// A certificate is of another position, winner, form or number of pieces.
    #[error("{path:?} proves {found}: expected {expected}")]
    Other { path: PathBuf, found: String, expected: String },
    #[error("the strategy leads to {position:?}: expected a move or a certificate for it")]
    Missing { position: String },
    #[error("the strategy leads to {position:?}, which {winner} has not won")]
    NotWon {
        position: String,
        /// The winner according to the strategy.
        winner: Player,
    },
    #[error("the certificate is incomplete: expected more time")]
    Stopped,
}

/// What a strategy does at a position.
pub(crate) enum Step<M> {
    /// Plays this move of the winner.
    Move(M),
    /// Follows all moves of the loser.
    All,
    /// Ends at a certificate of this size.
    Proven(Counts),
}

/// Walks through the strategy of a composed certificate; writer and verifier must visit the same
/// positions in the same order.
pub(crate) fn walk_strategy<G: Provable, E>(
    root: &G,
    winner: Player,
    not_won: impl Fn(&G) -> E,
    mut step: impl FnMut(&G) -> Result<Step<G::Move>, E>,
) -> Result<Counts, E> {
    let mut memory = Memory::default();
    let mut counts = Counts::default();
    let mut frames: Vec<(G, Vec<G>)> = Vec::new();
    let mut next = Some(root.clone());
    loop {
        if let Some(position) = next.take() {
            counts.positions += 1;
            match position.outcome() {
                Some(Outcome::Win(player)) if player == winner => {}
                Some(_) => return Err(not_won(&position)),
                None if memory.contains(&position) => {}
                None => {
                    let left = match step(&position)? {
                        Step::Move(mv) => {
                            counts.moves += 1;
                            vec![position.after(mv)]
                        }
                        Step::All => {
                            let all = position.moves();
                            all.into_iter().rev().map(|mv| position.after(mv)).collect()
                        }
                        Step::Proven(below) => {
                            counts += below;
                            Vec::new()
                        }
                    };
                    frames.push((position, left));
                }
            }
        }
        let Some((_, left)) = frames.last_mut() else { return Ok(counts) };
        next = left.pop();
        if next.is_none()
            && let Some((position, _)) = frames.pop()
        {
            memory.insert(position);
        }
    }
}

/// Reads the next number of a composed certificate; `None` stands for 0.
pub(crate) fn read_step<G: Provable>(
    position: &G,
    winner: Player,
    input: &mut impl Read,
) -> Result<Option<Step<G::Move>>, CertificateError> {
    let Some(index) = read_number(input)?.checked_sub(1) else { return Ok(None) };
    let is_winners = position.to_move() == winner;
    let all = position.moves();
    let count = if is_winners { all.len() } else { 1 };
    let mv = usize::try_from(index).ok().filter(|&index| index < count);
    match mv.and_then(|index| all.get(index)) {
        Some(&mv) if is_winners => Ok(Some(Step::Move(mv))),
        Some(_) => Ok(Some(Step::All)),
        None => Err(CertificateError::NoSuchMove { index, position: position.text(), count }),
    }
}

/// The first line of a strategy file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    variant: String,
    position: String,
    winner: Player,
}

/// Any other line of a strategy file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    position: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    certificate: Option<PathBuf>,
}

enum Choice<M> {
    Move(M),
    Certificate(PathBuf),
}

fn text_of_strategy(path: &Path) -> Result<String, ComposeError> {
    read_text(path).map_err(|error| ComposeError::Text { path: path.to_owned(), error })
}

fn wrong_line(path: &Path, line: usize, found: &str, expected: String) -> ComposeError {
    ComposeError::Line { path: path.to_owned(), line, found: format!("{found:?}"), expected }
}

fn read_heading(path: &Path, line: &str) -> Result<Heading, ComposeError> {
    serde_json::from_str(line).map_err(|error| {
        let expected = format!("variant, position and winner as JSON ({error})");
        wrong_line(path, 1, line, expected)
    })
}

/// # Errors
/// The file cannot be read or is not a strategy.
pub fn variant_of_strategy(path: &Path) -> Result<String, ComposeError> {
    let text = text_of_strategy(path)?;
    Ok(read_heading(path, text.lines().next().unwrap_or_default())?.variant)
}

struct Strategy<G: Provable> {
    root: G,
    winner: Player,
    choices: HashMap<G, Choice<G::Move>>,
    /// The first certificate in the file.
    first: Option<PathBuf>,
}

impl<G: Provable> Strategy<G> {
    /// Reads lines of JSON. Paths of certificates are relative to the folder of the file.
    fn read(path: &Path) -> Result<Strategy<G>, ComposeError> {
        let text = text_of_strategy(path)?;
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().unwrap_or((1, ""));
        let wrong = |line: usize, found: &str, expected: &dyn ToString| {
            wrong_line(path, line, found, expected.to_string())
        };
        let heading = read_heading(path, first)?;
        if heading.variant != G::NAME {
            return Err(wrong(1, &heading.variant, &G::NAME));
        }
        let read = |line, text: &str| G::from_text(text).map_err(|error| wrong(line, text, &error));
        let root = read(1, &heading.position)?;
        let winner = heading.winner;
        let (mut choices, mut first) = (HashMap::new(), None);
        for (number, line) in lines {
            let entry: Entry = serde_json::from_str(line).map_err(|error| {
                wrong(number, line, &format!("position and move or certificate as JSON ({error})"))
            })?;
            let position = read(number, &entry.position)?;
            let beside = |name| path.parent().map(|folder| folder.join(&name)).unwrap_or(name);
            let choice = match (entry.mv, entry.certificate) {
                (Some(text), None) if position.to_move() == winner => {
                    let mv = position.parse_move(&text).ok().filter(|&mv| position.is_legal(mv));
                    let expected = format!("a legal move of {}", entry.position);
                    Choice::Move(mv.ok_or_else(|| wrong(number, &text, &expected))?)
                }
                (None, Some(certificate)) => {
                    let certificate = beside(certificate);
                    first.get_or_insert_with(|| certificate.clone());
                    Choice::Certificate(certificate)
                }
                _ => {
                    let expected = "a move of the winner, or a certificate, and not both";
                    return Err(wrong(number, line, &expected));
                }
            };
            choices.insert(position, choice);
        }
        Ok(Strategy { root, winner, choices, first })
    }

    /// The number of pieces of the first certificate; [`copy`] checks that the others have it.
    fn pieces(&self) -> Result<u32, ComposeError> {
        let header = |path| read_header::<G>(path).map(|(header, _)| header.pieces);
        self.first.as_deref().map_or(Ok(0), header)
    }
}

/// Composes the certificates of a strategy into one certificate of its root. It copies them without
/// a check; [`verify_certificate`](crate::verify_certificate) checks the result.
pub fn compose_certificate<G: Provable>(
    strategy: &Path,
    stop: &AtomicBool,
    out: &mut impl Write,
    mut written: impl FnMut(u64),
) -> Result<Certified<G>, ComposeError> {
    let read = Strategy::<G>::read(strategy)?;
    let pieces = read.pieces()?;
    let Strategy { root, winner, choices, .. } = read;
    let outcome = Outcome::Win(winner);
    let header = Header { form: Form::Composed, position: root.clone(), outcome, pieces };
    header.write(out)?;
    let mut encoder = zstd::Encoder::new(out, LEVEL)?;
    encoder.include_checksum(true)?;
    let mut count = 0;
    let step = |position: &G| {
        if stop.load(Ordering::Relaxed) {
            return Err(ComposeError::Stopped);
        }
        count += 1;
        written(count);
        match choices.get(position) {
            Some(Choice::Certificate(path)) => {
                write_number(&mut encoder, 0)?;
                let position = position.clone();
                let expected = Header { form: Form::Whole, position, outcome, pieces };
                copy(path, &expected, &mut encoder)?;
                Ok(Step::Proven(Counts::default()))
            }
            Some(&Choice::Move(mv)) => {
                let index = position.moves().iter().position(|&other| other == mv);
                let missing = || ComposeError::Missing { position: position.text() };
                let index = index.ok_or_else(missing)? as u64;
                write_number(&mut encoder, index + 1)?;
                Ok(Step::Move(mv))
            }
            None if position.to_move() == winner => {
                Err(ComposeError::Missing { position: position.text() })
            }
            None => {
                write_number(&mut encoder, 1)?;
                Ok(Step::All)
            }
        }
    };
    let not_won = |position: &G| ComposeError::NotWon { position: position.text(), winner };
    let counts = walk_strategy(&root, winner, not_won, step)?;
    encoder.finish()?.flush()?;
    Ok(Certified { position: root, outcome, counts, pieces })
}

/// Reads the header of a certificate; the numbers are next in the reader.
fn read_header<G: Provable>(path: &Path) -> Result<(Header<G>, BufReader<File>), ComposeError> {
    let failed = |error| ComposeError::File { path: path.to_owned(), error };
    let mut input = BufReader::new(File::open(path).map_err(failed)?);
    let wrong = |error| ComposeError::Certificate { path: path.to_owned(), error };
    Ok((Header::read(&mut input).map_err(wrong)?, input))
}

/// Copies the numbers of a certificate, which must have this header.
fn copy<G: Provable>(
    path: &Path,
    expected: &Header<G>,
    out: &mut impl Write,
) -> Result<(), ComposeError> {
    let failed = |error| ComposeError::File { path: path.to_owned(), error };
    let (header, input) = read_header::<G>(path)?;
    if header != *expected {
        let text = |Header { form, position, outcome, pieces }: &Header<G>| {
            let form = if *form == Form::Whole { "" } else { ", put together of others" };
            let tables = match pieces {
                0 => String::new(),
                _ => format!(", on tables of up to {pieces} pieces"),
            };
            let result = match outcome {
                Outcome::Win(winner) => format!("won by {winner}"),
                Outcome::Draw => "drawn".to_owned(),
            };
            format!("{:?}, {result}{form}{tables}", position.text())
        };
        let (found, expected) = (text(&header), text(expected));
        return Err(ComposeError::Other { path: path.to_owned(), found, expected });
    }
    let decoder = zstd::Decoder::with_buffer(input).map_err(failed)?.single_frame();
    let mut decoder = BufReader::new(decoder);
    // Not `io::copy`, which does not tell errors of reading from errors of writing.
    loop {
        let numbers = decoder.fill_buf().map_err(failed)?;
        if numbers.is_empty() {
            break;
        }
        out.write_all(numbers)?;
        let count = numbers.len();
        decoder.consume(count);
    }
    if !decoder.into_inner().finish().fill_buf().map_err(failed)?.is_empty() {
        let (path, error) = (path.to_owned(), CertificateError::TooMuch);
        return Err(ComposeError::Certificate { path, error });
    }
    Ok(())
}
