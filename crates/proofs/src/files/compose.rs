//! Composed certificates: a strategy near the root, and below it other certificates, such as those
//! of the jobs of a proof on many machines.
//!
//! Each position of the strategy has a number. 0 means that a certificate begins here: its numbers
//! follow, and it has a [`Memory`] of its own. Where the winner moves, `k` is the move with the
//! index `k - 1`. Where the loser moves, 1 stands for all moves.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use zugi_files::read_text;
use zugi_game::{Outcome, Player};

use super::certificate::{
    CertificateError, Certified, Form, Header, LEVEL, Step, WriteCertificateError, index_of,
    move_at, walk,
};
use super::file_format::{decoder, encoder, is_at_end, read_number, write_number};
use super::memory::Memory;
use crate::{Counts, Provable};

/// Reads the next number of a composed certificate; `None` stands for 0.
pub(crate) fn read_step<G: Provable>(
    position: &G,
    winner: Player,
    input: &mut impl Read,
) -> Result<Option<Step<G::Move>>, CertificateError> {
    let Some(index) = read_number(input)?.checked_sub(1) else { return Ok(None) };
    Ok(Some(match index {
        _ if position.to_move() == winner => Step::Move(move_at(position, index)?),
        0 => Step::All,
        _ => {
            let position = position.text();
            return Err(CertificateError::NoSuchMove { index, position, count: 1 });
        }
    }))
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

fn unusable(path: &Path, error: impl Display) -> WriteCertificateError {
    WriteCertificateError::Strategy(format!("cannot use {path:?}: {error}"))
}

fn not_valid(path: &Path, error: &CertificateError) -> WriteCertificateError {
    WriteCertificateError::Strategy(format!("{path:?} is not a valid certificate: {error}"))
}

/// `line` is the number of the line, from 1.
fn wrong_line(
    path: &Path,
    line: usize,
    found: &str,
    expected: impl Display,
) -> WriteCertificateError {
    WriteCertificateError::Strategy(format!(
        "{path:?}, line {line}: found {found:?}, expected {expected}"
    ))
}

fn read_heading(path: &Path, line: &str) -> Result<Heading, WriteCertificateError> {
    serde_json::from_str(line).map_err(|error| {
        let expected = format!("variant, position and winner as JSON ({error})");
        wrong_line(path, 1, line, expected)
    })
}

/// # Errors
/// The file cannot be read or is not a strategy.
pub fn variant_of_strategy(path: &Path) -> Result<String, WriteCertificateError> {
    let text = read_text(path).map_err(|error| unusable(path, error))?;
    Ok(read_heading(path, text.lines().next().unwrap_or_default())?.variant)
}

struct Strategy<G: Provable> {
    root: G,
    winner: Player,
    choices: HashMap<G, Choice<G::Move>>,
    /// The path of the first certificate in the strategy file.
    first: Option<PathBuf>,
}

impl<G: Provable> Strategy<G> {
    /// Reads lines of JSON. Paths of certificates are relative to the folder of the file.
    fn read(path: &Path) -> Result<Strategy<G>, WriteCertificateError> {
        let text = read_text(path).map_err(|error| unusable(path, error))?;
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().unwrap_or((1, ""));
        let heading = read_heading(path, first)?;
        if heading.variant != G::NAME {
            return Err(wrong_line(path, 1, &heading.variant, G::NAME));
        }
        let read = |line, text: &str| {
            G::from_text(text).map_err(|error| wrong_line(path, line, text, error))
        };
        let root = read(1, &heading.position)?;
        let winner = heading.winner;
        let (mut choices, mut first) = (HashMap::new(), None);
        for (number, line) in lines {
            let entry: Entry = serde_json::from_str(line).map_err(|error| {
                let expected = format!("position and move or certificate as JSON ({error})");
                wrong_line(path, number, line, expected)
            })?;
            let position = read(number, &entry.position)?;
            let beside = |name| path.parent().map(|folder| folder.join(&name)).unwrap_or(name);
            let choice = match (entry.mv, entry.certificate) {
                (Some(text), None) if position.to_move() == winner => {
                    let mv = position.parse_move(&text).ok().filter(|&mv| position.is_legal(mv));
                    let expected = format!("a legal move of {}", entry.position);
                    Choice::Move(mv.ok_or_else(|| wrong_line(path, number, &text, expected))?)
                }
                (None, Some(certificate)) => {
                    let certificate = beside(certificate);
                    first.get_or_insert_with(|| certificate.clone());
                    Choice::Certificate(certificate)
                }
                _ => {
                    let expected = "a move of the winner, or a certificate, and not both";
                    return Err(wrong_line(path, number, line, expected));
                }
            };
            choices.insert(position, choice);
        }
        Ok(Strategy { root, winner, choices, first })
    }

    /// The pieces in the header of the first certificate; [`copy`] checks that the others have the
    /// same.
    fn pieces(&self) -> Result<u32, WriteCertificateError> {
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
) -> Result<Certified<G>, WriteCertificateError> {
    let read = Strategy::<G>::read(strategy)?;
    let pieces = read.pieces()?;
    let Strategy { root, winner, choices, .. } = read;
    let outcome = Outcome::Win(winner);
    let header = Header { form: Form::Composed, position: root.clone(), outcome, pieces };
    header.write(out)?;
    let mut encoder = encoder(out, LEVEL)?;
    let mut count = 0;
    let leads_to = |position: &G, why: String| {
        let position = position.text();
        WriteCertificateError::Strategy(format!("the strategy leads to {position:?}{why}"))
    };
    let missing =
        |position: &G| leads_to(position, ": expected a move or a certificate for it".to_owned());
    let step = |position: &G, _: &Memory<G>| {
        if stop.load(Ordering::Relaxed) {
            let why = "the certificate is incomplete: expected more time";
            return Err(WriteCertificateError::Strategy(why.to_owned()));
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
                let index = index_of(position, mv).ok_or_else(|| missing(position))?;
                write_number(&mut encoder, index + 1)?;
                Ok(Step::Move(mv))
            }
            None if position.to_move() == winner => Err(missing(position)),
            None => {
                write_number(&mut encoder, 1)?;
                Ok(Step::All)
            }
        }
    };
    let not_won = |position: &G| leads_to(position, format!(", which {winner} has not won"));
    let counts = walk(&root, winner, not_won, step)?;
    encoder.finish()?.flush()?;
    Ok(Certified { position: root, outcome, counts, pieces })
}

/// Reads the header of a certificate; the numbers are next in the reader.
fn read_header<G: Provable>(
    path: &Path,
) -> Result<(Header<G>, BufReader<File>), WriteCertificateError> {
    let mut input = BufReader::new(File::open(path).map_err(|error| unusable(path, error))?);
    Ok((Header::read(&mut input).map_err(|error| not_valid(path, &error))?, input))
}

/// Copies the numbers of a certificate, which must have this header.
fn copy<G: Provable>(
    path: &Path,
    expected: &Header<G>,
    out: &mut impl Write,
) -> Result<(), WriteCertificateError> {
    let failed = |error: io::Error| unusable(path, error);
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
        return Err(WriteCertificateError::Strategy(format!(
            "{path:?} proves {found}: expected {expected}"
        )));
    }
    let mut decoder = decoder(input).map_err(failed)?;
    // Not `io::copy`, because it does not distinguish errors of reading and of writing.
    loop {
        let numbers = decoder.fill_buf().map_err(failed)?;
        if numbers.is_empty() {
            break;
        }
        out.write_all(numbers)?;
        let count = numbers.len();
        decoder.consume(count);
    }
    match is_at_end(decoder).map_err(failed)? {
        true => Ok(()),
        false => Err(not_valid(path, &CertificateError::TooMuch)),
    }
}
