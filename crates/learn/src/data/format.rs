//! The format of a data file: a header, then a block for each game. See `docs/reference/data.md`.

use std::path::{Path, PathBuf};

use zugi_game::{Outcome, Player};
use zugi_search::eval::net::Fields;
use zugi_search::{PROVEN, Value};

use super::{DataError, DataPlan, Shard};

const MAGIC: [u8; 8] = *b"zugidata";
const VERSION: u16 = 1;
/// The length of the file's header, in bytes.
pub(super) const HEADER: usize = 64;
/// The length of the part of a block before its positions, in bytes.
pub(super) const BLOCK: usize = 8;
/// The length of the score after each position, in bytes.
pub(super) const SCORE: usize = 2;
const VARIANT: usize = 16;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataHeader {
    pub variant: String,
    pub plan: DataPlan,
    /// The length of a packed position, in bytes.
    pub position_bytes: usize,
    /// The fingerprint of the evaluator.
    pub evaluation: u64,
}

impl DataHeader {
    /// [`HEADER`] bytes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let DataPlan { games, nodes, plies: [least, most], seed, shard } = &self.plan;
        let mut name = self.variant.clone().into_bytes();
        name.resize(VARIANT, 0);
        let fields: [&[u8]; 9] = [
            &MAGIC,
            &VERSION.to_le_bytes(),
            &(self.position_bytes as u16).to_le_bytes(),
            &name,
            &games.to_le_bytes(),
            &nodes.to_le_bytes(),
            &seed.to_le_bytes(),
            &[*least, *most, shard.number, shard.count].map(u16::to_le_bytes).concat(),
            &self.evaluation.to_le_bytes(),
        ];
        fields.concat()
    }

    /// `None` if the bytes do not begin with a header.
    fn parse(bytes: &[u8]) -> Option<DataHeader> {
        let mut fields = Fields(bytes);
        if fields.array()? != MAGIC || u16::from_le_bytes(fields.array()?) != VERSION {
            return None;
        }
        let position_bytes = u16::from_le_bytes(fields.array()?);
        let name: [u8; VARIANT] = fields.array()?;
        let name = str::from_utf8(&name).ok()?.trim_end_matches('\0');
        let games = u32::from_le_bytes(fields.array()?);
        let nodes = u64::from_le_bytes(fields.array()?);
        let seed = u64::from_le_bytes(fields.array()?);
        let plies = [u16::from_le_bytes(fields.array()?), u16::from_le_bytes(fields.array()?)];
        let number = u16::from_le_bytes(fields.array()?);
        let count = u16::from_le_bytes(fields.array()?);
        let evaluation = u64::from_le_bytes(fields.array()?);
        let shard = Shard { number, count };
        let possible = (1..=count).contains(&number);
        possible.then(|| DataHeader {
            variant: name.to_owned(),
            plan: DataPlan { games, nodes, plies, seed, shard },
            position_bytes: position_bytes.into(),
            evaluation,
        })
    }

    /// Checks that the header of the file at `path` is the expected one.
    pub(super) fn check(&self, expected: &DataHeader, path: &Path) -> Result<(), DataError> {
        let fields = |header: &DataHeader| {
            let DataPlan { games, nodes, plies: [least, most], seed, shard } = &header.plan;
            [
                ("the variant", header.variant.clone()),
                ("--games", games.to_string()),
                ("--nodes", nodes.to_string()),
                ("random plies", format!("{least} to {most}")),
                ("--seed", seed.to_string()),
                ("--shard", shard.to_string()),
                ("positions of bytes", header.position_bytes.to_string()),
                ("evaluation", format!("{:016x}", header.evaluation)),
            ]
        };
        let mut pairs = fields(self).into_iter().zip(fields(expected));
        let Some(((what, found), (_, expected))) = pairs.find(|(ours, theirs)| ours != theirs)
        else {
            return Ok(());
        };
        Err(DataError::OtherPlan { path: path.to_owned(), what, found, expected })
    }
}

