//! The verification of certificates of games without draws, by the rules and by the tables on which
//! they rest. `draws/certificate.rs` verifies those of games with draws.

use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use zugi_game::{Outcome, Player, Probe};

use super::certificate::{
    CertificateError, Certified, Form, Header, Step, bad_header, ends, move_at, not_won, walk,
};
use super::compose::read_step;
use super::file_format::{decoder, is_at_end, read_number};
use crate::{Counts, Provable};

/// Verifies a certificate by the rules and, for positions with at most the number of pieces in its
/// header, by `oracle`. `checked` gets the number of the winner's moves so far, every 4096 moves.
/// The memory grows only with the length of the longest line.
pub fn verify_certificate<G: Provable>(
    input: impl Read,
    oracle: &impl Probe<G>,
    stop: &AtomicBool,
    mut checked: impl FnMut(u64),
) -> Result<Certified<G>, CertificateError> {
    let mut input = BufReader::new(input);
    let Header { form, position: root, outcome, pieces } = Header::<G>::read(&mut input)?;
    let with_draws = || bad_header("claims", "a certificate of a game without draws");
    let Outcome::Win(winner) = outcome else { return Err(with_draws()) };
    let mut numbers = decoder(input)?;
    let mut count = 0u64;
    let mut tell = || {
        count += 1;
        if count.is_multiple_of(1 << 12) {
            checked(count);
        }
    };
    let counts = match form {
        Form::Claims => return Err(with_draws()),
        Form::Whole => check(&root, winner, oracle, pieces, stop, &mut numbers, &mut tell)?,
        Form::Composed => {
            let wrong = |position: &G| CertificateError::from(not_won(position, winner));
            walk(&root, winner, wrong, |position, _| {
                if stop.load(Ordering::Relaxed) {
                    return Err(CertificateError::Stopped);
                }
                match read_step(position, winner, &mut numbers)? {
                    Some(step) => Ok(step),
                    None => check(position, winner, oracle, pieces, stop, &mut numbers, &mut tell)
                        .map(Step::Proven),
                }
            })?
        }
    };
    match is_at_end(numbers)? {
        true => Ok(Certified { position: root, outcome, counts, pieces }),
        false => Err(CertificateError::TooMuch),
    }
}

/// Verifies the strategy of a certificate that is not composed. Calls `tell` for each move.
fn check<G: Provable>(
    root: &G,
    winner: Player,
    oracle: &impl Probe<G>,
    pieces: u32,
    stop: &AtomicBool,
    numbers: &mut impl Read,
    tell: &mut dyn FnMut(),
) -> Result<Counts, CertificateError> {
    let wrong = |position: &G| CertificateError::from(not_won(position, winner));
    walk(root, winner, wrong, |position, _| {
        if stop.load(Ordering::Relaxed) {
            return Err(CertificateError::Stopped);
        }
        if ends(position, winner, oracle, pieces)? {
            return Ok(Step::LookedUp);
        }
        if position.to_move() != winner {
            return Ok(Step::All);
        }
        tell();
        move_at(position, read_number(numbers)?).map(Step::Move)
    })
}
