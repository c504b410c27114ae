//! The verification of certificates of games without draws, by the rules and by the tables on which
//! they rest. `draws/certificate.rs` verifies those of games with draws.

use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use zugi_game::{Game, Outcome, Player, Probe};

use super::certificate::{
    CertificateError, Certified, Form, Header, bad_header, look_up, read_variant, walk,
};
use super::compose::{Step, read_step, walk_strategy};
use super::file_format::read_number;
use super::memory::Memory;
use crate::{Counts, Provable};

/// The number of pieces of the largest tables on which a certificate rests; 0 for the rules alone.
pub fn pieces_of_certificate<G: Game>(input: impl Read) -> Result<u32, CertificateError> {
    Ok(Header::<G>::read(&mut BufReader::new(input))?.pieces)
}

/// The name of the variant in the header of a certificate.
pub fn variant_named_in(input: impl Read) -> Result<String, CertificateError> {
    read_variant(&mut BufReader::new(input)).map(|(_, _, variant)| variant)
}

/// Verifies a certificate by the rules, and by `oracle` for positions of the tables that its header
/// names. `checked` gets the number of the winner's moves so far, every 4096 moves. The memory
/// grows only with the longest game.
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
    let mut decoder = BufReader::new(zstd::Decoder::with_buffer(input)?.single_frame());
    let mut check = Check { winner, pieces, oracle, stop, count: 0, checked: &mut checked };
    let counts = match form {
        Form::Claims => return Err(with_draws()),
        Form::Whole => check.whole(&root, &mut decoder)?,
        Form::Composed => {
            let not_won = |position: &G| check_failed(position, winner);
            walk_strategy(&root, winner, not_won, |position| {
                if stop.load(Ordering::Relaxed) {
                    return Err(CertificateError::Stopped);
                }
                match read_step(position, winner, &mut decoder)? {
                    Some(step) => Ok(step),
                    None => Ok(Step::Proven(check.whole(position, &mut decoder)?)),
                }
            })?
        }
    };
    // Reads on to the checksum after the last number.
    if decoder.read(&mut [0])? != 0 {
        return Err(CertificateError::TooMuch);
    }
    if !decoder.into_inner().finish().fill_buf()?.is_empty() {
        return Err(CertificateError::TooMuch);
    }
    Ok(Certified { position: root, outcome, counts, pieces })
}

fn check_failed<G: Provable>(position: &G, winner: Player) -> CertificateError {
    CertificateError::NotWon { position: position.text(), winner }
}

/// Verifies the strategies of a certificate, one after the other.
struct Check<'a, O> {
    winner: Player,
    pieces: u32,
    oracle: &'a O,
    stop: &'a AtomicBool,
    /// The winner's moves so far.
    count: u64,
    checked: &'a mut dyn FnMut(u64),
}

impl<O> Check<'_, O> {
    /// Verifies one strategy.
    fn whole<G: Provable>(
        &mut self,
        root: &G,
        decoder: &mut impl Read,
    ) -> Result<Counts, CertificateError>
    where
        O: Probe<G>,
    {
        let (winner, pieces, oracle) = (self.winner, self.pieces, self.oracle);
        let ends = |position: &G| {
            let known = look_up(oracle, pieces, position).transpose();
            known.map_err(|position| CertificateError::NoTable { position, pieces })
        };
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
        walk(root, winner, self.stop, || CertificateError::Stopped, not_won, ends, choose)
    }
}