/// The results by their bytes: the half points of player one, or 3 for no result.
const RESULTS: [Option<Outcome>; 4] =
    [Some(Outcome::Win(Player::Two)), Some(Outcome::Draw), Some(Outcome::Win(Player::One)), None];

/// The block of a game with `count` packed positions and scores.
pub(super) fn block(number: u32, result: Option<Outcome>, records: &[u8], count: u16) -> Vec<u8> {
    let result = result.map_or(3, |outcome| outcome.half_points(Player::One));
    [&number.to_le_bytes()[..], &count.to_le_bytes(), &[result, 0], records].concat()
}

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    pub position: &'a [u8],
    /// The score of the search, for the side to move.
    pub score: Value,
}

impl Record<'_> {
    /// Whether the score is a proven win or loss.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.score.abs() >= PROVEN
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataGame<'a> {
    /// The number in the plan, from 0.
    pub number: u32,
    /// The outcome; `None` if the game ended before the last random ply or had no end: then it has
    /// no positions.
    pub result: Option<Outcome>,
    records: &'a [u8],
    position_bytes: usize,
}

impl<'a> DataGame<'a> {
    /// The positions with their scores, from the first on.
    pub fn records(&self) -> impl ExactSizeIterator<Item = Record<'a>> {
        let position_bytes = self.position_bytes;
        self.records.chunks_exact(position_bytes + SCORE).map(move |record| {
            let (position, score) = record.split_at(position_bytes);
            let score = i16::from_le_bytes([score[0], score[1]]);
            Record { position, score: score.into() }
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFile {
    pub header: DataHeader,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl DataFile {
    /// Reads a file, or stdin for `-`. An incomplete block at the end is ignored: the file is still
    /// being written, or its writer was killed.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is not a data file.
    pub fn read(path: &Path) -> Result<DataFile, DataError> {
        let file = |error| DataError::File { path: path.to_owned(), error };
        DataFile::parse(path, zugi_files::read(path).map_err(file)?)
    }

    pub(super) fn parse(path: &Path, mut bytes: Vec<u8>) -> Result<DataFile, DataError> {
        let path = path.to_owned();
        let Some(header) = DataHeader::parse(&bytes) else {
            return Err(DataError::Foreign { path });
        };
        let (mut at, mut numbers) = (HEADER, header.plan.shard.games(header.plan.games));
        while let Some((end, number, result)) = block_end(&bytes, at, header.position_bytes) {
            if Some(number) != numbers.next() || RESULTS.get(usize::from(result)).is_none() {
                let expected = "the next game of its shard".to_owned();
                return Err(DataError::Damaged { path, at, expected });
            }
            at = end;
        }
        bytes.truncate(at);
        Ok(DataFile { header, path, bytes })
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length without an incomplete block, in bytes.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The games, in the order of their numbers.
    pub fn games(&self) -> impl Iterator<Item = DataGame<'_>> {
        let position_bytes = self.header.position_bytes;
        let mut at = HEADER;
        std::iter::from_fn(move || {
            let (end, number, result) = block_end(&self.bytes, at, position_bytes)?;
            let records = &self.bytes[at + BLOCK..end];
            at = end;
            let result = RESULTS[usize::from(result)];
            Some(DataGame { number, result, records, position_bytes })
        })
    }
}

/// The end of the block at `at`, the number of its game and the byte of the result; `None` if the
/// block is incomplete.
fn block_end(bytes: &[u8], at: usize, position_bytes: usize) -> Option<(usize, u32, u8)> {
    let mut fields = Fields(&bytes[at..]);
    let number = u32::from_le_bytes(fields.array()?);
    let count = u16::from_le_bytes(fields.array()?);
    let [result, _] = fields.array()?;
    let end = at + BLOCK + usize::from(count) * (position_bytes + SCORE);
    (end <= bytes.len()).then_some((end, number, result))
}
