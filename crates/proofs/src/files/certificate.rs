//! Certificates: proofs that the rules alone can check.
//!
//! A certificate is a winning strategy as a tree, from the root down. For each position in which
//! the winner moves it has the index of a winning move, in the order of
//! [`Game::visit_moves`](zugi_game::Game::visit_moves). The moves of the loser are not written: all
//! legal ones follow, in that order. Writer and verifier each remember proven positions in a
//! [`Memory`] of the same fixed size, and skip those.
//!
//! A certificate may rest on tables: it then ends at positions with few pieces, which the verifier
//! looks up. Otherwise it also has the endings that the search took from tables.

use std::io::{self, BufRead, Write};

use thiserror::Error;
use zugi_game::{Game, Outcome, Player, Probe, TextError};

use super::file_format::bounded_line;
use super::memory::Memory;
use crate::draws::{Claim, Fault};
use crate::{Counts, Provable};

/// The Zstandard level: the smaller files of higher levels are not worth their time.
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
        /// The number of pieces of the largest table on which the certificate should rest.
        pieces: u32,
    },
    /// A strategy or one of its certificates cannot be used: one line for people.
    #[error("{0}")]
    Strategy(String),
    #[error("cannot write the certificate: {0}")]
    Write(#[from] io::Error),
}

impl From<Fault> for WriteCertificateError {
    fn from(fault: Fault) -> WriteCertificateError {
        match fault {
            Fault::Wrong { position, .. } => WriteCertificateError::Contradiction { position },
            Fault::NoTable { position, pieces } => {
                WriteCertificateError::NoTable { position, pieces }
            }
        }
    }
}

#[derive(Debug, Error)]
pub enum CertificateError {
    /// The header is damaged, or not that of a certificate of this game.
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
        /// The distance of the claim's count from that of the position.
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

impl From<Fault> for CertificateError {
    fn from(fault: Fault) -> CertificateError {
        match fault {
            Fault::Wrong { position, claim: Claim { side: winner, wins: true } } => {
                CertificateError::NotWon { position, winner }
            }
            Fault::Wrong { position, claim } => {
                CertificateError::NotHeld { position, loser: claim.strategist() }
            }
            Fault::NoTable { position, pieces } => CertificateError::NoTable { position, pieces },
        }
    }
}

/// The claim and the size of a certificate that was written, verified or composed. Composing counts
/// only the strategy near the root; verifying also counts the certificates below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified<G> {
    pub position: G,
    pub outcome: Outcome,
    pub counts: Counts,
    /// The certificate rests on tables of up to this number of pieces; 0 for the rules alone.
    pub pieces: u32,
}

/// Whether a certificate on tables of up to `pieces` pieces ends at a position: writer and verifier
/// must end at the same positions. There the tables must know that `winner` wins.
pub(crate) fn ends<G: Provable>(
    position: &G,
    winner: Player,
    oracle: &impl Probe<G>,
    pieces: u32,
) -> Result<bool, Fault> {
    if pieces == 0 || position.size() > pieces {
        return Ok(false);
    }
    match oracle.winner(position) {
        Some(known) if known == winner => Ok(true),
        Some(_) => Err(not_won(position, winner)),
        None => Err(Fault::NoTable { position: position.text(), pieces }),
    }
}

/// The fault of a strategy that leads to a position that `winner` does not win.
pub(crate) fn not_won<G: Game>(position: &G, winner: Player) -> Fault {
    Fault::wrong(position, Claim { side: winner, wins: true })
}

/// What a strategy does at a position.
pub(crate) enum Step<M> {
    /// Plays this move of the winner.
    Move(M),
    /// Follows all moves of the loser.
    All,
    /// Ends at a certificate of this size.
    Proven(Counts),
    /// Ends at a position of the tables.
    LookedUp,
}

/// Walks through a strategy; writer and verifier must visit the same positions in the same order.
/// `step` gets each position that neither ends the game nor is in the memory.
pub(crate) fn walk<G: Provable, E>(
    root: &G,
    winner: Player,
    not_won: impl Fn(&G) -> E,
    mut step: impl FnMut(&G, &Memory<G>) -> Result<Step<G::Move>, E>,
) -> Result<Counts, E> {
    let mut memory = Memory::default();
    let mut counts = Counts::default();
    // The path from the root; each position with the children still to visit, in reverse order.
    let mut path: Vec<(G, Vec<G>)> = Vec::new();
    let mut next = Some(root.clone());
    loop {
        if let Some(position) = next.take() {
            counts.positions += 1;
            match position.outcome() {
                Some(outcome) if outcome == Outcome::Win(winner) => {}
                Some(_) => return Err(not_won(&position)),
                None if memory.contains(&position) => {}
                None => {
                    let left = match step(&position, &memory)? {
                        Step::Move(mv) => {
                            counts.moves += 1;
                            Some(vec![position.after(mv)])
                        }
                        Step::All => {
                            let all = position.moves();
                            Some(all.into_iter().rev().map(|mv| position.after(mv)).collect())
                        }
                        Step::Proven(below) => {
                            counts += below;
                            Some(Vec::new())
                        }
                        Step::LookedUp => {
                            counts.looked_up += 1;
                            None
                        }
                    };
                    path.extend(left.map(|left| (position, left)));
                }
            }
        }
        let Some((_, left)) = path.last_mut() else { return Ok(counts) };
        next = left.pop();
        if next.is_none()
            && let Some((position, _)) = path.pop()
        {
            memory.insert(position);
        }
    }
}

/// The index of a move in the order of [`Game::visit_moves`].
pub(crate) fn index_of<G: Game>(position: &G, mv: G::Move) -> Option<u64> {
    let index = position.moves().into_iter().position(|other| other == mv);
    index.map(|index| index as u64)
}

pub(crate) fn move_at<G: Game>(position: &G, index: u64) -> Result<G::Move, CertificateError> {
    let all = position.moves();
    let mv = usize::try_from(index).ok().and_then(|index| all.get(index));
    let count = all.len();
    let none = || CertificateError::NoSuchMove { index, position: position.text(), count };
    mv.copied().ok_or_else(none)
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

/// For each form, the first line of a file, and whether its header has a number of pieces.
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
