//! Certificates checked by the rules alone.

use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::AtomicBool;

use super::Provable;
use super::certificate::{CertificateError, Certified, Version, read_header, walk};
use super::composed::{Step, read_step, walk_strategy};
use super::memory::Memory;
use super::numbers::read_number;
use crate::game::Player;

/// Checks a certificate by the rules alone. `checked` is told now and then how many moves of
/// the winner were seen. The memory that it takes grows with the longest game only.
///
/// # Errors
/// See [`CertificateError`]: the certificate proves nothing then.
pub fn verify_certificate<G: Provable>(
    input: impl Read,
    stop: &AtomicBool,
    mut checked: impl FnMut(u64),
) -> Result<Certified<G>, CertificateError> {
    let mut input = BufReader::new(input);
    let (version, root, winner) = read_header::<G>(&mut input)?;
    let mut decoder = BufReader::new(zstd::Decoder::with_buffer(input)?.single_frame());
    let mut check = Check { winner, stop, count: 0, checked: &mut checked };
    let (positions, moves) = match version {
        Version::Whole => check.whole(&root, &mut decoder)?,
        Version::Composed => {
            let not_won = |position: &G| check_failed(position, winner);
            walk_strategy(&root, winner, not_won, |position| {
                match read_step(position, winner, &mut decoder)? {
                    Some(step) => Ok(step),
                    None => {
                        let (positions, moves) = check.whole(position, &mut decoder)?;
                        Ok(Step::Proven(positions, moves))
                    }
                }
            })?
        }
    };
    // To the end, for it has the checksum.
    if decoder.read(&mut [0])? != 0 {
        return Err(CertificateError::TooMuch);
    }
    if !decoder.into_inner().finish().fill_buf()?.is_empty() {
        return Err(CertificateError::TooMuch);
    }
    Ok(Certified { position: root, winner, positions, moves })
}

fn check_failed<G: Provable>(position: &G, winner: Player) -> CertificateError {
    CertificateError::NotWon { position: position.text(), winner }
}

/// The numbers of one strategy after the other.
struct Check<'a> {
    winner: Player,
    stop: &'a AtomicBool,
    /// The moves of the winner so far.
    count: u64,
    checked: &'a mut dyn FnMut(u64),
}

impl Check<'_> {
    /// Follows one strategy; returns its positions and moves of the winner.
    fn whole<G: Provable>(
        &mut self,
        root: &G,
        decoder: &mut impl Read,
    ) -> Result<(u64, u64), CertificateError> {
        let winner = self.winner;
        let choose = |position: &G, all: &[G::Move], _: &Memory<G>| {
            self.count += 1;
            if self.count.is_multiple_of(1 << 12) {
                (self.checked)(self.count);
            }
            let index = read_number(decoder)?;
            let mv = usize::try_from(index).ok().and_then(|index| all.get(index));
            let count = all.len();
            let none = || CertificateError::NoSuchMove { index, position: position.text(), count };
            mv.copied().ok_or_else(none)
        };
        let not_won = |position: &G| check_failed(position, winner);
        walk(root, winner, self.stop, || CertificateError::Stopped, not_won, choose)
    }
}
