//! Verifies the tables of a folder: their checksums, and their entries by the rules.

use std::collections::HashMap;
use std::path::Path;

use fastrand::Rng;
use zugi_game::{Outcome, Player, Probe, TableValue};

use super::table_file::TableFile;
use crate::endgame_tables::{EndgameTables, file_name, nothing_in};
use crate::error::TableError;
use crate::position_index::{HasTablebase, PositionIndex};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableInfo {
    pub pieces: u32,
    /// The number of bits before compression.
    pub entries: u64,
    /// The length of the file in bytes.
    pub bytes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    pub table: TableInfo,
    /// The number of entries that agree with the values of the positions after the moves.
    pub by_moves: u64,
    /// The number of entries that agree with a search that probes only smaller tables; 0 in a game
    /// with draws.
    pub by_search: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifyPlan {
    /// The number of random positions to check in each table; a table with at most this number of
    /// entries is checked completely.
    pub samples: u64,
    /// The most positions of a search; an entry that needs more is checked by its moves only.
    pub nodes: usize,
    pub seed: u64,
    /// The memory in bytes for tables.
    pub memory: u64,
}

/// The tables of a folder, by rising number of pieces.
///
/// # Errors
/// The folder has none, or one that cannot be used.
pub fn tables_in<G: HasTablebase>(folder: &Path) -> Result<Vec<TableInfo>, TableError> {
    Ok(files_in::<G>(folder)?.iter().map(info).collect())
}

fn info(file: &TableFile) -> TableInfo {
    TableInfo { pieces: file.pieces(), entries: file.entries(), bytes: file.bytes() }
}

fn files_in<G: HasTablebase>(folder: &Path) -> Result<Vec<TableFile>, TableError> {
    let mut files = Vec::new();
    for pieces in 1..=G::MOST_PIECES {
        let path = folder.join(file_name(G::NAME, pieces));
        if path.exists()
            && let Some(numbering) = G::numbering(pieces)
        {
            files.push(TableFile::open::<G>(&path, pieces, numbering.entries())?);
        }
    }
    if files.is_empty() { Err(nothing_in::<G>(folder)) } else { Ok(files) }
}

/// Checks all blocks of a folder's tables and samples of entries. Calls `report` after each table.
///
/// # Errors
/// The first damaged block or wrong entry, or a file that cannot be used.
pub fn verify<G: HasTablebase>(
    folder: &Path,
    plan: &VerifyPlan,
    report: &mut dyn FnMut(Verified),
) -> Result<(), TableError> {
    let files = files_in::<G>(folder)?;
    let (tables, mut errors) = EndgameTables::<G>::open(&[folder.to_owned()], plan.memory);
    if let Some(error) = errors.pop() {
        return Err(error);
    }
    for file in files {
        for block in 0..file.blocks() {
            file.read_block(block)?;
        }
        report(verify_entries(folder, &tables, info(&file), plan)?);
    }
    Ok(())
}

fn verify_entries<G: HasTablebase>(
    folder: &Path,
    tables: &EndgameTables<G>,
    table: TableInfo,
    plan: &VerifyPlan,
) -> Result<Verified, TableError> {
    let mut verified = Verified { table, by_moves: 0, by_search: 0 };
    let Some(numbering) = G::numbering(table.pieces) else { return Ok(verified) };
    let mut rng = Rng::with_seed(plan.seed);
    let all = plan.samples >= table.entries;
    let has_smaller = table.pieces == 1 || tables.pieces().any(|it| it + 1 == table.pieces);
    let bits = if G::DRAWS { 2 } else { 1 };
    for sample in 0..plan.samples.min(table.entries / bits) {
        let entry = bits * if all { sample } else { rng.u64(..table.entries / bits) };
        let Some(position) = numbering.position(entry) else { continue };
        let wrong = |expected: String| {
            let path = folder.join(file_name(G::NAME, table.pieces));
            let text = position.text();
            let why = format!("is wrong for {text:?}: expected that {expected}");
            TableError::Unusable { path, why }
        };
        let mover = position.to_move();
        let Some(value) = tables.value_of_entry(table.pieces, entry) else { continue };
        let loses = value == TableValue::Loss;
        if has_smaller {
            verified.by_moves += u64::from(check_moves(tables, &position).map_err(wrong)?);
            // In a game with draws positions may recur, so a search to the ends of the games would
            // not end.
            if G::DRAWS {
                continue;
            }
            let mut search = BySearch { tables, pieces: table.pieces, known: HashMap::new() };
            match search.wins(&position, plan.nodes) {
                Some(wins) if wins == loses => {
                    let wins = if wins { "wins" } else { "loses" };
                    return Err(wrong(format!("{mover:?} {wins}")));
                }
                found => verified.by_search += u64::from(found.is_some()),
            }
        }
    }
    match tables.take_faults().pop() {
        Some(fault) => Err(fault),
        None => Ok(verified),
    }
}

/// Compares the value of a position with the best value after its moves; returns false if a value
/// is missing for that. If a position has only one move, it also checks that no reply leads back to
/// the position: both moves would be passes, and neither side could ever move. A win counts as a
/// win, however many plies it takes.
pub(super) fn check_moves<G: HasTablebase>(
    tables: &EndgameTables<G>,
    position: &G,
) -> Result<bool, String> {
    let Some(value) = tables.value_of_board(position) else { return Ok(false) };
    let mover = position.to_move();
    let expected = match position.outcome() {
        Some(Outcome::Draw) if !G::DRAWS => return Err("nothing is a draw".to_owned()),
        Some(outcome) => outcome,
        None => {
            let moves = position.moves();
            if let [only] = moves[..] {
                let after = position.after(only);
                if after.moves().into_iter().any(|mv| after.after(mv) == *position) {
                    return Err("somebody can always move".to_owned());
                }
            }
            let after = |mv| {
                let next = position.after(mv);
                tables.value_of_board(&next).map(|value| unlimited(value, next.to_move()))
            };
            let after: Vec<_> = moves.into_iter().map(after).collect();
            // From the best value on: a win, an unknown value, which may be a win, and a draw.
            let best = [Some(Outcome::Win(mover)), None, Some(Outcome::Draw)].into_iter();
            match best.into_iter().find(|outcome| after.contains(outcome)) {
                Some(None) => return Ok(false),
                best => best.flatten().unwrap_or(Outcome::Win(mover.opponent())),
            }
        }
    };
    let text = |outcome| match outcome {
        Outcome::Win(player) => format!("{player:?} wins"),
        Outcome::Draw => "it is a draw".to_owned(),
    };
    if expected == unlimited(value, mover) { Ok(true) } else { Err(text(expected)) }
}

/// The outcome if a win may take any number of plies.
fn unlimited(value: TableValue, mover: Player) -> Outcome {
    match value {
        TableValue::Win | TableValue::CursedWin => Outcome::Win(mover),
        TableValue::Loss | TableValue::CursedLoss => Outcome::Win(mover.opponent()),
        TableValue::Draw => Outcome::Draw,
    }
}

struct BySearch<'a, G: HasTablebase> {
    tables: &'a EndgameTables<G>,
    pieces: u32,
    known: HashMap<G, bool>,
}

impl<G: HasTablebase> BySearch<'_, G> {
    /// Whether the side to move wins; `None` if that takes more than `nodes` positions.
    fn wins(&mut self, position: &G, nodes: usize) -> Option<bool> {
        let mover = position.to_move();
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(mover));
        }
        if position.pieces() < self.pieces
            && let Some(winner) = self.tables.winner(position)
        {
            return Some(winner == mover);
        }
        if let Some(&wins) = self.known.get(position) {
            return Some(wins);
        }
        if self.known.len() >= nodes {
            return None;
        }
        let mut next: Vec<G> = position.moves().into_iter().map(|mv| position.after(mv)).collect();
        next.sort_by_cached_key(G::pieces);
        let mut wins = false;
        for next in next {
            let of_next = self.wins(&next, nodes)?;
            if of_next == (next.to_move() == mover) {
                wins = true;
                break;
            }
        }
        self.known.insert(position.clone(), wins);
        Some(wins)
    }
}
