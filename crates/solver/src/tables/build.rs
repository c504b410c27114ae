//! Building the tables of a game in a folder.

use std::fs;
use std::ops::ControlFlow;

use super::build_plan::{self, BESIDE, BuildPlan, BuildProgress, numbering, parts_path};
use super::claim::write;
use super::error::TableError;
use super::file::{TableFile, file_name};
use super::partial_table::{Parts, remove};
use super::position_index::{HasTablebase, PositionIndex, words};
use super::scattered_build::{SPARE, build_scattered};
use super::scattered_files::{remove_shards, shards_path};
use super::shard_build::{build_shards, shard_bytes};

/// Writing an entry takes so much less work than making it.
const MAKING: u64 = 20;

/// How a table is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// In memory, as a whole.
    Memory,
    /// Shard by shard of the file.
    Shards,
    /// In shards that are scattered over it.
    Scattered,
}

/// A table that is not in the folder yet.
struct Missing {
    pieces: u32,
    entries: u64,
    way: Way,
}

/// A table in memory.
struct BuiltTable<G: HasTablebase> {
    pieces: u32,
    numbering: G::PositionIndex,
    content: Vec<u64>,
}

/// Builds all missing tables of a folder up to a number of pieces, on the threads of the current
/// Rayon pool; it continues an interrupted build. It reports its progress, first before any work,
/// and stops if `report` breaks. Returns whether all tables exist at the end, or, with a
/// [`BuildPlan::share`], all shards of it.
///
/// # Errors
/// A folder that cannot be used, a file in it that is no such table, too little memory.
pub fn build<G: HasTablebase>(
    plan: &BuildPlan,
    report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
) -> Result<bool, TableError> {
    let missing = missing::<G>(plan)?;
    let all = missing.iter().map(|missing| missing.entries).sum();
    let (mut before, mut made) = (0, Vec::new());
    for Missing { pieces, entries, way } in missing {
        let mut report = |of_table| report(BuildProgress { pieces, done: before + of_table, all });
        if way != Way::Memory {
            made.clear();
            if !build_in_shards::<G>(plan, pieces, &mut report)? {
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

/// The tables that are not in the folder yet, by pieces.
fn missing<G: HasTablebase>(plan: &BuildPlan) -> Result<Vec<Missing>, TableError> {
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
            remove_shards(&shards_path(&plan.folder, G::NAME, pieces))?;
        } else {
            let (way, bytes) = way::<G>(plan, pieces, &numbering, &smaller)?;
            let needed = (bytes + BESIDE).div_ceil(1 << 20);
            most = most.max(Some((needed, pieces)));
            missing.push(Missing { pieces, entries, way });
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

/// How a table is made, and the memory in bytes that it takes at least; with the entries of the
/// smaller tables.
fn way<G: HasTablebase>(
    plan: &BuildPlan,
    pieces: u32,
    numbering: &G::PositionIndex,
    smaller: &[u64],
) -> Result<(Way, u64), TableError> {
    let shared = plan.share.is_some() && pieces == plan.pieces;
    let scattered = numbering.scattered_bytes();
    if shared && scattered.is_none() {
        return Err(TableError::NoShards { variant: G::NAME, pieces });
    }
    if let Some(shards) = numbering.shards() {
        return Ok((Way::Shards, shard_bytes(shards)));
    }
    let below = smaller.iter().rev().take(G::MOST_TAKEN as usize);
    let tables = below.copied().chain([numbering.entries()]);
    let tables: u64 = tables.map(|entries| 8 * words(entries) as u64).sum();
    let in_memory = tables + numbering.bytes_to_make();
    let begun = shards_path(&plan.folder, G::NAME, pieces).exists();
    Ok(match scattered {
        Some(bytes) if shared || begun || in_memory + BESIDE > plan.memory => {
            (Way::Scattered, bytes / (SPARE - 1) * SPARE)
        }
        _ => (Way::Memory, in_memory),
    })
}

/// Builds a table in shards of either kind.
fn build_in_shards<G: HasTablebase>(
    plan: &BuildPlan,
    pieces: u32,
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<bool, TableError> {
    let numbering = numbering::<G>(pieces)?;
    if let Some(shards) = numbering.shards() {
        return build_shards::<G>(plan, pieces, shards, report);
    }
    let smaller = build_plan::numbering::<G>(pieces - 1)?;
    let Some(scattered) = numbering.scattered(&smaller) else {
        return Err(TableError::NoShards { variant: G::NAME, pieces });
    };
    // A share of the largest table only.
    let share = plan.share.filter(|_| pieces == plan.pieces);
    let plan = BuildPlan { share, ..plan.clone() };
    build_scattered::<G>(&plan, pieces, &*scattered, report)
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
