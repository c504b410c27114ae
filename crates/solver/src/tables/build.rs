//! Building the tables of a game in a folder.

use std::fs;
use std::ops::ControlFlow;

use super::build_plan::{BESIDE, BuildPlan, BuildProgress, numbering, parts_path};
use super::error::TableError;
use super::file::{TableFile, file_name, write};
use super::partial_table::{Parts, remove};
use super::position_index::{HasTablebase, PositionIndex, words};
use super::shard_build::{build_shards, shard_bytes};

/// Writing an entry takes so much less work than making it.
const MAKING: u64 = 20;

/// A table in memory.
struct BuiltTable<G: HasTablebase> {
    pieces: u32,
    numbering: G::PositionIndex,
    content: Vec<u64>,
}

/// Builds all missing tables of a folder up to a number of pieces, on the threads of the current
/// Rayon pool; it continues an interrupted build. It reports its progress, first before any work,
/// and stops if `report` breaks. Returns whether all tables exist at the end.
///
/// # Errors
/// A folder that cannot be used, a file in it that is no such table, too little memory.
pub fn build<G: HasTablebase>(
    plan: &BuildPlan,
    report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
) -> Result<bool, TableError> {
    let missing = missing::<G>(plan)?;
    let all = missing.iter().map(|&(_, entries)| entries).sum();
    let (mut before, mut made) = (0, Vec::new());
    for (pieces, entries) in missing {
        let mut report = |of_table| report(BuildProgress { pieces, done: before + of_table, all });
        if let Some(shards) = numbering::<G>(pieces)?.shards() {
            made.clear();
            if !build_shards::<G>(plan, pieces, shards, &mut report)? {
                return Ok(false);
            }
            before += entries;
            continue;
        }
        made = below::<G>(plan, pieces, made)?;
        let Some(new) = build_table::<G>(plan, pieces, &made, &mut report)? else {
            return Ok(false);
        };
        before += entries;
        made.insert(0, new);
    }
    Ok(true)
}

/// The tables from which one of so many pieces is made, the largest first: of these, and else
/// of the folder.
fn below<G: HasTablebase>(
    plan: &BuildPlan,
    pieces: u32,
    made: Vec<BuiltTable<G>>,
) -> Result<Vec<BuiltTable<G>>, TableError> {
    let mut made = made.into_iter().peekable();
    (1..=pieces.min(G::MOST_TAKEN))
        .map(|taken| match made.next_if(|made| made.pieces == pieces - taken) {
            Some(made) => Ok(made),
            None => load(plan, pieces - taken),
        })
        .collect()
}

/// The tables that are not in the folder yet, by pieces, and their entries.
fn missing<G: HasTablebase>(plan: &BuildPlan) -> Result<Vec<(u32, u64)>, TableError> {
    if plan.pieces == 0 {
        let (variant, most) = (G::NAME, G::MOST_PIECES);
        return Err(TableError::Pieces { variant, pieces: 0, least: 1, most });
    }
    numbering::<G>(plan.pieces)?;
    let (mut missing, mut smaller, mut most) = (Vec::new(), vec![1], None);
    for pieces in 1..=plan.pieces {
        let numbering = numbering::<G>(pieces)?;
        let entries = numbering.entries();
        let path = plan.folder.join(file_name(G::NAME, pieces));
        if path.exists() {
            TableFile::open::<G>(&path, pieces, entries)?;
            remove(&parts_path(&plan.folder, G::NAME, pieces))?;
        } else {
            let in_memory = match numbering.shards() {
                Some(shards) => shard_bytes(shards),
                None => {
                    let below = smaller.iter().rev().take(G::MOST_TAKEN as usize);
                    let tables = below.chain([&entries]);
                    let tables = tables.map(|&entries| 8 * words(entries) as u64);
                    tables.sum::<u64>() + numbering.bytes_to_make()
                }
            };
            let needed = (in_memory + BESIDE).div_ceil(1 << 20);
            most = most.max(Some((needed, pieces)));
            missing.push((pieces, entries));
        }
        smaller.push(entries);
    }
    let memory = plan.memory >> 20;
    if let Some((needed, pieces)) = most.filter(|&(needed, _)| needed > memory) {
        return Err(TableError::Memory { pieces, needed, memory });
    }
    if !plan.folder.is_dir() {
        fs::create_dir(&plan.folder).map_err(TableError::file(&plan.folder))?;
    }
    Ok(missing)
}

/// A table of the folder, or the one of no pieces.
fn load<G: HasTablebase>(plan: &BuildPlan, pieces: u32) -> Result<BuiltTable<G>, TableError> {
    let numbering = numbering::<G>(pieces)?;
    let entries = numbering.entries();
    let content = if pieces == 0 {
        vec![0; words(entries)]
    } else {
        let path = plan.folder.join(file_name(G::NAME, pieces));
        TableFile::open::<G>(&path, pieces, entries)?.read()?
    };
    Ok(BuiltTable { pieces, numbering, content })
}

/// Builds one table and writes it; `None` if `report` stopped it.
fn build_table<G: HasTablebase>(
    plan: &BuildPlan,
    pieces: u32,
    smaller: &[BuiltTable<G>],
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<BuiltTable<G>>, TableError> {
    let numbering = numbering::<G>(pieces)?;
    let entries = numbering.entries();
    let mut content = vec![0; words(entries)];
    let generation = numbering.generation(&smaller[0].numbering);
    let contents: Vec<&[u64]> = smaller.iter().map(|made| made.content.as_slice()).collect();
    let mut made = 0;
    let path = parts_path(&plan.folder, G::NAME, pieces);
    let mut parts = Parts::open::<G>(&path, pieces, entries, |part, of_part| {
        if part < generation.parts() {
            generation.put(part, of_part, &mut content);
            made += generation.entries(part);
        }
    })?;
    let share = |made: u64, written: u64| {
        ((u128::from(made) * u128::from(MAKING) + u128::from(written)) / u128::from(MAKING + 1))
            as u64
    };
    let mut flow = report(share(made, 0));
    for part in parts.next()..generation.parts() {
        if flow.is_break() {
            return Ok(None);
        }
        let of_part = generation.make(part, &content, &contents)?;
        generation.put(part, &of_part, &mut content);
        if entries >= plan.kept {
            parts.add(&of_part)?;
        }
        made += generation.entries(part);
        flow = report(share(made, 0));
    }
    drop(generation);
    let path = plan.folder.join(file_name(G::NAME, pieces));
    write::<G>(&path, pieces, entries, &content, &mut |words| {
        // What is nearly done is finished.
        let _ = report(share(entries, (64 * words).min(entries)));
    })?;
    parts.remove()?;
    Ok(Some(BuiltTable { pieces, numbering, content }))
}
